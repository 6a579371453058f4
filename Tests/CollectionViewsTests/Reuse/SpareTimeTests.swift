import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// A data source that does something when it is asked for an identifier.
private final class AskedSource: CollectionViewDataSource {
  var onIdentifier: (() -> Void)?
  private let clock: CostClock

  init(_ clock: CostClock) { self.clock = clock }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { 200 }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    clock.nanoseconds += 40
    return try collectionView.dequeueReusableCell(withReuseIdentifier: "number", for: path)
  }

  func collectionView(
    _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
  ) -> String? {
    onIdentifier.take()?()
    return "number"
  }
}

/// Estimates of what there is time for between two frames (RU-26, RU-27).
@Suite struct SpareTimeTests {
  private func rig(
    making: Int, filling: Int, _ policy: ReusePolicy = .recyclerView
  ) throws -> PolicyRig {
    try PolicyRig(policy, [Array(0..<200)], height: 100, [(making, filling)])
  }

  /// The items whose cells were made ahead.
  private func ahead(_ rig: PolicyRig) -> [ItemPath] {
    rig.view.offscreenItems.filter(\.isPrefetched).map(\.path)
  }

  /// The nearest item stays the next one where there is no time for it: first not even to make its cell,
  /// then not to fill it. A cell that waits is not made again.
  @Test func theNearestItemIsNotPassedOver() throws {
    let rig = try rig(making: 100, filling: 40)
    try rig.scroll(to: 5)
    let created = rig.view.reuseStatistics.created
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 50) == 0)
    #expect(rig.view.reuseStatistics.created == created)
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 101) == 0)
    #expect(rig.view.work.madeToWait == 1)
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 41) == 1)
    #expect(rig.view.reuseStatistics.created == created + 1)
    #expect(ahead(rig) == [at(0, 11)])
  }

  /// Cells wait where their queue has room.
  @Test(arguments: [0, 1])
  func aCellIsMadeOnlyToWait(queueLimit: Int) throws {
    var policy = ReusePolicy.recyclerView
    policy.queueLimit = queueLimit
    let rig = try rig(making: 20, filling: 40, policy)
    try rig.scroll(to: 5)
    let created = rig.view.reuseStatistics.created
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 60) == 0)
    #expect(rig.view.reuseStatistics.created == created + queueLimit)
    #expect(rig.view.reuseStatistics.queued == queueLimit)
  }

  /// The cell was expected to take 20 nanoseconds, and takes none: it waits all the same.
  @Test func aCellThatWasMadeFastWaits() throws {
    let rig = try rig(making: 20, filling: 40)
    try rig.scroll(to: 5)
    rig.view.register(
      ViewTemplate("faster") { [NumberCell(frame: .zero)] }, of: NumberCell.self,
      forCellWithReuseIdentifier: CostSource.identifier(0))
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 60) == 0)
    #expect(rig.view.work.madeToWait == 1 && rig.view.work.prefetched == 0)
  }

  @Test func cellsThatWereNeverMeasuredAreTried() throws {
    let rig = try rig(making: 0, filling: 0)
    try rig.scroll(to: 5)
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds) == 1)
  }

  /// After five points more the row would touch the bounds.
  @Test func aRowThatWouldTouchIsNotShownNext() throws {
    let rig = try rig(making: 0, filling: 40)
    try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds)
    try rig.scroll(to: 5)
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds) == 0)
  }

  private func makeView(
    _ source: AskedSource, _ clock: CostClock, _ axis: Axis = .vertical
  ) throws -> CollectionView {
    let layout = ListLayout()
    layout.itemExtent = 10
    layout.scrollDirection = axis
    let view = CollectionView.showing(source, in: layout)
    view.isPrefetchingEnabled = true
    view.reusePolicy = ReusePolicy(
      lingeringLimit: 0, prefetchLimit: 4, prefetchTime: .estimatedSpareTime)
    view.workClock = clock
    try view.pass()
    return view
  }

  /// The content moves by one point along x, and the next item is nine points away.
  @Test func whatIsShownNextIsSaidByTheMovement() throws {
    let clock = CostClock()
    let source = AskedSource(clock)
    let view = try makeView(source, clock, .horizontal)
    view.setContentOffset(Point(x: 100, y: 0))
    try view.pass()
    try view.prepareCellsAhead(until: clock.nanoseconds)
    view.setContentOffset(Point(x: 101, y: 0))
    try view.pass()
    #expect(try view.prepareCellsAhead(until: clock.nanoseconds) == 0)
  }

  /// It ends early where the data source moves the content, and no pass runs inside of it.
  @Test func aDataSourceThatScrollsEndsIt() throws {
    let clock = CostClock()
    let source = AskedSource(clock)
    let view = try makeView(source, clock)
    try view.scroll(to: 25)
    #expect(try view.prepareCellsAhead(until: clock.nanoseconds + 1_000) == 1)
    try view.scroll(to: 26)
    let before = view.work
    source.onIdentifier = {
      view.setContentOffset(Point(x: 0, y: 60))
      try? view.layoutIfNeeded()
    }
    #expect(try view.prepareCellsAhead(until: clock.nanoseconds + 1_000) == 0)
    #expect(view.work.passes == before.passes && view.work.viewCalls == before.viewCalls)
    try view.pass()
    #expect(view.work.passes == before.passes + 1)
  }

  /// The app has let go of the data source since the pass; nobody is asked.
  @Test func withoutADataSourceNobodyIsAsked() throws {
    let clock = CostClock()
    var source: AskedSource? = AskedSource(clock)
    let view = try makeView(try #require(source), clock)
    try view.scroll(to: 5)
    let calls = view.work.viewCalls
    source = nil
    #expect(view.dataSource == nil)
    #expect(throws: CollectionViewError.noView(.cell(at(0, 11)))) {
      try view.prepareCellsAhead(until: clock.nanoseconds + 1_000)
    }
    #expect(view.work.viewCalls == calls)
    view.check()
  }
}
