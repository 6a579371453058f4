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
