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
  /// What a scenario must find again where the collection is read from a source that can change; nil
  /// where it cannot.
  public var checksum: UInt64?
  /// The trace to replay over it; nil for cases that replay none.
  public var trace: PlannedTrace?

  /// Names a collection.
  public init(
    spec: String, name: String, items: Int, sections: Int? = nil, checksum: UInt64? = nil,
    trace: PlannedTrace? = nil
  ) {
    self.trace = trace
    self.spec = spec
    self.name = name
    self.items = items
    self.sections = sections
    self.checksum = checksum
  }

  /// The spec, and for one that is read what was found there: two that differ cannot be joined.
  var text: String {
    let replayed = trace.map { " replaying \($0.path) (checksum \($0.digits))" } ?? ""
    guard let sections, let checksum else { return spec + replayed }
    let hex = String(checksum, radix: 16)
    return "\(spec) (\(items) items in \(sections) sections, checksum \(hex))" + replayed
  }
}
