/// The difference of two means with its confidence interval, for groups of unequal spread.
///
/// The groups are independent of each other, and so are the samples of each, which are about
/// normal. The degrees of freedom lie between one less than the smaller group's count and two less
/// than both counts: 2 to 4 for three samples each. Groups without any spread have an error of 0,
/// and an interval that is a point.
/// Sources: B. L. Welch, "The generalization of 'Student's' problem when several different
/// population variances are involved", 1947, doi:10.1093/biomet/34.1-2.28; F. E. Satterthwaite, "An
/// approximate distribution of estimates of variance components", 1946, doi:10.2307/3002019.
public struct WelchInterval: Hashable, Sendable {
  /// The candidate's mean less the baseline's, in the samples' unit.
  public let estimate: Double
  /// The standard error of the estimate, in the samples' unit.
  public let standardError: Double
  /// Welch and Satterthwaite's, not whole in general.
  public let degreesOfFreedom: Double

  /// Estimates the difference and its error.
  ///
  /// - Parameters:
  ///   - baseline: At least two finite numbers, in any order.
  ///   - candidate: The same of the other group.
  /// - Throws: `SampleError` for fewer than two samples, or one that is not finite, or so large
  ///   that its square is not.
  /// - Complexity: O(*n*); no allocation.
  public init(baseline: [Double], candidate: [Double]) throws(SampleError) {
    let deviations = (
      try Spread.standardError(baseline), try Spread.standardError(candidate)
    )
    estimate = try Location.mean(candidate) - Location.mean(baseline)
    // Relative to the larger one, as squares of squares would leave the range of a Double.
    let largest = max(deviations.0, deviations.1)
    let freedoms = (Double(baseline.count - 1), Double(candidate.count - 1))
    guard largest > 0 else {
      standardError = 0
      degreesOfFreedom = freedoms.0 + freedoms.1
      return
    }
    let shares = (deviations.0 / largest, deviations.1 / largest)
    let squares = (shares.0 * shares.0, shares.1 * shares.1)
    let sum = squares.0 + squares.1
    standardError = largest * sum.squareRoot()
    guard standardError.isFinite, estimate.isFinite else {
      throw .parameterOutOfRange(name: "standardError", value: standardError, valid: "finite")
    }
    let freedom =
      sum * sum / (squares.0 * squares.0 / freedoms.0 + squares.1 * squares.1 / freedoms.1)
    degreesOfFreedom = min(
      max(freedom, min(freedoms.0, freedoms.1)), freedoms.0 + freedoms.1)
  }

  /// The two-sided interval: each end is passed with probability (1 − `confidence`) / 2.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.99.
  /// - Returns: An interval around the estimate, in the samples' unit.
  /// - Throws: `SampleError` for a confidence outside of that range.
  /// - Complexity: That of a quantile of `StudentT`; no allocation.
  public func bounds(confidence: Double) throws(SampleError) -> ClosedRange<Double> {
    try SampleError.check(confidence: confidence)
    let quantile = try StudentT(degreesOfFreedom: degreesOfFreedom).quantile(0.5 + confidence / 2)
    let distance = quantile * standardError
    return (estimate - distance)...(estimate + distance)
  }
}
