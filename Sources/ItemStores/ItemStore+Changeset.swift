public import Changesets

extension ItemStore {
  /// Carries an update out: what it deletes and moves out, then whole sections, then what it puts in.
  ///
  /// The same as `Array.applying(_:newItem:newSection:)`, by runs of edits. A section that moves has
  /// its items copied.
  ///
  /// - Parameters:
  ///   - changeset: A legal update of this store.
  ///   - newItem: The item that is inserted, or the fresh content of one that is reloaded or
  ///     reconfigured, by its path after.
  ///   - newSection: The items of an inserted or reloaded section, by its index after, without those
  ///     that move into it.
  /// - Complexity: What four runs of edits cost the store, and O(*e* log *e*) for *e* operations.
  /// - Precondition: `changeset` is legal.
  @inlinable
  public mutating func apply(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) {
    let moving = takeItemsOut(changeset)
    moveSections(changeset, newSection)
    putItemsIn(changeset, moving, newItem)
    replaceReloaded(changeset, newItem, newSection)
  }

  /// Takes out what is deleted and what moves.
  ///
  /// - Returns: What moves, in the order of `movedItems`.
  @inlinable
  mutating func takeItemsOut(_ changeset: Changeset) -> [Item] {
    let moves = changeset.movedItems
    guard !moves.isEmpty || !changeset.deletedItems.isEmpty else { return [] }
    guard !moves.isEmpty else {
      remove(atSorted: changeset.deletedItems)
      return []
    }
    let paths = (changeset.deletedItems + moves.map(\.source)).sorted()
    let taken = remove(atSorted: paths)
    var moving: [Item] = []
    moving.reserveCapacity(moves.count)
    var place = 0
    for move in moves {  // Ascending by source, as the paths are.
      while paths[place] != move.source { place += 1 }
      moving.append(taken[place])
    }
    return moving
  }

  /// Takes sections out and puts others in.
  @inlinable
  mutating func moveSections(_ changeset: Changeset, _ newSection: (Int) -> [Item]) {
    let moves = changeset.movedSections
    let (deleted, inserted) = (changeset.deletedSections, changeset.insertedSections)
    guard !(moves.isEmpty && deleted.isEmpty && inserted.isEmpty) else { return }
    var coming = inserted.map { (target: $0, items: newSection($0)) }
    for move in moves { coming.append((move.target, items(ofSection: move.source))) }
    removeSections(atSorted: (deleted + moves.map(\.source)).sorted())
    coming.sort { $0.target < $1.target }
    insertSections(coming.map(\.items), atSorted: coming.map(\.target))
  }

  /// Copies the items of a section.
  @inlinable
  func items(ofSection section: Int) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(itemCount(inSection: section))
    forEachChunk(inGlobalRange: globalRange(ofSection: section)) { chunk in
      for place in chunk.indices { items.append(chunk[place]) }
    }
    return items
  }

  /// Puts in what is inserted and what moves; a section that is inserted has its own already.
  @inlinable
  mutating func putItemsIn(
    _ changeset: Changeset, _ moving: [Item], _ newItem: (ItemPath) -> Item
  ) {
    let newSections = Set(changeset.insertedSections)
    var coming: [(path: ItemPath, item: Item)] = []
    for path in changeset.insertedItems where !newSections.contains(path.section) {
      coming.append((path, newItem(path)))
    }
    for (move, item) in zip(changeset.movedItems, moving) { coming.append((move.target, item)) }
    guard !coming.isEmpty else { return }
    coming.sort { $0.path < $1.path }
    insert(coming.map(\.item), atSorted: coming.map(\.path))
  }

  /// Puts fresh content in the place of what is reloaded.
  @inlinable
  mutating func replaceReloaded(
    _ changeset: Changeset, _ newItem: (ItemPath) -> Item, _ newSection: (Int) -> [Item]
  ) {
    let changed = Set(changeset.reloadedItems).union(changeset.reconfiguredItems)
    guard !(changed.isEmpty && changeset.reloadedSections.isEmpty) else { return }
    let map = ChangesetMap(changeset)
    let items = changed.filter { !map.isReloaded($0.section) }.compactMap { map.item($0) }.sorted()
    if !items.isEmpty { replace(atSorted: items, with: items.map(newItem)) }
    let sections = changeset.reloadedSections.compactMap { map.section($0) }.sorted()
    if !sections.isEmpty {
      replaceSections(atSorted: sections, with: sections.map(newSection))
    }
  }
}
