import Changesets
import Geometry
import Layouts
import Testing

/// Groups whose extents follow from the sizes of all their items (CL-24).
struct MeasuredGroupsTests {
  /// Two items that were beside higher ones make a group that is as high as it is described.
  @Test func aGroupForgetsTheItemsThatLeave() throws {
    let label = LayoutItem(LayoutSize(width: .estimated(100), height: .estimated(20)))
    let pair = LayoutGroup.horizontal(
      LayoutSize(width: .estimated(200), height: .estimated(20)),
      subitems: [.item(label), .item(label)])
    let high = [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 2)]
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: LayoutSection(group: pair), extents: strategy)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [4])
      try session.layoutIfNeeded()
      for path in high { try session.prefer(Size(width: 40, height: 30), forItemAt: path) }
      try session.settle()
      #expect(layout.contentSize.height == 60)
      try session.update(Changeset(deletedItems: high))
      #expect(layout.contentSize.height == 20)
      #expect(
        layout.layoutAttributesForElements(in: session.bounds).map(\.frame) == [
          Rect(x: 0, y: 0, width: 100, height: 20), Rect(x: 100, y: 0, width: 100, height: 20),
        ])
    }
  }
}
