public import Changesets
public import CollectionViews
public import ItemStores

// MARK: Updates

extension StoreDataSource {
  /// Changes the store, and tells the view what has changed, in one update.
  ///
  /// Where the update throws and nothing of it has been carried out, the store is put back to what it
  /// was. For that its state before is kept meanwhile, so the first edit costs what the first edit of
  /// a copy costs the store: little with a `BTreeStore`, all items with a `FlatIndexedStore`.
  ///
  /// - Parameters:
  ///   - changeset: What `change` does to the store, to the letter.
  ///   - completion: Called when the animations have ended; see `performBatchUpdates`.
  ///   - change: Changes the store.
  /// - Throws: What `CollectionView.performBatchUpdates(_:completion:)` throws. A cell that a closure
  ///   got wrong is an error too, and the update has been carried out then. `.editInsideUpdate`, with
  ///   nothing changed, inside of another update's block.
  @inlinable
  public func update(
    _ changeset: Changeset, completion: ((Bool) -> Void)? = nil, _ change: (inout Store) -> Void
  ) throws(CollectionViewError) {
    var before: Store?
    try perform(completion) { view throws(CollectionViewError) in
      if view != nil { before = contents.store }
      change(&contents.store)
      try view?.apply(changeset)
    } takingBack: {
      if let before { contents.store = before }
    }
  }

  /// An update whose block is `change`, which gets the view if there is one; `takeBack` takes back what
  /// it has done to the store where nothing of the update has been carried out.
  ///
  /// Checks are made in the block: what is laid out before may replace the store.
  @inlinable
  func perform(
    _ completion: ((Bool) -> Void)?,
    _ change: (CollectionView?) throws(CollectionViewError) -> Void, takingBack takeBack: () -> Void
  ) throws(CollectionViewError) {
    guard let view else {
      try change(nil)
      completion?(true)
      return
    }
    try view.refuseNestedEdit()
    var done: Int?
    do {
      try view.performBatchUpdates(
        { () throws(CollectionViewError) in
          done = view.work.updates + view.work.reloads
          try change(view)
        }, completion: completion)
    } catch {
      if let done, view.work.updates + view.work.reloads == done { takeBack() }
      throw error
    }
  }

  /// Carries `changeset` out in the store and in the view, in one update.
  ///
  /// - Parameters:
  ///   - changeset: What to do.
  ///   - newItem: The item that is inserted, or the fresh content of one that is reloaded or
  ///     reconfigured, by its path after. It is asked before the store changes, and may read it.
  ///   - newSection: The items of an inserted or reloaded section, by its index after, without those
  ///     that move into it; asked before as well.
  ///   - completion: Called when the animations have ended; see `performBatchUpdates`.
  /// - Throws: As `update(_:completion:_:)`; `.changeset`, with nothing changed, where `changeset` is
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
      // Before the store is changed, while its holder may read it.
      newItems = NewItems(map, newItem)
      for section in changeset.insertedSections { _ = items(ofNew: section) }
      for section in changeset.reloadedSections {
        if let target = map.section(section) { _ = items(ofNew: target) }
      }
    } change: { store in
      store.apply(changeset, newItem: { newItems.next(at: $0) }, newSection: items(ofNew:))
    }
  }

  /// An update that `change` makes of the store, to the letter, if it is legal for that; `prepare` is
  /// called right before.
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
    } takingBack: {
      undo?.perform(on: &contents.store)
    }
  }

  /// Throws unless `changeset` is legal for the store, which stops the program over a place that it
  /// does not have.
  ///
  /// - Parameters:
  ///   - changeset: The update.
  ///   - newCount: The number of items that an inserted or reloaded section begins with, by its index
  ///     after.
  /// - Returns: The changeset with the sections that it names.
  /// - Complexity: O(*e* log *e*) for *e* operations, and as many counts of the store.
  /// - Throws: `.changeset`.
  @usableFromInline
  func check(
    _ changeset: Changeset, newCount: (Int) -> Int
  ) throws(CollectionViewError) -> CheckedChangeset {
    let count = sectionCount()
    let before = SectionCounts(count: count, itemCount: itemCount)
    let change = changeset.insertedSections.count - changeset.deletedSections.count
    let named = NamedSections(ChangesetMap(changeset))
    do throws(ChangesetError) {
      try withoutActuallyEscaping(newCount) { newCount throws(ChangesetError) in
        // Of an illegal update what is named may be anything; what is wrong is found all the same.
        let after = SectionCounts(count: count + change) { target in
          let section = named.section(target)
          if section?.isNew == true { return newCount(target) + (section?.change ?? 0) }
          guard let source = section?.before ?? named.map.sourceSection(target),
            (0..<count).contains(source)
          else { return 0 }
          return before.itemCount(source) + (section?.change ?? 0)
        }
        _ = try changeset.validateNamedSections(before: before, after: after)
      }
    } catch {
      throw .changeset(error)
    }
    return CheckedChangeset(named: named)
  }

  /// Puts another store in the place of this one and reloads everything.
  public func reload(with store: Store) {
    contents.store = store
    view?.reloadData()
  }
}

// MARK: Single edits

extension StoreDataSource {
  /// Inserts `item` at `path`, which may be one behind the last of its section.
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

  /// Puts `item` in the place of the item at `path`, whose cell is asked for anew.
  ///
  /// - Throws: As `apply(_:newItem:newSection:completion:)`.
  @inlinable
  public func replace(at path: ItemPath, with item: Store.Item) throws(CollectionViewError) {
    try perform(Changeset(reloadedItems: [path])) { $0.replace(at: path, with: item) }
  }

  /// Moves the item at `source` to `target`, a path as it is after the move; its cell goes with it.
  ///
  /// - Throws: As `apply(_:newItem:newSection:completion:)`.
  @inlinable
  public func move(from source: ItemPath, to target: ItemPath) throws(CollectionViewError) {
    let changeset = Changeset(movedItems: [Changeset.Move(from: source, to: target)])
    try perform(changeset) { $0.move(from: source, to: target) }
  }
}

extension CollectionView {
  /// Throws inside of an update's block: its operations name paths before it, and where it throws, an
  /// edit could not be taken back.
  @usableFromInline
  func refuseNestedEdit() throws(CollectionViewError) {
    if isInUpdateBlock { throw .editInsideUpdate }
  }

  /// Has everything be updated that a changeset does, which is all that `source` has done; inside of
  /// an update's block.
  @usableFromInline
  func applyAll(
    of checked: CheckedChangeset, isAskedOf source: some CollectionViewDataSource
  ) throws(CollectionViewError) {
    // Another data source knows nothing of it.
    if dataSource === source {
      try apply(checked.named)
    } else {
      try apply(checked.named.map.changeset)
    }
  }
}

/// A changeset that is legal for a store, and the sections that it names.
@usableFromInline
struct CheckedChangeset {
  let named: NamedSections

  @usableFromInline var map: ChangesetMap { named.map }
}

/// The fresh items of an update, asked for all at once and taken out as a store wants them.
@usableFromInline
struct NewItems<Item> {
  /// Ascending.
  @usableFromInline var paths: [ItemPath] = []
  /// What comes to each of the paths.
  @usableFromInline var items: [Item] = []
  /// The place behind the one last taken: stores ask in ascending order, or nearly so.
  @usableFromInline var following = 0

  /// None.
  @inlinable
  init() {}

  /// What `newItem` gives for everything that the update of `map` inserts, reloads and reconfigures, new
  /// sections apart, in ascending order.
  ///
  /// - Complexity: O(*e* log *e*) for *e* operations; two arrays.
  @inlinable
  init(_ map: ChangesetMap, _ newItem: (ItemPath) -> Item) {
    let changeset = map.changeset
    let newSections = Set(changeset.insertedSections)
    paths = changeset.insertedItems
    if !newSections.isEmpty { paths.removeAll { newSections.contains($0.section) } }
    let others = changeset.reloadedItems + changeset.reconfiguredItems
    if !others.isEmpty {
      // An item may be both.
      paths = Set(paths).union(others.lazy.compactMap { map.item($0) }).sorted()
    }
    items = paths.map(newItem)
  }

  /// What comes to `path`, which is one of the update's.
  @inlinable
  mutating func next(at path: ItemPath) -> Item {
    var place = following
    if place >= paths.count || paths[place] != path {
      var end = paths.count
      place = 0
      while place < end {
        let middle = place + (end - place) / 2
        if paths[middle] < path { place = middle + 1 } else { end = middle }
      }
    }
    require(
      place < paths.count && paths[place] == path,
      "StoreDataSource.apply(_:newItem:newSection:): the store asks for an item at \(path), which "
        + "the update does not bring")
    following = place + 1
    return items[place]
  }
}
