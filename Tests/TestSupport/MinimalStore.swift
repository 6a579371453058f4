public import Changesets
public import ItemStores

/// A store with no more than a store of one's own must have: everything else are the defaults.
public struct MinimalStore<Item>: ItemStore {
  private var contents: [[Item]] = []

  /// Creates an empty store.
  public init() {}

  /// The number of sections.
  public var sectionCount: Int { contents.count }
  /// Returns the number of items of a section.
  public func itemCount(inSection section: Int) -> Int { contents[section].count }
  /// The item at a path.
  public subscript(path: ItemPath) -> Item { contents[path.section][path.item] }

  /// Inserts an item.
  public mutating func insert(_ item: Item, at path: ItemPath) {
    contents[path.section].insert(item, at: path.item)
  }

  /// Removes the item at a path, and returns it.
  public mutating func remove(at path: ItemPath) -> Item {
    contents[path.section].remove(at: path.item)
  }

  /// Inserts a section.
  public mutating func insertSection<Items: Sequence<Item>>(_ items: Items, at section: Int) {
    contents.insert(Array(items), at: section)
  }

  /// Removes a section.
  public mutating func removeSection(at section: Int) { contents.remove(at: section) }
}

extension Changeset {
  /// The operations of both.
  public static func + (left: Changeset, right: Changeset) -> Changeset {
    Changeset(
      deletedSections: left.deletedSections + right.deletedSections,
      insertedSections: left.insertedSections + right.insertedSections,
      movedSections: left.movedSections + right.movedSections,
      reloadedSections: left.reloadedSections + right.reloadedSections,
      deletedItems: left.deletedItems + right.deletedItems,
      insertedItems: left.insertedItems + right.insertedItems,
      movedItems: left.movedItems + right.movedItems,
      reloadedItems: left.reloadedItems + right.reloadedItems,
      reconfiguredItems: left.reconfiguredItems + right.reconfiguredItems)
  }
}
