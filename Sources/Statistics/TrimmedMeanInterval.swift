/// A trimmed mean with its Tukey–McLaughlin confidence interval.
///
/// The standard error comes from the winsorised samples, in which what is trimmed stands at the
/// nearest value that is kept: *s*_w / ((1 − 2γ)·√*n*), where γ is the share trimmed at each end.
/// With *h* = *n* − 2⌊γ*n*⌋ samples kept, estimate over error is close to Student's t with *h* − 1
/// degrees of freedom, for symmetric samples that are independent. Samples that are mostly equal
/// have an error of 0, and an interval that is a point.
/// Source: J. W. Tukey, D. H. McLaughlin, "Less vulnerable confidence and significance procedures
/// for location based on a single sample", Sankhyā A 25, 1963.
public struct TrimmedMeanInterval: Hashable, Sendable {
  /// The trimmed mean, in the samples' unit.
  public let estimate: Double
  /// The standard deviation of the winsorised samples, in the samples' unit.
  public let winsorizedDeviation: Double
  /// The standard error of the trimmed mean, in the samples' unit.
  public let standardError: Double
  /// The number of samples, what is trimmed included.
  public let count: Int
  /// One less than the number of samples kept.
  public let degreesOfFreedom: Int

  /// Estimates the trimmed mean and its error.
  ///
  /// - Parameters:
  ///   - samples: Finite numbers in any order, of which at least two are left after trimming.
  ///   - proportion: The share taken off at each end, from 0 to below 0.5.
  /// - Throws: `SampleError` for fewer than two samples, or fewer than two left; one that is not
  ///   finite, or so large that the squares are not; or a proportion outside `0..<0.5`.
  /// - Complexity: O(*n* log *n*); three copies of the samples.
  public init(_ samples: [Double], proportion: Double) throws(SampleError) {
    let cut = try Location.trimmedCount(of: samples.count, proportion: proportion)
    try SampleError.check(samples, atLeast: 2)
    let keptCount = samples.count - 2 * cut
    guard keptCount >= 2 else { throw .tooFew(found: keptCount, needed: 2) }
    let sorted = samples.sorted()
    let kept = Array(sorted[cut..<(cut + keptCount)])
    let winsorized =
      Array(repeating: kept[0], count: cut) + kept
      + Array(repeating: kept[keptCount - 1], count: cut)
    estimate = try Location.mean(kept)
    winsorizedDeviation = try Spread.standardDeviation(winsorized)
    standardError =
      winsorizedDeviation / ((1 - 2 * proportion) * Double(samples.count).squareRoot())
    guard standardError.isFinite else {
      throw .parameterOutOfRange(name: "standardError", value: standardError, valid: "finite")
    }
    count = samples.count
    degreesOfFreedom = keptCount - 1
  }

  /// The distance from the estimate to either end of the two-sided interval.
  ///
  /// - Parameter confidence: Of the two-sided interval, between 0 and 1, neither included.
  /// - Returns: A distance in the samples' unit, not below 0.
  /// - Throws: `SampleError` for a confidence outside of that range.
  /// - Complexity: O(*n*); no allocation.
  public func halfWidth(confidence: Double) throws(SampleError) -> Double {
    try SampleError.check(confidence: confidence)
    return try quantile(0.5 + confidence / 2) * standardError
  }

  /// The two-sided interval: each end is passed with probability (1 − `confidence`) / 2.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.95.
  /// - Returns: An interval around the estimate, in the samples' unit.
  /// - Throws: `SampleError` for a confidence outside of that range.
  /// - Complexity: O(*n*); no allocation.
  public func bounds(confidence: Double) throws(SampleError) -> ClosedRange<Double> {
    let distance = try halfWidth(confidence: confidence)
    return (estimate - distance)...(estimate + distance)
  }

  /// Returns the one-sided lower confidence bound of the location.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.995.
  /// - Returns: A value in the samples' unit; above the estimate for a confidence below 0.5.
  /// - Throws: `SampleError` for a confidence outside of that range.
  /// - Complexity: O(*n*); no allocation.
  public func lowerBound(confidence: Double) throws(SampleError) -> Double {
    try SampleError.check(confidence: confidence)
    return try estimate - quantile(confidence) * standardError
  }

  /// Returns the one-sided upper confidence bound of the location.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.995.
  /// - Returns: A value in the samples' unit; below the estimate for a confidence below 0.5.
  /// - Throws: `SampleError` for a confidence outside of that range.
  /// - Complexity: O(*n*); no allocation.
  public func upperBound(confidence: Double) throws(SampleError) -> Double {
    try SampleError.check(confidence: confidence)
    return try estimate + quantile(confidence) * standardError
  }

  /// The quantile of Student's t that the bounds stand on, in standard errors.
  func quantile(_ probability: Double) throws(SampleError) -> Double {
    try StudentT(degreesOfFreedom: degreesOfFreedom).quantile(probability)
  }
}
