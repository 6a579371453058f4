import Changesets
package import Geometry
import Layouts

/// A layout that has been laid out and scrolled, as a collection view would show it.
struct SnapshotScene {
  /// The position to scroll to before drawing.
  enum Target {
    case offset(Point)
    case item(ItemPath)
  }

  let recipe: LayoutRecipe
  let sizing: ItemSizing
  let session: LayoutSession
  /// Kept alive: the layout holds it weakly.
  private let delegate: AnyObject?

  init(_ recipe: LayoutRecipe, _ sizing: ItemSizing, itemCounts: [Int], boundsSize: Size) {
    self.recipe = recipe
    self.sizing = sizing
    let made = recipe.makeLayout(sizing)
    delegate = made.delegate
    session = LayoutSession(
      made.layout, bounds: Rect(origin: .zero, size: boundsSize), itemCounts: itemCounts)
  }

  /// Lays out, scrolls to `target`, and lets the visible items size themselves.
  ///
  /// - Throws: `LayoutError` from the layout.
  func settle(at target: Target?) throws(LayoutError) {
    try session.layoutIfNeeded()
    if let (section, points) = recipe.sectionOffset {
      (session.layout as? CompositionalLayout)?.setOrthogonalOffset(points, ofSection: section)
      try session.layoutIfNeeded()
    }
    try sizeVisibleItems()
    switch target {
    case .offset(let offset): try session.scroll(to: offset)
    case .item(let path):
      guard let item = session.layout.layoutAttributesForItem(at: path) else { return }
      var offset = session.bounds.origin
      offset[recipe.axis] = item.frame.min(recipe.axis)
      try session.scroll(to: offset)
    case nil: return
    }
    try sizeVisibleItems()
  }

  /// Returns a Boolean value that indicates whether `section` scrolls by itself, and has content for it.
  func canScroll(section: Int) -> Bool {
    guard let layout = session.layout as? CompositionalLayout else { return false }
    return layout.maximumOrthogonalOffset(ofSection: section) > 0
  }

  /// Gives estimated visible items their sizes until none is left: smaller items make room for
  /// more. Sizes each item once.
  private func sizeVisibleItems() throws(LayoutError) {
    guard recipe.estimatedSize != nil else { return }
    var asked: Set<ItemPath> = []
    var visible: [LayoutAttributes] = []
    while true {
      session.collectVisibleAttributes(into: &visible)
      let cells = visible.filter { $0.category == .cell }.compactMap(\.itemPath)
      let new = cells.filter { asked.insert($0).inserted }
      if new.isEmpty { return try session.settle() }
      for path in new { try session.prefer(sizing.size(at: path), forItemAt: path) }
      try session.layoutIfNeeded()
    }
  }

  /// Returns the elements in `rect`; nil stands for the bounds.
  ///
  /// - Throws: `LayoutError` if the layout contradicts itself.
  func snapshot(of rect: Rect?) throws(LayoutError) -> LayoutSnapshot {
    let rect = rect ?? session.bounds
    let attributes = try session.checkedAttributes(in: rect)
    return LayoutSnapshot(
      layoutName: "\(recipe.layout.rawValue), \(recipe.axis.rawValue)",
      itemCounts: session.itemCounts, contentSize: session.layout.contentSize,
      bounds: session.bounds, rect: rect, elements: LayoutSnapshot.sorted(attributes))
  }
}

/// The part of the content that a picture shows, and the place of elements in the picture.
///
/// Renderers have limits: cairo counts in 1/256 of a pixel in 32 bits, and leaves out anything
/// beyond 8,388,608 pixels. Pictures therefore begin at 0, 0, and elements that reach far beyond
/// the window are cut at a distance at which no edge is visible.
package struct SnapshotWindow {
  /// The part that is shown, as it lies in the content.
  let rect: Rect

  package init(rect: Rect) {
    self.rect = rect
  }

  /// The distance from the window at which everything is cut, in points: elements that stick out a
  /// little stay as they are.
  static let reach = 1_000.0

  /// The part that is shown, as it lies in the picture.
  var frame: Rect { Rect(origin: .zero, size: rect.size) }

  /// Returns the place of `frame` in the picture; empty beyond reach.
  func placed(_ frame: Rect) -> Rect {
    let x = placed(frame.minX, frame.size.width, from: rect.minX, extent: rect.size.width)
    let y = placed(frame.minY, frame.size.height, from: rect.minY, extent: rect.size.height)
    return Rect(x: x.start, y: y.start, width: x.extent, height: y.extent)
  }

  /// Returns the range along one axis; a range that is not cut keeps its extent to the bit.
  private func placed(
    _ start: Double, _ length: Double, from origin: Double, extent: Double
  ) -> (start: Double, extent: Double) {
    let limits = -Self.reach...extent + Self.reach
    let (lower, upper) = (start - origin, start - origin + length)
    if limits.contains(lower), limits.contains(upper) { return (lower, length) }
    let clamped = [lower, upper].map { min(max($0, limits.lowerBound), limits.upperBound) }
    return (clamped[0], clamped[1] - clamped[0])
  }

  /// Returns the convex polygon of `corners` in the picture; empty beyond reach.
  ///
  /// Source: I. E. Sutherland and G. W. Hodgman 1974, doi:10.1145/360767.360802.
  package func placed(_ corners: [Point]) -> [Point] {
    var points = corners.map { Point(x: $0.x - rect.minX, y: $0.y - rect.minY) }
    let size = rect.size
    for axis in [Axis.horizontal, .vertical] {
      points = Self.cut(points, axis) { $0 + Self.reach }
      points = Self.cut(points, axis) { size[axis] + Self.reach - $0 }
    }
    return points
  }

  /// Returns the part of the polygon in which `distance` of the coordinate along `axis` is not
  /// negative.
  private static func cut(
    _ points: [Point], _ axis: Axis, where distance: (Double) -> Double
  ) -> [Point] {
    var result: [Point] = []
    for (place, point) in points.enumerated() {
      let last = points[place == 0 ? points.count - 1 : place - 1]
      let (before, after) = (distance(last[axis]), distance(point[axis]))
      if (before < 0) != (after < 0) {
        let share = before / (before - after)
        result.append(
          Point(
            x: last.x + share * (point.x - last.x), y: last.y + share * (point.y - last.y)))
      }
      if after >= 0 { result.append(point) }
    }
    return result
  }
}
