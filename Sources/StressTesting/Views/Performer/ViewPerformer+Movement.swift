import Changesets
import CollectionViews
import Geometry
import Layouts

/// Items that a user moves (N-8 to N-13).
extension ViewPerformer {
  func moveItem(_ operation: ViewOperation) throws(Mismatch) {
    try settleIfArmed()
    if !model.isSettled { keepsCells = false }
    switch operation {
    case .beginMovement(let path): try beginMovement(path)
    case .holdItem(let x, let y, let choice): try holdItem(at: Point(x: x, y: y), choice)
    case .endMovement(let isMade): try endMovement(isMade: isMade)
    case .cancelMovement:
      if model.movement != nil {
        expectPass()
        app.checksEnds = false
      }
      let wasMoving = model.movement != nil
      model.endMovement(isMade: false)
      try call(view.cancelInteractiveMovement)
      if wasMoving { expectDisplacement() }
    default: break
    }
  }

  private func beginMovement(_ path: ItemPath) throws(Mismatch) {
    expectPass()
    let error = model.movement == nil ? missing(path) : nil
    let begins = model.movement == nil && error == nil && transition == nil
    if begins { expectedTouches = model.touchCancel() }
    let id = model.shownItem(path)?.id
    var found = false
    var hasReturned = false
    try call(expecting: error) {
      found = try view.beginInteractiveMovementForItem(at: path)
      hasReturned = true
    }
    let isOpen = app.faults.reentrantCallMade != nil
    if !isOpen, hasReturned { try Mismatch.check("whether a movement begins", begins, found) }
    guard found else { return }
    // A reload before the movement begins may have put another item at the path.
    let moved = isOpen ? view.interactivelyMovingItemPath : path
    guard let moved, let begun = isOpen ? app.item(moved)?.id : id else { return }
    let layout = view.collectionViewLayout
    let center = layout.layoutAttributesForItem(at: moved).map { mirrored($0, in: layout).center }
    model.movement = ViewModel.Movement(
      id: begun, path: moved, x: center?.x ?? 0, y: center?.y ?? 0)
    model.isSettled = false
  }

  func holdItem(
    at point: Point, _ choice: ViewOperation.MoveChoice
  ) throws(Mismatch) {
    guard let moving = model.movement else {
      return try call { try view.updateInteractiveMovementTargetPosition(point) }
    }
    expectPass()
    app.checksEnds = false
    app.movement.choice = choice
    defer { app.movement.choice = .proposed }
    let found = errorOf { () throws(CollectionViewError) in
      try view.updateInteractiveMovementTargetPosition(point)
    }
    let chosen = app.movement.chosen
    let due = errorDue()
    var expected = due
    if due == nil, choice == .nowhere, let chosen {
      let count = model.shownCounts[chosen.section]
      expected = .noSuchItem(
        chosen, itemsInSection: count + (chosen.section == moving.path.section ? 0 : 1))
    }
    if app.faults.reentrantCallMade == nil || expected == nil {
      try Mismatch.check(
        "what moving an item threw", expected.map { "\($0)" } ?? "nothing",
        found.map { "\($0)" } ?? "nothing")
    }
    // An error of the pass before, or of the target: nothing has moved.
    if expected != nil, chosen == nil || choice == .nowhere { return }
    if isOvertaken(moving) { return }
    model.movement?.x = point.x
    model.movement?.y = point.y
    guard let chosen, chosen != moving.path else {
      model.isSettled = false
      return
    }
    model.movement?.path = chosen
    expectDisplacement()
    if due != nil { model.isSettled = false }
  }

  /// Returns whether the delegate has changed the movement while it was asked for a target, by an update
  /// that puts the item back.
  private func isOvertaken(_ moving: ViewModel.Movement) -> Bool {
    let faults = app.faults
    guard faults.reentrantCallMade == .update, faults.reentrantMoment == .moveTarget else {
      return false
    }
    model.adopt(app.sections)
    model.putMovedItemBack()
    return model.movement != moving
  }

  private func endMovement(isMade: Bool) throws(Mismatch) {
    guard let moving = model.movement, let source = model.sourcePath(of: moving.id) else {
      return try call(view.endInteractiveMovement)
    }
    expectPass()
    app.checksEnds = false
    // Within a section the counts say nothing of a move that was not made.
    let isMade = isMade || source.section == moving.path.section
    app.movement.isMade = isMade
    defer { app.movement.isMade = true }
    model.endMovement(isMade: isMade && mutation != .moveForgotten)
    if source != moving.path { expectedAsks.append(model.counts) }
    let found = errorOf(view.endInteractiveMovement)
    let due = errorDue()
    expectDisplacement()
    if due != nil { model.isSettled = false }
    if isMade {
      try Mismatch.check(
        "what the end of a movement threw", due.map { "\($0)" } ?? "nothing",
        found.map { "\($0)" } ?? "nothing")
    } else {
      guard case .changeset = found else {
        throw Mismatch(
          "what a move that was not made threw", expected: "a changeset error",
          found: found.map { "\($0)" } ?? "nothing")
      }
      model.isSettled = false
    }
  }

  private func errorOf(_ body: () throws(CollectionViewError) -> Void) -> CollectionViewError? {
    do throws(CollectionViewError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// The others make room, or go back, in an animation that no completion waits for.
  func expectDisplacement() {
    let isSeen = model.hasShown && isLayoutPrepared && !view.bounds.isEmpty
    model.isSettled =
      isSeen && model.isSettled && transition == nil && !view.collectionViewLayout.measuresItems
    expectCompletions(0, 0, isSeen && view.animationsEnabled ? view.animationDuration : 0)
  }

  /// The movement after the app has called the view in the middle of an operation: over, or of the same
  /// item, where it was held or where the data source has it.
  func movementAfterCall() throws(Mismatch) -> ViewModel.Movement? {
    guard let found = view.interactivelyMovingItemPath else {
      let action = app.faults.reentrantCallMade
      let isExpected =
        model.movement.map { moving in
          model.sourcePath(of: moving.id) == nil || action == .reload || action == .endMovement
            || action == .cancelMovement
        } ?? true
      try Mismatch.require(
        isExpected, "the item that is moved after \(action.map { "\($0)" } ?? "nothing")",
        expected: "item \(model.movement?.id ?? 0)", found: "none")
      return nil
    }
    guard var moving = model.movement else {
      throw Mismatch("the item that is moved", expected: "none", found: "\(found)")
    }
    try Mismatch.check(
      "the path of the item that is moved", model.sourcePath(of: moving.id), found)
    let shown = view.presentationItemPath(forDataSourceItemPath: found)
    try Mismatch.require(
      shown == moving.path || shown == found, "the path at which the moved item is shown",
      expected: "\(moving.path) or \(found)", found: "\(shown)")
    moving.path = shown
    return moving
  }

  // MARK: Checks

  /// The item that is moved is the model's, and all paths are translated to the model's order and back.
  func checkMovement() throws(Mismatch) {
    let path = model.movement.flatMap { model.sourcePath(of: $0.id) }
    try Mismatch.check("the item that is moved", path, view.interactivelyMovingItemPath)
    guard model.movement != nil else { return }
    for (id, shown) in model.paths {
      guard let source = model.sourcePath(of: id) else { continue }
      try Mismatch.check(
        "the data source's path of item \(id)", source,
        view.dataSourceItemPath(forPresentationItemPath: shown))
      try Mismatch.check(
        "the view's path of item \(id)", shown,
        view.presentationItemPath(forDataSourceItemPath: source))
    }
  }

  /// Puts the item that is moved where it is held.
  func holdMovedItem(in elements: inout [LayoutAttributes], _ layout: CollectionViewLayout) {
    guard let moving = model.movement else { return }
    let point = mirrored(Point(x: moving.x, y: moving.y), in: layout)
    guard
      let held = layout.layoutAttributesForInteractivelyMovingItem(
        at: moving.path, withTargetPosition: point)
    else { return }
    elements.removeAll { $0.category == .cell && $0.itemPath == moving.path }
    elements.append(mirrored(held, in: layout))
  }
}
