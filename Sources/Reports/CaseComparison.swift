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
  package var time: RatioComparison?

  package var id: String { candidate.id }

  /// What all cases of two records have in common.
  struct Scope {
    /// Other seeds are other inputs, and give other answers.
    var seeds: (baseline: UInt64, candidate: UInt64)
    var names: SideNames
    var comparesExactMetrics: Bool
    /// Why instructions do not compare; nil where they do.
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
        RatioComparison(
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
