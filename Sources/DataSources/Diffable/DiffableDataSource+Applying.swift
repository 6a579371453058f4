public import Changesets
public import CollectionViews
public import Diffing
public import ItemStores

extension DiffableDataSource {
  /// Shows `snapshot`, by one update that keeps the cells of items that stay, with the fewest moves.
  ///
  /// What the snapshot wants reloaded or reconfigured is so in the same update: an item that also moves
  /// keeps its cell and has it filled anew, and a section that also moves, or that items move into or
  /// out of, is deleted and inserted.
  ///
  /// - Parameters:
  ///   - snapshot: What is to be shown.
  ///   - animatingDifferences: Whether changes are animated. Without, the same update is made with
  ///     nothing to animate.
  ///   - completion: Called when the animations have ended, or at once where there are none.
  /// - Throws: What `CollectionView.performBatchUpdates(_:completion:)` throws; where nothing of the
  ///   update has been carried out, the snapshot is the one before. `.editInsideUpdate`, with nothing
  ///   changed, inside of another update's block.
  /// - Complexity: One comparison by `Differ`, and one update. More items than that counts are reloaded.
  @inlinable
  public func apply(
    _ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) throws(CollectionViewError) {
    guard let view else {
      contents.snapshot = snapshot.withoutMarks
      completion?()
      return
    }
    try view.refuseNestedEdit()
    let isAnimated = view.animationsEnabled
    if !animatingDifferences { view.animationsEnabled = false }
    var isApplying = true
    defer {
      isApplying = false
      if !animatingDifferences { view.animationsEnabled = isAnimated }
    }
    var before: Snapshot?
    var done = 0
    do {
      try view.performBatchUpdates(
        { () throws(CollectionViewError) in
          // Not earlier: what is laid out before the block may show another snapshot.
          let changes = changes(to: snapshot)
          before = contents.snapshot
          done = view.work.updates + view.work.reloads
          contents.snapshot = snapshot.withoutMarks
          if let changes { try view.apply(changes) } else { view.reloadData() }
        },
        completion: { [weak view] _ in
          // What the completion begins is animated as ever. It may also come later.
          if isApplying, !animatingDifferences { view?.animationsEnabled = isAnimated }
          completion?()
        })
    } catch {
      if let before, view.work.updates + view.work.reloads == done { contents.snapshot = before }
      throw error
    }
  }

  /// Shows `snapshot` by a full reload: nothing is compared, and no cell stays with its item.
  ///
  /// - Parameters:
  ///   - snapshot: What is to be shown.
  ///   - completion: Called at once; cells are asked for in the next layout pass.
  @inlinable
  public func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (() -> Void)? = nil) {
    contents.snapshot = snapshot.withoutMarks
    view?.reloadData()
    completion?()
  }

  /// What leads from what is shown to `snapshot`; nil where there are too many items to compare.
  @inlinable
  func changes(to snapshot: Snapshot) -> Changeset? {
    let shown = contents.snapshot
    do throws(DiffingError) {
      let changes = try differ.changeset(
        from: SectionedStore(sectionIDs: shown.names.ids, store: shown.store),
        to: SectionedStore(sectionIDs: snapshot.names.ids, store: snapshot.store),
        by: ValueIdentity<ItemID>.self)
      return snapshot.marks.isEmpty ? changes : changes.followed(by: snapshot.markedChanges)
    } catch {
      return nil
    }
  }
}
