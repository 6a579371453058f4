import RunRecords

/// What the growth of all scenarios comes to: crossovers and exponents.
enum GrowthTables {
  private typealias Cell = HTMLTable.Cell

  /// A row for each size at which another storage becomes the best; nil where there is none.
  static func crossovers(
    of families: [FamilyComparison], writer: inout ReportPage.Writer
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
    _ crossover: SeriesComparison.Crossover, of series: SeriesComparison,
    in family: FamilyComparison
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
