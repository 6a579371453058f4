import BasicAlgorithms

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Student's t distribution.
public struct StudentT: Hashable, Sendable {
  /// One less than the number of samples, where one mean is estimated; not whole where two groups
  /// of unequal spread are compared.
  public let degreesOfFreedom: Double

  /// The distribution with `degreesOfFreedom`.
  ///
  /// - Parameter degreesOfFreedom: At least 1.
  /// - Throws: `SampleError` below 1.
  public init(degreesOfFreedom: Int) throws(SampleError) {
    try self.init(degreesOfFreedom: Double(degreesOfFreedom))
  }

  /// The distribution with `degreesOfFreedom`, whole or not.
  ///
  /// - Parameter degreesOfFreedom: At least 1, and finite.
  /// - Throws: `SampleError` below 1, and for infinity.
  public init(degreesOfFreedom: Double) throws(SampleError) {
    guard degreesOfFreedom >= 1, degreesOfFreedom.isFinite else {
      throw .parameterOutOfRange(
        name: "degreesOfFreedom", value: degreesOfFreedom, valid: "1 and above")
    }
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The probability of a value not above `t`, exact to about 1e-14 for whole degrees of freedom
  /// and to 1e-12 for others.
  ///
  /// - Parameter t: Any number; infinity gives 0 or 1.
  /// - Returns: A probability, from 0 to 1.
  /// - Complexity: O(degrees of freedom) where they are whole, O(√degrees of freedom) for others;
  ///   no allocation.
  public func cumulativeProbability(at t: Double) -> Double {
    if t.isInfinite { return t < 0 ? 0 : 1 }
    if let whole = Int(exactly: degreesOfFreedom) { return finiteSum(at: t, whole) }
    let square = t * t
    let tail =
      IncompleteBeta(degreesOfFreedom / 2, 0.5)
      .value(at: degreesOfFreedom / (degreesOfFreedom + square)) / 2
    return t < 0 ? tail : 1 - tail
  }

  /// The finite sums for whole degrees of freedom: no gamma function is needed.
  ///
  /// Source: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 1964, formulas
  /// 26.7.3 and 26.7.4.
  private func finiteSum(at t: Double, _ degreesOfFreedom: Int) -> Double {
    let angle = atan(t / self.degreesOfFreedom.squareRoot())
    let cosineSquared = cos(angle) * cos(angle)
    let isOdd = !degreesOfFreedom.isMultiple(of: 2)
    // The series is 1 + 1/2·cos² + (1·3)/(2·4)·cos⁴ + … for even degrees of freedom, and
    // 1 + 2/3·cos² + (2·4)/(3·5)·cos⁴ + … for odd ones, which also have the angle itself.
    var term = isOdd ? cos(angle) : 1
    var sum = degreesOfFreedom == 1 ? 0 : term
    var step = isOdd ? 3 : 2
    while step < degreesOfFreedom {
      term *= cosineSquared * Double(step - 1) / Double(step)
      sum += term
      step += 2
    }
    let central = isOdd ? (angle + sin(angle) * sum) * 2 / Double.pi : sin(angle) * sum
    return min(max(0.5 + central / 2, 0), 1)
  }

  /// The value that is not exceeded with `probability`.
  ///
  /// By bisection of the cumulative probability, so exact to about 1e-12 for the probabilities of
  /// confidence intervals; not for tails below 1e-9.
  ///
  /// - Parameter probability: Between 0 and 1, neither included.
  /// - Returns: A number of standard errors.
  /// - Throws: `SampleError` for a probability outside of that range.
  /// - Complexity: About 60 times that of `cumulativeProbability(at:)`; no allocation.
  public func quantile(_ probability: Double) throws(SampleError) -> Double {
    guard probability > 0, probability < 1 else {
      throw .parameterOutOfRange(
        name: "probability", value: probability, valid: "above 0 and below 1")
    }
    if probability < 0.5 { return try -quantile(1 - probability) }
    var upper = 1.0
    while cumulativeProbability(at: upper) < probability { upper *= 2 }
    return (0...upper).bisect { cumulativeProbability(at: $0) >= probability }
  }
}
