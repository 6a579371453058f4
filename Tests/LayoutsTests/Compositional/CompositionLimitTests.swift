import Changesets
import Geometry
import Layouts
import Testing

/// Lengths that are finite, with sums that are not.
struct CompositionLimitTests {
  private static let huge = 1e308
  private static let whole = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
  private static let overflow = "the sum of its lengths is infinite; give smaller lengths"

  private static var section: LayoutSection {
    LayoutSection(group: .horizontal(whole, subitems: [.item(LayoutItem(whole))]))
  }

  private static func error(
    _ section: LayoutSection,
    _ configuration: CompositionalLayoutConfiguration = CompositionalLayoutConfiguration()
  ) -> LayoutError? {
    let layout = CompositionalLayout(configuration: configuration) { number, _ in
      number == 2 ? section : Self.section
    }
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [3, 3, 3])
    do throws(LayoutError) {
      try session.layoutIfNeeded()
    } catch {
      return error
    }
    for attributes in layout.layoutAttributesForElements(
      in: Rect(x: 0, y: 0, width: 1.7e308, height: 1.7e308))
    {
      let frame = attributes.frame
      let edges = [frame.minX, frame.minY, frame.maxX, frame.maxY]
      #expect(edges.allSatisfy { $0.isFinite }, "\(attributes)")
    }
    #expect(layout.contentSize.height.isFinite)
    return nil
  }

  private static func header(
    _ extent: Double, _ kind: String, _ alignment: RectAlignment = .top, offset: Point = .zero
  ) -> LayoutBoundarySupplementaryItem {
    LayoutBoundarySupplementaryItem(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(extent)),
      elementKind: ElementKind(kind), alignment: alignment, absoluteOffset: offset)
  }

  @Test func aGroupsSizeIsFinite() {
    let item = LayoutItem(LayoutSize(width: .absolute(Self.huge), height: .absolute(10)))
    let open = LayoutSize(width: .estimated(10), height: .absolute(50))
    let row = LayoutGroup.horizontal(open, subitems: [.item(item), .item(item)])
    #expect(
      Self.error(LayoutSection(group: row))?.description == "section 2 > group: \(Self.overflow)")
    let outer = LayoutGroup.horizontal(
      Self.whole, subitems: [.item(LayoutItem(Self.whole)), .group(row)])
    #expect(
      Self.error(LayoutSection(group: outer))?.description
        == "section 2 > group > subitem 1: \(Self.overflow)")
    #expect(
      Self.error(LayoutSection(group: .horizontal(open, subitems: [.item(item)]))) == nil)
  }

  @Test func theFramesOfAGroupAreFinite() {
    var row = LayoutGroup.horizontal(
      Self.whole, repeating: .item(LayoutItem(Self.whole)), count: 3)
    row.interItemSpacing = .fixed(Self.huge)
    #expect(
      Self.error(LayoutSection(group: row))?.description == "section 2 > group: \(Self.overflow)")
    let frames = [
      Rect(x: 0, y: 0, width: Self.huge, height: 1),
      Rect(x: Self.huge, y: 0, width: Self.huge, height: 1),
    ]
    let custom = LayoutGroup.custom(Self.whole) { _ in frames.map { CustomGroupItem(frame: $0) } }
    #expect(
      Self.error(LayoutSection(group: custom))?.description
        == "section 2 > group > custom item 1: \(Self.overflow)")
  }

  /// The frames of the row as it is solved, also where it then does not fit.
  @Test func aGroupWithinAGroupIsNamedForItsFrames() {
    let item = LayoutSubitem.item(LayoutItem(Self.whole))
    var row = LayoutGroup.horizontal(Self.whole, repeating: item, count: 3)
    row.interItemSpacing = .fixed(Self.huge)
    let outer = LayoutGroup.horizontal(Self.whole, subitems: [item, .group(row)])
    #expect(
      Self.error(LayoutSection(group: outer))?.description
        == "section 2 > group > subitem 1: \(Self.overflow)")
    let rows = LayoutGroup.vertical(Self.whole, repeating: .group(row), count: 2)
    #expect(
      Self.error(LayoutSection(group: rows))?.description
        == "section 2 > group > subitem 0: \(Self.overflow)")
  }

  /// The group with a badge ends at an infinite place, which its item does not.
  @Test func aGroupWithinAGroupIsNamedForTheFrameOfAMemberWithABadge() {
    let item = LayoutItem(LayoutSize(width: .absolute(10), height: .absolute(50)))
    var wide = LayoutGroup.vertical(
      LayoutSize(width: .absolute(Self.huge), height: .absolute(50)), subitems: [.item(item)])
    wide.edgeSpacing.leading = .fixed(Self.huge)
    wide.supplementaryItems = [Self.badge(0)]
    let column = LayoutGroup.vertical(Self.whole, subitems: [.group(wide)])
    let outer = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(100)),
      subitems: [.item(LayoutItem(Self.whole)), .group(column)])
    #expect(
      Self.error(LayoutSection(group: outer))?.description
        == "section 2 > group > subitem 1: \(Self.overflow)")
  }

  @Test func aBadgeStaysWithinReach() {
    var item = LayoutItem(Self.whole)
    item.supplementaryItems = [
      LayoutSupplementaryItem(
        Self.whole, elementKind: ElementKind("badge"),
        containerAnchor: SupplementaryAnchor(
          edges: .top, offset: .absolute(Point(x: Self.huge, y: 0))),
        itemAnchor: SupplementaryAnchor(
          edges: .top, offset: .absolute(Point(x: Self.huge, y: 0))))
    ]
    let row = LayoutGroup.horizontal(Self.whole, subitems: [.item(item)])
    #expect(
      Self.error(LayoutSection(group: row))?.description
        == "section 2 > group > subitem 0 > supplementary item 0: \(Self.overflow)")
    var group = LayoutGroup.horizontal(Self.whole, subitems: [.item(LayoutItem(Self.whole))])
    group.supplementaryItems = item.supplementaryItems
    #expect(
      Self.error(LayoutSection(group: group))?.description
        == "section 2 > group > supplementary item 0: \(Self.overflow)")
    let column = LayoutGroup.vertical(Self.whole, subitems: [.group(group)])
    #expect(
      Self.error(LayoutSection(group: column))?.description
        == "section 2 > group > subitem 0 > supplementary item 0: \(Self.overflow)")
  }

  @Test func boundaryItemsAndDecorationsAreFinite() {
    for alignment in [RectAlignment.top, .bottom] {
      let items = [
        Self.header(Self.huge, "first", alignment), Self.header(Self.huge, "second", alignment),
      ]
      var section = Self.section
      section.boundarySupplementaryItems = items
      #expect(
        Self.error(section)?.description == "section 2 > boundary item 1: \(Self.overflow)")
      var configuration = CompositionalLayoutConfiguration()
      configuration.boundarySupplementaryItems = items
      #expect(
        Self.error(Self.section, configuration)?.description
          == "configuration > boundary item 1: \(Self.overflow)")
    }
    var section = Self.section
    section.boundarySupplementaryItems = [
      Self.header(Self.huge, "moved", offset: Point(x: 0, y: Self.huge))
    ]
    #expect(Self.error(section)?.description == "section 2 > boundary item 0: \(Self.overflow)")
    section = Self.section
    var background = LayoutDecorationItem.background(elementKind: ElementKind("background"))
    background.contentInsets = EdgeInsets(top: Self.huge, left: 0, bottom: Self.huge, right: 0)
    section.decorationItems = [background]
    #expect(Self.error(section)?.description == "section 2 > decoration 0: \(Self.overflow)")
  }

  @Test func aBoundaryItemIsFiniteAcrossTheScrollDirection() {
    var section = Self.section
    section.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        LayoutSize(width: .absolute(Self.huge), height: .absolute(10)),
        elementKind: ElementKind("wide"), alignment: .topLeading,
        absoluteOffset: Point(x: Self.huge, y: 0))
    ]
    #expect(Self.error(section)?.description == "section 2 > boundary item 0: \(Self.overflow)")
  }

  /// Returns a badge that begins `distance` points behind the trailing edge, less its width.
  private static func badge(_ distance: Double) -> LayoutSupplementaryItem {
    LayoutSupplementaryItem(
      LayoutSize(width: .absolute(10), height: .absolute(10)), elementKind: ElementKind("badge"),
      containerAnchor: SupplementaryAnchor(
        edges: .trailing, offset: .absolute(Point(x: distance, y: 0))))
  }

  @Test func aBadgeBehindAWideItemOrGroupIsFinite() {
    let wide = LayoutSize(width: .absolute(Self.huge), height: .absolute(50))
    let item = LayoutItem(Self.whole, supplementaryItems: [Self.badge(Self.huge)])
    let row = LayoutGroup.horizontal(wide, subitems: [.item(item)])
    #expect(
      Self.error(LayoutSection(group: row))?.description == "section 2 > group: \(Self.overflow)")
    let narrow = LayoutItem(LayoutSize(width: .absolute(10), height: .absolute(50)))
    var column = LayoutGroup.vertical(wide, subitems: [.item(narrow)])
    #expect(Self.error(LayoutSection(group: column)) == nil)
    column.supplementaryItems = [Self.badge(Self.huge)]
    #expect(
      Self.error(LayoutSection(group: column))?.description
        == "section 2 > group: \(Self.overflow)")
  }

  /// Neither the largest number of groups nor what lies beside one is too long by itself.
  @Test func theLastGroupOfAnOrthogonalSectionIsFinite() {
    let distance = 0.85e308
    let wide = LayoutItem(LayoutSize(width: .absolute(distance), height: .absolute(50)))
    let badged = LayoutItem(Self.whole, supplementaryItems: [Self.badge(distance)])
    for (item, isTooLong) in [(LayoutItem(Self.whole), false), (wide, true), (badged, true)] {
      var section = LayoutSection(group: .vertical(Self.whole, subitems: [.item(item)]))
      section.orthogonalScrollingBehavior = .continuous
      #expect(Self.error(section) == nil)
      section.interGroupSpacing = 1.1e289
      let expected: String? = isTooLong ? "section 2: \(Self.overflow)" : nil
      #expect(Self.error(section)?.description == expected)
    }
  }

  @Test func theStepOfAnOrthogonalSectionIsFinite() {
    var section = Self.section
    section.orthogonalScrollingBehavior = .groupPaging
    section.interGroupSpacing = Self.huge
    #expect(Self.error(section)?.description == "section 2: \(Self.overflow)")
    section.interGroupSpacing = 1e280
    #expect(Self.error(section) == nil)
  }

  @Test func theContentIsFinite() {
    var configuration = CompositionalLayoutConfiguration()
    configuration.boundarySupplementaryItems = [Self.header(Self.huge, "header")]
    var section = Self.section
    #expect(Self.error(section, configuration) == nil)
    section.boundarySupplementaryItems = [Self.header(Self.huge, "own")]
    #expect(Self.error(section) == nil)
    #expect(Self.error(section, configuration) == .contentExtent(.vertical, .infinity))
    section = LayoutSection(
      group: .custom(Self.whole) { _ in
        [CustomGroupItem(frame: Rect(x: 0, y: Self.huge, width: 1, height: 1))]
      })
    #expect(Self.error(section) == nil)
    #expect(Self.error(section, configuration) == .contentExtent(.vertical, Self.huge))
    section = Self.section
    var background = LayoutDecorationItem.background(elementKind: ElementKind("background"))
    background.contentInsets.top = Self.huge
    section.decorationItems = [background]
    #expect(Self.error(section, configuration) == .contentExtent(.vertical, Self.huge))
  }

  @Test func contentMayBeAsLongAsNumbersGo() throws {
    let tall = LayoutSize(
      width: .fractionalWidth(1), height: .absolute(.greatestFiniteMagnitude))
    let section = LayoutSection(group: .horizontal(tall, subitems: [.item(LayoutItem(tall))]))
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: section, extents: strategy)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [1])
      try session.layoutIfNeeded()
      #expect(layout.contentSize.height == .greatestFiniteMagnitude)
    }
  }

  @Test func preferredSizesLeaveTheFramesOfAMeasuredGroupFinite() throws {
    let item = LayoutItem(LayoutSize(width: .estimated(10), height: .absolute(20)))
    let row = LayoutGroup.horizontal(
      LayoutSize(width: .estimated(10), height: .absolute(50)),
      subitems: [.item(item), .item(item)])
    let layout = CompositionalLayout(section: LayoutSection(group: row))
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [4])
    try session.layoutIfNeeded()
    let size = Size(width: Self.huge, height: 20)
    try session.prefer(size, forItemAt: ItemPath(section: 0, item: 0))
    try session.settle()
    let before = layout.layoutAttributesForElements(in: session.bounds)
    let error = #expect(throws: LayoutError.self) {
      try session.prefer(size, forItemAt: ItemPath(section: 0, item: 1))
      try session.settle()
    }
    #expect(error == .contentExtent(.vertical, .infinity))
    #expect(layout.layoutAttributesForElements(in: session.bounds) == before)
    #expect(
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 1))?.frame
        == Rect(x: Self.huge, y: 0, width: 10, height: 20))
  }

  /// The first item of the line ends at a finite place, but the second does not.
  @Test func aLineThatWrapsIsFinite() {
    let width = 0.5e308
    let item = LayoutItem(LayoutSize(width: .estimated(width), height: .absolute(20)))
    let line = LayoutGroup.horizontal(
      LayoutSize(width: .absolute(width * 2), height: .absolute(40)), subitems: [.item(item)])
    var section = LayoutSection(group: line)
    section.contentInsets = EdgeInsets(top: 0, left: 0.75e308, bottom: 0, right: 0)
    #expect(Self.error(section) == nil)
    section.contentInsets.left = 0.8e308
    #expect(Self.error(section)?.description == "section 2 > group: \(Self.overflow)")
  }

  /// Neither the line nor its item with the badge is too long by itself.
  @Test func aBadgeBehindTheEndOfALineThatWrapsIsFinite() {
    for (distance, isTooLong) in [(10.0, false), (Self.huge, true)] {
      let item = LayoutItem(
        LayoutSize(width: .estimated(0.1 * Self.huge), height: .absolute(20)),
        supplementaryItems: [Self.badge(distance)])
      let line = LayoutGroup.horizontal(
        LayoutSize(width: .absolute(Self.huge), height: .absolute(40)), subitems: [.item(item)])
      let expected: String? = isTooLong ? "section 2 > group: \(Self.overflow)" : nil
      #expect(Self.error(LayoutSection(group: line))?.description == expected)
    }
  }
}
