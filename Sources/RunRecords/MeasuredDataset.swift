/// An imported collection that a run measured: where it came from, and what it held.
///
/// Generated collections follow from their name, the number of items and the seed. Only the digest
/// identifies an imported one.
public struct MeasuredDataset: Codable, Hashable, Sendable {
  /// The name in case ids: `directory`.
  public var name: String
  /// The source as the user named it: `directory:/usr/share`.
  public var origin: String
  /// The number of items; of an update trace, the most that it ever holds.
  public var items: Int
  /// The number of sections; of an update trace, the most that it ever has.
  public var sections: Int
  /// A hash in sixteen hexadecimal digits: equal for equal sections and items in an equal order,
  /// with equal sizes and texts.
  public var digest: String

  /// Describes a collection.
  public init(name: String, origin: String, items: Int, sections: Int, digest: String) {
    (self.name, self.origin) = (name, origin)
    (self.items, self.sections) = (items, sections)
    self.digest = digest
  }
}
