package import RunRecords

/// One exact metric of one case, in two records.
package struct MetricComparison: Hashable, Sendable {
  package enum Verdict: Hashable, Sendable {
    case equal
    case improved
    case regressed
    /// It differs, and is for reading only, or by no more than such a metric moves.
    case changed
    /// Neither record has it.
    case absent
    /// A gate needs it and only one record has it, or the two do not compare.
    case notComparable(String)
  }

  package var name: String
  package var unit: String
  package var baseline: Int?
  package var candidate: Int?
  package var verdict: Verdict

  /// Compares what two records say of one metric; at least one of them lists it.
  ///
  /// - Parameters:
  ///   - baseline: What A says of it.
  ///   - candidate: What B says of it.
  ///   - obstacle: Why two values of it do not compare; nil where they do.
  package init?(baseline: MetricRecord?, candidate: MetricRecord?, obstacle: String? = nil) {
    guard let either = candidate ?? baseline else { return nil }
    name = either.name
    unit = either.unit
    self.baseline = baseline?.value
    self.candidate = candidate?.value
    let isGate = baseline?.role == .gate || candidate?.role == .gate
    switch (baseline?.value, candidate?.value) {
    case (let baselineValue?, let candidateValue?):
      if let obstacle {
        verdict = .notComparable(obstacle)
      } else if baselineValue == candidateValue {
        verdict = .equal
      } else if !isGate || Self.isWithinAllowance(either.name, baselineValue, candidateValue) {
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

  /// Whether the metric moves as much without anybody's doing.
  private static func isWithinAllowance(_ name: String, _ baseline: Int, _ candidate: Int) -> Bool {
    guard let allowed = ExactMetric(rawValue: name)?.allowedGrowthThousandths else { return false }
    let difference = Int128(candidate) - Int128(baseline)
    return difference.magnitude * 100_000 <= UInt128(baseline.magnitude) * UInt128(allowed)
  }

  private static func reason(_ metric: MetricRecord?) -> String {
    metric.map { $0.absent ?? "it holds no value" } ?? "it was not measured"
  }
}
