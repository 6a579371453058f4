public import Layouts

extension CollectionView {
  /// What moves at the moment, in the order in which it began (AN-8).
  public var animations: [ViewAnimation] { animator.animations }

  /// The views that are going away in an animation, with where they go.
  public var departingViews: [CollectionReusableView] {
    animator.groups.flatMap { $0.departures.map(\.view) }
  }

  /// Where a view is seen now: its animation's attributes, else those applied to it.
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

  /// Begins a group of animations, or ends it at once where nothing is to be animated.
  func begin(
    _ animations: [ViewAnimation], departures: [VisibleElement], duration: Double,
    completions: [(Bool) -> Void]
  ) {
    work.animated += animations.count
    for departure in departures { departure.view.place = .departing }
    let group = Animator.Group(
      animations: animations, departures: departures, endTime: clock.now + duration,
      completions: completions)
    guard duration == 0 else { return animator.add(group) }
    guard !animator.isEmpty else { return end(group, finished: true) }
    // What earlier updates animate is at its place at once, but completions keep their order (BU-22).
    animator.stopMoved()
    animator.add(
      Animator.Group(
        animations: [], departures: [], endTime: clock.now, completions: completions))
    end(
      Animator.Group(
        animations: [], departures: departures, endTime: clock.now, completions: []),
      finished: true)
  }

  /// Ends at once what a reload has overtaken, which by then has ended all that began before.
  func dropOvertaken(_ departures: [VisibleElement], _ completion: ((Bool) -> Void)?) {
    for departure in departures { endDisplaying(departure, putsBack: true) }
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
    for departure in group.departures { endDisplaying(departure, putsBack: true) }
    for completion in group.completions { completion(finished) }
  }
}
