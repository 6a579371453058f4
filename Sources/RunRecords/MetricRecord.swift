/// One metric of a case.
public struct MetricRecord: Codable, Hashable, Sendable {
  /// `cpu_time`, `wall_time`, `harness_share`, `allocations`, `allocated_bytes`, `live_bytes`, …, or
  /// what a scenario calls a count of its own.
  public var name: String
  /// The unit of every number here: `ns/op`, `count`, `byte`, `ratio`, or `point/64`: a
  /// sixty-fourth of a point.
  public var unit: String
  /// Which direction is an improvement.
  public var better: Better
  /// Which of the numbers below are there.
  public var kind: Kind
  /// Whether a regression of it may fail a gate.
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
  /// Why there is no value; nil where there is one.
  public var absent: String?

  /// Which direction is an improvement.
  public enum Better: String, Codable, Sendable {
    /// Less is better.
    case lower
    /// More is better.
    case higher
  }

  /// How a metric is measured.
  public enum Kind: String, Codable, Sendable {
    /// Over many batches, in several launches.
    case sampled
    /// A whole number that repeats to the last digit.
    case exact
    /// Percentiles over many events.
    case distribution
  }

  /// What a metric is for.
  public enum Role: String, Codable, Sendable {
    /// A regression of it may fail a gate.
    case gate
    /// It is reported only.
    case info
  }

  /// Describes a metric.
  public init(
    name: String, unit: String, better: Better = .lower, kind: Kind, role: Role,
    value: Int? = nil, median: Double? = nil, mad: Double? = nil, p05: Double? = nil,
    p95: Double? = nil, min: Double? = nil, launches: [Double]? = nil,
    samples: [[Double]]? = nil, absent: String? = nil
  ) {
    self.name = name
    self.unit = unit
    self.better = better
    self.kind = kind
    self.role = role
    self.value = value
    self.median = median
    self.mad = mad
    self.p05 = p05
    self.p95 = p95
    self.min = min
    self.launches = launches
    self.samples = samples
    self.absent = absent
  }
}
