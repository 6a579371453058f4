public import Changesets
public import Geometry
import Layouts

extension CollectionView {
  // MARK: Bounds

  /// The content's point at the bounds' top left corner.
  public var contentOffset: Point { bounds.origin }

  /// Whether a finger holds the content.
  public var isDragging: Bool {
    if case .dragging = scroll.mode { true } else { false }
  }

  /// Whether the content goes on moving after a drag.
  public var isDecelerating: Bool {
    if case .decelerating = scroll.mode { true } else { false }
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
    needsLayout = true
  }

  /// The offsets at which there is content, along one axis.
  func offsetLimits(_ axis: Axis) -> ClosedRange<Double> {
    let least = 0 - contentInset.leading(axis)
    let most = contentSize[axis] - bounds.size[axis] + contentInset.trailing(axis)
    // What makes no sense is an error of the next pass.
    guard least.isFinite, most.isFinite else { return bounds.min(axis)...bounds.min(axis) }
    return least...max(least, most)
  }

  /// `offset`, moved to where there is content.
  public func clamped(_ offset: Point) -> Point {
    func clamp(_ axis: Axis) -> Double {
      let limits = offsetLimits(axis)
      return min(max(offset[axis], limits.lowerBound), limits.upperBound)
    }
    return Point(x: clamp(.horizontal), y: clamp(.vertical))
  }

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
      scroll.moveGoals(by: way)
    }
    moveTransition(to: offset)
    changeBounds(to: Rect(origin: offset, size: bounds.size))
    if delegateMethods.contains(.scrolling) { delegate?.collectionViewDidScroll(self) }
  }

  /// Changes the bounds and asks the layout whether it has to be prepared for that (IC-5).
  func changeBounds(to newBounds: Rect) {
    guard newBounds != bounds else { return }
    // Every frame of scrolling comes along here, and makes no array.
    if transition == nil {
      ask(collectionViewLayout, about: newBounds)
    } else {
      for layout in layouts { ask(layout, about: newBounds) }
    }
    bounds = newBounds
    needsLayout = true
  }

  private func ask(_ layout: CollectionViewLayout, about newBounds: Rect) {
    guard layout.isPrepared, layout.shouldInvalidateLayout(forBoundsChange: newBounds) else {
      return
    }
    layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: newBounds))
  }

  // MARK: To an item

  /// Scrolls so that the item at `path` is at `position`; with no position at all, by the least that
  /// shows all of it.
  ///
  /// Lays out first, so that the item is where it belongs.
  ///
  /// - Throws: `.scrollPositions` for two positions along one axis, `.noSuchItem`, and what
  ///   `layoutIfNeeded()` throws.
  public func scrollToItem(
    at path: ItemPath, at position: ScrollPosition = [], animated: Bool = false
  ) throws(CollectionViewError) {
    try position.check()
    if needsLayout, !isInPass, transaction == nil, request.kind == .none { try prepareLayout() }
    try checkItem(path)
    guard let frame = layoutAttributesForItem(at: path)?.frame else { return }
    setContentOffset(clamped(offset(showing: frame, at: position)), animated: animated)
  }

  private func offset(showing frame: Rect, at position: ScrollPosition) -> Point {
    func offset(
      _ axis: Axis, _ near: ScrollPosition, _ middle: ScrollPosition, _ far: ScrollPosition
    )
      -> Double
    {
      let insets = (near: contentInset.leading(axis), far: contentInset.trailing(axis))
      let given = ScrollPosition.offset(
        (position.contains(near), position.contains(middle), position.contains(far)),
        item: (frame.min(axis), frame.max(axis)), extent: bounds.size[axis], insets: insets)
      if let given { return given }
      // As little as shows the item; its beginning where it is larger than the bounds.
      let now = bounds.min(axis)
      let last = frame.min(axis) - insets.near
      let first = frame.max(axis) - bounds.size[axis] + insets.far
      return now > last || first > last ? min(now, last) : max(now, first)
    }
    return Point(
      x: offset(.horizontal, .left, .centeredHorizontally, .right),
      y: offset(.vertical, .top, .centeredVertically, .bottom))
  }

  // MARK: Fingers

  /// A finger begins to move the content: a touch comes to nothing, and what moved stops.
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
    func moved(_ axis: Axis) -> Double {
      let limits = offsetLimits(axis)
      let extent = bounds.size[axis]
      let now = bounds.min(axis)
      if limits.lowerBound == limits.upperBound, limits.contains(now) { return now }
      if !bounces {
        return min(max(now + distance[axis], limits.lowerBound), limits.upperBound)
      }
      let free = Self.unbanded(bounds.min(axis), limits, extent) + distance[axis]
      return Self.banded(free, limits, extent)
    }
    moveBounds(to: Point(x: moved(.horizontal), y: moved(.vertical)), isAdjustment: false)
  }

  /// The finger lets go at `velocity`, in points of offset a second: the content slows down by
  /// `Deceleration`, and bounces where it comes to an edge.
  ///
  /// The layout says where it is to stop, if anywhere else: it then starts as fast as that needs.
  ///
  /// - Precondition: `velocity` is finite.
  public func endDragging(withVelocity velocity: Point = .zero) {
    requireFinite(velocity, "endDragging(withVelocity:)", "velocity")
    guard isDragging else { return }
    var speed = velocity
    let proposed = Point(x: landing(.horizontal, velocity), y: landing(.vertical, velocity))
    let target = collectionViewLayout.targetContentOffset(
      forProposedContentOffset: proposed, withScrollingVelocity: velocity)
    for axis in Axis.allCases where target[axis] != proposed[axis] && target[axis].isFinite {
      speed[axis] = (target[axis] - bounds.min(axis)) * Deceleration.decayPerSecond
    }
    let x = motion(.horizontal, speed.x)
    let y = motion(.vertical, speed.y)
    let moves = !(x.isAtRest && y.isAtRest)
    scroll.mode = moves ? .decelerating(x: x, y: y) : .idle
    if delegateMethods.contains(.scrolling) {
      delegate?.collectionViewDidEndDragging(self, willDecelerate: moves)
    }
    if !moves { needsLayout = true }
  }

  /// A drag that ends at once at `velocity`: a fling.
  ///
  /// - Precondition: `velocity` is finite.
  public func fling(withVelocity velocity: Point) {
    beginDragging()
    endDragging(withVelocity: velocity)
  }

  private func landing(_ axis: Axis, _ velocity: Point) -> Double {
    Deceleration(position: bounds.min(axis), velocity: velocity[axis]).endPosition
  }

  private func motion(_ axis: Axis, _ velocity: Double) -> AxisMotion {
    let (now, limits) = (bounds.min(axis), offsetLimits(axis))
    // Where all of the content fits nothing is thrown.
    if limits.lowerBound == limits.upperBound, limits.contains(now) { return .rest(now) }
    return .letGo(at: now, velocity: velocity, start: clock.now, limits: limits)
  }

  /// How far beyond an edge content follows a finger: UIScrollView's formula.
  private static let bandConstant = 0.55

  private static func banded(
    _ position: Double, _ limits: ClosedRange<Double>, _ extent: Double
  ) -> Double {
    let edge = min(max(position, limits.lowerBound), limits.upperBound)
    let beyond = position - edge
    guard beyond != 0, extent > 0 else { return edge }
    let way = abs(beyond)
    let shown = (1 - 1 / (way * bandConstant / extent + 1)) * extent
    return edge + (beyond < 0 ? -shown : shown)
  }

  /// Where the finger would be had the content followed it.
  private static func unbanded(
    _ position: Double, _ limits: ClosedRange<Double>, _ extent: Double
  ) -> Double {
    let edge = min(max(position, limits.lowerBound), limits.upperBound)
    let beyond = position - edge
    guard beyond != 0, extent > abs(beyond) else { return position }
    let way = (1 / (1 - abs(beyond) / extent) - 1) * extent / bandConstant
    return edge + (beyond < 0 ? -way : way)
  }

  // MARK: Time

  /// Has time moved the content, ended animations, and closed a transition.
  func timeHasPassed() {
    switch scroll.mode {
    case .idle, .dragging: break
    case .decelerating(var x, var y):
      let offset = Point(
        x: x.position(at: clock.now, limits: offsetLimits(.horizontal), bounces: bounces),
        y: y.position(at: clock.now, limits: offsetLimits(.vertical), bounces: bounces))
      scroll.mode = .decelerating(x: x, y: y)
      let changes = scroll.changes
      moveBounds(to: offset, isAdjustment: false)
      // Whoever was told may have begun another movement.
      if x.isAtRest, y.isAtRest, scroll.changes == changes { stopMoving(arrives: true) }
    case .animating(let source, let target, let start, let duration):
      // Divided, the time of the end can be a little less than all of it.
      let isOver = clock.now >= start + duration
      let fraction = isOver ? 1 : min((clock.now - start) / duration, 1)
      let changes = scroll.changes
      moveBounds(to: source.lerp(to: target, fraction: fraction), isAdjustment: false)
      if fraction == 1, scroll.changes == changes { stopMoving(arrives: true) }
    }
    advanceTransition()
    endFinishedAnimations()
  }

  /// Nothing moves the content any more; the delegate is told where that was to be expected.
  func stopMoving(arrives: Bool) {
    let mode = scroll.mode
    scroll.mode = .idle
    switch mode {
    case .idle: return
    case .dragging, .decelerating:
      needsLayout = true
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
