public import Changesets

/// What tells one item from another, and one state of an item from the next.
///
/// Static, so that a difference compiled for one identity compares without calls. `id(of:)` must be
/// the same whenever it is asked of one value, as must its hash.
public protocol ItemIdentity<Item> {
  /// What is told apart.
  associatedtype Item
  /// What two states of one item have in common, and two items never.
  associatedtype ID: Hashable

  /// Which item `item` is a state of.
  static func id(of item: Item) -> ID

  /// Whether two states of one item have the same content; asked only where their ids are equal.
  static func isUnchanged(_ source: Item, _ target: Item) -> Bool
}

/// Items told apart by their identifiers; their content is not looked at.
public enum IdentifierIdentity<Item: Identifiable>: ItemIdentity {
  /// The item's identifier.
  @inlinable
  @inline(__always)
  public static func id(of item: Item) -> Item.ID { item.id }

  /// True: what an identifier does not tell is not compared.
  @inlinable
  @inline(__always)
  public static func isUnchanged(_ source: Item, _ target: Item) -> Bool { true }
}

/// Items told apart by their identifiers, and their states by their revisions.
public enum RevisionIdentity<Item: RevisionedItem>: ItemIdentity {
  /// The item's identifier.
  @inlinable
  @inline(__always)
  public static func id(of item: Item) -> Item.ID { item.id }

  /// Whether the revisions are equal.
  @inlinable
  @inline(__always)
  public static func isUnchanged(_ source: Item, _ target: Item) -> Bool {
    source.revision == target.revision
  }
}

/// Items that are nothing but themselves: numbers, strings, identifiers.
public enum ValueIdentity<Item: Hashable>: ItemIdentity {
  /// The item.
  @inlinable
  @inline(__always)
  public static func id(of item: Item) -> Item { item }

  /// True: equal values have nothing else to differ in.
  @inlinable
  @inline(__always)
  public static func isUnchanged(_ source: Item, _ target: Item) -> Bool { true }
}
