import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Layout passes: the views they show, the calls they make, and the cells they make ahead.
@Suite struct PassTests {
  /// Also the last view of all.
  @Test func emptyBoundsShowNothing() throws {
    let rig = Rig([[1]])
    try rig.view.pass()
    #expect(rig.view.visibleViewCount == 1)
    rig.view.setBoundsSize(.zero)
    try rig.view.pass()
    #expect(rig.view.visibleViewCount == 0)
  }

  /// An operation that is refused in the middle of a pass is the error of that pass.
  @Test func anOperationInsideOfAPassIsThrownByIt() throws {
    let rig = Rig([Array(0..<30)])
    let delegate = RecordingDelegate([.display])
    rig.view.delegate = delegate
    delegate.actions["willDisplay [0, 3]"] = { rig.view.deleteItems(at: [at(0, -1)]) }
    #expect(throws: CollectionViewError.negativeIndex(-1, section: 0)) {
      try rig.view.layoutIfNeeded()
    }
    try rig.view.pass()
    #expect(rig.view.visibleCells.count == 10)
  }

  /// A delegate that another one takes the place of hears of nothing any more.
  @Test func aDelegateIsReplacedInTheMiddleOfAPass() throws {
    let rig = Rig([Array(0..<30)])
    let (first, second) = (RecordingDelegate([.display]), RecordingDelegate([.display]))
    rig.view.delegate = first
    try rig.view.pass()
    _ = first.takeLog()
    first.actions["didEnd [0, 1]"] = { rig.view.delegate = second }
    try rig.view.scroll(to: 30)
    #expect(first.takeLog() == ["didEnd [0, 0]", "didEnd [0, 1]"])
    #expect(
      second.takeLog()
        == ["didEnd [0, 2]", "willDisplay [0, 10]", "willDisplay [0, 11]", "willDisplay [0, 12]"])
  }

  @Test func viewsOfAllSortsAreCounted() throws {
    let rig = Rig([[1, 2]], headers: true)
    try rig.view.pass()
    #expect(rig.view.work.viewCalls == 3 && rig.view.work.displayed == 3)
  }

  /// A decoration may prefer another size in every pass.
  @Test func aPassIsRepeatedSixteenTimesAtMost() throws {
    final class GrowingView: CollectionReusableView {
      override func preferredLayoutAttributesFitting(
        _ attributes: LayoutAttributes
      ) -> LayoutAttributes {
        var preferred = attributes
        preferred.size.height += 1
        return preferred
      }
    }
    let kind = ElementKind("growing")
    let frame = Rect(x: 0, y: 0, width: 50, height: 10)
    let layout = PlaneLayout(
      [LayoutAttributes(.decoration(kind, [0, 0]), frame: frame)],
      size: Size(width: 50, height: 100))
    layout.takesPreferredSizes = true
    layout.onPrepare = { $0.elements[0].size.height += 1 }
    layout.registerDecoration(ViewSource.viewClass(GrowingView.self), ofKind: kind)
    let source = StubSource()
    let view = CollectionView.showing(source, in: layout)
    #expect(view.failure(view.layoutIfNeeded) == .unsettled(passes: 16))
    #expect(view.work.passes == 16)
    layout.takesPreferredSizes = false
    try view.pass()
    #expect(view.work.passes == 17)
  }

  // MARK: Offsets

  /// The finger holds the content beyond its edge, where an update leaves it.
  @Test func anUpdateUnderAFingerLeavesNothingDue() throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.pass()
    rig.view.beginDragging()
    rig.view.drag(by: Point(x: 0, y: -50))
    try rig.view.pass()
    #expect(rig.view.contentOffset.y < 0)
    try rig.update([Array(1..<30)]) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    let passes = rig.view.work.passes
    try rig.view.pass()
    #expect(rig.view.work.passes == passes)
  }

  /// IC-5: scrolling prepares nothing, not even beyond the end.
  @Test func anOffsetThatIsClampedPreparesNothing() throws {
    let (view, _, source) = ErrorTests.rowsRig([Array(0..<200)])
    try view.pass()
    let preparations = view.work.preparations
    for y in [500.0, 5_000, -20] { try view.scroll(to: y) }
    #expect(view.work.preparations == preparations)
    _ = source
  }

  /// IC-5: nor do bounds of another width, unless a mirror stands in their middle.
  @Test(arguments: [false, true])
  func boundsOfAnotherWidthPrepareAMirror(flips: Bool) throws {
    let layout = PlaneLayout(
      [Rect(x: 0, y: 0, width: 10, height: 10)], size: Size(width: 10, height: 10))
    layout.flips = flips
    let source = StubSource()
    let view = CollectionView.showing(source, in: layout)
    view.effectiveUserInterfaceLayoutDirection = .rightToLeft
    try view.pass()
    #expect(view.cellForItem(at: at(0, 0))?.frame.minX == (flips ? 40 : 0))
    let preparations = view.work.preparations
    view.setBoundsSize(Size(width: 80, height: 100))
    try view.pass()
    #expect(view.cellForItem(at: at(0, 0))?.frame.minX == (flips ? 70 : 0))
    #expect(view.work.preparations == preparations + (flips ? 1 : 0))
  }

  /// Content that becomes shorter moves the offset, and does not scroll: the rows ahead are still below.
  @Test func aClampedOffsetHasNoDirection() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<200)])
    view.isPrefetchingEnabled = true
    view.reusePolicy = ReusePolicy(lingeringLimit: 0, prefetchLimit: 4)
    try view.pass()
    try view.scroll(to: 500)
    layout.statedSize = Size(width: 50, height: 300)
    layout.invalidateLayout()
    try view.pass()
    #expect(view.contentOffset.y == 200)
    #expect(view.itemPathsForOffscreenCells == [at(0, 30)])
    _ = source
  }

  /// A scroll under way arrives where it was to, if there is content by then.
  @Test func aClampedOffsetMovesNoGoal() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<200)])
    try view.pass()
    view.setContentOffset(Point(x: 0, y: 800), animated: true)
    view.clock.advance(by: view.animationDuration / 2)
    try view.pass()
    #expect(view.contentOffset.y > 200)
    for height in [300.0, 2_000] {
      layout.statedSize = Size(width: 50, height: height)
      layout.invalidateLayout()
      try view.pass()
      #expect(view.contentOffset.y == 200)
    }
    view.clock.advance(by: 1)
    try view.pass()
    #expect(view.contentOffset.y == 800)
    _ = source
  }

  // MARK: Cells ahead

  private func rig(lingering: Int, prefetch: Int, perPass: Int = 1) throws -> Rig {
    let rig = Rig([Array(0..<200)])
    rig.view.isPrefetchingEnabled = true
    rig.view.reusePolicy = ReusePolicy(
      lingeringLimit: lingering, prefetchLimit: prefetch, prefetchesPerPass: perPass)
    try rig.view.pass()
    return rig
  }

  @Test func oneCellMayLinger() throws {
    let rig = try rig(lingering: 1, prefetch: 0)
    try rig.view.scroll(to: 30)
    #expect(rig.view.itemPathsForOffscreenCells == [at(0, 2)])
  }

  /// Empty bounds keep no cell, not even where none was shown before.
  @Test func noCellLingersOutsideOfEmptyBounds() throws {
    let frames = [0.0, 900].map { Rect(x: 0, y: $0, width: 50, height: 20) }
    let (layout, source) = (PlaneLayout(frames, size: Size(width: 50, height: 920)), StubSource())
    let view = CollectionView.showing(source, in: layout)
    view.isPrefetchingEnabled = true
    view.reusePolicy = ReusePolicy(lingeringLimit: 1, prefetchLimit: 0, prefetchesPerPass: 0)
    try view.pass()
    try view.scroll(to: 400)
    #expect(view.visibleViewCount == 0 && view.itemPathsForOffscreenCells == [at(0, 0)])
    view.setBoundsSize(.zero)
    try view.pass()
    #expect(view.itemPathsForOffscreenCells == [])
    _ = source
  }

  /// After a jump what was ahead is of no use.
  @Test func cellsThatAreNoLongerAheadGo() throws {
    let rig = try rig(lingering: 0, prefetch: 4, perPass: 4)
    try rig.view.scroll(to: 1)
    #expect(rig.view.itemPathsForOffscreenCells == (11..<15).map { at(0, $0) })
    try rig.view.scroll(to: 1_000)
    #expect(rig.view.itemPathsForOffscreenCells == (110..<114).map { at(0, $0) })
  }

  /// Hidden items are shown, too, and made ahead.
  @Test func hiddenCellsAreMadeAhead() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<100)])
    view.isPrefetchingEnabled = true
    layout.hidden = [at(0, 11)]
    try view.pass()
    try view.scroll(to: 5)
    #expect(view.itemPathsForOffscreenCells == [at(0, 11)])
    _ = source
  }

  /// The view announces the next items once for each half screen that is scrolled, along either axis.
  @Test(arguments: [Axis.horizontal, .vertical])
  func itemsAheadAreLookedForInHalfAScreen(axis: Axis) throws {
    let rig = Rig([Array(0..<200)])
    rig.layout.scrollDirection = axis
    rig.view.setBoundsSize(Size(width: 100, height: 100))
    let log = PrefetchLog()
    rig.view.isPrefetchingEnabled = true
    rig.view.prefetchDataSource = log
    try rig.view.pass()
    for (offset, count) in [(305.0, 1), (345, 1), (353, 1), (355, 2)] {
      var point = Point.zero
      point[axis] = offset
      rig.view.setContentOffset(point)
      try rig.view.pass()
      #expect(log.announced.count == count, "\(offset)")
    }
    #expect(log.announced.first == (41..<51).map { at(0, $0) })
    #expect(log.announced.last == (51..<56).map { at(0, $0) })
  }
}
