import RunRecords

/// A record of two builds measured in pairs: what has become slower, and what could be seen at all.
struct GateSection {
  var recordID: String
  var heading: String
  /// Tool, commits, machine.
  var facts: [String]
  /// How it ended and why, in a sentence.
  var outcome: String
  var isBad: Bool
  var noticeSummary: String?
  var boards: [VerdictBoard]
  /// The slow-down that would have been found, in a sentence.
  var sensitivity: String?
  /// Which cases the chart leaves out.
  var chartNote: String?
  var figures: [ReportPage.Figure] = []
  var times: HTMLTable?
  var counts: HTMLTable?
  var notices: [RecordNotice]
  var environment: HTMLTable

  init(
    _ source: HTMLReport.Source, number: Int, of count: Int, writer: inout ReportPage.Writer
  ) {
    let record = source.record
    let judgement = GateJudgement(
      record, removed: [], added: [], exactDifference: nil,
      isInterrupted: record.summary.exitCode == 130, policy: GatePolicy(), acceptances: [],
      today: "")
    recordID = "r\(number)"
    let name = count > 1 ? "\(SideNames.letter(number - 1)): \(source.name)" : source.name
    heading = "\(name), head against base"
    facts = RecordFacts.headline(of: record)
    outcome = Self.outcome(judgement, of: record)
    isBad = record.summary.exitCode != 0
    noticeSummary = RecordNotice.summary(of: record)
    notices = RecordNotice.all(in: record, RunReport(record))
    let changes = TimeChanges(judgement, of: record)
    boards = [
      changes.board,
      .exact(
        regressed: judgement.exactCount(.regressed), improved: judgement.exactCount(.improved),
        same: judgement.exactCount(.equivalent)),
    ].compactMap(\.self)
    sensitivity = changes.sensitivity
    times = changes.table(id: writer.newTableID(), palette: writer.palette)
    if let times, let chart = changes.chart(palette: writer.palette),
      let figure = writer.figure(chart, tableID: times.id)
    {
      figures = [figure]
      chartNote = changes.chartNote
    }
    counts = GateCounts.table(of: record, writer: &writer)
    environment = RecordFacts.table(
      of: record, id: writer.newTableID(), caption: "Environment of \(source.name)")
  }

  private static func outcome(_ judgement: GateJudgement, of record: RunRecord) -> String {
    let status = record.summary.exitCode
    let reasons = judgement.reasons.map(\.text).joined(separator: "; ")
    let skipped =
      judgement.skipped.count > 0
      ? " \(DisplayFormat.cases(judgement.skipped.count)) not measured." : ""
    guard status == 0 else {
      return "Failed with exit status \(status)" + (reasons.isEmpty ? "." : ": \(reasons).")
        + skipped
    }
    // What is accepted makes no gate fail, and stands in no record.
    return
      (judgement.findings.contains(where: \.isRegression)
      ? "Passed: what has regressed was accepted."
      : "Passed: nothing has regressed as far as could be seen.") + skipped
  }
}
