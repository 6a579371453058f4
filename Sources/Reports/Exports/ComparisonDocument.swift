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
  private let rule: UnpairedRule
  private let crossovers: [(family: String, crossover: SizeCrossover)]
  private let verdicts: [String]
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
    rule = comparison.options.rule
    crossovers = comparison.crossovers
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
    rule = comparison.legendRule
    crossovers = comparison.families.flatMap { family in
      family.crossovers.map { surroundings, crossover in
        let name = (["\(family.suite)/\(family.scenario)"] + surroundings).joined(separator: ", ")
        return (name, crossover)
      }
    }
    verdicts = [comparison.verdictLine]
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
    root.add("schema", Self.object([("name", "cvbench-comparison"), ("version", "1.0")]))
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
    let loud = rows.filter { !isQuiet.contains($0.verdict) }
    Self.addTable(loud, to: &text, reserve: 200)
    for (family, crossover) in crossovers {
      _ = text.add(MarkdownText.escaped("\(family): \(crossover.sentence).") + "\n\n")
    }
    let times = rows.filter { isQuiet.contains($0.verdict) && $0.kind == .sampled }
    if !times.isEmpty,
      text.add(
        "<details><summary>Times that are equivalent or inconclusive</summary>\n\n", reserve: 200)
    {
      Self.addTable(times, to: &text, reserve: 100)
      _ = text.add("</details>\n")
    }
    return text.text
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

/// One finding of a comparison, for machines to read.
struct ComparisonRow {
  /// The base: `A`, or a storage.
  var base: String
  /// The side that is compared with the base.
  var side: String
  /// The case's identifier; inside one record the identifier of `side`'s case.
  var id: String
  /// Empty where the finding is about the case as a whole.
  var metric = ""
  var unit = ""
  var kind: MetricRecord.Kind?
  var baseline: ExportNumber?
  var candidate: ExportNumber?
  var ratio: Double?
  /// The interval of the ratio, and the least slow-down that would have been found, as a share.
  var lower: Double?
  var upper: Double?
  var smallestEffect: Double?
  /// `regressed`, `improved`, `equal`, `changed`, `equivalent`, `inconclusive`, `not_comparable`,
  /// `absent`; of whole cases `broken`, `repaired`, `different_answers`, `unmeasured`, `added`,
  /// `removed`.
  var verdict: String
  var reason: String?

  /// A finding about a whole case.
  init(names: SideNames, id: String, verdict: String, reason: String? = nil) {
    base = names.baseline
    side = names.candidate
    self.id = id
    self.verdict = verdict
    self.reason = reason
  }

  /// An exact metric in two records.
  init(_ metric: MetricComparison, of id: String, names: SideNames) {
    let (verdict, reason): (String, String?) =
      switch metric.verdict {
      case .equal: ("equal", nil)
      case .improved: ("improved", nil)
      case .regressed: ("regressed", nil)
      case .changed: ("changed", nil)
      case .absent: ("absent", nil)
      case .notComparable(let reason): ("not_comparable", reason)
      }
    self.init(names: names, id: id, verdict: verdict, reason: reason)
    self.metric = metric.name
    unit = metric.unit
    kind = .exact
    baseline = metric.baseline.map(ExportNumber.whole)
    candidate = metric.candidate.map(ExportNumber.whole)
    if let before = metric.baseline, let after = metric.candidate, before > 0 {
      ratio = Double(after) / Double(before)
    }
  }

  /// A ratio and what it allows to say.
  init(_ comparison: FigureComparison, of id: String, names: SideNames) {
    let isCounted = comparison.outcome == .counted
    let verdict =
      switch comparison.verdict {
      case .regressed: "regressed"
      case .improved: "improved"
      case .equivalent: isCounted ? "equal" : "equivalent"
      case .inconclusive: "inconclusive"
      case nil: "not_comparable"
      }
    self.init(names: names, id: id, verdict: verdict, reason: comparison.reason)
    metric = comparison.metric
    unit = comparison.unit
    kind = comparison.kind
    baseline = comparison.baseline.map { .real($0.value) }
    candidate = comparison.candidate.map { .real($0.value) }
    ratio = comparison.ratio
    lower = comparison.decision?.interval.lowerBound
    upper = comparison.decision?.interval.upperBound
    smallestEffect = comparison.decision?.smallestDetectableEffect
  }
}

extension ComparisonRow {
  static let header = [
    "base", "side", "id", "metric", "unit", "kind", "baseline", "candidate", "ratio", "ratio_lower",
    "ratio_upper", "smallest_detectable_effect", "verdict", "reason",
  ]

  /// In the order of `header`.
  var fields: [String] {
    [
      base, side, id, metric, unit, kind?.rawValue ?? "", baseline?.text ?? "",
      candidate?.text ?? "",
    ] + [ratio, lower, upper, smallestEffect].map { $0.map(\.description) ?? "" }
      + [verdict, reason ?? ""]
  }

  /// The row as JSON; nil values and numbers that JSON cannot hold are absent.
  var json: JSONValue {
    func real(_ value: Double?) -> JSONValue? {
      value.flatMap { $0.isFinite ? .real($0) : nil }
    }
    var object = JSONObject()
    object.add("base", .string(base))
    object.add("side", .string(side))
    object.add("id", .string(id))
    if !metric.isEmpty {
      object.add("metric", .string(metric))
      object.add("unit", .string(unit))
      object.add("kind", kind.map { .string($0.rawValue) })
    }
    object.add("baseline", baseline.map(JSONValue.number))
    object.add("candidate", candidate.map(JSONValue.number))
    object.add("ratio", real(ratio))
    object.add("ratio_lower", real(lower))
    object.add("ratio_upper", real(upper))
    object.add("smallest_detectable_effect", real(smallestEffect))
    object.add("verdict", .string(verdict))
    object.add("reason", reason.map(JSONValue.string))
    return .object(object)
  }
}

extension RecordComparison {
  /// Every finding, cases in the order of the table; exact metrics before the time of each.
  var rows: [ComparisonRow] {
    let found =
      isRefused
      ? []
      : cases.flatMap { pair -> [ComparisonRow] in
        let whole: (String, String?)? =
          switch pair.verdict {
          case .compared: nil
          case .broken(let reason): ("broken", reason)
          case .repaired(let before): ("repaired", "\(before) in \(names.baseline)")
          case .answersDiffer(let left, let right):
            (
              "different_answers",
              "checksum \(left) in \(names.baseline), \(right) in \(names.candidate)"
            )
          case .notComparable(let reason): ("not_comparable", reason)
          case .unmeasured: ("unmeasured", nil)
          }
        let wholes = whole.map {
          [ComparisonRow(names: names, id: pair.id, verdict: $0.0, reason: $0.1)]
        }
        return (wholes ?? [])
          + pair.metrics.map { ComparisonRow($0, of: pair.id, names: names) }
          + (pair.time.map { [ComparisonRow($0, of: pair.id, names: names)] } ?? [])
      }
    return found + added.map { ComparisonRow(names: names, id: $0, verdict: "added") }
      + removed.map { ComparisonRow(names: names, id: $0, verdict: "removed") }
  }
}

extension VariantComparison {
  /// The places at which storages answer differently, then every comparison, in the order of the
  /// tables.
  var rows: [ComparisonRow] {
    disagreements.flatMap(\.rows)
      + families.flatMap { family in
        family.series.flatMap(\.sizes).flatMap { size in
          family.variants.compactMap { variant in
            size.comparisons[variant].map { comparison in
              ComparisonRow(
                comparison, of: size.ids[variant] ?? "",
                names: SideNames(baseline: family.base, candidate: variant))
            }
          }
        }
      }
  }
}

extension StorageDisagreement {
  /// A row for each answer that is not the first one's.
  var rows: [ComparisonRow] {
    let expected = answers[0]
    return answers.filter { $0.checksum != expected.checksum }.map { found in
      ComparisonRow(
        names: SideNames(baseline: expected.storage, candidate: found.storage), id: found.id,
        verdict: "different_answers",
        reason: "checksum \(expected.checksum) in \(expected.storage), \(found.checksum) in "
          + found.storage)
    }
  }
}
