/// An item with a title on the heap: what most apps have.
@frozen
public struct TextItem: SeededItem, Hashable, Sendable {
  /// `text`.
  @inlinable
  public static var payloadName: String { "text" }

  /// What it was made from.
  public var seed: ItemSeed
  /// 30 bytes, twice what a `String` holds without an allocation.
  public var title: String

  /// An item with the values of `seed` and a title made from its id; one allocation.
  @inlinable
  public init(_ seed: ItemSeed) {
    self.seed = seed
    title = Self.title(ofItem: seed.id)
  }
}
