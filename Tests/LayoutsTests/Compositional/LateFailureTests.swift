import Changesets
import Geometry
import Layouts
import Testing

/// Passes that fail after the lines have changed: the layout answers as before.
struct LateFailureTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)

  /// Returns a section of rows of `rowHeight` points with a header that sizes itself.
  private static func section(rowHeight: Double, headerHeight: Double) -> LayoutSection {
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(rowHeight))
    var section = LayoutSection(group: .horizontal(row, subitems: [.item(LayoutItem(row))]))
    section.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        LayoutSize(width: .estimated(100), height: .estimated(headerHeight)),
        elementKind: .sectionHeader, alignment: .top)
    ]
    return section
  }

  private static func prepared(
    _ sections: [LayoutSection]
  ) throws -> (layout: CompositionalLayout, session: LayoutSession, box: DescriptionBox) {
    let box = DescriptionBox()
    box.descriptions = sections
    let layout = CompositionalLayout { section, _ in box.description(section) }
    let session = LayoutSession(layout, bounds: bounds, itemCounts: sections.map { _ in 2 })
    try session.layoutIfNeeded()
    return (layout, session, box)
  }

  private static func header(_ section: Int) -> LayoutElement {
    .supplementary(.sectionHeader, ElementPath([section, 0]))
  }

  /// The new lines are complete before the header's size is looked at.
  @Test func aReloadWithASizeThatIsNoNumberChangesNothing() throws {
    let (layout, session, box) = try Self.prepared([Self.section(rowHeight: 50, headerHeight: 20)])
    let before = layout.layoutAttributesForElements(in: Self.bounds)
    box.descriptions = [Self.section(rowHeight: 70, headerHeight: 20)]
    let context = FlowLayoutInvalidationContext()
    context.preferredSupplementarySizes[Self.header(0)] = Size(width: .nan, height: 30)
    layout.invalidateLayout(with: context)
    layout.invalidateLayout()
    #expect(throws: LayoutError.self) { try session.layoutIfNeeded() }
    #expect(layout.layoutAttributesForElements(in: Self.bounds) == before)
    #expect(layout.contentSize.height == 120)
  }

  /// No header is long by itself, and rows as long as all numbers come with the reload.
  @Test func aReloadThatManyHeadersMakeInfiniteChangesNothing() throws {
    let count = 2_000
    let (layout, session, box) = try Self.prepared(
      Array(repeating: Self.section(rowHeight: 50, headerHeight: 20), count: count))
    let before = layout.layoutAttributesForElements(in: Self.bounds)
    box.descriptions[count - 1] = Self.section(
      rowHeight: .greatestFiniteMagnitude / 2, headerHeight: 20)
    let context = FlowLayoutInvalidationContext()
    for section in 0..<count {
      context.preferredSupplementarySizes[Self.header(section)] = Size(width: 9, height: 0x1p960)
    }
    layout.invalidateLayout(with: context)
    layout.invalidateLayout()
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      try session.layoutIfNeeded()
    }
    #expect(layout.layoutAttributesForElements(in: Self.bounds) == before)
    #expect(layout.contentSize.height == Double(count) * 120)
  }

  /// The other header's size is not taken either.
  @Test(arguments: [0, 1]) func aSizeThatIsNoNumberChangesNothing(section: Int) throws {
    let (layout, session, _) = try Self.prepared([
      Self.section(rowHeight: 50, headerHeight: 20), Self.section(rowHeight: 50, headerHeight: 20),
    ])
    let before = layout.layoutAttributesForElements(in: Self.bounds)
    let context = FlowLayoutInvalidationContext()
    context.preferredSupplementarySizes[Self.header(section)] = Size(width: 100, height: .nan)
    context.preferredSupplementarySizes[Self.header(1 - section)] = Size(width: 100, height: 30)
    layout.invalidateLayout(with: context)
    #expect(throws: LayoutError.self) { try session.layoutIfNeeded() }
    #expect(layout.layoutAttributesForElements(in: Self.bounds) == before)
    #expect(layout.contentSize.height == 240)
  }

  /// The item has its new size before the header's is looked at.
  @Test func anItemKeepsItsSizeIfAHeadersIsNoNumber() throws {
    var section = Self.section(rowHeight: 50, headerHeight: 20)
    let row = LayoutSize(width: .fractionalWidth(1), height: .estimated(50))
    section.group = .horizontal(row, subitems: [.item(LayoutItem(row))])
    let (layout, session, _) = try Self.prepared([section])
    let before = layout.layoutAttributesForElements(in: Self.bounds)
    let context = FlowLayoutInvalidationContext()
    context.preferredSizes[ItemPath(section: 0, item: 0)] = Size(width: 320, height: 70)
    context.preferredSupplementarySizes[Self.header(0)] = Size(width: 100, height: .nan)
    layout.invalidateLayout(with: context)
    #expect(throws: LayoutError.self) { try session.layoutIfNeeded() }
    #expect(layout.layoutAttributesForElements(in: Self.bounds) == before)
    #expect(layout.contentSize.height == 120)
  }

  /// The group's extent follows from the sizes of both items, and is 110 points before.
  @Test func aMeasuredGroupStaysIfAnItemsSizeIsNoNumber() throws {
    let row = LayoutSize(width: .fractionalWidth(1), height: .estimated(40))
    let item = LayoutSubitem.item(LayoutItem(row))
    let (layout, session, _) = try Self.prepared([
      LayoutSection(group: .vertical(row, subitems: [item, item]))
    ])
    try session.prefer(Size(width: 320, height: 70), forItemAt: ItemPath(section: 0, item: 0))
    try session.settle()
    let before = layout.layoutAttributesForElements(in: Self.bounds)
    let context = FlowLayoutInvalidationContext()
    context.preferredSizes[ItemPath(section: 0, item: 1)] = Size(width: 320, height: .nan)
    layout.invalidateLayout(with: context)
    #expect(throws: LayoutError.self) { try session.layoutIfNeeded() }
    #expect(layout.layoutAttributesForElements(in: Self.bounds) == before)
    #expect(layout.contentSize.height == 110)
  }

  /// A header and a footer of all content, which no section has.
  @Test func aHeaderOfAllContentThatCannotReturnToItsEstimateChangesNothing() throws {
    func bar(
      _ height: Double, _ kind: ElementKind, _ alignment: RectAlignment
    ) -> LayoutBoundarySupplementaryItem {
      LayoutBoundarySupplementaryItem(
        LayoutSize(width: .estimated(100), height: .estimated(height)), elementKind: kind,
        alignment: alignment)
    }
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
    let layout = CompositionalLayout(
      section: LayoutSection(group: .horizontal(row, subitems: [.item(LayoutItem(row))])))
    layout.configuration.boundarySupplementaryItems = [
      bar(1e308, .sectionHeader, .top), bar(20, .sectionFooter, .bottom),
    ]
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2])
    try session.layoutIfNeeded()
    for (kind, height) in [(ElementKind.sectionHeader, 10.0), (.sectionFooter, 1e308)] {
      try session.prefer(
        Size(width: 100, height: height), for: .supplementary(kind, ElementPath([0])))
      try session.settle()
    }
    let before = layout.layoutAttributesForElements(in: Self.bounds)
    let height = layout.contentSize.height
    let context = FlowLayoutInvalidationContext()
    context.invalidateSupplementaryElements(ofKind: .sectionHeader, at: [ElementPath([0])])
    layout.invalidateLayout(with: context)
    #expect(throws: LayoutError.self) { try session.layoutIfNeeded() }
    #expect(layout.layoutAttributesForElements(in: Self.bounds) == before)
    #expect(layout.contentSize.height == height && height.isFinite)
  }

  /// Both headers as long as the first one's estimate exceed all numbers.
  @Test func aHeaderThatCannotReturnToItsEstimateChangesNothing() throws {
    let (layout, session, _) = try Self.prepared([
      Self.section(rowHeight: 50, headerHeight: 1e308),
      Self.section(rowHeight: 50, headerHeight: 20),
    ])
    for (section, height) in [(0, 10.0), (1, 1e308)] {
      try session.prefer(Size(width: 100, height: height), for: Self.header(section))
      try session.settle()
    }
    let before = layout.layoutAttributesForElements(in: Self.bounds)
    let context = FlowLayoutInvalidationContext()
    context.invalidateSupplementaryElements(ofKind: .sectionHeader, at: [ElementPath([0, 0])])
    layout.invalidateLayout(with: context)
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      try session.layoutIfNeeded()
    }
    #expect(layout.layoutAttributes(for: Self.header(0))?.size.height == 10)
    #expect(layout.layoutAttributesForElements(in: Self.bounds) == before)
    #expect(layout.contentSize.height.isFinite)
  }

  /// The widths of both items make the group's, and both as wide as the first one's estimate exceed
  /// all numbers.
  @Test func anItemThatCannotReturnToItsWidthChangesNothing() throws {
    func item(_ width: Double) -> LayoutSubitem {
      .item(LayoutItem(LayoutSize(width: .estimated(width), height: .absolute(20))))
    }
    let row = LayoutGroup.horizontal(
      LayoutSize(width: .estimated(100), height: .absolute(50)), subitems: [item(1e308), item(10)])
    let (layout, session, _) = try Self.prepared([LayoutSection(group: row)])
    for (number, width) in [(0, 10.0), (1, 1e308)] {
      try session.prefer(
        Size(width: width, height: 20), forItemAt: ItemPath(section: 0, item: number))
      try session.settle()
    }
    let before = layout.layoutAttributesForElements(in: Self.bounds)
    #expect(before.map(\.frame.size.width) == [10, 1e308])
    let context = FlowLayoutInvalidationContext()
    context.invalidateItems(at: [ItemPath(section: 0, item: 0)])
    layout.invalidateLayout(with: context)
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      try session.layoutIfNeeded()
    }
    #expect(layout.layoutAttributesForElements(in: Self.bounds) == before)
  }

  /// The second header lies over its rows, and makes nothing longer.
  @Test func aHeaderThatWouldMoveAnotherOneToInfinityChangesNothing() throws {
    var covered = Self.section(rowHeight: 50, headerHeight: 20)
    covered.boundarySupplementaryItems[0].extendsBoundary = false
    let (layout, session, _) = try Self.prepared([
      Self.section(rowHeight: 50, headerHeight: 20), covered,
    ])
    try session.prefer(Size(width: 100, height: 1e308), for: Self.header(1))
    try session.settle()
    let before = layout.layoutAttributesForElements(in: Self.bounds)
    #expect(throws: LayoutError.contentExtent(.vertical, 1e308)) {
      try session.prefer(Size(width: 100, height: 1e308), for: Self.header(0))
      try session.settle()
    }
    #expect(layout.layoutAttributesForElements(in: Self.bounds) == before)
    #expect(layout.contentSize.height == 220)
  }

  /// Many heights make the layout forget the shapes that no section has, but not how far behind the
  /// content the footer lies.
  @Test func aHeaderOfManyHeightsMovesNoFooterToInfinity() throws {
    let layout = CompositionalLayout(section: Self.section(rowHeight: 50, headerHeight: 20))
    layout.configuration.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(20)),
        elementKind: .sectionFooter, alignment: .bottom, absoluteOffset: Point(x: 0, y: 1e308))
    ]
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2])
    try session.layoutIfNeeded()
    for height in 21...120 {
      try session.prefer(Size(width: 100, height: Double(height)), for: Self.header(0))
      try session.settle()
    }
    #expect(throws: LayoutError.contentExtent(.vertical, 1e308)) {
      try session.prefer(Size(width: 100, height: 1e308), for: Self.header(0))
      try session.settle()
    }
    #expect(layout.layoutAttributes(for: Self.header(0))?.size.height == 120)
    #expect(layout.contentSize.height == 240)
  }
}
