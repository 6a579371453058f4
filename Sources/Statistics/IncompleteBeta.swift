#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The regularised incomplete beta function: what the tails of Student's t are made of.
///
/// By its continued fraction, on the side of the mean where that converges fast.
/// Sources: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 1964, formula
/// 26.5.8; W. J. Lentz, "Generating Bessel functions in Mie scattering calculations using continued
/// fractions", 1976, doi:10.1364/AO.15.000668, for the way of adding it up.
struct IncompleteBeta {
  private let left: Double
  private let right: Double
  /// The logarithm of the complete beta function.
  private let logarithmOfBeta: Double

  /// The function with two parameters above 0.
  init(_ left: Double, _ right: Double) {
    self.left = left
    self.right = right
    let logarithms: (Double, Double, Double) = (lgamma(left), lgamma(right), lgamma(left + right))
    logarithmOfBeta = logarithms.0 + logarithms.1 - logarithms.2
  }

  /// The share of the beta distribution at and below `x`, from 0 to 1.
  ///
  /// - Complexity: O(√parameters); no allocation.
  func value(at x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    let front = exp(left * log(x) + right * log1p(-x) - logarithmOfBeta)
    return x < (left + 1) / (left + right + 2)
      ? front * Self.fraction(left, right, x) / left
      : 1 - front * Self.fraction(right, left, 1 - x) / right
  }

  private static func fraction(_ left: Double, _ right: Double, _ x: Double) -> Double {
    let tiny = 1e-300
    func away(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var numerator = 1.0
    var denominator = 1 / away(1 - (left + right) * x / (left + 1))
    var fraction = denominator
    for step in 1...10_000 {
      let m = Double(step)
      let coefficients = [
        m * (right - m) * x / ((left + 2 * m - 1) * (left + 2 * m)),
        -(left + m) * (left + right + m) * x / ((left + 2 * m) * (left + 2 * m + 1)),
      ]
      var change = 1.0
      for coefficient in coefficients {
        denominator = 1 / away(1 + coefficient * denominator)
        numerator = away(1 + coefficient / numerator)
        change = denominator * numerator
        fraction *= change
      }
      if abs(change - 1) < 1e-15 { break }
    }
    return fraction
  }
}
