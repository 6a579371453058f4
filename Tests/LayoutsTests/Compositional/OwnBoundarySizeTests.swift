import Changesets
import Geometry
import Layouts
import Testing

/// Sizes of headers and of other boundary items that are out of the ordinary.
struct OwnBoundarySizeTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)

  /// Returns a section of rows of 50 points.
  private static func section(_ boundary: [LayoutBoundarySupplementaryItem]) -> LayoutSection {
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
    var section = LayoutSection(group: .horizontal(row, subitems: [.item(LayoutItem(row))]))
    section.boundarySupplementaryItems = boundary
    return section
  }

  private static func header(
    _ alignment: RectAlignment, offset: Double = 0
  ) -> LayoutBoundarySupplementaryItem {
    LayoutBoundarySupplementaryItem(
      LayoutSize(width: .estimated(100), height: .estimated(20)), elementKind: .sectionHeader,
      alignment: alignment, absoluteOffset: Point(x: offset, y: 0))
  }

  /// The header of a section, and that of all content.
  @Test(arguments: [[1, 0], [0]]) func anErrorNamesTheHeader(_ path: [Int]) throws {
    var configuration = CompositionalLayoutConfiguration()
    if path.count == 1 { configuration.boundarySupplementaryItems = [Self.header(.top)] }
    let layout = CompositionalLayout(
      section: Self.section(path.count == 1 ? [] : [Self.header(.top)]),
      configuration: configuration)
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2, 2])
    try session.layoutIfNeeded()
    let header = LayoutElement.supplementary(.sectionHeader, ElementPath(path))
    let size = Size(width: 320, height: -1)
    let context = FlowLayoutInvalidationContext()
    context.preferredSupplementarySizes[header] = size
    layout.invalidateLayout(with: context)
    #expect(throws: LayoutError.frame(header, Rect(origin: .zero, size: size))) {
      try session.layoutIfNeeded()
    }
  }

  /// A header that sizes itself in the pass of an update, and a footer behind all that is inserted.
  @Test func boundaryItemsWereWhereTheyWereBeforeAnUpdate() throws {
    for strategy in allStrategies {
      var configuration = CompositionalLayoutConfiguration()
      configuration.boundarySupplementaryItems = [
        LayoutBoundarySupplementaryItem(
          LayoutSize(width: .fractionalWidth(1), height: .absolute(30)),
          elementKind: .sectionFooter, alignment: .bottom)
      ]
      let layout = CompositionalLayout(
        section: Self.section([Self.header(.top)]), configuration: configuration,
        extents: strategy)
      let host = SettableHost(bounds: Self.bounds, itemCounts: [2, 2])
      layout.host = host
      _ = try layout.prepareIfNeeded()
      let header = LayoutElement.supplementary(.sectionHeader, [0, 0])
      let footer = LayoutElement.supplementary(.sectionFooter, [0])
      let before = [header, footer].map { layout.layoutAttributes(for: $0) }
      #expect(before.map { $0?.frame.minY } == [0, 240])
      let context = FlowLayoutInvalidationContext()
      context.preferredSupplementarySizes[header] = Size(width: 320, height: 70)
      layout.invalidateLayout(with: context)
      host.itemCounts = [2, 3]
      let update = FlowLayoutInvalidationContext()
      update.change = Changeset(insertedItems: [ItemPath(section: 1, item: 0)])
      layout.invalidateLayout(with: update)
      _ = try layout.prepareIfNeeded()
      #expect(layout.layoutAttributes(for: header)?.frame.size.height == 70)
      #expect(layout.layoutAttributes(for: footer)?.frame.minY == 340)
      for order in [[0, 1], [1, 0]] {
        for place in order {
          let element = [header, footer][place]
          #expect(layout.layoutAttributesBeforeUpdate(of: element) == before[place])
        }
      }
      withExtendedLifetime(host) {}
    }
  }

  /// It has a finite width, and begins at a finite place.
  @Test func aHeaderThatEndsBeyondAllNumbersIsRefused() throws {
    let layout = CompositionalLayout(
      section: Self.section([Self.header(.topLeading, offset: 1e308)]))
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [1])
    try session.layoutIfNeeded()
    let header = LayoutElement.supplementary(.sectionHeader, ElementPath([0, 0]))
    let before = layout.layoutAttributes(for: header)
    #expect(before?.frame.minX == 1e308)
    try session.prefer(Size(width: 1e308, height: 20), for: header)
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) { try session.settle() }
    #expect(layout.layoutAttributes(for: header) == before)
  }

  /// An item in the middle of its section is much longer than the section.
  @Test func aLongItemInTheMiddleIsFoundFromItsEnd() throws {
    for strategy in allStrategies {
      let layout = CompositionalLayout(
        section: Self.section([Self.header(.leading)]), extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [1])
      try session.layoutIfNeeded()
      let header = LayoutElement.supplementary(.sectionHeader, ElementPath([0, 0]))
      try session.prefer(Size(width: 100, height: 300), for: header)
      try session.settle()
      let found = layout.layoutAttributesForElements(
        in: Rect(x: 0, y: 170, width: 320, height: 5))
      #expect(found.map(\.frame) == [Rect(x: 0, y: -125, width: 100, height: 300)])
    }
  }

  // MARK: What stays in place

  private static func session(
    _ boundary: [LayoutBoundarySupplementaryItem], at offset: Double
  ) throws -> LayoutSession {
    let session = LayoutSession(
      CompositionalLayout(section: section(boundary)), bounds: bounds, itemCounts: [40, 40])
    try session.layoutIfNeeded()
    try session.scroll(to: Point(x: 0, y: offset))
    return session
  }

  /// A header that is seen as a whole grows away from its beginning, another one out of sight.
  @Test(arguments: [(0.0, 0.0, 0), (5, 35, 0), (2_010, 2_010, 1)])
  func aHeaderKeepsItsBeginning(offset: Double, expected: Double, section: Int) throws {
    let session = try Self.session([Self.header(.top)], at: offset)
    try session.prefer(
      Size(width: 320, height: 50),
      for: .supplementary(.sectionHeader, ElementPath([section, 0])))
    try session.settle()
    #expect(session.bounds.minY == expected)
  }

  /// An item over the end of the rows begins earlier when it grows, and moves no row.
  @Test func anItemOverTheRowsMovesNone() throws {
    var label = Self.header(.bottom)
    label.extendsBoundary = false
    var section = Self.section([label])
    section.contentInsets.bottom = 60
    let session = LayoutSession(
      CompositionalLayout(section: section), bounds: Self.bounds, itemCounts: [40, 40])
    try session.layoutIfNeeded()
    // Between the last row, which ends at 2,000, and the next section, at 2,060.
    try session.scroll(to: Point(x: 0, y: 2_010))
    let element = LayoutElement.supplementary(.sectionHeader, ElementPath([0, 0]))
    func start() -> Double? { session.layout.layoutAttributes(for: element)?.frame.minY }
    #expect(start() == 2_040)
    try session.prefer(Size(width: 100, height: 30), for: element)
    try session.settle()
    #expect(session.bounds.minY == 2_010)
    #expect(start() == 2_030)
  }

  /// The second header is seen in part, and the badge of the row before it lies over its end.
  @Test func aBadgeIsNotTheAnchor() throws {
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(20))
    var group = LayoutGroup.horizontal(row, subitems: [.item(LayoutItem(row))])
    group.supplementaryItems = [
      LayoutSupplementaryItem(
        LayoutSize(width: .absolute(8), height: .absolute(4)), elementKind: ElementKind("badge"),
        containerAnchor: SupplementaryAnchor(
          edges: [.top, .leading], offset: .absolute(Point(x: 0, y: 35))))
    ]
    var section = LayoutSection(group: group)
    section.boundarySupplementaryItems = [Self.header(.top)]
    let session = LayoutSession(
      CompositionalLayout(section: section), bounds: Self.bounds, itemCounts: [2, 60])
    try session.layoutIfNeeded()
    // The second header begins at 60, the badge at 75, and the row behind the header at 80.
    try session.scroll(to: Point(x: 0, y: 65))
    let badge = LayoutElement.supplementary(ElementKind("badge"), ElementPath([0, 1]))
    #expect(session.layout.layoutAttributes(for: badge)?.frame.minY == 75)
    try session.prefer(
      Size(width: 320, height: 50), for: .supplementary(.sectionHeader, ElementPath([1, 0])))
    try session.settle()
    #expect(session.bounds.minY == 95)
  }
}
