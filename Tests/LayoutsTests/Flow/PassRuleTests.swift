import Changesets
import Geometry
import Layouts
import Testing

/// What a pass of a line-based layout requests and keeps, whatever its contexts and hosts are.
@Suite struct PassRuleTests {
  private let bounds = Rect(x: 0, y: 0, width: 100, height: 100)

  private func sizes(_ count: Int) -> FlowCase {
    FlowCase(sizes: [(0..<count).map { Size(width: 90, height: Double(30 + $0 % 3)) }])
  }

  // MARK: Contexts

  /// A context of the base class, which knows nothing of a flow layout's metrics.
  @Test(arguments: allStrategies)
  func aPlainContextRequestsWhatItNames(_ strategy: ExtentStrategy) throws {
    let fixture = try FlowFixture(sizes(4), strategy)
    let path = ItemPath(section: 0, item: 2)
    let changes: [(Int, (LayoutInvalidationContext) -> Void)] = [
      (4, { _ in }), (1, { $0.invalidateItems(at: [path]) }), (0, { $0.keepsItemSizes = true }),
      (4, { $0.invalidateEverything = true }),
      (
        4,
        {
          $0.invalidateEverything = true
          $0.invalidateItems(at: [path])
        }
      ),
    ]
    for (count, change) in changes {
      fixture.delegate.forgetAsks()
      let context = LayoutInvalidationContext()
      change(context)
      fixture.layout.invalidateLayout(with: context)
      try fixture.session.layoutIfNeeded()
      #expect(fixture.delegate.sizeAsks.count == count)
    }
  }

  /// Only a preferred size keeps visible items in place: the content moves under the bounds.
  @Test(arguments: allStrategies)
  func aPlainContextMovesNoOffset(_ strategy: ExtentStrategy) throws {
    let fixture = try FlowFixture(sizes(90), strategy)
    try fixture.session.scroll(to: Point(x: 0, y: 200))
    fixture.delegate.flow.sizes[0] = Size(width: 90, height: 80)
    let context = LayoutInvalidationContext()
    context.invalidateItems(at: [ItemPath(section: 0, item: 0)])
    fixture.layout.invalidateLayout(with: context)
    try fixture.session.layoutIfNeeded()
    #expect(fixture.session.bounds.minY == 200)
    let first = fixture.layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 0))
    #expect(first?.frame.size.height == 80)
  }

  /// A context that keeps all metrics, as a subclass may make them.
  private final class KeepingContext: FlowLayoutInvalidationContext {
    required init() {
      super.init()
      invalidateFlowLayoutDelegateMetrics = false
    }
  }

  private class KeepingLayout: FlowLayout {
    override class var invalidationContextClass: LayoutInvalidationContext.Type {
      KeepingContext.self
    }
  }

  @Test(arguments: allStrategies)
  func anotherDirectionRequestsEverythingWhateverTheContextSays(
    _ strategy: ExtentStrategy
  ) throws {
    let (keeping, fresh) = (KeepingLayout(extents: strategy), FlowLayout(extents: strategy))
    for layout in [keeping, fresh] { layout.itemSize = Size(width: 60, height: 20) }
    let session = LayoutSession(keeping, bounds: bounds, itemCounts: [5])
    try session.layoutIfNeeded()
    keeping.scrollDirection = .horizontal
    fresh.scrollDirection = .horizontal
    try session.layoutIfNeeded()
    let other = LayoutSession(fresh, bounds: bounds, itemCounts: [5])
    try other.layoutIfNeeded()
    let everything = Rect(x: 0, y: 0, width: 999, height: 999)
    #expect(
      keeping.layoutAttributesForElements(in: everything)
        == fresh.layoutAttributesForElements(in: everything))
    #expect(keeping.contentSize == fresh.contentSize)
  }

  /// A layout whose sizes do not depend on its bounds either.
  private final class SteadyLayout: KeepingLayout {
    override func invalidationContext(
      forBoundsChange newBounds: Rect
    ) -> LayoutInvalidationContext {
      let context = super.invalidationContext(forBoundsChange: newBounds)
      (context as? FlowLayoutInvalidationContext)?.invalidateFlowLayoutDelegateMetrics = false
      return context
    }
  }

  @Test(arguments: allStrategies)
  func sizesThatDoNotDependOnTheBoundsBreakIntoOtherLines(_ strategy: ExtentStrategy) throws {
    var flow = FlowCase(sizes: [(0..<20).map { Size(width: Double(40 + $0 % 3), height: 30) }])
    flow.bounds.size.width = 41
    let (layout, delegate) = flow.setUp(SteadyLayout(extents: strategy))
    let session = LayoutSession(layout, bounds: flow.bounds, itemCounts: flow.counts)
    try session.layoutIfNeeded()
    #expect(layout.oversizeItem == ItemPath(section: 0, item: 2))
    for width in [150.0, 48, 500] {
      delegate.forgetAsks()
      flow.bounds.size.width = width
      try session.setBounds(flow.bounds)
      #expect(delegate.sizeAsks.isEmpty && layout.oversizeItem == nil)
      #expect(layout.contentSize.width == width)
      try FlowComparison.checkElements(
        layout, of: flow, visible: flow.bounds, itemCounts: flow.counts)
    }
  }

  /// Both items fit into a line of 320 points, and are too long below each other.
  @Test(arguments: allStrategies)
  func linesThatBecomeTooLongStayAsTheyWere(_ strategy: ExtentStrategy) throws {
    let layout = SteadyLayout(extents: strategy)
    layout.itemSize = Size(width: 100.5, height: 1e308)
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [2])
    try session.layoutIfNeeded()
    let paths = (0..<2).map { ItemPath(section: 0, item: $0) }
    let before = paths.map { layout.layoutAttributesForItem(at: $0) }
    layout.pixelScale = 1
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      try session.setBounds(Rect(x: 0, y: 0, width: 102, height: 480))
    }
    #expect(paths.map { layout.layoutAttributesForItem(at: $0) } == before)
    #expect(layout.contentSize == Size(width: 320, height: 1e308))
  }

  /// Where elements were in lines of another length.
  @Test(arguments: allStrategies)
  func anUpdateInOtherBoundsHasTheStateBeforeIt(_ strategy: ExtentStrategy) throws {
    let layout = FlowLayout(extents: strategy)
    let host = SettableHost(bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [9])
    layout.host = host
    _ = try layout.prepareIfNeeded()
    let elements = (0..<9).map { LayoutElement.cell(ItemPath(section: 0, item: $0)) }
    let before = elements.map { layout.layoutAttributes(for: $0) }
    host.bounds.size.width = 130
    host.itemCounts = [8]
    let (update, resize) = (FlowLayoutInvalidationContext(), FlowLayoutInvalidationContext())
    update.change = Changeset(deletedItems: [ItemPath(section: 0, item: 4)])
    resize.invalidateFlowLayoutDelegateMetrics = false
    for context in [update, resize] { layout.invalidateLayout(with: context) }
    _ = try layout.prepareIfNeeded()
    #expect(layout.contentSize == Size(width: 130, height: 4 * 50 + 3 * 10))
    #expect(elements.map { layout.layoutAttributesBeforeUpdate(of: $0) } == before)
    withExtendedLifetime(host) {}
  }

  /// Settings of a style move items within their lines alone.
  @Test(arguments: allStrategies)
  func anotherStyleBreaksNoLine(_ strategy: ExtentStrategy) throws {
    var flow = FlowCase(sizes: [(0..<20).map { Size(width: 70, height: Double(30 + $0 % 4)) }])
    let (layout, delegate) = flow.setUp(KeepingLayout(extents: strategy))
    let session = LayoutSession(layout, bounds: flow.bounds, itemCounts: flow.counts)
    try session.layoutIfNeeded()
    let work = layout.layoutWork
    delegate.forgetAsks()
    (flow.lineAlignment, flow.lastLine, flow.pixelScale) = (.leading, .justified, 2)
    flow.configure(layout)
    try session.layoutIfNeeded()
    #expect(layout.layoutWork == work && delegate.sizeAsks.isEmpty)
    try FlowComparison.checkElements(layout, of: flow)
  }

  /// The metrics of a section are requested once for its header and its footer.
  @Test(arguments: allStrategies)
  func aHeaderAndAFooterAreRequestedTogether(_ strategy: ExtentStrategy) throws {
    var flow = FlowCase(counts: [4, 4])
    flow.provided = [.headerSize, .footerSize]
    for section in 0..<2 {
      flow.metrics[section] = FlowCase.Metrics(
        header: Size(width: 9, height: 20), footer: Size(width: 9, height: 10))
    }
    let fixture = try FlowFixture(flow, strategy)
    fixture.delegate.forgetAsks()
    let context = FlowLayoutInvalidationContext()
    for kind in [ElementKind.sectionHeader, .sectionFooter] {
      context.invalidateSupplementaryElements(ofKind: kind, at: [[1, 0]])
    }
    flow.metrics[1]?.header.height = 33
    fixture.delegate.flow = flow
    fixture.layout.invalidateLayout(with: context)
    try fixture.session.layoutIfNeeded()
    #expect(fixture.delegate.metricAsks == 2)
    try FlowComparison.checkElements(fixture.layout, of: flow)
  }

  // MARK: Bounds

  @Test func boundsThatChangeNothingNeedNoPreparation() throws {
    let moved = Rect(x: 0, y: 5, width: 100, height: 100)
    for layout in [FlowLayout(), ListLayout()] as [LineLayout] {
      #expect(!layout.shouldInvalidateLayout(forBoundsChange: moved), "It has no host.")
      let host = SettableHost(bounds: .zero)
      layout.host = host
      let down = Rect(x: 0, y: 5, width: 0, height: 0)
      #expect(!layout.shouldInvalidateLayout(forBoundsChange: down), "It pins nothing yet.")
      host.bounds = bounds
      _ = try layout.prepareIfNeeded()
      for _ in 0..<2 {
        #expect(!layout.shouldInvalidateLayout(forBoundsChange: moved))
        layout.invalidateLayout()
      }
      // Other insets invalidate; then the lines are not as long as they were prepared.
      host.contentInset.left = 10
      #expect(layout.shouldInvalidateLayout(forBoundsChange: moved))
      withExtendedLifetime(host) {}
    }
  }

  @Test func linesOfAnotherLengthNeedAPreparationAlsoInASquare() throws {
    let layout = FlowLayout()
    layout.scrollDirection = .horizontal
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [5])
    try session.layoutIfNeeded()
    let lower = Rect(x: 0, y: 0, width: 100, height: 50)
    let narrower = Rect(x: 0, y: 0, width: 50, height: 100)
    #expect(layout.shouldInvalidateLayout(forBoundsChange: lower))
    #expect(!layout.shouldInvalidateLayout(forBoundsChange: narrower))
  }

  @Test func aPinnedFooterFollowsTheLowerEdge() throws {
    let layout = ListLayout()
    layout.footerExtent = 10
    layout.sectionFootersPinToVisibleBounds = true
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [50])
    try session.layoutIfNeeded()
    let higher = Rect(x: 0, y: 0, width: 100, height: 150)
    #expect(layout.shouldInvalidateLayout(forBoundsChange: higher))
    try session.setBounds(higher)
    let footer = layout.layoutAttributes(for: .supplementary(.sectionFooter, [0, 0]))
    #expect(footer?.frame.maxY == 150)
  }

  // MARK: Skipped preparations

  /// A layout that leaves a preparation out, as a subclass may.
  private final class SkippingLayout: FlowLayout {
    var skips = false
    override func prepare() throws(LayoutError) { if !skips { try super.prepare() } }
  }

  /// An update after one that was left out does not fit the lines, and is refused.
  @Test func anUpdateAfterASkippedPreparationIsRefused() throws {
    for skipsFirst in [false, true] {
      let layout = SkippingLayout()
      let session = LayoutSession(layout, bounds: bounds, itemCounts: [3])
      layout.skips = skipsFirst
      try session.layoutIfNeeded()
      layout.skips = true
      if !skipsFirst {
        try session.update(Changeset(insertedItems: [ItemPath(section: 0, item: 0)]))
      }
      layout.skips = false
      let count = session.itemCounts[0]
      let error = #expect(throws: LayoutError.self) {
        try session.update(Changeset(insertedItems: [ItemPath(section: 0, item: count)]))
      }
      guard case .changeset = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      layout.invalidateLayout()
      try session.layoutIfNeeded()
      #expect(layout.contentSize.height == Double(count) * 60 - 10)
    }
  }

  @Test func boundsAreComparedWithLinesThatWereSkipped() throws {
    let layout = SkippingLayout()
    let host = SettableHost(bounds: bounds)
    layout.host = host
    _ = try layout.prepareIfNeeded()
    host.contentInset.left = 10
    layout.skips = true
    layout.invalidateLayout()
    _ = try layout.prepareIfNeeded()
    let moved = Rect(x: 0, y: 5, width: 100, height: 100)
    #expect(layout.shouldInvalidateLayout(forBoundsChange: moved))
    withExtendedLifetime(host) {}
  }

  // MARK: Settings

  @Test(arguments: allStrategies)
  func aThinItemLiesWhereTheAlignmentSays(_ strategy: ExtentStrategy) throws {
    for (alignment, top) in [(LineAlignment.center, 10.0), (.leading, 0)] {
      var flow = FlowCase(sizes: [[Size(width: 60, height: 40), Size(width: 70, height: 20)]])
      flow.lineAlignment = alignment
      let fixture = try FlowFixture(flow, strategy)
      let thin = fixture.layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 1))
      #expect(thin?.frame.minY == top)
    }
  }

  /// Three items of 90 points fit into 320, with gaps of 25.
  @Test(arguments: allStrategies)
  func withoutADelegateAllSizesHaveOneSource(_ strategy: ExtentStrategy) throws {
    let layout = FlowLayout(extents: strategy)
    layout.itemSize = Size(width: 90, height: 50)
    layout.uniformityRule = .bySource
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [5])
    try session.layoutIfNeeded()
    let last = layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 4))
    #expect(last?.frame.minX == 115)
  }

  @Test func onlyHeadersAndFootersSizeThemselves() {
    let layout = FlowLayout()
    layout.sectionHeadersSizeThemselves = true
    layout.sectionFootersSizeThemselves = true
    for kind in [ElementKind.sectionHeader, .sectionFooter, ElementKind("PassRuleTests")] {
      let original = LayoutAttributes(supplementary: kind, section: 0)
      var preferred = original
      preferred.size = Size(width: 9, height: 9)
      let takes = layout.shouldInvalidateLayout(
        forPreferredAttributes: preferred, originalAttributes: original)
      #expect(takes == (kind == .sectionHeader || kind == .sectionFooter))
    }
  }
}
