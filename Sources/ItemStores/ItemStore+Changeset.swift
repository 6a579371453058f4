public import Changesets

extension ItemStore {
  /// Applies an update: first deletions and the sources of moves, then whole sections, then insertions
  /// and the targets of moves.
  ///
  /// The result equals `Array.applying(_:newItem:newSection:)`. Each store chooses by the
  /// operations between single edits and a pass over its items.
  ///
  /// - Parameters:
  ///   - changeset: A legal update of this store.
  ///   - newItem: The item that is inserted, or the fresh content of one that is reloaded or
  ///     reconfigured, by its path after; asked once each.
  ///   - newSection: The items of an inserted or reloaded section, by its index after, without those
  ///     that move into it; asked once each.
  /// - Complexity: What `exchangeItems` or `exchangeSections` costs the store, a run of replacements,
  ///   and O(*e* log *e*) for *e* operations.
  /// - Precondition: `changeset` is legal.
  @inlinable
  public mutating func apply(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) {
    if changeset.changesSections {
      exchangeSections(changeset, newItem: newItem, newSection: newSection)
    } else {
      let taken = changeset.takenItems
      if !(taken.isEmpty && changeset.insertedItems.isEmpty) {
        exchangeItems(
          taken: taken, moves: changeset.movedItems, inserted: changeset.insertedItems,
          newItem: newItem)
      }
    }
    replaceReloaded(changeset, newItem)
  }

  /// Applies an update that leads to `target`, and takes from there what comes and what is replaced.
  ///
  /// Use it where the whole collection after the update is known:
  ///
  ///     let update = Changeset(insertedItems: [ItemPath(section: 0, item: 2)])
  ///     photos[0].insert(photo, at: 2)
  ///     store.apply(update, target: photos)
  ///
  /// - Parameters:
  ///   - changeset: A legal update of this store.
  ///   - target: The sections after the update.
  /// - Complexity: What `apply(_:newItem:newSection:)` takes; items of new sections are copied once.
  /// - Precondition: `changeset` is legal and leads to as many sections as `target` has, and in each
  ///   section that it names to as many items.
  @inlinable
  public mutating func apply(_ changeset: Changeset, target: [[Item]]) {
    let count = sectionCount + changeset.insertedSections.count - changeset.deletedSections.count
    checkTarget(
      target.count == count,
      "it has \(target.count) sections, but there are \(count) after the update")
    let arrivals = changeset.movedItems.map(\.target).sorted()
    apply(changeset) { path in
      checkTarget(
        path.item < target[path.section].count,
        "section \(path.section) has \(target[path.section].count) items, but the update inserts "
          + "item \(path.item)")
      return target[path.section][path.item]
    } newSection: { section in
      let moved = arrivals.range(ofSection: section)
      guard !moved.isEmpty else { return target[section] }
      var own: [Item] = []
      own.reserveCapacity(target[section].count)
      var walk = EditWalk(over: target[section].count, removals: moved, insertions: 0..<0)
      while let run = walk.next(removal: { arrivals[$0].item }, insertion: { $0 }) {
        if case .keep(let items, _) = run { own += target[section][items] }
      }
      checkTarget(
        walk.isComplete,
        "section \(section) has \(target[section].count) items, but the update moves others there")
      return own
    }
    checkItemCounts(changeset, target)
  }

  /// Stops the program if `target` has another number of items than this store in a section whose
  /// items `changeset`, which has been applied, inserts, deletes or moves.
  ///
  /// - Complexity: O(*e* log *e*) for *e* operations.
  @inlinable
  func checkItemCounts(_ changeset: Changeset, _ target: [[Item]]) {
    let taken = changeset.takenItems
    var sections = changeset.insertedItems.map(\.section)
    sections += changeset.movedItems.lazy.map(\.target.section)
    if !taken.isEmpty {
      let map = ChangesetMap(changeset)
      sections += taken.lazy.compactMap { map.section($0.section) }
    }
    for section in sections {
      let count = itemCount(inSection: section)
      checkTarget(
        target[section].count == count,
        "section \(section) has \(target[section].count) items, but there are \(count) after the "
          + "update")
    }
  }

  /// Applies an update that inserts, deletes, moves or reloads sections, as sorted runs: first it
  /// removes items and sections, then it inserts sections and items.
  ///
  /// - Complexity: As for four runs, and O(*e* log *e*) for *e* operations.
  @inlinable
  public mutating func exchangeSections(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) {
    exchangeSectionsInRuns(
      SectionEdits(changeset), changeset, newItem: newItem, newSection: newSection)
  }

  /// The default of `exchangeSections(_:newItem:newSection:)`, for stores with something better for
  /// other edits than these.
  @inlinable
  mutating func exchangeSectionsInRuns(
    _ edits: SectionEdits, _ changeset: Changeset, newItem: (ItemPath) -> Item,
    newSection: (Int) -> [Item]
  ) {
    let moves = changeset.movedItems
    let moving = takeItems(edits.takenItems, moves: moves)
    let coming = edits.putSections.map { put in
      put.source.map { items(inSection: $0) } ?? newSection(put.target)
    }
    removeSections(atSorted: edits.takenSections)
    insertSections(coming, atSorted: edits.putSections.map(\.target))
    putItems(moving, moves: moves, inserted: changeset.insertedItemsOfOldSections, newItem)
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

  /// False: the first edit of a copy is taken to copy all of it.
  @inlinable
  public static var copiesOnlyWhatIsEdited: Bool { false }

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

  /// Returns the items that move or come, ascending by their paths after. O(*e* log *e*); three
  /// arrays.
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

  /// Puts fresh content in the place of items that are reloaded or reconfigured.
  @inlinable
  mutating func replaceReloaded(_ changeset: Changeset, _ newItem: (ItemPath) -> Item) {
    let (reloaded, reconfigured) = (changeset.reloadedItems, changeset.reconfiguredItems)
    guard !(reloaded.isEmpty && reconfigured.isEmpty) else { return }
    let map = ChangesetMap(changeset)
    var paths: [ItemPath] = []
    paths.reserveCapacity(reloaded.count + reconfigured.count)
    for path in reloaded { if let target = map.item(path) { paths.append(target) } }
    for path in reconfigured { if let target = map.item(path) { paths.append(target) } }
    if !reconfigured.isEmpty || !changeset.movedItems.isEmpty || changeset.changesSections {
      // An item may be both.
      paths = Set(paths).sorted()
    }
    if !paths.isEmpty { replace(atSorted: paths, with: paths.map(newItem)) }
  }
}

/// Stops the program unless the target of an update `fits`; `found` says what does not.
@inlinable
func checkTarget(_ fits: Bool, _ found: @autoclosure () -> String) {
  require(fits, "ItemStore.apply(_:target:): the target does not fit the update: \(found())")
}
