import Changesets
import Geometry
import Layouts
import Testing

/// A session after an error is the session before the call, and goes on.
@Suite struct LayoutSessionTests {
  private let bounds = Rect(x: 0, y: 0, width: 320, height: 480)

  private var flow: FlowCase {
    FlowCase(sizes: [(0..<3).map { Size(width: 60, height: Double(40 + $0)) }])
  }

  private func inserting(_ item: Int) -> Changeset {
    Changeset(insertedItems: [ItemPath(section: 0, item: item)])
  }

  @Test func anIllegalUpdateBlocksNothing() throws {
    for strategy in allStrategies {
      var flow = flow
      let fixture = try FlowFixture(flow, strategy)
      let size = fixture.layout.contentSize
      #expect(throws: LayoutError.self) {
        try fixture.session.update(inserting(9)) { $0[0] += 1 }
      }
      #expect(fixture.session.itemCounts == [3])
      #expect(fixture.layout.pendingInvalidation.isEmpty)
      #expect(fixture.layout.contentSize == size)
      flow.sections[0].items.insert(99, at: 0)
      flow.sizes[99] = Size(width: 70, height: 70)
      fixture.delegate.flow = flow
      try fixture.session.update(inserting(0)) { $0[0] += 1 }
      #expect(fixture.session.itemCounts == [4])
      try FlowComparison.checkElements(fixture.layout, of: flow, visible: bounds, itemCounts: [4])
    }
  }

  @Test func aReloadThatThrowsLeavesTheCounts() throws {
    for strategy in allStrategies {
      let good = flow
      let fixture = try FlowFixture(good, strategy)
      fixture.delegate.flow.sizes[0] = Size(width: .nan, height: 1)
      #expect(throws: LayoutError.self) { try fixture.session.reload(itemCounts: [2]) }
      #expect(fixture.session.itemCounts == [3])
      #expect(fixture.layout.pendingInvalidation.isEmpty)
      try FlowComparison.checkElements(fixture.layout, of: good, visible: bounds, itemCounts: [3])
      fixture.delegate.flow = good
      try fixture.session.reload(itemCounts: [2])
      #expect(fixture.layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 2)) == nil)
    }
  }

  @Test func boundsThatAreRefusedLeaveNothingPending() throws {
    for strategy in allStrategies {
      let good = flow
      let fixture = try FlowFixture(good, strategy)
      fixture.delegate.flow.sizes[0] = Size(width: .nan, height: 1)
      #expect(throws: LayoutError.self) {
        try fixture.session.setBounds(Rect(x: 0, y: 0, width: 200, height: 480))
      }
      #expect(fixture.session.bounds == bounds)
      #expect(fixture.layout.pendingInvalidation.isEmpty)
      try fixture.session.layoutIfNeeded()
      #expect(fixture.session.preparations == 1)
    }
  }

  /// Invalidations that were pending before a failed call stay pending, and are applied once.
  @Test func aFailedCallWithdrawsOnlyItsInvalidation() throws {
    for strategy in allStrategies {
      var flow = flow
      let fixture = try FlowFixture(flow, strategy)
      flow.shared.lineSpacing = 25
      flow.configure(fixture.layout)
      fixture.delegate.flow.sizes[0] = Size(width: .nan, height: 1)
      #expect(throws: LayoutError.self) { try fixture.session.reload(itemCounts: [2]) }
      #expect(!fixture.layout.pendingInvalidation.isEmpty)
      fixture.delegate.flow = flow
      try fixture.session.layoutIfNeeded()
      try FlowComparison.checkElements(fixture.layout, of: flow, visible: bounds, itemCounts: [3])
    }
  }

  // MARK: Invalidated while preparing

  /// A delegate that sets a property of the layout once when it is called.
  private final class Meddler: FlowLayoutDelegate {
    weak var layout: FlowLayout?
    var spacing: Double?
    var isBad = false
    var providedMetrics: FlowLayoutMetrics { .itemSize }

    func sizeForItem(at path: ItemPath) -> Size {
      if let spacing { layout?.minimumLineSpacing = spacing }
      spacing = nil
      return Size(width: 200, height: isBad ? -1 : 50)
    }
  }

  private func meddled(
    _ strategy: ExtentStrategy, _ meddler: Meddler
  ) throws -> (layout: FlowLayout, session: LayoutSession) {
    let layout = FlowLayout(extents: strategy)
    layout.delegate = meddler
    meddler.layout = layout
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [3])
    try session.layoutIfNeeded()
    #expect(layout.contentSize.height == 170)
    return (layout, session)
  }

  @Test func aChangesetOfAPassThatInvalidatedIsAppliedOnce() throws {
    for strategy in allStrategies {
      let meddler = Meddler()
      let (layout, session) = try meddled(strategy, meddler)
      meddler.spacing = 30
      #expect(throws: LayoutError.invalidatedWhilePreparing) {
        try session.update(inserting(0)) { $0[0] += 1 }
      }
      #expect(session.itemCounts == [3])
      #expect(layout.pendingInvalidation.invalidateEverything)
      #expect(layout.pendingInvalidation.changes.isEmpty)
      #expect(layout.pendingInvalidation.contexts[0] is FlowLayoutInvalidationContext)
      // The same layout with the property that the delegate set.
      try session.layoutIfNeeded()
      #expect(layout.contentSize.height == 3 * 50 + 2 * 30)
      let first = LayoutElement.cell(ItemPath(section: 0, item: 0))
      #expect(layout.layoutAttributesBeforeUpdate(of: first) == nil)
      try session.update(inserting(0)) { $0[0] += 1 }
      #expect(layout.contentSize.height == 4 * 50 + 3 * 30)
      // Or at once: the update again.
      meddler.spacing = 10
      #expect(throws: LayoutError.invalidatedWhilePreparing) {
        try session.update(inserting(2)) { $0[0] += 1 }
      }
      try session.update(inserting(2)) { $0[0] += 1 }
      #expect(layout.contentSize.height == 5 * 50 + 4 * 10)
      #expect(layout.pendingInvalidation.isEmpty)
    }
  }

  @Test func aPropertySetInAPassThatThrowsCountsInTheNext() throws {
    for strategy in allStrategies {
      let meddler = Meddler()
      let (layout, session) = try meddled(strategy, meddler)
      (meddler.spacing, meddler.isBad) = (30, true)
      let path = ItemPath(section: 0, item: 0)
      #expect(throws: LayoutError.itemSize(path, Size(width: 200, height: -1))) {
        try session.update(inserting(0)) { $0[0] += 1 }
      }
      #expect(layout.contentSize.height == 170)
      meddler.isBad = false
      try session.layoutIfNeeded()
      #expect(layout.contentSize.height == 3 * 50 + 2 * 30)
    }
  }

  @Test func offsetsOfAPassThatInvalidatedAreMadeInTheNext() throws {
    for strategy in allStrategies {
      let meddler = Meddler()
      let (layout, session) = try meddled(strategy, meddler)
      try session.reload(itemCounts: [40])
      try session.scroll(to: Point(x: 0, y: 600))
      let context = FlowLayoutInvalidationContext()
      context.contentOffsetAdjustment.y = 7
      layout.invalidateLayout(with: context)
      meddler.spacing = 30
      #expect(throws: LayoutError.invalidatedWhilePreparing) { try session.layoutIfNeeded() }
      #expect(session.bounds.minY == 600)
      try session.layoutIfNeeded()
      #expect(session.bounds.minY == 607)
    }
  }

  @Test func anIllegalUpdateOfSectionsIsRefused() throws {
    let layout = FlowLayout()
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [1])
    try session.layoutIfNeeded()
    let twice = [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 0)]
    for changeset in [
      Changeset(insertedSections: [5]), Changeset(movedSections: [.init(from: 0, to: 3)]),
      Changeset(deletedSections: [0, 1]), Changeset(deletedSections: [0, 0]),
      Changeset(insertedSections: [0], deletedItems: twice),
      Changeset(insertedItems: [ItemPath(section: 4, item: 0)]),
    ] {
      let error = #expect(throws: LayoutError.self, "\(changeset)") {
        try session.update(changeset)
      }
      guard case .changeset = error else {
        Issue.record("\(changeset): \(String(describing: error))")
        continue
      }
      #expect(session.itemCounts == [1])
    }
    try session.update(
      Changeset(insertedSections: [0], movedItems: [.init(from: twice[0], to: twice[0])]))
    #expect(session.itemCounts == [1, 0])
  }
}

/// Rows of different heights, so that the layout requests each.
private final class Rows: ListLayoutDelegate {
  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double { Double(20 + path.item % 7) }
}

@Test(arguments: [ExtentStrategy.nested, .flat, .tree])
func workIsCountedOverReloadsAndUpdates(strategy: ExtentStrategy) throws {
  let rows = Rows()
  let layout = ListLayout(extents: strategy)
  layout.delegate = rows
  #expect(layout.layoutWork == LayoutWork())
  let session = LayoutSession(
    layout, bounds: Rect(x: 0, y: 0, width: 100, height: 100), itemCounts: [300, 0, 200])
  try session.layoutIfNeeded()
  let first = layout.layoutWork
  #expect(first.sizesAsked == 500, "\(strategy.name)")
  #expect(first.extents.itemsRebroken == 500, "\(strategy.name)")
  #expect(first.placesVisited == 0, "\(strategy.name)")

  var buffer: [LayoutAttributes] = []
  session.collectVisibleAttributes(into: &buffer)
  let queried = layout.layoutWork
  #expect(queried.placesVisited > 0 && queried.placesVisited < 400, "\(strategy.name)")
  #expect(queried.extents == first.extents && queried.sizesAsked == 500, "\(strategy.name)")

  let path = ItemPath(section: 2, item: 100)
  try session.update(Changeset(insertedItems: [path])) { $0[2] += 1 }
  let updated = layout.layoutWork
  #expect(updated.sizesAsked == 501, "\(strategy.name)")
  #expect(updated.extents.itemsRebroken > first.extents.itemsRebroken, "\(strategy.name)")
  #expect(updated.extents.placesMoved > first.extents.placesMoved, "\(strategy.name)")

  layout.invalidateLayout()
  try session.layoutIfNeeded()
  let reloaded = layout.layoutWork
  #expect(reloaded.sizesAsked == 1_002, "\(strategy.name)")
  #expect(
    reloaded.extents.itemsRebroken == updated.extents.itemsRebroken + 501, "\(strategy.name)")
}
