import Changesets
import Geometry
import Layouts
import Testing

/// Supplementary items of groups (CL-25), over every extent index.
@Suite(.serialized) struct GroupSupplementaryTests {
  private static let plate = ElementKind("plate")
  private static let tag = ElementKind("tag")
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
  private static let strategies = [ExtentStrategy.nested, .flat, .tree]

  /// A supplementary item as large as its group, or 8 × 4 points at a corner of it.
  private static func whole(_ kind: ElementKind) -> LayoutSupplementaryItem {
    LayoutSupplementaryItem(
      LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)), elementKind: kind,
      containerAnchor: SupplementaryAnchor(edges: [.top, .leading]))
  }

  private static func corner(
    _ kind: ElementKind, _ edges: RectEdges, offset: Point = .zero
  ) -> LayoutSupplementaryItem {
    LayoutSupplementaryItem(
      LayoutSize(width: .absolute(8), height: .absolute(4)), elementKind: kind,
      containerAnchor: SupplementaryAnchor(edges: edges, offset: .absolute(offset)))
  }

  /// Calls `body` with a prepared layout of `section` over each index.
  private func forEachStrategy(
    _ section: LayoutSection, itemCounts: [Int],
    _ body: (CompositionalLayout, LayoutSession) throws -> Void
  ) throws {
    for strategy in Self.strategies {
      let layout = CompositionalLayout(section: section, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: itemCounts)
      try session.layoutIfNeeded()
      try body(layout, session)
      try LayoutAudit(layout, host: session).checkEverything(inPiecesOf: 70)
    }
  }

  private func frames(
    _ kind: ElementKind, _ layout: CompositionalLayout, in rect: Rect = bounds
  ) -> [ItemPath: Rect] {
    var frames: [ItemPath: Rect] = [:]
    for attributes in layout.layoutAttributesForElements(in: rect) where attributes.kind == kind {
      if let path = attributes.itemPath { frames[path] = attributes.frame }
    }
    return frames
  }

  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  @Test func eachGroupHasItsOwnAtItsFirstItem() throws {
    let item = LayoutItem(
      LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1)))
    var row = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(60)), subitems: [.item(item)])
    row.contentInsets = EdgeInsets(all: 5)
    row.supplementaryItems = [
      Self.whole(Self.plate),
      Self.corner(Self.tag, [.bottom, .trailing], offset: Point(x: 3, y: 2)),
    ]
    var section = LayoutSection(group: row)
    section.interGroupSpacing = 10
    section.contentInsets = EdgeInsets(top: 1, left: 20, bottom: 0, right: 0)
    try forEachStrategy(section, itemCounts: [5]) { layout, _ in
      // The last group has one item, and is as large as the others.
      #expect(
        frames(Self.plate, layout) == [
          path(0): Rect(x: 20, y: 1, width: 300, height: 60),
          path(2): Rect(x: 20, y: 71, width: 300, height: 60),
          path(4): Rect(x: 20, y: 141, width: 300, height: 60),
        ])
      #expect(
        frames(Self.tag, layout)[path(2)] == Rect(x: 315, y: 129, width: 8, height: 4))
      for item in [1, 3, 5] {
        #expect(
          layout.layoutAttributesForSupplementaryElement(
            ofKind: Self.plate, at: ElementPath(path(item))) == nil)
      }
    }
  }

  @Test func nestedGroupsHaveTheirOwn() throws {
    let item = LayoutItem(
      LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(0.5)))
    var column = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(0.25), height: .fractionalHeight(1)),
      subitems: [.item(item)])
    column.edgeSpacing = LayoutEdgeSpacing(leading: .fixed(10))
    column.supplementaryItems = [Self.whole(Self.tag)]
    var row = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(80)),
      subitems: [.item(LayoutItem(column.layoutSize)), .group(column)])
    row.supplementaryItems = [Self.whole(Self.plate)]
    try forEachStrategy(LayoutSection(group: row), itemCounts: [7]) { layout, _ in
      #expect(
        frames(Self.tag, layout) == [
          path(1): Rect(x: 90, y: 0, width: 80, height: 80),
          path(5): Rect(x: 90, y: 80, width: 80, height: 80),
        ])
      #expect(frames(Self.plate, layout).keys.sorted() == [path(0), path(4)])
    }
  }

  /// Each row has an item, and two columns of two items.
  @Test func aGroupThatAGroupRepeatsHasItsOwnEachTime() throws {
    let item = LayoutItem(
      LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(0.5)))
    var column = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1)),
      subitems: [.item(item)])
    column.supplementaryItems = [Self.whole(Self.tag)]
    let columns = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(0.75), height: .fractionalHeight(1)),
      repeating: .group(column), count: 2)
    let first = LayoutItem(
      LayoutSize(width: .fractionalWidth(0.25), height: .fractionalHeight(1)))
    let row = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(80)),
      subitems: [.item(first), .group(columns)])
    try forEachStrategy(LayoutSection(group: row), itemCounts: [7]) { layout, _ in
      // The last group ends within its first column.
      #expect(
        frames(Self.tag, layout) == [
          path(1): Rect(x: 80, y: 0, width: 120, height: 80),
          path(3): Rect(x: 200, y: 0, width: 120, height: 80),
          path(6): Rect(x: 80, y: 80, width: 120, height: 80),
        ])
    }
  }

  @Test func aGroupOfWhichNoItemIsLeftHasNone() throws {
    let item = LayoutItem(
      LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(0.5)))
    var column = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1)),
      subitems: [.item(item)])
    column.supplementaryItems = [Self.whole(Self.tag)]
    let row = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(80)), subitems: [.group(column)])
    try forEachStrategy(LayoutSection(group: row), itemCounts: [6]) { layout, session in
      #expect(frames(Self.tag, layout).keys.sorted() == [path(0), path(2), path(4)])
      try session.update(Changeset(deletedItems: [path(1), path(3)])) { counts in counts = [4] }
      #expect(frames(Self.tag, layout).keys.sorted() == [path(0), path(2)])
    }
  }

  @Test func groupsThatAreMeasuredTakeThemAlong() throws {
    let item = LayoutItem(LayoutSize(width: .fractionalWidth(0.5), height: .estimated(40)))
    var row = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(40)), subitems: [.item(item)])
    row.supplementaryItems = [Self.corner(Self.tag, [.bottom, .trailing]), Self.whole(Self.plate)]
    try forEachStrategy(LayoutSection(group: row), itemCounts: [3]) { layout, session in
      try session.prefer(Size(width: 160, height: 70), forItemAt: path(1))
      try session.settle()
      #expect(layout.contentSize.height == 110)
      // At the group's own corner; as large as it is described.
      #expect(
        frames(Self.tag, layout) == [
          path(0): Rect(x: 312, y: 66, width: 8, height: 4),
          path(2): Rect(x: 312, y: 106, width: 8, height: 4),
        ])
      #expect(frames(Self.plate, layout)[path(0)] == Rect(x: 0, y: 0, width: 320, height: 40))
    }
  }

  @Test func aLineThatWrapsHasOne() throws {
    let item = LayoutItem(LayoutSize(width: .estimated(100), height: .estimated(20)))
    var line = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(20)), subitems: [.item(item)])
    line.supplementaryItems = [Self.corner(Self.tag, [.bottom, .trailing])]
    try forEachStrategy(LayoutSection(group: line), itemCounts: [6]) { layout, session in
      #expect(frames(Self.tag, layout).keys.sorted() == [path(0), path(3)])
      try session.prefer(Size(width: 250, height: 50), forItemAt: path(1))
      try session.settle()
      #expect(
        frames(Self.tag, layout) == [
          path(0): Rect(x: 312, y: 16, width: 8, height: 4),
          path(1): Rect(x: 312, y: 66, width: 8, height: 4),
          path(2): Rect(x: 312, y: 86, width: 8, height: 4),
          path(5): Rect(x: 312, y: 106, width: 8, height: 4),
        ])
    }
  }

  @Test func theyScrollWithTheirSection() throws {
    let size = LayoutSize(width: .absolute(100), height: .absolute(80))
    var card = LayoutGroup.horizontal(
      size,
      repeating: .item(
        LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))), count: 2)
    card.supplementaryItems = [Self.corner(Self.tag, .leading, offset: Point(x: -30, y: 0))]
    var section = LayoutSection(group: card)
    section.orthogonalScrollingBehavior = .continuous
    section.decorationItems = [.background(elementKind: ElementKind("back"))]
    try forEachStrategy(section, itemCounts: [20]) { layout, _ in
      layout.setOrthogonalOffset(250, ofSection: 0)
      #expect(
        frames(Self.tag, layout)
          == [
            path(6): Rect(x: 20, y: 38, width: 8, height: 4),
            path(8): Rect(x: 120, y: 38, width: 8, height: 4),
            path(10): Rect(x: 220, y: 38, width: 8, height: 4),
            // Its group begins behind the edge, at 350.
            path(12): Rect(x: 320, y: 38, width: 8, height: 4),
          ].filter { $0.value.overlaps(Self.bounds) })
      // One step above the default of 1, because of the decoration (CL-14).
      let tag = layout.layoutAttributesForSupplementaryElement(
        ofKind: Self.tag, at: ElementPath(path(8)))
      #expect(tag?.zIndex == 2)
      let strip = Rect(x: 318, y: 0, width: 10, height: 80)
      #expect(frames(Self.tag, layout, in: strip).keys.sorted() == [path(12)])
    }
  }

  // MARK: Errors

  private static func error(_ group: LayoutGroup) -> String? {
    let layout = CompositionalLayout { _, _ in
      var section = LayoutSection(group: group)
      section.boundarySupplementaryItems = [
        LayoutBoundarySupplementaryItem(
          LayoutSize(width: .fractionalWidth(1), height: .absolute(10)),
          elementKind: .sectionHeader, alignment: .top)
      ]
      return section
    }
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [3])
    do throws(LayoutError) {
      try session.layoutIfNeeded()
      return nil
    } catch {
      return error.description
    }
  }

  @Test func eachErrorNamesItsPlace() {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
    func row(_ items: [LayoutSupplementaryItem], _ members: [LayoutSubitem]) -> LayoutGroup {
      var group = LayoutGroup.horizontal(size, subitems: members)
      group.supplementaryItems = items
      return group
    }
    let item = LayoutSubitem.item(LayoutItem(size))
    let badged = LayoutSubitem.item(LayoutItem(size, supplementaryItems: [Self.whole(Self.tag)]))
    let repeated =
      "the kind \(Self.tag) belongs to another supplementary element as well; give each "
      + "its own"
    #expect(
      Self.error(row([Self.whole(Self.tag), Self.whole(Self.tag)], [item]))
        == "section 0 > group > supplementary item 1: \(repeated)")
    #expect(
      Self.error(row([Self.whole(Self.tag)], [item, badged]))
        == "section 0 > group > subitem 1 > supplementary item 0: \(repeated)")
    let inner = LayoutSubitem.group(row([Self.whole(Self.tag)], [item]))
    #expect(
      Self.error(row([Self.whole(Self.tag)], [item, inner]))
        == "section 0 > group > subitem 1 > supplementary item 0: \(repeated)")
    #expect(
      Self.error(row([Self.whole(.sectionHeader)], [item]))?
        .hasPrefix("section 0 > group > supplementary item 0: the kind") == true)
    #expect(
      Self.error(row([Self.corner(Self.tag, .top, offset: Point(x: .nan, y: 0))], [item]))?
        .hasPrefix("section 0 > group > supplementary item 0: the offset is") == true)
    #expect(
      Self.error(
        row(
          [
            LayoutSupplementaryItem(
              LayoutSize(width: .fractionalWidth(2), height: .absolute(1)), elementKind: Self.tag,
              containerAnchor: SupplementaryAnchor(edges: .top))
          ], [item]))
        == "section 0 > group > supplementary item 0: the width is 2.0 of the container; give at "
        + "most 1")
    // Siblings may have one kind: their paths differ.
    #expect(Self.error(row([], [inner, inner])) == nil)
  }

  @Test func theyCountAsMembers() {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
    var group = LayoutGroup.horizontal(size, subitems: [.item(LayoutItem(size))])
    group.supplementaryItems = Array(repeating: Self.whole(Self.tag), count: 1 << 16)
    #expect(
      Self.error(group)
        == "section 0 > group: the description has more than 65536 members at all depths; repeat a "
        + "member instead")
  }
}
