/// What a paired comparison found about one metric: the head, whose figures the metric has, against a
/// base.
public struct MetricChange: Codable, Hashable, Sendable {
  /// The base's figure: the median of its times, or its whole number.
  public var base: Double
  /// Head over base; nil where the base is 0.
  public var ratio: Double?
  /// The interval of the ratio whose ends are one-sided bounds; nil for exact metrics.
  public var interval: Interval?
  /// The half-width of the interval, as a share of the ratio.
  public var halfWidth: Double?
  /// The least slow-down that this comparison would have found, as a share.
  public var detectable: Double?
  /// The pairs of processes that the estimate is of.
  public var pairs: Int?
  /// What is decided.
  public var verdict: Verdict
  /// Whether it was found in fresh pairs after the first ones had shown it.
  public var isConfirmed: Bool?

  /// What is decided of a metric.
  public enum Verdict: String, Codable, Sendable, CaseIterable {
    /// The head is worse, by more than the margin.
    case regressed
    /// It is better, by more than the margin.
    case improved
    /// Both are within the margin of equivalence, or the same number.
    case equivalent
    /// The measurements do not tell.
    case inconclusive
  }

  /// Two ratios.
  public struct Interval: Codable, Hashable, Sendable {
    /// The lower end.
    public var low: Double
    /// The upper end.
    public var high: Double

    /// Names the ends.
    public init(low: Double, high: Double) {
      self.low = low
      self.high = high
    }
  }

  private enum CodingKeys: String, CodingKey {
    case base, ratio, interval, detectable, pairs, verdict
    case halfWidth = "half_width"
    case isConfirmed = "confirmed"
  }

  /// States a change.
  public init(
    base: Double, ratio: Double? = nil, interval: Interval? = nil, halfWidth: Double? = nil,
    detectable: Double? = nil, pairs: Int? = nil, verdict: Verdict, isConfirmed: Bool? = nil
  ) {
    self.base = base
    self.ratio = ratio
    self.interval = interval
    self.halfWidth = halfWidth
    self.detectable = detectable
    self.pairs = pairs
    self.verdict = verdict
    self.isConfirmed = isConfirmed
  }
}
