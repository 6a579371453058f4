package import Changesets
package import Geometry

extension LayoutAttributes {
  /// Returns a Boolean value that indicates whether this element lies behind `other`: by `zIndex`, then
  /// category, kind and path.
  package func isBehind(_ other: LayoutAttributes) -> Bool {
    if zIndex != other.zIndex { return zIndex < other.zIndex }
    if category != other.category { return category.rawValue < other.category.rawValue }
    if kind != other.kind { return kind.number < other.kind.number }
    return path < other.path
  }
}

extension Sequence<LayoutAttributes> {
  /// Returns the foremost item that is not hidden and whose frame contains `point`; nil if there is
  /// none. O(elements).
  package func foremostItem(at point: Point) -> ItemPath? {
    var foremost: LayoutAttributes?
    for attributes in self where attributes.category == .cell && !attributes.isHidden {
      guard attributes.frame.contains(point) else { continue }
      if let foremost, !foremost.isBehind(attributes) { continue }
      foremost = attributes
    }
    return foremost?.itemPath
  }
}
