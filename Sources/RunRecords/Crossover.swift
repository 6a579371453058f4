/// A size from which on another storage is the best.
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
