import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Interactive transitions, against a model that interpolates (TR-6 to TR-12).
@Suite struct InteractiveTransitionTests {
  private let log = Log()
  private let small = RowsLayout()
  private let large = RowsLayout()
  private let source = ArraySource([Array(0..<60)])

  private func makeView(offset: Double = 0) throws -> CollectionView {
    large.rowHeight = 30
    let view = CollectionView.showing(source, in: small)
    try view.pass()
    try view.scroll(to: offset)
    return view
  }

  private func start(_ view: CollectionView) throws -> TransitionLayout {
    try view.startInteractiveTransition(
      to: large, completion: { self.log.add("completed \($0) finished \($1)") })
  }

  /// Everything shown is where the model has it, and all that the model has in the bounds is shown.
  private func expectModel(
    _ view: CollectionView, _ between: TransitionLayout, _ progress: Double,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    between.transitionProgress = progress
    between.invalidateLayout()
    try view.pass(location)
    let (start, end) = (between.currentOffset, between.nextOffset)
    #expect(
      abs(view.contentOffset.y - (start.y + (end.y - start.y) * progress)) < 1e-9,
      sourceLocation: location)
    let height = small.contentSize.height
    #expect(
      abs(view.contentSize.height - (height + (large.contentSize.height - height) * progress))
        < 1e-9, sourceLocation: location)
    for path in view.itemPathsForVisibleItems {
      let from = try #require(small.layoutAttributesForItem(at: path)).frame
      let to = try #require(large.layoutAttributesForItem(at: path)).frame
      let shown = try #require(view.cellForItem(at: path)).frame
      #expect(abs(shown.minY - (from.minY + (to.minY - from.minY) * progress)) < 1e-9)
      #expect(
        abs(shown.size.height - max(0, from.size.height + 20 * progress)) < 1e-9)
    }
    #expect(!view.visibleCells.isEmpty, sourceLocation: location)
  }

  @Test func nothingMovesAtTheStart() throws {
    let view = try makeView(offset: 100)
    let (frames, offset) = (view.shownFrames, view.contentOffset)
    let applied = view.work.applied
    let between = try start(view)
    #expect(view.collectionViewLayout === between)
    #expect(view.isInTransition)
    try view.pass()
    #expect(view.contentOffset == offset)
    #expect(view.work.applied == applied)
    for (path, frame) in frames { #expect(view.cellForItem(at: path)?.frame == frame) }
    // TR-7: nothing moves until it is invalidated.
    between.transitionProgress = 0.5
    view.setNeedsLayout()
    try view.pass()
    #expect(view.contentOffset == offset)
    #expect(view.animations.isEmpty)
  }

  @Test func progressFollowsTheModel() throws {
    for offset in [0.0, 100, 480] {
      let view = try makeView(offset: offset)
      let between = try start(view)
      for progress in [0, 0.1, 0.5, 0.49, 1, 1.2, 0.7, -0.1] {
        try expectModel(view, between, progress)
      }
      try view.cancelInteractiveTransition()
      view.clock.advance(by: 1)
      try view.pass()
      #expect(view.contentOffset.y == offset)
    }
  }

  @Test func finishing() throws {
    let view = try makeView(offset: 100)
    let between = try start(view)
    try expectModel(view, between, 0.4)
    try view.finishInteractiveTransition()
    #expect(log.lines == [])
    view.clock.advance(by: 0.09)
    try view.pass()
    #expect(abs(between.preparedProgress - 0.7) < 1e-9)
    #expect(
      view.failure(view.finishInteractiveTransition) == .transitionEnding(wanted: .finish))
    view.clock.advance(by: 0.2)
    try view.pass()
    #expect(log.lines == ["completed true finished true"])
    #expect(view.collectionViewLayout === large)
    #expect(small.host == nil && between.host == nil)
    #expect(view.contentOffset == between.nextOffset)
    #expect(view.shownFrames[at(0, 14)]?.minY == 420)
    #expect(small.takeLog().last == "finalizeTransition")
    view.clock.advance(by: 1)
    #expect(log.lines.count == 1)
  }

  @Test func cancelling() throws {
    let view = try makeView(offset: 100)
    let frames = view.shownFrames
    let between = try start(view)
    try expectModel(view, between, 0.4)
    try view.cancelInteractiveTransition()
    view.clock.advance(by: 1)
    try view.pass()
    #expect(log.lines == ["completed true finished false"])
    #expect(view.collectionViewLayout === small && large.host == nil)
    #expect(view.shownFrames == frames)
    // TR-9: the layout between is of no more effect.
    between.transitionProgress = 0.9
    between.invalidateLayout()
    try view.pass()
    #expect(view.shownFrames == frames)
    #expect(
      view.failure(view.cancelInteractiveTransition)
        == .transition(wanted: .cancel, isRunning: false))
  }

  /// BUG-25: illegal steps say so, whatever the state, and change nothing.
  @Test func illegalSteps() throws {
    let view = try makeView()
    #expect(
      view.failure(view.finishInteractiveTransition)
        == .transition(wanted: .finish, isRunning: false))
    let between = try start(view)
    #expect(
      view.failure {
        try view.startInteractiveTransition(to: FlowLayout())
      } == .transition(wanted: .start, isRunning: true))
    #expect(view.collectionViewLayout === between)
    between.transitionProgress = .nan
    between.invalidateLayout()
    #expect(view.failure(view.layoutIfNeeded) != nil)
    try expectModel(view, between, 0.5)
    view.animationsEnabled = false
    try view.finishInteractiveTransition()
    #expect(log.lines == ["completed true finished true"])
    try view.pass()
    let rig = Rig([[1]])
    try rig.view.pass()
    let error = rig.view.failure {
      try rig.update([[1]]) { view in
        try view.startInteractiveTransition(to: FlowLayout())
      }
    }
    #expect(error == .layoutChangedDuringUpdate)
  }

  /// While a transition moves to its end, every step is refused with the advice to wait.
  @Test(arguments: [false, true])
  func stepsDuringTheEnd(isFinish: Bool) throws {
    let view = try makeView()
    try expectModel(view, try start(view), 0.5)
    if isFinish {
      try view.finishInteractiveTransition()
    } else {
      try view.cancelInteractiveTransition()
    }
    let starting = view.failure { () throws(CollectionViewError) in
      try view.startInteractiveTransition(to: FlowLayout())
    }
    #expect(starting == .transitionEnding(wanted: .start))
    for error in [
      starting, view.failure(view.finishInteractiveTransition),
      view.failure(view.cancelInteractiveTransition),
    ] {
      #expect(error?.description.contains("wait for its completion") == true)
    }
    view.clock.advance(by: 1)
    #expect(log.lines == ["completed true finished \(isFinish)"])
    // Then another may begin.
    try view.startInteractiveTransition(to: FlowLayout())
  }

  /// Cells hear of the start and the end, and both layouts are told of the end once.
  @Test(arguments: [false, true])
  func cellsAndLayoutsHearOfStartAndEnd(isFinish: Bool) throws {
    let view = try makeView()
    view.reloadData()
    view.register(
      TransitionLogCell.self, forCellWithReuseIdentifier: "number", flushesQueue: true)
    try view.pass()
    let cell = try #require(view.cellForItem(at: at(0, 4)) as? TransitionLogCell)
    (_, _) = (small.takeLog(), large.takeLog())
    let between = try start(view)
    #expect(cell.calls == [.init(isEnd: false, from: small, to: large)])
    // Away from both ends, so that none is reached at once; the row in the middle stays in place.
    try expectModel(view, between, 0.5)
    #expect(small.takeLog().contains("leaves"))
    #expect(large.takeLog().contains("comes"))
    if isFinish {
      try view.finishInteractiveTransition()
    } else {
      try view.cancelInteractiveTransition()
    }
    #expect(cell.calls.count == 1)
    view.clock.advance(by: 1)
    #expect(cell.calls.dropFirst() == [.init(isEnd: true, from: small, to: large)])
    #expect(small.takeLog().count { $0 == "finalizeTransition" } == 1)
    #expect(large.takeLog().count { $0 == "finalizeTransition" } == 1)
  }

  /// What lies in front changes halfway, for cells that both layouts have.
  @Test func depthChangesHalfway() throws {
    let view = try makeView()
    (small.rowDepth, large.rowDepth) = (2, 7)
    small.invalidateLayout()
    let between = try start(view)
    for (progress, depth) in [(0, 2), (0.25, 2), (0.499, 2), (0.5, 7), (0.75, 7), (1, 7)] {
      try expectModel(view, between, progress)
      #expect(!view.visibleCells.isEmpty)
      for cell in view.visibleCells {
        #expect(cell.layoutAttributes?.zIndex == depth, "\(progress)")
      }
    }
  }

  /// An adjustment by one end's layout moves the offset of that end, and of it alone.
  @Test(arguments: [false, true])
  func anEndThatAdjustsItsOffset(isTarget: Bool) throws {
    let view = try makeView(offset: 100)
    let between = try start(view)
    try expectModel(view, between, 0.5)
    let (current, next) = (between.currentOffset, between.nextOffset)
    let adjusting = isTarget ? large : small
    adjusting.offsetAdjustment = Point(x: 0, y: 8)
    adjusting.invalidateLayout()
    try expectModel(view, between, 0.5)
    #expect(between.currentOffset.y == current.y + (isTarget ? 0 : 8))
    #expect(between.nextOffset.y == next.y + (isTarget ? 8 : 0))
    #expect(view.contentOffset.y == (current.y + next.y) / 2 + 4)
    if isTarget {
      try view.finishInteractiveTransition()
    } else {
      try view.cancelInteractiveTransition()
    }
    view.clock.advance(by: 1)
    try view.pass()
    #expect(view.contentOffset.y == (isTarget ? next.y : current.y) + 8)
  }

  /// An adjustment by the layout between moves the content and both of its ends.
  @Test func theLayoutBetweenAdjustsTheOffset() throws {
    final class Between: TransitionLayout {
      var adjustment = 0.0
      override func prepare() throws(LayoutError) {
        try super.prepare()
        pendingInvalidation.contexts.last?.contentOffsetAdjustment.y = adjustment
        adjustment = 0
      }
    }
    let view = try makeView(offset: 100)
    let delegate = RecordingDelegate(.layoutChanges)
    view.delegate = delegate
    delegate.transitionLayout = { Between(currentLayout: $0, nextLayout: $1) }
    let between = try #require(try start(view) as? Between)
    try expectModel(view, between, 0.5)
    let (current, next, shown) = (between.currentOffset, between.nextOffset, view.contentOffset)
    between.adjustment = 6
    between.invalidateLayout()
    try view.pass()
    #expect(view.contentOffset.y == shown.y + 6)
    #expect(between.currentOffset.y == current.y + 6)
    #expect(between.nextOffset.y == next.y + 6)
  }

  /// TR-10: updates, reloads and rotations while it runs; both ends are prepared.
  @Test func updatesMeanwhile() throws {
    let view = try makeView(offset: 100)
    let between = try start(view)
    try expectModel(view, between, 0.4)
    source.sections = [[-1] + source.sections[0]]
    try view.performBatchUpdates {
      view.insertItems(at: [at(0, 0)])
    }
    view.check()
    #expect(small.contentSize.height == 610 && large.contentSize.height == 1_830)
    #expect(small.takeLog().contains("finalizeUpdates"))
    try expectModel(view, between, 0.6)
    view.clock.advance(by: 1)
    source.sections = [Array(0..<40)]
    view.reloadData()
    try expectModel(view, between, 0.5)
    #expect(view.numberOfItems(inSection: 0) == 40)
    view.setBoundsSize(Size(width: 70, height: 90))
    try expectModel(view, between, 0.8)
    #expect(view.visibleCells.first?.frame.size.width == 70)
    // Scrolling takes the transition with it.
    view.setContentOffset(Point(x: 0, y: view.contentOffset.y - 15))
    try view.pass()
    try expectModel(view, between, 0.3)
    try view.finishInteractiveTransition()
    view.clock.advance(by: 1)
    try view.pass()
    #expect(log.lines == ["completed true finished true"])
  }

  @Test func anUpdateThatFailsMeanwhile() throws {
    let view = try makeView(offset: 100)
    let between = try start(view)
    try expectModel(view, between, 0.4)
    large.onPrepare = { () throws(LayoutError) in
      throw .length(property: "test", section: nil, -1)
    }
    source.sections = [[-1] + source.sections[0]]
    #expect(
      view.failure {
        view.insertItems(at: [at(0, 0)])
      } == .layout(.length(property: "test", section: nil, -1)))
    large.onPrepare = nil
    view.check()
    source.sections = [Array(0..<60)]
    try expectModel(view, between, 0.5)
    #expect(small.contentSize.height == 600 && large.contentSize.height == 1_800)
  }

  /// TR-10: another layout cancels it.
  @Test func anotherLayoutCancels() throws {
    let view = try makeView(offset: 100)
    let between = try start(view)
    try expectModel(view, between, 0.4)
    let third = FlowLayout()
    try view.setCollectionViewLayout(third, animated: true)
    #expect(log.lines == ["completed false finished false"])
    #expect(view.collectionViewLayout === third)
    #expect(small.host == nil && large.host == nil && between.host == nil)
    view.clock.advance(by: 1)
    try view.pass()
  }

  /// Elements of one end only fade; depth and visibility change in the middle.
  @Test func elementsOfOneEndFade() throws {
    let view = try makeView()
    large.hasBackdrops = true
    large.hidden = [at(0, 5)]
    large.registerDecoration(
      ViewSource.viewClass(CollectionReusableView.self), ofKind: RowsLayout.backdrop)
    let between = try start(view)
    for progress in [0.25, 0.75] {
      try expectModel(view, between, progress)
      let backdrop = try #require(view.view(for: .decoration(RowsLayout.backdrop, [0])))
      #expect(backdrop.alpha == progress)
      #expect(view.cellForItem(at: at(0, 5))?.isHidden == (progress > 0.5))
    }
  }

  /// Before anything can be seen, and while nothing can be.
  @Test func transitionsThatNobodySees() throws {
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 0, height: 0), collectionViewLayout: small)
    view.isPrefetchingEnabled = false
    view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
    view.dataSource = source
    large.rowHeight = 30
    let between = try start(view)
    view.setBoundsSize(Size(width: 50, height: 100))
    try expectModel(view, between, 0.5)
    view.setBoundsSize(.zero)
    try view.pass()
    #expect(view.visibleViewCount == 0)
    try view.finishInteractiveTransition()
    view.clock.advance(by: 1)
    view.setBoundsSize(Size(width: 50, height: 100))
    try view.pass()
    #expect(large.contentSize.height == 1_800)
    #expect(view.shownFrames[at(0, 0)]?.size.height == 30)
  }

  /// TR-7: values of a gesture, and the speed of their last change.
  @Test func gesturesGiveValues() throws {
    let view = try makeView()
    let between = try start(view)
    #expect(between.value(forAnimatedKey: "pinch") == nil)
    between.updateValue(1, forAnimatedKey: "pinch")
    view.clock.advance(by: 0.5)
    between.updateValue(3, forAnimatedKey: "pinch")
    #expect(between.value(forAnimatedKey: "pinch") == 3)
    #expect(between.velocity(forAnimatedKey: "pinch") == 4)
    between.transitionProgress = 0.2
    view.clock.advance(by: 0.1)
    between.transitionProgress = 0.6
    #expect(abs(between.progressVelocity - 4) < 1e-9)
    // As fast as the gesture was: 0.4 are left, at 4 a second.
    try view.finishInteractiveTransition()
    view.clock.advance(by: 0.05)
    #expect(log.lines == [])
    view.clock.advance(by: 0.0501)
    #expect(log.lines == ["completed true finished true"])
    try view.pass()
  }

  /// A delegate may give the layout between, and can begin nothing while it is asked.
  @Test func theDelegateGivesTheLayoutBetween() throws {
    final class Between: TransitionLayout {}
    let view = try makeView()
    let delegate = RecordingDelegate(.layoutChanges)
    view.delegate = delegate
    var errors: [CollectionViewError?] = []
    delegate.transitionLayout = { old, new in
      errors.append(
        view.failure {
          try view.startInteractiveTransition(to: FlowLayout())
        })
      return Between(currentLayout: old, nextLayout: new)
    }
    let between = try start(view)
    #expect(between is Between)
    #expect(errors == [.reentrant(during: .layoutPass)])
    try expectModel(view, between, 0.5)
  }
}

/// A cell that writes down which transitions it hears of.
private final class TransitionLogCell: CollectionViewCell {
  struct Call: Equatable {
    let isEnd: Bool
    let from: ObjectIdentifier
    let to: ObjectIdentifier

    init(isEnd: Bool, from: CollectionViewLayout, to: CollectionViewLayout) {
      self.isEnd = isEnd
      self.from = ObjectIdentifier(from)
      self.to = ObjectIdentifier(to)
    }
  }

  private(set) var calls: [Call] = []

  override func willTransition(
    from oldLayout: CollectionViewLayout, to newLayout: CollectionViewLayout
  ) {
    calls.append(Call(isEnd: false, from: oldLayout, to: newLayout))
  }

  override func didTransition(
    from oldLayout: CollectionViewLayout, to newLayout: CollectionViewLayout
  ) {
    calls.append(Call(isEnd: true, from: oldLayout, to: newLayout))
  }
}
