import Changesets
import Geometry
import Layouts
import Testing

/// Lines of items that size themselves along the scroll direction (CL-9), and groups that look alike
/// but are none.
struct SelfSizingLinesTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
  private static let whole = LayoutSize(width: .fractionalWidth(1), height: .estimated(20))
  private static let half = LayoutSize(width: .fractionalWidth(0.5), height: .estimated(40))
  private static let first = ItemPath(section: 0, item: 0)

  private static func prepared(
    _ group: LayoutGroup, itemCount: Int, _ strategy: ExtentStrategy = .tree
  ) throws -> (layout: CompositionalLayout, session: LayoutSession) {
    let layout = CompositionalLayout(section: LayoutSection(group: group), extents: strategy)
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [itemCount])
    try session.layoutIfNeeded()
    return (layout, session)
  }

  private static func frames(_ layout: CompositionalLayout, _ count: Int) -> [Rect] {
    (0..<count).compactMap {
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: $0))?.frame
    }
  }

  /// The extent index stores the items of a line (CL-24): the edit reaches those near the end alone.
  @Test func anEditOfALineCostsNoDistantItemsThatHaveSizedThemselves() throws {
    let item = LayoutSubitem.item(LayoutItem(Self.whole))
    let lines: [LayoutGroup] = [
      .horizontal(Self.whole, subitems: [item]), .vertical(Self.whole, subitems: [item]),
      .horizontal(Self.whole, repeating: item, count: 2),
      .vertical(Self.whole, repeating: item, count: 1),
    ]
    for line in lines {
      let (layout, session) = try Self.prepared(line, itemCount: 500)
      for item in 0..<500 {
        try session.prefer(
          Size(width: 320, height: Double(30 + item % 7)),
          forItemAt: ItemPath(section: 0, item: item))
      }
      try session.settle()
      let before = layout.layoutWork.extents.itemsRebroken
      try session.update(Changeset(insertedItems: [ItemPath(section: 0, item: 500)]))
      #expect(layout.layoutWork.extents.itemsRebroken - before < 250)
    }
  }

  /// Only its height is estimated.
  @Test func anItemOfALineIsAsWideAsDescribed() throws {
    for strategy in allStrategies {
      let line = LayoutGroup.horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .estimated(40)),
        subitems: [.item(LayoutItem(Self.half))])
      let (layout, session) = try Self.prepared(line, itemCount: 3, strategy)
      try session.prefer(Size(width: 200, height: 70), forItemAt: Self.first)
      try session.settle()
      #expect(
        Self.frames(layout, 3) == [
          Rect(x: 0, y: 0, width: 160, height: 70), Rect(x: 160, y: 0, width: 160, height: 40),
          Rect(x: 0, y: 70, width: 160, height: 40),
        ])
    }
  }

  /// A line has one estimate: with two, or with a member that has none, the group is measured.
  @Test(arguments: [LayoutDimension.estimated(60), .absolute(60)])
  func membersKeepHeightsOfTheirOwn(_ height: LayoutDimension) throws {
    let other = LayoutItem(LayoutSize(width: .fractionalWidth(0.5), height: height))
    let row = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(40)),
      subitems: [.item(LayoutItem(Self.half)), .item(other)])
    for strategy in allStrategies {
      let (layout, session) = try Self.prepared(row, itemCount: 4, strategy)
      func rows(_ firstHeight: Double, second top: Double) -> [Rect] {
        [
          Rect(x: 0, y: 0, width: 160, height: firstHeight),
          Rect(x: 160, y: 0, width: 160, height: 60),
          Rect(x: 0, y: top, width: 160, height: 40),
          Rect(x: 160, y: top, width: 160, height: 60),
        ]
      }
      #expect(Self.frames(layout, 4) == rows(40, second: 60))
      #expect(layout.contentSize.height == 120)
      try session.prefer(Size(width: 160, height: 70), forItemAt: Self.first)
      try session.settle()
      #expect(Self.frames(layout, 4) == rows(70, second: 70))
    }
  }

  /// An estimated column gives its members no height (CL-7).
  @Test func membersOfAColumnWithACountSizeThemselves() throws {
    let column = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(40)),
      repeating: .item(LayoutItem(Self.whole)), count: 2)
    for strategy in allStrategies {
      let (layout, session) = try Self.prepared(column, itemCount: 4, strategy)
      #expect(Self.frames(layout, 4).map(\.minY) == [0, 20, 40, 60])
      try session.prefer(Size(width: 320, height: 70), forItemAt: Self.first)
      try session.settle()
      #expect(Self.frames(layout, 4).map(\.minY) == [0, 70, 90, 110])
      #expect(layout.contentSize.height == 130)
    }
  }

  /// The group is as long as the item and the distance together.
  @Test(arguments: [
    LayoutEdgeSpacing(top: .fixed(10)), LayoutEdgeSpacing(bottom: .fixed(10)),
  ])
  func aDistanceAlongTheScrollDirectionIsPartOfTheGroup(_ spacing: LayoutEdgeSpacing) throws {
    var item = LayoutItem(Self.whole)
    item.edgeSpacing = spacing
    let row = LayoutGroup.horizontal(Self.whole, subitems: [.item(item)])
    let above = spacing.top?.points ?? 0
    for strategy in allStrategies {
      let (layout, session) = try Self.prepared(row, itemCount: 2, strategy)
      #expect(Self.frames(layout, 2).map(\.minY) == [above, 30 + above])
      #expect(layout.contentSize.height == 60)
      try session.prefer(Size(width: 320, height: 70), forItemAt: Self.first)
      try session.settle()
      #expect(Self.frames(layout, 2).map(\.minY) == [above, 80 + above])
      #expect(layout.contentSize.height == 110)
    }
  }
}
