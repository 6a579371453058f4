public import Changesets

/// What is known of one item before it takes a shape: the values every shape is built from.
@frozen
public struct ItemSeed: Hashable, Sendable {
  /// Distinct for each item of a dataset.
  public var id: UInt64
  /// The state of the content; 0 when generated.
  public var revision: UInt32
  /// One of 256 classes from which layouts derive a size.
  public var sizeClass: UInt8
  /// Which reusable view shows the item.
  public var reuseKind: UInt8

  /// The values of one item.
  @inlinable
  public init(id: UInt64, revision: UInt32, sizeClass: UInt8, reuseKind: UInt8) {
    self.id = id
    self.revision = revision
    self.sizeClass = sizeClass
    self.reuseKind = reuseKind
  }
}

/// An item as suites see it: made from an `ItemSeed`, in one of several shapes.
public protocol DatasetItem: RevisionedItem where ID == UInt64 {
  /// The shape's name in case ids: `item8`, `record`, `text` or `object`.
  static var payloadName: String { get }
  /// One of 256 classes from which layouts derive a size.
  var sizeClass: UInt8 { get }
  /// Which reusable view shows the item.
  var reuseKind: UInt8 { get }
  /// An item of this shape with the values of `seed`.
  init(_ seed: ItemSeed)
}

/// The headline shape: eight bytes, all of them the id; the other values are derived from it.
@frozen
public struct Item8: DatasetItem, Hashable, Sendable {
  @inlinable
  public static var payloadName: String { "item8" }
  public var id: UInt64

  @inlinable
  public init(_ seed: ItemSeed) { id = seed.id }
  @inlinable
  public var revision: UInt32 { 0 }
  @inlinable
  public var sizeClass: UInt8 { UInt8(truncatingIfNeeded: id >> 48) }
  @inlinable
  public var reuseKind: UInt8 { UInt8(truncatingIfNeeded: id >> 56) }
}
