public import Changesets
public import ItemStores

/// The items of one section as an outline: items have children, which are shown while their parents
/// are expanded, as in `NSDiffableDataSourceSectionSnapshot`.
///
/// ```swift
/// var folders = DiffableSectionSnapshot<String>()
/// try folders.append(["Photos", "Music"])
/// try folders.append(["2024", "2025"], to: "Photos")
/// try folders.expand(["Photos"])
/// folders.visibleItems  // Photos, 2024, 2025, Music
/// ```
///
/// A value: a copy costs nothing, and editing the copy of a million items copies a few kilobytes.
/// Items are unique identifiers, kept depth first with the numbers of their descendants. Expanding
/// changes the numbers of the ancestors alone. Below, *n* is the number of items, *d* the depth of an
/// item, and a look-up what it costs a `DiffableSnapshot`.
public struct DiffableSectionSnapshot<ItemID: Hashable & Sendable>: Sendable {
  /// All items, depth first, in one section.
  @usableFromInline var order: Order
  /// The node of each item, in the same order.
  @usableFromInline var nodes: BTreeStore<OutlineNode<ItemID>>
  /// The number of items without a hidden ancestor that is collapsed.
  @usableFromInline var visibleCount = 0

  @usableFromInline typealias Order = DiffableSnapshot<OutlineSection, ItemID>

  /// Creates a snapshot without items.
  @inlinable
  public init() {
    var order = Order()
    // The first section of a snapshot cannot be there already.
    try? order.appendSections([OutlineSection()])
    self.order = order
    nodes = BTreeStore(sections: [[]])
  }
}

/// The only section of an outline's items.
@usableFromInline
struct OutlineSection: Hashable, Sendable {
  @usableFromInline
  init() {}
}

/// The place of one item in an outline.
@usableFromInline
struct OutlineNode<ItemID: Hashable & Sendable>: Sendable {
  /// The item above; nil for a root.
  @usableFromInline var parent: ItemID?
  /// The number of items above.
  @usableFromInline var level: Int
  @usableFromInline var isExpanded = false
  /// The number of items below, at any depth.
  @usableFromInline var descendantCount = 0
  /// The number of descendants that are visible while this item is visible and expanded.
  @usableFromInline var shownCount = 0

  @inlinable
  init(parent: ItemID?, level: Int) {
    self.parent = parent
    self.level = level
  }
}

// MARK: Items

extension DiffableSectionSnapshot {
  /// The number of items, hidden ones included.
  @inlinable
  public var numberOfItems: Int { order.numberOfItems }

  /// The number of items that are shown.
  @inlinable
  public var numberOfVisibleItems: Int { visibleCount }

  /// All items, each followed by its descendants; O(*n*).
  @inlinable
  public var items: [ItemID] { order.itemIdentifiers }

  /// The items without a parent, in order; O(*r* log *n*) for *r* of them.
  @inlinable
  public var rootItems: [ItemID] {
    var ids: [ItemID] = []
    var position = 0
    while position < numberOfItems {
      ids.append(order.store[Self.path(position)])
      position += 1 + nodes[Self.path(position)].descendantCount
    }
    return ids
  }

  /// The items whose ancestors are all expanded, in the order in which they are shown; O(*v* log *n*)
  /// for *v* of them, and O(*n*) if all are.
  @inlinable
  public var visibleItems: [ItemID] {
    visibleCount == numberOfItems ? items : visibleItems(in: 0..<numberOfItems)
  }

  /// Returns a Boolean value that indicates whether the snapshot contains an item. One look-up.
  @inlinable
  public func contains(_ item: ItemID) -> Bool { order.itemPath(of: item) != nil }

  /// Returns the position of an item among `items`; nil if it is absent. One look-up.
  @inlinable
  public func index(of item: ItemID) -> Int? { order.itemPath(of: item)?.item }

  /// Returns the number of ancestors of an item: 0 for a root. One look-up.
  ///
  /// - Throws: `.unknown`.
  @inlinable
  public func level(of item: ItemID) throws(DiffableSnapshotError) -> Int {
    try node(of: item).level
  }

  /// Returns the parent of an item; nil for a root. One look-up.
  ///
  /// - Throws: `.unknown`.
  @inlinable
  public func parent(of item: ItemID) throws(DiffableSnapshotError) -> ItemID? {
    try node(of: item).parent
  }

  /// Returns a Boolean value that indicates whether an item is expanded, which it may also be while it
  /// is hidden or has no children; false if it is absent. One look-up.
  @inlinable
  public func isExpanded(_ item: ItemID) -> Bool {
    guard let path = order.itemPath(of: item) else { return false }
    return nodes[path].isExpanded
  }

  /// Returns a Boolean value that indicates whether all ancestors of an item are expanded; false if it
  /// is absent. *d* look-ups.
  @inlinable
  public func isVisible(_ item: ItemID) -> Bool {
    guard let path = order.itemPath(of: item) else { return false }
    var node = nodes[path]
    while node.parent != nil {
      guard let parent = placeOfParent(of: node)?.node, parent.isExpanded else { return false }
      node = parent
    }
    return true
  }

  /// Copies the descendants of an item, with their expansion; O(*k*) for *k* of them.
  ///
  /// - Parameters:
  ///   - parent: An item of the snapshot.
  ///   - includingParent: Whether the item itself is the root of the result.
  /// - Returns: A snapshot of them, whose children are roots.
  /// - Throws: `.unknown`.
  @inlinable
  public func snapshot(
    of parent: ItemID, includingParent: Bool = false
  ) throws(DiffableSnapshotError) -> DiffableSectionSnapshot {
    let position = try knownItem(parent).item
    let node = nodes[Self.path(position)]
    let end = position + 1 + node.descendantCount
    let range = (includingParent ? position : position + 1)..<end
    var part = DiffableSectionSnapshot()
    try part.insert(
      order.itemIdentifiers(inGlobalRange: range),
      nodes: nodes(
        in: range, under: nil, replacing: includingParent ? node.parent : parent,
        levelChange: -node.level - (includingParent ? 0 : 1)),
      at: 0, under: nil,
      shown: includingParent ? 1 + (node.isExpanded ? node.shownCount : 0) : node.shownCount)
    return part
  }
}

// MARK: Look-ups

extension DiffableSectionSnapshot {
  @inlinable
  static func path(_ position: Int) -> ItemPath { ItemPath(section: 0, item: position) }

  @inlinable
  func knownItem(_ item: ItemID) throws(DiffableSnapshotError) -> ItemPath {
    try order.knownItem(item)
  }

  @inlinable
  func node(of item: ItemID) throws(DiffableSnapshotError) -> OutlineNode<ItemID> {
    nodes[try knownItem(item)]
  }

  /// Returns the path of the parent of `node` and its node; nil for a root. If identifiers lie, a parent
  /// may not be above it; nil then ends a walk up.
  @inlinable
  func placeOfParent(
    of node: OutlineNode<ItemID>
  ) -> (path: ItemPath, node: OutlineNode<ItemID>)? {
    guard let id = node.parent, let path = order.itemPath(of: id) else { return nil }
    let parent = nodes[path]
    return parent.level < node.level ? (path, parent) : nil
  }

  /// Returns the position of `item`, the one behind its last descendant, and its node.
  @inlinable
  func place(
    of item: ItemID
  ) throws(DiffableSnapshotError) -> (start: Int, end: Int, node: OutlineNode<ItemID>) {
    let start = try knownItem(item).item
    let node = nodes[Self.path(start)]
    return (start, start + 1 + node.descendantCount, node)
  }

  /// Returns the visible items of `range`, which begins at a visible item and ends with a subtree.
  @inlinable
  func visibleItems(in range: Range<Int>) -> [ItemID] {
    var ids: [ItemID] = []
    var position = range.lowerBound
    while position < range.upperBound {
      ids.append(order.store[Self.path(position)])
      let node = nodes[Self.path(position)]
      position += node.isExpanded ? 1 : 1 + node.descendantCount
    }
    return ids
  }

  /// Returns the descendants of an item that are visible while it is visible and expanded;
  /// O(*v* log *n*) for *v* of them.
  @inlinable
  func itemsShown(below item: ItemID) throws(DiffableSnapshotError) -> [ItemID] {
    let position = try knownItem(item).item
    let end = position + 1 + nodes[Self.path(position)].descendantCount
    return visibleItems(in: position + 1..<end)
  }

  /// Copies the nodes of `range`, whose topmost items get another parent and level; O(*k*).
  ///
  /// - Parameters:
  ///   - range: Whole subtrees.
  ///   - parent: The new parent of the topmost items.
  ///   - oldParent: Their parent here.
  ///   - levelChange: A number to add to each level.
  /// - Returns: The copies, in order.
  @inlinable
  func nodes(
    in range: Range<Int>, under parent: ItemID?, replacing oldParent: ItemID?, levelChange: Int
  ) -> [OutlineNode<ItemID>] {
    var copies: [OutlineNode<ItemID>] = []
    copies.reserveCapacity(range.count)
    nodes.forEachChunk(inGlobalRange: range) { chunk in
      for place in chunk.indices {
        var node = chunk[place]
        node.level += levelChange
        if node.parent == oldParent { node.parent = parent }
        copies.append(node)
      }
    }
    return copies
  }
}
