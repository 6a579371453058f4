import Changesets
import Geometry
import Layouts

/// A change that views move to in an animation.
enum AnimatedChange {
  /// The update of a map.
  case update(ChangesetMap)
  /// Other bounds.
  case bounds
  /// Another layout.
  case layout(LayoutChange)
}

/// The outcome of a change: its animations, the views that go away, and an error.
struct ChangeOutcome {
  /// None where a reload has come between.
  var animations: [ViewAnimation] = []
  var departures: [VisibleElement] = []
  var duration = 0.0
  /// A Boolean value that indicates whether a reload has intervened: what is shown is of no use any
  /// more.
  var isOvertaken = false
  /// The error that a newly shown view has caused.
  var failure: CollectionViewError?
}

extension CollectionView {
  /// Shows what the layout has now, asks the layout's hooks, and plans the animations (AN-1 to AN-5).
  ///
  /// Passes go on until the sizes that views prefer are known, so that every animation leads to where
  /// its view stays.
  func show(_ change: AnimatedChange) -> ChangeOutcome {
    var (moment, duration) = (counts.invalidations, animationsEnabled ? animationDuration : 0)
    pass.forgetPreferredSizeRequests()
    queryVisible()
    work.passes += 1
    var map = ChangesetMap(Changeset())
    var replaced: CollectionViewLayout?
    switch change {
    case .update(let update): map = update
    case .bounds: break
    case .layout(let change):
      (moment, duration) = (change.moment, change.duration)
      replaced = change.old
    }
    var plan = UpdatePlan(
      map: map, layout: collectionViewLayout, replacing: replaced, animates: duration > 0)
    let (bounds, showsHidden) = (self.bounds, showsHiddenElements)
    plan.begin(window.elements, after: answer) {
      $0.frame.overlaps(bounds) && (showsHidden || !$0.isHidden)
    }
    window.replaceAll(with: plan.survivors)
    plan.rememberSources(presented: { self.animator.presentation(of: $0, at: self.clock.now) })
    let failure = showViews(&plan, change, moment)
    let isOvertaken = !isCurrent(moment)
    forgetUpdatedCells()
    let isDone = failure == nil && isSettled && pass.unfilledCells.isEmpty
    if !isDone || isOvertaken || !isOffsetAllowed { pass.isDue = true }
    // The hooks may have changed what the layout answers.
    query.drop()
    let animates = duration > 0 && !isOvertaken
    return ChangeOutcome(
      animations: animates ? plan.animations(start: clock.now, duration: duration) : [],
      departures: plan.departures, duration: duration, isOvertaken: isOvertaken, failure: failure)
  }

  /// Matches, fills and asks for views until nothing changes any more.
  ///
  /// - Returns: The first error.
  private func showViews(
    _ plan: inout UpdatePlan, _ change: AnimatedChange, _ moment: Int
  ) -> CollectionViewError? {
    var failure = matchSurvivors(&plan, moment)
    let entering = failure == nil ? window.entering.map { answer[$0] } : []
    if case .update(let map) = change {
      // Offscreen cells before they are shown; a cell that is asked for now is filled in any case.
      let refilling = reconfigure(map.changeset.reconfiguredItems, map)
      failure = failure ?? refilling
    }
    let appearing = enter(entering, &plan, moment)
    failure = failure ?? appearing
    if failure == nil { failure = settle(&plan, moment) }
    if case .update = change {
      for layout in layouts { layout.finalizeUpdates() }
      // The layout may have adjusted the offset in its last step.
      if failure == nil, !isLayoutSettled { failure = settle(&plan, moment) }
    }
    return failure
  }

  /// Matches the views that stay with the layout's answer.
  ///
  /// - Returns: The first error in the answer, or in a size that a view prefers.
  private func matchSurvivors(_ plan: inout UpdatePlan, _ moment: Int) -> CollectionViewError? {
    window.match(answer, in: bounds, skipsHidden: !showsHiddenElements)
    for element in window.takeLeaving() { plan.addScrolledOut(element) }
    var failure = window.repeated.map { CollectionViewError.layout(.repeated(answer[$0].element)) }
    for change in window.changed {
      do {
        try apply(answer[change.answer], at: change.element, fits: !pass.fitsEveryView)
      } catch {
        failure = failure ?? error
      }
    }
    for element in window.elements {
      // One that is where it was may have another path.
      apply(element.attributes, to: element.view)
      plan.addSurvivor(element)
    }
    do {
      if pass.fitsEveryView { try fitShownViews(moment) }
    } catch {
      failure = failure ?? error
    }
    return failure
  }

  /// Shows the elements that come into the bounds, until an error or a reload.
  private func enter(
    _ entering: [LayoutAttributes], _ plan: inout UpdatePlan, _ moment: Int
  ) -> CollectionViewError? {
    do {
      let objects = PassObjects(of: self)
      for attributes in entering where isCurrent(moment) {
        try enter(attributes, objects)
        if let view = view(for: attributes.element) { plan.addEntered(attributes, view) }
      }
      return nil
    } catch {
      return error
    }
  }

  /// A Boolean value that indicates whether no view's size and no invalidation needs another pass.
  private var isSettled: Bool { !pass.needsRepeat && !pass.fitsEveryView && isLayoutSettled }

  /// Repeats the pass while views prefer other sizes or the layout has been invalidated, and corrects
  /// the plan.
  private func settle(_ plan: inout UpdatePlan, _ moment: Int) -> CollectionViewError? {
    var passes = 0
    while !isSettled, isCurrent(moment) {
      guard passes < Self.maxPasses else { return .unsettled(passes: passes) }
      passes += 1
      pass.needsRepeat = false
      do {
        try prepareLayout()
        pass.settle()
        try showAgain(&plan, moment)
      } catch {
        return error
      }
    }
    if passes > 0 { plan.retargetDepartures() }
    return nil
  }

  private func showAgain(_ plan: inout UpdatePlan, _ moment: Int) throws(CollectionViewError) {
    queryVisible()
    work.passes += 1
    window.match(answer, in: bounds, skipsHidden: !showsHiddenElements)
    let objects = PassObjects(of: self)
    for element in window.takeLeaving() where !plan.remove(element) {
      leave(element, moment, objects)
    }
    if let repeated = window.repeated { throw .layout(.repeated(answer[repeated].element)) }
    for change in window.changed where change.element < window.elements.count {
      let (view, attributes) = (window.elements[change.element].view, answer[change.answer])
      plan.retarget(view, from: window.elements[change.element].attributes, to: attributes)
      try apply(attributes, at: change.element, fits: !pass.fitsEveryView)
    }
    if pass.fitsEveryView { try fitShownViews(moment) }
    let entering = window.entering.map { answer[$0] }
    if let failure = enter(entering, &plan, moment) { throw failure }
  }
}
