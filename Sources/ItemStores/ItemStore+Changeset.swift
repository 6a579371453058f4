public import Changesets

extension ItemStore {
  /// Carries an update out: what it deletes and moves out, then whole sections, then what it puts in.
  ///
  /// The same as `Array.applying(_:newItem:newSection:)`. Each store chooses between single edits and
  /// a pass over what it holds, by the operations.
  ///
  /// - Parameters:
  ///   - changeset: A legal update of this store.
  ///   - newItem: The item that is inserted, or the fresh content of one that is reloaded or
  ///     reconfigured, by its path after; asked once each.
  ///   - newSection: The items of an inserted or reloaded section, by its index after, without those
  ///     that move into it; asked once each.
  /// - Complexity: What `exchangeItems` costs the store, two runs of edits of sections where one of
  ///   them comes, goes or moves, a run of replacements, and O(*e* log *e*) for *e* operations.
  /// - Precondition: `changeset` is legal.
  @inlinable
  public mutating func apply(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) {
    let moves = changeset.movedItems
    let taken =
      moves.isEmpty
      ? changeset.deletedItems : (changeset.deletedItems + moves.map(\.source)).sorted()
    if changeset.movesSections {
      let moving = takeItems(taken, moves: moves)
      exchangeSections(changeset, newSection)
      // A section that is inserted has its own items already.
      let new = Set(changeset.insertedSections)
      let inserted = changeset.insertedItems.filter { !new.contains($0.section) }
      putItems(moving, moves: moves, inserted: inserted, newItem)
    } else if !(taken.isEmpty && changeset.insertedItems.isEmpty) {
      exchangeItems(
        taken: taken, moves: moves, inserted: changeset.insertedItems, newItem: newItem)
    }
    replaceReloaded(changeset, newItem, newSection)
  }

  /// Takes out what `taken` names, then puts in what moves and what comes.
  ///
  /// - Complexity: That of single edits or of two sorted runs, as the store prefers.
  @inlinable
  public mutating func exchangeItems(
    taken: [ItemPath], moves: [Changeset.Move<ItemPath>], inserted: [ItemPath],
    newItem: (ItemPath) -> Item
  ) {
    guard moves.isEmpty else {
      return putItems(takeItems(taken, moves: moves), moves: moves, inserted: inserted, newItem)
    }
    if !taken.isEmpty {
      if prefersSingleEdits(atSorted: taken) {
        for path in taken.reversed() { remove(at: path) }
      } else {
        remove(atSorted: taken)
      }
    }
    guard !inserted.isEmpty else { return }
    if prefersSingleEdits(atSorted: inserted) {
      for path in inserted { insert(newItem(path), at: path) }
    } else {
      insert(inserted.map(newItem), atSorted: inserted)
    }
  }

  /// True: runs are single edits unless a store has something better.
  @inlinable
  public func prefersSingleEdits(atSorted paths: [ItemPath]) -> Bool { true }

  /// Takes items out, as one sorted run: the first half of an exchange that a store has no better way
  /// for. What moves is returned in the order of `moves`; `taken` ascends and has their sources in it.
  @inlinable
  public mutating func takeItems(_ taken: [ItemPath], moves: [Changeset.Move<ItemPath>]) -> [Item] {
    guard !taken.isEmpty else { return [] }
    let items = remove(atSorted: taken)
    guard !moves.isEmpty else { return [] }
    var moving: [Item] = []
    moving.reserveCapacity(moves.count)
    var place = 0
    for move in moves {  // Ascending by source, as `taken` is.
      while taken[place] != move.source { place += 1 }
      moving.append(items[place])
    }
    return moving
  }

  /// Puts in what moves and what comes, as one sorted run: the second half.
  @inlinable
  public mutating func putItems(
    _ moving: [Item], moves: [Changeset.Move<ItemPath>], inserted: [ItemPath],
    _ newItem: (ItemPath) -> Item
  ) {
    let (paths, items) = mergedItems(moving, moves: moves, inserted: inserted, newItem)
    if !paths.isEmpty { insert(items, atSorted: paths) }
  }

  /// What moves and what comes, ascending by where it goes. O(*e* log *e*); three arrays.
  @inlinable
  public func mergedItems(
    _ moving: [Item], moves: [Changeset.Move<ItemPath>], inserted: [ItemPath],
    _ newItem: (ItemPath) -> Item
  ) -> (paths: [ItemPath], items: [Item]) {
    guard !moves.isEmpty else { return (inserted, inserted.map(newItem)) }
    let order = moves.indices.sorted { moves[$0].target < moves[$1].target }
    var paths: [ItemPath] = []
    var items: [Item] = []
    paths.reserveCapacity(order.count + inserted.count)
    items.reserveCapacity(order.count + inserted.count)
    var next = 0
    for index in order {
      let target = moves[index].target
      while next < inserted.count, inserted[next] < target {
        paths.append(inserted[next])
        items.append(newItem(inserted[next]))
        next += 1
      }
      paths.append(target)
      items.append(moving[index])
    }
    for path in inserted[next...] {
      paths.append(path)
      items.append(newItem(path))
    }
    return (paths, items)
  }

  /// Takes sections out and puts others in.
  @inlinable
  mutating func exchangeSections(_ changeset: Changeset, _ newSection: (Int) -> [Item]) {
    let moves = changeset.movedSections
    var coming = changeset.insertedSections.map { (target: $0, items: newSection($0)) }
    for move in moves { coming.append((move.target, items(inSection: move.source))) }
    removeSections(atSorted: (changeset.deletedSections + moves.map(\.source)).sorted())
    coming.sort { $0.target < $1.target }
    insertSections(coming.map(\.items), atSorted: coming.map(\.target))
  }

  /// Puts fresh content in the place of what is reloaded or reconfigured.
  @inlinable
  mutating func replaceReloaded(
    _ changeset: Changeset, _ newItem: (ItemPath) -> Item, _ newSection: (Int) -> [Item]
  ) {
    let (reloaded, reconfigured) = (changeset.reloadedItems, changeset.reconfiguredItems)
    let sections = changeset.reloadedSections
    guard !(reloaded.isEmpty && reconfigured.isEmpty && sections.isEmpty) else { return }
    let map = ChangesetMap(changeset)
    var paths: [ItemPath] = []
    paths.reserveCapacity(reloaded.count + reconfigured.count)
    for path in reloaded { if let target = map.item(path) { paths.append(target) } }
    for path in reconfigured { if let target = map.item(path) { paths.append(target) } }
    if !reconfigured.isEmpty || !changeset.movedItems.isEmpty || changeset.movesSections {
      // An item may be both.
      paths = Set(paths).sorted()
    }
    if !paths.isEmpty { replace(atSorted: paths, with: paths.map(newItem)) }
    let targets = sections.compactMap { map.section($0) }.sorted()
    if !targets.isEmpty { replaceSections(atSorted: targets, with: targets.map(newSection)) }
  }
}

extension Changeset {
  /// Whether a section comes, goes or moves.
  @inlinable
  var movesSections: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty)
  }
}
