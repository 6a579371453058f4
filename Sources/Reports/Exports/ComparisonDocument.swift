package import Analysis
import RunRecords
import Statistics

/// A comparison as other programs read it: JSON, CSV in long form, or a summary in Markdown.
package struct ComparisonDocument: Sendable {
  private let notice: String
  private let notices: [String]
  private let sources: [RecordSetComparison.Source]
  private let clauses: [Clause]
  private let rows: [ComparisonRow]
  /// The reasons why cases of each side were not compared, and the cases of each reason.
  private let obstacles: [(side: String, text: String, ids: [String])]
  /// The rule without what two runs add to it.
  private let rule: UnpairedRule
  /// The rule of each side whose times are compared with those of another run.
  private let runRules: [(side: String, rule: UnpairedRule)]
  private let crossovers: [(family: String, crossover: SizeCrossover)]
  private let verdicts: [String]
  private let advices: [GateAdvice]
  private let exitCode: Int

  /// The reason why a side's exact metrics or times were not compared.
  fileprivate struct Clause: Sendable {
    let side: String
    let key: String
    let difference: KeyDifference
  }

  /// Writes a comparison of records with the first of them, and the exit status.
  package init(_ comparison: RecordSetComparison, exitCode: Int) {
    notice = RecordSetComparison.unpairedNotice
    notices = comparison.notices
    sources = comparison.sources
    clauses = comparison.pairs.flatMap { pair in
      [
        pair.exactKeyDifference.map {
          Clause(side: pair.names.candidate, key: "exact_key", difference: $0)
        },
        pair.hostKeyDifference.map {
          Clause(side: pair.names.candidate, key: "host_key", difference: $0)
        },
      ].compactMap(\.self)
    }
    rows = comparison.pairs.flatMap(\.rows)
    obstacles = comparison.pairs.flatMap { pair in
      pair.obstacles.map { (pair.names.candidate, $0.text, $0.ids) }
    }
    rule = comparison.options.rule
    runRules = comparison.pairs.map { ($0.names.candidate, $0.rule) }
    crossovers = comparison.crossovers
    advices = comparison.pairs.compactMap(\.gateAdvice)
    verdicts = comparison.pairs.map {
      (comparison.pairs.count > 1 ? "\($0.names.candidate): " : "") + $0.verdictLine
    }
    self.exitCode = exitCode
  }

  /// The variants inside one record, from the file at `path`.
  package init(_ comparison: VariantComparison, path: String) {
    notice = VariantComparison.notice
    notices = comparison.record.run.completed ? [] : ["The run was not completed."]
    sources = [.init(comparison.record, path: path)]
    clauses = []
    rows = comparison.rows
    obstacles = []
    rule = comparison.legendRule
    runRules = []
    crossovers = comparison.families.flatMap { family in
      family.crossovers.map { surroundings, crossover in
        let name = (["\(family.suite)/\(family.scenario)"] + surroundings).joined(separator: ", ")
        return (name, crossover)
      }
    }
    verdicts = [comparison.verdictLine]
    advices = []
    exitCode = comparison.exitCode
  }

  /// A header and a line for each finding, RFC 4180 but for line feeds alone.
  package var csv: String {
    ([ComparisonRow.header] + rows.map(\.fields))
      .map { $0.map(RunRecordCSV.quoted).joined(separator: ",") + "\n" }.joined()
  }

  /// One document: the sides, the rule, every finding, and the exit status.
  package var json: String {
    var root = JSONObject()
    root.add("schema", Self.object([("name", "cvbench-comparison"), ("version", "1.1")]))
    root.add("notice", .string(notice))
    root.add("warnings", .array(notices.map(JSONValue.string)))
    root.add("sides", .array(sources.map(Self.side)))
    root.add("rule", ruleValue)
    root.add(
      "key_differences",
      .array(
        clauses.map { clause in
          var object = JSONObject()
          object.add("side", .string(clause.side))
          object.add("key", .string(clause.key))
          object.add("only_in_base", .array(clause.difference.baseline.map(JSONValue.string)))
          object.add("only_in_side", .array(clause.difference.candidate.map(JSONValue.string)))
          return .object(object)
        }))
    root.add("findings", .array(rows.map(\.json)))
    root.add("crossovers", .array(crossovers.map(Self.crossover)))
    root.add("verdicts", .array(verdicts.map(JSONValue.string)))
    root.add("next", .array(advices.map { .string($0.command) }))
    root.add("exit_code", .whole(exitCode))
    return JSONValue.object(root).document
  }

  private static func object(_ members: [(String, String)]) -> JSONValue {
    var object = JSONObject()
    for (key, value) in members { object.add(key, .string(value)) }
    return .object(object)
  }

  private static func side(_ source: RecordSetComparison.Source) -> JSONValue {
    let record = source.record
    return object(
      [("name", source.name)] + (source.path.isEmpty ? [] : [("path", source.path)])
        + [
          ("run", record.run.id), ("started_at", record.run.startedAt),
          ("preset", record.run.preset), ("seed", "\(record.run.seed)"),
          ("exact_key", record.environment.exactKey), ("host_key", record.environment.hostKey),
        ])
  }

  private var ruleValue: JSONValue {
    var object = JSONObject()
    for (key, value) in [
      ("margin", rule.margin), ("alpha", rule.alpha),
      ("equivalence_margin", rule.equivalenceMargin),
      ("equivalence_confidence", rule.equivalenceConfidence), ("power", rule.power),
    ] {
      object.add(key, .real(value))
    }
    object.add("estimator", .string(sources.count > 1 ? "median" : "geometric_mean"))
    let runs = runRules.compactMap(Self.runs)
    if !runs.isEmpty { object.add("runs", .array(runs)) }
    return .object(object)
  }

  /// Returns the figures that the runs of one side add to the rule; nil where times were not compared.
  private static func runs(_ side: String, _ rule: UnpairedRule) -> JSONValue? {
    guard let runs = rule.runs else { return nil }
    var object = JSONObject()
    object.add("side", .string(side))
    object.add("cases", .whole(runs.caseCount))
    object.add("alpha_per_case", .real(rule.alphaPerCase))
    object.add("log_run_deviation", .real(runs.runDeviation))
    object.add("log_shift", .real(runs.shift))
    return .object(object)
  }

  private static func crossover(_ family: String, _ crossover: SizeCrossover) -> JSONValue {
    var object = JSONObject()
    object.add("family", .string(family))
    object.add("overtaken", .string(crossover.overtaken.joined(separator: " and ")))
    object.add("overtaking", .string(crossover.overtaking.joined(separator: " and ")))
    object.add("lower_items", .whole(crossover.lowerItems))
    object.add("upper_items", .whole(crossover.upperItems))
    object.add("undecided_items", .array(crossover.undecidedItems.map(JSONValue.whole)))
    object.add("claimed", .boolean(true))
    return .object(object)
  }
}

extension ComparisonDocument {
  /// A summary in GitHub's Markdown, below 65,000 characters: what changed, the rest folded.
  package var markdown: String {
    var text = MarkdownText(limit: 65_000)
    _ = text.add("### \(MarkdownText.escaped(verdicts.joined(separator: " · ")))\n\n")
    for line in [notice] + notices + clauses.map(\.sentence) {
      _ = text.add(MarkdownText.escaped(line) + "\n\n")
    }
    let isQuiet = ["equal", "equivalent", "inconclusive", "absent", "unmeasured"]
    // Each reason not to compare is said once.
    let loud = rows.filter { row in
      let isSaid = row.verdict == "not_comparable" && row.kind != .sampled && !obstacles.isEmpty
      return !isQuiet.contains(row.verdict) && !isSaid
    }
    Self.addTable(loud, to: &text, reserve: 200)
    addObstacles(to: &text)
    for (family, crossover) in crossovers {
      _ = text.add(MarkdownText.escaped("\(family): \(crossover.sentence).") + "\n\n")
    }
    let quiet = rows.filter { isQuiet.contains($0.verdict) && $0.kind == .sampled }
    // A time that was not judged has no interval, and a reason that many share.
    let reasons = Dictionary(quiet.compactMap(\.reason).map { ($0, 1) }, uniquingKeysWith: +)
    for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) {
      _ = text.add(
        "Not judged, in \(DisplayFormat.cases(count)): \(MarkdownText.escaped(reason)).\n\n")
    }
    let times = quiet.filter { $0.reason == nil }
    if !times.isEmpty,
      text.add(
        "<details><summary>Times that are equivalent or inconclusive</summary>\n\n", reserve: 1_000)
    {
      Self.addTable(times, to: &text, reserve: 100)
      _ = text.add("</details>\n")
    }
    for advice in advices {
      _ = text.add("\n\(MarkdownText.escaped(advice.sentence))\n\n    \(advice.command)\n")
    }
    return text.text
  }

  /// Adds a line for each reason why cases were not compared, with the first of the cases.
  private func addObstacles(to text: inout MarkdownText) {
    for (side, reason, ids) in obstacles {
      let most = RecordComparison.mostOfOneReason
      let shown = ids.prefix(most).map { "`\($0)`" }.joined(separator: ", ")
      let rest = ids.count > most ? " and \(DisplayFormat.grouped(ids.count - most)) more" : ""
      let count = DisplayFormat.cases(ids.count)
      let name = sources.count > 2 ? " of \(side)" : ""
      _ = text.add(
        "- \(count)\(name) not comparable: \(MarkdownText.escaped(reason)): \(shown)\(rest)\n",
        reserve: 1_500)
    }
    if !obstacles.isEmpty { _ = text.add("\n") }
  }

  private static func addTable(_ rows: [ComparisonRow], to text: inout MarkdownText, reserve: Int) {
    guard !rows.isEmpty else { return }
    let table = Table(
      columns: [
        .init("case"), .init("metric"), .init("verdict"), .init("base", .right),
        .init("side", .right), .init("ratio", .right), .init("interval", .right),
      ],
      rows: rows.map { row in
        let bounds = [row.lower, row.upper].compactMap { $0.map(DisplayFormat.significant) }
        let texts = [
          row.id, row.metric.isEmpty ? "" : "\(row.metric), \(row.unit)", row.verdict,
          "\(row.base) \(row.baseline.map(display) ?? "")",
          "\(row.side) \(row.candidate.map(display) ?? "")",
          row.ratio.map(DisplayFormat.ratio) ?? "",
          bounds.count == 2 ? bounds.joined(separator: " to ") : row.reason ?? "",
        ]
        return Table.Row(texts.map { Table.Cell($0) })
      })
    let leftOut = text.add(table, reserve: reserve)
    if leftOut > 0 { _ = text.add("\n\(DisplayFormat.grouped(leftOut)) more are left out.\n") }
    _ = text.add("\n")
  }

  private static func display(_ number: ExportNumber) -> String {
    switch number {
    case .whole(let value): DisplayFormat.grouped(value)
    case .real(let value): DisplayFormat.significant(value)
    }
  }
}

extension ComparisonDocument.Clause {
  /// The sentence that names the refused side and the difference.
  fileprivate var sentence: String {
    func parts(_ parts: [String]) -> String {
      parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
    }
    return "\(side) has another \(key): \(parts(difference.baseline)) in the base, "
      + "\(parts(difference.candidate)) in \(side)."
  }
}
