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
