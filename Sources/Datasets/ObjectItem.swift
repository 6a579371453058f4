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
