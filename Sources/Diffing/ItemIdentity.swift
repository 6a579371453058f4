public import Changesets

/// A rule that identifies items and detects changes of their content.
///
/// Its functions are static, so that a specialised comparison makes no indirect calls. `id(of:)`
/// must always return the same identifier for a value, and the identifier must keep its hash.
public protocol ItemIdentity<Item> {
  /// The type of the items.
  associatedtype Item
  /// The identifier: equal for two states of one item, different for two items.
  associatedtype ID: Hashable

  /// Returns the identifier of `item`.
  static func id(of item: Item) -> ID

  /// Returns whether two states of one item have equal content; called only for equal identifiers.
  static func isUnchanged(_ source: Item, _ target: Item) -> Bool
}

/// An identity by identifier alone; content is not compared.
public enum IdentifierIdentity<Item: Identifiable>: ItemIdentity {
  /// Returns the item's identifier.
  @inlinable
  @inline(__always)
  public static func id(of item: Item) -> Item.ID { item.id }

  /// Returns true: content is not compared.
  @inlinable
  @inline(__always)
  public static func isUnchanged(_ source: Item, _ target: Item) -> Bool { true }
}

/// An identity by identifier, with revisions for content.
public enum RevisionIdentity<Item: RevisionedItem>: ItemIdentity {
  /// Returns the item's identifier.
  @inlinable
  @inline(__always)
  public static func id(of item: Item) -> Item.ID { item.id }

  /// Returns whether the revisions are equal.
  @inlinable
  @inline(__always)
  public static func isUnchanged(_ source: Item, _ target: Item) -> Bool {
    source.revision == target.revision
  }
}

/// An identity of values that are their own identifiers: numbers, strings, UUIDs.
public enum ValueIdentity<Item: Hashable>: ItemIdentity {
  /// Returns the item itself.
  @inlinable
  @inline(__always)
  public static func id(of item: Item) -> Item { item }

  /// Returns true: equal values have no other content.
  @inlinable
  @inline(__always)
  public static func isUnchanged(_ source: Item, _ target: Item) -> Bool { true }
}
