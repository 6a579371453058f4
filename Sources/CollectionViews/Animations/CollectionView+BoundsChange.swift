import Changesets
public import Geometry
import Layouts

extension CollectionView {
  /// Gives the view another size in an animation, as a rotation does (AN-6).
  ///
  /// Every view that is shown before or after goes from where it is to where it will be; the layout
  /// is told before and after, and its hooks are asked as in an update. Without animation, and where
  /// nothing has been shown, it is `setBoundsSize(_:)`.
  ///
  /// - Parameters:
  ///   - size: The new size, in points.
  ///   - completion: Called exactly once: with false if a reload or another layout came between.
  /// - Throws: `.layout(.bounds)` for a size that is negative, NaN or infinite,
  ///   `.layoutChangedDuringUpdate` inside of an update, and `.reentrant`: the view has the size it had
  ///   then. What layout and data source got wrong; the view has the new size then, and the next pass
  ///   does the rest.
  public func animateBoundsSize(
    to size: Size, completion: ((Bool) -> Void)? = nil
  ) throws(CollectionViewError) {
    try checkMayChangeLayout()
    guard size.isUsable else {
      throw .layout(.bounds(Rect(origin: bounds.origin, size: size)))
    }
    try layoutIfNeeded()
    let target = Rect(origin: bounds.origin, size: size)
    guard hasShownElements, !bounds.isEmpty, !target.isEmpty, transition == nil else {
      setBoundsSize(size)
      completion?(true)
      return
    }
    let moment = counts.invalidations
    let outcome = try showBounds(target)
    guard !outcome.isOvertaken, isCurrent(moment) else {
      needsLayout = true
      dropOvertaken(outcome.departures, completion)
      if let failure = outcome.failure { throw failure }
      return
    }
    begin(
      outcome.animations, departures: outcome.departures, duration: outcome.duration,
      completions: completion.map { [$0] } ?? [])
    if let failure = outcome.failure { throw failure }
  }

  /// Changes the bounds and what is shown; whoever is told of that begins nothing in between.
  private func showBounds(_ target: Rect) throws(CollectionViewError) -> UpdateOutcome {
    isInPass = true
    defer { isInPass = false }
    let layout = collectionViewLayout
    layout.prepare(forAnimatedBoundsChange: bounds)
    defer { layout.finalizeAnimatedBoundsChange() }
    changeBounds(to: target)
    try prepareLayout()
    chooseOffset()
    if !isLayoutSettled { try prepareLayout() }
    needsLayout = false
    // No element goes to another path.
    return showChange(by: ChangesetMap(Changeset()), [], isUpdate: false)
  }
}
