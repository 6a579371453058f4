import RunRecords

/// The exact figures of two builds that differ.
enum GateCounts {
  private typealias Cell = HTMLTable.Cell

  /// A row for each figure that differs, regressions first; nil where none does.
  static func table(of record: RunRecord, writer: inout ReportPage.Writer) -> HTMLTable? {
    let rows = record.cases.sorted { $0.id < $1.id }.flatMap { result in
      result.metrics.compactMap { metric in
        metric.exactChange.map {
          (rank: rank(metric), row: row(result, metric, $0, writer.palette))
        }
      }
    }
    guard !rows.isEmpty else { return nil }
    let ordered = (0...2).flatMap { rank in rows.filter { $0.rank == rank }.map(\.row) }
    return HTMLTable(
      id: writer.newTableID(), caption: "Exact figures that differ",
      columns: CaseNames.leadingColumns + [
        .init(title: "metric"), .init(title: "verdict"), .init(title: "base", isNumber: true),
        .init(title: "head", isNumber: true), .init(title: "difference", isNumber: true),
        .init(title: "of base", isNumber: true),
      ] + CaseNames.trailingColumns, rows: ordered, isFilterable: true
    ).withoutEmptyColumns()
  }

  private static func rank(_ metric: MetricRecord) -> Int {
    metric.role != .gate ? 2 : metric.compare?.verdict == .regressed ? 0 : 1
  }

  private static func row(
    _ result: CaseRecord, _ metric: MetricRecord, _ change: (base: Int, head: Int),
    _ palette: StoragePalette
  ) -> HTMLTable.Row {
    let (difference, isBeyond) = change.head.subtractingReportingOverflow(change.base)
    let sign = difference > 0 ? "+" : ""
    // What is there for reading only fails no gate.
    let verdict =
      metric.role == .gate
      ? metric.compare.map { Cell($0.verdict.rawValue, mark: $0.verdict.mark) } ?? .empty
      : Cell("changed", mark: "faint")
    let share = Double(change.head) / Double(change.base) - 1
    return HTMLTable.Row(
      cells: CaseNames.leadingCells(result, palette) + [
        Cell(TitleText.of(metric.name, unit: metric.unit)), verdict,
        .figure(DisplayFormat.grouped(change.base), Double(change.base)),
        .figure(DisplayFormat.grouped(change.head), Double(change.head)),
        isBeyond ? .empty : .figure(sign + DisplayFormat.grouped(difference), Double(difference)),
        change.base == 0 ? .empty : .figure(sign + DisplayFormat.share(share), share),
      ] + CaseNames.trailingCells(result))
  }
}

extension MetricRecord {
  /// Both whole numbers of an exact metric that differs between base and head.
  fileprivate var exactChange: (base: Int, head: Int)? {
    guard kind == .exact, let value, let compare, let base = Int(exactly: compare.base),
      base != value
    else { return nil }
    return (base, value)
  }
}
