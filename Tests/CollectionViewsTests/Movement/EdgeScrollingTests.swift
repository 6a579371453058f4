import Changesets
import CollectionViews
import Geometry
import Testing

/// The content scrolls while an item is held near an edge (N-14).
@Suite struct EdgeScrollingTests {
  /// Forty rows of 10 points, ten of which are seen; item 0 is held.
  private func makeRig() throws -> MoveRig {
    let rig = try MoveRig([Array(0..<40)])
    rig.view.animationsEnabled = false
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    return rig
  }

  @Test func theSpeedGrowsTowardsTheEdge() {
    let edges = EdgeScrolling(zone: 40, pointsPerSecond: 600)
    let speeds = [-5.0, 0, 10, 40, 150, 260, 290, 300, 400].map {
      edges.speed(at: $0, from: 0, to: 300)
    }
    #expect(speeds == [-600, -600, -450, 0, 0, 0, 450, 600, 600])
    // The zones are a third each where little is seen.
    #expect(edges.speed(at: 15, from: 0, to: 60) == -150)
    #expect(edges.speed(at: 30, from: 0, to: 60) == 0)
    #expect(edges.speed(at: 30, from: 30, to: 30) == 0)
    #expect(edges.speed(at: 1, from: 0, to: 300) == -585)
    // Without a zone it is the edge alone.
    let edge = EdgeScrolling(zone: 0, pointsPerSecond: 600)
    #expect([0.0, 1, 300].map { edge.speed(at: $0, from: 0, to: 300) } == [-600, 0, 600])
  }

  @Test func theUsualZoneAndSpeed() {
    #expect(EdgeScrolling() == EdgeScrolling(zone: 40, pointsPerSecond: 600))
    #expect(Rig([[1]]).view.edgeScrolling == EdgeScrolling())
    #expect(EdgeScrolling(pointsPerSecond: 0).pointsPerSecond == 0)
  }

  /// Edges are those of what the margins leave free.
  @Test func marginsAreNoZones() throws {
    let rig = try makeRig()
    rig.view.edgeScrolling = EdgeScrolling(zone: 10, pointsPerSecond: 100)
    rig.view.setContentInset(EdgeInsets(top: 20, left: 0, bottom: 10, right: 0))
    try rig.view.pass()
    // Half of the speed, 5 points from an edge.
    for (y, offset) in [(25.0, -10.0), (-10 + 85, 0)] {
      try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: y))
      try rig.view.pass()
      rig.view.clock.advance(by: 0.2)
      #expect(abs(rig.view.contentOffset.y - offset) < 1e-9)
    }
  }

  @Test func aSlowEdgeScrollsToo() throws {
    let rig = try makeRig()
    rig.view.edgeScrolling = EdgeScrolling(pointsPerSecond: 1)
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 120))
    rig.view.clock.advance(by: 5)
    #expect(rig.view.contentOffset.y == 5)
  }

  /// It is scrolling: cells ahead are made when the item is let go.
  @Test func cellsAheadAreMadeAfterIt() throws {
    let rig = try makeRig()
    rig.view.isPrefetchingEnabled = true
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 120))
    rig.view.clock.advance(by: 0.1)
    try rig.view.pass()
    #expect(rig.view.work.prefetched == 0)
    try rig.view.endInteractiveMovement()
    rig.view.setNeedsLayout()
    try rig.view.pass()
    #expect(rig.view.work.prefetched == 1)
  }

  @Test func theItemStaysUnderTheFingerAndItsTargetFollows() throws {
    let rig = try makeRig()
    // 9 of 30 points from the edge: 70 percent of the speed.
    rig.view.edgeScrolling = EdgeScrolling(zone: 30, pointsPerSecond: 300)
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 91))
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 0)
    rig.view.clock.advance(by: 0.5)
    try rig.view.pass()
    #expect(abs(rig.view.contentOffset.y - 105) < 1e-9)
    #expect(rig.view.presentationItemPath(forDataSourceItemPath: at(0, 0)) == at(0, 19))
    #expect(try #require(rig.cell(0)).frame.center == Point(x: 25, y: 196))
    try rig.view.endInteractiveMovement()
    #expect(rig.source.sections[0][19] == 0)
    // Nobody is held any more.
    rig.view.clock.advance(by: 1)
    try rig.view.pass()
    #expect(abs(rig.view.contentOffset.y - 105) < 1e-9)
  }

  /// The pass that looks for a target is the pass that is due.
  @Test func aPassThatKeepsTheTargetIsOne() throws {
    let rig = try makeRig()
    rig.view.edgeScrolling = EdgeScrolling(pointsPerSecond: 1)
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 95))
    try rig.view.pass()
    let passes = rig.view.work.passes
    rig.view.clock.advance(by: 0.1)
    for _ in 0..<2 { try rig.view.layoutIfNeeded() }
    #expect(rig.view.contentOffset.y > 0)
    #expect(rig.view.work.passes == passes + 1)
  }

  @Test func itDoesNotDependOnTheFrameRate() throws {
    let ends = try [1, 30, 60, 120].map { frames -> (Double, [Int]) in
      let rig = try makeRig()
      try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 97))
      for _ in 0..<frames {
        rig.view.clock.advance(by: 0.4 / Double(frames))
        try rig.view.pass()
      }
      try rig.view.endInteractiveMovement()
      return (rig.view.contentOffset.y, rig.source.sections[0])
    }
    for (offset, order) in ends {
      #expect(abs(offset - ends[0].0) < 1e-6 && offset > 100)
      #expect(order == ends[0].1)
    }
  }

  @Test func itEndsWhereTheContentEnds() throws {
    let rig = try makeRig()
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 140))
    rig.view.clock.advance(by: 10)
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 300)
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 300))
    rig.view.clock.advance(by: 10)
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 0)
    // Further up there is nothing.
    rig.view.clock.advance(by: 10)
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 0 && rig.numbers.first == 0)
  }

  /// A cell that cannot be had keeps the item from no target.
  @Test func anErrorOfACellLosesNoTarget() throws {
    let rig = try makeRig()
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 95))
    rig.view.clock.advance(by: 10)
    rig.source.missingItem = 39
    #expect(throws: CollectionViewError.itemUnavailable(at(0, 39), reason: "its row is locked")) {
      try rig.view.layoutIfNeeded()
    }
    try rig.view.layoutIfNeeded()
    try rig.view.endInteractiveMovement()
    #expect(rig.source.sections[0].last == 0)
  }

  @Test func aFingerOnTheContentComesFirst() throws {
    let rig = try makeRig()
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 100))
    rig.view.beginDragging()
    rig.view.clock.advance(by: 1)
    #expect(rig.view.contentOffset.y == 0)
    rig.view.endDragging()
    // The time before counts for nothing.
    rig.view.clock.advance(by: 0.1)
    #expect(abs(rig.view.contentOffset.y - 60) < 1e-9)
    rig.view.edgeScrolling = nil
    rig.view.clock.advance(by: 1)
    try rig.view.pass()
    #expect(abs(rig.view.contentOffset.y - 60) < 1e-9)
  }

  @Test func theDelegateMayEndIt() throws {
    let rig = try makeRig()
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 100))
    rig.delegate.onScroll = {
      #expect(throws: Never.self) { try rig.view.cancelInteractiveMovement() }
    }
    rig.view.clock.advance(by: 0.1)
    try rig.view.pass()
    #expect(rig.view.interactivelyMovingItemPath == nil)
    #expect(rig.layout.log.last == "cancel [0, 0]")
    #expect(rig.numbers == Array(6..<16) && rig.source.sections[0] == Array(0..<40))
  }

  @Test func lengthsThatMakeNoSenseStopTheProgram() async {
    let stopped = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = EdgeScrolling(zone: -1) }
    expect(stopped, says: "EdgeScrolling.init(zone: -1.0, pointsPerSecond: 600.0)")
  }
}
