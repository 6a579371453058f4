import Changesets
import Geometry
import Layouts
import Testing

/// Changes that make a compositional layout prepare again, and the descriptions that it then requests
/// (CL-22).
struct CompositionalInvalidationTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
  private static let whole = LayoutSize(
    width: .fractionalWidth(1), height: .fractionalHeight(1))

  /// Returns a section of rows of half the container's height, with a header of 30 points.
  private static func rows(pinsHeader: Bool = false) -> LayoutSection {
    var section = LayoutSection(
      group: .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(0.5)),
        subitems: [.item(LayoutItem(whole))]))
    var header = LayoutBoundarySupplementaryItem(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(30)), elementKind: .sectionHeader,
      alignment: .top)
    header.pinToVisibleBounds = pinsHeader
    section.boundarySupplementaryItems = [header]
    return section
  }

  /// Returns a prepared layout of a section of 10 items, with the provider's requests forgotten.
  private static func prepared(
    _ section: LayoutSection
  ) throws -> (layout: CompositionalLayout, session: LayoutSession, box: DescriptionBox) {
    let box = DescriptionBox()
    box.descriptions = [section]
    let layout = CompositionalLayout { section, _ in box.description(section) }
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [10])
    try session.layoutIfNeeded()
    box.forgetRequests()
    return (layout, session, box)
  }

  private static func asksAgain(_ layout: CompositionalLayout, _ bounds: Rect) -> Bool? {
    let context = layout.invalidationContext(forBoundsChange: bounds)
    return (context as? FlowLayoutInvalidationContext)?.invalidateFlowLayoutDelegateMetrics
  }

  // MARK: Configurations

  @Test func theScrollDirectionIsTheConfigurations() throws {
    let layout = try Self.prepared(Self.rows()).layout
    layout.configuration.scrollDirection = .horizontal
    #expect(layout.scrollDirection == .horizontal)
    layout.scrollDirection = .vertical
    #expect(layout.configuration.scrollDirection == .vertical)
  }

  @Test func onlyAnotherConfigurationInvalidates() throws {
    let (layout, session, box) = try Self.prepared(Self.rows())
    let same = layout.configuration
    layout.configuration = same
    #expect(layout.pendingInvalidation.isEmpty)
    layout.configuration.interSectionSpacing = 8
    try session.layoutIfNeeded()
    #expect(box.requests == [0])
  }

  // MARK: Bounds

  @Test func anotherHeightOfTheContainerAsksForTheSectionsAgain() throws {
    let (layout, session, box) = try Self.prepared(Self.rows())
    let taller = Rect(x: 0, y: 0, width: 320, height: 600)
    #expect(layout.shouldInvalidateLayout(forBoundsChange: taller))
    #expect(Self.asksAgain(layout, taller) == true)
    try session.setBounds(taller)
    #expect(box.requests == [0])
    #expect(
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 1))?.frame
        == Rect(x: 0, y: 330, width: 320, height: 300))
  }

  @Test func scrollingPreparesNothingWhereNoElementFollows() throws {
    let (layout, session, _) = try Self.prepared(Self.rows())
    let scrolled = Rect(x: 0, y: 100, width: 320, height: 480)
    #expect(!layout.shouldInvalidateLayout(forBoundsChange: scrolled))
    try session.scroll(to: scrolled.origin)
    #expect(session.bounds == scrolled)
    #expect(session.preparations == 1)
  }

  @Test func aPinnedHeaderFollowsWithoutARequest() throws {
    let (layout, session, box) = try Self.prepared(Self.rows(pinsHeader: true))
    #expect(Self.asksAgain(layout, Rect(x: 0, y: 100, width: 320, height: 480)) == false)
    try session.scroll(to: Point(x: 0, y: 100))
    #expect(session.preparations == 2)
    #expect(box.requests.isEmpty)
    let header = LayoutElement.supplementary(.sectionHeader, ElementPath([0, 0]))
    #expect(layout.layoutAttributes(for: header)?.frame.minY == 100)
  }

  @Test func anUnpreparedLayoutHasNothingToInvalidate() {
    let layout = CompositionalLayout(section: Self.rows(pinsHeader: true))
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [10])
    for bounds in [
      Rect(x: 0, y: 100, width: 320, height: 480), Rect(x: 0, y: 0, width: 480, height: 320),
    ] {
      #expect(!layout.shouldInvalidateLayout(forBoundsChange: bounds))
    }
    withExtendedLifetime(session) {}
  }

  /// A handler has the layout prepared for each offset, from the descriptions that it has.
  @Test func anOffsetOfASectionAsksForNoDescription() throws {
    let card = LayoutSize(width: .absolute(100), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.orthogonalScrollingBehavior = .continuous
    section.visibleItemsInvalidationHandler = { _, _, _ in }
    let (layout, session, box) = try Self.prepared(section)
    layout.setOrthogonalOffset(150, ofSection: 0)
    try session.layoutIfNeeded()
    #expect(session.preparations == 2)
    #expect(box.requests.isEmpty)
    #expect(layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 2))?.frame.minX == 50)
  }

  // MARK: Updates

  /// Everything is requested again (IC-3), so that nothing is pinned any more.
  @Test func severalUpdatesBeforeOnePreparationForgetADeletedSection() throws {
    let box = DescriptionBox()
    box.descriptions = [Self.rows(pinsHeader: true), Self.rows()]
    let layout = CompositionalLayout { section, _ in box.description(section) }
    let host = try PlainHost(layout, bounds: Self.bounds, itemCounts: [10, 10])
    let scrolled = Rect(x: 0, y: 100, width: 320, height: 480)
    #expect(layout.shouldInvalidateLayout(forBoundsChange: scrolled))
    box.descriptions.removeFirst()
    box.forgetRequests()
    try host.update(
      [
        Changeset(deletedSections: [0]),
        Changeset(insertedItems: [ItemPath(section: 0, item: 0)]),
      ], itemCounts: [11])
    #expect(box.requests == [0])
    #expect(layout.contentSize.height == 30 + 11 * 240)
    #expect(!layout.shouldInvalidateLayout(forBoundsChange: scrolled))
    withExtendedLifetime(host) {}
  }

  /// The item returns to the height that its own section describes, not the one that had its number.
  @Test func anInvalidatedItemOfASectionThatMovesHasTheHeightOfItsOwnSection() throws {
    func rows(_ height: Double) -> LayoutSection {
      let row = LayoutSize(width: .fractionalWidth(1), height: .estimated(height))
      return LayoutSection(group: .horizontal(row, subitems: [.item(LayoutItem(row))]))
    }
    for strategy in allStrategies {
      let box = DescriptionBox()
      box.descriptions = [rows(40), rows(60)]
      let layout = CompositionalLayout(extents: strategy) { section, _ in
        box.description(section)
      }
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [1, 1])
      try session.layoutIfNeeded()
      let context = FlowLayoutInvalidationContext()
      context.invalidateItems(at: [ItemPath(section: 1, item: 0)])
      layout.invalidateLayout(with: context)
      box.descriptions.insert(rows(80), at: 0)
      try session.update(Changeset(insertedSections: [0])) { $0 = [1, 1, 1] }
      let heights = (0..<3).map {
        layout.layoutAttributesForItem(at: ItemPath(section: $0, item: 0))?.size.height
      }
      #expect(heights == [80, 40, 60])
    }
  }

  // MARK: Preferred sizes

  /// Badges keep their estimates (CL-11), and what does not exist has no size.
  @Test func onlyElementsThatSizeThemselvesMayPreferAnotherSize() throws {
    let badge = ElementKind("badge")
    let open = LayoutSize(width: .estimated(100), height: .estimated(40))
    var item = LayoutItem(LayoutSize(width: .fractionalWidth(0.5), height: .estimated(40)))
    item.supplementaryItems = [
      LayoutSupplementaryItem(
        open, elementKind: badge, containerAnchor: SupplementaryAnchor(edges: .top))
    ]
    var section = LayoutSection(
      group: .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .estimated(40)), subitems: [.item(item)]))
    section.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(open, elementKind: .sectionHeader, alignment: .top)
    ]
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: section, extents: strategy)
      func invalidating(_ elements: [LayoutElement]) -> [LayoutElement] {
        elements.filter { element in
          let original = LayoutAttributes(
            element, frame: Rect(x: 0, y: 0, width: 100, height: 40))
          var preferred = original
          preferred.size = Size(width: 130, height: 70)
          return layout.shouldInvalidateLayout(
            forPreferredAttributes: preferred, originalAttributes: original)
        }
      }
      let own: [LayoutElement] = [
        .cell(ItemPath(section: 0, item: 0)), .cell(ItemPath(section: 0, item: 1)),
        .supplementary(.sectionHeader, ElementPath([0, 0])),
      ]
      let others: [LayoutElement] = [
        .supplementary(badge, ElementPath([0, 0])), .supplementary(badge, ElementPath([0, 1])),
        // No such section, and no header of all content.
        .cell(ItemPath(section: 1, item: 0)),
        .supplementary(.sectionHeader, ElementPath([1, 0])),
        .supplementary(.sectionHeader, ElementPath([0])),
        .decoration(badge, ElementPath([0, 0])),
      ]
      #expect(invalidating(own + others).isEmpty)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2])
      try session.layoutIfNeeded()
      #expect(invalidating(own + others) == own, "\(strategy.name)")
    }
  }

  /// A cell and a header of each combination of dimensions.
  @Test func onlyAnotherExtentAlongAnEstimateInvalidates() throws {
    let (fixed, open) = (LayoutDimension.absolute(40), LayoutDimension.estimated(40))
    let elements: [LayoutElement] = [
      .cell(ItemPath(section: 0, item: 0)),
      .supplementary(.sectionHeader, ElementPath([0, 0])),
    ]
    for (width, height) in [(fixed, open), (open, fixed), (open, open), (fixed, fixed)] {
      let size = LayoutSize(width: width, height: height)
      var section = LayoutSection(
        group: .horizontal(
          LayoutSize(width: open, height: open), subitems: [.item(LayoutItem(size))]))
      section.boundarySupplementaryItems = [
        LayoutBoundarySupplementaryItem(size, elementKind: .sectionHeader, alignment: .top)
      ]
      let layout = try Self.prepared(section).layout
      for element in elements {
        let original = try #require(layout.layoutAttributes(for: element))
        #expect(original.size == Size(width: 40, height: 40))
        #expect(!Self.invalidates(layout, original, preferring: original.size))
        #expect(
          Self.invalidates(layout, original, preferring: Size(width: 70, height: 40))
            == width.isEstimated)
        #expect(
          Self.invalidates(layout, original, preferring: Size(width: 40, height: 70))
            == height.isEstimated)
      }
    }
  }

  /// Its frames are the closure's (CL-21).
  @Test func anItemOfACustomGroupHasNoOtherSize() throws {
    let frame = Rect(x: 0, y: 0, width: 40, height: 40)
    let custom = LayoutGroup.custom(Self.whole) { _ in [CustomGroupItem(frame: frame)] }
    let layout = try Self.prepared(LayoutSection(group: custom)).layout
    let original = try #require(
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 0)))
    for size in [Size(width: 70, height: 40), Size(width: 40, height: 70)] {
      #expect(!Self.invalidates(layout, original, preferring: size))
    }
  }

  private static func invalidates(
    _ layout: CompositionalLayout, _ original: LayoutAttributes, preferring size: Size
  ) -> Bool {
    var preferred = original
    preferred.size = size
    return layout.shouldInvalidateLayout(
      forPreferredAttributes: preferred, originalAttributes: original)
  }

  /// The sections have one description, or equal ones (CL-18), also one that comes later.
  @Test(arguments: [true, false])
  func anItemKeepsItsSizeAmongSectionsOfEqualDescriptions(isShared: Bool) throws {
    let row = LayoutSize(width: .fractionalWidth(1), height: .estimated(40))
    let rows = LayoutSection(group: .horizontal(row, subitems: [.item(LayoutItem(row))]))
    for strategy in allStrategies {
      let layout =
        isShared
        ? CompositionalLayout(section: rows, extents: strategy)
        : CompositionalLayout(extents: strategy) { _, _ in rows }
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2, 2])
      try session.layoutIfNeeded()
      var place = ItemPath(section: 0, item: 0)
      try session.prefer(Size(width: 320, height: 70), forItemAt: place)
      try session.settle()
      try session.update(Changeset(insertedSections: [2])) { $0.append(1) }
      for section in [2, 1] {
        let target = ItemPath(section: section, item: 0)
        try session.update(Changeset(movedItems: [.init(from: place, to: target)]))
        #expect(
          layout.layoutAttributesForItem(at: target)?.size.height == 70, "\(strategy.name)")
        place = target
      }
      #expect(layout.contentSize.height == 230)
    }
  }
}
