import Changesets
import Geometry
import Layouts
import Testing

/// Offsets of sections that scroll by themselves, from one preparation to the next (CL-16).
struct OrthogonalOffsetTests {
  /// Returns a prepared layout of two sections of 20 cards of 100 points.
  private static func prepared() throws -> (layout: CompositionalLayout, session: LayoutSession) {
    let card = LayoutSize(width: .absolute(100), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.orthogonalScrollingBehavior = .continuous
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [20, 20])
    try session.layoutIfNeeded()
    return (layout, session)
  }

  private static func offsets(_ layout: CompositionalLayout) -> [Double] {
    [0, 1].map { layout.orthogonalOffset(ofSection: $0) }
  }

  @Test func aReloadReturnsToTheBeginning() throws {
    let (layout, session) = try Self.prepared()
    layout.setOrthogonalOffset(300, ofSection: 0)
    layout.invalidateLayout()
    try session.layoutIfNeeded()
    #expect(Self.offsets(layout) == [300, 0])
    try session.reload(itemCounts: [20, 20])
    #expect(Self.offsets(layout) == [0, 0])
  }

  /// All is requested again, and the offsets still move with their sections.
  @Test func anUpdateOfAnInvalidLayoutTakesOffsetsAlong() throws {
    let (layout, session) = try Self.prepared()
    layout.setOrthogonalOffset(300, ofSection: 0)
    layout.invalidateLayout()
    try session.update(Changeset(movedSections: [.init(from: 0, to: 1)])) { $0.swapAt(0, 1) }
    #expect(Self.offsets(layout) == [0, 300])
  }

  /// The section becomes shorter than it was scrolled.
  @Test func cardsWereWhereTheSectionWasScrolledBeforeAnUpdate() throws {
    let (layout, session) = try Self.prepared()
    let host = SettableHost(bounds: session.bounds, itemCounts: [20, 20])
    layout.host = host
    _ = try layout.prepareIfNeeded()
    layout.setOrthogonalOffset(1_680, ofSection: 0)
    host.itemCounts = [10, 20]
    let context = FlowLayoutInvalidationContext()
    context.change = Changeset(deletedItems: (10..<20).map { ItemPath(section: 0, item: $0) })
    layout.invalidateLayout(with: context)
    _ = try layout.prepareIfNeeded()
    #expect(Self.offsets(layout) == [680, 0])
    let last = LayoutElement.cell(ItemPath(section: 0, item: 19))
    #expect(layout.layoutAttributesBeforeUpdate(of: last)?.frame.minX == 220)
    layout.finalizeUpdates()
    #expect(layout.layoutAttributesBeforeUpdate(of: last) == nil)
    withExtendedLifetime(host) {}
  }

  @Test func anOffsetOfHalfAPointStaysInAnUpdate() throws {
    let (layout, session) = try Self.prepared()
    layout.setOrthogonalOffset(0.5, ofSection: 0)
    try session.update(Changeset(insertedItems: [ItemPath(section: 0, item: 3)])) { $0[0] += 1 }
    #expect(Self.offsets(layout) == [0.5, 0])
  }

  @Test func aSectionBackAtItsBeginningLeavesTheOtherWhereItIs() throws {
    let (layout, session) = try Self.prepared()
    layout.setOrthogonalOffset(1, ofSection: 0)
    layout.setOrthogonalOffset(200, ofSection: 1)
    try session.layoutIfNeeded()
    #expect(Self.offsets(layout) == [1, 200])
    layout.setOrthogonalOffset(0, ofSection: 0)
    #expect(Self.offsets(layout) == [0, 200])
  }

  @Test func offsetsOfSectionsThatPassEachOtherStayWithThem() throws {
    let (layout, session) = try Self.prepared()
    layout.setOrthogonalOffset(300, ofSection: 0)
    layout.setOrthogonalOffset(200, ofSection: 1)
    try session.update(Changeset(movedSections: [.init(from: 0, to: 1)])) { $0.swapAt(0, 1) }
    #expect(Self.offsets(layout) == [200, 300])
  }
}
