import Changesets
import Geometry
public import Layouts

// MARK: Another layout

extension CollectionView {
  /// Puts another layout in the place of this one; views, selection and data stay.
  ///
  /// Without animation everything is where it belongs at once, and nothing is animated (TR-1). The
  /// content offset is what the new layout, then the delegate say; they are offered the one that keeps
  /// in place the first selected item that is seen, else the element in the middle (TR-3). Before
  /// anything has been shown the layouts are only exchanged (TR-4). An interactive transition that
  /// runs is cancelled first.
  ///
  /// - Parameters:
  ///   - layout: The layout; it may be no other view's. The same one again is nothing.
  ///   - animated: Whether the views that are shown before or after move to their new places.
  ///   - completion: Called exactly once: with false if a reload or another layout came between, and
  ///     before the call throws with the layout before still in place.
  /// - Throws: `.layoutInUse`, `.layoutChangedDuringUpdate`, `.reentrant`, and what the layout throws:
  ///   the layout before is then still in place. What a data source got wrong about views that appear:
  ///   the new layout is in place then, and the next pass asks again.
  public func setCollectionViewLayout(
    _ layout: CollectionViewLayout, animated: Bool = false, completion: ((Bool) -> Void)? = nil
  ) throws(CollectionViewError) {
    if deferLayoutChange(to: layout, animated, completion) { return }
    let begun: LayoutChange?
    do {
      begun = try beginChange(to: layout)
    } catch {
      completion?(false)
      throw error
    }
    guard let change = begun else {
      completion?(true)
      return
    }
    let duration = animated && animationsEnabled ? animationDuration : 0
    let reloads = work.reloads
    let failure = showChange(change, isAnimated: duration > 0)
    let (old, views) = (change.old, window.elements.map(\.view))
    if old.host === self { old.host = nil }
    let outcome = change.plan
    guard isCurrent(change.moment) else {
      dropOvertaken(outcome.departures, completion)
      if let failure { throw failure }
      return
    }
    begin(
      duration > 0 ? outcome.animations(start: clock.now, duration: duration) : [],
      departures: outcome.departures, duration: duration,
      completions: [
        { finished in
          if duration > 0 { for view in views { view.didTransition(from: old, to: layout) } }
          completion?(finished)
        }
      ])
    // A reload in the middle of it has put back what was to move.
    if work.reloads != reloads { finishAnimations(finished: false) }
    if let failure { throw failure }
  }

  /// Puts another layout in the place of this one, up to the views that it shows.
  ///
  /// - Returns: The change to show; nil where the layout is in place and no view moves.
  /// - Throws: As `setCollectionViewLayout`; the layout before is then still in place.
  private func beginChange(
    to layout: CollectionViewLayout
  ) throws(CollectionViewError) -> LayoutChange? {
    try checkMayChangeLayout()
    if let host = layout.host, host !== self { throw .layoutInUse }
    if transition != nil { abandonTransition() }
    // Its completion may have begun another.
    guard transition == nil else { throw .transition(wanted: .start, isRunning: true) }
    guard layout !== collectionViewLayout else { return nil }
    scroll.candidates.removeAll()
    guard pass.hasShownElements, !bounds.isEmpty, counts.isValid else {
      exchange(for: layout)
      return nil
    }
    if pass.isDue { try layoutIfNeeded() }
    try prepareChange(to: layout)
    return try interruptAnimations(for: layout) ? nil : install(layout)
  }

  /// Inside of an update a lenient rule has the layout change after it (b.5).
  private func deferLayoutChange(
    to layout: CollectionViewLayout, _ animated: Bool, _ completion: ((Bool) -> Void)?
  ) -> Bool {
    guard updateValidation == .lenient, transaction?.isCommitting == false else { return false }
    transaction?.laterLayouts.append((layout, animated, completion))
    return true
  }

  /// Exchanges the layouts while nothing is shown.
  private func exchange(for layout: CollectionViewLayout) {
    let old = collectionViewLayout
    collectionViewLayout = layout
    if old.host === self { old.host = nil }
    layout.host = self
    connectFlowDelegate()
    dropForeignDecorations()
    fitAgain()
    pass.isDue = true
  }

  /// The state of a change of the layout.
  private final class LayoutChange {
    let old: CollectionViewLayout
    /// The number of invalidations when it began.
    let moment: Int
    var plan: LayoutChangePlan

    init(from old: CollectionViewLayout, to new: CollectionViewLayout, moment: Int) {
      self.old = old
      self.moment = moment
      plan = LayoutChangePlan(source: old, target: new)
    }
  }

  /// Prepares a layout that is to come into this one's place; on an error nothing has changed.
  private func prepareChange(to layout: CollectionViewLayout) throws(CollectionViewError) {
    // A callback in a pass may have given it to another view.
    if let host = layout.host, host !== self { throw .layoutInUse }
    pass.isRunning = true
    defer { pass.isRunning = false }
    collectionViewLayout.prepareForTransition(to: layout)
    layout.prepareForTransition(from: collectionViewLayout)
    layout.host = self
    do {
      if let flow = layout as? FlowLayout { connectFlowDelegate(of: flow) }
      _ = try prepare(layout)
    } catch {
      withdraw(layout, from: collectionViewLayout)
      throw error
    }
  }

  /// Ends what a change of the layout interrupts, once nothing is in its way. Completions may change
  /// the data, or the layout themselves: then the one that comes is prepared again.
  ///
  /// - Returns: Whether a completion has put it in place already.
  private func interruptAnimations(
    for layout: CollectionViewLayout
  ) throws(CollectionViewError) -> Bool {
    let (old, before) = (collectionViewLayout, whatLayoutsSee)
    finishAnimations(finished: false)
    guard transition != nil || collectionViewLayout !== old || whatLayoutsSee != before else {
      return false
    }
    withdraw(layout, from: old)
    guard transition == nil else { throw .transition(wanted: .start, isRunning: true) }
    guard layout !== collectionViewLayout else { return true }
    try prepareChange(to: layout)
    return false
  }

  /// The state that a layout is prepared for: the numbers of updates and reloads, and the geometry.
  var whatLayoutsSee: (updates: Int, reloads: Int, bounds: Rect, inset: EdgeInsets) {
    (work.updates, counts.invalidations, bounds, contentInset)
  }

  /// Takes back that `layout` was to come into the place of `old`.
  private func withdraw(_ layout: CollectionViewLayout, from old: CollectionViewLayout) {
    if layout.host === self, !layouts.contains(where: { $0 === layout }) { layout.host = nil }
    connectFlowDelegate()
    old.finalizeTransition()
    layout.finalizeTransition()
  }

  /// Installs a layout that is prepared; on an error the one before is back in place.
  private func install(
    _ layout: CollectionViewLayout
  ) throws(CollectionViewError) -> LayoutChange {
    // A callback about the offset begins nothing in between.
    pass.isRunning = true
    defer { pass.isRunning = false }
    let change = LayoutChange(
      from: collectionViewLayout, to: layout, moment: counts.invalidations)
    let old = change.old
    let oldBounds = bounds
    let anchor = anchor()
    collectionViewLayout = layout
    connectFlowDelegate()
    do {
      var offset = bounds.origin
      if let kept = anchor?.offset(in: layout) { offset = clamped(kept) }
      moveBounds(to: offset, isAdjustment: true)
      chooseOffset()
      try prepareLayout()
    } catch {
      collectionViewLayout = old
      bounds = oldBounds
      withdraw(layout, from: old)
      pass.isDue = true
      throw error
    }
    return change
  }

  /// The element that is kept in place, and how far its centre is from the content offset.
  func anchor() -> LayoutAnchor? {
    let middle = bounds.center
    func distance(_ attributes: LayoutAttributes) -> Double {
      let (x, y) = (attributes.center.x - middle.x, attributes.center.y - middle.y)
      return x * x + y * y
    }
    let cells = window.elements.map(\.attributes).filter { $0.category == .cell }
    let selected = cells.filter { cell in
      cell.itemPath.map { selection.selected.contains($0) } ?? false
    }
    let first = selected.min { $0.path < $1.path }
    let chosen =
      first
      ?? cells.min { left, right in
        let (near, far) = (distance(left), distance(right))
        return near != far ? near < far : left.path < right.path
      }
    return chosen.map {
      LayoutAnchor(
        element: $0.element,
        distance: Point(x: $0.center.x - bounds.minX, y: $0.center.y - bounds.minY))
    }
  }

  /// Shows what the new layout has in the bounds.
  ///
  /// - Returns: What was wrong with a view that came to be shown.
  private func showChange(_ change: LayoutChange, isAnimated: Bool) -> CollectionViewError? {
    pass.isRunning = true
    defer { pass.isRunning = false }
    let new = collectionViewLayout
    pass.forgetPreferredSizeRequests()
    fitAgain()
    dropForeignDecorations()
    pass.isDue = !new.pendingInvalidation.isEmpty
    let before = window.elements
    if isAnimated {
      for element in before { element.view.willTransition(from: change.old, to: new) }
    }
    answer.removeAll(keepingCapacity: true)
    new.layoutAttributesForElements(in: bounds, into: &answer)
    work.passes += 1
    work.attributesReturned += answer.count
    window.match(answer, in: bounds, skipsHidden: !showsHiddenElements)
    var failure: CollectionViewError?
    if let repeated = window.repeated {
      failure = .layout(.repeated(answer[repeated].element))
    }
    for element in window.takeLeaving() { change.plan.addLeaving(element) }
    for found in window.changed where isCurrent(change.moment) {
      let old = window.elements[found.element].attributes
      let attributes = answer[found.answer]
      change.plan.addMoved(window.elements[found.element].view, from: old, to: attributes)
      do {
        try apply(attributes, at: found.element, fits: false)
      } catch {
        failure = failure ?? error
      }
    }
    // A view that stays where it is may prefer another size too.
    do { try fitShownViews(change.moment) } catch { failure = failure ?? error }
    for attributes in window.entering.map({ answer[$0] }) where failure == nil {
      // A reload from inside of a request or a delegate's method: the rest is what was before.
      guard isCurrent(change.moment) else { break }
      do {
        try enter(attributes)
        if let view = view(for: attributes.element) { change.plan.addEntered(attributes, view) }
      } catch {
        failure = error
      }
    }
    change.old.finalizeTransition()
    new.finalizeTransition()
    if failure != nil || pass.needsRepeat || pass.fitsEveryView || !isCurrent(change.moment) {
      pass.isDue = true
    }
    pass.needsRepeat = false
    return failure
  }
}

/// An element that another layout keeps in place, and how far its centre is from the offset (TR-3).
struct LayoutAnchor {
  let element: LayoutElement
  let distance: Point

  /// The content offset at which `layout` has it where it was; nil if it has it nowhere.
  func offset(in layout: CollectionViewLayout) -> Point? {
    layout.layoutAttributes(for: element).map {
      Point(x: $0.center.x - distance.x, y: $0.center.y - distance.y)
    }
  }
}

/// The ways of the views that a change of the layout moves (TR-2).
struct LayoutChangePlan {
  let source: CollectionViewLayout
  let target: CollectionViewLayout
  private(set) var departures: [VisibleElement] = []
  private var moves:
    [(
      view: CollectionReusableView, from: LayoutAttributes, to: LayoutAttributes,
      role: ViewAnimation.Role
    )] = []

  init(source: CollectionViewLayout, target: CollectionViewLayout) {
    self.source = source
    self.target = target
  }

  mutating func addLeaving(_ element: VisibleElement) {
    departures.append(element)
    var end = element.attributes
    end.alpha = 0
    let to = target.layoutAttributes(for: element.attributes.element) ?? end
    moves.append((element.view, element.attributes, to, .scrolledOut))
  }

  mutating func addMoved(
    _ view: CollectionReusableView, from: LayoutAttributes, to: LayoutAttributes
  ) {
    moves.append((view, from, to, .moved))
  }

  mutating func addEntered(_ attributes: LayoutAttributes, _ view: CollectionReusableView) {
    var start = attributes
    start.alpha = 0
    let from = source.layoutAttributes(for: attributes.element) ?? start
    moves.append((view, from, attributes, .scrolledIn))
  }

  func animations(start: Double, duration: Double) -> [ViewAnimation] {
    moves.map {
      ViewAnimation(
        element: $0.to.element, view: $0.view, source: $0.from, target: $0.to, role: $0.role,
        startTime: start, duration: duration)
    }
  }
}
