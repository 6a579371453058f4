import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The offsets and times of transitions in numbers (TR-3, TR-7, TR-9, TR-11).
@Suite struct TransitionRuleTests {
  private let log = Log()
  private let small = RowsLayout()
  private let large = RowsLayout()
  private let source = ArraySource([Array(0..<60)])

  /// Rows of 10 points, or of 30 points, in bounds of 100 points.
  private func makeView(in layout: RowsLayout? = nil, offset: Double = 0) throws -> CollectionView {
    large.rowHeight = 30
    let view = CollectionView.showing(source, in: layout ?? small)
    try view.pass()
    try view.scroll(to: offset)
    return view
  }

  private func start(
    _ view: CollectionView, to layout: RowsLayout? = nil
  ) throws -> TransitionLayout {
    try view.startInteractiveTransition(
      to: layout ?? large, completion: { self.log.add("completed \($0) finished \($1)") })
  }

  private func end(_ view: CollectionView, isFinish: Bool) throws(CollectionViewError) {
    if isFinish {
      try view.finishInteractiveTransition()
    } else {
      try view.cancelInteractiveTransition()
    }
  }

  // MARK: Offsets

  /// The row in the middle keeps its distance from the offset; of two, the first.
  @Test(arguments: [(0.0, 90.0), (100, 390), (500, 1_590)])
  func theMiddleStays(offset: Double, after: Double) throws {
    let view = try makeView(offset: offset)
    let between = try start(view)
    #expect(between.currentOffset == Point(x: 0, y: offset))
    #expect(between.nextOffset == Point(x: 0, y: after))
  }

  /// An offset beyond the next layout's content becomes the nearest one within it.
  @Test(arguments: [(0.0, 0.0), (1_700, 500)])
  func theOffsetAfterIsClamped(offset: Double, after: Double) throws {
    let view = try makeView(in: large, offset: offset)
    #expect(try start(view, to: small).nextOffset.y == after)
  }

  /// The layout proposes, and the delegate has the last word; neither leaves the content, and what is
  /// no number changes nothing.
  @Test(
    arguments: [
      (77, nil, 77), (77, 55, 55), (5_000, nil, 1_700), (nil, -5, 0), (.nan, nil, 390),
      (nil, .infinity, 390),
    ] as [(Double?, Double?, Double)])
  func layoutAndDelegateChooseTheOffset(chosen: Double?, wanted: Double?, after: Double) throws {
    let view = try makeView(offset: 100)
    let delegate = RecordingDelegate()
    view.delegate = delegate
    large.targetOffset = chosen.map { Point(x: 0, y: $0) }
    delegate.targetOffset = wanted.map { Point(x: 0, y: $0) }
    #expect(try start(view).nextOffset.y == after)
    view.animationsEnabled = false
    try view.finishInteractiveTransition()
    #expect(view.contentOffset.y == after)
    withExtendedLifetime(delegate) {}
  }

  /// The end that is prepared last invalidates the other one, which is prepared again in the same pass.
  @Test func bothEndsArePreparedInOnePass() throws {
    let view = try makeView()
    _ = try start(view)
    try view.pass()
    var changes = 0
    large.onPrepare = { () throws(LayoutError) in
      guard changes == 0 else { return }
      changes += 1
      small.rowHeight = 20
      small.invalidateLayout()
    }
    large.invalidateLayout()
    try view.pass()
    #expect(changes == 1 && small.pendingInvalidation.isEmpty)
    #expect(view.cellForItem(at: at(0, 1))?.frame.minY == 20)
  }

  /// A transition and a change begin where the content is now, though no pass has shown it.
  @Test(arguments: [false, true])
  func whatIsDueIsShownFirst(isInteractive: Bool) throws {
    let view = try makeView()
    view.setContentOffset(Point(x: 0, y: 100))
    if isInteractive {
      #expect(try start(view).nextOffset.y == 390)
    } else {
      try view.setCollectionViewLayout(large)
      #expect(view.contentOffset.y == 390)
    }
  }

  /// A scroll during the animation moves its start and its end by the same distance.
  @Test func scrollingMovesBothEnds() throws {
    let view = try makeView(offset: 100)
    let between = try start(view)
    between.transitionProgress = 0.5
    between.invalidateLayout()
    try view.pass()
    #expect(view.contentOffset.y == 245)
    #expect(between.currentOffset.y == 100 && between.nextOffset.y == 390)
    view.setContentOffset(Point(x: 0, y: 230))
    #expect(between.currentOffset.y == 85 && between.nextOffset.y == 375)
    try view.pass()
    #expect(view.contentOffset.y == 230)
    #expect(between.currentOffset.y == 85 && between.nextOffset.y == 375)
    try view.cancelInteractiveTransition()
    view.clock.advance(by: 1)
    try view.pass()
    #expect(view.contentOffset.y == 85)
  }

  /// Also before the layout between is first asked.
  @Test func scrollingRightAfterTheStartMovesBothEnds() throws {
    let view = try makeView(offset: 100)
    let between = try start(view)
    view.setContentOffset(Point(x: 0, y: 85))
    #expect(between.currentOffset.y == 85 && between.nextOffset.y == 375)
    try view.pass()
    #expect(view.contentOffset.y == 85)
  }

  /// The layout between is prepared by the next pass, whatever moves.
  @Test func theNextPassPreparesTheLayoutBetween() throws {
    let view = try makeView()
    let between = try start(view)
    try view.pass()
    #expect(between.isPrepared)
    view.animationsEnabled = false
    try view.finishInteractiveTransition()
    try view.pass()
    #expect(view.shownFrames[at(0, 4)] == Rect(x: 0, y: 120, width: 50, height: 30))
    #expect(view.visibleCells.count == 4)
  }

  /// Animations that run end before a transition begins, and say so.
  @Test func aTransitionEndsAnimations() throws {
    let view = try makeView()
    try view.performBatchUpdates(
      {
        source.sections[0].removeFirst()
        view.deleteItems(at: [at(0, 0)])
      }, completion: { log.add("update \($0)") })
    #expect(!view.animations.isEmpty)
    _ = try start(view)
    #expect(log.lines == ["update false"])
    #expect(view.animations.isEmpty)
  }

  // MARK: Times

  /// The way that is left takes its share of the duration, and never more than all of it.
  @Test(arguments: [
    (true, 0.4, 0.18), (false, 0.4, 0.12), (true, 0, 0.3), (false, 1, 0.3), (true, -0.5, 0.3),
    (false, 1.5, 0.3), (true, 1.5, 0.15), (false, -0.5, 0.15),
  ])
  func theWayThatIsLeftTakesItsTime(isFinish: Bool, progress: Double, seconds: Double) throws {
    let view = try makeView()
    let between = try start(view)
    between.transitionProgress = progress
    try end(view, isFinish: isFinish)
    view.clock.advance(by: seconds / 2)
    #expect(abs(between.transitionProgress - (progress + (isFinish ? 1 : 0)) / 2) < 1e-9)
    view.clock.advance(by: seconds / 2 - 1e-6)
    #expect(log.lines == [])
    view.clock.advance(by: 2e-6)
    #expect(log.lines == ["completed true finished \(isFinish)"])
  }

  /// Without a way, or without animations, the end is there at once.
  @Test(arguments: [(true, 1.0, true), (false, 0, true), (true, 0.5, false), (false, 0.5, false)])
  func noWayTakesNoTime(isFinish: Bool, progress: Double, animates: Bool) throws {
    let view = try makeView()
    view.animationsEnabled = animates
    let between = try start(view)
    between.transitionProgress = progress
    try end(view, isFinish: isFinish)
    #expect(log.lines == ["completed true finished \(isFinish)"])
    #expect(view.collectionViewLayout === (isFinish ? large : small))
    #expect(!view.isInTransition)
  }

  /// A gesture that is faster towards the end shortens the time; one that is slower, or goes the
  /// other way, does not lengthen it.
  @Test(arguments: [
    (true, 0.2, 0.6, 0.1), (false, 0.6, 0.2, 0.05), (true, 0.6, 0.2, 0.24), (false, 0.2, 0.6, 0.18),
    (true, 0.2, 0.3, 0.21),
  ])
  func theSpeedOfTheGesture(isFinish: Bool, from: Double, to: Double, seconds: Double) throws {
    let view = try makeView()
    let between = try start(view)
    between.transitionProgress = from
    view.clock.advance(by: 0.1)
    between.transitionProgress = to
    try end(view, isFinish: isFinish)
    view.clock.advance(by: seconds - 1e-6)
    #expect(log.lines == [])
    view.clock.advance(by: 2e-6)
    #expect(log.lines == ["completed true finished \(isFinish)"])
  }

  /// The same for slow animations, which a slow gesture shortens.
  @Test func theSpeedOfASlowGesture() throws {
    let view = try makeView()
    view.animationDuration = 10
    let between = try start(view)
    between.transitionProgress = 0.4
    view.clock.advance(by: 0.2)
    between.transitionProgress = 0.5
    // 0.5 are left, at 0.5 a second.
    try view.finishInteractiveTransition()
    view.clock.advance(by: 1 - 1e-6)
    #expect(log.lines == [])
    view.clock.advance(by: 2e-6)
    #expect(log.lines == ["completed true finished true"])
  }

  /// A progress that is no number ends nothing; the next may.
  @Test(arguments: [false, true])
  func aProgressThatIsNoNumber(isFinish: Bool) throws {
    let view = try makeView()
    let between = try start(view)
    between.transitionProgress = .infinity
    let error = view.failure { () throws(CollectionViewError) in
      try end(view, isFinish: isFinish)
    }
    let wanted = LayoutError.length(property: "transitionProgress", section: nil, .infinity)
    #expect(error == .layout(wanted))
    #expect(view.isInTransition && log.lines == [])
    between.transitionProgress = 0.5
    try end(view, isFinish: isFinish)
    view.clock.advance(by: 1)
    #expect(log.lines == ["completed true finished \(isFinish)"])
  }
}
