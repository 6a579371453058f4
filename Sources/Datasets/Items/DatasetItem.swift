public import Changesets

/// An item of the suites: created from an `ItemSeed`, in one of several shapes.
public protocol DatasetItem: RevisionedItem where ID == UInt64 {
  /// The shape's name in case ids: `item8`, `record`, `text` or `object`.
  static var payloadName: String { get }
  /// One of 256 classes from which layouts derive a size.
  var sizeClass: UInt8 { get }
  /// The kind of reusable view that shows the item.
  var reuseKind: UInt8 { get }
  /// Creates an item of this shape with the values of `seed`.
  init(_ seed: ItemSeed)
}

/// An item that keeps its seed.
public protocol SeededItem: DatasetItem {
  /// The values from which it was created.
  var seed: ItemSeed { get }
}

extension SeededItem {
  /// The identifier, unique within a dataset.
  @inlinable
  public var id: UInt64 { seed.id }

  /// The state of the content.
  @inlinable
  public var revision: UInt32 { seed.revision }

  /// One of 256 classes from which layouts derive a size.
  @inlinable
  public var sizeClass: UInt8 { seed.sizeClass }

  /// The kind of reusable view that shows the item.
  @inlinable
  public var reuseKind: UInt8 { seed.reuseKind }
}

/// The values from which every shape of an item is created.
@frozen
public struct ItemSeed: Hashable, Sendable {
  /// The identifier, unique within a dataset.
  public var id: UInt64
  /// The state of the content; 0 when generated.
  public var revision: UInt32
  /// One of 256 classes from which layouts derive a size.
  public var sizeClass: UInt8
  /// The kind of reusable view that shows the item.
  public var reuseKind: UInt8

  /// Creates the values of one item.
  @inlinable
  public init(id: UInt64, revision: UInt32, sizeClass: UInt8, reuseKind: UInt8) {
    self.id = id
    self.revision = revision
    self.sizeClass = sizeClass
    self.reuseKind = reuseKind
  }

  /// Creates a generated item, whose values derive from its id, as they must if the id is all that
  /// a shape keeps.
  @inlinable
  @inline(__always)
  public init(generatedID id: UInt64) {
    self.init(
      id: id, revision: 0, sizeClass: UInt8(truncatingIfNeeded: id &>> 48),
      reuseKind: UInt8(truncatingIfNeeded: id &>> 56))
  }
}
