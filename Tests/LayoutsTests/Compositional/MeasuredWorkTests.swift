import Changesets
import Geometry
import Layouts
import Testing

/// The work of sections whose groups are measured: an edit costs as much as there are items in its
/// section that have sized themselves, however many sections there are (CL-24).
struct MeasuredWorkTests {
  /// Columns of two items that size themselves.
  private static var pairs: LayoutSection {
    let item = LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .estimated(20)))
    return LayoutSection(
      group: .vertical(
        LayoutSize(width: .fractionalWidth(1), height: .estimated(40)),
        subitems: [.item(item), .item(item)]))
  }

  /// Returns the most places that `edit` moves in an index of 1,000 sections.
  private static func placesMoved(
    _ section: LayoutSection, itemCount: Int, _ edit: (LayoutSession) throws -> Void
  ) throws -> Int {
    var most = 0
    for strategy in [ExtentStrategy.nested, .flat, .tree] {
      let layout = CompositionalLayout(section: section, extents: strategy)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480),
        itemCounts: Array(repeating: itemCount, count: 1_000))
      try session.layoutIfNeeded()
      let before = layout.layoutWork.extents.placesMoved
      try edit(session)
      most = max(most, layout.layoutWork.extents.placesMoved - before)
    }
    return most
  }

  @Test func aSizeCostsItsSectionAlone() throws {
    let moved = try Self.placesMoved(Self.pairs, itemCount: 2) { session in
      try session.prefer(Size(width: 320, height: 70), forItemAt: ItemPath(section: 999, item: 0))
      try session.settle()
      #expect(session.layout.contentSize.height == 40_050)
    }
    #expect(moved < 100)
  }

  @Test func anEditOfItemsWithoutSizesCostsThemAlone() throws {
    let moved = try Self.placesMoved(Self.pairs, itemCount: 2) { session in
      try session.update(
        Changeset(
          insertedItems: [ItemPath(section: 999, item: 2), ItemPath(section: 999, item: 3)]))
      #expect(session.layout.contentSize.height == 40_040)
    }
    #expect(moved < 100)
  }

  /// The section stays as thick as it is, so that no other has to move.
  @Test func aWiderGroupOfASectionThatScrollsByItselfMovesNoSection() throws {
    let card = LayoutSize(width: .estimated(100), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.orthogonalScrollingBehavior = .continuous
    let moved = try Self.placesMoved(section, itemCount: 1) { session in
      let last = ItemPath(section: 999, item: 0)
      try session.prefer(Size(width: 400, height: 80), forItemAt: last)
      try session.settle()
      #expect(session.layout.layoutAttributesForItem(at: last)?.frame.size.width == 400)
    }
    #expect(moved < 100)
  }
}
