import RunRecords

/// What has changed between two records.
struct ComparisonSection {
  private typealias Cell = HTMLTable.Cell

  var comparisonID: String
  var heading: String
  /// What was found, in a sentence.
  var verdict: String
  var isBad: Bool
  /// Why something was not compared.
  var reasons: [String]
  /// Exact metrics that differ.
  var metrics: HTMLTable?
  /// Cases that broke, were repaired, came or went.
  var events: HTMLTable?
  /// CPU times side by side.
  var times: HTMLTable?
  var figures: [ReportPage.Figure]

  /// Compares two records; nil where they have no case in common.
  init?(
    _ source: HTMLReport.Source, against baseline: HTMLReport.Source,
    writer: inout ReportPage.Writer
  ) {
    let comparison = RecordComparison(baseline: baseline.record, candidate: source.record)
    guard !comparison.cases.isEmpty else { return nil }
    let eventTableID = writer.newTableID()
    comparisonID = "d-" + eventTableID
    heading = "\(source.name) (B) against \(baseline.name) (A)"
    verdict = Self.verdict(comparison)
    isBad = comparison.exitCode == 1
    reasons = Self.reasons(comparison)
    metrics = Self.metrics(comparison, writer: &writer)
    events = Self.events(comparison, id: eventTableID)
    figures = []
    let times = ComparedTimes(comparison, palette: writer.palette)
    self.times = times.table(id: writer.newTableID())
    if let table = self.times, let chart = times.chart,
      let figure = writer.figure(chart, tableID: table.id)
    {
      figures = [figure]
    }
  }

  private static func verdict(_ comparison: RecordComparison) -> String {
    guard comparison.exactKeyDifference == nil else {
      return "Not comparable: exact metrics need an equal exact key."
    }
    let counts = comparison.counts
    let parts = [
      (counts.regressed, "regressed"), (counts.improved, "improved"),
      (counts.changed, "changed, for reading only"), (counts.broken, "broken"),
      (counts.repaired, "repaired"), (counts.differentAnswers, "with different answers"),
      (counts.notComparable, "not comparable"), (comparison.added.count, "added"),
      (comparison.removed.count, "removed"),
    ].filter { $0.0 > 0 }.map { "\(DisplayFormat.grouped($0.0)) \($0.1)" }
    let compared = DisplayFormat.grouped(counts.compared)
    let found = parts.isEmpty ? "nothing has changed" : parts.joined(separator: ", ")
    let cases = DisplayFormat.cases(comparison.cases.count)
    return "Of \(compared) exact figures in \(cases): \(found)."
  }

  private static func reasons(_ comparison: RecordComparison) -> [String] {
    func sentences(_ key: String, _ difference: KeyDifference?) -> [String] {
      guard let difference else { return [] }
      return [("A", difference.baseline), ("B", difference.candidate)].map { side, parts in
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
  ) -> HTMLTable? {
    guard comparison.exactKeyDifference == nil else { return nil }
    let verdicts: [(MetricComparison.Verdict, String, String)] = [
      (.regressed, "regressed", "bad"), (.improved, "improved", "good"),
      (.changed, "changed", "faint"),
    ]
    let rows = verdicts.flatMap { verdict, name, mark in
      comparison.cases.flatMap { pair in
        pair.metrics.filter { $0.verdict == verdict }.map { metric in
          row(pair, metric, Cell(name, mark: mark))
        }
      }
    }
    guard !rows.isEmpty else { return nil }
    return HTMLTable(
      id: writer.newTableID(), caption: "Exact figures that differ",
      columns: [
        .init(title: "case"), .init(title: "metric"), .init(title: "verdict"),
        .init(title: "A", isNumber: true), .init(title: "B", isNumber: true),
        .init(title: "B − A", isNumber: true), .init(title: "of A", isNumber: true),
      ], rows: rows, isFilterable: true)
  }

  private static func row(
    _ pair: CaseComparison, _ metric: MetricComparison, _ verdict: Cell
  ) -> HTMLTable.Row {
    func cell(_ value: Int?, sign: String = "") -> Cell {
      value.map { .figure(sign + DisplayFormat.grouped($0), Double($0)) } ?? .empty
    }
    let difference = metric.difference ?? 0
    let sign = difference > 0 ? "+" : ""
    let share = metric.baseline.flatMap { baseline -> Cell? in
      guard baseline != 0 else { return nil }
      let share = Double(difference) / Double(baseline.magnitude)
      return .figure(sign + DisplayFormat.share(share), share)
    }
    return HTMLTable.Row(cells: [
      Cell(pair.id, isRowHeader: true), Cell("\(TitleText.of(metric.name)), \(metric.unit)"),
      verdict, cell(metric.baseline), cell(metric.candidate), cell(difference, sign: sign),
      share ?? .empty,
    ])
  }

  private static func events(_ comparison: RecordComparison, id: String) -> HTMLTable? {
    func row(_ id: String, _ event: String, _ detail: String, mark: String?) -> HTMLTable.Row {
      HTMLTable.Row(cells: [
        Cell(id, isRowHeader: true), Cell(event, mark: mark), Cell(detail),
      ])
    }
    var rows = comparison.cases.compactMap { pair -> HTMLTable.Row? in
      switch pair.verdict {
      case .broken(let reason): row(pair.id, "broken", reason, mark: "bad")
      case .repaired(let before): row(pair.id, "repaired", "in A \(before)", mark: "good")
      case .answersDiffer(let left, let right):
        row(pair.id, "answers differ", "checksum \(left) in A, \(right) in B", mark: "bad")
      case .notComparable(let reason): row(pair.id, "not comparable", reason, mark: "bad")
      case .compared: nil
      case .unmeasured: row(pair.id, "not measured", "in A and B", mark: "faint")
      }
    }
    for pair in comparison.cases {
      for metric in pair.metrics {
        guard case .notComparable(let reason) = metric.verdict else { continue }
        rows.append(row(pair.id, "not comparable", "\(metric.name) \(reason)", mark: "bad"))
      }
    }
    rows += comparison.added.map { row($0, "added", "only in B", mark: nil) }
    rows += comparison.removed.map { row($0, "removed", "only in A", mark: nil) }
    guard !rows.isEmpty else { return nil }
    return HTMLTable(
      id: id, caption: "Cases that came, went, broke or cannot be compared",
      columns: [.init(title: "case"), .init(title: "what happened"), .init(title: "detail")],
      rows: rows, isFilterable: true
    ).withoutEmptyColumns()
  }
}
