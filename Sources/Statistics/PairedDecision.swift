#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The decision on a head that was measured in pairs with its base, by a `PairedRule`.
///
/// The pairs' logarithms of head over base are estimated by their trimmed mean. It speaks of
/// metrics that are better when smaller; for others the caller swaps base and head.
/// Sources: J. W. Tukey, D. H. McLaughlin 1963 (`TrimmedMeanInterval`) for the intervals;
/// D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach",
/// 1987, doi:10.1007/BF01068419, for equivalence.
public struct PairedDecision: Hashable, Sendable {
  /// The rule that decided.
  public let rule: PairedRule
  /// The trimmed mean of the logarithms, with its standard error.
  public let estimate: TrimmedMeanInterval
  /// The verdict.
  public let verdict: Verdict
  /// The interval of head over base, whose ends are the one-sided bounds at the rule's alpha.
  public let interval: ClosedRange<Double>
  /// The interval of head over base that is compared with the equivalence margin.
  public let equivalenceInterval: ClosedRange<Double>
  /// The half-width of `interval`, as a share: exp(*t*·error) − 1.
  public let halfWidth: Double
  /// The least slow-down that would have been found with the rule's power, as a share.
  ///
  /// exp(ln(1 + margin) + (*t*₁₋α + *t*_power)·error) − 1, with Student's quantiles and the
  /// standard error of these very pairs, not one that a spread and √*n* would promise. Adding two
  /// quantiles stands for the noncentral t, which asks for 2 % more at 20 pairs and less than
  /// 0.5 % more at 100. A half-width of 2 % and a margin of 1 % make about 4.3 %.
  public let smallestDetectableEffect: Double

  /// Head over base: above 1 where the head takes longer.
  public var ratio: Double { exp(estimate.estimate) }

  /// A Boolean value that indicates whether measuring may stop: at least the least pairs and a
  /// half-width within the rule's precision, or the most pairs.
  ///
  /// It looks at the spread of the pairs, not at where they lie: stopping on it does not favour a
  /// verdict.
  public var isPreciseEnough: Bool {
    estimate.count >= rule.mostPairs
      || (estimate.count >= rule.leastPairs && halfWidth <= rule.precision)
  }

  /// Decides on pairs.
  ///
  /// - Parameters:
  ///   - logRatios: The natural logarithm of head over base of each pair, in any order, of which at
  ///     least two are left after trimming.
  ///   - rule: What counts as a change.
  /// - Throws: `SampleError` for too few pairs to have a spread, or one that is not finite, or so
  ///   large that its square is not.
  /// - Complexity: O(*n* log *n*); three copies of the pairs.
  public init(logRatios: [Double], rule: PairedRule) throws(SampleError) {
    let estimate = try TrimmedMeanInterval(logRatios, proportion: rule.trimming)
    let quantile = try estimate.quantile(1 - rule.alpha)
    let distance = quantile * estimate.standardError
    let lower = estimate.estimate - distance
    let upper = estimate.estimate + distance
    let equivalence = try estimate.bounds(confidence: rule.equivalenceConfidence)
    verdict =
      estimate.count < rule.leastPairs
      ? .inconclusive
      : Verdict(
        bounds: lower...upper, equivalence: equivalence, margin: rule.margin,
        equivalenceMargin: rule.equivalenceMargin)
    let detectable =
      try log1p(rule.margin) + (quantile + estimate.quantile(rule.power)) * estimate.standardError
    self.rule = rule
    self.estimate = estimate
    interval = exp(lower)...exp(upper)
    equivalenceInterval = exp(equivalence.lowerBound)...exp(equivalence.upperBound)
    halfWidth = expm1(distance)
    smallestDetectableEffect = expm1(detectable)
  }
}

/// The margins and levels of confidence of a paired comparison.
///
/// Margins and widths are shares: 0.01 is a ratio of 1.01 upwards and of 1/1.01 downwards.
public struct PairedRule: Hashable, Sendable {
  /// The change that is let pass, as a share above 0 or 0: 0.01 for 1 %.
  public let margin: Double
  /// The one-sided rate of false alarms, from above 0 to below 0.5.
  public let alpha: Double
  /// The share of pairs trimmed at each end, from 0 to below 0.5.
  public let trimming: Double
  /// The half-width, as a share above 0, at which the interval is narrow enough to stop.
  public let precision: Double
  /// The number of pairs below which nothing is decided, at least 2.
  public let leastPairs: Int
  /// The number of pairs, not below `leastPairs`, at which measuring stops whatever the precision.
  public let mostPairs: Int
  /// The share, above 0, within which two sides are equivalent.
  public let equivalenceMargin: Double
  /// The confidence, between 0 and 1, of the two-sided interval that must lie within that margin.
  public let equivalenceConfidence: Double
  /// The share of times that the smallest detectable effect is found, from 0.5 to below 1.
  public let power: Double

  /// A rule; what is left out is the default for CPU time.
  ///
  /// - Throws: `SampleError` for a number outside of the range that its property names.
  public init(
    margin: Double = 0.01, alpha: Double = 0.005, trimming: Double = 0.2,
    precision: Double = 0.02, leastPairs: Int = 20, mostPairs: Int = 240,
    equivalenceMargin: Double = 0.02, equivalenceConfidence: Double = 0.9, power: Double = 0.95
  ) throws(SampleError) {
    try Self.check(margin, "margin", margin >= 0 && margin.isFinite, "0 and above")
    try Self.check(alpha, "alpha", alpha > 0 && alpha < 0.5, "above 0 and below 0.5")
    try Self.check(trimming, "trimming", trimming >= 0 && trimming < 0.5, "0..<0.5")
    try Self.check(precision, "precision", precision > 0 && precision.isFinite, "above 0")
    try Self.check(Double(leastPairs), "leastPairs", leastPairs >= 2, "2 and above")
    try Self.check(
      Double(mostPairs), "mostPairs", mostPairs >= leastPairs, "\(leastPairs) and above")
    try Self.check(
      equivalenceMargin, "equivalenceMargin", equivalenceMargin > 0 && equivalenceMargin.isFinite,
      "above 0")
    try Self.check(
      equivalenceConfidence, "equivalenceConfidence",
      equivalenceConfidence > 0 && equivalenceConfidence < 1, "above 0 and below 1")
    try Self.check(power, "power", power >= 0.5 && power < 1, "0.5..<1")
    self.margin = margin
    self.alpha = alpha
    self.trimming = trimming
    self.precision = precision
    self.leastPairs = leastPairs
    self.mostPairs = mostPairs
    self.equivalenceMargin = equivalenceMargin
    self.equivalenceConfidence = equivalenceConfidence
    self.power = power
  }

  private static func check(
    _ value: Double, _ name: String, _ isValid: Bool, _ valid: String
  ) throws(SampleError) {
    guard isValid else { throw .parameterOutOfRange(name: name, value: value, valid: valid) }
  }
}

/// The four times of one round of a pair: a base and a head, each measured twice.
///
/// Rounds run A B B A or B A A B, so that what drifts evenly through a round falls on both sides
/// alike. Times are in any one unit; their order in the round no longer matters.
public struct PairedRound: Hashable, Sendable {
  /// The first time of the base, A.
  public let firstBase: Double
  /// The second time of the base, A.
  public let secondBase: Double
  /// The first time of the head, B.
  public let firstHead: Double
  /// The second time of the head, B.
  public let secondHead: Double

  /// A round of four times.
  public init(firstBase: Double, secondBase: Double, firstHead: Double, secondHead: Double) {
    self.firstBase = firstBase
    self.secondBase = secondBase
    self.firstHead = firstHead
    self.secondHead = secondHead
  }

  /// The statistic of one pair: the median over its rounds of ln((b₁ + b₂)/(a₁ + a₂)).
  ///
  /// The median drops a round that something else disturbed. Swapping base and head changes the
  /// sign.
  ///
  /// - Parameter rounds: At least one, of times above 0.
  /// - Returns: The natural logarithm of head over base: above 0 where the head takes longer.
  /// - Throws: `SampleError` for no rounds, or a time that is not finite or not above 0; its index
  ///   is 4·*r* + *i* for time *i* of round *r*, in the order a₁, a₂, b₁, b₂.
  /// - Complexity: O(*r* log *r*) for *r* rounds; three arrays.
  public static func medianLogRatio(_ rounds: [PairedRound]) throws(SampleError) -> Double {
    let times = rounds.flatMap { [$0.firstBase, $0.secondBase, $0.firstHead, $0.secondHead] }
    guard !rounds.isEmpty else { throw .tooFew(found: 0, needed: 1) }
    try SampleError.check(times)
    for index in times.indices where times[index] <= 0 {
      throw .notPositive(index: index, value: times[index])
    }
    return try Quantiles.median(
      rounds.map { log(($0.firstHead + $0.secondHead) / ($0.firstBase + $0.secondBase)) })
  }
}
