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
