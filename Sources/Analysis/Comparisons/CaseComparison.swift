package import RunRecords
import Statistics

/// One case that two records have in common.
package struct CaseComparison: Hashable, Sendable {
  package enum Verdict: Hashable, Sendable {
    /// The metrics say how they compare.
    case compared
    /// It had a result and has none any more, with the reason.
    case broken(String)
    /// It had no result and has one now, with what it was before.
    case repaired(String)
    /// The same inputs gave different answers: figures of different work do not compare.
    case answersDiffer(baseline: String, candidate: String)
    case notComparable(String)
    /// Neither record has a result.
    case unmeasured
  }

  package var baseline: CaseRecord
  package var candidate: CaseRecord
  package var verdict: Verdict
  /// The exact metrics of either record; empty unless the verdict is `compared`.
  package var metrics: [MetricComparison]
  /// The times; nil unless the verdict is `compared`, and where hosts differ or no time is listed.
  package var time: FigureComparison?

  package var id: String { candidate.id }

  /// The settings that all cases of two records share.
  struct Scope {
    /// Other seeds are other inputs, and give other answers.
    var seeds: (baseline: UInt64, candidate: UInt64)
    var names: SideNames
    var comparesExactMetrics: Bool
    /// The reason why instructions do not compare; nil where they do.
    var obstacleToInstructions: String?
    /// The clock to compare; nil where times do not compare.
    var clock: TimeMetric?
    var rule: UnpairedRule
  }

  /// Compares two results of one case.
  ///
  /// - Parameters:
  ///   - baseline: The result in one record.
  ///   - candidate: The result in the other, of the same identifier.
  ///   - scope: What to compare.
  init(baseline: CaseRecord, candidate: CaseRecord, scope: Scope) {
    self.baseline = baseline
    self.candidate = candidate
    verdict = Self.verdict(baseline, candidate, scope)
    let isCompared = verdict == .compared
    metrics =
      isCompared && scope.comparesExactMetrics
      ? Self.metrics(baseline, candidate, scope) : []
    time =
      isCompared
      ? scope.clock.flatMap { clock in
        FigureComparison(
          baseline: baseline, candidate: candidate, metric: clock.rawValue, rule: scope.rule,
          names: scope.names)
      } : nil
  }

  private static func verdict(
    _ baseline: CaseRecord, _ candidate: CaseRecord, _ scope: Scope
  ) -> Verdict {
    let names = scope.names
    let seeds = scope.seeds
    let reason = "\(candidate.status.rawValue): \(candidate.message ?? "no reason is given")"
    switch (baseline.status, candidate.status) {
    case (.ok, .ok): break
    case (.ok, .failed), (.ok, .timeout): return .broken(reason)
    case (.ok, .skipped): return .notComparable("in \(names.candidate) \(reason)")
    case (_, .ok): return .repaired(baseline.status.rawValue)
    default: return .unmeasured
    }
    if let left = baseline.checksum, let right = candidate.checksum, left != right {
      return seeds.baseline == seeds.candidate
        ? .answersDiffer(baseline: left, candidate: right)
        : .notComparable(
          "other inputs: seed \(seeds.baseline) in \(names.baseline), \(seeds.candidate) in "
            + names.candidate)
    }
    let operations = (baseline.params.operationsPerCall, candidate.params.operationsPerCall)
    if operations.0 != operations.1 {
      return .notComparable(
        "other work: \(operations.0 ?? 1) operations per call in \(names.baseline), "
          + "\(operations.1 ?? 1) in \(names.candidate)")
    }
    return .compared
  }

  private static func metrics(
    _ baseline: CaseRecord, _ candidate: CaseRecord, _ scope: Scope
  ) -> [MetricComparison] {
    let exact = baseline.metrics.filter { $0.kind == .exact }.map(\.name)
    let added = candidate.metrics.filter { $0.kind == .exact && !exact.contains($0.name) }
    return (exact + added.map(\.name)).compactMap {
      MetricComparison(
        baseline: baseline.metric($0), candidate: candidate.metric($0), names: scope.names,
        obstacle: $0 == ExactMetric.instructions.rawValue ? scope.obstacleToInstructions : nil)
    }
  }
}

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

  private static func missing(in side: String, _ metric: MetricRecord?) -> Verdict {
    let reason = metric.map { $0.absent ?? "it holds no value" } ?? "it was not measured"
    return .notComparable("absent in \(side): \(reason)")
  }

  /// Returns a Boolean value that indicates whether the metric moves as much without anybody's
  /// doing.
  private static func isWithinAllowance(_ name: String, _ baseline: Int, _ candidate: Int) -> Bool {
    guard let allowed = ExactMetric(rawValue: name)?.allowedGrowthThousandths else { return false }
    let difference = Int128(candidate) - Int128(baseline)
    return difference.magnitude * 100_000 <= UInt128(baseline.magnitude) * UInt128(allowed)
  }
}
