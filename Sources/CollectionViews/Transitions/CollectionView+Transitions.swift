import Changesets
import Geometry
public import Layouts

// MARK: Another layout

extension CollectionView {
  /// Puts another layout in the place of this one; views, selection and data stay (K-2, K-3).
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
  ///   - completion: Called exactly once: with false if a reload or another layout came between.
  /// - Throws: `.layoutInUse`, `.layoutChangedDuringUpdate`, `.reentrant`, and what the layout throws:
  ///   the layout before is then still in place. What a data source got wrong about views that appear:
  ///   the new layout is in place then, and the next pass asks again.
  public func setCollectionViewLayout(
    _ layout: CollectionViewLayout, animated: Bool = false, completion: ((Bool) -> Void)? = nil
  ) throws(CollectionViewError) {
    if deferLayoutChange(to: layout, animated, completion) { return }
    guard transaction == nil else { throw .layoutChangedDuringUpdate }
    if let during = request.described { throw .reentrant(during: during) }
    guard !isInPass else { throw .reentrant(during: .layoutPass) }
    if let host = layout.host, host !== self { throw .layoutInUse }
    if transition != nil { abandonTransition() }
    // Its completion may have begun another.
    guard transition == nil else { throw .transition(wanted: .start, isRunning: true) }
    guard layout !== collectionViewLayout else {
      completion?(true)
      return
    }
    scroll.ahead.removeAll()
    guard hasShownElements, !bounds.isEmpty, counts.isValid else {
      exchange(for: layout)
      completion?(true)
      return
    }
    if needsLayout { try layoutIfNeeded() }
    finishAnimations(finished: false)
    // Completions may have begun a transition or an update of their own.
    guard transition == nil else { throw .transition(wanted: .start, isRunning: true) }
    guard layout !== collectionViewLayout else {
      completion?(true)
      return
    }
    let change = try prepareChange(to: layout)
    let duration = animated && animationsEnabled ? animationDuration : 0
    let reloads = work.reloads
    let failure = showChange(change, isAnimated: duration > 0)
    let (old, views) = (change.old, window.elements.map(\.view))
    if old.host === self { old.host = nil }
    let outcome = change.plan
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

  /// Inside of an update a lenient rule has the layout change after it (b.5).
  private func deferLayoutChange(
    to layout: CollectionViewLayout, _ animated: Bool, _ completion: ((Bool) -> Void)?
  ) -> Bool {
    guard updateRule == .lenient, transaction?.isCommitting == false else { return false }
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
    needsLayout = true
  }

  /// What a change of the layout is made of.
  private final class LayoutChange {
    let old: CollectionViewLayout
    var plan: LayoutChangePlan

    init(old: CollectionViewLayout, plan: LayoutChangePlan) {
      self.old = old
      self.plan = plan
    }
  }

  /// Installs `layout` and prepares it; on an error the one before is back in place.
  private func prepareChange(
    to layout: CollectionViewLayout
  ) throws(CollectionViewError) -> LayoutChange {
    let old = collectionViewLayout
    let oldBounds = bounds
    let anchor = anchor()
    old.prepareForTransition(to: layout)
    layout.prepareForTransition(from: old)
    collectionViewLayout = layout
    layout.host = self
    connectFlowDelegate()
    do {
      _ = try prepare(layout)
      var offset = bounds.origin
      if let kept = anchor?.offset(in: layout) { offset = clamped(kept) }
      moveBounds(to: offset, isAdjustment: true)
      chooseOffset()
      try prepareLayout()
    } catch {
      collectionViewLayout = old
      layout.host = nil
      bounds = oldBounds
      connectFlowDelegate()
      old.finalizeTransition()
      layout.finalizeTransition()
      needsLayout = true
      throw error
    }
    return LayoutChange(old: old, plan: LayoutChangePlan(source: old, target: layout))
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
    isInPass = true
    defer { isInPass = false }
    let new = collectionViewLayout
    dropForeignDecorations()
    needsLayout = !new.pendingInvalidation.isEmpty
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
    for element in window.leaving { change.plan.addLeaving(element) }
    for found in window.changed {
      let old = window.elements[found.element].attributes
      let attributes = answer[found.answer]
      change.plan.addMoved(window.elements[found.element].view, from: old, to: attributes)
      do {
        try apply(attributes, at: found.element)
      } catch {
        failure = failure ?? error
      }
    }
    for attributes in window.entering.map({ answer[$0] }) where failure == nil {
      do {
        try enter(attributes)
        if let view = view(for: attributes.element) { change.plan.addEntered(attributes, view) }
      } catch {
        failure = error
      }
    }
    change.old.finalizeTransition()
    new.finalizeTransition()
    if failure != nil || needsAnotherPass { needsLayout = true }
    needsAnotherPass = false
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
  private(set) var departures: [LiveElement] = []
  private var moves:
    [(
      view: CollectionReusableView, from: LayoutAttributes, to: LayoutAttributes,
      role: ViewAnimation.Role
    )] = []

  init(source: CollectionViewLayout, target: CollectionViewLayout) {
    self.source = source
    self.target = target
  }

  mutating func addLeaving(_ element: LiveElement) {
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
