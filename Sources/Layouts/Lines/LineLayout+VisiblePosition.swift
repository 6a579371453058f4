import Changesets
import Geometry

/// The first visible element stays where it is on the screen while sizes and sections change.
extension LineLayout {
  /// An element by its path after the preparation, and the beginning of its frame before, in points.
  struct Anchor {
    var element: LayoutElement
    var main: Double
  }

  /// Returns the first visible item that `changes`, still to be applied, do not delete.
  ///
  /// Without changes, and if headers or footers are to have the sizes that they prefer, the first of
  /// those that begin before it on the screen takes its place: one that is seen in part grows out of
  /// sight.
  func anchor(
    _ pending: PendingInvalidation, _ changes: [Changeset], _ host: any LayoutHost
  ) -> Anchor? {
    // Another scroll direction moves everything.
    guard isPrepared, !pending.isEmpty, scrollDirection == lines.solver.style.axis else {
      return nil
    }
    let contexts = pending.contexts.lazy.compactMap { $0 as? FlowLayoutInvalidationContext }
    let axis = lines.solver.style.axis
    let bounds = contexts.compactMap(\.boundsBefore).first ?? ownBounds ?? host.bounds
    let start = bounds.min(axis) + ownInset.leading(axis)
    let end = bounds.max(axis) - ownInset.trailing(axis)
    let maps = changes.map { ChangesetMap($0) }
    let pathAfter = { (path: ItemPath) in
      maps.reduce(Optional(path)) { path, map in path.flatMap { map.item($0) } }
    }
    let item = lines.firstItem(
      from: start, to: end, across: bounds.range(axis.crossing), pinned: pinnedRange
    ) { pathAfter($0) != nil }
    let anchor = item.flatMap { item in
      pathAfter(item.path).map { Anchor(element: .cell($0), main: item.main) }
    }
    let sizes = pending.boundaryRequests.filter { $0.size != nil }
    guard changes.isEmpty, !sizes.isEmpty else { return anchor }
    let vanishing = Set(sizes.lazy.filter { $0.size?[axis] == 0 }.map(\.element))
    let boundary = lines.firstSupplementary(from: start, before: anchor?.main ?? end) {
      movesContent($0) && !vanishing.contains($0)
    }
    return boundary.map { Anchor(element: $0.element, main: $0.main) } ?? anchor
  }

  /// Adds the distance that the anchor has moved to the offset adjustment, which the host makes
  /// (IC-9).
  func adjustOffset(keeping anchor: Anchor) {
    guard let context = pendingInvalidation.last,
      let frame = lines.frameWithoutPinning(of: anchor.element)
    else { return }
    context.contentOffsetAdjustment[scrollDirection] += frame.min(scrollDirection) - anchor.main
  }
}

extension Rect {
  /// Returns the range of coordinates along `axis`.
  fileprivate func range(_ axis: Axis) -> Range<Double> { min(axis)..<max(axis) }
}
