import Changesets
import Geometry
import Layouts
import Testing

/// Sections that scroll across the scroll direction of their layout.
struct OrthogonalSectionTests {
  /// A section of 20 groups of 100 points, 20 points apart, in 320 points.
  private static func layout(
    _ behavior: OrthogonalScrollingBehavior
  ) throws -> (CompositionalLayout, LayoutSession) {
    let item = LayoutItem(
      LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(0.5)))
    let column = LayoutGroup.vertical(
      LayoutSize(width: .absolute(100), height: .absolute(80)), subitems: [.item(item)])
    var section = LayoutSection(group: column)
    section.interGroupSpacing = 20
    section.contentInsets = EdgeInsets(top: 5, left: 10, bottom: 5, right: 30)
    section.orthogonalScrollingBehavior = behavior
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [39, 3])
    try session.layoutIfNeeded()
    return (layout, session)
  }

  private static func frames(_ layout: CompositionalLayout, _ rect: Rect) -> [String] {
    layout.layoutAttributesForElements(in: rect).map { "\($0)" }.sorted()
  }

  @Test func groupsFollowEachOtherAcrossTheScrollDirection() throws {
    let (layout, session) = try Self.layout(.continuous)
    #expect(layout.contentSize == Size(width: 320, height: 180))
    #expect(
      Self.frames(layout, Rect(x: 0, y: 0, width: 320, height: 90)) == [
        "cell [0, 0] (10.0, 5.0, 100.0, 40.0)", "cell [0, 1] (10.0, 45.0, 100.0, 40.0)",
        "cell [0, 2] (130.0, 5.0, 100.0, 40.0)", "cell [0, 3] (130.0, 45.0, 100.0, 40.0)",
        "cell [0, 4] (250.0, 5.0, 100.0, 40.0)", "cell [0, 5] (250.0, 45.0, 100.0, 40.0)",
      ])
    // 10 + 20 · 100 + 19 · 20 + 30 − 320.
    #expect(layout.maximumOrthogonalOffset(ofSection: 0) == 2100)
    layout.setOrthogonalOffset(1e9, ofSection: 0)
    try session.layoutIfNeeded()
    #expect(layout.orthogonalOffset(ofSection: 0) == 2100)
    #expect(
      Self.frames(layout, Rect(x: 0, y: 0, width: 320, height: 90)) == [
        "cell [0, 34] (-50.0, 5.0, 100.0, 40.0)", "cell [0, 35] (-50.0, 45.0, 100.0, 40.0)",
        "cell [0, 36] (70.0, 5.0, 100.0, 40.0)", "cell [0, 37] (70.0, 45.0, 100.0, 40.0)",
        "cell [0, 38] (190.0, 5.0, 100.0, 40.0)",
      ])
    #expect(layout.orthogonalOffset(ofSection: 1) == 0)
  }

  @Test func eachBehaviourComesToRestInItsWay() throws {
    func targets(
      _ behavior: OrthogonalScrollingBehavior, from offset: Double,
      _ scrolls: [(proposed: Double, velocity: Double)]
    ) throws -> [Double] {
      let (layout, session) = try Self.layout(behavior)
      layout.setOrthogonalOffset(offset, ofSection: 0)
      try session.layoutIfNeeded()
      return scrolls.map {
        layout.targetOrthogonalOffset(
          forProposedOffset: $0.proposed, velocity: $0.velocity, inSection: 0)
      }
    }
    let scrolls = [(777.0, 0.0), (777, 900), (100, -900), (-50, -900), (9_999, 900)]
    #expect(try targets(.none, from: 400, scrolls) == [0, 0, 0, 0, 0])
    #expect(try targets(.continuous, from: 400, scrolls) == [777, 777, 100, 0, 2100])
    #expect(
      try targets(.continuousGroupLeadingBoundary, from: 400, scrolls) == [720, 720, 120, 0, 2100])
    #expect(try targets(.paging, from: 400, scrolls) == [640, 640, 320, 320, 640])
    #expect(try targets(.paging, from: 2000, scrolls)[1] == 2100)
    #expect(try targets(.groupPaging, from: 400, scrolls) == [480, 480, 360, 360, 480])
    #expect(try targets(.groupPagingCentered, from: 480, scrolls) == [600, 600, 360, 360, 600])
    #expect(try targets(.groupPaging, from: 400, [(410, 0), (430, 0)]) == [360, 480])
  }

  @Test(arguments: [320.0 / 3, 110.1, 66.7, 0.8 * 393])
  func aFlingAtRestMovesOnePage(_ step: Double) throws {
    for (behavior, width) in [
      (OrthogonalScrollingBehavior.groupPaging, 40.0), (.groupPagingCentered, 40), (.paging, step),
    ] {
      let item = LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .absolute(10)))
      var section = LayoutSection(
        group: .horizontal(
          LayoutSize(width: .absolute(step), height: .absolute(10)), subitems: [.item(item)]))
      section.orthogonalScrollingBehavior = behavior
      let layout = CompositionalLayout(section: section)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: width, height: 480), itemCounts: [510])
      try session.layoutIfNeeded()
      for page in 1...500 {
        let rest = Double(page) * step
        // A view may rest on the nearest pixel.
        for offset in [rest, rest.nextDown, rest.nextUp, (rest * 2).rounded() / 2] {
          layout.setOrthogonalOffset(offset, ofSection: 0)
          for (velocity, next) in [(900.0, page + 1), (-900, page - 1), (0, page)] {
            let target = layout.targetOrthogonalOffset(
              forProposedOffset: offset, velocity: velocity, inSection: 0)
            #expect(target == Double(next) * step, "\(behavior), page \(page), \(velocity)")
          }
        }
      }
    }
  }

  @Test func centredGroupsRestInTheMiddle() throws {
    let (layout, session) = try Self.layout(.groupPagingCentered)
    #expect(layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 0))?.frame.minX == 110)
    let target = layout.targetOrthogonalOffset(
      forProposedOffset: 30, velocity: 1, inSection: 0)
    layout.setOrthogonalOffset(target, ofSection: 0)
    try session.layoutIfNeeded()
    #expect(layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 2))?.frame.minX == 110)
  }

  @Test func aSectionIsAsThickAsItsThickestGroup() throws {
    let item = LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .estimated(40)))
    let column = LayoutGroup.vertical(
      LayoutSize(width: .absolute(100), height: .estimated(80)),
      subitems: [.item(item), .item(item)])
    var section = LayoutSection(group: column)
    section.orthogonalScrollingBehavior = .groupPaging
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [5, 1])
    try session.layoutIfNeeded()
    // The second section has one group of one item.
    #expect(layout.contentSize.height == 120)
    try session.prefer(Size(width: 100, height: 70), forItemAt: ItemPath(section: 0, item: 2))
    try session.settle()
    #expect(layout.contentSize.height == 150)
    #expect(
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 3))?.frame
        == Rect(x: 100, y: 70, width: 100, height: 40))
    for item in [0, 1, 2, 3, 4] {
      try session.prefer(Size(width: 100, height: 10), forItemAt: ItemPath(section: 0, item: item))
    }
    try session.settle()
    #expect(layout.contentSize.height == 60)
    try session.update(Changeset(insertedItems: [ItemPath(section: 0, item: 1)])) { $0[0] += 1 }
    #expect(layout.contentSize.height == 90)
  }

  /// A host that does not ask by itself has the layout invalidated.
  @Test func anOffsetIsPreparedForOtherHosts() throws {
    let (layout, session) = try Self.layout(.continuous)
    layout.setOrthogonalOffset(70, ofSection: 0)
    #expect(layout.pendingInvalidation.isEmpty)
    #expect(layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 0))?.frame.minX == -60)
    let preparations = session.preparations
    try session.layoutIfNeeded()
    #expect(session.preparations == preparations)
    let host = try PlainHost(layout, bounds: session.bounds, itemCounts: session.itemCounts)
    layout.setOrthogonalOffset(80, ofSection: 0)
    #expect(layout.pendingInvalidation.contexts.count == 1)
    withExtendedLifetime(host) {}
  }

  /// The groups are counted again after each preparation.
  @Test func offsetsFollowEditsBetweenThem() throws {
    let (layout, session) = try Self.layout(.continuous)
    layout.setOrthogonalOffset(2_100, ofSection: 0)
    for step in 1...5 {
      let first = ItemPath(section: 0, item: 0)
      try session.update(
        Changeset(deletedItems: [first, ItemPath(section: 0, item: 1)])
      ) { $0[0] -= 2 }
      #expect(layout.maximumOrthogonalOffset(ofSection: 0) == 2_100 - Double(step) * 120)
      #expect(layout.orthogonalOffset(ofSection: 0) == 2_100 - Double(step) * 120)
    }
    try session.update(Changeset(movedSections: [.init(from: 0, to: 1)])) { $0.swapAt(0, 1) }
    #expect(layout.orthogonalOffset(ofSection: 0) == 0)
    #expect(layout.orthogonalOffset(ofSection: 1) == 1_500)
    layout.setOrthogonalOffset(0, ofSection: 1)
    #expect(layout.layoutAttributesForItem(at: ItemPath(section: 1, item: 0))?.frame.minX == 10)
  }

  /// One thing that a section has besides cells of fixed sizes.
  enum Extra: CaseIterable {
    case nothing, groupBadges, itemBadges, background, header, measuredGroups
  }

  /// A section that scrolled is answered about alone as it is among all, with its neighbours left as
  /// they are.
  @Test(arguments: Extra.allCases)
  func aScrolledSectionIsReplacedWhole(_ extra: Extra) throws {
    let badge = LayoutSupplementaryItem(
      LayoutSize(width: .absolute(8), height: .absolute(4)), elementKind: ElementKind("badge"),
      containerAnchor: SupplementaryAnchor(edges: .top))
    var item = LayoutItem(
      LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))
    if extra == .itemBadges { item.supplementaryItems = [badge] }
    var card = LayoutGroup.horizontal(
      LayoutSize(
        width: extra == .measuredGroups ? .estimated(100) : .absolute(100), height: .absolute(80)),
      subitems: [.item(item)])
    if extra == .groupBadges { card.supplementaryItems = [badge] }
    var section = LayoutSection(group: card)
    section.orthogonalScrollingBehavior = .continuous
    if extra == .background {
      section.decorationItems = [.background(elementKind: ElementKind("back"))]
    }
    if extra == .header {
      section.boundarySupplementaryItems = [
        LayoutBoundarySupplementaryItem(
          LayoutSize(width: .fractionalWidth(1), height: .absolute(10)),
          elementKind: .sectionHeader, alignment: .top)
      ]
    }
    let layout = CompositionalLayout(section: section)
    let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [9, 20, 9])
    try session.layoutIfNeeded()
    var answer = layout.layoutAttributesForElements(in: bounds)
    let before = Set(answer.filter { $0.section == 1 }.map { "\($0)" })
    let start = try #require(answer.firstIndex { $0.section == 1 })
    let end = try #require(answer.firstIndex { $0.section == 2 })
    layout.setOrthogonalOffset(250, ofSection: 1)
    let places = layout.replaceElements(ofSection: 1, in: bounds, at: start..<end, of: &answer)
    let whole = layout.layoutAttributesForElements(in: bounds)
    #expect(answer == whole)
    #expect(places == start..<start + whole.count { $0.section == 1 })
    let after = Set(whole.filter { $0.section == 1 }.map { "\($0)" })
    #expect(after != before && after.count >= 4)
    let hasCellsOnly = whole.allSatisfy { $0.category == .cell }
    #expect(hasCellsOnly == [.nothing, .measuredGroups].contains(extra))
  }

  /// One card more comes into view, and leaves it again.
  @Test func aScrolledSectionMayShowMoreOrFewerCards() throws {
    let card = LayoutSize(width: .absolute(100), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.interGroupSpacing = 20
    section.orthogonalScrollingBehavior = .continuous
    let layout = CompositionalLayout(section: section)
    let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [9, 20, 9])
    try session.layoutIfNeeded()
    var answer = layout.layoutAttributesForElements(in: bounds)
    for (offset, count) in [(50.0, 4), (0, 3)] {
      let start = try #require(answer.firstIndex { $0.section == 1 })
      let end = try #require(answer.firstIndex { $0.section == 2 })
      layout.setOrthogonalOffset(offset, ofSection: 1)
      let places = layout.replaceElements(ofSection: 1, in: bounds, at: start..<end, of: &answer)
      #expect(places == start..<start + count)
      #expect(answer == layout.layoutAttributesForElements(in: bounds))
    }
  }

  @Test func aSectionOfOneCardIsReplaced() throws {
    let card = LayoutSize(width: .absolute(400), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.orthogonalScrollingBehavior = .continuous
    let layout = CompositionalLayout(section: section)
    let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [1])
    try session.layoutIfNeeded()
    var answer = layout.layoutAttributesForElements(in: bounds)
    layout.setOrthogonalOffset(50, ofSection: 0)
    var places = layout.replaceElements(ofSection: 0, in: bounds, at: 0..<1, of: &answer)
    #expect(places == 0..<1)
    #expect(answer.map(\.frame) == [Rect(x: -50, y: 0, width: 400, height: 80)])
    // An empty rectangle within the card holds nothing.
    let empty = Rect(x: 50, y: 20, width: 0, height: 10)
    places = layout.replaceElements(ofSection: 0, in: empty, at: 0..<1, of: &answer)
    #expect(places == 0..<0)
    #expect(answer.isEmpty)
  }

  /// It is looked for in the index once, until the next preparation.
  @Test func aSectionIsLookedForOnce() throws {
    let card = LayoutSize(width: .absolute(100), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.orthogonalScrollingBehavior = .continuous
    for strategy in [ExtentStrategy.nested, .flat, .tree] {
      let layout = CompositionalLayout(section: section, extents: strategy)
      let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
      let session = LayoutSession(
        layout, bounds: bounds, itemCounts: Array(repeating: 9, count: 1_000))
      try session.layoutIfNeeded()
      let before = layout.layoutWork.placesVisited
      #expect(layout.maximumOrthogonalOffset(ofSection: 500) == 580)
      let visited = layout.layoutWork.placesVisited
      #expect(visited > before)
      var answer: [LayoutAttributes] = []
      for offset in [100.0, 200] {
        layout.setOrthogonalOffset(offset, ofSection: 500)
        let rect = Rect(x: 0, y: 40_000, width: 320, height: 80)
        let places = layout.replaceElements(
          ofSection: 500, in: rect, at: answer.indices, of: &answer)
        #expect(places == 0..<4)
      }
      #expect(layout.layoutWork.placesVisited == visited)
    }
  }

  /// Neither those that end where the rectangle begins, nor those that begin where it ends.
  @Test func cellsThatTouchARectangleAreNotInIt() throws {
    let (layout, _) = try Self.layout(.continuous)
    #expect(Self.frames(layout, Rect(x: 110, y: 0, width: 20, height: 90)) == [])
    #expect(
      Self.frames(layout, Rect(x: 10, y: 45, width: 100, height: 40)) == [
        "cell [0, 1] (10.0, 45.0, 100.0, 40.0)"
      ])
  }

  /// The margins of every second item leave it no height.
  @Test func itemsWithoutHeightAreNotShown() throws {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(20))
    var hidden = LayoutItem(size)
    hidden.contentInsets = EdgeInsets(top: 10, left: 0, bottom: 10, right: 0)
    var section = LayoutSection(
      group: .vertical(
        LayoutSize(width: .absolute(100), height: .absolute(40)),
        subitems: [.item(LayoutItem(size)), .item(hidden)]))
    section.orthogonalScrollingBehavior = .continuous
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [4])
    try session.layoutIfNeeded()
    #expect(
      layout.layoutAttributesForElements(in: session.bounds).compactMap(\.itemPath?.item) == [0, 2])
  }

  /// A centred group that is as wide as the view, or wider, begins at the leading edge.
  @Test(arguments: [320.0, 400]) func aWideCentredGroupBeginsAtTheEdge(_ width: Double) throws {
    let card = LayoutSize(width: .absolute(width), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.orthogonalScrollingBehavior = .groupPagingCentered
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [2])
    try session.layoutIfNeeded()
    #expect(layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 0))?.frame.minX == 0)
    #expect(layout.maximumOrthogonalOffset(ofSection: 0) == 2 * width - 320)
  }

  /// A group that it does not have would be wider than the view.
  @Test func anEmptySectionDoesNotScroll() throws {
    let card = LayoutSize(width: .absolute(400), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.orthogonalScrollingBehavior = .continuous
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [0, 1])
    try session.layoutIfNeeded()
    #expect([0, 1].map { layout.maximumOrthogonalOffset(ofSection: $0) } == [0, 80])
  }

  @Test func withoutVelocityAPageIsAtMostOneAway() throws {
    let (layout, _) = try Self.layout(.groupPaging)
    layout.setOrthogonalOffset(480, ofSection: 0)
    let targets = [0.0, 2_000].map {
      layout.targetOrthogonalOffset(forProposedOffset: $0, velocity: 0, inSection: 0)
    }
    #expect(targets == [360, 600])
  }

  /// Groups of one point are pages as well.
  @Test func scrollsEndAtGroupsOfOnePoint() throws {
    let card = LayoutSize(width: .absolute(1), height: .absolute(80))
    func target(
      _ behavior: OrthogonalScrollingBehavior, from offset: Double, _ proposed: Double,
      _ velocity: Double
    ) throws -> Double {
      var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
      section.orthogonalScrollingBehavior = behavior
      let layout = CompositionalLayout(section: section)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [400])
      try session.layoutIfNeeded()
      layout.setOrthogonalOffset(offset, ofSection: 0)
      return layout.targetOrthogonalOffset(
        forProposedOffset: proposed, velocity: velocity, inSection: 0)
    }
    #expect(try target(.continuousGroupLeadingBoundary, from: 0, 10.25, 0) == 10)
    #expect(try target(.groupPaging, from: 5, 7.25, 9) == 6)
    #expect(try target(.groupPaging, from: 5, 7.25, -9) == 4)
  }

  /// The margins leave groups no width, so that all are at one place, and there are no pages.
  @Test func groupsWithoutWidthAreAtOnePlace() throws {
    let item = LayoutItem(LayoutSize(width: .absolute(50), height: .absolute(20)))
    for behavior in [OrthogonalScrollingBehavior.groupPaging, .continuousGroupLeadingBoundary] {
      var section = LayoutSection(
        group: .vertical(
          LayoutSize(width: .fractionalWidth(1), height: .absolute(40)), subitems: [.item(item)]))
      section.contentInsets = EdgeInsets(top: 0, left: 200, bottom: 0, right: 200)
      section.orthogonalScrollingBehavior = behavior
      let layout = CompositionalLayout(section: section)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [3])
      try session.layoutIfNeeded()
      #expect(
        Self.frames(layout, session.bounds) == [
          "cell [0, 0] (200.0, 0.0, 50.0, 20.0)", "cell [0, 1] (200.0, 20.0, 50.0, 20.0)",
          "cell [0, 2] (200.0, 0.0, 50.0, 20.0)",
        ])
      let targets = [-9.0, 0, 9].map {
        layout.targetOrthogonalOffset(forProposedOffset: 50, velocity: $0, inSection: 0)
      }
      #expect(targets == [50, 50, 50])
    }
  }

  @Test func aQueryVisitsTheVisibleGroupsAlone() throws {
    let item = LayoutItem(
      LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))
    let card = LayoutGroup.horizontal(
      LayoutSize(width: .absolute(100), height: .absolute(80)), subitems: [.item(item)])
    var section = LayoutSection(group: card)
    section.orthogonalScrollingBehavior = .continuous
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [100_000])
    try session.layoutIfNeeded()
    layout.setOrthogonalOffset(5_000_050, ofSection: 0)
    try session.layoutIfNeeded()
    let before = layout.layoutWork.placesVisited
    let found = layout.layoutAttributesForElements(in: session.bounds)
    #expect(found.compactMap(\.itemPath?.item).sorted() == [50_000, 50_001, 50_002, 50_003])
    #expect(layout.layoutWork.placesVisited - before < 20)
  }
}
