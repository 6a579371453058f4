#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The variances of many small groups, which moderate the variance of each.
///
/// Three samples tell their own variance badly: Student's t with 2 degrees of freedom asks for 9.9
/// standard errors where the normal distribution asks for 2.6. Groups of one kind tell more together.
/// The model: variances of groups scatter around a common one as that of `degreesOfFreedom` samples
/// would. Both numbers are estimated from the logarithms of the groups' variances, by their mean and
/// variance. Where groups differ widely, the degrees of freedom are few, and each group speaks
/// mostly for itself.
/// Source: G. K. Smyth, "Linear models and empirical Bayes methods for assessing differential
/// expression in microarray experiments", 2004, doi:10.2202/1544-6115.1027.
public struct VariancePrior: Hashable, Sendable {
  /// The number of groups below which nothing is estimated.
  public static let leastGroups = 10

  /// The most degrees of freedom: from here on, Student's t is the normal distribution to 2 %, and
  /// its quantiles cost ever more.
  public static let mostDegreesOfFreedom = 100.0

  /// The number of samples that the common variance is worth, less one.
  public let degreesOfFreedom: Double
  /// The common variance, in the square of the samples' unit.
  public let variance: Double
  /// The least variance that a group may show, in the square of the samples' unit.
  public let leastVariance: Double

  /// Estimates the common variance of `groups`; nil for fewer than ten.
  ///
  /// - Parameters:
  ///   - groups: At least two finite samples each, in any order.
  ///   - leastVariance: What a variance below counts as, above 0: clocks have a resolution, and 0
  ///     has no logarithm.
  /// - Throws: `SampleError` for a group of fewer samples, one that is not finite, or a least
  ///   variance that is not above 0.
  /// - Complexity: O(samples).
  public init?(_ groups: [[Double]], leastVariance: Double) throws(SampleError) {
    guard leastVariance > 0, leastVariance.isFinite else {
      throw .parameterOutOfRange(
        name: "leastVariance", value: leastVariance, valid: "above 0 and finite")
    }
    guard groups.count >= Self.leastGroups else { return nil }
    // The logarithm of a sample variance has a bias and a variance that its own freedom decides.
    var logarithms: [Double] = []
    var ownVariance = 0.0
    for group in groups {
      let half = Double(group.count - 1) / 2
      let found = max(try Spread.variance(group), leastVariance)
      logarithms.append(log(found) - Polygamma.digamma(half) + log(half))
      ownVariance += Polygamma.trigamma(half) / Double(groups.count)
    }
    let mean = try Location.mean(logarithms)
    let excess = try Spread.variance(logarithms) - ownVariance
    let freedom = excess > 0 ? 2 * Polygamma.inverseTrigamma(excess) : .infinity
    degreesOfFreedom = min(freedom, Self.mostDegreesOfFreedom)
    let half = degreesOfFreedom / 2
    variance = exp(mean + Polygamma.digamma(half) - log(half))
    self.leastVariance = leastVariance
  }

  /// Returns the variance of one group, moderated by the others.
  ///
  /// - Parameter samples: At least two finite numbers.
  /// - Returns: The mean of the common variance and the group's own, each weighted by its degrees
  ///   of freedom, and the sum of these.
  /// - Throws: `SampleError` for fewer than two samples, or one that is not finite.
  public func moderated(
    _ samples: [Double]
  ) throws(SampleError) -> (variance: Double, degreesOfFreedom: Double) {
    let own = max(try Spread.variance(samples), leastVariance)
    let freedom = Double(samples.count - 1)
    let sum = degreesOfFreedom + freedom
    return ((degreesOfFreedom * variance + freedom * own) / sum, sum)
  }
}
