import Changesets
import CollectionViews
import Foundation
import Geometry
import Layouts
import Testing

/// A critically damped spring, the pull of an edge.
private struct Spring {
  var distance: Double
  var velocity: Double

  var push: Double { velocity + 10 * distance }

  func offset(after seconds: Double) -> Double {
    (distance + push * seconds) * exp(-10 * seconds)
  }

  func velocity(after seconds: Double) -> Double {
    (push - 10 * (distance + push * seconds)) * exp(-10 * seconds)
  }
}

/// The motion of content in numbers: flings, bounces, and what layouts move meanwhile.
@Suite struct ScrollRuleTests {
  /// 100 rows of 10 points in bounds of 100 points, at an offset.
  private func makeRig(at offset: Double = 0) throws -> Rig {
    let rig = Rig([Array(0..<100)])
    try rig.view.pass()
    try rig.view.scroll(to: offset)
    return rig
  }

  private func expect(
    _ rig: Rig, at offset: Double, after seconds: Double,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    rig.view.clock.advance(by: seconds)
    #expect(abs(rig.view.contentOffset.y - offset) < 1e-9, sourceLocation: location)
    try rig.view.pass()
  }

  /// The content is dragged beyond its beginning, and let go.
  private func letGo(_ rig: Rig, velocity: Double) throws -> Double {
    rig.view.beginDragging()
    rig.view.drag(by: Point(x: 0, y: -100))
    let distance = rig.view.contentOffset.y
    rig.view.endDragging(withVelocity: Point(x: 0, y: velocity))
    return distance
  }

  // MARK: Motion

  @Test func aFlingSlowsDownAndArrives() throws {
    let rig = try makeRig(at: 100)
    rig.view.clock.advance(by: 7)
    let fling = Deceleration(position: 100, velocity: 700)
    rig.view.fling(withVelocity: Point(x: 0, y: 700))
    try expect(rig, at: fling.position(at: 0.25), after: 0.25)
    #expect(rig.view.isDecelerating)
    try expect(rig, at: fling.position(at: 0.5), after: 0.25)
    try expect(rig, at: fling.endPosition, after: 9)
    #expect(!rig.view.isDecelerating)
  }

  /// A slow one arrives, too, at the moment at which half a point is left.
  @Test func aSlowFlingArrivesInItsTime() throws {
    let rig = try makeRig(at: 100)
    let fling = Deceleration(position: 100, velocity: 4)
    rig.view.fling(withVelocity: Point(x: 0, y: 4))
    #expect(rig.view.isDecelerating && fling.duration < 1)
    try expect(rig, at: fling.endPosition, after: fling.duration)
    #expect(!rig.view.isDecelerating)
  }

  /// From beyond the end as from beyond the beginning; also if it is thrown just as fast as the spring
  /// would pull it.
  @Test(arguments: [0.0, -10])
  func contentBeyondItsEndComesBack(rate: Double) throws {
    let rig = try makeRig(at: 900)
    rig.view.beginDragging()
    rig.view.drag(by: Point(x: 0, y: 100))
    let distance = rig.view.contentOffset.y - 900
    rig.view.endDragging(withVelocity: Point(x: 0, y: rate * distance))
    #expect(distance > 30)
    try expect(rig, at: 900 + distance * (1 + (10 + rate) * 0.1) * exp(-1), after: 0.1)
    try expect(rig, at: 900, after: 2)
  }

  /// The last half point is at rest after a tenth of a second.
  @Test(arguments: [0.0, 7])
  func contentThatIsHardlyBeyondAnEdgeRestsSoon(start: Double) throws {
    let rig = try makeRig()
    rig.view.clock.advance(by: start)
    rig.view.beginDragging()
    rig.view.drag(by: Point(x: 0, y: -0.05))
    let distance = rig.view.contentOffset.y
    rig.view.endDragging()
    #expect(distance < 0)
    for time in [0.05, 0.1] {
      try expect(rig, at: distance * (1 + 10 * time) * exp(-10 * time), after: 0.05)
      #expect(rig.view.isDecelerating)
    }
    try expect(rig, at: 0, after: 0.1)
    #expect(!rig.view.isDecelerating)
  }

  /// Content that is thrown as fast as the spring pulls, at a moment at which just half a point is left.
  @Test func halfAPointBeyondAnEdgeIsNotAtRest() throws {
    let rig = try makeRig()
    let seconds = try #require(
      stride(from: 0.2, to: 0.3, by: 0.001).first { time in
        0.5 / exp(-10 * time) * exp(-10 * time) == 0.5
      })
    let distance = 0.5 / exp(-10 * seconds)
    rig.view.setContentOffset(Point(x: 0, y: -distance))
    rig.view.fling(withVelocity: Point(x: 0, y: 10 * distance))
    rig.view.clock.advance(by: seconds)
    #expect(rig.view.contentOffset.y == -0.5)
    rig.view.clock.advance(by: 0.001)
    #expect(rig.view.contentOffset.y == 0 && !rig.view.isDecelerating)
  }

  /// A critically damped spring, ten times a second.
  @Test func contentBeyondAnEdgeComesBack() throws {
    let rig = try makeRig()
    rig.view.clock.advance(by: 7)
    let distance = try letGo(rig, velocity: 0)
    #expect(distance < -30)
    for (time, step) in [(0.05, 0.05), (0.1, 0.05), (0.3, 0.2)] {
      try expect(rig, at: distance * (1 + 10 * time) * exp(-10 * time), after: step)
      #expect(rig.view.isDecelerating)
    }
    try expect(rig, at: 0, after: 0.7)
    #expect(!rig.view.isDecelerating && rig.view.contentOffset.y == 0)
  }

  /// Thrown inwards it passes the edge and goes on as a fling.
  @Test func contentThrownFromBeyondAnEdgeGoesOn() throws {
    let rig = try makeRig()
    rig.view.clock.advance(by: 7)
    let distance = try letGo(rig, velocity: 1_000)
    let push = 1_000 + 10 * distance
    let crossing = -distance / push
    try expect(
      rig, at: (distance + push * crossing / 2) * exp(-5 * crossing), after: crossing / 2)
    let fling = Deceleration(position: 0, velocity: push * exp(-10 * crossing))
    try expect(rig, at: fling.position(at: 0.2), after: crossing / 2 + 0.2)
    try expect(rig, at: fling.position(at: 0.4), after: 0.2)
  }

  /// A fling that passes an edge bounces from when it has passed it, however late that is noticed.
  @Test(arguments: [true, false])
  func aFlingTurnsBackAtTheEdge(bounces: Bool) throws {
    let rig = try makeRig(at: 800)
    rig.view.bounces = bounces
    rig.view.clock.advance(by: 7)
    let fling = Deceleration(position: 800, velocity: 2_000)
    let part = 100 / fling.distance
    let crossing = -log(1 - part) / Deceleration.decayPerSecond
    rig.view.fling(withVelocity: Point(x: 0, y: 2_000))
    try expect(rig, at: fling.position(at: crossing / 2), after: crossing / 2)
    let beyond = { fling.velocity(at: crossing) * $0 * exp(-10 * $0) }
    try expect(rig, at: 900 + (bounces ? beyond(0.1) : 0), after: crossing / 2 + 0.1)
    #expect(rig.view.isDecelerating == bounces)
    try expect(rig, at: 900 + (bounces ? beyond(0.2) : 0), after: 0.1)
    try expect(rig, at: 900, after: 3)
    #expect(!rig.view.isDecelerating)
  }

  /// An edge that moves past flung content, to before or behind its start, pulls it in from where it
  /// was last seen.
  @Test(arguments: [(100.0, -100.0, 210.0, 0.0), (0, 500, 700, -600), (0, 500, 700, -370)])
  func anEdgeThatMovesPullsFromThere(
    top: Double, start: Double, velocity: Double, bottom: Double
  ) throws {
    let rig = Rig([Array(0..<100)])
    rig.view.setContentInset(EdgeInsets(top: top, left: 0, bottom: 0, right: 0))
    try rig.view.pass()
    try rig.view.scroll(to: start)
    rig.view.fling(withVelocity: Point(x: 0, y: velocity))
    let fling = Deceleration(position: start, velocity: velocity)
    try expect(rig, at: fling.position(at: 0.1), after: 0.1)
    rig.view.setContentInset(EdgeInsets(top: 0, left: 0, bottom: bottom, right: 0))
    try rig.view.pass()
    let edge = bottom == 0 ? 0 : 900 + bottom
    let spring = Spring(
      distance: fling.position(at: 0.1) - edge, velocity: fling.velocity(at: 0.1))
    try expect(rig, at: edge + spring.offset(after: 0.025), after: 0.025)
    try expect(rig, at: edge + spring.offset(after: 0.225), after: 0.2)
    try expect(rig, at: edge, after: 3)
  }

  /// Content that bounces goes to the edge as it is by then, as where a margin opens for a sign of
  /// activity. Content that is inside by then, or thrown inwards fast enough, slides on.
  @Test func aBounceFollowsTheEdge() throws {
    let before = Spring(distance: -100, velocity: 0)
    let (place, velocity) = (before.offset(after: 0.1), before.velocity(after: 0.1))
    for edge in [-200.0, -60, 30] {
      let rig = try makeRig()
      rig.view.setContentOffset(Point(x: 0, y: -100))
      rig.view.fling(withVelocity: .zero)
      try expect(rig, at: place, after: 0.1)
      rig.view.setContentInset(EdgeInsets(top: -edge, left: 0, bottom: 0, right: 0))
      try rig.view.pass()
      let spring = Spring(distance: place - edge, velocity: velocity)
      switch edge {
      case -200:
        let fling = Deceleration(position: place, velocity: velocity)
        try expect(rig, at: fling.position(at: 0.2), after: 0.2)
      case -60:
        let crossing = -spring.distance / spring.push
        let fling = Deceleration(
          position: edge, velocity: spring.velocity(after: crossing))
        try expect(rig, at: fling.position(at: 0.2), after: crossing + 0.2)
      default:
        try expect(rig, at: edge + spring.offset(after: 0.2), after: 0.2)
        try expect(rig, at: edge, after: 3)
      }
    }
  }

  /// Motions beyond all numbers end at an edge that moves.
  @Test func aMotionBeyondAllNumbersEndsAtTheEdge() throws {
    let far = try makeRig()
    far.view.setContentOffset(Point(x: 0, y: -1e308))
    far.view.fling(withVelocity: .zero)
    far.view.setContentInset(EdgeInsets(top: 10, left: 0, bottom: 0, right: 0))
    far.view.clock.advance(by: 0.1)
    #expect(far.view.contentOffset.y == -10)
    let fast = try makeRig()
    fast.view.fling(withVelocity: Point(x: 0, y: 1e308))
    fast.view.clock.advance(by: 1)
    fast.view.setContentInset(EdgeInsets(top: 0, left: 0, bottom: 10, right: 0))
    for _ in 0..<9 { fast.view.clock.advance(by: 100) }
    #expect(fast.view.contentOffset.y == 910)
  }

  /// Numbers are 16 points apart there, and none of them is the moment at which the fling passes the
  /// edge.
  @Test func aFlingStopsAtAnEdgeThatItPassesAtNoMoment() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1]], height: 112)
    let distance = 3 * 0x1p55
    layout.statedSize = Size(width: 50, height: distance + 128)
    try view.pass()
    try view.scroll(to: 24)
    view.clock.advance(by: 7)
    let guess = distance * Deceleration.decayPerSecond
    let velocity = try #require(
      [guess, guess.nextDown, guess.nextUp].first {
        Deceleration(position: 24, velocity: $0).distance == distance
      })
    view.fling(withVelocity: Point(x: 0, y: velocity))
    view.clock.advance(by: 30)
    #expect(view.contentOffset.y == distance + 16)
    _ = source
  }

  /// Margins that are no number move nothing; what moves goes on once they are.
  @Test func aBounceWaitsForMarginsThatAreNumbers() throws {
    let rig = try makeRig()
    rig.view.setContentOffset(Point(x: 0, y: -100))
    rig.view.fling(withVelocity: .zero)
    rig.view.setContentInset(EdgeInsets(top: .nan, left: 0, bottom: 0, right: 0))
    for _ in 0..<5 { rig.view.clock.advance(by: 0.02) }
    #expect(rig.view.contentOffset.y == -100)
    rig.view.setContentInset(.zero)
    try expect(rig, at: Spring(distance: -100, velocity: 0).offset(after: 0.2), after: 0.1)
  }

  /// At the very moment at which it passes the edge, content is not at rest.
  @Test func contentThrownFromBeyondAnEdgeIsNotAtRestThere() throws {
    let rig = try makeRig()
    rig.view.setContentOffset(Point(x: 0, y: -100))
    rig.view.fling(withVelocity: Point(x: 0, y: 1_400))
    try expect(rig, at: 0, after: 0.25)
    #expect(rig.view.isDecelerating)
    let fling = Deceleration(position: 0, velocity: 400 * exp(-2.5))
    try expect(rig, at: fling.position(at: 0.5), after: 0.5)
  }

  // MARK: What layouts move meanwhile

  /// Scrolling ends as much further along as the layout has moved the content (IC-9).
  @Test func aMovementGoesOnFromWhereTheLayoutMovesIt() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<100)])
    layout.statedSize = Size(width: 500, height: 1_000)
    try view.pass()
    func adjust() throws {
      layout.offsetAdjustment = Point(x: 10, y: 30)
      layout.invalidateLayout()
      try view.pass()
    }
    view.setContentOffset(Point(x: 100, y: 300), animated: true)
    view.clock.advance(by: view.animationDuration / 2)
    try adjust()
    let half = view.contentOffset
    #expect(abs(half.x - 60) < 1e-9 && abs(half.y - 180) < 1e-9)
    view.clock.advance(by: view.animationDuration / 4)
    let later = view.contentOffset
    #expect(abs(later.x - 85) < 1e-9 && abs(later.y - 255) < 1e-9)
    view.clock.advance(by: 1)
    #expect(view.contentOffset == Point(x: 110, y: 330))
    for velocity in [Point(x: 200, y: 300), Point(x: 0, y: 300)] {
      view.setContentOffset(.zero)
      try view.pass()
      view.fling(withVelocity: velocity)
      view.clock.advance(by: 0.1)
      try adjust()
      view.clock.advance(by: 9)
      try view.pass()
      let x = velocity.x == 0 ? 0 : Deceleration(position: 0, velocity: 200).endPosition
      let y = Deceleration(position: 0, velocity: 300).endPosition
      #expect(abs(view.contentOffset.x - x - 10) < 1e-9)
      #expect(abs(view.contentOffset.y - y - 30) < 1e-9)
    }
    // Beyond an edge it comes back to where the edge is by then.
    view.setContentOffset(.zero)
    try view.pass()
    view.beginDragging()
    view.drag(by: Point(x: 0, y: -100))
    view.endDragging()
    try adjust()
    view.clock.advance(by: 3)
    #expect(view.contentOffset.y == 30)
    _ = source
  }

  // MARK: What changes nothing

  @Test func whatStaysTheSameIsNoChange() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<100)])
    let delegate = RecordingDelegate([.scrolling])
    view.delegate = delegate
    view.setContentOffset(Point(x: 0, y: 20))
    #expect(delegate.takeLog() == ["scrolled"])
    // A layout that is not prepared is asked about no bounds.
    #expect(layout.takeLog().isEmpty)
    view.setContentInset(EdgeInsets(top: 1, left: 0, bottom: 0, right: 0))
    try view.pass()
    _ = layout.takeLog()
    let work = view.work
    view.setContentOffset(view.contentOffset)
    view.setBoundsSize(view.bounds.size)
    view.setContentInset(view.contentInset)
    // Nothing is dragged.
    view.endDragging()
    try view.layoutIfNeeded()
    #expect(view.work == work)
    #expect(layout.takeLog() == [] && delegate.takeLog() == [])
    _ = source
  }

  @Test func anAnimationThatTakesNoTimeArrivesAtOnce() throws {
    let rig = try makeRig()
    rig.view.animationDuration = 0
    rig.view.setContentOffset(Point(x: 0, y: 300), animated: true)
    #expect(rig.view.contentOffset.y == 300)
  }

  /// A finger that comes down stops what moves, and the delegate hears of that first.
  @Test func aFingerStopsAFling() throws {
    let rig = try makeRig()
    let delegate = RecordingDelegate([.scrolling])
    rig.view.delegate = delegate
    rig.view.fling(withVelocity: Point(x: 0, y: 700))
    _ = delegate.takeLog()
    rig.view.beginDragging()
    #expect(delegate.takeLog() == ["endedFling", "beginsDrag"])
  }

  /// A drag scrolls: cells are made ahead of it.
  @Test func aDragHasADirection() throws {
    let rig = try makeRig()
    rig.view.isPrefetchingEnabled = true
    rig.view.beginDragging()
    rig.view.drag(by: Point(x: 0, y: 5))
    try rig.view.pass()
    #expect(rig.view.work.prefetched == 1)
  }
}
