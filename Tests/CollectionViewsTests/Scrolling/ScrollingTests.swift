import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The scroll model: clamps, drags, flings, bounces and scrolls to items.
@Suite struct ScrollingTests {
  private func rig(_ count: Int = 100) throws -> Rig {
    let rig = Rig([Array(0..<count)])
    try rig.view.pass()
    return rig
  }

  @Test func offsetsAreClampedWhenAtRest() throws {
    let rig = try rig()
    for (offset, expected) in [(-5.0, 0.0), (30, 30), (900, 900), (901, 900), (5_000, 900)] {
      try rig.view.scroll(to: offset)
      #expect(rig.view.contentOffset.y == expected)
      #expect(rig.view.bounds.origin == rig.view.contentOffset)
    }
    rig.view.setContentInset(EdgeInsets(top: 8, left: 0, bottom: 12, right: 0))
    try rig.view.scroll(to: 5_000)
    #expect(rig.view.contentOffset.y == 912)
    try rig.view.scroll(to: -5_000)
    #expect(rig.view.contentOffset.y == -8)
    // Content that fits stands at the top.
    rig.source.sections = [[1]]
    rig.view.reloadData()
    try rig.view.scroll(to: 60)
    #expect(rig.view.contentOffset.y == -8)
  }

  /// BUG-31: what becomes shorter takes the offset with it.
  @Test func offsetsAreClampedAfterChanges() throws {
    let rig = try rig()
    try rig.view.scroll(to: 900)
    try rig.update([Array(0..<50)]) { view in
      view.deleteItems(at: (50..<100).map { at(0, $0) })
    }
    #expect(rig.view.contentOffset.y == 400)
    rig.source.sections = [Array(0..<20)]
    rig.view.reloadData()
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 100)
    rig.view.setBoundsSize(Size(width: 50, height: 150))
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 50)
    rig.layout.itemExtent = 1
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 0)
  }

  /// BUG-32: an insert above leaves the offset, or with an adjusting layout what is seen.
  @Test func insertsAboveMoveWhatTheLayoutSays() throws {
    for keeps in [false, true] {
      let rig = try rig()
      rig.layout.maintainsVisiblePosition = keeps
      try rig.view.scroll(to: 300)
      try rig.update([[-2, -1] + Array(0..<100)]) { view in
        view.insertItems(at: [at(0, 0), at(0, 1)])
      }
      #expect(rig.view.contentOffset.y == (keeps ? 320 : 300))
      #expect(rig.numbers.first == (keeps ? 30 : 28))
    }
  }

  @Test func dragsFollowTheFinger() throws {
    let rig = try rig()
    let delegate = RecordingDelegate([.scrolling])
    rig.view.delegate = delegate
    rig.view.drag(by: Point(x: 0, y: 10))
    #expect(rig.view.contentOffset.y == 0)
    rig.view.beginDragging()
    #expect(rig.view.isDragging)
    rig.view.drag(by: Point(x: 3, y: 40))
    try rig.view.pass()
    // All of the width is seen: nothing moves along x.
    #expect(rig.view.contentOffset == Point(x: 0, y: 40))
    rig.view.endDragging()
    #expect(!rig.view.isDragging && !rig.view.isDecelerating)
    #expect(delegate.takeLog() == ["beginsDrag", "scrolled", "endedDrag false"])
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 40)
  }

  /// Beyond an edge content follows less and less, never a whole screen, and the same way back.
  @Test func edgesAreRubber() throws {
    let rig = try rig()
    rig.view.beginDragging()
    var last = 0.0
    var step = Double.infinity
    for _ in 0..<20 {
      rig.view.drag(by: Point(x: 0, y: -50))
      try rig.view.pass()
      let y = rig.view.contentOffset.y
      #expect(y < last && last - y < step && y > -100)
      (step, last) = (last - y, y)
    }
    // x · 0.55 / (x · 0.55 / 100 + 1) with x = 1000
    #expect(abs(last + (1 - 1 / (1_000 * 0.55 / 100 + 1)) * 100) < 1e-6)
    for _ in 0..<20 { rig.view.drag(by: Point(x: 0, y: 50)) }
    #expect(abs(rig.view.contentOffset.y) < 1e-6)
    rig.view.bounces = false
    rig.view.drag(by: Point(x: 0, y: -50))
    #expect(rig.view.contentOffset.y == 0)
    rig.view.endDragging()
    try rig.view.pass()
  }

  /// The same trace at 60 and at 120 Hz, by the closed form of a fling.
  @Test func flingsDoNotDependOnTheFrameRate() throws {
    for velocity in [40.0, 700, 3_000, -900] {
      var traces: [[Double]] = []
      for rate in [60, 120] {
        let rig = try rig(1_000)
        try rig.view.scroll(to: 1_000)
        rig.view.fling(withVelocity: Point(x: 0, y: velocity))
        var trace: [Double] = []
        for frame in 1...(6 * rate) {
          rig.view.clock.advance(by: 1 / Double(rate))
          try rig.view.pass()
          if frame % (rate / 60) == 0 { trace.append(rig.view.contentOffset.y) }
        }
        #expect(!rig.view.isDecelerating)
        traces.append(trace)
        let fling = Deceleration(position: 1_000, velocity: velocity)
        #expect(abs(trace[29] - fling.position(at: min(0.5, fling.duration))) < 0.51)
        #expect(abs((trace.last ?? 0) - fling.endPosition) < 1e-9)
      }
      for (slow, fast) in zip(traces[0], traces[1]) { #expect(abs(slow - fast) < 1e-6) }
    }
  }

  @Test func flingsBounceAtTheEdge() throws {
    for rate in [30.0, 60, 120] {
      let rig = try rig(100)
      let delegate = RecordingDelegate([.scrolling])
      rig.view.delegate = delegate
      try rig.view.scroll(to: 800)
      rig.view.fling(withVelocity: Point(x: 0, y: 2_000))
      var most = 0.0
      for _ in 0..<Int(4 * rate) {
        rig.view.clock.advance(by: 1 / rate)
        try rig.view.pass()
        most = max(most, rig.view.contentOffset.y)
      }
      #expect(most > 920 && most < 1_000)
      #expect(rig.view.contentOffset.y == 900)
      let log = delegate.takeLog()
      #expect(log.last == "endedFling")
      #expect(log.filter { $0 != "scrolled" }.dropFirst() == ["endedDrag true", "endedFling"])
    }
    let rig = try rig(100)
    rig.view.bounces = false
    rig.view.fling(withVelocity: Point(x: 0, y: 9_000))
    for _ in 0..<240 {
      rig.view.clock.advance(by: 1 / 60)
      #expect(rig.view.contentOffset.y <= 900)
    }
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 900)
  }

  /// Thrown back from beyond an edge, content goes on into the middle as a fling.
  @Test func throwsFromBeyondAnEdge() throws {
    var traces: [[Double]] = []
    for rate in [60, 120] {
      let rig = try rig(1_000)
      rig.view.beginDragging()
      rig.view.drag(by: Point(x: 0, y: -100))
      rig.view.endDragging(withVelocity: Point(x: 0, y: 3_000))
      var trace: [Double] = []
      for frame in 1...(8 * rate) {
        rig.view.clock.advance(by: 1 / Double(rate))
        try rig.view.pass()
        if frame % (rate / 60) == 0 { trace.append(rig.view.contentOffset.y) }
      }
      traces.append(trace)
    }
    for (slow, fast) in zip(traces[0], traces[1]) { #expect(abs(slow - fast) < 1e-6) }
    #expect(traces[0] == traces[0].sorted())
    #expect((traces[0].last ?? 0) > 1_000)
    // Let go without speed it comes back.
    let rig = try rig(1_000)
    rig.view.beginDragging()
    rig.view.drag(by: Point(x: 0, y: -100))
    rig.view.endDragging()
    #expect(rig.view.isDecelerating)
    rig.view.clock.advance(by: 3)
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 0)
  }

  /// Where all of the content fits it is not thrown, along either axis.
  @Test func whatFitsIsNotThrown() throws {
    let rig = try rig(100)
    rig.view.fling(withVelocity: Point(x: 700, y: 700))
    for _ in 0..<200 {
      rig.view.clock.advance(by: 1 / 60)
      try rig.view.pass()
      #expect(rig.view.contentOffset.x == 0)
    }
    #expect(rig.view.contentOffset.y > 300)
    let small = try self.rig(3)
    small.view.fling(withVelocity: Point(x: 0, y: 700))
    #expect(!small.view.isDecelerating)
    #expect(small.view.contentOffset == .zero)
  }

  @Test func theLayoutSaysWhereAFlingEnds() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<200)])
    try view.pass()
    layout.targetOffset = Point(x: 0, y: 600)
    view.fling(withVelocity: Point(x: 0, y: 900))
    view.clock.advance(by: 10)
    try view.pass()
    #expect(abs(view.contentOffset.y - 600) < 0.5)
    _ = source
  }

  @Test func animatedScrolls() throws {
    let rig = try rig()
    let delegate = RecordingDelegate([.scrolling])
    rig.view.delegate = delegate
    rig.view.setContentOffset(Point(x: 0, y: 300), animated: true)
    #expect(rig.view.contentOffset.y == 0)
    for step in 1...3 {
      rig.view.clock.advance(by: 0.1)
      try rig.view.pass()
      #expect(abs(rig.view.contentOffset.y - 100 * Double(step)) < 1e-9)
    }
    #expect(delegate.takeLog() == ["scrolled", "scrolled", "scrolled", "arrived"])
    // Another movement ends it; it does not arrive.
    rig.view.setContentOffset(Point(x: 0, y: 0), animated: true)
    rig.view.clock.advance(by: 0.1)
    rig.view.beginDragging()
    rig.view.endDragging()
    rig.view.clock.advance(by: 1)
    #expect(abs(rig.view.contentOffset.y - 200) < 1e-9)
    #expect(!delegate.takeLog().contains("arrived"))
    // What is beyond the content is not reached.
    rig.view.setContentOffset(Point(x: 0, y: 2_000), animated: true)
    for _ in 0..<40 {
      rig.view.clock.advance(by: 0.01)
      try rig.view.pass()
      #expect(rig.view.contentOffset.y <= 900)
    }
    #expect(rig.view.contentOffset.y == 900)
  }

  /// A delegate that scrolls elsewhere when it is told of the end is not undone.
  @Test func aDelegateThatScrollsOn() throws {
    let rig = try rig()
    let delegate = RecordingDelegate([.scrolling])
    rig.view.delegate = delegate
    rig.view.setContentOffset(Point(x: 0, y: 300), animated: true)
    rig.view.clock.advance(by: 0.2)
    delegate.actions["scrolled"] = {
      rig.view.setContentOffset(Point(x: 0, y: 500), animated: true)
    }
    rig.view.clock.advance(by: 0.1)
    #expect(!delegate.takeLog().contains("arrived"))
    rig.view.clock.advance(by: 0.3)
    #expect(rig.view.contentOffset.y == 500)
    #expect(delegate.takeLog() == ["scrolled", "arrived"])
    rig.view.fling(withVelocity: Point(x: 0, y: 500))
    delegate.actions["endedFling"] = {
      rig.view.setContentOffset(Point(x: 0, y: 100), animated: true)
    }
    rig.view.clock.advance(by: 10)
    rig.view.clock.advance(by: 0.3)
    #expect(rig.view.contentOffset.y == 100)
    try rig.view.pass()
  }

  @Test func positionsOfItems() throws {
    let rig = try rig()
    rig.layout.scrollDirection = .vertical
    let cases: [(ScrollPosition, Double)] = [
      (.top, 500), (.centeredVertically, 455), (.bottom, 410), ([], 410), ([.top, .left], 500),
    ]
    for (position, expected) in cases {
      try rig.view.scroll(to: 0)
      try rig.view.scrollToItem(at: at(0, 50), at: position)
      try rig.view.pass()
      #expect(rig.view.contentOffset.y == expected)
    }
    // By the least that shows all of it, and not at all where it is seen.
    try rig.view.scroll(to: 700)
    try rig.view.scrollToItem(at: at(0, 50))
    #expect(rig.view.contentOffset.y == 500)
    try rig.view.scrollToItem(at: at(0, 55))
    #expect(rig.view.contentOffset.y == 500)
    try rig.view.scrollToItem(at: at(0, 99), at: .top)
    #expect(rig.view.contentOffset.y == 900)
    rig.view.setContentInset(EdgeInsets(top: 20, left: 0, bottom: 10, right: 0))
    try rig.view.scrollToItem(at: at(0, 50), at: .top)
    #expect(rig.view.contentOffset.y == 480)
    try rig.view.scrollToItem(at: at(0, 50), at: .bottom, animated: true)
    rig.view.clock.advance(by: 1)
    #expect(rig.view.contentOffset.y == 420)
    try rig.view.scrollToItem(at: at(0, 50), at: .centeredVertically)
    #expect(rig.view.contentOffset.y == 450)
    try rig.view.pass()
    // Before the first pass it lays out.
    let fresh = Rig([Array(0..<100)])
    try fresh.view.scrollToItem(at: at(0, 50), at: .top)
    #expect(fresh.view.contentOffset.y == 500)
    try fresh.view.pass()
  }

  @Test func positionsAlongTheOtherAxis() throws {
    let rig = Rig([Array(0..<100)])
    rig.layout.scrollDirection = .horizontal
    for (position, expected) in [
      (ScrollPosition.left, 500.0), (.centeredHorizontally, 480), (.right, 460),
    ] {
      try rig.view.scrollToItem(at: at(0, 50), at: position)
      try rig.view.pass()
      #expect(rig.view.contentOffset == Point(x: expected, y: 0))
    }
  }
}
