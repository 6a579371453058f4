import Changesets
import Geometry

/// The first visible item stays where it is on the screen while sizes and sections change.
extension LineLayout {
  /// An item by its path after the preparation, and the beginning of its frame before, in points.
  struct Anchor {
    var path: ItemPath
    var main: Double
  }

  /// Returns the first visible item that `changes`, still to be applied, do not delete.
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
    guard let item, let path = pathAfter(item.path) else { return nil }
    return Anchor(path: path, main: item.main)
  }

  /// Adds the distance that the anchor has moved to the offset adjustment, which the host makes
  /// (IC-9).
  func adjustOffset(keeping anchor: Anchor) {
    guard let context = pendingInvalidation.last, let main = lines.start(of: anchor.path)
    else { return }
    context.contentOffsetAdjustment[scrollDirection] += main - anchor.main
  }
}

extension Rect {
  /// Returns the range of coordinates along `axis`.
  fileprivate func range(_ axis: Axis) -> Range<Double> { min(axis)..<max(axis) }
}
