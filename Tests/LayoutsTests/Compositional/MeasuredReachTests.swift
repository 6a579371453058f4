import Changesets
import Geometry
import Layouts
import Testing

/// Elements that lie outside of their group since an item has sized itself.
struct MeasuredReachTests {
  private static let badge = ElementKind("badge")

  /// Rows of 50 points with an item that is 20 points high as described, and a badge of 20 points
  /// below it.
  private static var section: LayoutSection {
    let badge = LayoutSupplementaryItem(
      LayoutSize(width: .absolute(10), height: .absolute(20)), elementKind: Self.badge,
      containerAnchor: SupplementaryAnchor(edges: .bottom),
      itemAnchor: SupplementaryAnchor(edges: .top))
    let item = LayoutItem(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(20)), supplementaryItems: [badge])
    return LayoutSection(
      group: .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(50)), subitems: [.item(item)]))
  }

  /// At first not far outside, then so far that queries look for the section by itself.
  @Test(arguments: [90.0, 250]) func theyAreFoundFromTheirEnds(_ height: Double) throws {
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: Self.section, extents: strategy)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [1])
      try session.layoutIfNeeded()
      try session.prefer(
        Size(width: 320, height: height), forItemAt: ItemPath(section: 0, item: 0))
      try session.settle()
      #expect(layout.contentSize.height == 50)
      let cells = layout.layoutAttributesForElements(
        in: Rect(x: 0, y: height - 5, width: 320, height: 5))
      #expect(cells.map(\.frame) == [Rect(x: 0, y: 0, width: 320, height: height)])
      let badges = layout.layoutAttributesForElements(
        in: Rect(x: 0, y: height + 15, width: 320, height: 5))
      #expect(badges.map(\.kind) == [Self.badge])
      #expect(badges.map(\.frame) == [Rect(x: 155, y: height, width: 10, height: 20)])
    }
  }
}
