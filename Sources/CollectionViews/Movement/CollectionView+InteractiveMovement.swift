public import Changesets
public import Geometry
import Layouts

// MARK: Moving an item by a gesture

extension CollectionView {
  /// The path, in the data source, of the item that a user moves; nil if none is.
  ///
  /// A reload ends a movement without a word, and so does an update that deletes the item.
  public var interactivelyMovingItemPath: ItemPath? { movement?.source }

  /// Begins to move an item by a gesture.
  ///
  /// ```swift
  /// if try view.beginInteractiveMovementForItem(at: path) {
  ///   try view.updateInteractiveMovementTargetPosition(finger)  // for each event
  ///   try view.endInteractiveMovement()                         // or cancelInteractiveMovement()
  /// }
  /// ```
  ///
  /// - Parameter path: The path of the item.
  /// - Returns: False, and nothing happens, if an item is moved already, the data source does not let
  ///   the item move, or the layout does not show it; false too if the delegate, told that nothing is
  ///   touched any more, reloads the view or deletes the item.
  /// - Throws: `.noSuchItem`; `.reentrant` inside a request or an update; what `layoutIfNeeded()` throws.
  /// - Complexity: As a layout pass.
  public func beginInteractiveMovementForItem(
    at path: ItemPath
  ) throws(CollectionViewError) -> Bool {
    try refuseReentry()
    try layoutIfNeeded()
    guard movement == nil else { return false }
    try checkItem(path)
    guard !isInTransition, let dataSource,
      let asked = askAbout(path, { dataSource.collectionView(self, canMoveItemAt: $0) }),
      movement == nil, layoutAttributesForItem(at: asked) != nil,
      let item = askAbout(asked, cancelTouch), !isInTransition, movement == nil,
      let attributes = layoutAttributesForItem(at: item)
    else { return false }
    let begun = ItemMovement(of: item, at: attributes.center, time: clock.now)
    movement = begun
    noteReordering(true, of: cellForItem(at: item))
    invalidate(for: begun, after: begun)
    return true
  }

  /// Moves the item to where the gesture is, and others out of its way.
  ///
  /// The layout says which path belongs to the position, and the delegate may choose another. If it is
  /// not the item's, the others make room in an animation, as in an update. While the bounds are empty
  /// and the layout has to be prepared first, the item keeps its path. Does nothing if no item is moved.
  ///
  /// - Parameter position: The centre of the item, in content coordinates.
  /// - Throws: `.noSuchItem` if the layout or the delegate chooses a path that the item cannot have,
  ///   and nothing changes; `.reentrant`; errors of the layout and of cells that enter.
  /// - Complexity: As a layout pass, or an update of one move if the path changes.
  /// - Precondition: `position` is finite.
  public func updateInteractiveMovementTargetPosition(
    _ position: Point
  ) throws(CollectionViewError) {
    requireFinite(position, "updateInteractiveMovementTargetPosition(_:)", "position")
    guard movement != nil else { return }
    try refuseReentry()
    try layoutIfNeeded()
    guard let moving = movement else { return }
    // While nothing is seen, no layout has been prepared for the last update: it knows other paths.
    var target =
      isLayoutSettled
      ? collectionViewLayout.shownTargetPath(of: moving.current, heldAt: position)
      : moving.current
    if target != moving.current, delegateMethods.contains(.moving), let delegate {
      target = delegate.collectionView(
        self, targetItemPathForMoveOfItemFromOriginalItemPath: moving.source,
        atCurrentItemPath: moving.current, toProposedItemPath: target)
    }
    // The delegate may have ended the movement, or reloaded.
    guard movement == moving, counts.isValid else { return }
    try checkTarget(target, of: moving)
    let next = moving.displaced(to: target, holdingAt: position)
    guard target != moving.current else {
      guard next != moving else { return }
      movement = next
      return invalidate(for: next, after: moving)
    }
    let move = Changeset(movedItems: [Changeset.Move(from: moving.current, to: target)])
    try displace(by: move, to: next, from: moving, orReturnTo: moving) { layout in
      Self.context(of: layout, for: next, after: moving)
    }
  }

  /// Ends the movement: the data source moves its item, and the cell goes to its place in an animation.
  ///
  /// If the item has its old path, the data source is not called. Does nothing if no item is moved.
  ///
  /// - Throws: `.changeset` or `.itemIdentity` if the data source has not made the move: the view shows
  ///   the old order again. Correct the data, or call `reloadData()`. `.reentrant`; errors of the layout
  ///   and of cells that enter; those of a pass that was due.
  /// - Complexity: O(*s*) for the counts of *s* sections, and what a layout pass costs.
  public func endInteractiveMovement() throws(CollectionViewError) {
    guard movement != nil else { return }
    try refuseReentry()
    try layoutIfNeeded()
    guard let moving = movement else { return }
    if let displacement = moving.displacement {
      guard try moveInDataSource(moving, displacement) else { return }
    }
    // The data have moved: there is no way back.
    try displace(by: Changeset(), to: nil, from: moving, orReturnTo: nil) { layout in
      layout.invalidationContextForEndingInteractiveMovementOfItems(
        toFinalItemPaths: [moving.current], previousItemPaths: [moving.source],
        movementCancelled: false)
    }
  }

  /// Ends the movement, and all items go back to where they were, in an animation.
  ///
  /// Does nothing if no item is moved.
  ///
  /// - Throws: `.reentrant`; errors of the layout and of cells that enter; those of a pass that was due.
  /// - Complexity: As an update of one move.
  public func cancelInteractiveMovement() throws(CollectionViewError) {
    guard movement != nil else { return }
    try refuseReentry()
    try layoutIfNeeded()
    guard let moving = movement else { return }
    try cancel(moving)
  }

  /// Returns the data source's path of the item that the view shows at `path`: another one while an
  /// item is moved.
  public func dataSourceItemPath(forPresentationItemPath path: ItemPath) -> ItemPath {
    movement?.dataSourcePath(path) ?? path
  }

  /// Returns the path at which the view shows the item that the data source has at `path`: another one
  /// while an item is moved.
  public func presentationItemPath(forDataSourceItemPath path: ItemPath) -> ItemPath {
    movement?.presentationPath(path) ?? path
  }
}

// MARK: Displacing

extension CollectionView {
  private func cancel(_ moving: ItemMovement) throws(CollectionViewError) {
    try displace(
      by: moving.wayBack ?? Changeset(), to: nil, from: moving, orReturnTo: moving
    ) { layout in
      layout.invalidationContextForEndingInteractiveMovementOfItems(
        toFinalItemPaths: [moving.source], previousItemPaths: [moving.current],
        movementCancelled: true)
    }
  }

  /// Cancels after an error. If the layout cannot be prepared either, the item stays where it is held,
  /// and the next pass throws the layout's error.
  private func cancelIfPossible(_ moving: ItemMovement) {
    do {
      try cancel(moving)
    } catch {
      setNeedsLayout()
    }
  }

  /// Ends the touch before a movement; the delegate may change the items then.
  private func cancelTouch(onItemAt path: ItemPath) -> Bool {
    touchCancelled()
    return true
  }

  /// Has the data source make the move, and checks that it has.
  ///
  /// - Returns: False if it has reloaded the view instead, which ends the movement.
  private func moveInDataSource(
    _ moving: ItemMovement, _ displacement: Changeset
  ) throws(CollectionViewError) -> Bool {
    openCommit()
    dataSource?.collectionView(self, moveItemAt: moving.source, to: moving.current)
    do throws(CollectionViewError) {
      if updates.open?.isReload != true { try checkMove(displacement, moving) }
    } catch {
      let isReload = updates.open?.isReload ?? false
      updates.open = nil
      if isReload { reloadData() } else { cancelIfPossible(moving) }
      updates.note(error)
      throw error
    }
    let isReloaded = updates.open?.isReload ?? false
    updates.open = nil
    if isReloaded { reloadData() }
    return !isReloaded
  }

  /// Compares the data source's counts with the view's, which are those after the move.
  private func checkMove(
    _ displacement: Changeset, _ moving: ItemMovement
  ) throws(CollectionViewError) {
    try askCounts()
    do throws(CollectionViewError) {
      let before = moving.dataSourceCounts(counts.countsBefore)
      let commit = try UpdateCommit(displacement, .strict, before: before, after: counts.counts)
      if let before = counts.identities.before, let after = counts.identities.now,
        let error = commit.identityError(before: before, after: after)
      {
        throw error
      }
    } catch {
      counts.rollBack()
      throw error
    }
  }

  /// Moves an item of the view alone, and animates what makes room.
  ///
  /// - Parameters:
  ///   - move: The move from the view's order to the one after; empty to lay out again only.
  ///   - next: The movement after; nil if it has ended.
  ///   - moving: The movement before.
  ///   - other: The movement after an error of the layout.
  ///   - context: The invalidation of a layout.
  /// - Throws: An error of a layout, and nothing is moved; of a view, and all is.
  private func displace(
    by move: Changeset, to next: ItemMovement?, from moving: ItemMovement,
    orReturnTo other: ItemMovement?,
    _ context: @escaping (CollectionViewLayout) -> LayoutInvalidationContext
  ) throws(CollectionViewError) {
    let held = window.place(ofCell: moving.current).map { window.elements[$0].view }
    openCommit()
    movement = next
    counts.patch(by: move)
    var outcome: ChangeOutcome
    do throws(CollectionViewError) {
      outcome = try apply(UpdateCommit(ChangesetMap(move)), contexts: context)
    } catch {
      movement = other
      abandonUpdate()
      throw error
    }
    if next != nil, let held {
      // The gesture moves it, and no animation.
      outcome.animations.removeAll { $0.view === held }
      animator.stop(held)
    }
    if next == nil { noteReordering(false, of: held) }
    endCommit(outcome, completions: [])
    if let failure = outcome.failure { throw failure }
  }

  private func noteReordering(_ isReordering: Bool, of view: CollectionReusableView?) {
    (view as? CollectionViewCell)?.setReordering(isReordering)
  }

  private func openCommit() {
    var open = UpdateTransaction()
    open.isCommitting = true
    updates.open = open
  }

  private func checkTarget(
    _ target: ItemPath, of moving: ItemMovement
  ) throws(CollectionViewError) {
    let counts = counts.counts
    guard counts.indices.contains(target.section) else {
      throw .noSuchItem(target, itemsInSection: nil)
    }
    let count = counts[target.section] + (target.section == moving.current.section ? 0 : 1)
    guard target.item >= 0, target.item < count else {
      throw .noSuchItem(target, itemsInSection: count)
    }
  }

  func invalidate(for next: ItemMovement, after moving: ItemMovement) {
    for layout in layouts {
      layout.invalidateLayout(with: Self.context(of: layout, for: next, after: moving))
    }
    setNeedsLayout()
  }

  private static func context(
    of layout: CollectionViewLayout, for next: ItemMovement, after moving: ItemMovement
  ) -> LayoutInvalidationContext {
    let context = layout.invalidationContext(
      forInteractivelyMovingItems: [next.current], withTargetPosition: next.position,
      previousItemPaths: [moving.current], previousPosition: moving.position)
    context.notePositions(of: [next.current], before: [moving.current], target: next.position)
    return context
  }
}

// MARK: What the rest of the view asks

extension CollectionView {
  /// Puts the item that is moved where the user holds it, in the layout's answer about `rect`.
  func holdMovingItem(in answer: inout [LayoutAttributes], about rect: Rect) {
    guard let movement,
      let attributes = collectionViewLayout.shownHeldItem(
        at: movement.current, position: movement.position)
    else { return }
    // Of another element, if a layout gets it wrong.
    let held = attributes.replacingElement(with: .cell(movement.current))
    let place = answer.firstIndex {
      $0.category == .cell && $0.itemPath == movement.current
    }
    if let place {
      answer[place] = held
    } else if held.frame.overlaps(rect) {
      answer.append(held)
    }
  }

  /// Returns attributes of a cell for the item's path in the data source.
  func attributesInDataSource(_ attributes: LayoutAttributes) -> LayoutAttributes {
    guard let movement, attributes.category == .cell, let path = attributes.itemPath else {
      return attributes
    }
    return attributes.replacingElement(with: .cell(movement.dataSourcePath(path)))
  }

  /// Gives the item that a user moves its path after an update, which has put it back; ends the
  /// movement if the item is gone.
  func moveMovement(by map: ChangesetMap) {
    if isMovingItem { movement = movement?.followed(by: map) }
  }

  /// Throws inside of a request, of a layout pass or of an update.
  func refuseReentry() throws(CollectionViewError) {
    if let during = request.described { throw .reentrant(during: during) }
    if pass.isRunning || updates.open != nil { throw .reentrant(during: .layoutPass) }
  }
}

extension CountCache {
  /// Changes the counts as a move of one item does; `rollBack()` can return.
  mutating func patch(by move: Changeset) {
    guard let move = move.movedItems.first, move.source.section != move.target.section else {
      return patch([])
    }
    let sections = [
      Count(section: move.source.section, items: counts[move.source.section] - 1),
      Count(section: move.target.section, items: counts[move.target.section] + 1),
    ]
    patch(sections.sorted { $0.section < $1.section })
  }
}
