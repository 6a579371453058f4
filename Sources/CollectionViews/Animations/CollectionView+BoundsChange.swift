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
  /// - Throws: `.layoutChangedDuringUpdate` inside of an update, `.reentrant`, and what layout and
  ///   data source got wrong; the view has the new size then, and the next pass does the rest.
  public func animateBoundsSize(
    to size: Size, completion: ((Bool) -> Void)? = nil
  ) throws(CollectionViewError) {
    guard transaction == nil else { throw .layoutChangedDuringUpdate }
    if let during = request.described { throw .reentrant(during: during) }
    guard !isInPass else { throw .reentrant(during: .layoutPass) }
    try layoutIfNeeded()
    let target = Rect(origin: bounds.origin, size: size)
    guard hasShownElements, !bounds.isEmpty, !target.isEmpty, transition == nil else {
      setBoundsSize(size)
      completion?(true)
      return
    }
    let layout = collectionViewLayout
    layout.prepare(forAnimatedBoundsChange: bounds)
    changeBounds(to: target)
    let outcome: UpdateOutcome
    do {
      defer { layout.finalizeAnimatedBoundsChange() }
      try prepareLayout()
      chooseOffset()
      if !isLayoutSettled { try prepareLayout() }
      isInPass = true
      defer { isInPass = false }
      needsLayout = false
      // No element goes to another path.
      outcome = showChange(by: ChangesetMap(Changeset()), [])
    }
    begin(
      outcome.animations, departures: outcome.departures, duration: outcome.duration,
      completions: completion.map { [$0] } ?? [])
    if let failure = outcome.failure { throw failure }
  }
}
