import Analysis
import RunRecords

/// The table of winners: a row for each scenario, dataset and item shape, a column for each size.
struct WinnerTable {
  private typealias Cell = Table.Cell

  private let families: [Ranking.Family]
  private let palette: StoragePalette

  init(_ families: [Ranking.Family], palette: StoragePalette) {
    self.families = families
    self.palette = palette
  }

  /// The table; `targets` are the identifiers of the families' sections, in their order.
  func table(id: String, caption: String, targets: [String]) -> Table {
    let sizes = Set(families.flatMap(\.series).flatMap(\.sizes).map(\.items)).sorted()
    let rows = zip(families, targets).flatMap { family, target in
      family.series.map { series in
        let name = family.name(of: series)
        let heading = Cell(family.scenario, target: target, isRowHeader: true)
        return Table.Row(
          [heading, Cell(name)]
            + sizes.map { items in
              series.sizes.first { $0.items == items }.map(cell) ?? .empty
            })
      }
    }
    let columns =
      [Table.Column("scenario"), .init("collection")]
      + sizes.map { Table.Column("\(DisplayFormat.items($0)) items") }
    return Table(id: id, caption: caption, columns: columns, rows: rows).withoutEmptyColumns()
  }

  private func cell(_ size: Ranking.Size) -> Cell {
    switch size.standings.outcome {
    case .winner(let storage):
      return Cell(storage, .winner, swatches: [palette.className(of: storage)])
    case .tie(let storages):
      let isAll = storages.count == size.measured.count
      return Cell(
        isAll ? "same" : storages.joined(separator: " = "), isAll ? .faint : .winner,
        swatches: isAll ? [] : storages.map { palette.className(of: $0) })
    case .cannotTell: return Cell("?", .faint)
    case .uncontested: return .empty
    }
  }
}

/// The number of scenarios of a suite in which one storage is best.
struct ScoreRow {
  var storage: String
  var swatch: String
  /// `18 of 24`.
  var share: String
  var percent: Int
  /// The storage's greatest distance from the best.
  var worst: String

  /// The storages of `families`, by the largest decided size of each series: the one that is most
  /// often the best, or level with it, first.
  ///
  /// - Complexity: O(series · storages).
  static func rows(_ families: [Ranking.Family], palette: StoragePalette) -> [ScoreRow] {
    var scores: [String: Score] = [:]
    for family in families {
      for series in family.series {
        guard let size = series.sizes.last(where: { !$0.best.isEmpty }) else { continue }
        for factor in size.standings.factors {
          scores[factor.name, default: Score()].add(
            isBest: size.best.contains(factor.name),
            ratio: factor.ratio.isFinite ? factor.ratio : nil,
            place: "\(family.scenario) at\u{a0}\(DisplayFormat.items(size.items))")
        }
      }
    }
    return scores.sorted { left, right in
      let shares = (left.value.share, right.value.share)
      return shares.0 == shares.1
        ? StorageOrder(left.key) < StorageOrder(right.key) : shares.0 > shares.1
    }.map { storage, score in
      ScoreRow(
        storage: storage, swatch: palette.className(of: storage),
        share: "\(score.best) of \(score.contests)",
        percent: Int((score.share * 100).rounded()),
        worst: score.worst.map { "at worst \(DisplayFormat.ratio($0.ratio)), \($0.place)" }
          ?? "never behind")
    }
  }

  /// The number of series with a decided size.
  static func contestCount(_ families: [Ranking.Family]) -> Int {
    families.flatMap(\.series).count { $0.sizes.contains { !$0.best.isEmpty } }
  }

  private struct Score {
    var best = 0
    var contests = 0
    var worst: (ratio: Double, place: String)?

    var share: Double { Double(best) / Double(max(1, contests)) }

    mutating func add(isBest: Bool, ratio: Double?, place: String) {
      contests += 1
      if isBest {
        best += 1
      } else if let ratio, ratio > worst?.ratio ?? 0 {
        worst = (ratio, place)
      }
    }
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
      guard let exponent = curve.exponent else { return nil }
      let bounds = exponent.ci.flatMap { $0.count == 2 ? $0 : nil }
      func cell(_ value: Double?) -> Cell {
        value.map { .figure(DisplayFormat.exponent($0), $0) } ?? .empty
      }
      return Table.Row([
        Cell(curve.family, isRowHeader: true), Cell(curve.metric),
        Cell(curve.storage), cell(exponent.value), cell(bounds?[0]), cell(bounds?[1]),
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
