import RunRecords

/// Exact figures of two sides that differ.
struct ExactChanges {
  /// What is said of one figure.
  struct Row {
    var result: CaseRecord
    /// Its name and unit, for a cell.
    var metric: String
    var verdict: HTMLTable.Cell
    var before: Int?
    var after: Int?
  }

  private typealias Cell = HTMLTable.Cell

  /// In their order in the table.
  var rows: [Row]
  var names: SideNames

  /// A row for each figure; nil where there is none.
  func table(writer: inout ReportPage.Writer) -> HTMLTable? {
    guard !rows.isEmpty else { return nil }
    let (a, b) = (names.baseline, names.candidate)
    let palette = writer.palette
    return HTMLTable(
      id: writer.newTableID(), caption: "Exact figures that differ",
      columns: CaseNames.leadingColumns + [
        .init(title: "metric"), .init(title: "verdict"), .init(title: a, isNumber: true),
        .init(title: b, isNumber: true), .init(title: "\(b) − \(a)", isNumber: true),
        .init(title: "of \(a)", isNumber: true),
      ] + CaseNames.trailingColumns, rows: rows.map { Self.cells($0, palette) },
      isFilterable: true
    ).withoutEmptyColumns()
  }

  private static func cells(_ row: Row, _ palette: StoragePalette) -> HTMLTable.Row {
    func figure(_ value: Int?, sign: String = "") -> Cell {
      value.map { .figure(sign + DisplayFormat.grouped($0), Double($0)) } ?? .empty
    }
    let difference = row.difference
    let sign = (difference ?? 0) > 0 ? "+" : ""
    let share = row.share.map { Cell.figure(sign + DisplayFormat.share($0), $0) }
    return HTMLTable.Row(
      cells: CaseNames.leadingCells(row.result, palette) + [
        Cell(row.metric), row.verdict, figure(row.before), figure(row.after),
        figure(difference, sign: sign), share ?? .empty,
      ] + CaseNames.trailingCells(row.result))
  }
}

extension ExactChanges.Row {
  /// Nil where a side has no figure, and where no `Int` holds it.
  fileprivate var difference: Int? {
    guard let before, let after else { return nil }
    let (difference, isBeyond) = after.subtractingReportingOverflow(before)
    return isBeyond ? nil : difference
  }

  /// The difference as a share of what was before.
  fileprivate var share: Double? {
    guard let before, before != 0, let difference else { return nil }
    return Double(difference) / Double(before.magnitude)
  }
}
