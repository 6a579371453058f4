import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// A list that does something when it comes, or fails when it is prepared.
private final class ReactingLayout: ListLayout {
  var onArrival: (() -> Void)?
  /// The number of preparations that succeed.
  var successes = Int.max

  override func prepareForTransition(from oldLayout: CollectionViewLayout) { onArrival?() }

  override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool { true }

  override func prepare() throws(LayoutError) {
    guard successes > 0 else { throw .length(property: "test", section: nil, -1) }
    successes -= 1
    try super.prepare()
  }
}

/// A flow layout that cannot be prepared.
private final class FailingFlowLayout: FlowLayout {
  override func prepare() throws(LayoutError) {
    throw .length(property: "test", section: nil, -1)
  }
}

/// Called by the first cell that hears that the layout changes.
private final class Departure {
  var action: (() -> Void)?
}

private final class LeavingCell: CollectionViewCell {
  var departure: Departure?

  override func willTransition(
    from oldLayout: CollectionViewLayout, to newLayout: CollectionViewLayout
  ) { departure?.action.take()?() }
}

/// Changes of the layout: which are refused, and what the view keeps (TR-1 to TR-4).
@Suite struct LayoutChangeRuleTests {
  private let log = Log()

  private func note(_ finished: Bool) { log.add("\(finished)") }

  /// A layout that only stands ready belongs to its view, too, and is free when it is exchanged.
  @Test func layoutsBelongToTheirViewBeforeItShowsAnything() throws {
    let (rig, other) = (Rig([[1]]), Rig([[2]]))
    #expect(
      rig.view.failure { try rig.view.setCollectionViewLayout(other.layout) } == .layoutInUse)
    #expect(other.layout.host === other.view && rig.view.collectionViewLayout === rig.layout)
    try rig.view.setCollectionViewLayout(ListLayout())
    #expect(rig.layout.host == nil)
    try other.view.setCollectionViewLayout(rig.layout)
    #expect(rig.layout.host === other.view)
  }

  /// A layout that fails is free again, and the view goes on with the one before; whether it fails
  /// before it is in place or for the bounds that it has then.
  @Test(arguments: [0, 1])
  func aLayoutThatFailsIsFree(successes: Int) throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.pass()
    try rig.view.scroll(to: 100)
    let failing = ReactingLayout()
    failing.itemExtent = 30
    failing.successes = successes
    let preparations = rig.layout.preparationCount
    let error = rig.view.failure {
      try rig.view.setCollectionViewLayout(failing, completion: note)
    }
    #expect(error == .layout(.length(property: "test", section: nil, -1)))
    #expect(log.lines == ["false"])
    #expect(failing.host == nil && rig.view.collectionViewLayout === rig.layout)
    #expect(rig.view.contentOffset.y == 100)
    try rig.view.pass()
    try rig.view.scroll(to: 20)
    #expect(rig.numbers == Array(2..<12) && rig.layout.preparationCount == preparations)
  }

  /// The layout before is prepared for what a callback about the offset has reloaded.
  @Test func aReloadOutlivesALayoutThatFails() throws {
    let (rig, delegate, failing) = (Rig([Array(0..<30)]), RecordingDelegate(), ReactingLayout())
    try rig.view.pass()
    try rig.view.scroll(to: 100)
    failing.itemExtent = 30
    failing.successes = 1
    rig.view.delegate = delegate
    delegate.actions["scrolled"] = {
      rig.source.sections = [[7]]
      rig.view.reloadData()
    }
    #expect(rig.view.failure { try rig.view.setCollectionViewLayout(failing) } != nil)
    #expect(delegate.actions.isEmpty)
    try rig.view.pass()
    #expect(rig.numbers == [7] && rig.view.contentSize.height == 10)
  }

  /// It goes on from where it was.
  @Test func aFlingOutlivesALayoutThatFails() throws {
    let (rig, failing) = (Rig([Array(0..<30)]), ReactingLayout())
    try rig.view.pass()
    try rig.view.scroll(to: 100)
    failing.itemExtent = 30
    failing.successes = 1
    rig.view.fling(withVelocity: Point(x: 0, y: 50))
    #expect(rig.view.failure { try rig.view.setCollectionViewLayout(failing) } != nil)
    rig.view.clock.advance(by: 0.1)
    let fling = Deceleration(position: 100, velocity: 50)
    #expect(abs(rig.view.contentOffset.y - fling.position(at: 0.1)) < 1e-9)
    try rig.view.pass()
  }

  /// The view's delegate gives it no metrics any more.
  @Test func aFlowLayoutThatFailsHasNoDelegate() throws {
    let (rig, delegate, flow) = (Rig([[1, 2]]), MetricsDelegate(), FailingFlowLayout())
    rig.view.delegate = delegate
    try rig.view.pass()
    #expect(rig.view.failure { try rig.view.setCollectionViewLayout(flow) } != nil)
    #expect(flow.host == nil && flow.delegate == nil)
    try rig.view.pass()
    #expect(rig.numbers == [1, 2])
    withExtendedLifetime(delegate) {}
  }

  /// Neither the layouts nor the views begin anything while one takes the place of another.
  @Test func nothingBeginsInTheMiddleOfAChange() throws {
    let (source, departure) = (StubSource(itemCount: 30), Departure())
    let view = CollectionView.showing(source, in: ListLayout())
    view.registerNumbers(of: LeavingCell.self) { $0.departure = departure }
    try view.pass()
    let layout = ReactingLayout()
    var errors: [CollectionViewError?] = []
    let begin = { errors.append(view.failure { try view.performBatchUpdates {} }) }
    layout.onArrival = begin
    departure.action = begin
    try view.setCollectionViewLayout(layout, animated: true)
    #expect(
      errors == [.reentrant(during: .layoutPass), .reentrant(during: .layoutPass)])
    _ = source
  }

  @Test func nothingIsDueAfterAChange() throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.pass()
    try rig.view.scroll(to: 100)
    let layout = RowsLayout()
    layout.rowHeight = 20
    try rig.view.setCollectionViewLayout(layout)
    #expect(rig.view.contentOffset.y > 100)
    let passes = rig.view.work.passes
    try rig.view.pass()
    #expect(rig.view.work.passes == passes)
  }

  /// A change of the layout does not undo the transition that a completion has begun.
  @Test func completionsThatBeginATransition() throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.pass()
    let (first, second, third) = (RowsLayout(), RowsLayout(), RowsLayout())
    func startsSecond() {
      #expect(throws: Never.self) { try rig.view.startInteractiveTransition(to: second) }
    }
    // That of a transition, which the change cancels.
    try rig.view.startInteractiveTransition(to: first, completion: { _, _ in startsSecond() })
    let error = CollectionViewError.transition(wanted: .start, isRunning: true)
    #expect(rig.view.failure { try rig.view.setCollectionViewLayout(third) } == error)
    #expect(rig.view.isInTransition && third.host == nil && third.takeLog().isEmpty)
    rig.view.animationsEnabled = false
    try rig.view.cancelInteractiveTransition()
    rig.view.animationsEnabled = true
    // That of an update, which the change interrupts.
    try rig.update([Array(1..<30)], { _ in startsSecond() }) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    #expect(rig.view.failure { try rig.view.setCollectionViewLayout(third) } == error)
    #expect(rig.view.isInTransition && third.host == nil)
  }

  /// A completion may put the same layout in place.
  @Test func aCompletionThatChangesToTheSameLayout() throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.pass()
    let rows = RowsLayout()
    try rig.update(
      [Array(1..<30)],
      { [log] _ in
        #expect(throws: Never.self) {
          try rig.view.setCollectionViewLayout(rows, completion: { log.add("inner \($0)") })
        }
      }
    ) { view in view.deleteItems(at: [at(0, 0)]) }
    try rig.view.setCollectionViewLayout(rows, completion: note)
    #expect(log.lines == ["inner true", "true"])
    #expect(rig.view.collectionViewLayout === rows && rows.host === rig.view)
    #expect(rows.takeLog().filter { $0 == "comes" }.count == 2)
    try rig.view.pass()
  }

  /// It goes on where the content has moved to, as no finger has scrolled.
  @Test func aMenuStaysWhenTheLayoutMovesTheContent() throws {
    let rig = Rig([Array(0..<30)])
    let delegate = RecordingDelegate([.highlighting, .menu])
    delegate.menuActions = [.copy]
    rig.view.delegate = delegate
    try rig.view.pass()
    try rig.view.scroll(to: 100)
    #expect(rig.view.longPress(at: Point(x: 1, y: 155)) != nil)
    let rows = RowsLayout()
    rows.rowHeight = 20
    try rig.view.setCollectionViewLayout(rows)
    #expect(rig.view.contentOffset.y != 100 && rig.view.menu?.path == at(0, 15))
  }

  /// The metrics of the view's delegate are those of the layout in place.
  @Test func aFlowLayoutThatGoesHasNoDelegate() throws {
    let rig = Rig([[1, 2]])
    let delegate = MetricsDelegate()
    rig.view.delegate = delegate
    try rig.view.pass()
    let (first, second) = (FlowLayout(), FlowLayout())
    try rig.view.setCollectionViewLayout(first)
    #expect(first.delegate != nil)
    try rig.view.setCollectionViewLayout(second)
    #expect(first.delegate == nil && second.delegate != nil)
    withExtendedLifetime(delegate) {}
  }

  /// The items that come next are those of the new layout.
  @Test func itemsAheadAreLookedForAgain() throws {
    let rig = Rig([Array(0..<200)])
    let prefetching = PrefetchLog()
    rig.view.isPrefetchingEnabled = true
    rig.view.prefetchDataSource = prefetching
    try rig.view.pass()
    try rig.view.scroll(to: 5)
    let rows = RowsLayout()
    rows.rowHeight = 5
    rows.targetOffset = Point(x: 0, y: 5)
    try rig.view.setCollectionViewLayout(rows)
    rows.targetOffset = nil
    prefetching.announced = []
    rig.view.setNeedsLayout()
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 5)
    #expect(prefetching.announced.flatMap { $0 }.contains(at(0, 40)))
  }
}
