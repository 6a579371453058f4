import Changesets
import Geometry
import Layouts
import Testing

/// The worked examples of `docs/compositional.md`, and rules that single frames show.
struct CompositionalExamplesTests {
  private static func prepared(
    _ section: LayoutSection, _ counts: [Int],
    _ configuration: CompositionalLayoutConfiguration = .init(),
    _ strategy: ExtentStrategy = .tree
  ) throws -> (layout: CompositionalLayout, session: LayoutSession) {
    let layout = CompositionalLayout(
      section: section, configuration: configuration, extents: strategy)
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: counts)
    try session.layoutIfNeeded()
    return (layout, session)
  }

  private static func cells(_ layout: CompositionalLayout, _ count: Int) -> [Rect] {
    (0..<count).compactMap {
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: $0))?.frame
    }
  }

  private static let quarter = LayoutItem(
    LayoutSize(width: .fractionalWidth(0.25), height: .fractionalHeight(1)))

  private static func row(_ height: Double, _ members: [LayoutSubitem]) -> LayoutGroup {
    .horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(height)), subitems: members)
  }

  @Test func c1FourQuartersFillARow() throws {
    for strategy in allStrategies {
      let section = LayoutSection(group: Self.row(60, [.item(Self.quarter)]))
      let layout = try Self.prepared(section, [5], .init(), strategy).layout
      #expect(
        Self.cells(layout, 5) == [
          Rect(x: 0, y: 0, width: 80, height: 60), Rect(x: 80, y: 0, width: 80, height: 60),
          Rect(x: 160, y: 0, width: 80, height: 60), Rect(x: 240, y: 0, width: 80, height: 60),
          Rect(x: 0, y: 60, width: 80, height: 60),
        ])
      #expect(layout.contentSize == Size(width: 320, height: 120))
    }
  }

  @Test func c2ASpacingLeavesRoomForThree() throws {
    var group = Self.row(60, [.item(Self.quarter)])
    group.interItemSpacing = .fixed(10)
    let layout = try Self.prepared(LayoutSection(group: group), [5]).layout
    #expect(Self.cells(layout, 5).map(\.minX) == [0, 90, 180, 0, 90])
    #expect(Self.cells(layout, 5).map(\.minY) == [0, 0, 0, 60, 60])
  }

  @Test func c3FlexibleSpacingsShareTheRest() throws {
    var group = Self.row(60, [.item(Self.quarter)])
    group.interItemSpacing = .flexible(10)
    let layout = try Self.prepared(LayoutSection(group: group), [5]).layout
    #expect(Self.cells(layout, 5).map(\.minX) == [0, 120, 240, 0, 120])
  }

  @Test func c4GroupsNest() throws {
    let half = LayoutItem(
      LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1)))
    let small = LayoutItem(
      LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(0.5)))
    let column = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1)),
      subitems: [.item(small)])
    let section = LayoutSection(group: Self.row(120, [.item(half), .group(column)]))
    let layout = try Self.prepared(section, [4]).layout
    #expect(
      Self.cells(layout, 4) == [
        Rect(x: 0, y: 0, width: 160, height: 120), Rect(x: 160, y: 0, width: 160, height: 60),
        Rect(x: 160, y: 60, width: 160, height: 60), Rect(x: 0, y: 120, width: 160, height: 120),
      ])
    #expect(layout.contentSize == Size(width: 320, height: 240))
  }

  @Test func c5CountedMembersShareTheLength() throws {
    var group = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(50)),
      repeating: .item(Self.quarter), count: 3)
    group.interItemSpacing = .fixed(10)
    group.contentInsets = EdgeInsets(all: 5)
    let layout = try Self.prepared(LayoutSection(group: group), [2]).layout
    let width = 290.0 / 3
    #expect(
      Self.cells(layout, 2) == [
        Rect(x: 5, y: 5, width: width, height: 40),
        Rect(x: 5 + width + 10, y: 5, width: width, height: 40),
      ])
  }

  @Test func c6ALineIsAsLongAsItsLongestItem() throws {
    for strategy in allStrategies {
      let item = LayoutItem(
        LayoutSize(width: .fractionalWidth(0.5), height: .estimated(40)))
      let group = LayoutGroup.horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .estimated(40)), subitems: [.item(item)])
      let (layout, session) = try Self.prepared(LayoutSection(group: group), [3], .init(), strategy)
      for (item, height) in [30.0, 70].enumerated() {
        try session.prefer(
          Size(width: 160, height: height), forItemAt: ItemPath(section: 0, item: item))
      }
      try session.settle()
      #expect(
        Self.cells(layout, 3) == [
          Rect(x: 0, y: 0, width: 160, height: 30), Rect(x: 160, y: 0, width: 160, height: 70),
          Rect(x: 0, y: 70, width: 160, height: 40),
        ])
      #expect(layout.contentSize == Size(width: 320, height: 110))
    }
  }

  @Test func c7ItemsThatSizeThemselvesAlongTheLineWrap() throws {
    for strategy in allStrategies {
      let item = LayoutItem(LayoutSize(width: .estimated(100), height: .absolute(20)))
      var group = LayoutGroup.horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(20)), subitems: [.item(item)])
      group.interItemSpacing = .fixed(10)
      let (layout, session) = try Self.prepared(LayoutSection(group: group), [3], .init(), strategy)
      #expect(Self.cells(layout, 3).map(\.minX) == [0, 110, 220])
      for (item, width) in [150.0, 150, 200].enumerated() {
        try session.prefer(
          Size(width: width, height: 20), forItemAt: ItemPath(section: 0, item: item))
      }
      try session.settle()
      #expect(
        Self.cells(layout, 3) == [
          Rect(x: 0, y: 0, width: 150, height: 20), Rect(x: 160, y: 0, width: 150, height: 20),
          Rect(x: 0, y: 20, width: 200, height: 20),
        ])
      #expect(layout.contentSize == Size(width: 320, height: 40))
    }
  }

  @Test func itemsOfALineAreAsWideAndAsHighAsTheyPrefer() throws {
    let label = LayoutItem(LayoutSize(width: .estimated(100), height: .estimated(20)))
    let group = LayoutGroup.horizontal(
      LayoutSize(width: .estimated(200), height: .estimated(20)),
      subitems: [.item(label), .item(label)])
    let (layout, session) = try Self.prepared(LayoutSection(group: group), [4])
    for (item, size) in [Size(width: 40, height: 30), Size(width: 60, height: 10)].enumerated() {
      try session.prefer(size, forItemAt: ItemPath(section: 0, item: item))
    }
    try session.settle()
    #expect(
      Self.cells(layout, 4) == [
        Rect(x: 0, y: 0, width: 40, height: 30), Rect(x: 40, y: 0, width: 60, height: 10),
        Rect(x: 0, y: 30, width: 100, height: 20), Rect(x: 100, y: 30, width: 100, height: 20),
      ])
  }

  @Test(arguments: [0, 320.0])
  func aLineWithoutLengthHasOneItem(width: Double) throws {
    let item = LayoutItem(LayoutSize(width: .estimated(100), height: .estimated(20)))
    let line = LayoutSize(width: .fractionalWidth(1), height: .estimated(20))
    let layout = CompositionalLayout(
      section: LayoutSection(group: .horizontal(line, subitems: [.item(item)])))
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: width, height: 480), itemCounts: [3])
    try session.layoutIfNeeded()
    let paths = (0..<3).map { ItemPath(section: 0, item: $0) }
    for path in paths { try session.prefer(Size(width: 0, height: 30), forItemAt: path) }
    try session.layoutIfNeeded()
    let starts = paths.map { layout.layoutAttributesForItem(at: $0)?.frame.minY }
    #expect(starts == (width == 0 ? [0, 30, 60] : [0, 0, 0]))
  }

  @Test func c8HeadersFootersAndABackground() throws {
    var section = LayoutSection(group: Self.row(60, [.item(Self.quarter)]))
    section.contentInsets = EdgeInsets(all: 10)
    section.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(30)),
        elementKind: .sectionHeader, alignment: .top),
      LayoutBoundarySupplementaryItem(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(20)),
        elementKind: .sectionFooter, alignment: .bottom),
    ]
    let background = ElementKind("background")
    section.decorationItems = [.background(elementKind: background)]
    let (layout, session) = try Self.prepared(section, [5])
    let all = try session.checkedAttributes(in: session.bounds)
    #expect(
      all.map { "\($0)" }.sorted() == [
        "cell [0, 0] (10.0, 40.0, 75.0, 60.0) z 1", "cell [0, 1] (85.0, 40.0, 75.0, 60.0) z 1",
        "cell [0, 2] (160.0, 40.0, 75.0, 60.0) z 1", "cell [0, 3] (235.0, 40.0, 75.0, 60.0) z 1",
        "cell [0, 4] (10.0, 100.0, 75.0, 60.0) z 1",
        "decoration background [0, 0] (0.0, 0.0, 320.0, 190.0)",
        "supplementary UICollectionElementKindSectionFooter [0, 0] (10.0, 170.0, 300.0, 20.0) z 2",
        "supplementary UICollectionElementKindSectionHeader [0, 0] (10.0, 0.0, 300.0, 30.0) z 2",
      ])
    #expect(layout.contentSize == Size(width: 320, height: 190))
  }

  @Test func pinnedHeadersStickBelowThoseOfTheContent() throws {
    func header(_ height: Double, _ kind: ElementKind) -> LayoutBoundarySupplementaryItem {
      var item = LayoutBoundarySupplementaryItem(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(height)), elementKind: kind,
        alignment: .top)
      item.pinToVisibleBounds = true
      return item
    }
    var section = LayoutSection(group: Self.row(60, [.item(Self.quarter)]))
    section.boundarySupplementaryItems = [header(30, .sectionHeader)]
    var configuration = CompositionalLayoutConfiguration()
    configuration.interSectionSpacing = 12
    let title = ElementKind("title")
    configuration.boundarySupplementaryItems = [header(50, title)]
    let (layout, session) = try Self.prepared(section, [40, 40], configuration)
    // 50 + 2 · (30 + 10 · 60) + 12.
    #expect(layout.contentSize.height == 1322)
    func starts() -> [Double?] {
      [
        layout.layoutAttributesForSupplementaryElement(ofKind: title, at: ElementPath([0])),
        layout.layoutAttributesForSupplementaryElement(
          ofKind: .sectionHeader, at: ElementPath(section: 0)),
        layout.layoutAttributesForSupplementaryElement(
          ofKind: .sectionHeader, at: ElementPath(section: 1)),
      ].map { $0?.frame.minY }
    }
    #expect(starts() == [0, 50, 692])
    try session.scroll(to: Point(x: 0, y: 100))
    #expect(starts() == [100, 150, 692])
    // The first header ends with its section, at 680.
    try session.scroll(to: Point(x: 0, y: 620))
    #expect(starts() == [620, 650, 692])
    try session.scroll(to: Point(x: 0, y: 700))
    #expect(starts() == [700, 650, 750])
    _ = try session.checkedAttributes(in: session.bounds)
  }

  /// Returns where pinned items of two sections of 4 × 100 points begin, at some offsets of 200 points:
  /// those of section 0, then those of section 1.
  private static func pinnedStarts(
    _ items: [(extent: Double, extends: Bool)], _ alignment: RectAlignment, at offsets: [Double]
  ) throws -> [[Double]] {
    var section = LayoutSection(group: row(100, [.item(LayoutItem(whole))]))
    section.boundarySupplementaryItems = items.enumerated().map { number, item in
      var boundary = LayoutBoundarySupplementaryItem(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(item.extent)),
        elementKind: ElementKind("\(number)"), alignment: alignment)
      (boundary.pinToVisibleBounds, boundary.extendsBoundary) = (true, item.extends)
      return boundary
    }
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 200), itemCounts: [4, 4])
    try session.layoutIfNeeded()
    return try offsets.map { offset in
      try session.scroll(to: Point(x: 0, y: offset))
      _ = try session.checkedAttributes(in: session.bounds)
      return [0, 1].flatMap { section in
        items.indices.compactMap {
          layout.layoutAttributesForSupplementaryElement(
            ofKind: ElementKind("\($0)"), at: ElementPath(section: section))?.frame.minY
        }
      }
    }
  }

  private static let whole = LayoutSize(
    width: .fractionalWidth(1), height: .fractionalHeight(1))

  @Test func twoPinnedHeadersStandOneBehindTheOther() throws {
    // Section 0 ends at 30 + 20 + 400 = 450, where the headers of section 1 begin.
    let starts = try Self.pinnedStarts(
      [(30, true), (20, true)], .top, at: [0, 100, 390, 400, 410, 430, 460])
    #expect(
      starts == [
        [0, 30, 450, 480], [100, 130, 450, 480], [390, 420, 450, 480],
        // The section's end pushes both out.
        [400, 430, 450, 480], [400, 430, 450, 480], [400, 430, 450, 480], [400, 430, 460, 490],
      ])
  }

  @Test func twoPinnedFootersStandOneBehindTheOther() throws {
    // The footers of section 0 are at 400 and 430, those of section 1 at 850 and 880.
    let starts = try Self.pinnedStarts(
      [(30, true), (20, true)], .bottom, at: [0, 240, 250, 280, 300, 310, 690, 700])
    #expect(
      starts == [
        // The beginning of section 1 pushes its footers out.
        [150, 180, 450, 480], [390, 420, 450, 480], [400, 430, 450, 480], [400, 430, 450, 480],
        [400, 430, 450, 480], [400, 430, 460, 490], [400, 430, 840, 870],
        // The end of the content.
        [400, 430, 850, 880],
      ])
  }

  @Test func pinnedItemsThatExtendNothingStandInside() throws {
    // Section 0 ends at 430; its header is 30 points high, and 20 points lie over its groups.
    #expect(
      try Self.pinnedStarts([(20, false), (30, true)], .top, at: [0, 100, 410])
        == [[30, 0, 460, 430], [130, 100, 460, 430], [410, 380, 460, 430]])
    // The footers of section 0 begin at 400, those of section 1 at 830.
    #expect(
      try Self.pinnedStarts([(30, true), (20, false)], .bottom, at: [0, 250, 640, 660])
        == [
          [170, 150, 450, 430], [400, 380, 450, 430], [400, 380, 810, 790], [400, 380, 830, 810],
        ])
  }

  @Test func badgesFollowTheirItems() throws {
    let badge = ElementKind("badge")
    var item = Self.quarter
    item.supplementaryItems = [
      LayoutSupplementaryItem(
        LayoutSize(width: .absolute(20), height: .absolute(10)), elementKind: badge,
        containerAnchor: SupplementaryAnchor(
          edges: [.top, .trailing], offset: .fractional(Point(x: 0.5, y: -0.5))))
    ]
    let (layout, session) = try Self.prepared(
      LayoutSection(group: Self.row(60, [.item(item)])), [5])
    let path = ElementPath([0, 1])
    #expect(
      layout.layoutAttributesForSupplementaryElement(ofKind: badge, at: path)?.frame
        == Rect(x: 150, y: -5, width: 20, height: 10))
    // Above the first row, and between two rows.
    #expect(
      layout.layoutAttributesForElements(in: Rect(x: 0, y: -5, width: 320, height: 5)).count == 4)
    #expect(
      layout.layoutAttributesForElements(in: Rect(x: 80, y: 55, width: 30, height: 5)).map(
        \.category) == [.cell, .supplementary])
    _ = try session.checkedAttributes(in: session.bounds)
  }

  @Test func aHandlerChangesWhatIsVisible() throws {
    final class Calls { var offsets: [Double] = [] }
    let calls = Calls()
    var section = LayoutSection(group: Self.row(60, [.item(Self.quarter)]))
    section.visibleItemsInvalidationHandler = { items, offset, environment in
      calls.offsets.append(offset.y)
      for place in items.indices where items[place].itemPath?.item == 40 {
        items[place].alpha = 0.5
        items[place].center.x += environment.contentSize.width
      }
    }
    let (layout, session) = try Self.prepared(section, [100])
    let path = ItemPath(section: 0, item: 40)
    #expect(layout.layoutAttributesForItem(at: path)?.alpha == 1)
    try session.scroll(to: Point(x: 0, y: 300))
    let moved = layout.layoutAttributesForItem(at: path)
    #expect(moved?.alpha == 0.5 && moved?.frame.minX == 320)
    #expect(
      !layout.layoutAttributesForElements(in: session.bounds).contains { $0.itemPath == path })
    #expect(
      layout.layoutAttributesForElements(in: Rect(x: 320, y: 0, width: 99, height: 9_999)) == [
        moved
      ])
    try session.scroll(to: Point(x: 0, y: 0))
    #expect(layout.layoutAttributesForItem(at: path)?.alpha == 1)
    #expect(calls.offsets == [0, 300, 0])
  }

  @Test func aUniformSectionCostsTheSameForAnyNumberOfItems() throws {
    let section = LayoutSection(group: Self.row(60, [.item(Self.quarter)]))
    let (layout, session) = try Self.prepared(section, [1_000_000])
    let before = layout.layoutWork
    try session.update(
      Changeset(insertedItems: [ItemPath(section: 0, item: 500_000)])
    ) { $0[0] += 1 }
    let after = layout.layoutWork
    #expect(after.extents.placesMoved - before.extents.placesMoved < 4)
    #expect(after.extents.itemsRebroken == before.extents.itemsRebroken)
    #expect(layout.contentSize.height == 250_001 * 60)
    let found = layout.layoutAttributesForElements(
      in: Rect(x: 0, y: 6_000_030, width: 320, height: 60))
    #expect(found.compactMap(\.itemPath?.item) == Array(400_000..<400_008))
  }

  @Test func theProviderIsAskedForNewSectionsOnly() throws {
    let box = DescriptionBox()
    let section = LayoutSection(group: Self.row(60, [.item(Self.quarter)]))
    box.descriptions = Array(repeating: section, count: 3)
    let layout = CompositionalLayout { section, _ in box.description(section) }
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [4, 4])
    try session.layoutIfNeeded()
    #expect(box.requests == [0, 1])
    box.forgetRequests()
    try session.update(Changeset(insertedSections: [1])) { $0.insert(8, at: 1) }
    #expect(box.requests == [1])
    box.forgetRequests()
    try session.update(Changeset(insertedItems: [ItemPath(section: 2, item: 0)])) { $0[2] += 1 }
    try session.scroll(to: Point(x: 0, y: 20))
    #expect(box.requests.isEmpty)
    try session.setBounds(Rect(x: 0, y: 0, width: 400, height: 480))
    #expect(box.requests == [0, 1, 2])
    #expect(layout.layoutAttributesForItem(at: ItemPath(section: 2, item: 4))?.frame.minY == 240)
  }
}
