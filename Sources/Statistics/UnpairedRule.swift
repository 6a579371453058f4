/// What a comparison of launches that were not paired counts as a change, and how sure it must be.
///
/// Margins are shares: 0.01 is a ratio of 1.01 upwards and of 1/1.01 downwards.
public struct UnpairedRule: Hashable, Sendable {
  /// The change that is let pass, as a share above 0 or 0: 0.01 for 1 %.
  public let margin: Double
  /// The one-sided rate of false alarms, from above 0 to below 0.5.
  public let alpha: Double
  /// The share within which two sides are equivalent.
  public let equivalenceMargin: Double
  /// The confidence of the two-sided interval that must lie within the equivalence margin.
  public let equivalenceConfidence: Double
  /// How often the smallest detectable effect is to be found, from 0.5 to below 1.
  public let power: Double

  /// The rule for CPU time: a margin of 1 %, and otherwise that of paired measurements.
  public static let cpuTime = UnpairedRule(validMargin: 0.01)
  /// The rule for wall time, which other processes' work is in: a margin of 2 %.
  public static let wallTime = UnpairedRule(validMargin: 0.02)

  /// A rule; what is left out is the default for CPU time.
  ///
  /// - Parameters:
  ///   - margin: The change that is let pass, as a share not below 0.
  ///   - alpha: The one-sided rate of false alarms, between 0 and 0.5.
  ///   - equivalenceMargin: The share within which two sides are equivalent, above 0.
  ///   - equivalenceConfidence: The confidence for it, between 0 and 1.
  ///   - power: How often the smallest detectable effect is to be found, from 0.5 to below 1.
  /// - Throws: `SampleError` for a number outside of these ranges.
  public init(
    margin: Double = 0.01, alpha: Double = 0.005, equivalenceMargin: Double = 0.02,
    equivalenceConfidence: Double = 0.9, power: Double = 0.95
  ) throws(SampleError) {
    // The ranges are those of pairs.
    let valid = try PairedRule(
      margin: margin, alpha: alpha, equivalenceMargin: equivalenceMargin,
      equivalenceConfidence: equivalenceConfidence, power: power)
    self.margin = valid.margin
    self.alpha = valid.alpha
    self.equivalenceMargin = valid.equivalenceMargin
    self.equivalenceConfidence = valid.equivalenceConfidence
    self.power = valid.power
  }

  private init(validMargin: Double) {
    margin = validMargin
    alpha = 0.005
    equivalenceMargin = 0.02
    equivalenceConfidence = 0.9
    power = 0.95
  }
}
