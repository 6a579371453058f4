import Changesets
import Geometry
import Testing

import Layouts

/// Several things invalidated before one pass, and things that are neither all nor items (IC-3,
/// IC-6, IC-8).
@Suite struct FlowPendingTests {
  private func flow(_ counts: [Int]) -> FlowCase {
    func size(_ item: Int) -> Size {
      Size(width: Double(40 + item % 5 * 20), height: Double(30 + item % 3 * 5))
    }
    var flow = FlowCase(sizes: counts.map { (0..<$0).map(size) })
    flow.provided.formUnion([.headerSize, .footerSize])
    for section in counts.indices {
      flow.metrics[section] = FlowCase.Metrics(
        header: Size(width: 0, height: 20), footer: Size(width: 0, height: 8))
    }
    return flow
  }

  private func check(_ fixture: FlowFixture, _ flow: FlowCase, _ what: String) throws {
    var comparison = FlowComparison(flow.model(visible: fixture.session.bounds), axis: .vertical)
    do {
      try comparison.checkElements(fixture.layout, itemCounts: flow.counts)
    } catch {
      Issue.record("\(what): \(error)")
    }
  }

  @Test func onlyAnInvalidatedHeaderIsRequested() throws {
    for strategy in allStrategies {
      var flow = flow([6, 7, 5])
      let fixture = try FlowFixture(flow, strategy)
      fixture.delegate.forgetAsks()
      for section in 0..<3 {
        fixture.delegate.flow.metrics[section] = FlowCase.Metrics(
          inset: EdgeInsets(top: 9, left: 9, bottom: 9, right: 9),
          header: Size(width: 0, height: 70), footer: Size(width: 0, height: 60))
      }
      let context = FlowLayoutInvalidationContext()
      // Sections that do not exist have no headers to ask for.
      context.invalidateSupplementaryElements(
        ofKind: .sectionHeader, at: [[1, 0], [2, 0], [3, 0], [-1, 0], [0, 1]])
      context.invalidateSupplementaryElements(ofKind: .sectionFooter, at: [[2, 0]])
      fixture.layout.invalidateLayout(with: context)
      try fixture.session.layoutIfNeeded()
      #expect(fixture.delegate.sizeAsks.isEmpty)
      flow.metrics[1]?.header.height = 70
      flow.metrics[2]?.header.height = 70
      flow.metrics[2]?.footer.height = 60
      try check(fixture, flow, strategy.name)
    }
  }

  @Test func aHeaderInvalidatedBeforeAChangesetIsRequestedByItsPathAfter() throws {
    for strategy in allStrategies {
      var flow = flow([6, 7, 5])
      let fixture = try FlowFixture(flow, strategy)
      let context = FlowLayoutInvalidationContext()
      context.invalidateSupplementaryElements(ofKind: .sectionHeader, at: [[2, 0], [0, 0]])
      fixture.layout.invalidateLayout(with: context)
      flow.metrics[2]?.header.height = 0
      flow.sections.removeFirst()
      fixture.delegate.flow = flow
      try fixture.session.update(Changeset(deletedSections: [0])) { $0 = flow.counts }
      try check(fixture, flow, strategy.name)
      #expect(
        fixture.layout.layoutAttributesForSupplementaryElement(ofKind: .sectionHeader, at: [1, 0])
          == nil)
    }
  }

  @Test func severalChangesetsBeforeOnePassAreLaidOut() throws {
    for strategy in allStrategies {
      var flow = flow([5])
      let (layout, delegate) = flow.setUp(FlowLayout(extents: strategy))
      let host = try PlainHost(layout, bounds: flow.bounds, itemCounts: flow.counts)
      flow.sections[0].items = [100, 0, 1, 2, 3, 4, 101]
      flow.sizes[100] = Size(width: 77, height: 12)
      flow.sizes[101] = Size(width: 33, height: 50)
      delegate.flow = flow
      let changesets = [5, 0].map { Changeset(insertedItems: [ItemPath(section: 0, item: $0)]) }
      try host.update(changesets, itemCounts: [7])
      try FlowComparison.checkElements(layout, of: flow, itemCounts: [7])
    }
  }

  @Test func aLaterPreferredSizeReplacesAnInvalidOne() throws {
    for strategy in allStrategies {
      var flow = flow([6])
      flow.estimate = Size(width: 50, height: 40)
      let fixture = try FlowFixture(flow, strategy)
      let path = ItemPath(section: 0, item: 2)
      for height in [Double.nan, 60] {
        let context = FlowLayoutInvalidationContext()
        context.preferredSizes[path] = Size(width: 50, height: height)
        fixture.layout.invalidateLayout(with: context)
      }
      try fixture.session.layoutIfNeeded()
      flow.preferred[2] = Size(width: 50, height: 60)
      try check(fixture, flow, strategy.name)
    }
  }

  @Test func aPreferredHeaderSizeChangesNoItem() throws {
    let flow = flow([6])
    let fixture = try FlowFixture(flow, .tree)
    let header = try #require(
      fixture.layout.layoutAttributesForSupplementaryElement(ofKind: .sectionHeader, at: [0, 0]))
    let context = fixture.layout.invalidationContext(
      forPreferredAttributes: header, originalAttributes: header)
    #expect(context.invalidatedSupplementaryPaths == [.sectionHeader: [[0, 0]]])
    #expect((context as? FlowLayoutInvalidationContext)?.preferredSizes == [:])
  }

  @Test func aReloadWithIllegalCountsIsRefusedBeforeAnyRequest() throws {
    for strategy in allStrategies {
      let flow = flow([5])
      let fixture = try FlowFixture(flow, strategy)
      fixture.delegate.forgetAsks()
      #expect(throws: LayoutError.self) {
        try fixture.session.update(Changeset(reloadedItems: [ItemPath(section: 0, item: 4)])) {
          $0 = [3]
        }
      }
      #expect(fixture.delegate.sizeAsks.isEmpty)
      try check(fixture, flow, strategy.name)
    }
  }

  @Test func anOversizeItemIsFollowedAndForgotten() throws {
    for strategy in allStrategies {
      var flow = flow([5])
      flow.sizes[1] = Size(width: 400, height: 30)
      let fixture = try FlowFixture(flow, strategy)
      #expect(fixture.layout.oversizeItem == ItemPath(section: 0, item: 1))
      flow.sections[0].items.removeFirst()
      fixture.delegate.flow = flow
      try fixture.session.update(Changeset(deletedItems: [ItemPath(section: 0, item: 0)])) {
        $0 = [4]
      }
      #expect(fixture.layout.oversizeItem == ItemPath(section: 0, item: 0))
      flow.sections[0].items.removeFirst()
      fixture.delegate.flow = flow
      try fixture.session.update(Changeset(deletedItems: [ItemPath(section: 0, item: 0)])) {
        $0 = [3]
      }
      #expect(fixture.layout.oversizeItem == nil)
    }
  }

  /// Returns the oversize item after an update; `wide` is 400 of 320 points wide.
  private func oversize(
    _ counts: [Int], wide: Int?, _ changeset: Changeset, after: [[Int]], wideAfter: [Int]
  ) throws -> [ItemPath?] {
    try allStrategies.map { strategy in
      var flow = flow(counts)
      if let wide { flow.sizes[wide] = Size(width: 400, height: 30) }
      let fixture = try FlowFixture(flow, strategy)
      flow.sections = after.enumerated().map { FlowCase.Section(id: $0.offset, items: $0.element) }
      for id in wideAfter { flow.sizes[id] = Size(width: 400, height: 30) }
      fixture.delegate.flow = flow
      try fixture.session.update(changeset) { $0 = flow.counts }
      return fixture.layout.oversizeItem
    }
  }

  @Test func anOversizeItemOfAnUpdateIsNamedByItsPathAfter() throws {
    let first = [ItemPath(section: 0, item: 0)]
    let reload = Changeset(deletedItems: first, reloadedItems: [ItemPath(section: 0, item: 6)])
    let seven = [Array(1..<7)]
    let reloaded = try oversize([7], wide: nil, reload, after: seven, wideAfter: [6])
    #expect(reloaded.allSatisfy { $0 == ItemPath(section: 0, item: 5) })
    let kept = try oversize([7], wide: 5, reload, after: seven, wideAfter: [])
    #expect(kept.allSatisfy { $0 == ItemPath(section: 0, item: 4) })
    let inserted = try oversize(
      [3], wide: nil, Changeset(insertedSections: [0]), after: [[7, 8, 9], [0, 1, 2]],
      wideAfter: [9])
    #expect(inserted.allSatisfy { $0 == ItemPath(section: 0, item: 2) })
  }

  @Test func aRolledBackUpdateKeepsTheOversizeItem() throws {
    for strategy in allStrategies {
      var flow = flow([7])
      flow.sizes[5] = Size(width: 400, height: 30)
      let fixture = try FlowFixture(flow, strategy)
      let context = FlowLayoutInvalidationContext()
      context.invalidateItems(at: [ItemPath(section: 0, item: 3)])
      fixture.layout.invalidateLayout(with: context)
      fixture.delegate.flow.sections[0].items.removeFirst()
      fixture.delegate.flow.sizes[3] = Size(width: .nan, height: 30)
      #expect(throws: LayoutError.self) {
        try fixture.session.update(Changeset(deletedItems: [ItemPath(section: 0, item: 0)]))
      }
      #expect(fixture.layout.oversizeItem == ItemPath(section: 0, item: 5))
      try check(fixture, flow, strategy.name)
    }
  }

  @Test func aLaterFailedPassRollsNoUpdateBack() throws {
    for strategy in allStrategies {
      var flow = flow([7])
      let (layout, delegate) = flow.setUp(FlowLayout(extents: strategy))
      // A host that never finalizes its updates.
      let host = try PlainHost(layout, bounds: flow.bounds, itemCounts: [7])
      flow.sections[0].items.removeFirst()
      delegate.flow = flow
      try host.update([Changeset(deletedItems: [ItemPath(section: 0, item: 0)])], itemCounts: [6])
      delegate.flow.sizes[4] = Size(width: -1, height: 1)
      layout.invalidateLayout()
      #expect(throws: LayoutError.self) { try layout.prepareIfNeeded() }
      try FlowComparison.checkElements(layout, of: flow, itemCounts: [6])
    }
  }

  /// Gives sizes that depend on what the layout shows meanwhile.
  private final class AskingDelegate: FlowLayoutDelegate {
    weak var layout: FlowLayout?
    var extents: [Double] = []
    var providedMetrics: FlowLayoutMetrics { [.itemSize, .headerSize] }

    func sizeForItem(at path: ItemPath) -> Size {
      _ = layout?.layoutAttributesForItem(at: path)
      extents.append(layout?.contentSize.height ?? -1)
      return Size(width: 50, height: 50)
    }

    func referenceSizeForHeader(inSection section: Int) -> Size {
      _ = layout?.layoutAttributesForElements(in: Rect(x: 0, y: 0, width: 320, height: 480))
      return Size(width: 0, height: 10)
    }
  }

  @Test func aDelegateMayAskTheLayoutWhatItShows() throws {
    for strategy in allStrategies {
      let layout = FlowLayout(extents: strategy)
      let delegate = AskingDelegate()
      layout.delegate = delegate
      delegate.layout = layout
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [3, 3])
      try session.layoutIfNeeded()
      try session.update(Changeset(insertedSections: [1])) { $0.insert(2, at: 1) }
      try session.update(Changeset(reloadedSections: [1]))
      try session.update(Changeset(insertedItems: [ItemPath(section: 0, item: 1)]))
      layout.invalidateLayout()
      try session.layoutIfNeeded()
      #expect(delegate.extents.allSatisfy { $0 >= 0 })
      #expect(session.itemCounts == [4, 0, 3])
      #expect(layout.contentSize.height == 3 * 10 + 2 * 50)
    }
  }

  @Test func headersThatAddUpToNoDoubleAreRefused() throws {
    for strategy in allStrategies {
      let flow = flow([5, 5])
      let fixture = try FlowFixture(flow, strategy)
      for section in 0..<2 { fixture.delegate.flow.metrics[section]?.header.height = 1.5e308 }
      let context = FlowLayoutInvalidationContext()
      context.invalidateSupplementaryElements(ofKind: .sectionHeader, at: [[0, 0], [1, 0]])
      fixture.layout.invalidateLayout(with: context)
      #expect(throws: LayoutError.self) { try fixture.session.layoutIfNeeded() }
      try check(fixture, flow, strategy.name)
    }
  }

  @Test func anotherDirectionKeepsNothingInPlace() throws {
    let fixture = try FlowFixture(flow([100]), .tree)
    fixture.layout.maintainsVisiblePosition = true
    try fixture.session.scroll(to: Point(x: 0, y: 500))
    fixture.layout.scrollDirection = .horizontal
    try fixture.session.layoutIfNeeded()
    #expect(fixture.session.bounds.minX == 0)
  }

  @Test func aPreferredSizeDoesNotMakeAnUpdateKeepThePosition() throws {
    for strategy in allStrategies {
      let layout = ListLayout(extents: strategy)
      layout.estimatedItemExtent = 44
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [100])
      try session.layoutIfNeeded()
      try session.scroll(to: Point(x: 0, y: 440))
      try session.prefer(Size(width: 320, height: 60), forItemAt: ItemPath(section: 0, item: 2))
      try session.update(Changeset(insertedItems: [ItemPath(section: 0, item: 0)]))
      // The row above what shows has grown by 16, and what shows is made good for that alone.
      #expect(session.bounds.minY == 456)
    }
  }

  @Test func propertiesTakeEffectAtTheNextPass() throws {
    for strategy in allStrategies {
      var flow = flow([60])
      flow.pinsHeaders = true
      let fixture = try FlowFixture(flow, strategy)
      try fixture.session.scroll(to: Point(x: 0, y: 200))
      fixture.layout.sectionHeadersPinToVisibleBounds = false
      fixture.layout.scrollDirection = .horizontal
      try check(fixture, flow, strategy.name)
    }
  }

  @Test func contentBeyondADoubleIsRefused() throws {
    for strategy in allStrategies {
      let flow = flow([60])
      let fixture = try FlowFixture(flow, strategy)
      fixture.layout.minimumLineSpacing = .greatestFiniteMagnitude
      #expect(throws: LayoutError.self) { try fixture.session.layoutIfNeeded() }
      try check(fixture, flow, strategy.name)
    }
  }
}
