import Changesets
import Geometry
import Layouts
import Testing

/// Frames of items and decorations in groups that are not full, have insets or have no room.
struct CompositionalRoomTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)

  /// Calls `body` with a prepared layout of `section` over each index.
  private static func forEachStrategy(
    _ section: LayoutSection, itemCount: Int,
    _ body: (CompositionalLayout, LayoutSession) throws -> Void
  ) throws {
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: section, extents: strategy)
      let session = LayoutSession(layout, bounds: bounds, itemCounts: [itemCount])
      try session.layoutIfNeeded()
      try body(layout, session)
    }
  }

  /// Returns the frames of cells, each from a query for it alone.
  private static func frames(_ layout: CompositionalLayout, _ itemCount: Int) -> [Rect] {
    (0..<itemCount).compactMap {
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: $0))?.frame
    }
  }

  /// An item of a line sizes itself (CL-9), also if the line is not full (CL-20).
  @Test func anItemAloneOnTheLastLineIsAsLongAsItPrefers() throws {
    let half = LayoutItem(LayoutSize(width: .fractionalWidth(0.5), height: .estimated(40)))
    let line = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(40)), subitems: [.item(half)])
    try Self.forEachStrategy(LayoutSection(group: line), itemCount: 3) { layout, session in
      try session.prefer(Size(width: 160, height: 70), forItemAt: ItemPath(section: 0, item: 2))
      try session.settle()
      let expected = [
        Rect(x: 0, y: 0, width: 160, height: 40), Rect(x: 160, y: 0, width: 160, height: 40),
        Rect(x: 0, y: 40, width: 160, height: 70),
      ]
      #expect(Self.frames(layout, 3) == expected)
      #expect(layout.layoutAttributesForElements(in: Self.bounds).map(\.frame) == expected)
    }
  }

  /// The insets lie within the size of the group (CL-4), so within each line.
  @Test func aLineThatWrapsKeepsTheInsetsOfItsGroup() throws {
    let item = LayoutItem(LayoutSize(width: .estimated(100), height: .absolute(20)))
    var line = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(40)), subitems: [.item(item)])
    line.contentInsets = EdgeInsets(top: 5, left: 10, bottom: 0, right: 0)
    try Self.forEachStrategy(LayoutSection(group: line), itemCount: 4) { layout, session in
      try session.prefer(Size(width: 200, height: 20), forItemAt: ItemPath(section: 0, item: 1))
      try session.settle()
      let expected = [
        Rect(x: 10, y: 5, width: 100, height: 20), Rect(x: 110, y: 5, width: 200, height: 20),
        Rect(x: 10, y: 45, width: 100, height: 20), Rect(x: 110, y: 45, width: 100, height: 20),
      ]
      #expect(Self.frames(layout, 4) == expected)
      #expect(layout.layoutAttributesForElements(in: Self.bounds).map(\.frame) == expected)
      #expect(layout.contentSize.height == 80)
    }
  }

  /// Only lengths whose sums are infinite are an error (CL-23); those of this line are not.
  @Test func aLineThatWrapsMayEndFarFromTheContentsEdge() throws {
    let (inset, width) = (0.75e308, 0.5e308)
    let item = LayoutItem(LayoutSize(width: .estimated(width), height: .absolute(20)))
    let line = LayoutGroup.horizontal(
      LayoutSize(width: .absolute(width * 2), height: .absolute(40)), subitems: [.item(item)])
    var section = LayoutSection(group: line)
    section.contentInsets = EdgeInsets(top: 0, left: inset, bottom: 0, right: 0)
    try Self.forEachStrategy(section, itemCount: 3) { layout, _ in
      #expect(
        Self.frames(layout, 3) == [
          Rect(x: inset, y: 0, width: width, height: 20),
          Rect(x: inset + width, y: 0, width: width, height: 20),
          Rect(x: inset, y: 40, width: width, height: 20),
        ])
    }
  }

  // MARK: Measured groups

  /// Returns a section whose measured groups have two labels (CL-24).
  private static func pairs(
    height: LayoutDimension, labelHeight: LayoutDimension
  ) -> LayoutSection {
    let label = LayoutItem(LayoutSize(width: .estimated(50), height: labelHeight))
    return LayoutSection(
      group: .horizontal(
        LayoutSize(width: .estimated(100), height: height),
        subitems: [.item(label), .item(label)]))
  }

  /// The insets of the section leave the group no room (CL-1), and its items have no extent (CL-3).
  @Test func itemsOfAMeasuredGroupWithoutExtentHaveNone() throws {
    var section = Self.pairs(height: .fractionalHeight(1), labelHeight: .absolute(20))
    section.contentInsets = EdgeInsets(top: 240, left: 0, bottom: 240, right: 0)
    try Self.forEachStrategy(section, itemCount: 1) { layout, _ in
      #expect(Self.frames(layout, 1) == [Rect(x: 0, y: 240, width: 50, height: 0)])
      #expect(layout.layoutAttributesForElements(in: Self.bounds).isEmpty)
    }
  }

  @Test func itemsOfAMeasuredGroupOfHalfAPointAreThere() throws {
    let section = Self.pairs(height: .absolute(0.5), labelHeight: .absolute(0.5))
    try Self.forEachStrategy(section, itemCount: 1) { layout, _ in
      let expected = [Rect(x: 0, y: 0, width: 50, height: 0.5)]
      #expect(Self.frames(layout, 1) == expected)
      #expect(layout.layoutAttributesForElements(in: Self.bounds).map(\.frame) == expected)
    }
  }

  // MARK: Supplementary items

  /// The items of a group without extent have none (CL-3), so the groups within it have no
  /// supplementary items (CL-25).
  @Test func groupsWithinAGroupWithoutExtentHaveNoSupplementaryItems() throws {
    let kind = ElementKind("badge")
    var inner = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(20)),
      subitems: [
        .item(LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1))))
      ])
    inner.supplementaryItems = [
      LayoutSupplementaryItem(
        LayoutSize(width: .absolute(8), height: .absolute(4)), elementKind: kind,
        containerAnchor: SupplementaryAnchor(edges: .top))
    ]
    var section = LayoutSection(
      group: .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)),
        subitems: [.group(inner)]))
    section.contentInsets = EdgeInsets(top: 240, left: 0, bottom: 240, right: 0)
    try Self.forEachStrategy(section, itemCount: 1) { layout, _ in
      #expect(Self.frames(layout, 1) == [Rect(x: 0, y: 240, width: 320, height: 0)])
      #expect(
        layout.layoutAttributesForSupplementaryElement(ofKind: kind, at: ElementPath([0, 0]))
          == nil)
      #expect(layout.layoutAttributesForElements(in: Self.bounds).isEmpty)
    }
  }

  // MARK: Decorations

  /// Room is never negative (CL-1), and an element without width is not visible (FL-30).
  @Test func aDecorationWithInsetsWiderThanTheContentHasNoWidth() throws {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
    var section = LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
    let kind = ElementKind("background")
    var background = LayoutDecorationItem.background(elementKind: kind)
    background.contentInsets = EdgeInsets(top: 0, left: 200, bottom: 0, right: 200)
    section.decorationItems = [background]
    try Self.forEachStrategy(section, itemCount: 1) { layout, _ in
      #expect(
        layout.layoutAttributes(for: .decoration(kind, ElementPath([0, 0])))?.frame
          == Rect(x: 200, y: 0, width: 0, height: 50))
      #expect(
        layout.layoutAttributesForElements(in: Self.bounds).map(\.element)
          == [.cell(ItemPath(section: 0, item: 0))])
    }
  }
}
