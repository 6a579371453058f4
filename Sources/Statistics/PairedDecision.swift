#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What pairs of measurements of a base and a head say about the head, by a `PairedRule`.
///
/// The pairs' logarithms of head over base are estimated by their trimmed mean. It speaks of
/// metrics that are better when smaller; for others the caller swaps base and head.
/// Sources: J. W. Tukey, D. H. McLaughlin 1963 (`TrimmedMeanInterval`) for the intervals;
/// D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach",
/// 1987, doi:10.1007/BF01068419, for equivalence.
public struct PairedDecision: Hashable, Sendable {
  /// What is decided. An interval that allows for anything else is never called a pass.
  public enum Verdict: Hashable, Sendable, CaseIterable {
    /// The one-sided lower bound lies above the margin.
    case regressed
    /// The one-sided upper bound lies below the margin downwards.
    case improved
    /// Neither, and the interval for it lies within the equivalence margin.
    case equivalent
    /// Nothing of that, or fewer pairs than the rule's least.
    case inconclusive
  }

  /// The rule that decided.
  public let rule: PairedRule
  /// The trimmed mean of the logarithms, with its standard error.
  public let estimate: TrimmedMeanInterval
  /// What is decided.
  public let verdict: Verdict
  /// The interval of head over base, whose ends are the one-sided bounds at the rule's alpha.
  public let interval: ClosedRange<Double>
  /// The interval of head over base that is held against the equivalence margin.
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

  /// Whether measuring may stop: at least the least pairs and a half-width within the rule's
  /// precision, or the most pairs.
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
    let margin = log1p(rule.margin)
    let equivalenceMargin = log1p(rule.equivalenceMargin)
    if estimate.count < rule.leastPairs {
      verdict = .inconclusive
    } else if lower > margin {
      verdict = .regressed
    } else if upper < -margin {
      verdict = .improved
    } else if equivalence.lowerBound >= -equivalenceMargin,
      equivalence.upperBound <= equivalenceMargin
    {
      verdict = .equivalent
    } else {
      verdict = .inconclusive
    }
    let detectable =
      try margin + (quantile + estimate.quantile(rule.power)) * estimate.standardError
    self.rule = rule
    self.estimate = estimate
    interval = exp(lower)...exp(upper)
    equivalenceInterval = exp(equivalence.lowerBound)...exp(equivalence.upperBound)
    halfWidth = expm1(distance)
    smallestDetectableEffect = expm1(detectable)
  }
}
