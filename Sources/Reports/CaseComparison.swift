package import RunRecords

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

  package var id: String { candidate.id }

  /// Compares two results of one case.
  ///
  /// - Parameters:
  ///   - baseline: The result in A.
  ///   - candidate: The result in B, of the same identifier.
  ///   - seeds: The seeds of both runs: other seeds are other inputs, and give other answers.
  ///   - obstacle: Why instructions do not compare; nil where they do.
  package init(
    baseline: CaseRecord, candidate: CaseRecord, seeds: (baseline: UInt64, candidate: UInt64),
    obstacleToInstructions obstacle: String? = nil
  ) {
    self.baseline = baseline
    self.candidate = candidate
    verdict = Self.verdict(baseline, candidate, seeds: seeds)
    metrics = verdict == .compared ? Self.metrics(baseline, candidate, obstacle) : []
  }

  private static func verdict(
    _ baseline: CaseRecord, _ candidate: CaseRecord, seeds: (baseline: UInt64, candidate: UInt64)
  ) -> Verdict {
    let reason = "\(candidate.status.rawValue): \(candidate.message ?? "no reason is given")"
    switch (baseline.status, candidate.status) {
    case (.ok, .ok): break
    case (.ok, .failed), (.ok, .timeout): return .broken(reason)
    case (.ok, .skipped): return .notComparable("in B \(reason)")
    case (_, .ok): return .repaired(baseline.status.rawValue)
    default: return .unmeasured
    }
    if let left = baseline.checksum, let right = candidate.checksum, left != right {
      return seeds.baseline == seeds.candidate
        ? .answersDiffer(baseline: left, candidate: right)
        : .notComparable("other inputs: seed \(seeds.baseline) in A, \(seeds.candidate) in B")
    }
    let operations = (baseline.params.operationsPerCall, candidate.params.operationsPerCall)
    if operations.0 != operations.1 {
      return .notComparable(
        "other work: \(operations.0 ?? 1) operations per call in A, \(operations.1 ?? 1) in B")
    }
    return .compared
  }

  private static func metrics(
    _ baseline: CaseRecord, _ candidate: CaseRecord, _ obstacle: String?
  ) -> [MetricComparison] {
    let exact = baseline.metrics.filter { $0.kind == .exact }.map(\.name)
    let added = candidate.metrics.filter { $0.kind == .exact && !exact.contains($0.name) }
    return (exact + added.map(\.name)).compactMap {
      MetricComparison(
        baseline: baseline.metric($0), candidate: candidate.metric($0),
        obstacle: $0 == ExactMetric.instructions.rawValue ? obstacle : nil)
    }
  }
}
