import Changesets
import Geometry
import Layouts
import Testing

/// Queries of sections that scroll by themselves find every element whose frame overlaps the
/// rectangle, also of tiny groups, far outside of their group and at huge distances.
struct OrthogonalQueryTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)

  private static func section(
    _ width: LayoutDimension, height: Double, leadingInset: Double = 0
  ) -> LayoutSection {
    let card = LayoutSize(width: width, height: .absolute(height))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.contentInsets = EdgeInsets(top: 0, left: leadingInset, bottom: 0, right: 0)
    section.orthogonalScrollingBehavior = .continuous
    return section
  }

  private static func items(_ layout: CompositionalLayout, in rect: Rect) -> [Int] {
    layout.layoutAttributesForElements(in: rect).compactMap(\.itemPath?.item)
  }

  /// Returns the items of section 0 whose own frames overlap `rect`.
  private static func overlappingItems(
    _ layout: CompositionalLayout, _ rect: Rect, of count: Int
  ) -> [Int] {
    (0..<count).filter { item in
      let path = ItemPath(section: 0, item: item)
      return layout.layoutAttributesForItem(at: path)?.frame.overlaps(rect) == true
    }
  }

  @Test func groupsOfHalfAPointAreFound() throws {
    let layout = CompositionalLayout(section: Self.section(.absolute(0.5), height: 0.5))
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [1_000])
    try session.layoutIfNeeded()
    #expect(Self.items(layout, in: Rect(x: 10, y: 0, width: 1, height: 1)) == [20, 21])
  }

  /// Pixels are so large that all groups round down to one, and up to it from a point before.
  @Test func groupsWithinOnePixelAreFound() throws {
    let layout = CompositionalLayout(section: Self.section(.absolute(0.25), height: 20))
    layout.pixelScale = 0x1p-20
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 1, height: 480), itemCounts: [8])
    try session.layoutIfNeeded()
    for offset in [0.0, 1] {
      layout.setOrthogonalOffset(offset, ofSection: 0)
      #expect(layout.orthogonalOffset(ofSection: 0) == offset)
      let found = layout.layoutAttributesForElements(
        in: Rect(x: 0, y: 0, width: 0.125, height: 20))
      #expect(found.count == 8 && found.allSatisfy { $0.frame.minX == 0 })
    }
  }

  /// So far from 0 that positions round by more than a group.
  @Test func groupsBehindAHugeMarginAreFound() throws {
    let layout = CompositionalLayout(
      section: Self.section(.absolute(1.5), height: 20, leadingInset: 0x1p54))
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [400])
    try session.layoutIfNeeded()
    layout.setOrthogonalOffset(0x1p54, ofSection: 0)
    #expect(layout.orthogonalOffset(ofSection: 0) == 0x1p54)
    let narrow = Rect(x: 16, y: 0, width: 0.1, height: 20)
    #expect(Self.items(layout, in: narrow) == [10, 11, 12])
    #expect(Self.overlappingItems(layout, narrow, of: 400) == [10, 11, 12])
    let wide = Rect(x: 9.4, y: 0, width: 0x1p54, height: 20)
    #expect(Self.items(layout, in: wide) == Self.overlappingItems(layout, wide, of: 400))
    #expect(Self.items(layout, in: wide).first == 4)
  }

  /// Each item lies as far before its group as the groups lie behind the edge.
  @Test func itemsHugeDistancesBeforeTheirGroupsAreFound() throws {
    let size = LayoutSize(width: .absolute(1.5), height: .absolute(20))
    let far = LayoutGroup.custom(size) { _ in
      [CustomGroupItem(frame: Rect(x: -0x1p54, y: 0, width: 1.5, height: 20))]
    }
    var section = Self.section(.absolute(1.5), height: 20, leadingInset: 0x1p54)
    section.group = .horizontal(size, subitems: [.group(far)])
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [400])
    try session.layoutIfNeeded()
    let rect = Rect(x: 16, y: 0, width: 0.1, height: 20)
    #expect(Self.items(layout, in: rect) == [10, 11, 12])
    #expect(Self.overlappingItems(layout, rect, of: 400) == [10, 11, 12])
  }

  /// The positions of groups, some of which have sized themselves, round to every second point, and
  /// those of the rectangle too.
  @Test func groupsWithLengthsOfTheirOwnAreFoundBehindAHugeMargin() throws {
    let layout = CompositionalLayout(
      section: Self.section(.estimated(10), height: 20, leadingInset: 0x1p53))
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [60])
    try session.layoutIfNeeded()
    func prefer(_ width: Double, _ item: Int) throws {
      try session.prefer(
        Size(width: width, height: 20), forItemAt: ItemPath(section: 0, item: item))
      try session.settle()
    }
    try prefer(12, 50)
    for (width, rect, expected) in [
      (4.0, Rect(x: 40.5, y: 0, width: 10, height: 20), [4, 5]),
      (0.9, Rect(x: 50.5, y: 0, width: 0.125, height: 20), [5, 6]),
    ] {
      try prefer(width, 5)
      layout.setOrthogonalOffset(0x1p53, ofSection: 0)
      #expect(layout.orthogonalOffset(ofSection: 0) == 0x1p53)
      #expect(Self.items(layout, in: rect) == expected)
      #expect(Self.overlappingItems(layout, rect, of: 60) == expected)
    }
  }

  /// Badges of 100 points reach into the rectangle from groups before and behind it.
  @Test func badgesOfGroupsOnBothSidesAreFound() throws {
    let (before, behind) = (ElementKind("before"), ElementKind("behind"))
    func badge(
      _ kind: ElementKind, at edge: RectEdges, by own: RectEdges
    ) -> LayoutSupplementaryItem {
      LayoutSupplementaryItem(
        LayoutSize(width: .absolute(100), height: .absolute(10)), elementKind: kind,
        containerAnchor: SupplementaryAnchor(edges: edge),
        itemAnchor: SupplementaryAnchor(edges: own))
    }
    let size = LayoutSize(width: .estimated(20), height: .absolute(30))
    let item = LayoutItem(
      size,
      supplementaryItems: [
        badge(before, at: .leading, by: .trailing), badge(behind, at: .trailing, by: .leading),
      ])
    var section = LayoutSection(group: .horizontal(size, subitems: [.item(item)]))
    section.orthogonalScrollingBehavior = .continuous
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [40])
    try session.layoutIfNeeded()
    // A group that differs from the others, far away.
    try session.prefer(Size(width: 40, height: 30), forItemAt: ItemPath(section: 0, item: 30))
    try session.settle()
    let found = layout.layoutAttributesForElements(
      in: Rect(x: 200, y: 0, width: 10, height: 30))
    func items(_ kind: ElementKind) -> [Int] {
      found.filter { $0.kind == kind }.compactMap(\.path.itemPath?.item)
    }
    #expect(found.filter { $0.category == .cell }.compactMap(\.itemPath?.item) == [10])
    #expect(items(before) == [11, 12, 13, 14, 15])
    #expect(items(behind) == [5, 6, 7, 8, 9])
  }
}
