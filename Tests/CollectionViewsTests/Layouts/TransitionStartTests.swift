import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// What may come in between a call that begins a transition and its beginning (TR-6, TR-10).
@Suite struct TransitionStartTests {
  private let log = Log()
  private let small = RowsLayout()
  private let large = RowsLayout()
  private let third = RowsLayout()
  private let source = ArraySource([Array(0..<60)])

  private func makeView() throws -> CollectionView {
    let view = CollectionView.showing(source, in: small)
    try view.pass()
    return view
  }

  /// Begins the animation of an update that calls `completion` at its end.
  private func animate(_ view: CollectionView, _ completion: @escaping () -> Void) throws {
    try view.performBatchUpdates(
      {
        source.sections[0].removeFirst()
        view.deleteItems(at: [at(0, 0)])
      }, completion: { _ in completion() })
  }

  /// A start that is refused lays nothing out.
  @Test func aRefusedStartLaysNothingOut() throws {
    let view = try makeView()
    let other = CollectionView.showing(source, in: large)
    view.setContentOffset(Point(x: 0, y: 100))
    let passes = view.work.passes
    #expect(view.failure { try view.startInteractiveTransition(to: large) } == .layoutInUse)
    #expect(view.work.passes == passes)
    withExtendedLifetime(other) {}
  }

  /// A completion that puts another layout in place: the transition leaves that one.
  @Test func aCompletionThatChangesTheLayout() throws {
    let view = try makeView()
    try animate(view) {
      #expect(view.failure { try view.setCollectionViewLayout(third) } == nil)
    }
    let between = try view.startInteractiveTransition(to: large)
    #expect(between.currentLayout === third && between.nextLayout === large)
    #expect(small.host == nil && third.host === view && large.host === view)
    #expect(view.collectionViewLayout === between)
    view.animationsEnabled = false
    try view.cancelInteractiveTransition()
    #expect(view.collectionViewLayout === third && large.host == nil)
    try view.pass()
  }

  /// A completion that begins a transition itself: that one runs, and the other is refused.
  @Test func aCompletionThatBeginsATransition() throws {
    let view = try makeView()
    try animate(view) {
      #expect(view.failure { try view.startInteractiveTransition(to: third) } == nil)
    }
    let error = view.failure { try view.startInteractiveTransition(to: large) }
    #expect(error == .transition(wanted: .start, isRunning: true))
    let running = view.collectionViewLayout as? TransitionLayout
    #expect(running?.nextLayout === third && large.host == nil)
    try view.pass()
  }

  /// A completion that reloads: the delegate is asked again, and may give the same layout.
  @Test func aCompletionThatReloads() throws {
    let view = try makeView()
    let delegate = RecordingDelegate(.layoutChanges)
    view.delegate = delegate
    let between = TransitionLayout(currentLayout: small, nextLayout: large)
    var asked = 0
    delegate.transitionLayout = { _, _ in
      asked += 1
      return between
    }
    try animate(view) { view.reloadData() }
    #expect(try view.startInteractiveTransition(to: large) === between)
    #expect(asked == 2)
    try view.pass()
  }

  /// While a view is asked for, neither way to another layout is open.
  @Test func aRequestThatChangesTheLayout() throws {
    var errors: [CollectionViewError?] = []
    let source = StubSource(itemCount: 1) { view, path in
      errors.append(view.failure { try view.startInteractiveTransition(to: large) })
      errors.append(view.failure { try view.setCollectionViewLayout(large) })
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    let view = CollectionView.showing(source, in: small)
    try view.pass()
    let wanted = CollectionViewError.reentrant(during: .view(.cell(at(0, 0))))
    #expect(errors == [wanted, wanted])
    #expect(view.collectionViewLayout === small && large.host == nil)
    _ = source
  }

  // MARK: In between

  private func startHalfway(_ view: CollectionView) throws -> TransitionLayout {
    let between = try view.startInteractiveTransition(to: large)
    between.transitionProgress = 0.5
    between.invalidateLayout()
    try view.pass()
    return between
  }

  /// An end that is invalidated alone moves what is between.
  @Test(arguments: [false, true])
  func anEndThatIsInvalidatedAlone(isTarget: Bool) throws {
    large.rowHeight = 30
    let view = try makeView()
    _ = try startHalfway(view)
    #expect(view.visibleCells.allSatisfy { $0.frame.size.height == 20 })
    let layout = isTarget ? large : small
    layout.rowHeight += 20
    layout.invalidateLayout()
    try view.pass()
    #expect(view.visibleCells.allSatisfy { $0.frame.size.height == 30 })
  }

  /// An end that moves its offset moves what is between by the part that shows.
  @Test(arguments: [false, true])
  func anEndThatMovesItsOffset(isTarget: Bool) throws {
    let view = try makeView()
    try view.scroll(to: 100)
    _ = try startHalfway(view)
    #expect(view.contentOffset.y == 100)
    let layout = isTarget ? large : small
    layout.offsetAdjustment = Point(x: 0, y: 30)
    layout.invalidateLayout()
    try view.pass()
    #expect(view.contentOffset.y == 115)
  }

  /// Items are announced for what lies ahead in the layout in place, at either end of a transition.
  @Test func prefetchingFollows() throws {
    large.rowHeight = 9
    let view = try makeView()
    let prefetch = PrefetchLog()
    view.isPrefetchingEnabled = true
    view.prefetchDataSource = prefetch
    try view.scroll(to: 200)
    #expect(prefetch.announced.last?.last == at(0, 39))
    // Rows of 9.5 points, from 187.75 on: the 100 that come next end in row 40.
    _ = try startHalfway(view)
    #expect(view.contentOffset.y == 187.75)
    #expect(prefetch.announced.last == [at(0, 40)])
    view.animationsEnabled = false
    try view.finishInteractiveTransition()
    try view.pass()
    // Rows of 9 points, from 175.5 on.
    #expect(view.contentOffset.y == 175.5)
    #expect(prefetch.announced.last == [at(0, 41)])
  }

  /// Both axes of a scroll move both ends.
  @Test func scrollingAlongX() throws {
    (small.statedSize, large.statedSize) = (
      Size(width: 200, height: 600), Size(width: 200, height: 600)
    )
    let view = try makeView()
    view.setContentOffset(Point(x: 30, y: 0))
    let between = try startHalfway(view)
    #expect(between.currentOffset.x == 30 && between.nextOffset.x == 30)
    view.setContentOffset(Point(x: 50, y: 0))
    #expect(between.currentOffset.x == 50 && between.nextOffset.x == 50)
    try view.pass()
    #expect(view.contentOffset.x == 50)
  }

  /// The offset of a transition is no scrolling, which would end a menu.
  @Test func aMenuStays() throws {
    large.rowHeight = 30
    let view = try makeView()
    let delegate = RecordingDelegate([.highlighting, .selection, .menu])
    delegate.menuActions = [.copy]
    view.delegate = delegate
    #expect(view.longPress(at: Point(x: 1, y: 15)) != nil)
    view.touchUp()
    let between = try startHalfway(view)
    #expect(view.contentOffset.y == 45 && view.menu != nil)
    view.animationsEnabled = false
    try view.finishInteractiveTransition()
    #expect(view.contentOffset == between.nextOffset && view.menu != nil)
    withExtendedLifetime(delegate) {}
  }

  /// A flow layout that is left asks the view's delegate no more, and the other one does.
  @Test(arguments: [false, true])
  func flowLayoutsThatAreLeft(isFinish: Bool) throws {
    let (old, new) = (FlowLayout(), FlowLayout())
    let view = CollectionView.showing(source, in: old)
    let delegate = MetricsDelegate()
    view.delegate = delegate
    try view.pass()
    try view.startInteractiveTransition(to: new)
    #expect(old.delegate != nil && new.delegate != nil)
    view.animationsEnabled = false
    if isFinish {
      try view.finishInteractiveTransition()
    } else {
      try view.cancelInteractiveTransition()
    }
    #expect((old.delegate == nil) == isFinish && (new.delegate == nil) == !isFinish)
    withExtendedLifetime(delegate) {}
  }
}
