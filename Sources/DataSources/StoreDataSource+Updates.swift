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
    try update(changeset, completion, checking: { () throws(CollectionViewError) in }, change)
  }

  /// The same after a check: that is made in the block, since what is laid out before may replace the
  /// store.
  @inlinable
  func update(
    _ changeset: Changeset, _ completion: ((Bool) -> Void)? = nil,
    checking check: () throws(CollectionViewError) -> Void, _ change: (inout Store) -> Void
  ) throws(CollectionViewError) {
    guard let view else {
      try check()
      change(&contents.store)
      completion?(true)
      return
    }
    try view.refuseNestedEdit()
    var before: Store?
    var done = 0
    do {
      try view.performBatchUpdates(
        { () throws(CollectionViewError) in
          try check()
          before = contents.store
          done = view.work.updates + view.work.reloads
          change(&contents.store)
          try view.record(changeset)
        }, completion: completion)
    } catch {
      if let before, view.work.updates + view.work.reloads == done { contents.store = before }
      throw error
    }
  }

  /// Carries `changeset` out in the store and in the view, in one update.
  ///
  /// - Parameters:
  ///   - changeset: What to do.
  ///   - newItem: The item that is inserted, or the fresh content of one that is reloaded or
  ///     reconfigured, by its path after.
  ///   - newSection: The items of an inserted or reloaded section, by its index after, without those
  ///     that move into it.
  ///   - completion: Called when the animations have ended; see `performBatchUpdates`.
  /// - Throws: As `update(_:completion:_:)`; `.changeset`, with nothing changed, where `changeset` is
  ///   illegal for the store.
  @inlinable
  public func apply(
    _ changeset: Changeset, newItem: (ItemPath) -> Store.Item,
    newSection: (Int) -> [Store.Item] = { _ in [] }, completion: ((Bool) -> Void)? = nil
  ) throws(CollectionViewError) {
    var sections: [Int: [Store.Item]] = [:]
    try update(
      changeset, completion,
      checking: { () throws(CollectionViewError) in
        try check(changeset) { section in
          let items = newSection(section)
          sections[section] = items
          return items.count
        }
      },
      { store in store.apply(changeset, newItem: newItem) { sections[$0] ?? [] } })
  }

  /// Throws unless `changeset` is legal for the store, which stops the program over a place that it
  /// does not have.
  ///
  /// - Parameters:
  ///   - changeset: The update.
  ///   - newCount: The number of items that an inserted or reloaded section begins with, by its index
  ///     after.
  /// - Throws: `.changeset`.
  @usableFromInline
  func check(
    _ changeset: Changeset, newCount: (Int) -> Int = { _ in 0 }
  ) throws(CollectionViewError) {
    let before = (0..<contents.store.sectionCount).map { contents.store.itemCount(inSection: $0) }
    do throws(ChangesetError) {
      var after = try changeset.legalSectionCounts(after: before)
      for section in changeset.insertedSections { after[section] += newCount(section) }
      if !changeset.reloadedSections.isEmpty {
        let map = ChangesetMap(changeset)
        for section in changeset.reloadedSections.compactMap({ map.section($0) }) {
          after[section] += newCount(section)
        }
      }
      try changeset.validate(sectionCountsBefore: before, sectionCountsAfter: after)
    } catch {
      throw .changeset(error)
    }
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
    try updateChecked(Changeset(deletedItems: [path])) { $0.remove(at: path) }
  }

  /// Puts `item` in the place of the item at `path`, whose cell is asked for anew.
  ///
  /// - Throws: As `apply(_:newItem:newSection:completion:)`.
  @inlinable
  public func replace(at path: ItemPath, with item: Store.Item) throws(CollectionViewError) {
    try updateChecked(Changeset(reloadedItems: [path])) { $0.replace(at: path, with: item) }
  }

  /// Moves the item at `source` to `target`, a path as it is after the move; its cell goes with it.
  ///
  /// - Throws: As `apply(_:newItem:newSection:completion:)`.
  @inlinable
  public func move(from source: ItemPath, to target: ItemPath) throws(CollectionViewError) {
    let changeset = Changeset(movedItems: [Changeset.Move(from: source, to: target)])
    try updateChecked(changeset) { $0.move(from: source, to: target) }
  }

  /// An update by `changeset`, if it is legal for the store.
  @inlinable
  func updateChecked(
    _ changeset: Changeset, _ change: (inout Store) -> Void
  ) throws(CollectionViewError) {
    try update(
      changeset, checking: { () throws(CollectionViewError) in try check(changeset) }, change)
  }
}

extension CollectionView {
  /// Throws inside of an update's block: its operations name paths before it, and where it throws, an
  /// edit could not be taken back.
  @usableFromInline
  func refuseNestedEdit() throws(CollectionViewError) {
    if isInUpdateBlock { throw .editInsideUpdate }
  }

  /// Asks for everything that `changeset` does; inside of an update's block.
  @usableFromInline
  func record(_ changeset: Changeset) throws(CollectionViewError) {
    try deleteSections(changeset.deletedSections)
    try insertSections(changeset.insertedSections)
    for move in changeset.movedSections { try moveSection(move.source, toSection: move.target) }
    try reloadSections(changeset.reloadedSections)
    try deleteItems(at: changeset.deletedItems)
    try insertItems(at: changeset.insertedItems)
    for move in changeset.movedItems { try moveItem(at: move.source, to: move.target) }
    try reloadItems(at: changeset.reloadedItems)
    try reconfigureItems(at: changeset.reconfiguredItems)
  }
}
