import Analysis
import RunRecords

/// The beginning and the end of a record's section, whatever the record is of.
struct RecordHead {
  var recordID: String
  var heading: String
  /// Tool, preset, commits, machine.
  var facts: [String]
  /// The outcome, in a sentence.
  var outcome: String
  var isBad: Bool
  var noticeSummary: String?
  var notices: [RecordNotice]
  var environment: Table

  init(
    _ source: HTMLReport.Source, number: Int, of count: Int, _ findings: RunFindings,
    outcome: String, isBad: Bool, writer: inout ReportPage.Writer
  ) {
    let record = source.record
    recordID = "r\(number)"
    heading = count > 1 ? "\(SideNames.letter(number - 1)): \(source.name)" : source.name
    facts = RecordFacts.headline(of: record)
    self.outcome = outcome
    self.isBad = isBad
    noticeSummary = RecordNotice.summary(of: record)
    notices = RecordNotice.all(in: record, findings)
    environment = RecordFacts.table(
      of: record, id: writer.newTableID(), caption: "Environment of \(source.name)")
  }
}

/// One answer: the choice, and what else there is to say.
struct AnswerParagraph {
  var choice: String
  var remarks: String

  /// Nil for an answer that says nothing; the title is for a suite with several answers.
  init?(_ answer: Answer) {
    guard let choice = answer.sentences.first else { return nil }
    self.choice =
      answer.isAlone
      ? choice.prefix(1).uppercased() + choice.dropFirst() : "\(answer.title): \(choice)"
    remarks = answer.sentences.dropFirst().joined(separator: " ")
  }
}

/// One record: what it says of the storages, and how far that can be trusted.
struct RecordSection {
  var head: RecordHead
  /// The criterion of the answers; nil where there are none.
  var criterion: String?
  var suites: [SuiteSection]
  var crossovers: Table?
  var exponents: Table?
  var cases: Table

  init(
    _ source: HTMLReport.Source, number: Int, of count: Int, writer: inout ReportPage.Writer
  ) {
    // The curves and crossovers of old records were judged by other rules.
    let record = source.record.withCurves()
    let report = RunFindings(record)
    suites = Self.suites(report, in: record, recordID: "r\(number)", writer: &writer)
    criterion = Answer.criterion(of: report.answers)
    crossovers = GrowthTables.crossovers(of: report.families, writer: &writer)
    exponents = GrowthTables.exponents(of: record, writer: &writer)
    cases = CaseTable(record, palette: writer.palette).table(
      id: writer.newTableID(), caption: "All cases of \(source.name)")
    let summary = Summary(of: record.cases, exitCode: 0)
    head = RecordHead(
      source, number: number, of: count, report,
      outcome: summary.sentence()
        + (record.run.completed ? "" : " The run was not completed: this is what it measured."),
      isBad: summary.failed + summary.timeout > 0 || !record.run.completed, writer: &writer)
  }

  private static func suites(
    _ report: RunFindings, in record: RunRecord, recordID: String,
    writer: inout ReportPage.Writer
  ) -> [SuiteSection] {
    var sections: [SuiteSection] = []
    for suite in Set(report.families.map(\.suite)).sorted() {
      let families = report.families.filter { $0.suite == suite }
      let suiteID = "\(recordID)u\(sections.count + 1)"
      let targets = families.indices.map { "\(suiteID)s\($0 + 1)" }
      let map = WinnerTable(families, palette: writer.palette)
      let winners = map.table(
        id: writer.newTableID(),
        caption: "Best storage in \(suite), by number of items; the figure says how many times as "
          + "long the slowest takes, an edge where another storage becomes the best",
        targets: targets)
      var scenarios: [ScenarioSection] = []
      for (family, target) in zip(families, targets) {
        scenarios.append(
          ScenarioSection(
            family, in: record, id: target, isOpen: scenarios.isEmpty, writer: &writer))
      }
      sections.append(
        SuiteSection(
          suite: suite, suiteID: suiteID,
          answers: report.answers.filter { $0.suite == suite }.compactMap(AnswerParagraph.init),
          winners: winners, ties: map.ties, scenarios: scenarios))
    }
    return sections
  }
}

/// One scenario: its sentence, and a section for each dataset and item shape.
struct ScenarioSection {
  var scenarioID: String
  var name: String
  var sentence: String
  /// A Boolean value that indicates whether it is unfolded at first.
  var isOpen: Bool
  var series: [SeriesSection]
  /// All that a filter may look for.
  var searchText: String

  init(
    _ family: Ranking.Family, in record: RunRecord, id: String, isOpen: Bool,
    writer: inout ReportPage.Writer
  ) {
    scenarioID = id
    name = family.scenario
    sentence = "\(family.advice)."
    self.isOpen = isOpen
    series = []
    // What tells of growth comes first.
    let parts = family.series.enumerated().sorted { left, right in
      let counts = (left.element.sizes.count, right.element.sizes.count)
      return counts.0 == counts.1 ? left.offset < right.offset : counts.0 > counts.1
    }
    for (_, part) in parts {
      series.append(
        SeriesSection(
          part, of: family, in: record,
          heading: "data \(part.data), payload \(part.payload)", writer: &writer))
    }
    let collections = family.series.flatMap { [$0.data, $0.payload] }
    searchText = ([family.suite, family.scenario] + collections).joined(separator: " ")
  }
}

/// The scenarios of one suite.
struct SuiteSection {
  var suite: String
  var suiteID: String
  var answers: [AnswerParagraph]
  /// The picture of the answers; nil where nothing is better anywhere.
  var winners: Table?
  /// The scenarios that the picture leaves out.
  var ties: String?
  var scenarios: [ScenarioSection]
}

/// One scenario on one dataset and item shape: what its charts and its table show.
struct SeriesSection {
  /// The growth of one storage's time.
  struct Growth {
    var storage: String
    var swatch: String
    var exponent: String
  }

  /// The heading that sets it apart from the scenario's others.
  var heading: String
  var growth: [Growth]
  var crossovers: [String]
  var figures: [ReportPage.Figure]
  var note: String?
  var hasRemarks: Bool
  var table: Table

  init(
    _ series: Ranking.Series, of family: Ranking.Family, in record: RunRecord,
    heading: String, writer: inout ReportPage.Writer
  ) {
    self.heading = heading
    let palette = writer.palette
    let curves = record.curves(of: series, in: family)
    growth = curves.compactMap { curve in
      curve.exponent.flatMap { exponent in
        guard exponent.isTold else { return nil }
        return Growth(
          storage: curve.storage,
          swatch: palette.className(
            of: curve.storage, isFloor: series.floors.contains(curve.storage)),
          exponent: exponent.sentence)
      }
    }
    crossovers = series.crossovers.map(\.sentence)
    let tableID = writer.newTableID()
    table = SeriesTable(series, palette: palette).table(
      id: tableID,
      caption: "\(family.suite)/\(family.scenario), data \(series.data), payload \(series.payload)")
    let charts = SeriesCharts(series, of: family, curves: curves, palette: palette)
    figures = charts.all.compactMap { writer.figure($0, tableID: tableID) }
    note = charts.note
    hasRemarks = !growth.isEmpty || !crossovers.isEmpty || note != nil
  }
}

extension RunRecord {
  /// The curves of the CPU time in `series`, in the order of its storages.
  fileprivate func curves(of series: Ranking.Series, in family: Ranking.Family) -> [Curve] {
    let name = family.curveFamily(of: series)
    return curves.filter { $0.family == name && $0.metric == TimeMetric.cpu.rawValue }
      .sorted { left, right in
        let isFloor = [left, right].map { series.floors.contains($0.storage) }
        if isFloor[0] != isFloor[1] { return isFloor[1] }
        return StorageOrder(left.storage) < StorageOrder(right.storage)
      }
  }
}

extension Curve.Exponent {
  /// A Boolean value that indicates whether the sizes tell of growth: the interval is no wider than
  /// half a power.
  var isTold: Bool {
    interval.map { $0.high - $0.low <= 0.5 } ?? false
  }

  /// `∝ n^0.98`.
  var shortText: String { "∝ n^" + DisplayFormat.exponent(value) }

  /// `grows as n^0.98 (95% interval 0.95 to 1.01)`.
  var sentence: String {
    let bounds =
      if let interval {
        " (95% interval \(DisplayFormat.exponent(interval.low)) "
          + "to \(DisplayFormat.exponent(interval.high)))"
      } else {
        ""
      }
    return "grows as n^\(DisplayFormat.exponent(value))\(bounds)"
  }
}
