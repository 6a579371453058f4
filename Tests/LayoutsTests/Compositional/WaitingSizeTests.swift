import Changesets
import Geometry
import Layouts
import Testing

/// Updates of sections while a size waits, which asks for the visible items between the two.
struct WaitingSizeTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
  private static let whole = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
  private static let estimated = LayoutSize(width: .fractionalWidth(1), height: .estimated(20))
  /// Rows of items that size themselves.
  private static var rows: LayoutSection {
    LayoutSection(group: .horizontal(estimated, subitems: [.item(LayoutItem(estimated))]))
  }
  /// Rows of items that lie far below them.
  private static var far: LayoutSection {
    LayoutSection(
      group: .custom(whole) { _ in
        [CustomGroupItem(frame: Rect(x: 0, y: 200, width: 10, height: 10))]
      })
  }
  /// Cards that scroll sideways.
  private static var cards: LayoutSection {
    let card = LayoutSize(width: .absolute(100), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.orthogonalScrollingBehavior = .continuous
    return section
  }

  /// The sections of a collection, which a test changes.
  private final class Sections {
    var all: [LayoutSection]

    init(_ all: [LayoutSection]) { self.all = all }
  }

  private static func session(
    _ strategy: String, _ sections: Sections, _ itemCounts: [Int]
  ) throws -> (CompositionalLayout, LayoutSession) {
    let strategies: [ExtentStrategy] = [.nested, .flat, .tree]
    let layout = CompositionalLayout(
      extents: try #require(strategies.first { $0.name == strategy })
    ) { section, _ in sections.all[section] }
    let session = LayoutSession(layout, bounds: bounds, itemCounts: itemCounts)
    try session.layoutIfNeeded()
    return (layout, session)
  }

  @Test(arguments: ["nested", "flat", "tree"])
  func itIsGivenAfterFarSectionsAreDeleted(_ strategy: String) throws {
    let sections = Sections([Self.rows, Self.far, Self.far, Self.rows])
    let (layout, session) = try Self.session(strategy, sections, [2, 1, 1, 2])
    try session.prefer(Size(width: 320, height: 30), forItemAt: ItemPath(section: 3, item: 0))
    sections.all = [Self.rows, Self.rows]
    try session.update(Changeset(deletedSections: [1, 2])) { $0 = [2, 2] }
    #expect(
      layout.layoutAttributesForElements(in: Self.bounds).map(\.frame.minY) == [0, 20, 40, 70])
  }

  /// The far section that a failed update inserts is not looked for behind the last one.
  @Test(arguments: ["nested", "flat", "tree"])
  func aFailureFindsFarSectionsAsBefore(_ strategy: String) throws {
    let sections = Sections([Self.rows, Self.far])
    let (layout, session) = try Self.session(strategy, sections, [2, 1])
    let everything = Rect(x: 0, y: 0, width: 320, height: 2_000)
    let before = layout.layoutAttributesForElements(in: everything)
    #expect(before.map(\.frame.minY) == [0, 20, 240])
    let first = ItemPath(section: 0, item: 0)
    try session.prefer(Size(width: 320, height: 1.7e308), forItemAt: first)
    try session.prefer(
      Size(width: 320, height: 1.7e308), forItemAt: ItemPath(section: 0, item: 1))
    sections.all = [Self.rows, Self.far, Self.far, Self.far]
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      try session.update(Changeset(insertedSections: [2, 3])) { $0 = [2, 1, 1, 1] }
    }
    sections.all = [Self.rows, Self.far]
    #expect(layout.layoutAttributesForElements(in: everything) == before)
    #expect(
      layout.layoutAttributesForElements(in: Rect(x: 0, y: 240, width: 320, height: 5)).count == 1)
  }

  /// The cards that stay are at the beginning of their own section, and on the screen where they were.
  @Test(arguments: ["nested", "flat", "tree"])
  func sectionsThatMoveUpKeepTheirOwnOffset(_ strategy: String) throws {
    var titled = Self.rows
    titled.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        Self.estimated, elementKind: .sectionHeader, alignment: .top)
    ]
    let sections = Sections([Self.cards, Self.cards, titled])
    let (layout, session) = try Self.session(strategy, sections, [40, 3, 40])
    layout.setOrthogonalOffset(2_000, ofSection: 0)
    try session.layoutIfNeeded()
    try session.scroll(to: Point(x: 0, y: 60))
    // The first visible item after the deletion is a card: with the offset of the deleted section it
    // would be a row, which the new size of the header moves, and the content with it.
    try session.prefer(
      Size(width: 320, height: 70), for: .supplementary(.sectionHeader, ElementPath(section: 2)))
    sections.all = [Self.cards, titled]
    try session.update(Changeset(deletedSections: [0])) { $0 = [3, 40] }
    #expect(layout.orthogonalOffset(ofSection: 0) == 0)
    #expect(session.bounds.minY == 60)
    #expect(
      layout.layoutAttributesForItem(at: ItemPath(section: 1, item: 1))?.frame.minY == 170)
  }
}
