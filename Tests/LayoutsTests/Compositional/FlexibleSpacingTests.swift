import Changesets
import Geometry
import Layouts
import Testing

/// Flexible spacings, which share the room that members leave (CL-8).
struct FlexibleSpacingTests {
  /// Returns the frames of the items of a row of 320 × 100 points, which has `count` of them.
  private static func frames(
    _ item: LayoutItem, _ count: Int, spacing: LayoutSpacing = .fixed(0)
  ) throws -> [Rect] {
    var row = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(100)), subitems: [.item(item)])
    row.interItemSpacing = spacing
    let layout = CompositionalLayout(section: LayoutSection(group: row))
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [count])
    try session.layoutIfNeeded()
    return (0..<count).compactMap {
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: $0))?.frame
    }
  }

  private static func item(
    _ width: Double, _ height: Double, _ edges: LayoutEdgeSpacing = LayoutEdgeSpacing()
  ) -> LayoutItem {
    var item = LayoutItem(LayoutSize(width: .absolute(width), height: .absolute(height)))
    item.edgeSpacing = edges
    return item
  }

  /// The item and its edges have 220 points at least, and 100 are left.
  @Test func edgesAlongTheRowShareWhatItsItemsLeave() throws {
    let edges = LayoutEdgeSpacing(leading: .flexible(0), trailing: .flexible(20))
    #expect(
      try Self.frames(Self.item(200, 100, edges), 1)
        == [Rect(x: 50, y: 0, width: 200, height: 100)])
  }

  /// The item and its edges have 50 of 100 points at least.
  @Test func edgesAcrossTheRowShareTheRoomBesideTheirItem() throws {
    let both = LayoutEdgeSpacing(top: .flexible(10), bottom: .flexible(0))
    #expect(
      try Self.frames(Self.item(320, 40, both), 1) == [Rect(x: 0, y: 35, width: 320, height: 40)])
    let first = LayoutEdgeSpacing(top: .flexible(10), bottom: .fixed(0))
    #expect(
      try Self.frames(Self.item(320, 40, first), 1)
        == [Rect(x: 0, y: 60, width: 320, height: 40)])
  }

  @Test func spacingsHaveTheirLeastLengthWhereNothingIsLeft() throws {
    #expect(
      try Self.frames(Self.item(80, 100), 4, spacing: .flexible(0)).map(\.minX)
        == [0, 80, 160, 240])
    let wide = Self.item(400, 100, LayoutEdgeSpacing(leading: .flexible(5)))
    #expect(try Self.frames(wide, 1).map(\.minX) == [5])
  }
}
