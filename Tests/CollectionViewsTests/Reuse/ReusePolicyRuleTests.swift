import BasicAlgorithms
import Changesets
import CollectionViews
import Geometry
import Layouts
import TestSupport
import Testing

/// Policies of reusing and preparing cells, rule by rule.
@Suite struct ReusePolicyRuleTests {
  private func rig(
    _ policy: ReusePolicy, making: Int, filling: Int, knowsIdentifiers: Bool = true
  ) throws -> PolicyRig {
    try PolicyRig(
      policy, [Array(0..<200)], height: 100, [(making, filling)],
      knowsIdentifiers: knowsIdentifiers)
  }

  /// RU-25: one cell after the other while there is time; one that was begun is finished.
  @Test func cellsAreMadeAheadWhileThereIsTime() throws {
    let rig = try rig(.spareTime, making: 0, filling: 30)
    try rig.scroll(to: 10)
    #expect(rig.view.itemPathsForOffscreenCells == [at(0, 0)])
    let before = rig.clock.nanoseconds
    #expect(try rig.view.prepareCellsAhead(until: before + 31) == 2)
    #expect(rig.clock.nanoseconds == before + 60)
    #expect(rig.view.itemPathsForOffscreenCells == [at(0, 0), at(0, 11), at(0, 12)])
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds) == 0)
    // The policy keeps four ready.
    #expect(try rig.view.prepareCellsAhead(until: .max) == 2)
    #expect(try rig.view.prepareCellsAhead(until: .max) == 0)
    #expect(rig.view.work.prefetched == 4)
    rig.view.check()
  }

  /// RU-26: only a cell that the averages expect in time is begun, unless the next frame shows it.
  @Test func cellsThatWouldBeLateAreNotBegun() throws {
    let rig = try rig(.recyclerView, making: 0, filling: 40)
    try rig.useSpareTime(0)
    try rig.scroll(to: 25)
    // The next row is ahead by 5 points, and the content has moved by 25.
    try rig.useSpareTime(0)
    #expect(rig.view.itemPathsForOffscreenCells.contains(at(0, 13)))
    try rig.scroll(to: 26)
    try rig.scroll(to: 32)
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 40) == 0)
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 41) == 1)
    rig.view.check()
  }

  /// RU-27: a cell that can be made in time and not filled waits in its queue.
  @Test func aCellThatCannotBeFilledInTimeIsMade() throws {
    let rig = try rig(.recyclerView, making: 20, filling: 40)
    // Eleven rows are shown: one more than there are cells, so that none waits.
    try rig.scroll(to: 5)
    let created = rig.view.reuseStatistics.created
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 60) == 0)
    #expect(rig.view.work.madeToWait == 1)
    #expect(rig.view.reuseStatistics.created == created + 1)
    #expect(rig.view.reuseStatistics.queued == 1)
    // It takes as long as filling alone by now.
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 41) == 1)
    #expect(rig.view.reuseStatistics.created == created + 1)
    rig.view.check()
  }

  /// RU-28: averages give a quarter to what came last, and are kept by identifier.
  @Test func averagesFollowWhatCellsTake() throws {
    let rig = try rig(.recyclerView, making: 400, filling: 200)
    var averages = rig.view.workAverages(ofCell: "cell 0")
    #expect(averages.making == 400 && averages.filling == 200)
    rig.view.register(
      ViewTemplate("slower") { [clock = rig.clock] in
        clock.nanoseconds += 800
        return [NumberCell(frame: .zero)]
      }, of: NumberCell.self, forCellWithReuseIdentifier: "cell 0", flushesQueue: true)
    rig.view.setContentOffset(Point(x: 0, y: 5))
    try rig.view.layoutIfNeeded()
    averages = rig.view.workAverages(ofCell: "cell 0")
    #expect(averages.making == 500 && averages.filling == 200)
    // Nothing is registered under it: the slowest cells are asked about.
    #expect(rig.view.workAverages(ofCell: "other").making == 500)
  }

  /// RU-26: without the identifier, the estimate is that of the slowest cells.
  @Test func anUnknownIdentifierIsEstimatedByTheSlowest() throws {
    let rig = try PolicyRig(
      .recyclerView, [(0..<200).map { $0 / 100 }], height: 100, [(0, 40), (0, 80)],
      knowsIdentifiers: false)
    // Both sorts are on the screen, so that both are measured.
    rig.view.setContentOffset(Point(x: 0, y: 955))
    try rig.view.layoutIfNeeded()
    rig.view.setContentOffset(Point(x: 0, y: 954))
    try rig.view.layoutIfNeeded()
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 80) == 0)
    #expect(try rig.view.prepareCellsAhead(until: rig.clock.nanoseconds + 81) == 1)
    rig.view.check()
  }

  /// Headers are no cells, however slow they are.
  @Test func headersAreNotAmongTheSlowestCells() throws {
    let (rig, clock) = (Rig([Array(0..<200)], headers: true), CostClock())
    for (identifier, cost) in [("header", 500), ("number", 20)] {
      let template = ViewTemplate(identifier) {
        clock.nanoseconds += cost
        return [identifier == "header" ? HeaderView(frame: .zero) : NumberCell(frame: .zero)]
      }
      if identifier == "header" {
        rig.view.register(
          template, of: HeaderView.self, forSupplementaryViewOfKind: .sectionHeader,
          withReuseIdentifier: "header")
      } else {
        rig.view.register(template, of: NumberCell.self, forCellWithReuseIdentifier: "number")
      }
    }
    rig.view.workClock = clock
    try rig.view.pass()
    #expect(clock.nanoseconds > 500)
    #expect(rig.view.workAverages(ofCell: "other").making == 20)
  }

  @Test func presetsAreAsDocumented() {
    #expect(ReusePolicy.prefetching == ReusePolicy(lingeringLimit: 8, prefetchLimit: 4))
    #expect(ReusePolicy.prefetching.prefetchesPerPass == 1)
    #expect(ReusePolicy.prefetching.queueLimit == nil)
    #expect(ReusePolicy.classic == ReusePolicy(lingeringLimit: 0, prefetchLimit: 0))
    let spare = ReusePolicy.spareTime
    #expect(
      spare
        == ReusePolicy(
          lingeringLimit: 8, prefetchLimit: 4, prefetchesPerPass: 4, prefetchTime: .spareTime))
    let recycler = ReusePolicy.recyclerView
    #expect(recycler.lingeringLimit == 2 && recycler.prefetchLimit == 1)
    #expect(recycler.queueLimit == 5 && recycler.prefetchTime == .estimatedSpareTime)
  }

  @Test func limitsAreNotNegative() async {
    let none = ReusePolicy(
      lingeringLimit: 0, prefetchLimit: 0, prefetchesPerPass: 0, queueLimit: 0)
    #expect(none.prefetchesPerPass == 0 && none.queueLimit == 0)
    await #expect(processExitsWith: .failure) {
      _ = ReusePolicy(lingeringLimit: -1, prefetchLimit: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = ReusePolicy(lingeringLimit: 0, prefetchLimit: -1)
    }
    await #expect(processExitsWith: .failure) {
      _ = ReusePolicy(lingeringLimit: 0, prefetchLimit: 0, prefetchesPerPass: -1)
    }
    await #expect(processExitsWith: .failure) {
      _ = ReusePolicy(lingeringLimit: 0, prefetchLimit: 0, queueLimit: -1)
    }
  }

  /// A view that measures nothing makes cells ahead in its passes, whatever the policy's time is.
  @Test func withoutAClockCellsAreMadeInPasses() throws {
    let rig = Rig([Array(0..<100)])
    rig.view.isPrefetchingEnabled = true
    rig.view.reusePolicy = .spareTime
    try rig.view.pass()
    try rig.view.scroll(to: 5)
    #expect(rig.view.work.prefetched == 4)
    #expect(try rig.view.prepareCellsAhead(until: .max) == 0)
  }

  /// Spare time is none while something else is under way.
  @Test func nothingIsMadeAheadInsideOfOtherWork() throws {
    let rig = try rig(.spareTime, making: 1, filling: 1)
    try rig.scroll(to: 5)
    // The pass before has found what is ahead.
    rig.view.setContentOffset(Point(x: 0, y: 6))
    #expect(try rig.view.prepareCellsAhead(until: .max) == 0, "a pass is due")
    try rig.view.layoutIfNeeded()
    var madeCount: Int?
    try rig.view.performBatchUpdates { () throws(CollectionViewError) in
      madeCount = try rig.view.prepareCellsAhead(until: .max)
    }
    #expect(madeCount == 0)
    try rig.scroll(to: 7)
    rig.view.isPrefetchingEnabled = false
    #expect(try rig.view.prepareCellsAhead(until: .max) == 0)
    #expect(rig.view.work.prefetched == 0)
    rig.view.isPrefetchingEnabled = true
    try rig.scroll(to: 8)
    #expect(try rig.view.prepareCellsAhead(until: .max) == 4, "nothing else is under way")
  }

  /// RU-15: of views beyond the limit nothing waits; without a limit everything does.
  @Test(arguments: [0, 1, 5, nil] as [Int?])
  func noMoreThanTheLimitWait(limit: Int?) throws {
    let rig = try PolicyRig(
      ReusePolicy(lingeringLimit: 0, prefetchLimit: 0, queueLimit: limit), [Array(0..<200)],
      height: 100, [(1, 1)])
    for offset in [500.0, 0, 1_000, 1_030] { try rig.scroll(to: offset) }
    let created = rig.view.reuseStatistics.created
    // Each jump takes ten cells away and asks for ten, the last one three.
    #expect(created == limit.map { 10 + 3 * (10 - min($0, 10)) + max(0, 3 - $0) } ?? 10)
  }
}
