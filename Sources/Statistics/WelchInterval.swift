/// The difference of two means with its confidence interval, for groups of unequal spread.
///
/// The groups are independent of each other, and so are the samples of each, which are about
/// normal. The degrees of freedom lie between one less than the smaller group's count and two less
/// than both counts: 2 to 4 for three samples each. Groups without any spread have an error of 0,
/// and an interval that is a point. With a prior, both groups' variances are moderated by it, and
/// each has that many more degrees of freedom.
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
  ///   - prior: What groups of this kind say about the variance of each; nil for nothing.
  /// - Throws: `SampleError` for fewer than two samples, or one that is not finite, or so large
  ///   that its square is not.
  /// - Complexity: O(*n*); no allocation.
  public init(
    baseline: [Double], candidate: [Double], prior: VariancePrior? = nil
  ) throws(SampleError) {
    try self.init(
      baseline: try Group(baseline, prior: prior), candidate: try Group(candidate, prior: prior))
  }

  /// One group as the interval takes it.
  struct Group {
    let mean: Double
    /// The standard error of the mean.
    let deviation: Double
    let freedom: Double

    /// Describes a group.
    ///
    /// - Throws: As for two groups.
    init(_ samples: [Double], prior: VariancePrior?) throws(SampleError) {
      (deviation, freedom) = try WelchInterval.error(samples, prior)
      mean = try Location.mean(samples)
    }
  }

  /// Estimates the difference and its error.
  ///
  /// - Throws: `SampleError` where they are not finite.
  init(baseline: Group, candidate: Group) throws(SampleError) {
    let deviations = (baseline.deviation, candidate.deviation)
    let freedoms = (baseline.freedom, candidate.freedom)
    estimate = candidate.mean - baseline.mean
    // Relative to the larger one, as squares of squares would leave the range of a Double.
    let largest = max(deviations.0, deviations.1)
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

  /// Estimates the difference of the medians of one case's launches in two runs.
  ///
  /// Its variance has three parts: that of each median, from the launches' own variance moderated
  /// by all cases', and that between the runs. Satterthwaite's degrees of freedom weigh all three.
  ///
  /// - Throws: As for two groups.
  init(
    baseline: [Double], candidate: [Double], of runs: RunPairSpread
  ) throws(SampleError) {
    var parts = [(runs.runDeviation * runs.runDeviation, RunPairSpread.runDegreesOfFreedom)]
    for samples in [baseline, candidate] {
      let (deviation, freedom) = try Self.error(samples, runs.prior)
      parts.append(
        (deviation * deviation * Location.medianVarianceFactor(samples.count), freedom))
    }
    let sum = parts.reduce(0) { $0 + $1.0 }
    estimate = try Quantiles.median(candidate) - Quantiles.median(baseline)
    standardError = sum.squareRoot()
    let weighted = parts.reduce(0) { $0 + ($1.0 / sum) * ($1.0 / sum) / $1.1 }
    degreesOfFreedom =
      sum > 0 ? min(max(1 / weighted, 1), VariancePrior.mostDegreesOfFreedom) : parts[1].1
  }

  /// Returns the two-sided interval of the difference of medians by their robust deviations, each
  /// moderated by the typical one of all cases.
  static func robustBounds(
    baseline: [Double], candidate: [Double], of runs: RunPairSpread, confidence: Double
  ) throws(SampleError) -> ClosedRange<Double> {
    let typical = runs.typicalDeviation
    let sides = (
      try RobustMedian(baseline, typicalDeviation: typical),
      try RobustMedian(candidate, typicalDeviation: typical)
    )
    let variance =
      sides.0.variance + sides.1.variance + runs.runDeviation * runs.runDeviation
    let student = try StudentT(
      degreesOfFreedom: sides.0.degreesOfFreedom + sides.1.degreesOfFreedom)
    let distance = try student.quantile(0.5 + confidence / 2) * variance.squareRoot()
    let difference = sides.1.centre - sides.0.centre
    return (difference - distance)...(difference + distance)
  }

  /// The standard error of one group's mean, and its degrees of freedom.
  private static func error(
    _ samples: [Double], _ prior: VariancePrior?
  ) throws(SampleError) -> (deviation: Double, freedom: Double) {
    guard let prior else {
      return (try Spread.standardError(samples), Double(samples.count - 1))
    }
    let (variance, freedom) = try prior.moderated(samples)
    return ((variance / Double(samples.count)).squareRoot(), freedom)
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
