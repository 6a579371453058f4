public import Changesets
public import Geometry
import Layouts

extension CollectionView {
  // MARK: Bounds

  /// The content's point at the bounds' top left corner.
  public var contentOffset: Point { bounds.origin }

  /// A Boolean value that indicates whether a finger holds the content.
  public var isDragging: Bool {
    if case .dragging = scroll.mode { true } else { false }
  }

  /// A Boolean value that indicates whether the content goes on moving after a drag.
  public var isDecelerating: Bool {
    if case .decelerating = scroll.mode { true } else { false }
  }

  /// A Boolean value that indicates whether the content can move beyond its edges and bounce back.
  /// If it is false, the content stops at its edges.
  public var bounces: Bool {
    get { scroll.bounces }
    set { scroll.bounces = newValue }
  }

  /// A Boolean value that indicates whether a fling ends at a multiple of the bounds' size, at the most a
  /// page from where it begins. The default is false.
  ///
  /// The layout and the delegate are then not asked where it should end, as in UIKit.
  public var isPagingEnabled: Bool {
    get { scroll.isPaging }
    set { scroll.isPaging = newValue }
  }

  /// Moves the content; the next pass takes it back to where there is content.
  ///
  /// Ends a drag, a fling and an animated scroll. With `animated` it arrives after
  /// `animationDuration` of the clock's time.
  ///
  /// - Precondition: `offset` is finite.
  public func setContentOffset(_ offset: Point, animated: Bool = false) {
    requireFinite(offset, "setContentOffset(_:animated:)", "offset")
    stopMoving(arrives: false)
    guard animated, animationsEnabled, animationDuration > 0, offset != bounds.origin else {
      moveBounds(to: offset, isAdjustment: false)
      return
    }
    scroll.mode = .animating(
      from: bounds.origin, to: offset, start: clock.now, duration: animationDuration)
  }

  /// Gives the view another size, as a rotation does; the offset stays where there is content.
  ///
  /// A size that is negative, NaN or infinite is an error of the next pass.
  public func setBoundsSize(_ size: Size) {
    changeBounds(to: Rect(origin: bounds.origin, size: size))
  }

  /// Changes the margins between the bounds' edges and the content.
  ///
  /// Insets that are NaN or infinite are an error of the next pass; until they are changed nothing
  /// is scrolled.
  public func setContentInset(_ inset: EdgeInsets) {
    guard inset != contentInset else { return }
    contentInset = inset
    for layout in layouts { layout.invalidateLayout() }
    pass.isDue = true
  }

  /// The bounds, the content and the margins as they are now.
  @inline(__always)
  var scrollGeometry: ScrollGeometry {
    ScrollGeometry(bounds: bounds, contentSize: contentSize, contentInset: contentInset)
  }

  /// Returns the nearest offset to `offset` that shows content only.
  public func clamped(_ offset: Point) -> Point { scrollGeometry.clamped(offset) }

  /// Moves the content, and says so.
  ///
  /// An adjustment is no scrolling: it has no direction, and a movement under way ends as much further
  /// along, unless `movesGoals` is false. Nothing moves to where no number leads any more, as where a
  /// layout or a very fast fling would have it.
  func moveBounds(to offset: Point, isAdjustment: Bool, movesGoals: Bool = true) {
    guard offset != bounds.origin, offset.isFinite else { return }
    if !isAdjustment {
      func sign(_ axis: Axis) -> Double {
        let way = offset[axis] - bounds.origin[axis]
        return way > 0 ? 1 : way < 0 ? -1 : 0
      }
      scroll.direction = Point(x: sign(.horizontal), y: sign(.vertical))
      if selection.menu != nil { dismissMenu() }
    } else if movesGoals {
      let way = Point(x: offset.x - bounds.minX, y: offset.y - bounds.minY)
      scroll.moveGoals(by: way, to: offset)
    }
    if isInTransition { moveTransition(to: offset) }
    changeBounds(to: Rect(origin: offset, size: bounds.size))
    if delegateMethods.contains(.scrolling) { delegate?.collectionViewDidScroll(self) }
  }

  /// Changes the bounds and asks the layout whether it has to be prepared for that (IC-5).
  func changeBounds(to newBounds: Rect) {
    guard newBounds != bounds else { return }
    // Every frame of scrolling comes along here, and makes no array.
    if !isInTransition {
      ask(collectionViewLayout, about: newBounds)
    } else {
      for layout in layouts { ask(layout, about: newBounds) }
    }
    bounds = newBounds
    pass.isDue = true
  }

  private func ask(_ layout: CollectionViewLayout, about newBounds: Rect) {
    guard layout.isPrepared else { return }
    // A mirror may stand in the middle of the bounds.
    if layout.isMirrored, newBounds.size.width != bounds.size.width {
      layout.invalidateLayout()
    }
    guard layout.shouldInvalidateLayout(forBoundsChange: newBounds) else { return }
    layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: newBounds))
  }

  // MARK: To an item

  /// Scrolls so that the item at `path` is at `position`; with no position at all, by the least that
  /// shows all of it.
  ///
  /// Lays out first, so that the item is where it belongs.
  ///
  /// - Throws: `.scrollPositions` for two positions along one axis, `.noSuchItem`, `.layout` for a place
  ///   that is no number, and what `layoutIfNeeded()` throws.
  public func scrollToItem(
    at path: ItemPath, at position: ScrollPosition = [], animated: Bool = false
  ) throws(CollectionViewError) {
    try position.check()
    if pass.isDue, !pass.isRunning, updates.open == nil, request.kind == .none {
      try prepareLayout()
    }
    try checkItem(path)
    guard let frame = layoutAttributesForItem(at: path)?.frame else { return }
    let geometry = scrollGeometry
    let offset = geometry.clamped(geometry.offset(showing: frame, at: position))
    guard offset.isFinite else {
      let isUsable = frame.origin.isFinite && frame.size.isUsable
      throw .layout(
        isUsable
          ? .bounds(Rect(origin: offset, size: bounds.size)) : .frame(.cell(path), frame))
    }
    setContentOffset(offset, animated: animated)
  }

  // MARK: Fingers

  /// Begins a drag by a finger: cancels the touch, and stops any movement.
  public func beginDragging() {
    stopMoving(arrives: false)
    touchCancelled()
    dismissMenu()
    scroll.mode = .dragging
    if delegateMethods.contains(.scrolling) { delegate?.collectionViewWillBeginDragging(self) }
  }

  /// The finger moves the content by `distance` points; beyond its edges the content follows less and
  /// less, as UIScrollView's does, and not at all where it does not bounce.
  ///
  /// Along an axis on which all of the content fits into the bounds it does not move.
  ///
  /// - Precondition: `distance` is finite.
  public func drag(by distance: Point) {
    requireFinite(distance, "drag(by:)", "distance")
    guard isDragging else { return }
    moveBounds(to: scrollGeometry.dragged(by: distance, bounces: bounces), isAdjustment: false)
  }

  /// The finger lets go at `velocity`, in points of offset a second: the content slows down by
  /// `Deceleration`, and bounces where it reaches an edge.
  ///
  /// The layout says where it is to stop, then the delegate, if anywhere else: it then starts as fast as
  /// that needs. With `isPagingEnabled` it stops at a page.
  ///
  /// - Precondition: `velocity` is finite.
  public func endDragging(withVelocity velocity: Point = .zero) {
    requireFinite(velocity, "endDragging(withVelocity:)", "velocity")
    guard isDragging else { return }
    var speed = velocity
    let geometry = scrollGeometry
    let proposed = geometry.landing(atVelocity: velocity)
    let target =
      isPagingEnabled
      ? geometry.page(nearestTo: proposed)
      : chosenTarget(from: proposed, velocity: velocity)
    // The delegate may have begun another movement.
    guard isDragging else { return }
    for axis in Axis.allCases where target[axis] != proposed[axis] {
      let needed = (target[axis] - bounds.min(axis)) * Deceleration.decayPerSecond
      if needed.isFinite { speed[axis] = needed }
    }
    // The delegate may also have moved the edges.
    let edges = scrollGeometry
    let x = edges.motion(.horizontal, velocity: speed.x, start: clock.now)
    let y = edges.motion(.vertical, velocity: speed.y, start: clock.now)
    let moves = !(x.isAtRest && y.isAtRest)
    scroll.mode = moves ? .decelerating(x: x, y: y) : .idle
    if delegateMethods.contains(.scrolling) {
      delegate?.collectionViewDidEndDragging(self, willDecelerate: moves)
    }
  }

  /// Returns where a fling should end: by the layout, and then by the delegate.
  private func chosenTarget(from proposed: Point, velocity: Point) -> Point {
    var target = collectionViewLayout.shownTarget(from: proposed, velocity: velocity)
    guard delegateMethods.contains(.scrolling), let delegate else { return target }
    delegate.collectionViewWillEndDragging(
      self, withVelocity: velocity, targetContentOffset: &target)
    return target
  }

  /// A drag that ends at once at `velocity`: a fling.
  ///
  /// - Precondition: `velocity` is finite.
  public func fling(withVelocity velocity: Point) {
    beginDragging()
    endDragging(withVelocity: velocity)
  }

  // MARK: Time

  /// Moves the content, ends animations, and closes a transition, as the clock's time says.
  func timeHasPassed() {
    if isMovingItem { scrollForHeldItem() }
    switch scroll.mode {
    case .idle, .dragging: break
    case .decelerating(var x, var y):
      let geometry = scrollGeometry
      guard geometry.isFinite else { break }
      let offset = Point(
        x: x.position(at: clock.now, limits: geometry.limits(.horizontal), bounces: bounces),
        y: y.position(at: clock.now, limits: geometry.limits(.vertical), bounces: bounces))
      scroll.mode = .decelerating(x: x, y: y)
      let changes = scroll.changes
      moveBounds(to: offset, isAdjustment: false)
      // A callback may have begun another movement.
      if x.isAtRest, y.isAtRest, scroll.changes == changes { stopMoving(arrives: true) }
    case .animating(let source, let target, let start, let duration):
      let fraction = clock.fraction(of: duration, since: start)
      let changes = scroll.changes
      moveBounds(to: source.lerp(to: target, fraction: fraction), isAdjustment: false)
      if fraction == 1, scroll.changes == changes { stopMoving(arrives: true) }
    }
    advanceTransition()
    endFinishedAnimations()
  }

  /// Ends the movement of the content, and tells the delegate if it expects that.
  func stopMoving(arrives: Bool) {
    let mode = scroll.mode
    scroll.mode = .idle
    switch mode {
    case .idle: return
    case .dragging, .decelerating:
      pass.isDue = true
      if delegateMethods.contains(.scrolling), case .decelerating = mode {
        delegate?.collectionViewDidEndDecelerating(self)
      }
    case .animating:
      if arrives, delegateMethods.contains(.scrolling) {
        delegate?.collectionViewDidEndScrollingAnimation(self)
      }
    }
  }
}
