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
public struct Record: SeededItem, Hashable, Sendable {
  /// `record`.
  @inlinable
  public static var payloadName: String { "record" }

  /// What it was made from.
  public var seed: ItemSeed
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
    self.seed = seed
    createdNanoseconds = seed.id &>> 8
    modifiedNanoseconds = seed.id &>> 7
    ownerID = seed.id & 0xffff
    parentID = seed.id &>> 48
    widthPoints = Double(seed.sizeClass)
    heightPoints = Double(seed.reuseKind)
  }
}

/// An item that is a reference: a model object.
public final class ObjectItem: SeededItem, Sendable {
  /// `object`.
  @inlinable
  public static var payloadName: String { "object" }

  /// What it was made from.
  public let seed: ItemSeed

  /// An object with the values of `seed`.
  @inlinable
  public init(_ seed: ItemSeed) {
    self.seed = seed
  }
}
