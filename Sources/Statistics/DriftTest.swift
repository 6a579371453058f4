/// A Boolean value that indicates whether a series of batches was still warming up, or was
/// disturbed on its way.
///
/// Compares the means of the first and the last third. They differ when they lie further
/// apart than three standard errors of their difference, and than 1 % of the first: the second
/// keeps very even series from failing over what does not matter. Welch's standard error, as the
/// thirds need not spread alike.
/// Source: B. L. Welch, "The significance of the difference between two means when the population
/// variances are unequal", 1938, doi:10.1093/biomet/29.3-4.350.
public struct DriftTest: Hashable, Sendable {
  /// The fewest samples that can be tested: two in each third.
  public static let minimumCount = 6

  /// The mean of the first third, in the samples' unit.
  public let first: Double
  /// The mean of the last third, in the samples' unit.
  public let last: Double
  /// The largest distance of the two that is no drift, in the samples' unit.
  public let tolerance: Double

  /// A Boolean value that indicates whether the thirds lie further apart than the tolerance.
  public var hasDrift: Bool { abs(last - first) > tolerance }

  /// Tests a series.
  ///
  /// - Parameter samples: Measurements in the order they were made, at least `minimumCount`.
  /// - Throws: `SampleError` for fewer, or one that is not finite or below 0.
  /// - Complexity: O(*n*); copies of two thirds.
  public init(_ samples: [Double]) throws(SampleError) {
    try SampleError.checkMeasurements(samples, atLeast: Self.minimumCount)
    let third = samples.count / 3
    let head = Array(samples.prefix(third))
    let tail = Array(samples.suffix(third))
    first = try Location.mean(head)
    last = try Location.mean(tail)
    let headError = try Spread.standardError(head)
    let tailError = try Spread.standardError(tail)
    let error = (headError * headError + tailError * tailError).squareRoot()
    tolerance = max(3 * error, 0.01 * first)
  }
}
