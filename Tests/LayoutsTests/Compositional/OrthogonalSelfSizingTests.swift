import Changesets
import Geometry
import Layouts
import Testing

/// Items that size themselves along the axis along which their section scrolls (CL-26), over every
/// extent index.
@Suite(.serialized) struct OrthogonalSelfSizingTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)

  /// A section of items with an estimate of 100 points, each in a group of its own, 10 points apart.
  private static func section(_ behavior: OrthogonalScrollingBehavior) -> LayoutSection {
    let item = LayoutItem(LayoutSize(width: .estimated(100), height: .absolute(80)))
    var section = LayoutSection(
      group: .horizontal(
        LayoutSize(width: .estimated(100), height: .absolute(80)), subitems: [.item(item)]))
    section.interGroupSpacing = 10
    section.contentInsets = EdgeInsets(top: 0, left: 20, bottom: 0, right: 30)
    section.orthogonalScrollingBehavior = behavior
    return section
  }

  /// Calls `body` with a layout over each index in which item 1 is 200 and item 3 is 40 points wide.
  private func forEachStrategy(
    _ section: LayoutSection, itemCount: Int = 10, isAudited: Bool = true,
    _ body: (CompositionalLayout, LayoutSession) throws -> Void
  ) throws {
    for strategy in [ExtentStrategy.nested, .flat, .tree] {
      let layout = CompositionalLayout(section: section, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [itemCount, 2])
      try session.layoutIfNeeded()
      try prefer([1: 200, 3: 40], session)
      try body(layout, session)
      if isAudited { try LayoutAudit(layout, host: session).checkEverything(inPiecesOf: 90) }
    }
  }

  private func prefer(_ widths: [Int: Double], _ session: LayoutSession) throws {
    for (item, width) in widths {
      try session.prefer(
        Size(width: width, height: 80), forItemAt: ItemPath(section: 0, item: item))
    }
    try session.settle()
  }

  private func starts(_ layout: CompositionalLayout, in rect: Rect = bounds) -> [Int: Double] {
    var starts: [Int: Double] = [:]
    for attributes in layout.layoutAttributesForElements(in: rect) where attributes.section == 0 {
      if let path = attributes.itemPath { starts[path.item] = attributes.frame.minX }
    }
    return starts
  }

  @Test func eachGroupIsAsLongAsItsItems() throws {
    try forEachStrategy(Self.section(.continuous)) { layout, _ in
      #expect(layout.contentSize == Size(width: 320, height: 160))
      #expect(starts(layout) == [0: 20, 1: 130])
      #expect(
        layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 1))?.frame
          == Rect(x: 130, y: 0, width: 200, height: 80))
      // 20 + 100 + 10 + 200 + 10 + 100 + 10 + 40 + 6 · (10 + 100) + 30 − 320.
      #expect(layout.maximumOrthogonalOffset(ofSection: 0) == 860)
      layout.setOrthogonalOffset(325, ofSection: 0)
      #expect(starts(layout) == [1: -195, 2: 15, 3: 125, 4: 175, 5: 285])
      #expect(starts(layout, in: Rect(x: 126, y: 0, width: 1, height: 10)) == [3: 125])
      layout.setOrthogonalOffset(1e6, ofSection: 0)
      #expect(layout.orthogonalOffset(ofSection: 0) == 860)
      #expect(starts(layout)[9] == 190)
      // The other section is as it was.
      #expect(layout.maximumOrthogonalOffset(ofSection: 1) == 0)
    }
  }

  @Test func theFirstVisibleGroupStaysInItsPlace() throws {
    try forEachStrategy(Self.section(.continuous)) { layout, session in
      layout.setOrthogonalOffset(330, ofSection: 0)
      #expect(starts(layout)[2] == 10)
      try prefer([0: 150, 1: 190], session)
      #expect(layout.orthogonalOffset(ofSection: 0) == 370)
      #expect(starts(layout)[2] == 10)
      // Its own size moves what is behind it.
      try prefer([2: 60], session)
      #expect(layout.orthogonalOffset(ofSection: 0) == 370)
      #expect(starts(layout)[2] == 10)
      #expect(starts(layout)[3] == 80)
      // What is behind it moves nothing before it.
      try prefer([5: 90], session)
      #expect(starts(layout)[2] == 10)
      layout.setOrthogonalOffset(0, ofSection: 0)
      try prefer([0: 10], session)
      #expect(layout.orthogonalOffset(ofSection: 0) == 0)
      #expect(starts(layout)[0] == 20)
    }
  }

  /// An offset of a point is one as well: item 1 is half a point before the edge.
  @Test func aGroupNearTheBeginningStaysInItsPlace() throws {
    var section = Self.section(.continuous)
    section.interGroupSpacing = 0
    section.contentInsets = .zero
    try forEachStrategy(section) { layout, session in
      try prefer([0: 0.5], session)
      layout.setOrthogonalOffset(1, ofSection: 0)
      #expect(starts(layout)[1] == -0.5)
      try prefer([0: 100], session)
      #expect(starts(layout)[1] == -0.5)
      #expect(layout.orthogonalOffset(ofSection: 0) == 100.5)
    }
  }

  /// The margins let it leave the view almost whole; there is no group behind it that would stay.
  @Test func theOnlyGroupStaysInItsPlace() throws {
    var section = Self.section(.continuous)
    section.interGroupSpacing = 0
    section.contentInsets = EdgeInsets(top: 0, left: 200, bottom: 0, right: 200)
    try forEachStrategy(section, itemCount: 1, isAudited: false) { layout, session in
      layout.setOrthogonalOffset(150, ofSection: 0)
      #expect(starts(layout) == [0: 50])
      try prefer([0: 160], session)
      #expect(layout.orthogonalOffset(ofSection: 0) == 150)
      #expect(starts(layout) == [0: 50])
    }
  }

  @Test func shorterContentTakesTheOffsetBack() throws {
    try forEachStrategy(Self.section(.continuous)) { layout, session in
      layout.setOrthogonalOffset(860, ofSection: 0)
      try prefer([9: 20], session)
      #expect(layout.orthogonalOffset(ofSection: 0) == 780)
      #expect(layout.maximumOrthogonalOffset(ofSection: 0) == 780)
    }
  }

  @Test func scrollsEndAtGroupsOfTheirOwnLengths() throws {
    func targets(
      _ behavior: OrthogonalScrollingBehavior, from offset: Double,
      _ scrolls: [(proposed: Double, velocity: Double)], _ expected: [Double]
    ) throws {
      try forEachStrategy(Self.section(behavior)) { layout, _ in
        layout.setOrthogonalOffset(offset, ofSection: 0)
        let found = scrolls.map {
          layout.targetOrthogonalOffset(
            forProposedOffset: $0.proposed, velocity: $0.velocity, inSection: 0)
        }
        #expect(found == expected, "\(behavior) from \(offset)")
      }
    }
    try targets(
      .continuousGroupLeadingBoundary, from: 0,
      [(200, 0), (220, 0), (454, 0), (456, 0), (5_000, 0), (-10, 0)],
      [110, 320, 430, 480, 860, 0])
    try targets(
      .groupPaging, from: 110, [(120, 9), (100, -9), (300, 0), (150, 0)], [320, 0, 320, 110])
    try targets(
      .groupPaging, from: 200, [(200, 9), (200, -9), (150, 0), (800, 0)], [320, 110, 110, 320])
    // Of a velocity the sign counts.
    try targets(.groupPaging, from: 110, [(110, 0.1), (110, -0.1)], [320, 0])
    // A view may rest on the nearest pixel.
    try targets(.groupPaging, from: 110.4, [(110, 9), (110, -9)], [320, 0])
    try targets(.groupPaging, from: 109.6, [(110, 9), (110, -9)], [320, 0])
    try targets(.groupPaging, from: 860, [(900, 9), (860, -9)], [860, 810])
    try targets(.paging, from: 0, [(10, 9)], [320])
    try targets(.groupPagingCentered, from: 160, [(160, 9), (160, -9)], [320, 0])
    try targets(.groupPagingCentered, from: 320, [(320, 9), (320, -9), (350, 0)], [400, 160, 320])
  }

  /// The margins let the last group rest at the leading edge; behind it is no other.
  @Test func aScrollLeavesALastGroupWithoutLength() throws {
    var section = Self.section(.groupPaging)
    section.interGroupSpacing = 0
    section.contentInsets = EdgeInsets(top: 0, left: 200, bottom: 0, right: 200)
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: section, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [3])
      try session.layoutIfNeeded()
      try prefer([2: 0], session)
      layout.setOrthogonalOffset(200, ofSection: 0)
      let targets = [-9.0, 0, 9].map {
        layout.targetOrthogonalOffset(forProposedOffset: 200, velocity: $0, inSection: 0)
      }
      #expect(targets == [100, 200, 200])
    }
  }

  /// From behind its resting place, too: there is no other group to end at.
  @Test func aScrollForwardEndsAtALastGroupWithoutLength() throws {
    var section = Self.section(.groupPaging)
    section.interGroupSpacing = 0
    section.contentInsets = EdgeInsets(top: 0, left: 200, bottom: 0, right: 200)
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [3])
    try session.layoutIfNeeded()
    try prefer([2: 0], session)
    layout.setOrthogonalOffset(250, ofSection: 0)
    #expect(
      layout.targetOrthogonalOffset(forProposedOffset: 250, velocity: 9, inSection: 0) == 200)
  }

  @Test func withoutVelocityAGroupIsAtMostOneAway() throws {
    try forEachStrategy(Self.section(.groupPaging)) { layout, _ in
      let targets = [320.0, 110].map { offset in
        layout.setOrthogonalOffset(offset, ofSection: 0)
        return layout.targetOrthogonalOffset(forProposedOffset: 0, velocity: 0, inSection: 0)
      }
      #expect(targets == [110, 0])
    }
  }

  /// Half a point before a group and half a point behind it.
  @Test func anOffsetOfHalfAPointRestsAtItsGroup() throws {
    let card = LayoutSize(width: .estimated(128), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.orthogonalScrollingBehavior = .groupPaging
    try forEachStrategy(section) { layout, _ in
      for offset in [127.5, 128.5] {
        layout.setOrthogonalOffset(offset, ofSection: 0)
        let targets = [9.0, -9].map {
          layout.targetOrthogonalOffset(forProposedOffset: offset, velocity: $0, inSection: 0)
        }
        #expect(targets == [328, 0])
      }
    }
  }

  /// A group far behind that has sized itself changes nothing about those before it.
  @Test func halfWayTheNextGroupIsTheNearest() throws {
    let layout = CompositionalLayout(section: Self.section(.continuousGroupLeadingBoundary))
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [10])
    try session.layoutIfNeeded()
    func targets() -> [Double] {
      [55.0, 165].map {
        layout.targetOrthogonalOffset(forProposedOffset: $0, velocity: 0, inSection: 0)
      }
    }
    #expect(targets() == [110, 220])
    try prefer([8: 200], session)
    #expect(targets() == [110, 220])
  }

  @Test func aGroupOfOnePointHasItsOwnRest() throws {
    var section = Self.section(.continuousGroupLeadingBoundary)
    section.interGroupSpacing = 0
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [10])
    try session.layoutIfNeeded()
    try prefer([1: 1], session)
    let targets = [100.25, 100.75].map {
      layout.targetOrthogonalOffset(forProposedOffset: $0, velocity: 0, inSection: 0)
    }
    #expect(targets == [100, 101])
  }

  @Test func eachGroupRestsInTheMiddle() throws {
    try forEachStrategy(Self.section(.groupPagingCentered)) { layout, session in
      #expect(starts(layout)[0] == 110)
      for (item, rest, start) in [(1, 160.0, 60.0), (2, 320, 110), (3, 400, 140), (9, 1_030, 110)] {
        layout.setOrthogonalOffset(rest, ofSection: 0)
        #expect(starts(layout)[item] == start)
      }
      #expect(layout.maximumOrthogonalOffset(ofSection: 0) == 1_030)
      // It stays in the middle while it, and those before it, size themselves.
      layout.setOrthogonalOffset(320, ofSection: 0)
      try prefer([0: 60, 2: 180], session)
      #expect(starts(layout)[2] == 70)
    }
  }

  @Test func sizesMoveWithTheirItems() throws {
    try forEachStrategy(Self.section(.continuous)) { layout, session in
      try session.update(Changeset(deletedItems: [ItemPath(section: 0, item: 0)])) { $0[0] -= 1 }
      #expect(starts(layout) == [0: 20, 1: 230])
      #expect(layout.maximumOrthogonalOffset(ofSection: 0) == 750)
      try session.update(Changeset(movedSections: [.init(from: 0, to: 1)])) { $0.swapAt(0, 1) }
      #expect(layout.maximumOrthogonalOffset(ofSection: 0) == 0)
      #expect(layout.maximumOrthogonalOffset(ofSection: 1) == 750)
      layout.invalidateLayout()
      try session.layoutIfNeeded()
      #expect(layout.maximumOrthogonalOffset(ofSection: 1) == 710)
      try session.update(Changeset(movedSections: [.init(from: 0, to: 1)])) { $0.swapAt(0, 1) }
    }
  }

  @Test func itemsMayReachBeyondTheirGroup() throws {
    // Groups of 100 points whose items may be wider.
    let item = LayoutItem(LayoutSize(width: .estimated(50), height: .absolute(20)))
    var section = LayoutSection(
      group: .vertical(
        LayoutSize(width: .absolute(100), height: .absolute(40)),
        subitems: [.item(item), .item(item)]))
    section.orthogonalScrollingBehavior = .continuous
    for strategy in [ExtentStrategy.nested, .flat, .tree] {
      let layout = CompositionalLayout(section: section, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [40])
      try session.layoutIfNeeded()
      try session.prefer(
        Size(width: 750, height: 20), forItemAt: ItemPath(section: 0, item: 0))
      try session.settle()
      layout.setOrthogonalOffset(700, ofSection: 0)
      #expect(starts(layout)[0] == -700)
      layout.setOrthogonalOffset(760, ofSection: 0)
      #expect(starts(layout)[0] == nil)
    }
  }

  @Test func aLongSectionFindsItsVisibleGroups() throws {
    try forEachStrategy(Self.section(.continuous), itemCount: 100_000) { layout, session in
      // Item 50,000 begins 40 points behind where the estimates have it.
      layout.setOrthogonalOffset(5_500_000, ofSection: 0)
      #expect(starts(layout) == [49_999: -50, 50_000: 60, 50_001: 170, 50_002: 280])
      try session.reload(itemCounts: [3, 0])
    }
  }

  /// Its items have no sizes of their own any more.
  @Test func aThinSectionIsAsThinAfterItsItemsReturnToTheirEstimates() throws {
    let card = LayoutSize(width: .estimated(100), height: .absolute(0.5))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.orthogonalScrollingBehavior = .continuous
    try forEachStrategy(section, isAudited: false) { layout, session in
      #expect(starts(layout) == [0: 0, 1: 100, 2: 300])
      #expect(layout.contentSize.height == 1)
      let context = FlowLayoutInvalidationContext()
      context.invalidateFlowLayoutDelegateMetrics = false
      context.invalidateItems(at: [ItemPath(section: 0, item: 1), ItemPath(section: 0, item: 3)])
      layout.invalidateLayout(with: context)
      try session.layoutIfNeeded()
      #expect(starts(layout) == [0: 0, 1: 100, 2: 200, 3: 300])
      #expect(layout.contentSize.height == 1)
    }
  }

  /// Returns a section that scrolls by itself, of groups with the members that `members` makes of a
  /// label.
  private static func labels(_ members: (LayoutItem) -> [LayoutSubitem]) -> LayoutSection {
    let label = LayoutItem(LayoutSize(width: .estimated(100), height: .absolute(40)))
    var section = LayoutSection(
      group: .horizontal(
        LayoutSize(width: .estimated(150), height: .absolute(40)), subitems: members(label)))
    section.orthogonalScrollingBehavior = .continuous
    return section
  }

  private static func column(_ item: LayoutItem) -> LayoutGroup {
    .vertical(LayoutSize(width: .absolute(50), height: .absolute(40)), subitems: [.item(item)])
  }

  /// Its group ends at a finite place, but begins behind one that is as long as the item.
  @Test func anItemThatEndsBeyondAllNumbersIsRefused() throws {
    let section = Self.labels { [.item($0), .group(Self.column($0))] }
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: section, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [4])
      try session.layoutIfNeeded()
      let before = starts(layout)
      for item in [0, 3] {
        try session.prefer(
          Size(width: 1e308, height: 40), forItemAt: ItemPath(section: 0, item: item))
      }
      #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) { try session.settle() }
      #expect(starts(layout) == before)
    }
  }

  @Test func contentBeyondAllNumbersIsRefused() throws {
    try forEachStrategy(Self.section(.continuous), isAudited: false) { layout, session in
      let before = starts(layout)
      #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
        try prefer([0: 1.7e308, 2: 1.7e308], session)
      }
      #expect(starts(layout) == before)
    }
  }

  /// The group before it has become as long in an earlier pass.
  @Test func anItemThatEndsBeyondAllNumbersIsRefusedLater() throws {
    let section = Self.labels { [.item($0), .group(Self.column($0))] }
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [4])
    try session.layoutIfNeeded()
    let size = Size(width: 1e308, height: 40)
    try session.prefer(size, forItemAt: ItemPath(section: 0, item: 0))
    try session.settle()
    try session.prefer(size, forItemAt: ItemPath(section: 0, item: 3))
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) { try session.settle() }
    #expect(
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 3))?.frame.size.width == 100)
  }

  /// As described, each group has an item that ends far behind it.
  @Test func itemsBehindALongGroupEndBeforeAllNumbers() throws {
    let wide = LayoutItem(LayoutSize(width: .absolute(0.5e308), height: .absolute(40)))
    let section = Self.labels { [.group(Self.column(wide)), .item($0)] }
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [4])
    try session.layoutIfNeeded()
    try session.prefer(
      Size(width: 1.5e308, height: 40), forItemAt: ItemPath(section: 0, item: 1))
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) { try session.settle() }
  }
}
