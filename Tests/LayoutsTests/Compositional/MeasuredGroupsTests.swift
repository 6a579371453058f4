import Changesets
import Geometry
import Layouts
import Testing

/// Groups whose extents follow from the sizes of all their items (CL-24).
struct MeasuredGroupsTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
  private static let first = ItemPath(section: 0, item: 0)
  /// A size of an item that is 20 points high as described.
  private static let high = Size(width: 320, height: 70)

  /// Columns of two items, each 20 points high until it sizes itself.
  private static var pairs: LayoutSection {
    let item = LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .estimated(20)))
    return LayoutSection(
      group: .vertical(
        LayoutSize(width: .fractionalWidth(1), height: .estimated(40)),
        subitems: [.item(item), .item(item)]))
  }

  /// Rows of 50 points.
  private static var rows: LayoutSection {
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
    return LayoutSection(group: .horizontal(row, subitems: [.item(LayoutItem(row))]))
  }

  private static func starts(_ layout: CompositionalLayout) -> [Double] {
    layout.layoutAttributesForElements(in: bounds).map(\.frame.minY)
  }

  /// Lets the next update compare the visible elements as they are with what the layout then says
  /// about the state before.
  private static func remember(_ layout: RememberingLayout) {
    for attributes in layout.layoutAttributesForElements(in: bounds) {
      layout.before[attributes.element] = attributes
    }
  }

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

  @Test func aSectionKeepsItsSizesWhileAnotherIsEdited() throws {
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: Self.pairs, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2, 2])
      try session.layoutIfNeeded()
      try session.prefer(Self.high, forItemAt: Self.first)
      try session.settle()
      try session.update(Changeset(insertedItems: [ItemPath(section: 1, item: 0)]))
      #expect(Self.starts(layout) == [0, 70, 90, 110, 130])
    }
  }

  @Test func aReloadedItemReturnsToItsEstimate() throws {
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: Self.pairs, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2, 2])
      try session.layoutIfNeeded()
      try session.prefer(Self.high, forItemAt: Self.first)
      try session.settle()
      #expect(Self.starts(layout) == [0, 70, 90, 110])
      try session.update(Changeset(reloadedItems: [Self.first]))
      #expect(Self.starts(layout) == [0, 20, 40, 60])
    }
  }

  /// The last of three items has a group of its own, without room for a fourth (CL-20).
  @Test func newAndReloadedSectionsEndWithAShortGroup() throws {
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: Self.pairs, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [3])
      try session.layoutIfNeeded()
      #expect(layout.contentSize.height == 60)
      try session.update(Changeset(insertedSections: [1])) { $0.append(3) }
      #expect(layout.contentSize.height == 120)
      try session.prefer(Self.high, forItemAt: Self.first)
      try session.settle()
      #expect(layout.contentSize.height == 170)
      try session.update(Changeset(reloadedSections: [0])) { _ in }
      #expect(layout.contentSize.height == 120)
      #expect(Self.starts(layout) == [0, 20, 40, 60, 80, 100])
    }
  }

  /// The size waits until a row of another section is deleted.
  @Test func anUpdateKnowsGroupsBeforeTheSizesThatComeWithIt() throws {
    for strategy in allStrategies {
      let sections = [Self.pairs, Self.rows]
      let layout = RememberingLayout(extents: strategy) { section, _ in sections[section] }
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2, 2])
      try session.layoutIfNeeded()
      Self.remember(layout)
      try session.prefer(Self.high, forItemAt: Self.first)
      try session.update(Changeset(deletedItems: [ItemPath(section: 1, item: 0)]))
      #expect(layout.difference == nil)
      #expect(Self.starts(layout) == [0, 70, 90])
    }
  }

  /// The high item comes from the end of a group into one by itself.
  @Test func anUpdateKnowsGroupsBeforeTheyAreMeasuredAgain() throws {
    for strategy in allStrategies {
      let layout = RememberingLayout(section: Self.pairs, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [4, 2])
      try session.layoutIfNeeded()
      try session.prefer(Self.high, forItemAt: ItemPath(section: 0, item: 3))
      try session.settle()
      #expect(Self.starts(layout) == [0, 20, 40, 60, 130, 150])
      Self.remember(layout)
      try session.update(Changeset(deletedItems: [Self.first]))
      #expect(layout.difference == nil)
      #expect(Self.starts(layout) == [0, 20, 40, 110, 130])
    }
  }

  /// Each of the two groups ends at a finite place, but not both together.
  @Test func groupsThatAreTogetherBeyondAllNumbersAreRefused() throws {
    for strategy in [ExtentStrategy.nested, .flat, .tree] {
      let layout = CompositionalLayout(section: Self.pairs, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [4])
      try session.layoutIfNeeded()
      for item in [0, 2] {
        try session.prefer(
          Size(width: 320, height: 1.7e308), forItemAt: ItemPath(section: 0, item: item))
      }
      #expect(throws: LayoutError.self) { try session.settle() }
      #expect(Self.starts(layout) == [0, 20, 40, 60])
      #expect(layout.contentSize.height == 80)
    }
  }
}
