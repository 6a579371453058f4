import Analysis
import RunRecords

/// The heat map of winners: a row for each scenario and item shape, a column for each size.
///
/// A collection of a fixed size stands in the row of the generated ones, at its own size. A cell
/// names the best storage and the factor of the slowest over it, which gives its shade; an edge
/// before a cell marks a crossover, from where on another storage is the best. Rows that differ
/// nowhere are left to `ties`.
struct WinnerTable {
  private typealias Cell = Table.Cell

  private let families: [Ranking.Family]
  private let palette: StoragePalette

  init(_ families: [Ranking.Family], palette: StoragePalette) {
    self.families = families
    self.palette = palette
  }

  /// The table, nil where nothing is better anywhere; `targets` are the identifiers of the
  /// families' sections, in their order.
  func table(id: String, caption: String, targets: [String]) -> Table? {
    let sizes = Set(families.flatMap(\.series).flatMap(\.sizes).map(\.items)).sorted()
    let rows = zip(families, targets).flatMap { family, target in
      Self.lines(of: family).compactMap { line -> Table.Row? in
        let cells = sizes.map { items in
          var found = Cell.empty
          for series in line {
            guard let size = series.sizes.first(where: { $0.items == items }) else { continue }
            found = cell(size, in: series)
          }
          found.label = "\(DisplayFormat.items(items)) items"
          return found
        }
        guard cells.contains(where: { !$0.isEmpty }) else { return nil }
        let heading = Cell(family.scenario, target: target, isRowHeader: true)
        return Table.Row([heading, Cell(Self.name(of: line, in: family))] + cells)
      }
    }
    guard !rows.isEmpty else { return nil }
    let columns =
      [Table.Column("scenario"), .init("collection")]
      + sizes.map { Table.Column("\(DisplayFormat.items($0)) items") }
    return Table(id: id, caption: caption, columns: columns, rows: rows).withoutEmptyColumns()
  }

  /// The scenarios in which nothing beats any storage at any size, in a sentence for each number of
  /// storages; nil where there is none.
  var ties: String? {
    var names: [Int: [String]] = [:]
    for family in families {
      let counts = family.series.map(Self.tie)
      if let count = counts.first, let count, counts.allSatisfy({ $0 == count }) {
        names[count, default: []].append(family.scenario)
      } else {
        for (series, count) in zip(family.series, counts) {
          guard let count else { continue }
          names[count, default: []].append("\(family.scenario) on \(family.name(of: series))")
        }
      }
    }
    guard !names.isEmpty else { return nil }
    return names.sorted { $0.key > $1.key }.map { count, names in
      "No difference was found between \(count == 2 ? "the two" : "the \(count)") in "
        + "\(names.joined(separator: ", "))."
    }.joined(separator: " ")
  }

  /// Returns the series of `family` that are no ties, joined to lines: series of one item shape
  /// that share no size, those of most sizes first.
  private static func lines(of family: Ranking.Family) -> [[Ranking.Series]] {
    let series = family.series.filter { tie(of: $0) == nil }
    var lines: [[Ranking.Series]] = []
    for series in series.sorted(by: { $0.sizes.count > $1.sizes.count }) {
      let sizes = Set(series.sizes.map(\.items))
      let place = lines.firstIndex { line in
        line.allSatisfy {
          $0.payload == series.payload && sizes.isDisjoint(with: $0.sizes.map(\.items))
        }
      }
      if let place { lines[place].append(series) } else { lines.append([series]) }
    }
    return lines
  }

  /// Returns `uniform-1000; debian-12-share at 5,496 items`; empty where the family has one series.
  private static func name(of line: [Ranking.Series], in family: Ranking.Family) -> String {
    line.map { series in
      let name = family.name(of: series)
      guard line.count > 1, let only = series.sizes.first, series.sizes.count == 1 else {
        return name
      }
      return "\(name) at \(DisplayFormat.items(only.items)) items"
    }.joined(separator: "; ")
  }

  /// The number of storages in `series` where none is beaten at any size; nil where one is, or
  /// where nothing was to be judged.
  private static func tie(of series: Ranking.Series) -> Int? {
    var most = 0
    for size in series.sizes {
      switch size.standings.outcome {
      case .tie(let storages) where storages.count == size.measured.count:
        most = max(most, storages.count)
      case .uncontested: continue
      default: return nil
      }
    }
    return most > 0 ? most : nil
  }

  private func cell(_ size: Ranking.Size, in series: Ranking.Series) -> Cell {
    var cell: Cell
    switch size.standings.outcome {
    case .winner(let storage):
      cell = Cell(storage, .winner, swatches: [palette.className(of: storage)])
    case .tie(let storages):
      let isAll = storages.count == size.measured.count
      cell = Cell(
        isAll ? Self.any(of: storages.count) : storages.joined(separator: " = "),
        isAll ? .faint : .winner,
        swatches: isAll ? [] : storages.map { palette.className(of: $0) })
      if isAll { return cell }
    case .cannotTell: return Cell("?", .faint)
    case .uncontested: return .empty
    }
    if series.crossovers.contains(where: { $0.upperItems == size.items }) {
      cell.marks.append("crossover")
    }
    if let slowest = size.standings.factors.last?.ratio, slowest.isFinite {
      cell.parts.append(Table.Part(text: DisplayFormat.ratio(slowest), role: .faint))
      cell.marks.append("heat\(Self.shade(of: slowest))")
    }
    return cell
  }

  /// All storages, where none beats another.
  private static func any(of count: Int) -> String {
    switch count {
    case 2: "either"
    case 3...9: "any of \(["three", "four", "five", "six", "seven", "eight", "nine"][count - 3])"
    default: "any of \(count)"
    }
  }

  /// A shade from 0 to 4: up to 1.1, 1.5, 3 and 10 times, and beyond.
  private static func shade(of ratio: Double) -> Int {
    [1.1, 1.5, 3, 10].count { ratio > $0 }
  }
}

/// The tables of crossovers and exponents of all scenarios.
enum GrowthTables {
  private typealias Cell = Table.Cell

  /// A row for each size at which another storage becomes the best; nil where there is none.
  static func crossovers(
    of families: [Ranking.Family], writer: inout ReportPage.Writer
  ) -> Table? {
    var rows: [Table.Row] = []
    for family in families {
      for series in family.series {
        rows += series.crossovers.map { row($0, of: series, in: family) }
      }
    }
    guard !rows.isEmpty else { return nil }
    return Table(
      id: writer.newTableID(), caption: "Crossovers: where another storage becomes the best",
      columns: [
        .init("scenario"), .init("data"), .init("payload"),
        .init("best below"), .init("best above"),
        .init("still at", .right, hint: "items"),
        .init("no longer at", .right, hint: "items"),
      ], rows: rows)
  }

  private static func row(
    _ crossover: SizeCrossover, of series: Ranking.Series,
    in family: Ranking.Family
  ) -> Table.Row {
    Table.Row([
      Cell("\(family.suite)/\(family.scenario)", isRowHeader: true), Cell(series.data),
      Cell(series.payload), Cell(crossover.overtaken.joined(separator: " and ")),
      Cell(crossover.overtaking.joined(separator: " and ")),
      .figure(DisplayFormat.items(crossover.lowerItems), Double(crossover.lowerItems)),
      .figure(DisplayFormat.items(crossover.upperItems), Double(crossover.upperItems)),
    ])
  }

  /// A row for each curve with an exponent; nil where there is none.
  static func exponents(of record: RunRecord, writer: inout ReportPage.Writer) -> Table? {
    let rows = record.curves.compactMap { curve -> Table.Row? in
      guard let exponent = curve.exponent, exponent.isTold else { return nil }
      let bounds = exponent.interval
      func cell(_ value: Double?) -> Cell {
        value.map { .figure(DisplayFormat.exponent($0), $0) } ?? .empty
      }
      return Table.Row([
        Cell(curve.family.description, isRowHeader: true), Cell(curve.metric),
        Cell(curve.storage), cell(exponent.value), cell(bounds?.low), cell(bounds?.high),
        .figure(DisplayFormat.grouped(curve.points.count), Double(curve.points.count)),
      ])
    }
    guard !rows.isEmpty else { return nil }
    return Table(
      id: writer.newTableID(),
      caption: "Exponents: the k of a fit by c·n^k, with its 95% interval",
      columns: [
        .init("scenario"), .init("metric"), .init("storage"),
        .init("k", .right), .init("from", .right),
        .init("to", .right), .init("sizes", .right),
      ], rows: rows, isFilterable: true)
  }
}
