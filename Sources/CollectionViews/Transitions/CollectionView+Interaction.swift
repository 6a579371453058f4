import Geometry
public import Layouts

extension CollectionView {
  /// Whether an interactive transition runs.
  public var isInTransition: Bool { transition != nil }

  /// Begins to go to another layout as a gesture has it: installs a layout between the two (K-4).
  ///
  /// Set its `transitionProgress` and invalidate it; nothing moves before (TR-7). Then finish or cancel.
  ///
  /// - Parameters:
  ///   - layout: The layout to go to.
  ///   - completion: Called exactly once at the end: whether the animations ran to their end, and
  ///     whether the new layout is in place (TR-11).
  /// - Returns: The layout between, from the delegate or the usual one.
  /// - Throws: `.transition` where one runs, `.layoutInUse`, `.layoutChangedDuringUpdate`,
  ///   `.reentrant`, and what layouts and data source got wrong; nothing has changed then.
  @discardableResult
  public func startInteractiveTransition(
    to layout: CollectionViewLayout,
    completion: ((_ completed: Bool, _ finished: Bool) -> Void)? = nil
  ) throws(CollectionViewError) -> TransitionLayout {
    guard transition == nil else { throw .transition(wanted: .start, isRunning: true) }
    guard transaction == nil else { throw .layoutChangedDuringUpdate }
    if let during = request.described { throw .reentrant(during: during) }
    guard !isInPass else { throw .reentrant(during: .layoutPass) }
    if let host = layout.host, host !== self { throw .layoutInUse }
    try layoutIfNeeded()
    let source = collectionViewLayout
    layout.host = self
    do {
      _ = try prepare(layout)
    } catch {
      if layout !== source { layout.host = nil }
      throw error
    }
    finishAnimations(finished: false)
    let asked =
      delegateMethods.contains(.layoutChanges)
      ? delegate?.collectionView(
        self, transitionLayoutForOldLayout: source, newLayout: layout) : nil
    let between = asked ?? TransitionLayout(currentLayout: source, nextLayout: layout)
    between.currentTime = { [clock] in clock.now }
    between.currentOffset = bounds.origin
    between.nextOffset = proposedOffset(for: layout)
    between.host = self
    source.prepareForTransition(to: layout)
    layout.prepareForTransition(from: source)
    for element in window.elements { element.view.willTransition(from: source, to: layout) }
    transition = TransitionState(
      source: source, target: layout, layout: between, completion: completion)
    collectionViewLayout = between
    connectFlowDelegate()
    needsLayout = true
    return between
  }

  /// Goes on to the new layout from where the gesture has left, and installs it (K-6).
  ///
  /// - Throws: `.transition` where none runs, or it is on its way to an end already.
  public func finishInteractiveTransition() throws(CollectionViewError) {
    try close(.finish)
  }

  /// Goes back to the layout before from where the gesture has left, and installs it (K-7).
  ///
  /// - Throws: `.transition` where none runs, or it is on its way to an end already.
  public func cancelInteractiveTransition() throws(CollectionViewError) {
    try close(.cancel)
  }

  private func proposedOffset(for layout: CollectionViewLayout) -> Point {
    let content = layout.contentSize
    func clamp(_ axis: Axis) -> Double {
      let least = 0 - contentInset.leading(axis)
      let most = content[axis] - bounds.size[axis] + contentInset.trailing(axis)
      return min(max(bounds.min(axis), least), max(least, most))
    }
    return layout.targetContentOffset(
      forProposedContentOffset: Point(x: clamp(.horizontal), y: clamp(.vertical)))
  }

  private func close(_ step: CollectionViewError.TransitionStep) throws(CollectionViewError) {
    guard var running = transition, running.closing == nil else {
      throw .transition(wanted: step, isRunning: false)
    }
    let isFinish = step == .finish
    let progress = running.layout.transitionProgress
    let left = abs((isFinish ? 1 : 0) - progress)
    let speed = running.layout.progressVelocity * (isFinish ? 1 : -1)
    var duration = animationsEnabled ? animationDuration * min(left, 1) : 0
    if speed > 0, duration > 0 { duration = min(duration, left / speed) }
    running.closing = TransitionState.Closing(
      isFinish: isFinish, startProgress: progress, startTime: clock.now, duration: duration)
    transition = running
    if duration == 0 { endTransition(isFinish: isFinish, completed: true) }
  }

  /// Has a transition that has been finished or cancelled go on.
  func advanceTransition() {
    guard let running = transition, let closing = running.closing else { return }
    let fraction = min((clock.now - closing.startTime) / closing.duration, 1)
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
    let (installed, other) =
      isFinish ? (ended.target, ended.source) : (ended.source, ended.target)
    let offset = isFinish ? ended.layout.nextOffset : ended.layout.currentOffset
    collectionViewLayout = installed
    connectFlowDelegate()
    ended.layout.host = nil
    if other !== installed, other.host === self { other.host = nil }
    ended.source.finalizeTransition()
    ended.target.finalizeTransition()
    for element in window.elements {
      element.view.didTransition(from: ended.source, to: ended.target)
    }
    moveBounds(to: offset, isAdjustment: true)
    needsLayout = true
    ended.completion?(completed, isFinish)
  }
}
