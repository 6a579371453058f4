/// Estimators of where samples lie.
public enum Location {
  /// The arithmetic mean.
  ///
  /// - Parameter samples: At least one finite number.
  /// - Returns: A value in the samples' unit.
  /// - Throws: `SampleError` for no samples, or one that is not finite.
  /// - Complexity: O(*n*); no allocation.
  public static func mean(_ samples: [Double]) throws(SampleError) -> Double {
    try SampleError.check(samples)
    return samples.reduce(0, +) / Double(samples.count)
  }

  /// The mean of what is left when ⌊`proportion`·*n*⌋ samples are taken off at each end.
  ///
  /// Source: J. W. Tukey, D. H. McLaughlin, "Less vulnerable confidence and significance
  /// procedures for location based on a single sample", Sankhyā A 25, 1963.
  ///
  /// - Parameters:
  ///   - samples: At least one finite number, in any order.
  ///   - proportion: The share taken off at each end, from 0 to below 0.5.
  /// - Returns: A value in the samples' unit.
  /// - Throws: `SampleError` for no samples, one that is not finite, or a proportion outside
  ///   `0..<0.5`.
  /// - Complexity: O(*n* log *n*); one copy of the samples.
  public static func trimmedMean(
    _ samples: [Double], proportion: Double
  ) throws(SampleError) -> Double {
    let cut = try trimmedCount(of: samples.count, proportion: proportion)
    try SampleError.check(samples)
    return try mean(Array(samples.sorted()[cut..<(samples.count - cut)]))
  }

  /// How many of `count` samples are taken off at each end: ⌊`proportion`·`count`⌋.
  static func trimmedCount(of count: Int, proportion: Double) throws(SampleError) -> Int {
    guard proportion >= 0, proportion < 0.5 else {
      throw .parameterOutOfRange(name: "proportion", value: proportion, valid: "0..<0.5")
    }
    return Int(proportion * Double(count))
  }

  /// The median of the means of all pairs of samples, each sample with itself included.
  ///
  /// Source: J. L. Hodges, E. L. Lehmann, "Estimates of location based on rank tests", 1963,
  /// doi:10.1214/aoms/1177704172.
  ///
  /// - Parameter samples: At least one finite number, in any order.
  /// - Returns: A value in the samples' unit.
  /// - Throws: `SampleError` for no samples, or one that is not finite.
  /// - Complexity: O(*n*² log *n*), and *n*(*n* + 1)/2 numbers of memory: meant for hundreds of
  ///   pairs, not for batches.
  public static func hodgesLehmann(_ samples: [Double]) throws(SampleError) -> Double {
    try SampleError.check(samples)
    return try Quantiles.median(pairMeans(samples))
  }

  /// The means of all pairs of samples, each sample with itself included, in no order.
  static func pairMeans(_ samples: [Double]) -> [Double] {
    var pairMeans: [Double] = []
    pairMeans.reserveCapacity(samples.count * (samples.count + 1) / 2)
    for first in samples.indices {
      for second in first..<samples.count {
        pairMeans.append(samples[first] / 2 + samples[second] / 2)
      }
    }
    return pairMeans
  }
}
