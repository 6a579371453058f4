import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Numbers that are none: offsets, insets, durations and sizes.
@Suite struct NonsenseTests {
  @Test func aContentSizeThatIsNoneStaysAnError() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2, 3]])
    layout.statedSize = Size(width: 50, height: .nan)
    for _ in 0..<3 {
      guard case .layout(.contentSize)? = view.failure(view.layoutIfNeeded) else {
        Issue.record("no error for a height of NaN")
        return
      }
      #expect(view.visibleViewCount == 0)
    }
    layout.statedSize = nil
    try view.pass()
    #expect(view.visibleCells.count == 3)
    _ = source
  }

  /// The layout does not depend on the height, and is not asked about one without end.
  @Test func boundsWithoutEndAreAnError() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    _ = layout.takeLog()
    view.setBoundsSize(Size(width: 50, height: .infinity))
    guard case .layout(.bounds)? = view.failure(view.layoutIfNeeded) else {
      Issue.record("no error for bounds without end")
      return
    }
    #expect(!layout.takeLog().contains("query"))
    view.setBoundsSize(Size(width: 50, height: 100))
    try view.pass()
    _ = source
  }

  /// A scroll to an item lays out first, and fails as a pass does.
  @Test func insetsThatAreNoneStopAScrollToAnItem() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    _ = layout.takeLog()
    view.setContentInset(EdgeInsets(all: .nan))
    guard case .layout(.insets)? = view.failure({ try view.scrollToItem(at: at(0, 20)) }) else {
      Issue.record("no error for insets of NaN")
      return
    }
    #expect(!layout.takeLog().contains("prepare"))
    #expect(view.contentOffset == .zero)
    _ = source
  }

  /// The next preparation makes everything, and moves the offset as the one that failed would have.
  @Test func aFailedPreparationIsMadeAgain() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    layout.offsetAdjustment = Point(x: 0, y: 20)
    layout.statedSize = Size(width: 50, height: .nan)
    layout.invalidateLayout()
    #expect(view.failure(view.layoutIfNeeded) != nil)
    layout.statedSize = nil
    var everything: [Bool] = []
    layout.onPrepare = { () throws(LayoutError) in
      everything += layout.pendingInvalidation.contexts.map(\.invalidateEverything)
    }
    try view.pass()
    #expect(everything == [true])
    #expect(view.contentOffset.y == 20)
    _ = source
  }

  @Test func offsetsAreFinite() async throws {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Rig([[1]]).view.setContentOffset(Point(x: 0, y: .nan))
      },
      says: "CollectionView.setContentOffset(_:animated:): the offset is")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Rig([[1]]).view.setContentOffset(Point(x: .infinity, y: 0), animated: true)
      },
      says: "CollectionView.setContentOffset(_:animated:): the offset is")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let view = Rig([[1]]).view
        view.beginDragging()
        view.drag(by: Point(x: .nan, y: 0))
      },
      says: "CollectionView.drag(by:): the distance is")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Rig([[1]]).view.fling(withVelocity: Point(x: 0, y: -Double.infinity))
      },
      says: "CollectionView.endDragging(withVelocity:): the velocity is")
  }

  /// A layout's offset breaks no caller's rule.
  @Test func offsetsOfLayouts() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    layout.offsetAdjustment = Point(x: 0, y: .nan)
    layout.invalidateLayout()
    guard case .layout(.bounds)? = view.failure(view.layoutIfNeeded) else {
      Issue.record("no error for an adjustment of NaN")
      return
    }
    try view.pass()
    #expect(view.contentOffset == .zero)
    layout.targetOffset = Point(x: 0, y: .nan)
    view.fling(withVelocity: Point(x: 0, y: 500))
    for _ in 0..<90 {
      view.clock.advance(by: 1 / 30)
      try view.pass()
    }
    #expect(view.contentOffset.y > 100)
    _ = source
  }

  /// The content stays where the layout has put it.
  @Test func aFlingThatALayoutMovesTooFarForNumbersEnds() throws {
    for velocity in [500.0, -500] {
      let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
      try view.pass()
      // At the top the second one bounces.
      view.fling(withVelocity: Point(x: 0, y: velocity))
      view.clock.advance(by: 1 / 60)
      for place in [-1.2e308, 1.2e308] {
        layout.targetOffset = Point(x: 0, y: place)
        source.sections[0].append(99)
        try view.performBatchUpdates {
          view.insertItems(at: [at(0, source.sections[0].count - 1)])
        }
        #expect(view.contentOffset.y == place)
      }
      layout.targetOffset = nil
      view.clock.advance(by: 1 / 60)
      #expect(!view.isDecelerating && view.contentOffset.y == 1.2e308)
    }
  }

  /// The spring's pull over such a way is no number.
  @Test func aBounceFromTooFarForNumbersEndsAtTheEdge() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    view.fling(withVelocity: Point(x: 0, y: 500))
    view.clock.advance(by: 1 / 60)
    layout.targetOffset = Point(x: 0, y: -1.2e308)
    source.sections[0].append(99)
    try view.performBatchUpdates { view.insertItems(at: [at(0, 30)]) }
    layout.targetOffset = nil
    for _ in 0..<3 { view.clock.advance(by: 1 / 60) }
    #expect(!view.isDecelerating && view.contentOffset.y == 0)
  }

  /// A place that is no number is the layout's error, and no offset.
  @Test func aFrameThatIsNowhereIsNotScrolledTo() throws {
    let frames = [0.0, .nan].map { Rect(x: 0, y: $0, width: 50, height: 20) }
    let (layout, source) = (PlaneLayout(frames, size: Size(width: 50, height: 900)), StubSource())
    let view = CollectionView.showing(source, in: layout)
    try view.layoutIfNeeded()
    let error = view.failure { try view.scrollToItem(at: at(0, 1), at: .top) }
    guard case .layout(.frame(.cell(at(0, 1)), _))? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(view.contentOffset == .zero)
    _ = source
  }

  /// Nor is the content moved to its end, where the layout wants it beyond all numbers.
  @Test func anOffsetWithoutEndMovesNothing() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    layout.targetOffset = Point(x: 0, y: .infinity)
    source.sections[0].append(30)
    view.insertItems(at: [at(0, 30)])
    #expect(view.contentOffset == .zero)
    try view.pass()
  }

  /// An error of the next pass, until which nothing moves.
  @Test func insetsAreFinite() throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.pass()
    for number in [Double.nan, .infinity, -.infinity] {
      rig.view.setContentInset(EdgeInsets(all: number))
      rig.view.beginDragging()
      rig.view.drag(by: Point(x: 0, y: 10))
      rig.view.endDragging(withVelocity: Point(x: 0, y: 100))
      rig.view.clock.advance(by: 0.1)
      #expect(rig.view.contentOffset == .zero)
      guard
        case .layout(.insets(property: "contentInset", section: nil, _))? =
          rig.view.failure(rig.view.layoutIfNeeded)
      else {
        Issue.record("no error for insets of \(number)")
        continue
      }
    }
    rig.view.setContentInset(.zero)
    try rig.expectFresh()
  }

  @Test func sizesOfTheBounds() throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.pass()
    for size in [Size(width: .nan, height: 10), Size(width: 50, height: .infinity)] {
      guard
        case .layout(.bounds)? = rig.view.failure({
          try rig.view.animateBoundsSize(to: size)
        })
      else {
        Issue.record("no error for \(size)")
        continue
      }
      #expect(rig.view.bounds.size == Size(width: 50, height: 100))
    }
    try rig.expectFresh()
  }

  @Test func durationsAreFinite() async throws {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Rig([[1]]).view.animationDuration = .nan
      },
      says: "CollectionView.animationDuration: it is nan seconds")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Rig([[1]]).view.animationDuration = .infinity
      },
      says: "CollectionView.animationDuration: it is inf seconds")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Rig([[1]]).view.animationDuration = -1
      },
      says: "CollectionView.animationDuration: it is -1.0 seconds")
  }

  @Test func timePassesForwardAndIsFinite() async {
    await #expect(processExitsWith: .failure) { ManualClock().advance(by: -1) }
    await #expect(processExitsWith: .failure) { ManualClock().advance(by: .infinity) }
  }

  @Test func sectionsThatDoNotExistStopTheProgram() async {
    let text = "there are 1 sections, so section must be in 0..<1"
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let rig = Rig([[1]])
        withExtendedLifetime(rig) { _ = rig.view.numberOfItems(inSection: 1) }
      },
      says: "CollectionView.numberOfItems(inSection: 1): \(text)")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let rig = Rig([[1]])
        withExtendedLifetime(rig) { _ = rig.view.numberOfItems(inSection: -1) }
      },
      says: "CollectionView.numberOfItems(inSection: -1): \(text)")
  }

  @Test func aTransitionThatIsNowhereDoesNotEnd() throws {
    let rig = Rig([Array(0..<30)])
    let log = Log()
    try rig.view.pass()
    let between = try rig.view.startInteractiveTransition(
      to: RowsLayout(), completion: { log.add("\($0) \($1)") })
    between.transitionProgress = .nan
    for end in [rig.view.finishInteractiveTransition, rig.view.cancelInteractiveTransition] {
      guard
        case .layout(.length(property: "transitionProgress", section: nil, _))? =
          rig.view.failure(end)
      else {
        Issue.record("no error for a progress of NaN")
        continue
      }
    }
    between.transitionProgress = 0.5
    try rig.view.finishInteractiveTransition()
    rig.view.clock.advance(by: 1)
    #expect(log.lines == ["true true"])
    try rig.view.pass()
  }
}
