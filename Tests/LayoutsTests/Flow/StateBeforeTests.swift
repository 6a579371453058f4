import BasicAlgorithms
import Changesets
import Datasets
import Geometry
import Layouts
import Testing

/// The answers of `layoutAttributesBeforeUpdate(of:)` during an update (AN-3).
@Suite struct StateBeforeTests {
  /// A flow layout that records during an update where elements were before it.
  private final class Recorder: FlowLayout {
    var asked: [LayoutElement] = []
    private(set) var answers: [LayoutAttributes?] = []

    override func prepare(forUpdates updates: [UpdateItem]) {
      answers = asked.map { layoutAttributesBeforeUpdate(of: $0) }
    }
  }

  private struct Fixture {
    let layout: Recorder
    let delegate: CaseDelegate
    let session: LayoutSession

    init(_ flow: FlowCase, _ strategy: ExtentStrategy) throws {
      (layout, delegate) = flow.setUp(Recorder(extents: strategy))
      session = LayoutSession(
        layout, bounds: flow.bounds, contentInset: flow.contentInset, itemCounts: flow.counts)
      try session.layoutIfNeeded()
    }

    /// Returns all elements that the layout has now.
    func everything() -> [LayoutAttributes] {
      layout.layoutAttributesForElements(in: Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9))
    }

    /// Carries an update out, and compares what the layout tells of before with what it was.
    func update(_ changeset: Changeset, to flow: FlowCase, _ what: String) throws {
      let before = everything()
      layout.asked = before.map(\.element)
      delegate.flow = flow
      try session.update(changeset) { $0 = flow.counts }
      #expect(layout.answers == before, "\(what)")
      for attributes in before {
        #expect(layout.layoutAttributesBeforeUpdate(of: attributes.element) == nil, "\(what)")
      }
    }
  }

  @Test(arguments: 0..<40) func generatedUpdatesTellWhereEverythingWas(seed: UInt64) throws {
    var generator = FlowCaseGenerator(seed: seed, mayBeLarge: false)
    var flow = generator.flow()
    let fixtures = try generator.strategies.map { ($0.name, try Fixture(flow, $0)) }
    for step in 0..<8 {
      let changeset = generator.changeset(for: &flow)
      for (name, fixture) in fixtures {
        try fixture.update(changeset, to: flow, "\(name), step \(step): \(changeset)")
      }
    }
  }

  /// The layout undoes edits only up to the section that it is asked about.
  @Test(arguments: 0..<40) func anyOrderOfQuestionsGetsTheSameAnswers(seed: UInt64) throws {
    var generator = FlowCaseGenerator(seed: seed, mayBeLarge: false)
    var shuffle = SplitMix64(seed: seed)
    var flow = generator.flow()
    let fixtures = try generator.strategies.map { ($0.name, try Fixture(flow, $0)) }
    for step in 0..<8 {
      let changeset = generator.changeset(for: &flow)
      for (name, fixture) in fixtures {
        let all = fixture.everything()
        // Some of them, in any order, some twice.
        let before = (0..<min(all.count, 40)).map { _ in all[shuffle.next(below: all.count)] }
        fixture.layout.asked = before.map(\.element)
        fixture.delegate.flow = flow
        try fixture.session.update(changeset) { $0 = flow.counts }
        #expect(fixture.layout.answers == before, "\(name), step \(step): \(changeset)")
      }
    }
  }

  private func sizes(_ count: Int) -> [Size] {
    (0..<count).map { Size(width: Double(20 + $0 % 9 * 8), height: 30) }
  }

  @Test func aLongBatchKeepsACopyOfTheLines() throws {
    for strategy in allStrategies {
      var flow = FlowCase(sizes: [sizes(900)])
      let fixture = try Fixture(flow, strategy)
      let deleted = (0..<700).map { ItemPath(section: 0, item: $0) }
      flow.sections[0].items.removeFirst(700)
      try fixture.update(Changeset(deletedItems: deleted), to: flow, strategy.name)
    }
  }

  @Test func aPropertySetInTheSamePassLosesNothing() throws {
    for strategy in allStrategies {
      var flow = FlowCase(sizes: [sizes(30)])
      let fixture = try Fixture(flow, strategy)
      fixture.layout.minimumLineSpacing = 33
      flow.shared.lineSpacing = 33
      flow.sections[0].items.remove(at: 4)
      let changeset = Changeset(deletedItems: [ItemPath(section: 0, item: 4)])
      try fixture.update(changeset, to: flow, strategy.name)
      try FlowComparison.checkElements(fixture.layout, of: flow)
    }
  }

  @Test func aPinnedHeaderHasItsVisiblePlaceBeforeTheUpdate() throws {
    for strategy in allStrategies {
      var flow = FlowCase(counts: [400])
      flow.shared.header = Size(width: 0, height: 20)
      flow.pinsHeaders = true
      let fixture = try Fixture(flow, strategy)
      fixture.layout.maintainsVisiblePosition = true
      try fixture.session.scroll(to: Point(x: 0, y: 1_000))
      let inserted = (0..<60).map { ItemPath(section: 0, item: $0) }
      flow.sections[0].items.insert(contentsOf: 1_000..<1_060, at: 0)
      try fixture.update(Changeset(insertedItems: inserted), to: flow, strategy.name)
      #expect(fixture.session.bounds.minY > 1_000)
    }
  }

  /// It lies behind all sections, also behind one that changes.
  @Test func aFooterOfAllContentWasBehindAllSections() throws {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
    let section = LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
    var configuration = CompositionalLayoutConfiguration()
    configuration.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(size, elementKind: .sectionFooter, alignment: .bottom)
    ]
    for strategy in allStrategies {
      let layout = RememberingLayout(
        section: section, configuration: configuration, extents: strategy)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [2, 2])
      try session.layoutIfNeeded()
      let footer = LayoutElement.supplementary(.sectionFooter, ElementPath([0]))
      layout.before = [footer: layout.layoutAttributes(for: footer)]
      try session.update(Changeset(insertedItems: [ItemPath(section: 1, item: 1)]))
      #expect(layout.difference == nil)
      #expect(layout.layoutAttributes(for: footer)?.frame.minY == 250)
    }
  }

  // MARK: The end of an update

  private static let first = LayoutElement.cell(ItemPath(section: 0, item: 0))

  @Test func outsideOfUpdatesThereIsNoStateBefore() throws {
    for strategy in allStrategies {
      let fixture = try FlowFixture(FlowCase(sizes: [sizes(9)]), strategy)
      let context = FlowLayoutInvalidationContext()
      context.invalidateItems(at: [ItemPath(section: 0, item: 4)])
      fixture.layout.invalidateLayout(with: context)
      try fixture.session.layoutIfNeeded()
      #expect(fixture.layout.layoutAttributesBeforeUpdate(of: Self.first) == nil)
      fixture.delegate.flow.sizes[0] = Size(width: .nan, height: 1)
      #expect(throws: LayoutError.self) {
        try fixture.session.update(Changeset(insertedItems: [ItemPath(section: 0, item: 0)]))
      }
      #expect(fixture.layout.layoutAttributesBeforeUpdate(of: Self.first) == nil)
    }
  }

  /// A host that does not end an update begins another all the same.
  @Test func anUpdateBeginsWithTheStateBeforeIt() throws {
    for strategy in allStrategies {
      let host = SettableHost(bounds: Rect(x: 0, y: 0, width: 99, height: 99), itemCounts: [2])
      let layout = ListLayout(extents: strategy)
      layout.host = host
      _ = try layout.prepareIfNeeded()
      for count in [3, 4] {
        host.itemCounts = [count]
        let context = FlowLayoutInvalidationContext()
        context.change = Changeset(insertedItems: [ItemPath(section: 0, item: 0)])
        layout.invalidateLayout(with: context)
        _ = try layout.prepareIfNeeded()
      }
      for item in 0..<5 {
        let element = LayoutElement.cell(ItemPath(section: 0, item: item))
        #expect((layout.layoutAttributesBeforeUpdate(of: element) != nil) == (item < 3))
      }
      withExtendedLifetime(host) {}
    }
  }

  /// A delegate that gives each section a header of another extent.
  private final class SteppedHeaders: ListLayoutDelegate {
    var providedMetrics: ListLayoutMetrics { .headerExtent }
    func extentForHeader(inSection section: Int) -> Double { Double(section + 1) }
  }

  /// The layout then forgets all of its headers at once.
  @Test func allSectionsMayLeaveBeforeTheHostEndsAnUpdate() throws {
    for strategy in allStrategies {
      let host = SettableHost(bounds: Rect(x: 0, y: 0, width: 99, height: 99), itemCounts: [])
      let headers = SteppedHeaders()
      let layout = ListLayout(extents: strategy)
      (layout.delegate, layout.host) = (headers, host)
      let sections = Array(0..<100)
      let arrival = Changeset(insertedSections: sections)
      for changeset in [arrival, Changeset(deletedSections: sections)] {
        host.itemCounts = changeset.insertedSections.map { _ in 1 }
        let context = FlowLayoutInvalidationContext()
        context.change = changeset
        layout.invalidateLayout(with: context)
        _ = try layout.prepareIfNeeded()
      }
      layout.finalizeUpdates()
      layout.invalidateLayout()
      _ = try layout.prepareIfNeeded()
      #expect(layout.contentSize == Size(width: 99, height: 0))
      withExtendedLifetime(host) {}
    }
  }

  // MARK: Updates that fail late

  /// A delegate that asks for the state before as soon as it is asked itself.
  private final class CuriousRows: ListLayoutDelegate {
    weak var layout: ListLayout?
    var extent = 10.0
    var providedMetrics: ListLayoutMetrics { .itemExtent }

    func extentForItem(at path: ItemPath) -> Double {
      _ = layout?.layoutAttributesBeforeUpdate(of: StateBeforeTests.first)
      return extent
    }
  }

  @Test func anUpdateThatFailsAfterAQuestionIsUndone() throws {
    for strategy in allStrategies {
      let rows = CuriousRows()
      let layout = ListLayout(extents: strategy)
      (layout.delegate, rows.layout) = (rows, layout)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 99, height: 99), itemCounts: [3])
      try session.layoutIfNeeded()
      rows.extent = 1e308
      let inserted = (0..<2).map { ItemPath(section: 0, item: $0) }
      #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
        try session.update(Changeset(insertedItems: inserted))
      }
      #expect(layout.contentSize.height == 30 && session.itemCounts == [3])
      #expect(try session.checkedAttributes(in: session.bounds).map(\.frame.minY) == [0, 10, 20])
    }
  }

  /// Items also get preferred sizes in the pass of an update of sections, and become too long.
  @Test func anUpdateOfSectionsThatFailsWithPreferredSizesIsUndone() throws {
    for strategy in allStrategies {
      let layout = ListLayout(extents: strategy)
      layout.estimatedItemExtent = 44
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 99, height: 300), itemCounts: [3])
      try session.layoutIfNeeded()
      let before = layout.layoutAttributesForElements(in: session.bounds)
      for item in 0..<2 {
        let path = ItemPath(section: 0, item: item)
        try session.prefer(Size(width: 99, height: 1e308), forItemAt: path)
      }
      #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
        try session.update(Changeset(insertedSections: [0]))
      }
      #expect(session.itemCounts == [3])
      #expect(layout.layoutAttributesForElements(in: session.bounds) == before)
      #expect(layout.contentSize.height == 132)
    }
  }

  @Test func theItemLongerThanItsLineStaysKnownIfSizesAreRefused() throws {
    for strategy in allStrategies {
      let layout = FlowLayout(extents: strategy)
      layout.estimatedItemSize = Size(width: 400, height: 40)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 300), itemCounts: [3])
      try session.layoutIfNeeded()
      let first = ItemPath(section: 0, item: 0)
      #expect(layout.oversizeItem == first)
      for item in 1..<3 {
        let path = ItemPath(section: 0, item: item)
        try session.prefer(Size(width: 400, height: 1e308), forItemAt: path)
      }
      #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
        try session.layoutIfNeeded()
      }
      #expect(layout.oversizeItem == first)
    }
  }

  /// A flow layout whose items have sizes that do not depend on the bounds.
  private final class RigidFlowLayout: FlowLayout {
    override func invalidationContext(
      forBoundsChange newBounds: Rect
    ) -> LayoutInvalidationContext {
      let context = super.invalidationContext(forBoundsChange: newBounds)
      (context as? FlowLayoutInvalidationContext)?.invalidateFlowLayoutDelegateMetrics = false
      return context
    }
  }

  /// Both items find room in one line, but not in one that gets shorter in the same preparation.
  @Test func sizesAreRefusedWithShorterLines() throws {
    for strategy in allStrategies {
      let layout = RigidFlowLayout(extents: strategy)
      layout.estimatedItemSize = Size(width: 100, height: 40)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 300, height: 300), itemCounts: [2])
      try session.layoutIfNeeded()
      let before = layout.layoutAttributesForElements(in: session.bounds)
      #expect(before.count == 2)
      for item in 0..<2 {
        let path = ItemPath(section: 0, item: item)
        try session.prefer(Size(width: 100, height: 1e308), forItemAt: path)
      }
      #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
        try session.setBounds(Rect(x: 0, y: 0, width: 150, height: 300))
      }
      #expect(layout.contentSize == Size(width: 300, height: 40))
      #expect(layout.layoutAttributesForElements(in: session.bounds) == before)
      // The sizes stay pending, and fit into a line of the old length.
      try session.layoutIfNeeded()
      #expect(layout.contentSize.height == 1e308)
    }
  }
}
