import RunRecords

/// One record: what it says of the storages, and how far that can be trusted.
struct RecordSection {
  var recordID: String
  var heading: String
  /// Tool, preset, commit, machine.
  var facts: [String]
  /// How the cases ended, in a sentence.
  var outcome: String
  var isBad: Bool
  var noticeSummary: String?
  var notices: [RecordNotice]
  var suites: [SuiteSection]
  var crossovers: HTMLTable?
  var exponents: HTMLTable?
  var cases: HTMLTable
  var environment: HTMLTable

  init(
    _ source: HTMLReport.Source, number: Int, of count: Int, writer: inout ReportPage.Writer
  ) {
    let record = source.record.curves.isEmpty ? source.record.withCurves() : source.record
    let report = RunReport(record)
    recordID = "r\(number)"
    heading = count > 1 ? "\(SideNames.letter(number - 1)): \(source.name)" : source.name
    facts = RecordFacts.headline(of: record)
    let summary = Summary(of: record.cases, exitCode: 0)
    outcome = Self.outcome(summary, isComplete: record.run.completed)
    isBad = summary.failed + summary.timeout > 0 || !record.run.completed
    notices = RecordNotice.all(in: record, report)
    noticeSummary = RecordNotice.summary(of: record)
    suites = Self.suites(report.families, in: record, recordID: recordID, writer: &writer)
    crossovers = GrowthTables.crossovers(of: report.families, writer: &writer)
    exponents = GrowthTables.exponents(of: record, writer: &writer)
    cases = CaseTable(record, palette: writer.palette).table(
      id: writer.newTableID(), caption: "All cases of \(source.name)")
    environment = RecordFacts.table(
      of: record, id: writer.newTableID(), caption: "Environment of \(source.name)")
  }

  private static func outcome(_ summary: Summary, isComplete: Bool) -> String {
    let parts = [
      (summary.failed, "failed"), (summary.timeout, "timed out"), (summary.skipped, "not begun"),
    ].filter { $0.0 > 0 }.map { "\(DisplayFormat.cases($0.0)) \($0.1)" }
    let cases =
      parts.isEmpty
      ? "All \(DisplayFormat.cases(summary.ok)) have a result."
      : parts.joined(separator: ", ") + "; \(DisplayFormat.cases(summary.ok)) with a result."
    return cases + (isComplete ? "" : " The run was not completed: this is what it measured.")
  }

  private static func suites(
    _ families: [FamilyComparison], in record: RunRecord, recordID: String,
    writer: inout ReportPage.Writer
  ) -> [SuiteSection] {
    var sections: [SuiteSection] = []
    for suite in Set(families.map(\.suite)).sorted() {
      let families = families.filter { $0.suite == suite }
      let suiteID = "\(recordID)u\(sections.count + 1)"
      let targets = families.indices.map { "\(suiteID)s\($0 + 1)" }
      let winners = WinnerTable(families, palette: writer.palette).table(
        id: writer.newTableID(), caption: "Best storage in \(suite), by number of items",
        targets: targets)
      var scenarios: [ScenarioSection] = []
      for (family, target) in zip(families, targets) {
        scenarios.append(
          ScenarioSection(
            family, in: record, id: target, isOpen: scenarios.isEmpty, writer: &writer))
      }
      let count = ScoreRow.contestCount(families)
      sections.append(
        SuiteSection(
          suite: suite, suiteID: suiteID,
          scores: ScoreRow.rows(families, palette: writer.palette),
          contests: count == 0
            ? "No two storages were compared."
            : "Best, or level with the best, at the largest size of "
              + DisplayFormat.counted(count, "comparison") + ".",
          winners: winners, scenarios: scenarios))
    }
    return sections
  }
}
