import Analysis
import RunRecords
import Statistics

/// The changes between two records.
struct ComparisonSection {
  private typealias Cell = Table.Cell

  var comparisonID: String
  var heading: String
  /// The finding, in a sentence.
  var verdict: String
  var isBad: Bool
  /// The reason why something was not compared.
  var reasons: [String]
  /// The command that decides about undecided times, and what it takes; nil without such times.
  var advice: Advice?
  /// Exact metrics that differ.
  var metrics: Table?
  /// Cases that broke, were repaired, came or went.
  var events: Table?
  /// A Boolean value that indicates whether there are so few of these that they are shown at once.
  var areEventsOpen: Bool
  var boards: [VerdictBoard]
  /// The slow-down that would have been found, in a sentence.
  var sensitivity: String?
  /// The reason why the times are no verdict on the code.
  var caution: String?
  /// CPU times side by side.
  var times: Table?
  var figures: [ReportPage.Figure]
  /// The number of cases that the chart leaves out, in a sentence.
  var chartNote: String?

  /// A command to type, and the sentence before it.
  struct Advice {
    var sentence: String
    var command: String
  }

  /// Compares two records of runs, which the page calls `names`; nil where they have no case in
  /// common.
  init?(
    _ source: HTMLReport.Source, against baseline: HTMLReport.Source, names: SideNames,
    writer: inout ReportPage.Writer
  ) {
    guard source.record.kind != .comparison, baseline.record.kind != .comparison else { return nil }
    let comparison = RecordComparison(
      baseline: baseline.record, candidate: source.record, options: ComparisonOptions(),
      names: names)
    guard !comparison.cases.isEmpty else { return nil }
    let eventTableID = writer.newTableID()
    comparisonID = "d-" + eventTableID
    heading = "\(source.name) (\(names.candidate)) against \(baseline.name) (\(names.baseline))"
    let counts = comparison.counts
    verdict = Self.verdict(comparison)
    isBad =
      counts.regressed + counts.broken + counts.differentAnswers + counts.notComparable
      + comparison.failed.count > 0
    reasons = Self.reasons(comparison)
    advice = comparison.gateAdvice.map { Advice(sentence: $0.sentence, command: $0.command) }
    metrics = Self.metrics(comparison, writer: &writer)
    events = Self.events(comparison, id: eventTableID)
    areEventsOpen = events.map { $0.rows.count <= 10 } ?? false
    let changes = TimeChanges(comparison)
    boards = [
      changes.board,
      .exact(regressed: counts.regressed, improved: counts.improved, same: counts.equal),
    ].compactMap(\.self)
    sensitivity = changes.sensitivity
    caution = changes.caution
    (times, figures, chartNote) = changes.shown(writer: &writer)
  }

  /// Returns the findings about exact figures and cases, then about times.
  private static func verdict(_ comparison: RecordComparison) -> String {
    let counts = comparison.counts
    let events = [
      (counts.broken, "broken"), (counts.repaired, "repaired"),
      (counts.differentAnswers, "with different answers"),
      (counts.notComparable, "not comparable"), (comparison.failed.count, "failed"),
      (comparison.added.count, "added"), (comparison.removed.count, "removed"),
    ]
    let figures = [
      (counts.regressed, "regressed"), (counts.improved, "improved"),
      (counts.changed, "changed, for reading only"),
    ]
    let cases = DisplayFormat.cases(comparison.cases.count)
    var sentences: [String]
    if comparison.exactKeyDifference != nil {
      sentences = ["Not comparable: exact metrics need an equal exact key."]
      if let found = list(events) { sentences.append("In \(cases): \(found).") }
    } else if counts.compared == 0 {
      let found = list(events).map { ": \($0)" } ?? ""
      sentences = ["No exact figure was compared in \(cases)\(found)."]
    } else {
      let found = list(figures + events) ?? "nothing has changed"
      let compared = count(counts.compared, "exact figure")
      sentences = ["Of \(compared) in \(cases): \(found)."]
    }
    let times = counts.times
    let found = list([
      (times.regressed, "regressed"), (times.improved, "improved"),
      (times.inconclusive, "inconclusive"), (times.equivalent, "equivalent"),
    ])
    if let found { sentences.append("Of \(count(times.judged, "CPU time")): \(found).") }
    return sentences.joined(separator: " ")
  }

  /// `3 regressed, 1 added`; nil where there is none of all.
  private static func list(_ counts: [(Int, String)]) -> String? {
    let parts = counts.filter { $0.0 > 0 }.map { "\(DisplayFormat.grouped($0.0)) \($0.1)" }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    "\(DisplayFormat.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func reasons(_ comparison: RecordComparison) -> [String] {
    func sentences(_ key: String, _ difference: KeyDifference?) -> [String] {
      guard let difference else { return [] }
      return [
        (comparison.names.baseline, difference.baseline),
        (comparison.names.candidate, difference.candidate),
      ].map { side, parts in
        "\(key), only in \(side): \(parts.isEmpty ? "nothing" : parts.joined(separator: "; "))"
      }
    }
    let hostDiffers = comparison.hostKeyDifference != nil
    return sentences("exact key", comparison.exactKeyDifference)
      + (hostDiffers ? ["Times are not shown side by side: the hosts differ."] : [])
      + sentences("host key", comparison.hostKeyDifference)
  }

  private static func metrics(
    _ comparison: RecordComparison, writer: inout ReportPage.Writer
  ) -> Table? {
    let verdicts: [(MetricComparison.Verdict, Cell)] = [
      (.regressed, Cell("regressed", .bad)), (.improved, Cell("improved", .good)),
      (.changed, Cell("changed", .faint)),
    ]
    let rows = verdicts.flatMap { verdict, cell in
      comparison.cases.flatMap { pair in
        pair.metrics.filter { $0.verdict == verdict }.map { metric in
          ExactChanges.Row(
            result: pair.candidate, metric: TitleText.of(metric.name, unit: metric.unit),
            verdict: cell, before: metric.baseline, after: metric.candidate)
        }
      }
    }
    return ExactChanges(rows: rows, names: comparison.names).table(writer: &writer)
  }

  private static func events(_ comparison: RecordComparison, id: String) -> Table? {
    func row(_ id: String, _ event: String, _ detail: String, _ role: Table.Role = .plain)
      -> Table.Row
    {
      Table.Row([
        Cell(id, isRowHeader: true), Cell(event, role), Cell(detail),
      ])
    }
    let (a, b) = (comparison.names.baseline, comparison.names.candidate)
    var rows = comparison.cases.compactMap { pair -> Table.Row? in
      switch pair.verdict {
      case .broken(let reason): row(pair.id, "broken", reason, .bad)
      case .repaired(let before): row(pair.id, "repaired", "in \(a) \(before)", .good)
      case .answersDiffer(let left, let right):
        row(pair.id, "answers differ", "checksum \(left) in \(a), \(right) in \(b)", .bad)
      case .notComparable(let reason): row(pair.id, "not comparable", reason, .bad)
      case .compared: nil
      case .unmeasured: row(pair.id, "not measured", "in \(a) and \(b)", .faint)
      }
    }
    for pair in comparison.cases where pair.verdict == .compared {
      rows += pair.obstacles.map { row(pair.id, "not comparable", $0, .bad) }
    }
    rows += comparison.failed.map {
      row($0.id, "failed", "\($0.message ?? "no reason is given"); not in \(a)", .bad)
    }
    rows += comparison.added.map { row($0, "added", "only in \(b)") }
    rows += comparison.removed.map { row($0, "removed", "only in \(a)") }
    guard !rows.isEmpty else { return nil }
    return Table(
      id: id, caption: "Cases that came, went, broke or cannot be compared",
      columns: [.init("case"), .init("what happened"), .init("detail")],
      rows: rows, isFilterable: true
    ).withoutEmptyColumns()
  }
}
