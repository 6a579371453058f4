package import RunRecords
package import Statistics

/// One figure of two sides that were not measured in pairs: their ratio, and the verdict on it.
///
/// Times are judged by the spread between launches, exact figures to the last digit.
package struct FigureComparison: Hashable, Sendable {
  package typealias Verdict = Statistics.Verdict

  package enum Outcome: Hashable, Sendable {
    /// Times, by the spread of their launches.
    case judged(UnpairedDecision)
    /// Exact figures: any difference is one.
    case counted
    /// There are figures, and no spread to judge their difference by.
    case undecided(String)
    /// A figure is missing on one side.
    case notComparable(String)
  }

  package var metric: String
  package var unit: String
  package var better: MetricRecord.Better
  package var kind: MetricRecord.Kind
  package var baseline: Estimate?
  package var candidate: Estimate?
  package var outcome: Outcome

  /// Compares the figures that two cases have of `metric`; nil where neither lists it.
  ///
  /// - Parameters:
  ///   - baseline: What was before, or the base of several storages.
  ///   - candidate: The case to compare with it.
  ///   - metric: The name of a sampled or an exact metric.
  ///   - rule: What counts as a change of a sampled one.
  ///   - names: What the sides are called.
  package init?(
    baseline: CaseRecord, candidate: CaseRecord, metric: String, rule: UnpairedRule,
    names: SideNames
  ) {
    let metrics = (baseline.metric(metric), candidate.metric(metric))
    guard let either = metrics.1 ?? metrics.0 else { return nil }
    let readings = (Reading(metric, in: baseline), Reading(metric, in: candidate))
    self.metric = metric
    unit = either.unit
    better = either.better
    kind = either.kind
    self.baseline = readings.0.estimate
    self.candidate = readings.1.estimate
    if let reason = Self.absence(readings.0) {
      outcome = .notComparable("absent in \(names.baseline): \(reason)")
    } else if let reason = Self.absence(readings.1) {
      outcome = .notComparable("absent in \(names.candidate): \(reason)")
    } else if metrics.0?.kind == .exact, metrics.1?.kind == .exact {
      outcome = .counted
    } else {
      outcome = Self.judge(metrics.0, metrics.1, rule: rule, names: names)
    }
  }

  /// The verdict; nil where the sides do not compare.
  package var verdict: Verdict? {
    switch outcome {
    case .judged(let decision): better == .lower ? decision.verdict : Self.mirror(decision.verdict)
    case .counted:
      if let baseline, let candidate {
        baseline.value == candidate.value
          ? .equivalent
          : (candidate.value < baseline.value) == (better == .lower) ? .improved : .regressed
      } else {
        nil
      }
    case .undecided: .inconclusive
    case .notComparable: nil
    }
  }

  /// Candidate over baseline, of the figures shown: of times, of the launches' medians. Nil for
  /// what is not comparable, and over 0.
  package var ratio: Double? {
    if case .notComparable = outcome { return nil }
    guard let baseline, let candidate, baseline.value > 0 else { return nil }
    return candidate.value / baseline.value
  }

  /// The decision on times; nil for exact figures, and where there is none.
  package var decision: UnpairedDecision? {
    if case .judged(let decision) = outcome { decision } else { nil }
  }

  /// The interval of the ratio, where it says something: the one that decided, or one of an
  /// undecided ratio whose ends are at most a factor of two apart. Nil for everything else.
  package var tellingInterval: ClosedRange<Double>? {
    guard let decision else { return nil }
    let interval =
      decision.verdict == .equivalent && decision.rule.runs != nil
      ? decision.equivalenceInterval : decision.interval
    let isNarrow = interval.upperBound <= 2 * interval.lowerBound
    return decision.verdict != .inconclusive || isNarrow ? interval : nil
  }

  /// The reason why nothing is decided; nil where something is.
  package var reason: String? {
    switch outcome {
    case .judged, .counted: nil
    case .undecided(let reason), .notComparable(let reason): reason
    }
  }

  /// Returns the reason why the launches of `metric` allow no ratio; nil where they do, and for an
  /// exact figure, which needs none.
  package static func obstacle(in metric: MetricRecord, of name: String) -> String? {
    if metric.kind == .exact { return nil }
    let launches = metric.launches ?? []
    if launches.count < 2 { return "\(name) has a single launch, which has no spread" }
    return launches.allSatisfy { $0 > 0 && $0.isFinite }
      ? nil : "\(name) has a launch that is not above 0, which allows no ratio"
  }

  private static func judge(
    _ baseline: MetricRecord?, _ candidate: MetricRecord?, rule: UnpairedRule, names: SideNames
  ) -> Outcome {
    for (metric, name) in [(baseline, names.baseline), (candidate, names.candidate)] {
      if let reason = metric.flatMap({ obstacle(in: $0, of: name) }) { return .undecided(reason) }
    }
    do {
      return .judged(
        try UnpairedDecision(
          baseline: baseline?.launches ?? [], candidate: candidate?.launches ?? [], rule: rule))
    } catch {
      return .undecided("the launches allow no ratio: \(error)")
    }
  }

  private static func mirror(_ verdict: Verdict) -> Verdict {
    switch verdict {
    case .regressed: .improved
    case .improved: .regressed
    case .equivalent, .inconclusive: verdict
    }
  }

  private static func absence(_ reading: Reading) -> String? {
    switch reading {
    case .value: nil
    case .absent(let reason): reason
    case .unlisted: "it was not measured"
    }
  }
}
