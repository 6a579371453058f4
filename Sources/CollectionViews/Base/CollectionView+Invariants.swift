import Changesets
import Geometry
import Layouts

extension CollectionView {
  /// Stops the program if the view's own state is broken, as it must never be after a pass.
  /// O(visible + waiting); a query of the layout.
  public func checkInvariants() {
    if let violation = firstViolation() {
      require(false, "CollectionView.checkInvariants(): \(violation)")
    }
  }

  /// Returns a description of the first broken invariant, or nil if there is none.
  ///
  /// While a layout pass is due, the views are not compared with the layout.
  public func firstViolation() -> String? {
    if let violation = pool.violation() ?? window.violation() { return violation }
    for element in window.elements where element.view.place != .live {
      return "the view of \(element.attributes.element) is \(element.view.place)"
    }
    for cell in offscreen.cells where cell.view.place != .offscreen {
      return "the parked cell of \(cell.path) is \(cell.view.place)"
    }
    let departing = animator.groups.flatMap(\.departures)
    for element in departing where element.view.place != .departing {
      return "the departing view of \(element.attributes.element) is \(element.view.place)"
    }
    let statistics = pool.statistics
    // Views that were dequeued outside of a request are the caller's own (RU-8).
    let handedOut = work.strayDequeued
    let bound = window.elements.count + offscreen.cells.count + departing.count
    guard statistics.created == bound + statistics.queued + statistics.released + handedOut else {
      return "\(statistics.created) views were created, but \(bound) are bound, "
        + "\(statistics.queued) wait, \(statistics.released) were released and \(handedOut) handed out"
    }
    guard work.displayed - work.ended == window.elements.count + departing.count else {
      return "\(work.displayed) views began to be shown and \(work.ended) ended, but "
        + "\(window.elements.count) are shown and \(departing.count) depart"
    }
    return selectionViolation() ?? (pass.isDue ? nil : layoutViolation() ?? queryViolation())
  }

  private func selectionViolation() -> String? {
    guard counts.isValid else { return nil }
    for path in selection.selected where !counts.has(path) {
      return "item \(path) is selected and does not exist"
    }
    if let path = selection.highlighted, !counts.has(path) {
      return "item \(path) is highlighted and does not exist"
    }
    let shown = window.elements.filter { $0.attributes.category == .cell }.compactMap { element in
      element.attributes.itemPath.map { ($0, element.view as? CollectionViewCell) }
    }
    for (path, cell) in shown + offscreen.cells.map({ ($0.path, $0.view) }) {
      guard let cell else { continue }
      guard cell.isSelected == selection.selected.contains(path) else {
        return
          "the cell of \(path) is \(cell.isSelected ? "" : "not ")selected, its item is otherwise"
      }
      guard cell.isHighlighted == (selection.highlighted == path) else {
        return "the cell of \(path) and its item differ in their highlight"
      }
    }
    return nil
  }

  private func layoutViolation() -> String? {
    guard updates.open == nil else { return "an update is still open" }
    guard pass.hasShownElements else { return nil }
    var due: [LayoutElement: LayoutAttributes] = [:]
    var answer: [LayoutAttributes] = []
    collectionViewLayout.shownElements(in: bounds, into: &answer)
    holdMovingItem(in: &answer, about: bounds)
    for attributes in answer
    where attributes.frame.overlaps(bounds) && (showsHiddenElements || !attributes.isHidden) {
      due[attributes.element] = attributes
    }
    for element in window.elements {
      guard let attributes = due.removeValue(forKey: element.attributes.element) else {
        return "\(element.attributes.element) is shown and should not be"
      }
      guard element.attributes == attributes, element.view.layoutAttributes == attributes else {
        return "\(attributes.element) has other attributes than the layout's: "
          + "\(element.attributes) and \(attributes)"
      }
    }
    if let missing = due.keys.first { return "\(missing) should be shown and is not" }
    if !scroll.isBeyondAllowed, transition == nil, clamped(bounds.origin) != bounds.origin {
      return "the offset \(bounds.origin) is out of range"
    }
    return nil
  }
}

/// Preconditions that a caller can check and must meet. The documentation of the calling methods
/// states them.
extension CollectionView {
  static func requireFree(_ layout: CollectionViewLayout) {
    require(
      layout.host == nil,
      "CollectionView.init(frame:collectionViewLayout:): the layout belongs to another view; give "
        + "each view a separate layout")
  }

  func requireDuration() {
    require(
      animationDuration >= 0 && animationDuration.isFinite,
      "CollectionView.animationDuration: it is \(animationDuration) seconds; valid is a finite "
        + "number that is not negative")
  }

  /// Stops the program unless `point`, which is the `name` of `method`, is finite.
  func requireFinite(
    _ point: Point, _ method: @autoclosure () -> String, _ name: @autoclosure () -> String
  ) {
    require(
      point.isFinite,
      "CollectionView.\(method()): the \(name()) is \(point); valid are finite numbers")
  }
}

extension Point {
  /// A Boolean value that indicates whether both coordinates are finite.
  var isFinite: Bool { x.isFinite && y.isFinite }
}
