import RunRecords

/// The exact figures of two builds that differ.
enum GateCounts {
  /// A row for each figure that differs, regressions first; nil where none does.
  static func table(of record: RunRecord, writer: inout ReportPage.Writer) -> HTMLTable? {
    let rows = record.cases.sorted { $0.id < $1.id }.flatMap { result in
      result.metrics.compactMap { metric in
        metric.exactChange.map { change in
          (
            rank: rank(metric),
            row: ExactChanges.Row(
              result: result, metric: TitleText.of(metric.name, unit: metric.unit),
              verdict: verdict(metric), before: change.base, after: change.head)
          )
        }
      }
    }
    let ordered = (0...2).flatMap { rank in rows.filter { $0.rank == rank }.map(\.row) }
    return ExactChanges(rows: ordered, names: SideNames(baseline: "base", candidate: "head"))
      .table(writer: &writer)
  }

  private static func rank(_ metric: MetricRecord) -> Int {
    metric.role != .gate ? 2 : metric.compare?.verdict == .regressed ? 0 : 1
  }

  /// What is there for reading only fails no gate.
  private static func verdict(_ metric: MetricRecord) -> HTMLTable.Cell {
    guard metric.role == .gate else { return .init("changed", mark: "faint") }
    return metric.compare.map { .init($0.verdict.rawValue, mark: $0.verdict.mark) } ?? .empty
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
