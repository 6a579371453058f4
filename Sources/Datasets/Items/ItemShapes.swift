/// The headline shape: eight bytes of id, from which the other values derive.
@frozen
public struct Item8: DatasetItem, Hashable, Sendable {
  /// `item8`.
  @inlinable
  public static var payloadName: String { "item8" }

  /// The identifier, unique within a dataset.
  public var id: UInt64

  /// Creates an item with the id of `seed`; its other values are not kept.
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

/// A row as from a database: 64 bytes without references.
@frozen
public struct Record: SeededItem, Hashable, Sendable {
  /// `record`.
  @inlinable
  public static var payloadName: String { "record" }

  /// The values from which it was created.
  public var seed: ItemSeed
  /// The time of creation, in nanoseconds; like all following values, it derives from the id.
  public var createdNanoseconds: UInt64
  /// The time of the last change, in nanoseconds.
  public var modifiedNanoseconds: UInt64
  /// The identifier of its owner.
  public var ownerID: UInt64
  /// The identifier of its parent.
  public var parentID: UInt64
  /// The width of its content, in points.
  public var widthPoints: Double
  /// The height of its content, in points.
  public var heightPoints: Double

  /// Creates a record with the values of `seed`.
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

/// An item that is a model object, on the heap.
public final class ObjectItem: SeededItem, Sendable {
  /// `object`.
  @inlinable
  public static var payloadName: String { "object" }

  /// The values from which it was created.
  public let seed: ItemSeed

  /// Creates an object with the values of `seed`.
  @inlinable
  public init(_ seed: ItemSeed) { self.seed = seed }
}
