public import Changesets
public import ItemStores

// MARK: Adding

extension DiffableSectionSnapshot {
  /// Appends items, collapsed, as the last children of another one.
  ///
  /// - Parameters:
  ///   - items: Identifiers that the snapshot does not contain.
  ///   - parent: An item of the snapshot; nil to append roots.
  /// - Throws: `.repeated`, `.alreadyThere`, `.unknown`.
  /// - Complexity: A look-up for each item and each ancestor, and the insertion.
  @inlinable
  public mutating func append(
    _ items: [ItemID], to parent: ItemID? = nil
  ) throws(DiffableSnapshotError) {
    guard let parent else { return try insert(items, at: numberOfItems, under: nil, level: 0) }
    let position = try knownItem(parent).item
    let node = nodes[Self.path(position)]
    try insert(
      items, at: position + 1 + node.descendantCount, under: parent, level: node.level + 1)
  }

  /// Appends the items of another snapshot, with their expansion, as roots.
  ///
  /// - Parameter snapshot: A snapshot whose items this one does not contain.
  /// - Throws: `.alreadyThere`.
  @inlinable
  public mutating func append(_ snapshot: DiffableSectionSnapshot) throws(DiffableSnapshotError) {
    try insert(snapshot, at: numberOfItems, under: nil, level: 0)
  }

  /// Inserts items, collapsed, in front of another one and as children of its parent.
  ///
  /// - Parameters:
  ///   - items: Identifiers that the snapshot does not contain.
  ///   - item: An item of the snapshot.
  /// - Throws: `.repeated`, `.alreadyThere`, `.unknown`.
  @inlinable
  public mutating func insert(
    _ items: [ItemID], before item: ItemID
  ) throws(DiffableSnapshotError) {
    let (start, _, node) = try place(of: item)
    try insert(items, at: start, under: node.parent, level: node.level)
  }

  /// Inserts items, collapsed, behind another one and its descendants, as children of its parent.
  ///
  /// - Parameters:
  ///   - items: Identifiers that the snapshot does not contain.
  ///   - item: An item of the snapshot.
  /// - Throws: `.repeated`, `.alreadyThere`, `.unknown`.
  @inlinable
  public mutating func insert(
    _ items: [ItemID], after item: ItemID
  ) throws(DiffableSnapshotError) {
    let (_, end, node) = try place(of: item)
    try insert(items, at: end, under: node.parent, level: node.level)
  }

  /// Inserts the items of another snapshot, with their expansion, in front of an item and as children
  /// of its parent.
  ///
  /// - Parameters:
  ///   - snapshot: A snapshot whose items this one does not contain.
  ///   - item: An item of this snapshot.
  /// - Throws: `.alreadyThere`, `.unknown`.
  @inlinable
  public mutating func insert(
    _ snapshot: DiffableSectionSnapshot, before item: ItemID
  ) throws(DiffableSnapshotError) {
    let (start, _, node) = try place(of: item)
    try insert(snapshot, at: start, under: node.parent, level: node.level)
  }

  /// Inserts the items of another snapshot, with their expansion, behind an item and its descendants,
  /// as children of its parent.
  ///
  /// - Parameters:
  ///   - snapshot: A snapshot whose items this one does not contain.
  ///   - item: An item of this snapshot.
  /// - Throws: `.alreadyThere`, `.unknown`.
  @inlinable
  public mutating func insert(
    _ snapshot: DiffableSectionSnapshot, after item: ItemID
  ) throws(DiffableSnapshotError) {
    let (_, end, node) = try place(of: item)
    try insert(snapshot, at: end, under: node.parent, level: node.level)
  }

  /// Replaces the descendants of an item by the items of another snapshot, with their expansion.
  ///
  /// - Parameters:
  ///   - parent: An item of this snapshot, which stays as it is.
  ///   - snapshot: A snapshot whose items are not among those that stay.
  /// - Throws: `.alreadyThere`, `.unknown`.
  @inlinable
  public mutating func replace(
    childrenOf parent: ItemID, using snapshot: DiffableSectionSnapshot
  ) throws(DiffableSnapshotError) {
    let position = try knownItem(parent).item
    let node = nodes[Self.path(position)]
    var edited = self
    edited.remove([position + 1..<position + 1 + node.descendantCount])
    edited.grow(parent, by: -node.descendantCount, shown: -node.shownCount)
    try edited.insert(snapshot, at: position + 1, under: parent, level: node.level + 1)
    self = edited
  }
}

// MARK: Deleting

extension DiffableSectionSnapshot {
  /// Deletes items with their descendants.
  ///
  /// - Parameter items: Items of the snapshot; naming one twice, or an item and its descendant, has no
  ///   further effect.
  /// - Throws: `.unknown`.
  /// - Complexity: A look-up for each item and each of its ancestors, and the removal.
  @inlinable
  public mutating func delete(_ items: [ItemID]) throws(DiffableSnapshotError) {
    var positions: [Int] = []
    for item in items { positions.append(try knownItem(item).item) }
    positions.sort()
    var ranges: [Range<Int>] = []
    var gone: [OutlineNode<ItemID>] = []
    for position in positions where position >= ranges.last?.upperBound ?? 0 {
      let node = nodes[Self.path(position)]
      ranges.append(position..<position + 1 + node.descendantCount)
      gone.append(node)
    }
    remove(ranges)
    for node in gone {
      grow(
        node.parent, by: -1 - node.descendantCount,
        shown: -1 - (node.isExpanded ? node.shownCount : 0))
    }
  }

  /// Deletes all items.
  @inlinable
  public mutating func deleteAll() { self = DiffableSectionSnapshot() }
}

// MARK: Expanding

extension DiffableSectionSnapshot {
  /// Expands items: their children are shown where they themselves are.
  ///
  /// - Parameter items: Items of the snapshot; those that are expanded stay so.
  /// - Throws: `.unknown`.
  /// - Complexity: A look-up and O(log *n*) for each item and each of its ancestors, until one that is
  ///   collapsed.
  @inlinable
  public mutating func expand(_ items: [ItemID]) throws(DiffableSnapshotError) {
    try setExpanded(true, items)
  }

  /// Collapses items: their descendants are hidden, and keep their own expansion.
  ///
  /// - Parameter items: Items of the snapshot; those that are collapsed stay so.
  /// - Throws: `.unknown`.
  /// - Complexity: As `expand(_:)`.
  @inlinable
  public mutating func collapse(_ items: [ItemID]) throws(DiffableSnapshotError) {
    try setExpanded(false, items)
  }

  @inlinable
  mutating func setExpanded(
    _ isExpanded: Bool, _ items: [ItemID]
  ) throws(DiffableSnapshotError) {
    var paths: [ItemPath] = []
    for item in items { paths.append(try knownItem(item)) }
    for path in paths {
      var node = nodes[path]
      guard node.isExpanded != isExpanded else { continue }
      node.isExpanded = isExpanded
      nodes.replace(at: path, with: node)
      grow(node.parent, by: 0, shown: isExpanded ? node.shownCount : -node.shownCount)
    }
  }
}

// MARK: The numbers of descendants

extension DiffableSectionSnapshot {
  @inlinable
  mutating func insert(
    _ items: [ItemID], at position: Int, under parent: ItemID?, level: Int
  ) throws(DiffableSnapshotError) {
    let new = items.map { _ in OutlineNode(parent: parent, level: level) }
    try insert(items, nodes: new, at: position, under: parent, shown: items.count)
  }

  @inlinable
  mutating func insert(
    _ snapshot: DiffableSectionSnapshot, at position: Int, under parent: ItemID?, level: Int
  ) throws(DiffableSnapshotError) {
    let all = 0..<snapshot.numberOfItems
    try insert(
      snapshot.items,
      nodes: snapshot.nodes(in: all, under: parent, replacing: nil, levelChange: level),
      at: position, under: parent, shown: snapshot.visibleCount)
  }

  /// Inserts whole subtrees; an error changes nothing.
  ///
  /// - Parameters:
  ///   - items: The items, depth first.
  ///   - new: Their nodes.
  ///   - position: The position of the first one.
  ///   - parent: The parent of the topmost ones.
  ///   - shown: How many of the items are visible while their parent is visible and expanded.
  /// - Throws: `.repeated`, `.alreadyThere`.
  @inlinable
  mutating func insert(
    _ items: [ItemID], nodes new: [OutlineNode<ItemID>], at position: Int, under parent: ItemID?,
    shown: Int
  ) throws(DiffableSnapshotError) {
    guard !items.isEmpty else { return }
    try order.insert(items, at: Self.path(position))
    if nodes.itemCount == 0 {
      nodes.replaceSection(at: 0, with: new)
    } else if new.count == 1 {
      nodes.insert(new[0], at: Self.path(position))
    } else {
      nodes.insert(new, atSorted: Order.paths(new.count, from: Self.path(position)))
    }
    grow(parent, by: items.count, shown: shown)
  }

  /// Removes the items in `ranges`, which are ascending and hold whole subtrees; the caller changes the
  /// numbers of their ancestors.
  @inlinable
  mutating func remove(_ ranges: [Range<Int>]) {
    let paths = ranges.flatMap { $0.map(Self.path) }
    guard !paths.isEmpty else { return }
    order.remove(atSorted: paths)
    nodes.remove(atSorted: paths)
  }

  /// Adds to the numbers of descendants of an item and of its ancestors.
  ///
  /// - Parameters:
  ///   - item: The parent of what has come or gone; nil for roots.
  ///   - count: How many descendants more there are.
  ///   - shown: How many more of them are visible while `item` is visible and expanded.
  @inlinable
  mutating func grow(_ item: ItemID?, by count: Int, shown: Int) {
    var shown = shown
    var place = item.flatMap(order.itemPath).map { (path: $0, node: nodes[$0]) }
    while case (let path, var node)? = place {
      guard count != 0 || shown != 0 else { return }
      // If identifiers lie, a number could fall below zero, and a walk over the items would go back.
      node.descendantCount = max(0, node.descendantCount + count)
      node.shownCount = max(0, node.shownCount + shown)
      nodes.replace(at: path, with: node)
      if !node.isExpanded { shown = 0 }
      place = placeOfParent(of: node)
    }
    visibleCount = max(0, visibleCount + shown)
  }
}
