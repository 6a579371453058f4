package import RunRecords

/// One exact metric of one case, in two records.
package struct MetricComparison: Hashable, Sendable {
  package enum Verdict: Hashable, Sendable {
    case equal
    case improved
    case regressed
    /// It differs, and is for reading only.
    case changed
    /// Neither record has it.
    case absent
    /// A gate needs it and only one record has it.
    case notComparable(String)
  }

  package var name: String
  package var unit: String
  package var baseline: Int?
  package var candidate: Int?
  package var verdict: Verdict

  /// Compares what two records say of one metric; at least one of them lists it.
  package init?(baseline: MetricRecord?, candidate: MetricRecord?) {
    guard let either = candidate ?? baseline else { return nil }
    name = either.name
    unit = either.unit
    self.baseline = baseline?.value
    self.candidate = candidate?.value
    let isGate = baseline?.role == .gate || candidate?.role == .gate
    switch (baseline?.value, candidate?.value) {
    case (let baselineValue?, let candidateValue?):
      if baselineValue == candidateValue {
        verdict = .equal
      } else if !isGate {
        verdict = .changed
      } else {
        let isLower = candidateValue < baselineValue
        verdict = isLower == (either.better == .lower) ? .improved : .regressed
      }
    case (nil, nil): verdict = .absent
    case (nil, _?):
      verdict = isGate ? .notComparable("absent in A: \(Self.reason(baseline))") : .absent
    case (_?, nil):
      verdict = isGate ? .notComparable("absent in B: \(Self.reason(candidate))") : .absent
    }
  }

  /// `candidate` less `baseline`, where both are there.
  package var difference: Int? {
    guard let baseline, let candidate else { return nil }
    return candidate - baseline
  }

  private static func reason(_ metric: MetricRecord?) -> String {
    metric.map { $0.absent ?? "it holds no value" } ?? "it was not measured"
  }
}
