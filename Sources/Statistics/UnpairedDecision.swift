#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The decision on a candidate whose launches were not paired with the baseline's, by an
/// `UnpairedRule`.
///
/// The unit is the launch: one figure each, as batches of one launch do not tell how far launches
/// lie apart. The logarithms of both sides are compared by `WelchInterval`, so the estimate is the
/// ratio of geometric means. A rule with a prior moderates the variances. Another hour on the same
/// machine may move all launches of a side alike: no spread shows that, and so no interval does. It
/// speaks of metrics that are better when smaller; for others the caller swaps the sides.
///
/// A rule with `runs` compares two runs, by the medians of their launches, and knows how far the
/// runs lie apart by themselves. A change must then be certain among all cases at once
/// (Bonferroni), with the launches' own variances, outliers and all: one wild launch hides a
/// change, and makes none. That two sides are equivalent is decided by `Spread.qn`, which one wild
/// launch leaves alone.
public struct UnpairedDecision: Hashable, Sendable {
  /// The rule that decided.
  public let rule: UnpairedRule
  /// The difference of the logarithms, with its standard error.
  public let estimate: WelchInterval
  /// The verdict.
  public let verdict: Verdict
  /// The interval of candidate over baseline, whose ends are the one-sided bounds at the rule's
  /// alpha.
  public let interval: ClosedRange<Double>
  /// The interval of candidate over baseline that is compared with the equivalence margin.
  public let equivalenceInterval: ClosedRange<Double>
  /// The one-sided rate of false alarms of this decision: the rule's, over the number of cases
  /// where two runs are compared.
  public let alpha: Double
  /// The least slow-down that would have been found with the rule's power, as a share.
  ///
  /// exp(ln(1 + margin) + δ·error) − 1, with the standard error of these very launches and δ from
  /// `StudentT.detectableShift(alpha:power:)`. Few launches say their own spread roughly: with
  /// three a side, a slow-down of the median of what this says is found 87 times of 100 for a power
  /// of 0.95.
  ///
  /// - Complexity: Some thousand exponentials, at each call.
  public var smallestDetectableEffect: Double {
    // The rule and the degrees of freedom are valid since the decision was made.
    let student = try? StudentT(degreesOfFreedom: estimate.degreesOfFreedom)
    // Among many cases the rate is so small that the exact shift takes long, and the sum of two
    // quantiles is as good.
    let shift =
      rule.runs == nil
      ? try? student?.detectableShift(alpha: alpha, power: rule.power)
      : try? student.map { try $0.quantile(1 - alpha) + $0.quantile(rule.power) }
    return shift.map { expm1(log1p(rule.margin) + $0 * estimate.standardError) } ?? .infinity
  }

  /// Candidate over baseline: above 1 where the candidate takes longer.
  public var ratio: Double { exp(estimate.estimate) }

  /// Decides on launches.
  ///
  /// - Parameters:
  ///   - baseline: A figure of each launch, at least two, all above 0, in any order.
  ///   - candidate: The same of the other side.
  ///   - rule: What counts as a change.
  /// - Throws: `SampleError` for fewer than two launches of a side, or a figure that is not finite
  ///   or not above 0.
  /// - Complexity: O(*n*) for *n* launches, and some quantiles; two copies of the launches.
  public init(
    baseline: [Double], candidate: [Double], rule: UnpairedRule
  ) throws(SampleError) {
    let (baseline, candidate) = (
      try Self.logarithms(of: baseline), try Self.logarithms(of: candidate)
    )
    let estimate: WelchInterval
    let equivalence: ClosedRange<Double>
    if let runs = rule.runs {
      estimate = try WelchInterval(baseline: baseline, candidate: candidate, of: runs)
      equivalence = try WelchInterval.robustBounds(
        baseline: baseline, candidate: candidate, of: runs, confidence: rule.equivalenceConfidence)
    } else {
      estimate = try WelchInterval(baseline: baseline, candidate: candidate, prior: rule.prior)
      equivalence = try estimate.bounds(confidence: rule.equivalenceConfidence)
    }
    alpha = rule.alphaPerCase
    let bounds = try estimate.bounds(confidence: 1 - 2 * alpha)
    verdict = Verdict(
      bounds: bounds, equivalence: equivalence, margin: rule.margin,
      equivalenceMargin: rule.equivalenceMargin)
    self.rule = rule
    self.estimate = estimate
    interval = exp(bounds.lowerBound)...exp(bounds.upperBound)
    equivalenceInterval = exp(equivalence.lowerBound)...exp(equivalence.upperBound)
  }

  /// Estimates what the launches of many cases say about the spread of each.
  ///
  /// - Parameter launches: The figures of each case's launches. A case of fewer than two, or with
  ///   one that is not above 0, has no spread and is left out.
  /// - Returns: A prior for an `UnpairedRule`; nil for fewer than ten cases with a spread.
  /// - Complexity: O(launches).
  public static func prior(of launches: [[Double]]) -> VariancePrior? {
    let logarithms = launches.compactMap { try? Self.logarithms(of: $0) }
    return try? VariancePrior(logarithms, leastVariance: leastVariance)
  }

  /// The least variance of launches: a spread of 0.01 % is what a clock can tell.
  static let leastVariance = 1e-8

  /// Returns the logarithms of `launches`.
  ///
  /// - Throws: `SampleError` for fewer than two, or one that is not finite or not above 0.
  static func logarithms(of launches: [Double]) throws(SampleError) -> [Double] {
    try SampleError.check(launches, atLeast: 2)
    for index in launches.indices where launches[index] <= 0 {
      throw .notPositive(index: index, value: launches[index])
    }
    return launches.map { log($0) }
  }
}

/// The margins and levels of confidence of a comparison of launches that were not paired.
///
/// Margins are shares: 0.01 is a ratio of 1.01 upwards and of 1/1.01 downwards.
public struct UnpairedRule: Hashable, Sendable {
  /// The change that is let pass, as a share above 0 or 0: 0.01 for 1 %.
  public let margin: Double
  /// The one-sided rate of false alarms, from above 0 to below 0.5.
  public let alpha: Double
  /// The share, above 0, within which two sides are equivalent.
  public let equivalenceMargin: Double
  /// The confidence, between 0 and 1, of the two-sided interval that must lie within that margin.
  public let equivalenceConfidence: Double
  /// The share of times that the smallest detectable effect is found, from 0.5 to below 1.
  public let power: Double
  /// The spread of many cases, which moderates each one's; nil to go by a case's own launches.
  public var prior: VariancePrior?
  /// The scatter of the two runs that are compared; nil where both sides are of one run.
  public var runs: RunPairSpread?

  /// The rule for CPU time: a margin of 1 %, else the rule of paired measurements.
  public static let cpuTime = UnpairedRule(validMargin: 0.01)
  /// The rule for wall time, which other processes' work is in: a margin of 2 %.
  public static let wallTime = UnpairedRule(validMargin: 0.02)

  /// A rule; what is left out is the default for CPU time.
  ///
  /// - Throws: `SampleError` for a number outside of the range that its property names.
  public init(
    margin: Double = 0.01, alpha: Double = 0.005, equivalenceMargin: Double = 0.02,
    equivalenceConfidence: Double = 0.9, power: Double = 0.95
  ) throws(SampleError) {
    // The ranges are those of pairs.
    let valid = try PairedRule(
      margin: margin, alpha: alpha, equivalenceMargin: equivalenceMargin,
      equivalenceConfidence: equivalenceConfidence, power: power)
    self.margin = valid.margin
    self.alpha = valid.alpha
    self.equivalenceMargin = valid.equivalenceMargin
    self.equivalenceConfidence = valid.equivalenceConfidence
    self.power = valid.power
  }

  /// The one-sided rate of false alarms of each decision: `alpha`, over the number of cases where
  /// two runs are compared (Bonferroni).
  public var alphaPerCase: Double { alpha / Double(max(1, runs?.caseCount ?? 1)) }

  private init(validMargin: Double) {
    margin = validMargin
    alpha = 0.005
    equivalenceMargin = 0.02
    equivalenceConfidence = 0.9
    power = 0.95
  }
}
