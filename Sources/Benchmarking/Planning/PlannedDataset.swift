/// One collection at one size, resolved by whoever knows datasets.
public struct PlannedDataset: Codable, Hashable, Sendable {
  /// What scenarios are given to build it from: `uniform-1000`, `directory:/usr`.
  public var spec: String
  /// What case ids and records call it: `uniform-1000`, `directory`.
  public var name: String
  /// The number of items.
  public var items: Int
  /// The number of sections; nil where it is not known before it is built.
  public var sections: Int?

  /// Names a collection.
  public init(spec: String, name: String, items: Int, sections: Int? = nil) {
    self.spec = spec
    self.name = name
    self.items = items
    self.sections = sections
  }
}
