import Analysis
import RunRecords

/// The table of winners: a row for each scenario, dataset and item shape, a column for each size.
struct WinnerTable {
  private typealias Cell = HTMLTable.Cell

  private let families: [Ranking.Family]
  private let palette: StoragePalette

  init(_ families: [Ranking.Family], palette: StoragePalette) {
    self.families = families
    self.palette = palette
  }

  /// The table; `targets` are the identifiers of the families' sections, in their order.
  func table(id: String, caption: String, targets: [String]) -> HTMLTable {
    let sizes = Set(families.flatMap(\.series).flatMap(\.sizes).map(\.items)).sorted()
    let rows = zip(families, targets).flatMap { family, target in
      family.series.map { series in
        let name = family.name(of: series)
        let heading = Cell(family.scenario, target: target, isRowHeader: true)
        return HTMLTable.Row(
          cells: [heading, Cell(name)]
            + sizes.map { items in
              series.sizes.first { $0.items == items }.map(cell) ?? .empty
            })
      }
    }
    let columns =
      [HTMLTable.Column(title: "scenario"), .init(title: "collection")]
      + sizes.map { HTMLTable.Column(title: "\(DisplayFormat.items($0)) items") }
    return HTMLTable(id: id, caption: caption, columns: columns, rows: rows).withoutEmptyColumns()
  }

  private func cell(_ size: Ranking.Size) -> Cell {
    switch size.standings.outcome {
    case .winner(let storage):
      return Cell(storage, mark: "winner", swatches: [palette.className(of: storage)])
    case .tie(let storages):
      let isAll = storages.count == size.measured.count
      return Cell(
        isAll ? "same" : storages.joined(separator: " = "), mark: isAll ? "faint" : "winner",
        swatches: isAll ? [] : storages.map { palette.className(of: $0) })
    case .cannotTell: return Cell("?", mark: "faint")
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
  private typealias Cell = HTMLTable.Cell

  /// A row for each size at which another storage becomes the best; nil where there is none.
  static func crossovers(
    of families: [Ranking.Family], writer: inout ReportPage.Writer
  ) -> HTMLTable? {
    var rows: [HTMLTable.Row] = []
    for family in families {
      for series in family.series {
        rows += series.crossovers.map { row($0, of: series, in: family) }
      }
    }
    guard !rows.isEmpty else { return nil }
    return HTMLTable(
      id: writer.newTableID(), caption: "Crossovers: where another storage becomes the best",
      columns: [
        .init(title: "scenario"), .init(title: "data"), .init(title: "payload"),
        .init(title: "best below"), .init(title: "best above"),
        .init(title: "still at", hint: "items", isNumber: true),
        .init(title: "no longer at", hint: "items", isNumber: true),
      ], rows: rows)
  }

  private static func row(
    _ crossover: SizeCrossover, of series: Ranking.Series,
    in family: Ranking.Family
  ) -> HTMLTable.Row {
    HTMLTable.Row(cells: [
      Cell("\(family.suite)/\(family.scenario)", isRowHeader: true), Cell(series.data),
      Cell(series.payload), Cell(crossover.overtaken.joined(separator: " and ")),
      Cell(crossover.overtaking.joined(separator: " and ")),
      .figure(DisplayFormat.items(crossover.lowerItems), Double(crossover.lowerItems)),
      .figure(DisplayFormat.items(crossover.upperItems), Double(crossover.upperItems)),
    ])
  }

  /// A row for each curve with an exponent; nil where there is none.
  static func exponents(of record: RunRecord, writer: inout ReportPage.Writer) -> HTMLTable? {
    let rows = record.curves.compactMap { curve -> HTMLTable.Row? in
      guard let exponent = curve.exponent else { return nil }
      let bounds = exponent.ci.flatMap { $0.count == 2 ? $0 : nil }
      func cell(_ value: Double?) -> Cell {
        value.map { .figure(DisplayFormat.exponent($0), $0) } ?? .empty
      }
      return HTMLTable.Row(cells: [
        Cell(curve.family, isRowHeader: true), Cell(curve.metric),
        Cell(curve.storage), cell(exponent.value), cell(bounds?[0]), cell(bounds?[1]),
        .figure(DisplayFormat.grouped(curve.points.count), Double(curve.points.count)),
      ])
    }
    guard !rows.isEmpty else { return nil }
    return HTMLTable(
      id: writer.newTableID(),
      caption: "Exponents: the k of a fit by c·n^k, with its 95% interval",
      columns: [
        .init(title: "scenario"), .init(title: "metric"), .init(title: "storage"),
        .init(title: "k", isNumber: true), .init(title: "from", isNumber: true),
        .init(title: "to", isNumber: true), .init(title: "sizes", isNumber: true),
      ], rows: rows, isFilterable: true)
  }
}
