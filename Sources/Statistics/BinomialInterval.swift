import BasicAlgorithms

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The Clopper–Pearson interval of a proportion: *k* successes in *n* independent trials.
///
/// Exact in that it covers at least as often as it says, whatever the proportion: its ends are the
/// proportions at which *k* or more, and *k* or fewer, successes become too improbable. They are
/// found by bisection of the binomial tail, to about 1e-10 of themselves for `maximumTrials` and
/// 1e-12 for a thousand.
/// Source: C. J. Clopper, E. S. Pearson, "The use of confidence or fiducial limits illustrated in
/// the case of the binomial", 1934, doi:10.1093/biomet/26.4.404.
public struct BinomialInterval: Hashable, Sendable {
  /// The greatest number of trials: beyond it the logarithms of factorials lose digits.
  public static let maximumTrials = 100_000

  /// The number of successes.
  public let successes: Int
  /// The number of trials.
  public let trials: Int

  /// The share of successes, from 0 to 1.
  public var proportion: Double { Double(successes) / Double(trials) }

  /// The intervals of `successes` in `trials`.
  ///
  /// - Parameters:
  ///   - successes: From 0 to `trials`.
  ///   - trials: From 1 to `maximumTrials`.
  /// - Throws: `SampleError` for numbers outside of these ranges.
  public init(successes: Int, of trials: Int) throws(SampleError) {
    guard trials >= 1, trials <= Self.maximumTrials else {
      throw .parameterOutOfRange(
        name: "trials", value: Double(trials), valid: "1...\(Self.maximumTrials)")
    }
    guard successes >= 0, successes <= trials else {
      throw .parameterOutOfRange(
        name: "successes", value: Double(successes), valid: "0...\(trials)")
    }
    self.successes = successes
    self.trials = trials
  }

  /// The two-sided interval: each end is passed with probability (1 − `confidence`) / 2 at most.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.95.
  /// - Returns: An interval within 0 and 1.
  /// - Throws: `SampleError` for a confidence outside of that range.
  /// - Complexity: O(√*n*) for each of about 60 steps; no allocation.
  public func bounds(confidence: Double) throws(SampleError) -> ClosedRange<Double> {
    try SampleError.check(confidence: confidence)
    let oneSided = 0.5 + confidence / 2
    let lower = try lowerBound(confidence: oneSided)
    // Without a minimum, rounding could part the ends at confidences near 0.
    return try min(lower, proportion)...max(proportion, upperBound(confidence: oneSided))
  }

  /// Returns the one-sided lower confidence bound of the proportion.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.995.
  /// - Returns: The proportion at which `successes` or more have a probability of 1 − `confidence`;
  ///   0 for no successes.
  /// - Throws: `SampleError` for a confidence outside of that range.
  /// - Complexity: O(√*n*) for each of about 60 steps; no allocation.
  public func lowerBound(confidence: Double) throws(SampleError) -> Double {
    try SampleError.check(confidence: confidence)
    if successes == 0 { return 0 }
    return (0...1).bisect { upperTail(from: successes, at: $0) >= 1 - confidence }
  }

  /// Returns the one-sided upper confidence bound of the proportion.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.995.
  /// - Returns: The proportion at which `successes` or fewer have a probability of
  ///   1 − `confidence`; 1 for nothing but successes.
  /// - Throws: `SampleError` for a confidence outside of that range.
  /// - Complexity: O(√*n*) for each of about 60 steps; no allocation.
  public func upperBound(confidence: Double) throws(SampleError) -> Double {
    try SampleError.check(confidence: confidence)
    if successes == trials { return 1 }
    return (0...1).bisect { lowerTail(to: successes, at: $0) <= 1 - confidence }
  }

  /// The probability of `number` or fewer successes at `proportion`.
  private func lowerTail(to number: Int, at proportion: Double) -> Double {
    // The side away from the mean is summed: its terms only fall, and lose no digits.
    Double(number) <= proportion * Double(trials)
      ? sumDown(from: number, at: proportion) : 1 - sumUp(from: number + 1, at: proportion)
  }

  /// The probability of `number` or more successes at `proportion`.
  private func upperTail(from number: Int, at proportion: Double) -> Double {
    Double(number) >= proportion * Double(trials)
      ? sumUp(from: number, at: proportion) : 1 - sumDown(from: number - 1, at: proportion)
  }

  private func sumUp(from start: Int, at proportion: Double) -> Double {
    let odds = proportion / (1 - proportion)
    var term = probability(of: start, at: proportion)
    var sum = 0.0
    for number in start...trials {
      sum += term
      if term <= sum * 1e-17 { break }
      term *= odds * Double(trials - number) / Double(number + 1)
    }
    return sum
  }

  private func sumDown(from start: Int, at proportion: Double) -> Double {
    let odds = (1 - proportion) / proportion
    var term = probability(of: start, at: proportion)
    var sum = 0.0
    for number in stride(from: start, through: 0, by: -1) {
      sum += term
      if term <= sum * 1e-17 { break }
      term *= odds * Double(number) / Double(trials - number + 1)
    }
    return sum
  }

  /// The probability of `number` successes at `proportion`, through its logarithm.
  private func probability(of number: Int, at proportion: Double) -> Double {
    let failures = trials - number
    let choices =
      Self.logarithmOfFactorial(trials) - Self.logarithmOfFactorial(number)
      - Self.logarithmOfFactorial(failures)
    return exp(
      choices + Double(number) * log(proportion) + Double(failures) * log1p(-proportion))
  }

  private static func logarithmOfFactorial(_ number: Int) -> Double {
    let value: Double = lgamma(Double(number) + 1)
    return value
  }
}
