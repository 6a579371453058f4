import CollectionViews
import Geometry
import Layouts

/// Layouts that are shown from right to left.
extension ViewPerformer {
  /// The width in whose middle a layout is mirrored; nil if it is not.
  private func mirrorWidth(of layout: CollectionViewLayout) -> Double? {
    guard view.effectiveUserInterfaceLayoutDirection == .rightToLeft, mutation != .mirrorsNothing,
      ViewLayoutName.isFlipped(layout)
    else { return nil }
    let inset = view.contentInset
    return max(layout.contentSize.width, view.bounds.size.width - inset.left - inset.right)
  }

  /// Where the layout's attributes are seen.
  func mirrored(
    _ attributes: LayoutAttributes, in layout: CollectionViewLayout
  ) -> LayoutAttributes {
    // A centre that is set again may differ in its last bit.
    guard let width = mirrorWidth(of: layout) else { return attributes }
    var mirrored = attributes
    mirrored.center.x = width - attributes.center.x
    return mirrored
  }

  /// The place where the layout has what is seen at a point.
  func mirrored(_ point: Point, in layout: CollectionViewLayout) -> Point {
    mirrorWidth(of: layout).map { Point(x: $0 - point.x, y: point.y) } ?? point
  }
}
