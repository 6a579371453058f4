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

  /// The reasons why the case, or metrics of it that a gate needs, were not compared: each once,
  /// with the metrics that it is of.
  ///
  /// A reason that all metrics share is of `every count`.
  package var obstacles: [String] {
    if case .notComparable(let reason) = verdict { return [reason] }
    var reasons: [(text: String, metrics: [String])] = []
    for metric in metrics {
      guard case .notComparable(let text) = metric.verdict else { continue }
      if let index = reasons.firstIndex(where: { $0.text == text }) {
        reasons[index].metrics.append(metric.name)
      } else {
        reasons.append((text, [metric.name]))
      }
    }
    let gated = metrics.count { $0.verdict != .absent }
    return reasons.map { text, names in
      let isOfAll = names.count > 2 && names.count == gated
      return "\(isOfAll ? "every count" : names.joined(separator: ", ")) \(text)"
    }
  }

  /// The settings that all cases of two records share.
  struct Scope {
    /// Other seeds are other inputs, and give other answers.
    var seeds: (baseline: UInt64, candidate: UInt64)
    var names: SideNames
    /// The imported collections of the two records.
    var datasets: (baseline: [MeasuredDataset], candidate: [MeasuredDataset])
    var comparesExactMetrics: Bool
    /// The reason why instructions do not compare; nil where they do.
    var obstacleToInstructions: String?
    /// The clock to compare; nil where times do not compare.
    var clock: TimeMetric?
    var rule: UnpairedRule
    /// A Boolean value that indicates whether both records measured the same machine code.
    var isOfOneCode = false
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
    // The same code cannot have become faster or slower.
    if scope.isOfOneCode, time?.verdict == .regressed || time?.verdict == .improved {
      time?.outcome = .undecided("both measured one machine code")
    }
  }

  /// Returns how two results of one case compare, before any of their figures is looked at.
  static func verdict(
    _ baseline: CaseRecord, _ candidate: CaseRecord, _ scope: Scope
  ) -> Verdict {
    let names = scope.names
    let seeds = scope.seeds
    let reason = "\(candidate.status.rawValue): \(candidate.message ?? "no reason is given")"
    switch (baseline.status, candidate.status) {
    case (.ok, .ok): break
    case (.ok, .failed), (.ok, .timeout): return .broken(reason)
    case (.ok, .skipped): return .notComparable("in \(names.candidate) \(reason)")
    // A case that the time budget left out was not broken.
    case (.skipped, .ok):
      let reason = baseline.message ?? "no reason is given"
      return .notComparable("in \(names.baseline) skipped: \(reason)")
    case (_, .ok): return .repaired(baseline.status.rawValue)
    default: return .unmeasured
    }
    if let reason = otherData(baseline, candidate, scope) { return .notComparable(reason) }
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

  /// Returns how the imported data of the two differ; nil where they are equal, as far as known.
  ///
  /// Records of before version 2.0 hold no digests: only other counts tell their data apart.
  private static func otherData(
    _ baseline: CaseRecord, _ candidate: CaseRecord, _ scope: Scope
  ) -> String? {
    func digest(_ datasets: [MeasuredDataset], _ result: CaseRecord) -> String? {
      datasets.first { $0.name == result.params.data }?.digest
    }
    let sides = [baseline.params, candidate.params]
    let digests = [
      digest(scope.datasets.baseline, baseline), digest(scope.datasets.candidate, candidate),
    ]
    let isKnown = !digests.contains(nil)
    let areEqual =
      isKnown
      ? digests[0] == digests[1]
      : (sides[0].items, sides[0].sections) == (sides[1].items, sides[1].sections)
    guard !areEqual else { return nil }
    let texts = zip(sides, digests).map { params, digest in
      "\(params.items) items in \(params.sections ?? 0) sections"
        + (digest.map { " (digest \($0))" } ?? "")
    }
    return "other data: \(texts[0]) in \(scope.names.baseline), \(texts[1]) in "
      + "\(scope.names.candidate); measure the same list of files with --dataset listing:FILE"
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
  package var difference: Int128? {
    guard let baseline, let candidate else { return nil }
    return Int128(candidate) - Int128(baseline)
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
