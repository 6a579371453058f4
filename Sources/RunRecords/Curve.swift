/// The growth of one metric of a scenario family with the number of items.
public struct Curve: Codable, Hashable, Sendable {
  /// The scenario with suite, data and payload, without storage and size.
  public var family: String
  /// The metric's name.
  public var metric: String
  /// The storage measured.
  public var storage: String
  /// By ascending number of items.
  public var points: [Point]
  /// The power of the number of items that the metric follows; nil with too few points.
  public var exponent: Exponent?

  /// The metric at one size.
  public struct Point: Codable, Hashable, Sendable {
    /// The number of items.
    public var items: Int
    /// The metric, in its own unit.
    public var value: Double
    /// The lower and the upper bound of its interval, in its own unit.
    public var ci: [Double]?

    /// States a point.
    public init(items: Int, value: Double, ci: [Double]? = nil) {
      self.items = items
      self.value = value
      self.ci = ci
    }
  }

  /// The *k* of a fit by *c*·items^*k*.
  public struct Exponent: Codable, Hashable, Sendable {
    /// The estimate; a pure number.
    public var value: Double
    /// The lower and the upper bound of its 95 % interval.
    public var ci: [Double]?

    /// States an exponent.
    public init(value: Double, ci: [Double]? = nil) {
      self.value = value
      self.ci = ci
    }
  }

  /// Describes a curve.
  public init(
    family: String, metric: String, storage: String, points: [Point], exponent: Exponent? = nil
  ) {
    self.family = family
    self.metric = metric
    self.storage = storage
    self.points = points
    self.exponent = exponent
  }
}

/// A size from which on another storage is the best.
///
/// Records of older versions hold crossovers that other rules found: reports compute them again.
public struct Crossover: Codable, Hashable, Sendable {
  /// The scenario with suite, data and payload, without storage and size.
  public var family: String
  /// The metric's name.
  public var metric: String
  /// The storage that is best below `items`.
  public var from: String
  /// The storage that is best from `items` on.
  public var to: String
  /// The smallest measured number of items at which `to` is the best.
  public var items: Int

  /// States a crossover.
  public init(family: String, metric: String, from: String, to: String, items: Int) {
    self.family = family
    self.metric = metric
    self.from = from
    self.to = to
    self.items = items
  }
}
