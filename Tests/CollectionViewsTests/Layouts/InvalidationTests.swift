import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// What is invalidated when, and cells that size themselves (IC-5 to IC-11).
@Suite struct InvalidationTests {
  /// IC-5, FL-20: scrolling asks, and prepares nothing.
  @Test func scrollingDoesNotPrepare() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<100)])
    try view.pass()
    let preparations = view.work.preparations
    _ = layout.takeLog()
    view.setContentOffset(Point(x: 0, y: 30))
    try view.layoutIfNeeded()
    #expect(layout.takeLog() == ["bounds 30.0", "query"])
    #expect(view.work.preparations == preparations)
    layout.invalidatesForBounds = true
    view.setContentOffset(Point(x: 0, y: 40))
    try view.layoutIfNeeded()
    #expect(layout.takeLog() == ["bounds 40.0", "prepare", "query"])
    view.check()
    _ = source
  }

  /// A reload tells the layout that everything may be another thing.
  @Test func aReloadInvalidatesEverything() throws {
    let rig = Rig([[1, 2]])
    try rig.view.pass()
    rig.view.reloadData()
    let contexts = rig.layout.pendingInvalidation.contexts
    #expect(contexts.count == 1)
    #expect(contexts.allSatisfy { $0.invalidateEverything && $0.invalidateDataSourceCounts })
  }

  /// Several invalidations are one preparation.
  @Test func invalidationsAreTakenTogether() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<100)])
    try view.pass()
    _ = (layout.takeLog(), source.takeLog())
    for _ in 0..<5 { layout.invalidateLayout() }
    try view.layoutIfNeeded()
    #expect(layout.takeLog() == ["prepare", "query"])
    #expect(source.takeLog() == [])
  }

  /// IC-9: an adjustment is made once, in the same pass, and clamped; a movement goes on from there.
  @Test func offsetsAreAdjusted() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<100)])
    try view.pass()
    try view.scroll(to: 100)
    layout.offsetAdjustment = Point(x: 0, y: 30)
    layout.invalidateLayout()
    try view.pass()
    #expect(view.contentOffset.y == 130)
    try view.pass()
    #expect(view.contentOffset.y == 130)
    layout.offsetAdjustment = Point(x: 0, y: 5_000)
    layout.invalidateLayout()
    try view.pass()
    #expect(view.contentOffset.y == 900)
    view.setContentOffset(Point(x: 0, y: 600), animated: true)
    view.clock.advance(by: 0.15)
    layout.offsetAdjustment = Point(x: 0, y: 50)
    layout.invalidateLayout()
    try view.pass()
    #expect(view.contentOffset.y == 800)
    view.clock.advance(by: 0.15)
    #expect(view.contentOffset.y == 650)
    try view.pass()
    _ = source
  }

  /// IC-6: a context that names an item refreshes that item, and no other.
  @Test func onlyWhatIsNamedIsAskedFor() throws {
    let rig = Rig([Array(0..<4)])
    let sizes = ChangingSizes()
    let flow = FlowLayout()
    flow.minimumLineSpacing = 0
    rig.view.delegate = sizes
    try rig.view.setCollectionViewLayout(flow)
    try rig.view.pass()
    sizes.height = 15
    let context = FlowLayoutInvalidationContext()
    context.invalidateItems(at: [at(0, 1)])
    flow.invalidateLayout(with: context)
    try rig.view.pass()
    #expect(rig.view.visibleCells.map(\.frame.size.height) == [10, 15, 10, 10])
    flow.invalidateLayout()
    try rig.view.pass()
    #expect(rig.view.visibleCells.map(\.frame.size.height) == [15, 15, 15, 15])
  }

  /// IC-10: in prepare() it is an error, in a request it is due in the next pass.
  @Test func invalidationInsideOfRequests() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2]])
    layout.onPrepare = { () throws(LayoutError) in layout.invalidateLayout() }
    #expect(view.failure(view.layoutIfNeeded) == .layout(.invalidatedWhilePreparing))
    layout.onPrepare = nil
    try view.pass()
    let other = StubSource()
    view.dataSource = other
    other.cell = { view, path in
      view.collectionViewLayout.invalidateLayout()
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    _ = layout.takeLog()
    try view.layoutIfNeeded()
    #expect(layout.takeLog() == ["prepare", "query"])
    try view.layoutIfNeeded()
    #expect(layout.takeLog() == ["prepare", "query"])
    try view.layoutIfNeeded()
    #expect(layout.takeLog() == [])
    _ = source
  }

  @Test func aLayoutThatNeverSettlesIsAnError() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<100)])
    layout.invalidatesForBounds = true
    var step = 1.0
    try view.layoutIfNeeded()
    layout.onPrepare = { () throws(LayoutError) in
      layout.offsetAdjustment = Point(x: 0, y: step)
      step = -step
    }
    view.setContentOffset(Point(x: 0, y: 50))
    let preparations = view.work.preparations
    #expect(view.failure(view.layoutIfNeeded) == .unsettled(passes: 16))
    #expect(view.work.preparations == preparations + 16)
    layout.onPrepare = nil
    try view.pass()
    _ = source
  }

  // MARK: Cells that size themselves

  @Test func cellsSizeThemselves() throws {
    let source = SelfSizingSource(Array(0..<100))
    let (view, layout) = source.makeView()
    try view.pass()
    #expect(view.cellForItem(at: at(0, 0))?.frame == Rect(x: 0, y: 0, width: 50, height: 30))
    #expect(view.cellForItem(at: at(0, 1))?.frame.minY == 30)
    #expect(view.contentSize.height > 100 * 20)
    for y in stride(from: 0.0, through: 2_000, by: 35) {
      try view.scroll(to: y)
      for path in view.itemPathsForVisibleItems {
        #expect(view.cellForItem(at: path)?.frame.size.height == 30)
      }
    }
    // Lines that become narrower are asked about again.
    source.height = { _ in 40 }
    view.setBoundsSize(Size(width: 40, height: 100))
    try view.pass()
    #expect(view.visibleCells.allSatisfy { $0.frame.size.height == 40 })
    _ = layout
  }

  /// What is seen stays where it is while items above it are measured.
  @Test func measuringAboveKeepsTheOffset() throws {
    let source = SelfSizingSource(Array(0..<100))
    let (view, _) = source.makeView()
    try view.pass()
    try view.scrollToItem(at: at(0, 50), at: .top)
    try view.pass()
    for _ in 0..<40 {
      let kept = try #require(view.itemPathsForVisibleItems.first)
      let offset = view.contentOffset.y - 7
      view.setContentOffset(Point(x: 0, y: offset))
      try view.pass()
      // Whatever has been measured in this pass, the first item that shows begins where it did.
      let first = try #require(view.itemPathsForVisibleItems.first)
      #expect(view.contentOffset.y == offset)
      #expect(first == kept || first.item == kept.item - 1)
    }
  }

  @Test func prefetchedCellsSizeThemselves() throws {
    let source = SelfSizingSource(Array(0..<100))
    let (view, _) = source.makeView()
    view.isPrefetchingEnabled = true
    try view.pass()
    for y in stride(from: 0.0, through: 600, by: 11) {
      try view.scroll(to: y)
      #expect(view.visibleCells.allSatisfy { $0.frame.size.height == 30 })
    }
    #expect(view.work.prefetched > 5)
  }

  @Test func updatesAndLayoutsSizeCells() throws {
    let source = SelfSizingSource(Array(0..<10))
    let (view, _) = source.makeView()
    try view.pass()
    source.items = [100] + source.items
    view.insertItems(at: [at(0, 0)])
    try view.pass()
    #expect(view.visibleCells.allSatisfy { $0.frame.size.height == 30 })
    let flow = FlowLayout()
    flow.estimatedItemSize = Size(width: 50, height: 12)
    flow.minimumLineSpacing = 0
    try view.setCollectionViewLayout(flow)
    try view.pass()
    #expect(view.visibleCells.allSatisfy { $0.frame.size.height == 30 })
  }

  /// AN-11, BUG-26: a preferred size that arrives with the end of its item is dropped.
  @Test func preferredSizesOfDeletedItemsAreDropped() throws {
    let source = SelfSizingSource(Array(0..<10))
    let (view, layout) = source.makeView()
    try view.pass()
    let original = try #require(layout.layoutAttributesForItem(at: at(0, 3)))
    var preferred = original
    preferred.size.height = 77
    try view.performBatchUpdates {
      layout.invalidateLayout(
        with: layout.invalidationContext(
          forPreferredAttributes: preferred, originalAttributes: original))
      source.items.remove(at: 3)
      view.deleteItems(at: [at(0, 3)])
    }
    try view.pass()
    for item in 0..<9 {
      #expect(layout.layoutAttributesForItem(at: at(0, item))?.size.height != 77)
    }
    view.clock.advance(by: 1)
    view.check()
  }

  /// IC-8: a cell that never is content is an error, and the view goes on once it is.
  @Test func aCellThatIsNeverContent() throws {
    let source = SelfSizingSource(Array(0..<3))
    let (view, _) = source.makeView()
    var height = 30.0
    source.height = { _ in
      height += 1
      return height
    }
    #expect(view.failure(view.layoutIfNeeded) == .layout(.feedbackLoop(.cell(at(0, 0)))))
    view.check()
    source.height = { _ in -1 }
    guard case .layout(.itemSize)? = view.failure(view.layoutIfNeeded) else {
      Issue.record("no error for a negative size")
      return
    }
    view.check()
    source.height = { _ in 30 }
    view.reloadData()
    try view.pass()
    #expect(view.visibleCells.map(\.frame.size.height) == [30, 30, 30])
  }

  /// A layout that turns by itself, a pass a tick.
  @Test func periodicInvalidation() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2, 3]])
    try view.pass()
    let passes = view.work.passes
    for tick in 1...10 {
      view.clock.advance(by: 1 / 60)
      layout.rowHeight = 10 + Double(tick)
      layout.invalidateLayout()
      try view.pass()
      #expect(view.cellForItem(at: at(0, 1))?.frame.minY == 10 + Double(tick))
    }
    #expect(view.work.passes == passes + 10)
    #expect(view.animations.isEmpty)
    _ = source
  }
}

/// Gives all items one height, which a test changes.
private final class ChangingSizes: CollectionViewDelegateFlowLayout {
  var height = 10.0
  var providedMetrics: FlowLayoutMetrics { .itemSize }
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout, sizeForItemAt path: ItemPath
  ) -> Size { Size(width: 50, height: height) }
}

/// Cells whose height its source says.
final class SelfSizingSource: StubSource {
  var items: [Int] { didSet { itemCount = items.count } }
  var height: (Int) -> Double = { _ in 30 }

  init(_ items: [Int]) {
    self.items = items
    super.init(itemCount: items.count)
    cell = { [unowned self] view, path in
      let cell = try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
      let number = self.items[path.item]
      (cell as? SelfSizingCell)?.height = { [weak self] in self?.height(number) ?? 0 }
      return cell
    }
  }

  func makeView() -> (view: CollectionView, layout: ListLayout) {
    let layout = ListLayout()
    layout.estimatedItemExtent = 20
    return (CollectionView.showing(self, in: layout, of: SelfSizingCell.self), layout)
  }
}

/// A cell with a height of its own.
final class SelfSizingCell: CollectionViewCell {
  var height: () -> Double = { 0 }

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var attributes = attributes
    attributes.size.height = height()
    return attributes
  }
}
