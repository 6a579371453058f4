package import Changesets
package import CollectionViews

/// Updates by a subclass, which are the only ones that may insert, delete and move (L-2).
extension ControllingDataSource {
  /// Replaces the items and updates the view by `changeset`, the difference.
  ///
  /// - Parameters:
  ///   - changeset: The operations that lead from the items before to those after `swap`.
  ///   - isExact: Whether `changeset` is legal and says all changes. The view then asks only for the
  ///     counts of the sections that it names; other counts stay as they are.
  ///   - completion: Called after the animations have ended; see `performBatchUpdates`.
  ///   - swap: Replaces the items; called inside the update's block.
  ///   - rollBack: Restores the items; called if `swap` ran and the update then threw with nothing
  ///     applied.
  /// - Throws: As `performControlledUpdate(isExact:completion:change:rollBack:)`.
  package final func performControlledUpdate(
    _ changeset: Changeset, isExact: Bool = false, completion: ((Bool) -> Void)? = nil,
    swap: () -> Void, rollBack: () -> Void = {}
  ) throws(CollectionViewError) {
    try performControlledUpdate(
      isExact: isExact, completion: completion,
      change: {
        swap()
        return changeset
      }, rollBack: rollBack)
  }

  /// Runs an update whose operations are found inside its block.
  ///
  /// The layout pass before the block calls the app's code, which may reload this data source. A
  /// subclass that compares with its current items does so in `change`. If this object is not the
  /// view's data source, only the items change.
  ///
  /// - Parameters:
  ///   - isExact: Whether the operations are legal and say all changes.
  ///   - completion: Called after the animations have ended; see `performBatchUpdates`.
  ///   - change: Replaces the items and returns the operations; nil reloads everything.
  ///   - rollBack: Restores the items; called if `change` returned and the update then threw with
  ///     nothing applied.
  /// - Throws: What `change` throws; what `CollectionView.performBatchUpdates(_:completion:)` throws.
  ///   If that is the error of the pass before the block, `change` was not called. An error of a
  ///   cell comes after the update was applied, and after `postUpdate`. Throws `.editInsideUpdate`
  ///   inside another update's block, and changes nothing.
  package final func performControlledUpdate(
    isExact: Bool = false, completion: ((Bool) -> Void)? = nil,
    change: () throws(CollectionViewError) -> Changeset?, rollBack: () -> Void = {}
  ) throws(CollectionViewError) {
    guard let view, isInstalled else {
      _ = try change()
      postUpdate?()
      completion?(true)
      return
    }
    try view.refuseNestedEdit()
    var workBefore: Int?
    do {
      try view.performBatchUpdates(
        { () throws(CollectionViewError) in
          let work = view.work.updates + view.work.reloads
          let changeset = try change()
          workBefore = work
          guard let changeset else { return view.reloadData() }
          if isExact {
            try view.apply(ChangedSections(ChangesetMap(changeset)))
          } else {
            try view.applyControlled(changeset)
          }
        }, completion: completion)
    } catch {
      if let workBefore {
        if view.work.updates + view.work.reloads == workBefore { rollBack() } else { postUpdate?() }
      }
      throw error
    }
    postUpdate?()
  }

  /// Replaces the items by `swap`, reloads the view and calls `postUpdate` (NX-4b).
  package final func reloadControlled(swap: () -> Void) {
    swap()
    if isInstalled { view?.reloadData() }
    postUpdate?()
  }

  /// A Boolean value that indicates whether this object is the data source of its view.
  package final var isInstalled: Bool {
    guard let view else { return false }
    return view.dataSource === self
  }
}
