/// Measures of how far samples lie apart.
public enum Spread {
  /// What makes the median absolute deviation of normal samples their standard deviation:
  /// 1 / Φ⁻¹(3/4).
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
  /// Two passes: the sum of squares of large numbers would lose the digits that differ.
  /// Source: T. F. Chan, G. H. Golub, R. J. LeVeque, "Algorithms for computing the sample
  /// variance", 1983, doi:10.1080/00031305.1983.10483115.
  ///
  /// - Parameter samples: At least two finite numbers.
  /// - Returns: A distance in the samples' unit, not below 0.
  /// - Throws: `SampleError` for fewer than two samples, or one that is not finite.
  /// - Complexity: O(*n*); no allocation.
  public static func standardDeviation(_ samples: [Double]) throws(SampleError) -> Double {
    try SampleError.check(samples, atLeast: 2)
    let mean = try Location.mean(samples)
    var squares = 0.0
    var residue = 0.0
    for sample in samples {
      squares += (sample - mean) * (sample - mean)
      residue += sample - mean
    }
    let count = Double(samples.count)
    return ((squares - residue * residue / count) / (count - 1)).squareRoot()
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
