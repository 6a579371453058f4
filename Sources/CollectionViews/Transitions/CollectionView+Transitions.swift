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
    let duration = animated && animationsEnabled ? animationDuration : 0
    let begun: LayoutChange?
    do {
      begun = try beginChange(to: layout, duration)
    } catch {
      completion?(false)
      throw error
    }
    guard let change = begun else {
      completion?(true)
      return
    }
    let outcome = show(change)
    let (old, views) = (change.old, window.elements.map(\.view))
    if old.host === self { old.host = nil }
    if isCurrent(change.moment) {
      begin(
        outcome,
        completions: [
          { finished in
            if duration > 0 { for view in views { view.didTransition(from: old, to: layout) } }
            completion?(finished)
          }
        ])
    } else {
      dropOvertaken(outcome.departures, completion)
    }
    if let failure = outcome.failure { throw failure }
  }

  /// Puts another layout in the place of this one, up to the views that it shows.
  ///
  /// - Returns: The change to show; nil where the layout is in place and no view moves.
  /// - Throws: As `setCollectionViewLayout`; the layout before is then still in place.
  private func beginChange(
    to layout: CollectionViewLayout, _ duration: Double
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
    return try interruptAnimations(for: layout) ? nil : install(layout, duration)
  }

  /// Inside of an update a lenient rule has the layout change after it (b.5).
  private func deferLayoutChange(
    to layout: CollectionViewLayout, _ animated: Bool, _ completion: ((Bool) -> Void)?
  ) -> Bool {
    guard updateValidation == .lenient, updates.open?.isCommitting == false else { return false }
    updates.open?.laterLayouts.append((layout, animated, completion))
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

  /// Prepares a layout that will replace this one; on an error nothing has changed.
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

  /// Returns a Boolean value that indicates whether anything but the content offset has changed, which a
  /// layout that was not in place has not heard of.
  func hasChanged(
    since before: (updates: Int, reloads: Int, bounds: Rect, inset: EdgeInsets)
  ) -> Bool {
    var now = whatLayoutsSee
    now.bounds.origin = before.bounds.origin
    return now != before
  }

  /// Frees a layout that does not replace `old` after all.
  private func withdraw(_ layout: CollectionViewLayout, from old: CollectionViewLayout) {
    if layout.host === self, !layouts.contains(where: { $0 === layout }) { layout.host = nil }
    connectFlowDelegate()
    old.finalizeTransition()
    layout.finalizeTransition()
  }

  /// Installs a layout that is prepared; on an error the one before is back in place.
  private func install(
    _ layout: CollectionViewLayout, _ duration: Double
  ) throws(CollectionViewError) -> LayoutChange {
    // A callback about the offset begins nothing in between.
    pass.isRunning = true
    defer { pass.isRunning = false }
    let (old, before) = (collectionViewLayout, whatLayoutsSee)
    let change = LayoutChange(old: old, moment: counts.invalidations, duration: duration)
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
      moveBounds(to: before.bounds.origin, isAdjustment: true)
      withdraw(layout, from: old)
      // A callback about the offset may have reloaded, which only the other layout has heard of.
      if hasChanged(since: before) { invalidateEverything() }
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
  private func show(_ change: LayoutChange) -> ChangeOutcome {
    pass.isRunning = true
    defer { pass.isRunning = false }
    fitAgain()
    dropForeignDecorations()
    if change.duration > 0 {
      for element in window.elements {
        element.view.willTransition(from: change.old, to: collectionViewLayout)
      }
    }
    pass.settle()
    let outcome = show(.layout(change))
    change.old.finalizeTransition()
    collectionViewLayout.finalizeTransition()
    return outcome
  }
}

/// An element that another layout keeps in place, and how far its centre is from the offset (TR-3).
struct LayoutAnchor {
  let element: LayoutElement
  let distance: Point

  /// The content offset at which `layout` has it where it was; nil if it has it nowhere.
  func offset(in layout: CollectionViewLayout) -> Point? {
    layout.shownAttributes(for: element).map {
      Point(x: $0.center.x - distance.x, y: $0.center.y - distance.y)
    }
  }
}

/// A change of the layout.
struct LayoutChange {
  let old: CollectionViewLayout
  /// The number of invalidations when it began.
  let moment: Int
  /// The duration of its animation; 0 for none.
  let duration: Double
}
