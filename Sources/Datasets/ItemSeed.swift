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
