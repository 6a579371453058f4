public import Changesets

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

/// An item that keeps what it was made from.
public protocol SeededItem: DatasetItem {
  /// What it was made from.
  var seed: ItemSeed { get }
}

extension SeededItem {
  /// Distinct for each item of a dataset.
  @inlinable
  public var id: UInt64 { seed.id }

  /// The state of the content.
  @inlinable
  public var revision: UInt32 { seed.revision }

  /// One of 256 classes from which layouts derive a size.
  @inlinable
  public var sizeClass: UInt8 { seed.sizeClass }

  /// Which reusable view shows the item.
  @inlinable
  public var reuseKind: UInt8 { seed.reuseKind }
}

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

  /// A generated item: everything follows from its id, as it must where the id is all there is.
  @inlinable
  @inline(__always)
  public init(generatedID id: UInt64) {
    self.init(
      id: id, revision: 0, sizeClass: UInt8(truncatingIfNeeded: id &>> 48),
      reuseKind: UInt8(truncatingIfNeeded: id &>> 56))
  }
}
