#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the launches of two sides say about the candidate, by an `UnpairedRule`.
///
/// The unit is the launch: one figure each, as batches of one launch do not tell how far launches
/// lie apart. The logarithms of both sides are compared by `WelchInterval`, so the estimate is the
/// ratio of geometric means. What moves all launches of a side alike, as another hour on the same
/// machine may, is in no spread, and so not in the interval. It speaks of metrics that are better
/// when smaller; for others the caller swaps the sides.
public struct UnpairedDecision: Hashable, Sendable {
  /// What is decided, in the words of paired measurements.
  public typealias Verdict = PairedDecision.Verdict

  /// The rule that decided.
  public let rule: UnpairedRule
  /// The difference of the logarithms, with its standard error.
  public let estimate: WelchInterval
  /// What is decided.
  public let verdict: Verdict
  /// The interval of candidate over baseline, whose ends are the one-sided bounds at the rule's
  /// alpha.
  public let interval: ClosedRange<Double>
  /// The interval of candidate over baseline that is held against the equivalence margin.
  public let equivalenceInterval: ClosedRange<Double>
  /// The least slow-down that would have been found with the rule's power, as a share.
  ///
  /// exp(ln(1 + margin) + δ·error) − 1, with the standard error of these very launches and δ from
  /// `StudentT.detectableShift(alpha:power:)`. Few launches say their own spread roughly: with three
  /// a side, a slow-down of the median of what this says is found 87 times of 100 for a power of
  /// 0.95.
  public let smallestDetectableEffect: Double

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
      baseline: Self.logarithms(of: baseline), candidate: Self.logarithms(of: candidate))
    let bounds = try estimate.bounds(confidence: 1 - 2 * rule.alpha)
    let equivalence = try estimate.bounds(confidence: rule.equivalenceConfidence)
    let margin = log1p(rule.margin)
    let equivalenceMargin = log1p(rule.equivalenceMargin)
    if bounds.lowerBound > margin {
      verdict = .regressed
    } else if bounds.upperBound < -margin {
      verdict = .improved
    } else if equivalence.lowerBound >= -equivalenceMargin,
      equivalence.upperBound <= equivalenceMargin
    {
      verdict = .equivalent
    } else {
      verdict = .inconclusive
    }
    let shift = try StudentT(degreesOfFreedom: estimate.degreesOfFreedom)
      .detectableShift(alpha: rule.alpha, power: rule.power)
    self.rule = rule
    self.estimate = estimate
    interval = exp(bounds.lowerBound)...exp(bounds.upperBound)
    equivalenceInterval = exp(equivalence.lowerBound)...exp(equivalence.upperBound)
    smallestDetectableEffect = expm1(margin + shift * estimate.standardError)
  }

  private static func logarithms(of launches: [Double]) throws(SampleError) -> [Double] {
    try SampleError.check(launches, atLeast: 2)
    for index in launches.indices where launches[index] <= 0 {
      throw .notPositive(index: index, value: launches[index])
    }
    return launches.map { log($0) }
  }
}
