/// The Hodges–Lehmann estimate with the confidence interval of the signed-rank test.
///
/// The ends are order statistics of the means of all pairs, chosen by the quantiles of
/// `SignedRankDistribution`: the interval holds every location that the signed-rank test does not
/// reject. It asks for independent samples that are symmetric about their location, and for no
/// distribution. It covers at least as often as it says, as few samples leave few levels to choose
/// from; above `SignedRankDistribution.maximumExactCount` samples the quantiles are approximated.
/// Source: M. Hollander, D. A. Wolfe, E. Chicken, "Nonparametric Statistical Methods", 2014,
/// section 3.3.
public struct HodgesLehmannInterval: Hashable, Sendable {
  /// The median of the means of all pairs, in the samples' unit.
  public let estimate: Double
  /// The number of samples.
  public let count: Int
  /// The means of all pairs of samples, each sample with itself included, in ascending order.
  private let pairMeans: [Double]
  private let distribution: SignedRankDistribution

  /// Estimates the location of samples.
  ///
  /// - Parameter samples: At least one finite number, in any order.
  /// - Throws: `SampleError` for no samples, or one that is not finite.
  /// - Complexity: O(*n*² log *n*) and the distribution's O(*n*³); keeps *n*(*n* + 1)/2 means and
  ///   half as many probabilities. Meant for hundreds of pairs, not for batches.
  public init(_ samples: [Double]) throws(SampleError) {
    try SampleError.check(samples)
    pairMeans = Location.pairMeans(samples).sorted()
    estimate = try Quantiles.quantile(0.5, ofSorted: pairMeans)
    distribution = try SignedRankDistribution(count: samples.count)
    count = samples.count
  }

  /// The two-sided interval: each end is passed with probability (1 − `confidence`) / 2 at most.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.95.
  /// - Returns: An interval in the samples' unit.
  /// - Throws: `SampleError` for a confidence outside of that range, or one that no interval of so
  ///   few samples can have: *n* samples have at most 1 − 2^(1 − *n*).
  /// - Complexity: O(log *n*); no allocation.
  public func bounds(confidence: Double) throws(SampleError) -> ClosedRange<Double> {
    try SampleError.check(confidence: confidence)
    let position = try position(tail: (1 - confidence) / 2)
    let lower = pairMeans[min(position, pairMeans.count - 1 - position)]
    return lower...pairMeans[max(position, pairMeans.count - 1 - position)]
  }

  /// Returns the one-sided lower confidence bound of the location.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.995.
  /// - Returns: A value in the samples' unit.
  /// - Throws: `SampleError` for a confidence outside of that range, or one that no bound of so few
  ///   samples can have: *n* samples have at most 1 − 2^−*n*.
  /// - Complexity: O(log *n*); no allocation.
  public func lowerBound(confidence: Double) throws(SampleError) -> Double {
    try SampleError.check(confidence: confidence)
    return try pairMeans[position(tail: 1 - confidence)]
  }

  /// Returns the one-sided upper confidence bound of the location.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.995.
  /// - Returns: A value in the samples' unit.
  /// - Throws: `SampleError` for a confidence outside of that range, or one that no bound of so few
  ///   samples can have: *n* samples have at most 1 − 2^−*n*.
  /// - Complexity: O(log *n*); no allocation.
  public func upperBound(confidence: Double) throws(SampleError) -> Double {
    try SampleError.check(confidence: confidence)
    return try pairMeans[pairMeans.count - 1 - position(tail: 1 - confidence)]
  }

  /// Returns the position of the lower bound among the means of pairs.
  ///
  /// The location lies below the mean at position *k* when at most *k* means are not above it,
  /// which is a signed-rank sum of at most *k*.
  private func position(tail: Double) throws(SampleError) -> Int {
    guard let position = try distribution.criticalValue(tail: tail) else {
      throw .tooFew(found: count, needed: Self.leastCount(tail: tail))
    }
    return position
  }

  /// The least number of samples whose sum 0 has a probability of at most `tail`.
  private static func leastCount(tail: Double) -> Int {
    var probability = 0.5
    var count = 1
    while probability > tail {
      probability /= 2
      count += 1
    }
    return count
  }
}
