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
