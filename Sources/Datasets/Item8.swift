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
