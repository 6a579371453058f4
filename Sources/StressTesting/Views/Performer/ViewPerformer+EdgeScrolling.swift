import CollectionViews
import Geometry
import Layouts

/// Content that scrolls while an item is held near an edge (N-14, N-15).
extension ViewPerformer {
  /// Holds the item that is moved at a distance from an edge of what is seen, lets frames pass, each
  /// with a layout pass, and compares the content's way and the item's in each.
  func holdAtEdge(
    _ edge: ViewOperation.Edge, _ distance: Double, _ scrolling: EdgeScrolling, _ frames: Int,
    _ seconds: Double
  ) throws(Mismatch) {
    try settleIfArmed()
    if !model.isSettled { keepsCells = false }
    app.faults.isHeld = true
    defer { app.faults.isHeld = false }
    // This stops a fling. A finger that drags stays, and keeps the edges from scrolling.
    if !view.isDragging { view.setContentOffset(view.contentOffset) }
    try layOut()
    let y =
      edge == .top
      ? view.bounds.minY + view.contentInset.top + distance
      : view.bounds.maxY - view.contentInset.bottom - distance
    try holdItem(at: Point(x: view.bounds.center.x, y: y), .proposed)
    try layOut()
    view.edgeScrolling = scrolling
    defer { view.edgeScrolling = nil }
    for _ in 0..<frames where model.movement != nil {
      try passFrame(scrolling, seconds)
    }
  }

  /// Lets one frame pass.
  private func passFrame(_ scrolling: EdgeScrolling, _ seconds: Double) throws(Mismatch) {
    let before = view.contentOffset.y
    let (start, expected) = (view.clock.now, offset(scrolling))
    app.movement.chosen = nil
    app.checksEnds = false
    view.clock.advance(by: seconds)
    let found = view.contentOffset.y
    let due = expected(view.clock.now - start)
    try Mismatch.require(
      abs(found - due) < 1e-6, "the offset while an item is held near an edge",
      expected: "\(due)", found: "\(found)")
    if found != before {
      if mutation != .heldItemIsLeft { model.movement?.y += found - before }
      // Scrolling dismisses a menu (ME-4).
      _ = model.dismissMenu()
      model.isSettled = false
    }
    try layOut()
    guard found != before, let moving = model.movement else { return }
    guard mutation != .chosenTargetIgnored, let chosen = app.movement.chosen else {
      return try checkTarget(of: moving)
    }
    guard chosen != moving.path else { return }
    model.movement?.path = chosen
    expectDisplacement()
  }

  /// Throws if the layout proposes another path for the held item: the view asks the delegate in that
  /// case (N-14), and it was not asked.
  private func checkTarget(of moving: ViewModel.Movement) throws(Mismatch) {
    let layout = view.collectionViewLayout
    let target = layout.targetItemPath(
      forInteractivelyMovingItem: moving.path,
      withPosition: mirrored(Point(x: moving.x, y: moving.y), in: layout))
    try Mismatch.check("the path of an item that content has scrolled under", target, moving.path)
  }

  /// Returns the offset after so many seconds with the item where it is held.
  private func offset(_ scrolling: EdgeScrolling) -> (_ seconds: Double) -> Double {
    let (offset, held) = (view.contentOffset.y, model.movement?.y ?? 0)
    let start = view.bounds.minY + view.contentInset.top
    let end = view.bounds.maxY - view.contentInset.bottom
    let largest = mutation == .zonesAreLarge ? scrolling.zone : (end - start) / 3
    let zone = min(scrolling.zone, largest)
    // The share of the full speed at a distance from an edge.
    func share(_ points: Double) -> Double {
      points <= 0 ? 1 : points >= zone ? 0 : (zone - points) / zone
    }
    var (up, down) = (share(held - start), share(end - held))
    if up > 0, down > 0 { (up, down) = (0, 0) }
    let isAtRest = view.isDragging || mutation == .edgesAtRest
    let speed = isAtRest ? 0 : (down - up) * scrolling.pointsPerSecond
    let least = 0 - view.contentInset.top
    let most = max(
      least, view.contentSize.height - view.bounds.size.height + view.contentInset.bottom)
    return { seconds in
      if speed > 0 { return max(offset, min(offset + speed * seconds, most)) }
      return speed < 0 ? min(offset, max(offset + speed * seconds, least)) : offset
    }
  }
}
