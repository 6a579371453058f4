/// An item with a title on the heap: what most apps have.
@frozen
public struct TextItem: DatasetItem, Hashable, Sendable {
  /// `text`.
  @inlinable
  public static var payloadName: String { "text" }

  /// Distinct for each item of a dataset.
  public var id: UInt64
  /// The state of the content.
  public var revision: UInt32
  /// One of 256 classes from which layouts derive a size.
  public var sizeClass: UInt8
  /// Which reusable view shows the item.
  public var reuseKind: UInt8
  /// 30 bytes, twice what a `String` holds without an allocation.
  public var title: String

  /// An item with the values of `seed` and a title made from its id; one allocation.
  @inlinable
  public init(_ seed: ItemSeed) {
    id = seed.id
    revision = seed.revision
    sizeClass = seed.sizeClass
    reuseKind = seed.reuseKind
    title = Self.title(ofItem: seed.id)
  }
}
