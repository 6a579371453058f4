import Changesets
import Geometry
import Layouts
import Testing

/// Groups whose extents follow from the sizes of all their items (CL-24).
struct MeasuredGroupsTests {
  /// A reload forgets the sizes of the only group, whose items then are as they are described.
  @Test func aReloadedGroupIsAsDescribed() throws {
    let label = LayoutItem(LayoutSize(width: .estimated(100), height: .estimated(20)))
    let pair = LayoutGroup.horizontal(
      LayoutSize(width: .estimated(200), height: .estimated(20)),
      subitems: [.item(label), .item(label)])
    let paths = [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1)]
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: LayoutSection(group: pair), extents: strategy)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [2])
      try session.layoutIfNeeded()
      let frames = { paths.map { layout.layoutAttributesForItem(at: $0)?.frame } }
      for path in paths { try session.prefer(Size(width: 40, height: 30), forItemAt: path) }
      try session.settle()
      #expect(
        frames() == [
          Rect(x: 0, y: 0, width: 40, height: 30), Rect(x: 40, y: 0, width: 40, height: 30),
        ])
      try session.update(Changeset(reloadedItems: paths))
      #expect(
        frames() == [
          Rect(x: 0, y: 0, width: 100, height: 20), Rect(x: 100, y: 0, width: 100, height: 20),
        ])
      #expect(layout.contentSize.height == 20)
    }
  }
}
