import Changesets
import Geometry

/// The first visible element stays where it is on the screen while sizes and sections change.
extension LineLayout {
  /// An element by its path after the preparation, and the beginning of its frame before, in points.
  struct Anchor {
    var element: LayoutElement
    var main: Double
    /// The item that stays in its place if the element is gone.
    var item: (path: ItemPath, main: Double)?
  }

  /// Returns the first visible item that `changes`, still to be applied, do not delete.
  ///
  /// Without `changes`, and if a header or footer gets a preferred size, the first one that begins
  /// before that item on the screen is the anchor. One that is seen in part grows out of sight.
  func anchor(
    _ pending: PendingInvalidation, _ changes: [Changeset], _ host: any LayoutHost
  ) -> Anchor? {
    // Another scroll direction moves everything.
    guard isPrepared, !pending.isEmpty, scrollDirection == lines.solver.style.axis else {
      return nil
    }
    let axis = lines.solver.style.axis
    let bounds = pending.boundsBefore ?? ownBounds ?? host.bounds
    let start = bounds.min(axis) + ownInset.leading(axis)
    let end = bounds.max(axis) - ownInset.trailing(axis)
    let maps = changes.map { ChangesetMap($0) }
    func pathAfter(_ path: ItemPath) -> ItemPath? {
      maps.reduce(path) { path, map in path.flatMap { map.item($0) } }
    }
    let item = lines.firstItem(
      from: start, to: end, across: bounds.range(axis.crossing), pinned: pinnedRange
    ) { pathAfter($0) != nil }
    let held = item.flatMap { item in pathAfter(item.path).map { (path: $0, main: item.main) } }
    let anchor = held.map { Anchor(element: .cell($0.path), main: $0.main) }
    guard changes.isEmpty, pending.boundaryRequests.contains(where: { $0.size != nil }) else {
      return anchor
    }
    // An offset at which a header begins may have been rounded.
    let least = start - max(start.magnitude, end.magnitude, 1) * roundingOfPositions
    let boundary = lines.firstSupplementary(
      from: least, before: held?.main ?? end, across: bounds.range(axis.crossing),
      where: movesContent)
    return boundary.map { Anchor(element: $0.element, main: $0.main, item: held) } ?? anchor
  }

  /// Adds the distance that the anchor has moved to the offset adjustment, which the host makes
  /// (IC-9).
  func adjustOffset(keeping anchor: Anchor) {
    guard let context = pendingInvalidation.last else { return }
    func distance(_ element: LayoutElement, from main: Double) -> Double? {
      lines.frameWithoutPinning(of: element).map { $0.min(scrollDirection) - main }
    }
    let moved =
      distance(anchor.element, from: anchor.main)
      ?? anchor.item.flatMap { distance(.cell($0.path), from: $0.main) }
    if let moved { context.contentOffsetAdjustment[scrollDirection] += moved }
  }
}

extension PendingInvalidation {
  /// The bounds before the first change of bounds that invalidates the layout; nil if none does.
  fileprivate var boundsBefore: Rect? {
    var bounds: Rect?
    forEach { if bounds == nil { bounds = ($0 as? FlowLayoutInvalidationContext)?.boundsBefore } }
    return bounds
  }
}

extension Rect {
  /// Returns the range of coordinates along `axis`.
  fileprivate func range(_ axis: Axis) -> Range<Double> { min(axis)..<max(axis) }
}
