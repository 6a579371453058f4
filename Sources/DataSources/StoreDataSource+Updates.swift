public import BasicAlgorithms
public import Changesets
public import CollectionViews
public import ItemStores

// MARK: Updates

extension StoreDataSource {
  /// Changes the store and the view in one update.
  ///
  /// If the update throws before anything was applied, the store is restored. Its state before
  /// is kept meanwhile, so the first edit costs as much as the first edit of a copy: little with a
  /// `BTreeStore`, all items with a `FlatIndexedStore`.
  ///
  /// - Parameters:
  ///   - changeset: The exact operations of `change` on the store.
  ///   - completion: Called after the animations have ended; see `performBatchUpdates`.
  ///   - change: A closure that changes the store.
  /// - Throws: What `CollectionView.performBatchUpdates(_:completion:)` throws. A cell that a
  ///   closure got wrong is an error too, although the update was applied. Throws
  ///   `.editInsideUpdate` inside another update's block, and changes nothing.
  @inlinable
  public func update(
    _ changeset: Changeset, completion: ((Bool) -> Void)? = nil, _ change: (inout Store) -> Void
  ) throws(CollectionViewError) {
    var before: Store?
    try perform(completion) { view throws(CollectionViewError) in
      if view != nil { before = contents.store }
      change(&contents.store)
      try view?.apply(changeset)
    } rollingBack: {
      if let before { contents.store = before }
    }
  }

  /// Runs an update with the block `change`, which gets the view if there is one. `rollBack` undoes
  /// its edits of the store if nothing of the update was applied.
  ///
  /// Checks belong in the block: the layout pass before it may replace the store.
  @inlinable
  func perform(
    _ completion: ((Bool) -> Void)?,
    _ change: (CollectionView?) throws(CollectionViewError) -> Void,
    rollingBack rollBack: () -> Void
  ) throws(CollectionViewError) {
    guard let view else {
      try change(nil)
      completion?(true)
      return
    }
    try view.refuseNestedEdit()
    var done: Int?
    do {
      // A closure, since a local function would keep its captures on the heap.
      try view.performBatchUpdates(
        { () throws(CollectionViewError) in
          done = view.work.updates + view.work.reloads
          try change(view)
        }, completion: completion)
    } catch {
      if let done, view.work.updates + view.work.reloads == done { rollBack() }
      throw error
    }
  }

  /// Applies `changeset` to the store and to the view, in one update.
  ///
  /// - Parameters:
  ///   - changeset: The operations.
  ///   - newItem: Returns the item to insert, or the fresh content of a reloaded or reconfigured
  ///     item, by its path after. It is called before the store changes, and may read the store.
  ///   - newSection: Returns the items of an inserted or reloaded section, by its index after,
  ///     without the items that move into it. It is called before the store changes too.
  ///   - completion: Called after the animations have ended; see `performBatchUpdates`.
  /// - Throws: As `update(_:completion:_:)`; `.changeset`, with nothing changed, if `changeset` is
  ///   illegal for the store.
  @inlinable
  public func apply(
    _ changeset: Changeset, newItem: (ItemPath) -> Store.Item,
    newSection: (Int) -> [Store.Item] = { _ in [] }, completion: ((Bool) -> Void)? = nil
  ) throws(CollectionViewError) {
    var sections: [Int: [Store.Item]] = [:]
    func items(ofNew section: Int) -> [Store.Item] {
      if let known = sections[section] { return known }
      let items = newSection(section)
      sections[section] = items
      return items
    }
    var newItems = NewItems<Store.Item>()
    try perform(changeset, completion, newCount: { items(ofNew: $0).count }) { map in
      // The closures are called before the store changes, so they may read it.
      newItems = NewItems(map, newItem)
      for section in changeset.insertedSections { _ = items(ofNew: section) }
      for section in changeset.reloadedSections {
        if let target = map.section(section) { _ = items(ofNew: target) }
      }
    } change: { store in
      store.apply(changeset, newItem: { newItems.next(at: $0) }, newSection: items(ofNew:))
    }
  }

  /// Runs the update `change` of the store if `changeset`, its exact operations, is legal. Calls
  /// `prepare` right before.
  @inlinable
  func perform(
    _ changeset: Changeset, _ completion: ((Bool) -> Void)? = nil,
    newCount: (Int) -> Int = { _ in 0 }, prepare: (ChangesetMap) -> Void = { _ in },
    change: (inout Store) -> Void
  ) throws(CollectionViewError) {
    var undo: StoreUndo<Store>?
    try perform(completion) { view throws(CollectionViewError) in
      let named = try check(changeset, newCount: newCount)
      prepare(named.map)
      if view != nil { undo = StoreUndo(changeset, of: contents.store) }
      change(&contents.store)
      try view?.applyAll(of: named, isAskedOf: self)
    } rollingBack: {
      undo?.restore(&contents.store)
    }
  }

  /// Throws unless `changeset` is legal for the store. A store stops the program at a path that it
  /// does not have.
  ///
  /// - Parameters:
  ///   - changeset: The update.
  ///   - newCount: Returns the initial number of items of an inserted or reloaded section, by its
  ///     index after.
  /// - Returns: The changeset with the sections that it names.
  /// - Complexity: O(*e* log *e*) for *e* operations, and as many counts of the store.
  /// - Throws: `.changeset`.
  @inlinable
  func check(
    _ changeset: Changeset, newCount: (Int) -> Int
  ) throws(CollectionViewError) -> CheckedChangeset {
    // The counts of a copy, which needs no exclusive access for each of them.
    let store = contents.store
    return try check(changeset, store.sectionCount, { store.itemCount(inSection: $0) }, newCount)
  }

  /// Throws as the other method does, for a store of `count` sections.
  @usableFromInline
  func check(
    _ changeset: Changeset, _ count: Int, _ itemCount: (Int) -> Int, _ newCount: (Int) -> Int
  ) throws(CollectionViewError) -> CheckedChangeset {
    let change = changeset.insertedSections.count - changeset.deletedSections.count
    let named = ChangedSections(ChangesetMap(changeset))
    // For an illegal update the counts may be anything; the validation finds the mistake all the
    // same. That these counts are right needs no check: they follow from the changeset.
    func countAfter(_ target: Int) -> Int {
      let section = named.section(target)
      if section?.isNew == true { return newCount(target) + (section?.change ?? 0) }
      guard let source = section?.before ?? named.map.sourceSection(target),
        (0..<count).contains(source)
      else { return 0 }
      return itemCount(source) + (section?.change ?? 0)
    }
    do throws(ChangesetError) {
      try changeset.validateOperations(
        named.map, sectionsBefore: count, itemCountBefore: itemCount,
        sectionsAfter: count + change, itemCountAfter: countAfter)
    } catch {
      throw .changeset(error)
    }
    return CheckedChangeset(named: named)
  }

  /// Replaces the store by another one and reloads everything.
  public func reload(with store: Store) {
    contents.store = store
    view?.reloadData()
  }
}

// MARK: Single edits

extension StoreDataSource {
  /// Inserts `item` at `path`, which may be the end of its section.
  ///
  /// - Throws: As `apply(_:newItem:newSection:completion:)`.
  @inlinable
  public func insert(_ item: Store.Item, at path: ItemPath) throws(CollectionViewError) {
    try apply(Changeset(insertedItems: [path]), newItem: { _ in item })
  }

  /// Deletes the item at `path`.
  ///
  /// - Throws: As `apply(_:newItem:newSection:completion:)`.
  @inlinable
  public func remove(at path: ItemPath) throws(CollectionViewError) {
    try perform(Changeset(deletedItems: [path])) { $0.remove(at: path) }
  }

  /// Replaces the item at `path` by `item`; the view asks for another cell.
  ///
  /// - Throws: As `apply(_:newItem:newSection:completion:)`.
  @inlinable
  public func replace(at path: ItemPath, with item: Store.Item) throws(CollectionViewError) {
    try perform(Changeset(reloadedItems: [path])) { $0.replace(at: path, with: item) }
  }

  /// Moves the item at `source` to `target`, its path after the move, with its cell.
  ///
  /// - Throws: As `apply(_:newItem:newSection:completion:)`.
  @inlinable
  public func move(from source: ItemPath, to target: ItemPath) throws(CollectionViewError) {
    let changeset = Changeset(movedItems: [Changeset.Move(from: source, to: target)])
    try perform(changeset) { $0.move(from: source, to: target) }
  }
}

extension CollectionView {
  /// Throws inside an update's block: the block's operations use paths before it, and an edit could
  /// not be undone if it throws.
  @usableFromInline
  func refuseNestedEdit() throws(CollectionViewError) {
    if isInUpdateBlock { throw .editInsideUpdate }
  }

  /// Applies everything that a changeset does, which is all that `source` has done; for use inside
  /// an update's block.
  @usableFromInline
  func applyAll(
    of checked: CheckedChangeset, isAskedOf source: some CollectionViewDataSource
  ) throws(CollectionViewError) {
    // Another data source did not make these changes.
    if dataSource === source {
      try apply(checked.named)
    } else {
      try apply(checked.named.map.changeset)
    }
  }
}

/// A changeset that is legal for a store, with the sections that it names.
@usableFromInline
struct CheckedChangeset {
  let named: ChangedSections

  @usableFromInline var map: ChangesetMap { named.map }
}

/// The fresh items of an update, requested at once and handed out as a store asks for them.
@usableFromInline
struct NewItems<Item> {
  /// The paths of the items, ascending.
  @usableFromInline var paths: [ItemPath] = []
  /// The item for each of the paths.
  @usableFromInline var items: [Item] = []
  /// The place behind the last one handed out: stores ask in nearly ascending order.
  @usableFromInline var following = 0

  /// Creates an empty list.
  @inlinable
  init() {}

  /// Requests every item that the update of `map` inserts, reloads or reconfigures, in ascending
  /// order, except those of new sections. O(*e* log *e*) for *e* operations; two arrays.
  @inlinable
  init(_ map: ChangesetMap, _ newItem: (ItemPath) -> Item) {
    let changeset = map.changeset
    let newSections = Set(changeset.insertedSections)
    paths = changeset.insertedItems
    if !newSections.isEmpty { paths.removeAll { newSections.contains($0.section) } }
    let others = changeset.reloadedItems + changeset.reconfiguredItems
    if !others.isEmpty {
      // An item may be reloaded and reconfigured.
      paths = Set(paths).union(others.lazy.compactMap { map.item($0) }).sorted()
    }
    items = paths.map(newItem)
  }

  /// Returns the item for `path`, which must be a path of the update.
  @inlinable
  mutating func next(at path: ItemPath) -> Item {
    var place = following
    if place >= paths.count || paths[place] != path {
      place = paths.partitioningIndex { $0 >= path }
    }
    require(
      place < paths.count && paths[place] == path,
      "StoreDataSource.apply(_:newItem:newSection:): the store asks for an item at \(path), which "
        + "the update does not bring")
    following = place + 1
    return items[place]
  }
}
