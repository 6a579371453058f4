import Changesets
import Geometry
import Layouts

extension CollectionView {
  /// Commits what the outermost block has asked for (b.3).
  ///
  /// Animations begin, and completions of what is not animated are called, when the update is over:
  /// a completion may begin another.
  func commitUpdate() throws(CollectionViewError) {
    guard var open = updates.open else { return }
    let outcome: ChangeOutcome?
    do throws(CollectionViewError) {
      if let failure = open.failure { throw failure }
      open.isCommitting = true
      outcome = open.isReload ? nil : try commit(open)
    } catch {
      abandonUpdate()
      updates.note(error)
      throw error
    }
    guard let outcome else { return try reloadInstead(open) }
    updates.isApplied = true
    endCommit(outcome, completions: open.completions)
    let failure = installLayouts(of: open)
    if let failure = outcome.failure ?? failure { throw applied(failure) }
  }

  /// Closes an update that was applied, and begins its animations.
  func endCommit(_ outcome: ChangeOutcome, completions: [(Bool) -> Void]) {
    let isReloaded = updates.open?.isReload ?? false
    updates.open = nil
    guard isReloaded else { return begin(outcome, completions: completions) }
    // Asked for while the update was committed: it ends the animations, then calls completions.
    animator.add(outcome.departures, completions, endTime: clock.now)
    reloadData()
  }

  /// Ends an update that is not applied; a reload that it asked for is due all the same. Layouts that
  /// were to be set after it are not set.
  func abandonUpdate() {
    guard let open = updates.open else { return }
    updates.open = nil
    if open.isReload { reloadData() }
    for (_, _, completion) in open.laterLayouts { completion?(false) }
  }

  /// Reloads everything in place of an update, and calls its completions all the same (b.5).
  ///
  /// The error that the reload repairs stays readable.
  private func reloadInstead(_ open: UpdateTransaction) throws(CollectionViewError) {
    updates.open = nil
    let hadShown = pass.hasShownElements
    let repaired = updates.lastError
    reloadData()
    if let repaired { updates.note(repaired) }
    defer { for completion in open.completions { completion(true) } }
    var failure: CollectionViewError?
    do {
      if hadShown { try layoutIfNeeded() }
    } catch {
      failure = error
    }
    let other = installLayouts(of: open)
    if let failure = failure ?? other { throw applied(failure) }
  }

  /// Sets the layouts that a lenient rule has set after an update that wanted them (b.5).
  ///
  /// - Returns: The first error; the layouts after it are set all the same.
  private func installLayouts(of open: UpdateTransaction) -> CollectionViewError? {
    var failure: CollectionViewError?
    for (layout, animated, completion) in open.laterLayouts {
      do {
        try setCollectionViewLayout(layout, animated: animated, completion: completion)
      } catch {
        failure = failure ?? error
      }
    }
    return failure
  }

  /// Remembers the error of an update that has been applied, whatever its completions have done since.
  private func applied(_ failure: CollectionViewError) -> CollectionViewError {
    updates.note(failure)
    updates.isApplied = true
    return failure
  }

  // MARK: Checks

  /// - Returns: Nil where a lenient rule makes a reload of it.
  private func commit(_ open: UpdateTransaction) throws(CollectionViewError) -> ChangeOutcome? {
    updates.open = open
    let commit: UpdateCommit
    do {
      commit =
        if let exact = open.exact { try acceptCounts(exact) } else { try check(open.changeset) }
    } catch {
      switch error {
      case .changeset, .itemIdentity:
        guard updateValidation == .lenient else { throw error }
        updates.note(error)
        return nil
      default: throw error
      }
    }
    return try apply(commit)
  }

  /// Asks all counts, and compares them with the operations.
  ///
  /// - Throws: What is wrong with the operations, and the counts are then as before; what
  ///   `askCounts()` throws.
  func check(_ asked: Changeset) throws(CollectionViewError) -> UpdateCommit {
    try askCounts()
    do throws(CollectionViewError) {
      let before = movement?.dataSourceCounts(counts.countsBefore) ?? counts.countsBefore
      let commit = try UpdateCommit(asked, updateValidation, before: before, after: counts.counts)
      if let error = commit.repairedError { updates.note(error) }
      if let before = counts.identities.before, let after = counts.identities.now,
        let error = commit.identityError(before: before, after: after)
      {
        throw error
      }
      guard let moving = movement, let wayBack = moving.wayBack else { return commit }
      // One update puts a displaced item back and does what was asked (N-12). A reload of the item
      // becomes a reconfiguration: a reload without a move would give it another cell.
      let refilling = commit.map.changeset.refilling(moving.source)
      return UpdateCommit(ChangesetMap(wayBack.followed(by: refilling)))
    } catch {
      counts.rollBack()
      throw error
    }
  }

  // MARK: Layouts and paths

  /// Applies an update that has been checked.
  ///
  /// - Parameters:
  ///   - checked: The update.
  ///   - contexts: Makes the contexts of the layouts for a step of an item that a user moves; nil for
  ///     an app's update.
  /// - Returns: The changes to animate, and the first error of a view or of the offset.
  /// - Throws: An error of the layout; nothing is applied then.
  func apply(
    _ checked: UpdateCommit, contexts: ((CollectionViewLayout) -> LayoutInvalidationContext)? = nil
  ) throws(CollectionViewError) -> ChangeOutcome {
    var commit = checked
    let map = commit.map
    // Right after the start of a transition what is shown is its source's.
    let wasPrepared = transition?.source.isPrepared ?? collectionViewLayout.isPrepared
    commit.invalidate(layouts, contexts: contexts)
    guard pass.hasShownElements, wasPrepared, !bounds.isEmpty else {
      // Nothing is seen that could move; what was shown is asked for again when it is.
      work.updates += 1
      if contexts == nil { moveMovement(by: map) }
      moveSelection(by: map)
      removeAllViews()
      return ChangeOutcome()
    }
    do {
      try prepareLayout()
    } catch {
      counts.rollBack()
      commit.rollBackLayouts()
      pass.isDue = true
      throw error
    }
    if contexts == nil { moveMovement(by: map) }
    work.updates += 1
    pass.isRunning = true
    defer { pass.isRunning = false }
    let updateItems = map.changeset.updateItems
    for layout in layouts { layout.prepare(forUpdates: updateItems) }
    chooseOffset()
    var failure: CollectionViewError?
    do {
      // What the new offset invalidates.
      if !isLayoutSettled { try prepareLayout() }
    } catch {
      // The update has been applied by now.
      failure = error
    }
    movePaths(by: map)
    pass.settle()
    var outcome = show(.update(map))
    outcome.failure = failure ?? outcome.failure
    return outcome
  }

  /// Gives everything that the view keeps by path the path after an update.
  private func movePaths(by map: ChangesetMap) {
    moveSelection(by: map)
    for gone in offscreen.move(by: map) { putBack(gone.view) }
    if !animator.isEmpty { animator.moveDepartures(by: map) }
    pass.moveUnfilledCells(by: map)
    scroll.announced = Set(scroll.announced.compactMap { map.item($0) })
    scroll.candidates.removeAll()
  }

  /// Moves the content after an update or with another layout.
  func chooseOffset() {
    let offset = targetOffset(bounds.origin, of: collectionViewLayout)
    guard offset != bounds.origin, offset.isFinite else { return }
    moveBounds(to: scroll.isBeyondAllowed ? offset : clamped(offset), isAdjustment: true)
  }

  /// Returns the offset that `layout` chooses in place of `offset`, once, and the delegate may change
  /// (AN-7).
  func targetOffset(_ offset: Point, of layout: CollectionViewLayout) -> Point {
    let proposed = layout.shownTarget(from: offset)
    guard delegateMethods.contains(.layoutChanges), let delegate else { return proposed }
    return delegate.collectionView(self, targetContentOffsetForProposedContentOffset: proposed)
  }
}
