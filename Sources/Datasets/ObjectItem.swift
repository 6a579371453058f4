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
