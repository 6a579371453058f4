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
  /// The least slow-down that would have been found with the rule's power, as a share.
  ///
  /// exp(ln(1 + margin) + δ·error) − 1, with the standard error of these very launches and δ from
  /// `StudentT.detectableShift(alpha:power:)`. Few launches say their own spread roughly: with three
  /// a side, a slow-down of the median of what this says is found 87 times of 100 for a power of
  /// 0.95.
  ///
  /// - Complexity: Some thousand exponentials, at each call.
  public var smallestDetectableEffect: Double {
    // The rule and the degrees of freedom are valid since the decision was made.
    let shift = try? StudentT(degreesOfFreedom: estimate.degreesOfFreedom)
      .detectableShift(alpha: rule.alpha, power: rule.power)
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
    let estimate = try WelchInterval(
      baseline: Self.logarithms(of: baseline), candidate: Self.logarithms(of: candidate),
      prior: rule.prior)
    let bounds = try estimate.bounds(confidence: 1 - 2 * rule.alpha)
    let equivalence = try estimate.bounds(confidence: rule.equivalenceConfidence)
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
    // A spread of 0.01 % is what a clock can tell.
    return try? VariancePrior(logarithms, leastVariance: 1e-8)
  }

  private static func logarithms(of launches: [Double]) throws(SampleError) -> [Double] {
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

  private init(validMargin: Double) {
    margin = validMargin
    alpha = 0.005
    equivalenceMargin = 0.02
    equivalenceConfidence = 0.9
    power = 0.95
  }
}

/// The difference of two means with its confidence interval, for groups of unequal spread.
///
/// The groups are independent of each other, and so are the samples of each, which are about
/// normal. The degrees of freedom lie between one less than the smaller group's count and two less
/// than both counts: 2 to 4 for three samples each. Groups without any spread have an error of 0,
/// and an interval that is a point. With a prior, both groups' variances are moderated by it, and
/// each has that many more degrees of freedom.
/// Sources: B. L. Welch, "The generalization of 'Student's' problem when several different
/// population variances are involved", 1947, doi:10.1093/biomet/34.1-2.28; F. E. Satterthwaite, "An
/// approximate distribution of estimates of variance components", 1946, doi:10.2307/3002019.
public struct WelchInterval: Hashable, Sendable {
  /// The candidate's mean less the baseline's, in the samples' unit.
  public let estimate: Double
  /// The standard error of the estimate, in the samples' unit.
  public let standardError: Double
  /// Welch and Satterthwaite's, not whole in general.
  public let degreesOfFreedom: Double

  /// Estimates the difference and its error.
  ///
  /// - Parameters:
  ///   - baseline: At least two finite numbers, in any order.
  ///   - candidate: The same of the other group.
  ///   - prior: What groups of this kind say about the variance of each; nil for nothing.
  /// - Throws: `SampleError` for fewer than two samples, or one that is not finite, or so large
  ///   that its square is not.
  /// - Complexity: O(*n*); no allocation.
  public init(
    baseline: [Double], candidate: [Double], prior: VariancePrior? = nil
  ) throws(SampleError) {
    let groups = (try Self.error(baseline, prior), try Self.error(candidate, prior))
    let deviations = (groups.0.deviation, groups.1.deviation)
    let freedoms = (groups.0.freedom, groups.1.freedom)
    estimate = try Location.mean(candidate) - Location.mean(baseline)
    // Relative to the larger one, as squares of squares would leave the range of a Double.
    let largest = max(deviations.0, deviations.1)
    guard largest > 0 else {
      standardError = 0
      degreesOfFreedom = freedoms.0 + freedoms.1
      return
    }
    let shares = (deviations.0 / largest, deviations.1 / largest)
    let squares = (shares.0 * shares.0, shares.1 * shares.1)
    let sum = squares.0 + squares.1
    standardError = largest * sum.squareRoot()
    guard standardError.isFinite, estimate.isFinite else {
      throw .parameterOutOfRange(name: "standardError", value: standardError, valid: "finite")
    }
    let freedom =
      sum * sum / (squares.0 * squares.0 / freedoms.0 + squares.1 * squares.1 / freedoms.1)
    degreesOfFreedom = min(
      max(freedom, min(freedoms.0, freedoms.1)), freedoms.0 + freedoms.1)
  }

  /// The standard error of one group's mean, and its degrees of freedom.
  private static func error(
    _ samples: [Double], _ prior: VariancePrior?
  ) throws(SampleError) -> (deviation: Double, freedom: Double) {
    guard let prior else {
      return (try Spread.standardError(samples), Double(samples.count - 1))
    }
    let (variance, freedom) = try prior.moderated(samples)
    return ((variance / Double(samples.count)).squareRoot(), freedom)
  }

  /// The two-sided interval: each end is passed with probability (1 − `confidence`) / 2.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.99.
  /// - Returns: An interval around the estimate, in the samples' unit.
  /// - Throws: `SampleError` for a confidence outside of that range.
  /// - Complexity: That of a quantile of `StudentT`; no allocation.
  public func bounds(confidence: Double) throws(SampleError) -> ClosedRange<Double> {
    try SampleError.check(confidence: confidence)
    let quantile = try StudentT(degreesOfFreedom: degreesOfFreedom).quantile(0.5 + confidence / 2)
    let distance = quantile * standardError
    return (estimate - distance)...(estimate + distance)
  }
}
