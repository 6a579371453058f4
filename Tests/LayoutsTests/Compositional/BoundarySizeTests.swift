import Changesets
import Geometry
import Layouts
import Testing

/// Headers and footers that size themselves (CL-12), and sizes that never settle.
struct BoundarySizeTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
  private static let row = LayoutGroup.horizontal(
    LayoutSize(width: .fractionalWidth(1), height: .absolute(50)),
    subitems: [
      .item(LayoutItem(LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1))))
    ])

  private static func bar(
    _ width: LayoutDimension, _ height: LayoutDimension, _ kind: ElementKind,
    _ alignment: RectAlignment
  ) -> LayoutBoundarySupplementaryItem {
    LayoutBoundarySupplementaryItem(
      LayoutSize(width: width, height: height), elementKind: kind, alignment: alignment)
  }

  private static func header(_ section: Int) -> LayoutElement {
    .supplementary(.sectionHeader, ElementPath([section, 0]))
  }

  @Test(arguments: [ExtentStrategy.nested, .flat, .tree].map(\.name))
  func aHeaderMovesWhatIsBehind(_ name: String) throws {
    let strategy = [ExtentStrategy.nested, .flat, .tree].first { $0.name == name }
    var section = LayoutSection(group: Self.row)
    section.boundarySupplementaryItems = [
      Self.bar(.estimated(100), .estimated(20), .sectionHeader, .topTrailing),
      Self.bar(.fractionalWidth(1), .estimated(10), .sectionFooter, .bottom),
    ]
    var configuration = CompositionalLayoutConfiguration()
    configuration.boundarySupplementaryItems = [
      Self.bar(.fractionalWidth(1), .estimated(30), .sectionHeader, .top)
    ]
    let layout = CompositionalLayout(
      section: section, configuration: configuration, extents: strategy ?? .tree)
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2, 2, 2])
    try session.layoutIfNeeded()
    #expect(layout.contentSize.height == 270)
    try session.prefer(Size(width: 60, height: 45), for: Self.header(1))
    try session.prefer(
      Size(width: 1, height: 5), for: .supplementary(.sectionHeader, ElementPath([0])))
    try session.settle()
    #expect(
      layout.layoutAttributes(for: Self.header(1))?.frame
        == Rect(x: 260, y: 85, width: 60, height: 45))
    #expect(
      layout.layoutAttributesForItem(at: ItemPath(section: 1, item: 0))?.frame.minY == 130)
    #expect(layout.contentSize.height == 270)
    // It keeps its size among the sections that move, and loses it in a reload.
    try session.update(Changeset(movedSections: [.init(from: 1, to: 2)])) {
      _ in
    }
    #expect(layout.layoutAttributes(for: Self.header(1))?.frame.size.height == 20)
    #expect(layout.layoutAttributes(for: Self.header(2))?.frame.size.height == 45)
    try session.update(Changeset(reloadedSections: [2])) { _ in }
    #expect(layout.layoutAttributes(for: Self.header(2))?.frame.size.height == 20)
    #expect(layout.contentSize.height == 245)
  }

  /// Headers of many heights make the layout forget the templates and shapes that no section has.
  @Test func aTallFooterIsFoundAmongHeadersOfManyHeights() throws {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(10))
    var section = LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
    var footer = Self.bar(.fractionalWidth(1), .estimated(5), .sectionFooter, .bottom)
    footer.extendsBoundary = false
    section.boundarySupplementaryItems = [
      Self.bar(.fractionalWidth(1), .estimated(20), .sectionHeader, .top), footer,
    ]
    let layout = CompositionalLayout(section: section)
    let count = 100
    let session = LayoutSession(
      layout, bounds: Self.bounds, itemCounts: Array(repeating: 1, count: count))
    try session.layoutIfNeeded()
    // From the end of its row it reaches beyond the header, into the section before.
    let tall = LayoutElement.supplementary(.sectionFooter, ElementPath([count - 1, 0]))
    try session.prefer(Size(width: 320, height: 60), for: tall)
    for number in 0..<count - 1 {
      try session.prefer(Size(width: 320, height: 21 + Double(number)), for: Self.header(number))
      try session.settle()
      let frame = try #require(layout.layoutAttributes(for: tall)?.frame)
      #expect(frame.size.height == 60)
      let edge = Rect(x: 0, y: frame.minY, width: 320, height: 1)
      #expect(
        layout.layoutAttributesForElements(in: edge).contains { $0.element == tall },
        "\(number) headers")
    }
  }

  @Test func anInvalidatedHeaderReturnsToItsEstimate() throws {
    var section = LayoutSection(group: Self.row)
    section.boundarySupplementaryItems = [
      Self.bar(.fractionalWidth(1), .estimated(20), .sectionHeader, .top)
    ]
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2, 2])
    try session.layoutIfNeeded()
    try session.prefer(Size(width: 0, height: 70), for: Self.header(0))
    try session.settle()
    #expect(layout.contentSize.height == 190)
    let context = FlowLayoutInvalidationContext()
    context.invalidateSupplementaryElements(ofKind: .sectionHeader, at: [ElementPath([0, 0])])
    layout.invalidateLayout(with: context)
    try session.layoutIfNeeded()
    #expect(layout.contentSize.height == 140)
  }

  @Test func aHeaderThatIsTooLongChangesNothing() throws {
    var section = LayoutSection(group: Self.row)
    section.boundarySupplementaryItems = [
      Self.bar(.fractionalWidth(1), .estimated(20), .sectionHeader, .top)
    ]
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2, 2])
    try session.layoutIfNeeded()
    let before = layout.layoutAttributesForElements(in: Self.bounds)
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      for number in 0...1 {
        try session.prefer(Size(width: 0, height: 1.5e308), for: Self.header(number))
      }
      try session.settle()
    }
    #expect(layout.layoutAttributesForElements(in: Self.bounds) == before)
  }

  @Test func sizesThatNeverSettleNameTheirPlace() throws {
    let item = LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .estimated(20)))
    let column = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(0.5), height: .estimated(40)),
      subitems: [.item(item), .item(item)])
    var section = LayoutSection(
      group: .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .estimated(40)),
        subitems: [.group(column), .group(column)]))
    section.boundarySupplementaryItems = [
      Self.bar(.fractionalWidth(1), .absolute(20), .sectionFooter, .bottom),
      Self.bar(.fractionalWidth(1), .estimated(20), .sectionHeader, .top),
    ]
    var configuration = CompositionalLayoutConfiguration()
    configuration.boundarySupplementaryItems = [
      Self.bar(.fractionalWidth(1), .estimated(30), .sectionHeader, .top)
    ]
    let layout = CompositionalLayout(section: section, configuration: configuration)
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [4, 7])
    try session.layoutIfNeeded()
    func error(_ element: LayoutElement) -> String? {
      for height in 41...43 {
        do {
          try session.prefer(Size(width: 9, height: Double(height)), for: element)
          try session.layoutIfNeeded()
        } catch {
          return error.description
        }
      }
      return nil
    }
    let advice = "prefers another size in each pass; return the same size for the same width"
    #expect(
      error(.cell(ItemPath(section: 1, item: 6)))
        == "section 1 > group > subitem 1 > subitem 0: cell [1, 6] \(advice)")
    #expect(
      error(Self.header(1))?.hasPrefix("section 1 > boundary item 1: ") == true)
    #expect(
      error(.supplementary(.sectionHeader, ElementPath([0])))?
        .hasPrefix("configuration > boundary item 0: ") == true)
  }
}
