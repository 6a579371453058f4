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
  ///   - baseline: What the one says of it.
  ///   - candidate: What the other says of it.
  ///   - names: What the two records are called.
  ///   - obstacle: Why two values of it do not compare; nil where they do.
  package init?(
    baseline: MetricRecord?, candidate: MetricRecord?, names: SideNames = SideNames(),
    obstacle: String? = nil
  ) {
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
      verdict = isGate ? Self.missing(in: names.baseline, baseline) : .absent
    case (_?, nil):
      verdict = isGate ? Self.missing(in: names.candidate, candidate) : .absent
    }
  }

  /// `candidate` less `baseline`, where both are there.
  package var difference: Int? {
    guard let baseline, let candidate else { return nil }
    return candidate - baseline
  }

  /// `+1 allocation`, `-16 bytes`, `+3`: what one call takes more or less.
  package var differenceText: String? {
    guard let difference else { return nil }
    let text = (difference > 0 ? "+" : "") + DisplayFormat.grouped(difference)
    let noun =
      switch ExactMetric(rawValue: name) {
      case .allocations: "allocation"
      case .instructions: "instruction"
      case .allocatedBytes, .liveBytes, .peakLiveBytes: "byte"
      case nil: nil as String?
      }
    guard let noun else { return text }
    return "\(text) \(noun)\(difference.magnitude == 1 ? "" : "s")"
  }

  private static func missing(in side: String, _ metric: MetricRecord?) -> Verdict {
    let reason = metric.map { $0.absent ?? "it holds no value" } ?? "it was not measured"
    return .notComparable("absent in \(side): \(reason)")
  }

  /// Whether the metric moves as much without anybody's doing.
  private static func isWithinAllowance(_ name: String, _ baseline: Int, _ candidate: Int) -> Bool {
    guard let allowed = ExactMetric(rawValue: name)?.allowedGrowthThousandths else { return false }
    let difference = Int128(candidate) - Int128(baseline)
    return difference.magnitude * 100_000 <= UInt128(baseline.magnitude) * UInt128(allowed)
  }
}
