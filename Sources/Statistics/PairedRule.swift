/// What a paired comparison counts as a change, and how sure it must be.
///
/// Margins and widths are shares: 0.01 is a ratio of 1.01 upwards and of 1/1.01 downwards.
public struct PairedRule: Hashable, Sendable {
  /// The change that is let pass, as a share above 0 or 0: 0.01 for 1 %.
  public let margin: Double
  /// The one-sided rate of false alarms, from above 0 to below 0.5.
  public let alpha: Double
  /// The share of pairs trimmed at each end, from 0 to below 0.5.
  public let trimming: Double
  /// The half-width, as a share, at which the interval is narrow enough to stop.
  public let precision: Double
  /// The number of pairs below which nothing is decided.
  public let leastPairs: Int
  /// The number of pairs at which measuring stops whatever the precision.
  public let mostPairs: Int
  /// The share within which two sides are equivalent.
  public let equivalenceMargin: Double
  /// The confidence of the two-sided interval that must lie within the equivalence margin.
  public let equivalenceConfidence: Double
  /// How often the smallest detectable effect is to be found, from 0.5 to below 1.
  public let power: Double

  /// A rule; what is left out is the default for CPU time.
  ///
  /// - Parameters:
  ///   - margin: The change that is let pass, as a share not below 0.
  ///   - alpha: The one-sided rate of false alarms, between 0 and 0.5.
  ///   - trimming: The share of pairs trimmed at each end, from 0 to below 0.5.
  ///   - precision: The half-width to stop at, as a share above 0.
  ///   - leastPairs: The number below which nothing is decided, at least 2.
  ///   - mostPairs: The number at which measuring stops, not below `leastPairs`.
  ///   - equivalenceMargin: The share within which two sides are equivalent, above 0.
  ///   - equivalenceConfidence: The confidence for it, between 0 and 1.
  ///   - power: How often the smallest detectable effect is to be found, from 0.5 to below 1.
  /// - Throws: `SampleError` for a number outside of these ranges.
  public init(
    margin: Double = 0.01, alpha: Double = 0.005, trimming: Double = 0.2,
    precision: Double = 0.02, leastPairs: Int = 20, mostPairs: Int = 240,
    equivalenceMargin: Double = 0.02, equivalenceConfidence: Double = 0.9, power: Double = 0.95
  ) throws(SampleError) {
    try Self.check(margin, "margin", margin >= 0 && margin.isFinite, "0 and above")
    try Self.check(alpha, "alpha", alpha > 0 && alpha < 0.5, "above 0 and below 0.5")
    try Self.check(trimming, "trimming", trimming >= 0 && trimming < 0.5, "0..<0.5")
    try Self.check(precision, "precision", precision > 0 && precision.isFinite, "above 0")
    try Self.check(Double(leastPairs), "leastPairs", leastPairs >= 2, "2 and above")
    try Self.check(
      Double(mostPairs), "mostPairs", mostPairs >= leastPairs, "\(leastPairs) and above")
    try Self.check(
      equivalenceMargin, "equivalenceMargin", equivalenceMargin > 0 && equivalenceMargin.isFinite,
      "above 0")
    try Self.check(
      equivalenceConfidence, "equivalenceConfidence",
      equivalenceConfidence > 0 && equivalenceConfidence < 1, "above 0 and below 1")
    try Self.check(power, "power", power >= 0.5 && power < 1, "0.5..<1")
    self.margin = margin
    self.alpha = alpha
    self.trimming = trimming
    self.precision = precision
    self.leastPairs = leastPairs
    self.mostPairs = mostPairs
    self.equivalenceMargin = equivalenceMargin
    self.equivalenceConfidence = equivalenceConfidence
    self.power = power
  }

  private static func check(
    _ value: Double, _ name: String, _ isValid: Bool, _ valid: String
  ) throws(SampleError) {
    guard isValid else { throw .parameterOutOfRange(name: name, value: value, valid: valid) }
  }
}
