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

  /// The number of of `count` samples are taken off at each end: ⌊`proportion`·`count`⌋.
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

/// Measures of how far samples lie apart.
public enum Spread {
  /// The factor from the median absolute deviation of normal samples to their standard deviation: 1
  /// / Φ⁻¹(3/4).
  ///
  /// Source: P. J. Rousseeuw, C. Croux, "Alternatives to the median absolute deviation", 1993,
  /// doi:10.1080/01621459.1993.10476408.
  public static let normalConsistency = 1.482602218505602

  /// The median distance of `samples` from their median.
  ///
  /// Source: F. R. Hampel, "The influence curve and its role in robust estimation", 1974,
  /// doi:10.1080/01621459.1974.10482962.
  ///
  /// - Parameter samples: At least one finite number, in any order.
  /// - Returns: A distance in the samples' unit, not below 0.
  /// - Throws: `SampleError` for no samples, or one that is not finite.
  /// - Complexity: O(*n* log *n*); two copies of the samples.
  public static func medianAbsoluteDeviation(
    _ samples: [Double]
  ) throws(SampleError) -> Double {
    let median = try Quantiles.median(samples)
    return try Quantiles.median(samples.map { abs($0 - median) })
  }

  /// The median absolute deviation in units of a normal distribution's standard deviation.
  ///
  /// - Parameter samples: At least one finite number, in any order.
  /// - Returns: A distance in the samples' unit, not below 0.
  /// - Throws: `SampleError` for no samples, or one that is not finite.
  /// - Complexity: O(*n* log *n*); two copies of the samples.
  public static func normalConsistentDeviation(
    _ samples: [Double]
  ) throws(SampleError) -> Double {
    try medianAbsoluteDeviation(samples) * normalConsistency
  }

  /// The standard deviation of the population that `samples` were drawn from, over *n* − 1.
  ///
  /// - Parameter samples: At least two finite numbers.
  /// - Returns: A distance in the samples' unit, not below 0.
  /// - Throws: `SampleError` for fewer than two samples, or one that is not finite.
  /// - Complexity: O(*n*); no allocation.
  public static func standardDeviation(_ samples: [Double]) throws(SampleError) -> Double {
    try variance(samples).squareRoot()
  }

  /// The variance of the population that `samples` were drawn from, over *n* − 1.
  ///
  /// Two passes: the sum of squares of large numbers would lose the digits that differ.
  /// Source: T. F. Chan, G. H. Golub, R. J. LeVeque, "Algorithms for computing the sample
  /// variance", 1983, doi:10.1080/00031305.1983.10483115.
  ///
  /// - Parameter samples: At least two finite numbers.
  /// - Returns: The square of a distance in the samples' unit, not below 0.
  /// - Throws: `SampleError` for fewer than two samples, or one that is not finite.
  /// - Complexity: O(*n*); no allocation.
  public static func variance(_ samples: [Double]) throws(SampleError) -> Double {
    try SampleError.check(samples, atLeast: 2)
    let mean = try Location.mean(samples)
    var squares = 0.0
    var residue = 0.0
    for sample in samples {
      squares += (sample - mean) * (sample - mean)
      residue += sample - mean
    }
    let count = Double(samples.count)
    return (squares - residue * residue / count) / (count - 1)
  }

  /// The standard error of the mean: the standard deviation over √*n*.
  ///
  /// It assumes independent samples; batches of one launch are not, so what it says of them is
  /// too small. Source: G. Casella, R. L. Berger, "Statistical Inference", 2002, section 5.2.
  ///
  /// - Parameter samples: At least two finite numbers.
  /// - Returns: A distance in the samples' unit, not below 0.
  /// - Throws: `SampleError` for fewer than two samples, or one that is not finite.
  /// - Complexity: O(*n*); no allocation.
  public static func standardError(_ samples: [Double]) throws(SampleError) -> Double {
    try standardDeviation(samples) / Double(samples.count).squareRoot()
  }
}

/// Order statistics.
public enum Quantiles {
  /// The value that half of `samples` do not exceed; the mean of the middle two of an even number.
  ///
  /// - Parameter samples: At least one finite number, in any order.
  /// - Returns: A value in the samples' unit.
  /// - Throws: `SampleError` for no samples, or one that is not finite.
  /// - Complexity: O(*n* log *n*); one copy of the samples.
  public static func median(_ samples: [Double]) throws(SampleError) -> Double {
    try quantile(0.5, of: samples)
  }

  /// The quantile `probability`, interpolated between the two order statistics around it.
  ///
  /// Type 7, the default of R and NumPy.
  /// Source: R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", 1996,
  /// doi:10.1080/00031305.1996.10473566.
  ///
  /// - Parameters:
  ///   - probability: From 0, the minimum, to 1, the maximum.
  ///   - samples: At least one finite number, in any order.
  /// - Returns: A value in the samples' unit.
  /// - Throws: `SampleError` for no samples, one that is not finite, or a probability outside
  ///   `0...1`.
  /// - Complexity: O(*n* log *n*); one copy of the samples.
  public static func quantile(
    _ probability: Double, of samples: [Double]
  ) throws(SampleError) -> Double {
    try SampleError.check(samples)
    return try quantile(probability, ofSorted: samples.sorted())
  }

  /// The quantile of samples that are in ascending order, finite and not empty.
  static func quantile(
    _ probability: Double, ofSorted sorted: [Double]
  ) throws(SampleError) -> Double {
    guard probability >= 0, probability <= 1 else {
      throw .parameterOutOfRange(name: "probability", value: probability, valid: "0...1")
    }
    let position = probability * Double(sorted.count - 1)
    let lower = Int(position)
    let weight = position - Double(lower)
    if weight == 0 { return sorted[lower] }
    // In this form equal neighbours give themselves, and rounding cannot pass the upper one.
    let step = (sorted[lower + 1] - sorted[lower]) * weight
    return min(sorted[lower] + step, sorted[lower + 1])
  }
}

/// The usual figures of a series of measurements: times, sizes or counts, in one unit.
public struct SampleSummary: Hashable, Sendable {
  /// The number of samples.
  public let count: Int
  /// The median.
  public let median: Double
  /// The median distance from the median; times `Spread.normalConsistency` it is comparable to a
  /// standard deviation.
  public let medianAbsoluteDeviation: Double
  /// The quantile 0.05.
  public let p05: Double
  /// The quantile 0.95.
  public let p95: Double
  /// The least sample.
  public let minimum: Double
  /// The greatest sample.
  public let maximum: Double

  /// Summarises measurements.
  ///
  /// - Parameter samples: At least one finite number, none below 0, in any order.
  /// - Throws: `SampleError` for no samples, or one that is not finite or below 0.
  /// - Complexity: O(*n* log *n*); three copies of the samples.
  public init(_ samples: [Double]) throws(SampleError) {
    try SampleError.checkMeasurements(samples)
    let sorted = samples.sorted()
    count = sorted.count
    median = try Quantiles.quantile(0.5, ofSorted: sorted)
    medianAbsoluteDeviation = try Spread.medianAbsoluteDeviation(sorted)
    p05 = try Quantiles.quantile(0.05, ofSorted: sorted)
    p95 = try Quantiles.quantile(0.95, ofSorted: sorted)
    minimum = sorted[0]
    maximum = sorted[sorted.count - 1]
  }
}
