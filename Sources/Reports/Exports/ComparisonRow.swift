import Analysis
import RunRecords
import Statistics

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
  /// `absent`; of whole cases `broken`, `repaired`, `different_answers`, `unmeasured`, `failed`,
  /// `added`, `removed`.
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
    lower = comparison.tellingInterval?.lowerBound
    upper = comparison.tellingInterval?.upperBound
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
    let failures = failed.map {
      ComparisonRow(names: names, id: $0.id, verdict: "failed", reason: $0.message)
    }
    return found + failures + added.map { ComparisonRow(names: names, id: $0, verdict: "added") }
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
