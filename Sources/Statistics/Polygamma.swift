#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The derivatives of the logarithm of the gamma function, exact to about 1e-14.
///
/// A recurrence leads to arguments from 15 on, where the asymptotic series holds all digits.
/// Source: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 1964, formulas 6.3.5,
/// 6.3.18, 6.4.6 and 6.4.11 to 6.4.13.
package enum Polygamma {
  /// The Bernoulli numbers B₂, B₄, … B₁₄.
  private static let bernoulli = [
    1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2_730, 7.0 / 6,
  ]

  /// The first derivative, ψ, at `x` above 0.
  package static func digamma(_ x: Double) -> Double {
    var (x, sum) = (x, 0.0)
    while x < 15 {
      sum -= 1 / x
      x += 1
    }
    sum += log(x) - 1 / (2 * x)
    for (index, number) in bernoulli.enumerated() {
      let order = Double(2 * (index + 1))
      sum -= number / (order * pow(x, order))
    }
    return sum
  }

  /// The second derivative, ψ′, at `x` above 0.
  package static func trigamma(_ x: Double) -> Double {
    var (x, sum) = (x, 0.0)
    while x < 15 {
      sum += 1 / (x * x)
      x += 1
    }
    sum += 1 / x + 1 / (2 * x * x)
    for (index, number) in bernoulli.enumerated() {
      sum += number / pow(x, Double(2 * index + 3))
    }
    return sum
  }

  /// The third derivative, ψ″, at `x` above 0.
  package static func tetragamma(_ x: Double) -> Double {
    var (x, sum) = (x, 0.0)
    while x < 15 {
      sum -= 2 / (x * x * x)
      x += 1
    }
    sum -= 1 / (x * x) + 1 / (x * x * x)
    for (index, number) in bernoulli.enumerated() {
      let order = Double(2 * index + 4)
      sum -= (order - 1) * number / pow(x, order)
    }
    return sum
  }

  /// The argument above 0 at which ψ′ is `value`.
  ///
  /// By Newton's method on 1/ψ′, which is convex and close to a line: each step comes nearer from
  /// one side. Source: G. K. Smyth 2004 (`VariancePrior`), appendix.
  ///
  /// - Parameter value: A finite number above 0.
  /// - Returns: A number above 0.
  package static func inverseTrigamma(_ value: Double) -> Double {
    // Beyond, the leading terms hold all digits.
    if value > 1e16 { return 1 / value.squareRoot() }
    if value < 1e-8 { return 1 / value + 0.5 }
    var x = 0.5 + 1 / value
    for _ in 0..<100 {
      let found = trigamma(x)
      let step = found * (1 - found / value) / tetragamma(x)
      x += step
      if abs(step) <= 1e-14 * x { break }
    }
    return x
  }
}
