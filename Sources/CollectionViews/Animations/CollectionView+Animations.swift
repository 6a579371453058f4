import Changesets
public import Geometry
public import Layouts

extension CollectionView {
  /// The duration of updates, layout changes and animated scrolls, in seconds (AN-8). The default is
  /// 0.3.
  ///
  /// - Precondition: Finite and not negative.
  public var animationDuration: Double {
    get { animator.duration }
    set {
      animator.duration = newValue
      requireDuration()
    }
  }

  /// A Boolean value that indicates whether updates and layout changes are animated (AN-9). See
  /// also `performWithoutAnimation(_:)`.
  public var animationsEnabled: Bool {
    get { animator.isEnabled }
    set { animator.isEnabled = newValue }
  }

  /// The animations that are running, in the order in which they began (AN-8).
  public var animations: [ViewAnimation] { animator.animations }

  /// The views that are going away in an animation, with where they go.
  public var departingViews: [CollectionReusableView] {
    animator.groups.flatMap { $0.departures.map(\.view) }
  }

  /// Returns the attributes that show a view now: its animation's, or else those applied to it.
  public func presentationAttributes(of view: CollectionReusableView) -> LayoutAttributes? {
    animator.presentation(of: view, at: clock.now) ?? view.layoutAttributes
  }

  /// Calls `actions`, whose updates and layout changes arrive at once (AN-9).
  ///
  /// - Throws: What `actions` throws.
  public func performWithoutAnimation<Failure: Error>(
    _ actions: () throws(Failure) -> Void
  ) throws(Failure) {
    let wereEnabled = animationsEnabled
    animationsEnabled = false
    defer { animationsEnabled = wereEnabled }
    try actions()
  }

  /// Begins the animations of a change. If the duration is 0, every view is at its target at once.
  func begin(_ outcome: ChangeOutcome, completions: [(Bool) -> Void]) {
    work.animated += outcome.animations.count
    let departures = outcome.departures
    for departure in departures { departure.view.place = .departing }
    let group = Animator.Group(
      animations: outcome.animations, departures: departures,
      endTime: clock.now + outcome.duration, completions: completions)
    guard outcome.duration == 0 else { return animator.add(group) }
    guard !animator.isEmpty else { return end(group, finished: true) }
    // What earlier updates animate is at its place at once, but completions keep their order (BU-22).
    animator.stopMoved()
    animator.add(
      Animator.Group(animations: [], departures: [], endTime: clock.now, completions: completions))
    end(
      Animator.Group(animations: [], departures: departures, endTime: clock.now, completions: []),
      finished: true)
  }

  /// Ends at once what a reload has overtaken, which by then has ended all that began before.
  func dropOvertaken(_ departures: [VisibleElement], _ completion: ((Bool) -> Void)?) {
    for departure in departures { endDisplayingAndPutBack(departure) }
    completion?(false)
  }

  func endFinishedAnimations() {
    while let group = animator.takeEnded(at: clock.now) { end(group, finished: true) }
  }

  /// Ends everything that runs, wherever it is.
  func finishAnimations(finished: Bool) {
    for group in animator.takeAll() { end(group, finished: finished) }
  }

  func end(_ group: Animator.Group, finished: Bool) {
    for departure in group.departures { endDisplayingAndPutBack(departure) }
    for completion in group.completions { completion(finished) }
  }
}

extension CollectionView {
  /// Gives the view another size in an animation, as a rotation does (AN-6).
  ///
  /// Every view that is shown before or after goes from where it is to where it will be; the layout
  /// is told before and after, and its hooks are asked as in an update. Without animation, and where
  /// nothing has been shown, it is `setBoundsSize(_:)`.
  ///
  /// - Parameters:
  ///   - size: The new size, in points.
  ///   - completion: Called exactly once: with false if a reload or another layout came between, and
  ///     before the call throws without an animation.
  /// - Throws: `.layout(.bounds)` for a size that is negative, NaN or infinite,
  ///   `.layoutChangedDuringUpdate` inside of an update, and `.reentrant`: the view has the size it had
  ///   then. What layout and data source got wrong; the view has the new size then, and the next pass
  ///   does the rest.
  public func animateBoundsSize(
    to size: Size, completion: ((Bool) -> Void)? = nil
  ) throws(CollectionViewError) {
    let moment: Int
    let planned: ChangeOutcome?
    do throws(CollectionViewError) {
      try checkMayChangeLayout()
      guard size.isUsable else {
        throw .layout(.bounds(Rect(origin: bounds.origin, size: size)))
      }
      try layoutIfNeeded()
      moment = counts.invalidations
      planned = try showBounds(Rect(origin: bounds.origin, size: size))
    } catch {
      completion?(false)
      throw error
    }
    guard let outcome = planned else {
      completion?(true)
      return
    }
    guard !outcome.isOvertaken, isCurrent(moment) else {
      pass.isDue = true
      dropOvertaken(outcome.departures, completion)
      if let failure = outcome.failure { throw failure }
      return
    }
    begin(outcome, completions: completion.map { [$0] } ?? [])
    if let failure = outcome.failure { throw failure }
  }

  /// Changes the bounds and what is shown; callbacks about that begin nothing in between.
  ///
  /// - Returns: Nil where nothing is shown that could move.
  private func showBounds(_ target: Rect) throws(CollectionViewError) -> ChangeOutcome? {
    guard pass.hasShownElements, !bounds.isEmpty, !target.isEmpty, transition == nil else {
      changeBounds(to: target)
      return nil
    }
    pass.isRunning = true
    defer { pass.isRunning = false }
    let layout = collectionViewLayout
    layout.prepare(forAnimatedBoundsChange: bounds)
    defer { layout.finalizeAnimatedBoundsChange() }
    changeBounds(to: target)
    try prepareLayout()
    chooseOffset()
    if !isLayoutSettled { try prepareLayout() }
    pass.settle()
    return show(.bounds)
  }
}
