import Geometry
public import Layouts

extension CollectionView {
  /// Begins to go to another layout as a gesture has it: installs a layout between the two.
  ///
  /// Set its `transitionProgress` and invalidate it; nothing moves before (TR-7). Then finish or cancel.
  /// While layouts and views are told of its beginning and end, no update and no other layout begins:
  /// both are refused as `.reentrant`.
  ///
  /// - Parameters:
  ///   - layout: The layout to go to.
  ///   - completion: Called exactly once at the end: whether the animations ran to their end, and
  ///     whether the new layout is in place (TR-11).
  /// - Returns: The layout between, from the delegate or the usual one.
  /// - Throws: `.transition` where one runs, `.transitionEnding` where one ends, `.layoutInUse`,
  ///   `.transitionOfOtherLayouts`, `.layoutChangedDuringUpdate`, `.reentrant`, and what layouts and
  ///   data source got wrong; nothing has changed then.
  @discardableResult
  public func startInteractiveTransition(
    to layout: CollectionViewLayout,
    completion: ((_ completed: Bool, _ finished: Bool) -> Void)? = nil
  ) throws(CollectionViewError) -> TransitionLayout {
    try checkLayoutChange(to: layout)
    try layoutIfNeeded()
    // A callback in the pass may have given it to another view.
    try checkLayoutChange(to: layout)
    var (source, before) = (collectionViewLayout, whatLayoutsSee)
    var between = try makeTransition(from: source, to: layout)
    finishAnimations(finished: false)
    if transition != nil || collectionViewLayout !== source || whatLayoutsSee != before {
      // Completions, or the delegate, have begun something else.
      between.host = nil
      if layout.host === self, !layouts.contains(where: { $0 === layout }) { layout.host = nil }
      try checkLayoutChange(to: layout)
      (source, before) = (collectionViewLayout, whatLayoutsSee)
      between = try makeTransition(from: source, to: layout)
    }
    tell {
      source.prepareForTransition(to: layout)
      layout.prepareForTransition(from: source)
      for element in window.elements { element.view.willTransition(from: source, to: layout) }
    }
    transition = TransitionState(
      source: source, target: layout, layout: between, completion: completion)
    collectionViewLayout = between
    // The delegate, a hook or a view may have reloaded since the new layout was prepared.
    if hasChanged(since: before) { invalidateEverything() }
    pass.unpreparedFits = 0
    connectFlowDelegate()
    scroll.candidates.removeAll()
    pass.isDue = true
    return between
  }

  /// Calls hooks of layouts and views. No other change begins meanwhile: a layout that was put in place
  /// would take the view from the ones that are told.
  private func tell(_ hooks: () -> Void) {
    let wasRunning = pass.isRunning
    pass.isRunning = true
    defer { pass.isRunning = wasRunning }
    hooks()
  }

  private func checkLayoutChange(to layout: CollectionViewLayout) throws(CollectionViewError) {
    if let transition {
      throw transition.closing == nil
        ? .transition(wanted: .start, isRunning: true) : .transitionEnding(wanted: .start)
    }
    try checkMayChangeLayout()
    if let host = layout.host, host !== self { throw .layoutInUse }
  }

  /// Throws inside of an update, a request and a pass.
  func checkMayChangeLayout() throws(CollectionViewError) {
    guard updates.open == nil else { throw .layoutChangedDuringUpdate }
    if let during = request.described { throw .reentrant(during: during) }
    guard !pass.isRunning else { throw .reentrant(during: .layoutPass) }
  }

  /// The layout between two, with the target prepared; on an error nothing has changed.
  private func makeTransition(
    from source: CollectionViewLayout, to layout: CollectionViewLayout
  ) throws(CollectionViewError) -> TransitionLayout {
    // The delegate is asked in the middle of it, and can begin nothing else.
    pass.isRunning = true
    defer { pass.isRunning = false }
    layout.host = self
    do throws(CollectionViewError) {
      if let flow = layout as? FlowLayout { connectFlowDelegate(of: flow) }
      _ = try prepare(layout)
      let asked =
        delegateMethods.contains(.layoutChanges)
        ? delegate?.collectionView(
          self, transitionLayoutForOldLayout: source, newLayout: layout) : nil
      let between = asked ?? TransitionLayout(currentLayout: source, nextLayout: layout)
      guard between.currentLayout === source, between.nextLayout === layout else {
        throw .transitionOfOtherLayouts
      }
      guard between.host == nil else { throw .layoutInUse }
      between.currentTime = { [clock] in clock.now }
      between.currentOffset = bounds.origin
      between.nextOffset = proposedOffset(for: layout, from: source)
      between.host = self
      return between
    } catch {
      if layout !== source { layout.host = nil }
      throw error
    }
  }

  /// Goes on to the new layout from where the gesture has left, and installs it.
  ///
  /// - Throws: `.transition` where none runs; `.transitionEnding` where it is on its way to an end;
  ///   `.layout(.length)` for a progress that is NaN or infinite; `.layoutChangedDuringUpdate` inside
  ///   of an update; `.reentrant`.
  public func finishInteractiveTransition() throws(CollectionViewError) { try close(.finish) }

  /// Goes back to the layout before from where the gesture has left, and installs it.
  ///
  /// - Throws: As `finishInteractiveTransition()`.
  public func cancelInteractiveTransition() throws(CollectionViewError) { try close(.cancel) }

  /// Returns the content offset under `layout`. It keeps the anchor in place, and then the layout
  /// and the delegate may change it (TR-3, TR-7).
  private func proposedOffset(
    for layout: CollectionViewLayout, from source: CollectionViewLayout
  ) -> Point {
    let geometry = ScrollGeometry(
      bounds: bounds, contentSize: layout.contentSize, contentInset: contentInset)
    let kept = anchor().flatMap { $0.offset(in: layout) } ?? bounds.origin
    let offset = targetOffset(geometry.clamped(kept), of: layout)
    return geometry.clamped(offset.isFinite ? offset : kept)
  }

  // MARK: Passes

  /// Prepares the layouts at both ends of a transition where that is due (TR-10).
  func prepareEnds() throws(CollectionViewError) {
    guard let running = transition else { return }
    for layout in [running.source, running.target]
    where !layout.isPrepared || !layout.pendingInvalidation.isEmpty {
      let way = try prepare(layout).contentOffsetAdjustment
      if layout === running.source { running.layout.currentOffset.move(by: way) }
      if layout === running.target { running.layout.nextOffset.move(by: way) }
      running.layout.invalidateLayout()
    }
  }

  /// Moves the bounds to where the layout between has them (TR-7).
  func followTransition() {
    guard let offset = transition?.layout.contentOffset else { return }
    transition?.isFollowing = true
    moveBounds(to: offset, isAdjustment: true)
    transition?.isFollowing = false
  }

  /// Moves the ends of a transition as the content has been scrolled meanwhile.
  func moveTransition(to offset: Point) {
    guard let running = transition, !running.isFollowing else { return }
    let way = Point(x: offset.x - bounds.minX, y: offset.y - bounds.minY)
    running.layout.currentOffset.move(by: way)
    running.layout.nextOffset.move(by: way)
  }

  // MARK: Ends

  private func close(_ step: CollectionViewError.TransitionStep) throws(CollectionViewError) {
    guard var running = transition else { throw .transition(wanted: step, isRunning: false) }
    guard running.closing == nil else { throw .transitionEnding(wanted: step) }
    try checkMayChangeLayout()
    let isFinish = step == .finish
    let progress = running.layout.transitionProgress
    guard progress.isFinite else {
      throw .layout(.length(property: "transitionProgress", section: nil, progress))
    }
    let left = abs((isFinish ? 1 : 0) - progress)
    let speed = running.layout.progressVelocity * (isFinish ? 1 : -1)
    var duration = animationsEnabled ? animationDuration * min(left, 1) : 0
    if speed > 0, duration > 0 { duration = min(duration, left / speed) }
    running.closing = TransitionState.Closing(
      isFinish: isFinish, startProgress: progress, startTime: clock.now, duration: duration)
    transition = running
    if duration == 0 { endTransition(isFinish: isFinish, completed: true) }
  }

  /// Moves a transition that has been finished or cancelled towards its end.
  func advanceTransition() {
    guard let running = transition, let closing = running.closing else { return }
    let fraction = clock.fraction(of: closing.duration, since: closing.startTime)
    let end = closing.isFinish ? 1.0 : 0.0
    running.layout.transitionProgress =
      closing.startProgress + (end - closing.startProgress) * fraction
    running.layout.invalidateLayout()
    if fraction == 1 { endTransition(isFinish: closing.isFinish, completed: true) }
  }

  /// Another layout comes, or a reload: the transition ends where it began.
  func abandonTransition() { endTransition(isFinish: false, completed: false) }

  private func endTransition(isFinish: Bool, completed: Bool) {
    guard let ended = transition else { return }
    transition = nil
    let (installed, other) = isFinish ? (ended.target, ended.source) : (ended.source, ended.target)
    let offset = isFinish ? ended.layout.nextOffset : ended.layout.currentOffset
    collectionViewLayout = installed
    connectFlowDelegate()
    scroll.candidates.removeAll()
    ended.layout.host = nil
    if other !== installed, other.host === self { other.host = nil }
    tell {
      ended.source.finalizeTransition()
      ended.target.finalizeTransition()
      for element in window.elements {
        element.view.didTransition(from: ended.source, to: ended.target)
      }
    }
    moveBounds(to: offset, isAdjustment: true)
    dropForeignDecorations()
    fitAgain()
    pass.isDue = true
    ended.completion?(completed, isFinish)
  }
}

extension Point {
  fileprivate mutating func move(by way: Point) {
    x += way.x
    y += way.y
  }
}

/// An interactive transition that runs.
struct TransitionState {
  let source: CollectionViewLayout
  let target: CollectionViewLayout
  let layout: TransitionLayout
  let completion: ((Bool, Bool) -> Void)?
  /// The way in which the transition ends, once it has been finished or cancelled.
  var closing: Closing?
  /// A Boolean value that indicates whether the bounds are being moved to the offset of the
  /// transition layout.
  var isFollowing = false

  struct Closing {
    let isFinish: Bool
    let startProgress: Double
    let startTime: Double
    let duration: Double
  }
}
