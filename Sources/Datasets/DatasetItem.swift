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

/// The headline shape: eight bytes, all of them the id; the other values are derived from it.
@frozen
public struct Item8: DatasetItem, Hashable, Sendable {
  /// `item8`.
  @inlinable
  public static var payloadName: String { "item8" }

  /// Distinct for each item of a dataset.
  public var id: UInt64

  /// An item with the id of `seed`; its other values are not kept.
  @inlinable
  public init(_ seed: ItemSeed) { id = seed.id }

  /// Always 0.
  @inlinable
  public var revision: UInt32 { 0 }

  /// The class that a generated item of this id has.
  @inlinable
  public var sizeClass: UInt8 { ItemSeed(generatedID: id).sizeClass }

  /// The kind that a generated item of this id has.
  @inlinable
  public var reuseKind: UInt8 { ItemSeed(generatedID: id).reuseKind }
}

/// A row as a database gives it: 64 bytes, no references.
@frozen
public struct Record: DatasetItem, Hashable, Sendable {
  /// `record`.
  @inlinable
  public static var payloadName: String { "record" }

  /// Distinct for each item of a dataset.
  public var id: UInt64
  /// The state of the content.
  public var revision: UInt32
  /// One of 256 classes from which layouts derive a size.
  public var sizeClass: UInt8
  /// Which reusable view shows the item.
  public var reuseKind: UInt8
  /// When it was made, in nanoseconds; like all that follows, a number derived from the id.
  public var createdNanoseconds: UInt64
  /// When it was last changed, in nanoseconds.
  public var modifiedNanoseconds: UInt64
  /// Whose it is.
  public var ownerID: UInt64
  /// What it belongs to.
  public var parentID: UInt64
  /// The width of what it shows, in points.
  public var widthPoints: Double
  /// The height of what it shows, in points.
  public var heightPoints: Double

  /// A record with the values of `seed`.
  @inlinable
  public init(_ seed: ItemSeed) {
    id = seed.id
    revision = seed.revision
    sizeClass = seed.sizeClass
    reuseKind = seed.reuseKind
    createdNanoseconds = seed.id &>> 8
    modifiedNanoseconds = seed.id &>> 7
    ownerID = seed.id & 0xffff
    parentID = seed.id &>> 48
    widthPoints = Double(seed.sizeClass)
    heightPoints = Double(seed.reuseKind)
  }
}

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
  /// More than the 15 bytes that a `String` holds without an allocation.
  public var title: String

  /// An item with the values of `seed` and a title made from its id.
  @inlinable
  public init(_ seed: ItemSeed) {
    id = seed.id
    revision = seed.revision
    sizeClass = seed.sizeClass
    reuseKind = seed.reuseKind
    title = "The title of item \(seed.id)"
  }
}

/// An item that is a reference: a model object.
public final class ObjectItem: DatasetItem, Sendable {
  /// `object`.
  @inlinable
  public static var payloadName: String { "object" }

  /// Distinct for each item of a dataset.
  public let id: UInt64
  /// The state of the content.
  public let revision: UInt32
  /// One of 256 classes from which layouts derive a size.
  public let sizeClass: UInt8
  /// Which reusable view shows the item.
  public let reuseKind: UInt8

  /// An object with the values of `seed`.
  @inlinable
  public init(_ seed: ItemSeed) {
    id = seed.id
    revision = seed.revision
    sizeClass = seed.sizeClass
    reuseKind = seed.reuseKind
  }
}
