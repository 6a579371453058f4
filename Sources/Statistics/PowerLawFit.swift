#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A fit of *y* = *c*·*x*^*k*: how a cost grows with size.
///
/// A straight line by least squares through the logarithms. The interval of the exponent is
/// Student's, which takes the scatter around the line for independent and normal; caches bend
/// real curves, so it says how straight the curve is, not what it does outside of its sizes.
/// Source: N. R. Draper, H. Smith, "Applied Regression Analysis", 1998, sections 1.2 and 1.4.
public struct PowerLawFit: Hashable, Sendable {
  /// The power *k*: 0 for constant, 1 for linear cost.
  public let exponent: Double
  /// The factor *c*: the cost at *x* = 1, in the unit of *y*.
  public let coefficient: Double
  /// The standard error of the exponent; nil with two points, which leave no scatter.
  public let standardError: Double?
  /// The number of points fitted.
  public let count: Int

  /// Fits a power law to points.
  ///
  /// - Parameters:
  ///   - sizes: The *x* of each point, above 0; at least two different ones.
  ///   - costs: The *y* of each point, above 0; as many as `sizes`.
  /// - Throws: `SampleError` for fewer than two points, unequal numbers of sizes and costs, a
  ///   number that is not finite or not above 0, or sizes that are all equal.
  /// - Complexity: O(*n*), with two arrays of logarithms.
  public init(sizes: [Double], costs: [Double]) throws(SampleError) {
    try SampleError.check(sizes, atLeast: 2)
    try SampleError.check(costs, atLeast: sizes.count)
    guard costs.count == sizes.count else {
      throw .tooFew(found: sizes.count, needed: costs.count)
    }
    let x = try Self.logarithms(sizes)
    let y = try Self.logarithms(costs)
    let meanX = try Location.mean(x)
    let meanY = try Location.mean(y)
    var squaresX = 0.0
    var products = 0.0
    for index in x.indices {
      squaresX += (x[index] - meanX) * (x[index] - meanX)
      products += (x[index] - meanX) * (y[index] - meanY)
    }
    guard sizes.contains(where: { $0 != sizes[0] }), squaresX > 0 else {
      throw .noSpread(value: sizes[0])
    }
    let slope = products / squaresX
    var residuals = 0.0
    for index in x.indices {
      let residual = y[index] - meanY - slope * (x[index] - meanX)
      residuals += residual * residual
    }
    exponent = slope
    coefficient = exp(meanY - slope * meanX)
    count = x.count
    standardError = count > 2 ? (residuals / Double(count - 2) / squaresX).squareRoot() : nil
  }

  /// The interval that covers the exponent at a level of confidence.
  ///
  /// - Parameter confidence: Between 0 and 1, neither included: 0.95.
  /// - Returns: Student's t interval with *n* − 2 degrees of freedom; nil with two points.
  /// - Throws: `SampleError` for a confidence outside of that range.
  /// - Complexity: O(*n*); no allocation.
  public func exponentInterval(
    confidence: Double
  ) throws(SampleError) -> ClosedRange<Double>? {
    try SampleError.check(confidence: confidence)
    guard let standardError else { return nil }
    let t = try StudentT(degreesOfFreedom: count - 2).quantile(0.5 + confidence / 2)
    return (exponent - t * standardError)...(exponent + t * standardError)
  }

  private static func logarithms(_ values: [Double]) throws(SampleError) -> [Double] {
    for index in values.indices where values[index] <= 0 {
      throw .notPositive(index: index, value: values[index])
    }
    return values.map { log($0) }
  }
}
