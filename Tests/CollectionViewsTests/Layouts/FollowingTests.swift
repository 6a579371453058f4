import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Frames that go on from the last one: `pass()` compares what is shown with all that the layout has.
@Suite struct FollowingTests {
  private let source = StubSource(itemCount: 100)

  private func makeView(
    _ frames: [Rect], size: Size, height: Double = 100
  ) throws -> (view: CollectionView, layout: PlaneLayout) {
    let layout = PlaneLayout(frames, size: size)
    let view = CollectionView.showing(source, in: layout, height: height)
    try view.pass()
    return (view, layout)
  }

  private func row(_ number: Int, x: Double = 0) -> Rect {
    Rect(x: x, y: Double(number) * 10, width: 50, height: 10)
  }

  /// Bounds that have become narrower than what was asked about move both ways in one answer.
  @Test func narrowBoundsMoveBothWaysInOneAnswer() throws {
    let columns = (0..<80).map { row($0 / 2, x: $0.isMultiple(of: 2) ? 0 : 50) }
    let (view, _) = try makeView(columns, size: Size(width: 100, height: 400))
    view.setBoundsSize(Size(width: 100, height: 100))
    try view.pass()
    try view.scroll(to: 1)
    #expect(view.visibleViewCount == 22)
    let answered = view.work.attributesReturned
    view.setBoundsSize(Size(width: 30, height: 100))
    try view.pass()
    #expect(view.visibleViewCount == 11)
    for (x, y) in [
      (0.0, 2.0), (0, 0), (70, 0), (70, 3), (70, 4), (0, 4), (35, 4), (35, 17), (0, 20), (70, 25),
      (0, 3), (0, 4),
    ] {
      view.setContentOffset(Point(x: x, y: y))
      try view.pass()
    }
    // Under a finger, too.
    view.beginDragging()
    for (x, y) in [(0.0, 2.0), (0, 2), (60, 0), (0, 3), (-30, 0)] {
      view.drag(by: Point(x: x, y: y))
      try view.pass()
    }
    view.setContentOffset(Point(x: 0, y: 11))
    for y in [12.0, 13] { try view.scroll(to: y) }
    // And wider again.
    view.setBoundsSize(Size(width: 100, height: 100))
    try view.pass()
    #expect(view.visibleViewCount == 22)
    #expect(view.work.attributesReturned == answered)
  }

  /// BUG-27: neighbours on both sides touch the bounds.
  @Test func whatTouchesTheSidesIsNotShown() throws {
    let frames = (0..<90).map { row($0 / 3, x: 50 * Double($0 % 3 - 1)) }
    let (view, _) = try makeView(frames, size: Size(width: 50, height: 300))
    for y in [1.0, 2, 13, 25, 12, 11, 0] {
      try view.scroll(to: y)
      #expect(view.itemPathsForVisibleItems.allSatisfy { $0.item % 3 == 1 })
    }
  }

  /// Hidden rows and turned ones, in small steps and in jumps.
  @Test(arguments: [true, false])
  func hiddenRowsAreShownOrNot(shows: Bool) throws {
    let (view, layout) = try makeView(
      (0..<100).map { row($0) }, size: Size(width: 50, height: 1_000))
    for item in layout.elements.indices {
      layout.elements[item].isHidden = item % 3 == 0
      if item % 2 == 0 { layout.elements[item].transform3D = .scale(x: 0.5, y: 1) }
    }
    layout.invalidateLayout()
    view.showsHiddenElements = shows
    for y in [0.0, 1, 2, 13, 25, 12, 305, 306, 320, 600, 0] {
      try view.scroll(to: y)
      let hidden = view.itemPathsForVisibleItems.filter { $0.item % 3 == 0 }
      #expect(hidden.isEmpty != shows, "\(y)")
      #expect(view.itemPathsForVisibleItems.contains { $0.item % 6 == 2 }, "\(y)")
    }
  }

  /// A view that is still seen after a jump stays, alone before it.
  @Test func aTallViewStaysInAJump() throws {
    let tall = Rect(x: 0, y: 0, width: 50, height: 2_000)
    let rows = (0..<20).map { row(100 + $0) }
    let (view, _) = try makeView([tall] + rows, size: Size(width: 50, height: 2_000))
    let delegate = RecordingDelegate(.display)
    view.delegate = delegate
    try view.scroll(to: 1_000)
    #expect(delegate.takeLog() == (1...10).map { "willDisplay [0, \($0)]" })
    try view.scroll(to: 1_100)
    #expect(
      delegate.takeLog()
        == (1...10).map { "didEnd [0, \($0)]" } + (11...20).map { "willDisplay [0, \($0)]" })
  }

  /// Nothing else lies outside of the bounds.
  @Test func theOnlyRowThatLeavesLeaves() throws {
    let (view, _) = try makeView((0..<11).map { row($0) }, size: Size(width: 50, height: 110))
    for y in [1.0, 2, 10] { try view.scroll(to: y) }
    #expect(view.itemPathsForVisibleItems == (1...10).map { at(0, $0) })
    for y in [9.0, 8, 0] { try view.scroll(to: y) }
    #expect(view.itemPathsForVisibleItems == (0...9).map { at(0, $0) })
  }

  /// Where numbers are two points apart, a row of one point ends where it begins.
  @Test func aRowThinnerThanTheNumbersThereIsShown() throws {
    let far = 0x1p53
    let (view, _) = try makeView(
      [Rect(x: 0, y: far, width: 50, height: 1)], size: Size(width: 50, height: far + 200))
    for (offset, count) in [(-150.0, 0), (-149, 0), (-89, 1), (-80, 1), (2, 0)] {
      try view.scroll(to: far + offset)
      #expect(view.visibleViewCount == count, "\(offset)")
    }
  }

  /// Bounds without a height show nothing; the layout's answer still serves afterwards.
  @Test func boundsThatWereEmptyShowEverythingAgain() throws {
    let (view, _) = try makeView((0..<100).map { row($0) }, size: Size(width: 50, height: 1_000))
    for y in [100, 101, 102, 102.25] { try view.scroll(to: y) }
    view.setBoundsSize(Size(width: 50, height: 0))
    try view.pass()
    #expect(view.visibleViewCount == 0)
    view.setBoundsSize(Size(width: 50, height: 100))
    try view.pass()
    #expect(view.visibleViewCount == 11)
  }
}
