import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Changes of the layout in the middle of something, and what comes in the middle of them.
@Suite struct LayoutsMeanwhileTests {
  private let delegate = RecordingDelegate()
  private let log = Log()

  private func note(_ finished: Bool) { log.add("\(finished)") }

  /// TR-10: what is shown at the start of a transition is what is shown in an update right after it.
  @Test func anUpdateRightAfterTheStartOfATransition() throws {
    let (view, _, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    let cells = view.visibleCells
    let large = RowsLayout()
    large.rowHeight = 30
    try view.startInteractiveTransition(to: large)
    _ = source.takeLog()
    source.sections[0].insert(-1, at: 0)
    view.insertItems(at: [at(0, 0)])
    view.check()
    #expect(source.takeLog().filter { $0.hasPrefix("cell") } == ["cell [0, 0]"])
    #expect(view.visibleCells.dropFirst().elementsEqual(cells.dropLast()) { $0 === $1 })
    #expect(!view.animations.isEmpty)
  }

  // MARK: Completions

  @Test func anUpdateBegunInACompletionAfterAReloadRunsOn() throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.pass()
    try rig.view.setCollectionViewLayout(
      RowsLayout(),
      completion: { _ in
        rig.view.reloadData()
        #expect(throws: Never.self) {
          try rig.view.layoutIfNeeded()
          try rig.update([Array(1..<30)], { note($0) }) { $0.deleteItems(at: [at(0, 0)]) }
        }
      })
    #expect(log.lines == [])
    rig.view.clock.advance(by: 1)
    #expect(log.lines == ["true"])
  }

  /// A layout that was to come after an update that does not come about.
  @Test func aLayoutAfterABlockThatFails() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2]])
    view.updateValidation = .lenient
    try view.pass()
    let error = view.failure {
      try view.performBatchUpdates {
        try view.setCollectionViewLayout(RowsLayout(), completion: note)
        throw CollectionViewError.noView(.cell(at(0, 0)))
      }
    }
    #expect(error == .noView(.cell(at(0, 0))))
    #expect(log.lines == ["false"])
    #expect(view.collectionViewLayout === layout)
    _ = source
  }

  @Test func aLayoutThatFailsAfterAnUpdate() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2]])
    view.updateValidation = .lenient
    try view.pass()
    let (failing, next) = (RowsLayout(), RowsLayout())
    let error = LayoutError.length(property: "test", section: nil, -1)
    failing.onPrepare = { () throws(LayoutError) in throw error }
    let found = view.failure {
      try view.performBatchUpdates {
        try view.setCollectionViewLayout(failing, completion: note)
        try view.setCollectionViewLayout(next, completion: note)
      }
    }
    #expect(found == .layout(error))
    #expect(log.lines == ["false", "true"])
    #expect(view.collectionViewLayout === next && layout.host == nil)
    view.check()
    _ = source
  }

  /// A reload in the place of an update, whose views cannot be had.
  @Test func aLayoutAfterAReloadThatFails() throws {
    let (view, _, source) = ErrorTests.rowsRig([[1, 2]])
    view.updateValidation = .lenient
    try view.pass()
    view.register(nil, forCellWithReuseIdentifier: "number", flushesQueue: true)
    let next = RowsLayout()
    let error = view.failure {
      try view.performBatchUpdates(
        {
          view.reloadData()
          try view.setCollectionViewLayout(next, completion: note)
        }, completion: { log.add("update \($0)") })
    }
    guard case .notRegistered? = error else {
      Issue.record("no error for a registration that was taken back")
      return
    }
    #expect(log.lines == ["false", "update true"])
    #expect(next.host == nil)
    view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
    try view.pass()
    _ = source
  }

  /// What moves goes on where another layout does not come.
  @Test func aLayoutThatFailsInterruptsNothing() throws {
    let (view, _, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    source.sections[0].insert(-1, at: 0)
    try view.performBatchUpdates(
      { view.insertItems(at: [at(0, 0)]) },
      completion: note)
    let count = view.animations.count
    #expect(count > 0)
    let new = RowsLayout()
    new.onPrepare = { () throws(LayoutError) in
      throw .length(property: "test", section: nil, -1)
    }
    #expect(
      view.failure {
        try view.setCollectionViewLayout(new, animated: true)
      } != nil)
    #expect(
      view.failure {
        try view.startInteractiveTransition(to: new)
      } != nil)
    #expect(log.lines == [] && view.animations.count == count)
    #expect(new.host == nil)
    view.clock.advance(by: 1)
    #expect(log.lines == ["true"])
    view.check()
  }

  /// What a change of the layout ends may change the data: the layout that comes is laid out for that.
  @Test(arguments: [false, true])
  func whatIsInterruptedChangesTheData(isInteractive: Bool) throws {
    let (view, _, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    try view.performBatchUpdates(
      {
        source.sections[0].insert(-1, at: 0)
        view.insertItems(at: [at(0, 0)])
      },
      completion: { finished in
        note(finished)
        let error = view.failure {
          try view.performBatchUpdates {
            source.sections = [[7]]
            view.deleteItems(at: (1..<31).map { at(0, $0) })
            view.reloadItems(at: [at(0, 0)])
          }
        }
        #expect(error == nil)
      })
    let new = RowsLayout()
    if isInteractive {
      let between = try view.startInteractiveTransition(to: new)
      #expect(between.nextOffset == .zero)
      view.check()
      try view.finishInteractiveTransition()
      view.clock.advance(by: 1)
    } else {
      try view.setCollectionViewLayout(new)
    }
    #expect(log.lines == ["false"])
    try view.pass()
    #expect(view.collectionViewLayout === new)
    #expect(new.contentSize.height == 10)
    #expect(view.visibleCells.map { ($0 as? NumberCell)?.number } == [7])
  }

  // MARK: Delegates

  /// The delegate that is asked for the layout between may reload, once or each time.
  @Test(arguments: [1, 2])
  func aReloadAtTheStartOfATransitionReachesBothLayouts(reloads: Int) throws {
    let (view, _, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    view.delegate = delegate
    var left = reloads
    delegate.transitionLayout = { _, _ in
      guard left > 0 else { return nil }
      left -= 1
      source.sections = [[7]]
      view.reloadData()
      return nil
    }
    let between = try view.startInteractiveTransition(to: RowsLayout())
    #expect(left == 0)
    between.transitionProgress = 0.5
    between.invalidateLayout()
    try view.pass()
    #expect(view.visibleCells.map { ($0 as? NumberCell)?.number } == [7])
    try view.finishInteractiveTransition()
    view.clock.advance(by: 1)
    try view.pass()
    #expect(view.contentSize.height == 10)
  }

  /// Not even where the delegate that is asked for the layout between scrolls, each time.
  @Test(arguments: [false, true])
  func theStartOfATransitionInvalidatesNothing(scrolls: Bool) throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    view.delegate = delegate
    delegate.transitionLayout = { _, _ in
      if scrolls { view.setContentOffset(Point(x: 0, y: view.contentOffset.y + 10)) }
      return nil
    }
    let target = RowsLayout()
    try view.startInteractiveTransition(to: target)
    #expect(view.contentOffset.y == (scrolls ? 20 : 0))
    #expect(layout.isUpToDate && target.isUpToDate)
    _ = source
  }

  /// A layout without its view would be in place after the transition.
  @Test func aHookOfATransitionChangesNoLayout() throws {
    final class MeddlingLayout: ListLayout {
      var onHook: (() -> Void)?
      override func prepareForTransition(from oldLayout: CollectionViewLayout) { onHook?() }
      override func finalizeTransition() { onHook?() }
    }
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    let target = MeddlingLayout()
    var refusals: [CollectionViewError?] = []
    target.onHook = {
      refusals.append(view.failure { try view.setCollectionViewLayout(RowsLayout()) })
      refusals.append(view.failure { _ = try view.startInteractiveTransition(to: RowsLayout()) })
    }
    try view.startInteractiveTransition(to: target)
    try view.cancelInteractiveTransition()
    view.clock.advance(by: 1)
    #expect(refusals == Array(repeating: .reentrant(during: .layoutPass), count: 4))
    #expect(view.collectionViewLayout === layout && layout.host === view)
    layout.invalidateLayout()
    try view.pass()
    _ = source
  }

  /// Returns thirty rows, scrolled, whose delegate acts when they next scroll.
  private func scrolledRows(
    to offset: Double, height: Double = 100, whenScrolled act: @escaping (CollectionView) -> Void
  ) throws -> (view: CollectionView, source: ArraySource) {
    let (view, _, source) = ErrorTests.rowsRig([Array(0..<30)], height: height)
    try view.pass()
    try view.scroll(to: offset)
    view.delegate = delegate
    delegate.actions["scrolled"] = { act(view) }
    return (view, source)
  }

  /// Whoever is told of the offset lays nothing out in between.
  @Test func aPassInsideOfAChangeOfTheBounds() throws {
    let (view, source) = try scrolledRows(to: 250, height: 50) { view in
      #expect(view.failure(view.layoutIfNeeded) == nil)
    }
    try view.animateBoundsSize(to: Size(width: 50, height: 100), completion: note)
    #expect(delegate.actions.isEmpty)
    #expect(view.contentOffset.y == 200)
    #expect(view.animations.count == 5)
    view.clock.advance(by: 1)
    #expect(log.lines == ["true"])
    view.check()
    _ = source
  }

  @Test func anotherLayoutInsideOfALayoutChange() throws {
    var error: CollectionViewError?
    let (view, source) = try scrolledRows(to: 200) { view in
      error = view.failure { try view.setCollectionViewLayout(FlowLayout()) }
    }
    let rows = RowsLayout()
    rows.rowHeight = 5
    try view.setCollectionViewLayout(rows, completion: note)
    #expect(delegate.actions.isEmpty)
    #expect(error == .reentrant(during: .layoutPass))
    #expect(view.collectionViewLayout === rows)
    #expect(log.lines == ["true"])
    view.check()
    _ = source
  }

  /// No transition ends inside of a block, a request or a pass.
  @Test func transitionsDoNotEndInTheMiddle() throws {
    let (view, _, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    try view.startInteractiveTransition(to: RowsLayout(), completion: { log.add("\($0) \($1)") })
    try view.pass()
    var errors: [CollectionViewError?] = []
    try view.performBatchUpdates {
      errors.append(view.failure(view.finishInteractiveTransition))
      errors.append(view.failure(view.cancelInteractiveTransition))
    }
    view.delegate = delegate
    delegate.actions["willDisplay [0, 12]"] = {
      errors.append(view.failure(view.finishInteractiveTransition))
    }
    try view.scroll(to: 40)
    #expect(
      errors == [
        .layoutChangedDuringUpdate, .layoutChangedDuringUpdate, .reentrant(during: .layoutPass),
      ])
    #expect(view.isInTransition && log.lines == [])
    try view.finishInteractiveTransition()
    view.clock.advance(by: 1)
    #expect(log.lines == ["true true"])
    _ = source
  }

  /// What a layout refuses about the offset that it has itself asked for is said by the update.
  @Test func anOffsetThatTheLayoutRefuses() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    layout.invalidatesForBounds = true
    layout.targetOffset = Point(x: 0, y: 40)
    let error = LayoutError.length(property: "test", section: nil, -1)
    layout.onPrepare = { () throws(LayoutError) in
      if view.contentOffset.y == 40 { throw error }
    }
    source.sections[0].append(30)
    #expect(
      view.failure {
        view.insertItems(at: [at(0, 30)])
      } == .layout(error))
    layout.onPrepare = nil
    try view.pass()
    #expect(view.numberOfItems(inSection: 0) == 31 && view.contentOffset.y == 40)
    _ = source
  }
}
