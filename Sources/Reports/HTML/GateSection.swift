import Analysis
import RunRecords
import Statistics

/// A record of two builds measured in pairs: what has become slower, and what could be seen at all.
struct GateSection {
  var head: RecordHead
  var boards: [VerdictBoard]
  /// The slow-down that would have been found, in a sentence.
  var sensitivity: String?
  /// The number of cases that the chart leaves out, in a sentence.
  var chartNote: String?
  var figures: [ReportPage.Figure]
  var times: Table?
  var counts: Table?

  init(
    _ source: HTMLReport.Source, number: Int, of count: Int, writer: inout ReportPage.Writer
  ) {
    let record = source.record
    let judgement = GateJudgement(reading: record)
    let changes = TimeChanges(judgement, of: record)
    boards = [
      changes.board,
      .exact(
        regressed: judgement.exactCount(.regressed), improved: judgement.exactCount(.improved),
        same: judgement.exactCount(.equivalent)),
    ].compactMap(\.self)
    sensitivity = changes.sensitivity
    (times, figures, chartNote) = changes.shown(writer: &writer)
    counts = GateCounts.table(of: record, writer: &writer)
    head = RecordHead(
      source, number: number, of: count, RunFindings(record),
      outcome: Self.outcome(judgement), isBad: record.summary.exitCode != 0,
      writer: &writer)
    head.heading += ", head against base"
  }

  private static func outcome(_ judgement: GateJudgement) -> String {
    let count = judgement.skipped.count
    return judgement.outcomeSentence
      + (count > 0 ? " \(DisplayFormat.cases(count)) not measured." : "")
  }
}

/// The exact figures of two builds that differ.
enum GateCounts {
  /// A row for each figure that differs, regressions first; nil where none does.
  static func table(of record: RunRecord, writer: inout ReportPage.Writer) -> Table? {
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

  /// Returns the cell of a verdict; metrics for reading only fail no gate.
  private static func verdict(_ metric: MetricRecord) -> Table.Cell {
    guard metric.role == .gate else { return .init("changed", .faint) }
    return metric.compare.map { .init($0.verdict.rawValue, $0.verdict.role) } ?? .empty
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
