public import Statistics

/// One metric of a case.
///
/// A journal holds it as a separate document with its name; a record holds it under its name.
public struct MetricRecord: Codable, Hashable, Sendable {
  /// `cpu_time`, `wall_time`, `harness_share`, `allocations`, `allocated_bytes`, `live_bytes`, …,
  /// or the name of a count that the scenario defines.
  public var name: String
  /// The unit of every number here: `ns/op`, `count`, `byte`, `ratio`, or `point/64`: a
  /// sixty-fourth of a point.
  public var unit: String
  /// The direction of an improvement.
  public var better: Better
  /// The kind of the metric, which tells which of the numbers below it has.
  public var kind: Kind
  /// A Boolean value that indicates whether a regression of it may fail a gate.
  public var role: Role
  /// Exact metrics: the whole number, for one call of `operationsPerCall` operations.
  public var value: Int?
  /// Sampled metrics: the median of the launches' medians.
  public var median: Double?
  /// Sampled metrics: the median distance of the launches' medians from `median`.
  public var mad: Double?
  /// Sampled metrics: the quantile 0.05 of all batches of all launches.
  public var p05: Double?
  /// Sampled metrics: the quantile 0.95 of all batches of all launches.
  public var p95: Double?
  /// Sampled metrics: the least batch of all launches.
  public var min: Double?
  /// Sampled metrics: one entry a launch, its median.
  public var launches: [Double]?
  /// Sampled metrics: every batch of every launch, only where the run asked for it.
  public var samples: [[Double]]?
  /// Distributions: the quantiles over all events, of each the median over the launches.
  public var quantiles: Quantiles?
  /// The reason why there is no value; nil where there is one.
  public var absent: String?
  /// Comparisons: how the figures, which are the head's, compare with the base's.
  public var compare: MetricChange?

  /// The direction of an improvement.
  public enum Better: String, Codable, Sendable {
    /// Less is better.
    case lower
    /// More is better.
    case higher
  }

  /// The way a metric is measured.
  public enum Kind: String, Codable, Sendable {
    /// Over many batches, in several launches.
    case sampled
    /// A whole number that repeats to the last digit.
    case exact
    /// Percentiles over many events.
    case distribution
  }

  /// The purpose of a metric.
  public enum Role: String, Codable, Sendable {
    /// A regression of it may fail a gate.
    case gate
    /// It is reported only.
    case info
  }

  /// Quantiles over many events, in the metric's unit.
  public struct Quantiles: Codable, Hashable, Sendable {
    /// Half of the events do not exceed it.
    public var p50: Double
    /// Nine tenths do not.
    public var p90: Double
    /// Ninety-nine hundredths do not.
    public var p99: Double
    /// 999 thousandths do not.
    public var p999: Double
    /// No event exceeds it.
    public var max: Double

    private enum CodingKeys: String, CodingKey {
      case p50, p90, p99, max
      case p999 = "p99_9"
    }

    /// States quantiles.
    public init(p50: Double, p90: Double, p99: Double, p999: Double, max: Double) {
      self.p50 = p50
      self.p90 = p90
      self.p99 = p99
      self.p999 = p999
      self.max = max
    }
  }

  /// Describes a metric without figures.
  public init(name: String, unit: String, better: Better = .lower, kind: Kind, role: Role) {
    (self.name, self.unit, self.better) = (name, unit, better)
    (self.kind, self.role) = (kind, role)
  }

  /// Describes an exact metric.
  public init(name: String, unit: String, better: Better = .lower, role: Role, value: Int?) {
    self.init(name: name, unit: unit, better: better, kind: .exact, role: role)
    self.value = value
  }
}

/// The finding of a paired comparison about one metric: its head, whose figures the metric has,
/// against a base.
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
  /// The verdict.
  public var verdict: Verdict
  /// A Boolean value that indicates whether it was found in fresh pairs after the first ones had
  /// shown it.
  public var isConfirmed: Bool?

  /// The judgement on a metric.
  public typealias Verdict = Statistics.Verdict

  /// Two ratios.
  public struct Interval: Codable, Hashable, Sendable {
    /// The lower end.
    public var low: Double
    /// The upper end.
    public var high: Double

    /// Two ends.
    public init(low: Double, high: Double) { (self.low, self.high) = (low, high) }

    /// The ends of `range`.
    public init(_ range: ClosedRange<Double>) { (low, high) = (range.lowerBound, range.upperBound) }
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
