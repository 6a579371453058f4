/// The common value of independent estimates, and whether they have one.
///
///     let combined = try CombinedEstimate([.init(value: 0.01, standardError: 0.004, freedom: 11), b])
///     print(combined.value, combined.standardError)
///     if combined.agreementProbability < 0.001 { print("they differ") }
///
/// Each estimate weighs as much as the inverse of its variance. The variances are estimates, too, which
/// both the standard error and the test of agreement allow for.
///
/// Sources: F. A. Graybill, R. B. Deal, "Combining unbiased estimators", Biometrics 15, 1959, for the
/// value; P. Meier, "Variance of a weighted mean", Biometrics 9, 1953, for its standard error; B. L.
/// Welch, "On the comparison of several mean values", Biometrika 38, 1951, for the agreement.
public struct CombinedEstimate: Hashable, Sendable {
  /// An estimate.
  public struct Part: Hashable, Sendable {
    /// The estimated value.
    public let value: Double
    /// Its standard error, above 0.
    public let standardError: Double
    /// The degrees of freedom of the standard error, above 0.
    public let freedom: Double

    /// States an estimate.
    public init(value: Double, standardError: Double, freedom: Double) {
      (self.value, self.standardError, self.freedom) = (value, standardError, freedom)
    }
  }

  /// The common value.
  public let value: Double
  /// Its standard error.
  public let standardError: Double
  /// The degrees of freedom of the standard error, not whole.
  public let freedom: Double
  /// The probability that estimates differ as much where all are of one value; 1 for a single one.
  public let agreementProbability: Double

  /// Combines `parts`.
  ///
  /// - Parameter parts: One estimate or more.
  /// - Throws: `SampleError` for none, for what is not finite, and for a standard error or degrees of
  ///   freedom that are not above 0.
  /// - Complexity: O(parts); three arrays.
  public init(_ parts: [Part]) throws(SampleError) {
    guard !parts.isEmpty else { throw .tooFew(found: 0, needed: 1) }
    for figures in [parts.map(\.value), parts.map(\.standardError), parts.map(\.freedom)] {
      try SampleError.check(figures)
    }
    for (index, part) in parts.enumerated() {
      let least = min(part.standardError, part.freedom)
      if least <= 0 { throw .notPositive(index: index, value: least) }
    }
    let weights = parts.map { 1 / ($0.standardError * $0.standardError) }
    // Of an error so small that its square is none.
    try SampleError.check(weights)
    let whole = weights.reduce(0, +)
    let shares = weights.map { $0 / whole }
    let value = zip(parts, shares).reduce(0) { $0 + $1.0.value * $1.1 }
    func sum(_ term: (_ share: Double, _ freedom: Double) -> Double) -> Double {
      zip(shares, parts).reduce(0) { $0 + term($1.0, $1.1.freedom) }
    }
    self.value = value
    let inflation = 1 + 4 * sum { share, freedom in share * (1 - share) / freedom }
    standardError = (inflation / whole).squareRoot()
    freedom = 1 / sum { share, freedom in share * share / freedom }
    let squares = zip(parts, weights).reduce(0) { sum, part in
      sum + part.1 * (part.0.value - value) * (part.0.value - value)
    }
    let unknown = sum { share, freedom in (1 - share) * (1 - share) / freedom }
    agreementProbability = Self.agreement(squares, Double(parts.count), unknown)
  }

  /// Welch's test: the upper tail of *F* with *k* − 1 and (*k*² − 1) / 3*a* degrees of freedom.
  private static func agreement(_ squares: Double, _ count: Double, _ unknown: Double) -> Double {
    guard count > 1 else { return 1 }
    let between = count - 1
    let f = squares / between / (1 + 2 * (count - 2) * unknown / (count * count - 1))
    let within = (count * count - 1) / (3 * unknown)
    let sum = within + between * f
    return IncompleteBeta(within / 2, between / 2)
      .value(at: within / sum, complement: between * f / sum)
  }
}
