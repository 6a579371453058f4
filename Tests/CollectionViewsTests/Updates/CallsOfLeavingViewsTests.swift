import Changesets
import CollectionViews
import Geometry
import Layouts
import SampleLayouts
import Testing

/// What views do with the collection view in their `deinit`, while it walks over what it shows.
private final class LastCall {
  weak var view: CollectionView?
  var action: ((CollectionView) throws -> Void)?
  private(set) var calls = 0
  private var isInside = false

  func make() {
    guard !isInside, let view, let action else { return }
    isInside = true
    defer { isInside = false }
    calls += 1
    // Refused, where it is not the time for it, by an error of the view's own.
    do { try action(view) } catch { #expect(error is CollectionViewError) }
  }
}

private final class CallingCell: CollectionViewCell {
  var last: LastCall?
  deinit { last?.make() }
}

private class CallingMat: CollectionReusableView {
  var last: LastCall?
  deinit { last?.make() }
}

private final class OtherMat: CallingMat {}

@Suite struct CallsOfLeavingViewsTests {
  private let actions: [(name: String, make: (CollectionView) throws -> Void)] = [
    ("reload", { $0.reloadData() }),
    (
      "reload and lay out",
      {
        $0.reloadData(); try $0.layoutIfNeeded()
      }
    ),
    ("lay out", { try $0.layoutIfNeeded() }),
    ("scroll", { $0.setContentOffset(Point(x: 0, y: 30)) }),
    ("update", { view in try view.performBatchUpdates {} }),
    ("change the layout", { try $0.setCollectionViewLayout(ListLayout()) }),
    ("turn prefetching off", { $0.isPrefetchingEnabled = false }),
    ("empty the bounds", { $0.setBoundsSize(.zero) }),
    ("take the data source away", { $0.dataSource = nil }),
    ("end animations", { $0.clock.advance(by: 1) }),
  ]

  private let moments: [(name: String, make: (CollectionView, ArraySource) throws -> Void)] =
    [
      ("scroll", { view, _ in view.setContentOffset(Point(x: 0, y: 200)) }),
      ("reload", { view, _ in view.reloadData() }),
      (
        "reload while cells linger",
        { view, _ in
          view.reusePolicy.lingeringLimit = 9
          view.setContentOffset(Point(x: 0, y: 200))
          try view.layoutIfNeeded()
          view.reloadData()
        }
      ),
      (
        "update",
        { view, source in
          try view.performBatchUpdates {
            source.sections[0].removeFirst(3)
            view.deleteItems(at: [at(0, 0), at(0, 1), at(0, 2)])
          }
          view.clock.advance(by: 1)
        }
      ),
      (
        "other mats",
        { view, _ in try view.setCollectionViewLayout(Self.stack(OtherMat.self, nil)) }
      ),
      ("empty bounds", { view, _ in view.setBoundsSize(.zero) }),
      ("another policy", { view, _ in view.reusePolicy = .classic }),
      (
        "transition",
        { view, _ in
          try view.startInteractiveTransition(to: Self.stack(OtherMat.self, nil))
          try view.layoutIfNeeded()
          try view.finishInteractiveTransition()
          view.clock.advance(by: 1)
        }
      ),
    ]

  private static func stack(_ type: CallingMat.Type, _ last: LastCall?) -> StackLayout {
    let stack = StackLayout()
    stack.cardSize = Size(width: 40, height: 40)
    let template = ViewTemplate("\(type)") {
      let mat = type.init(frame: .zero)
      mat.last = last
      return [mat]
    }
    stack.registerDecoration(
      ViewSource.template(template, of: CallingMat.self), ofKind: StackLayout.mat)
    return stack
  }

  /// What is given up looks at the queues when they are in order again.
  @Test func viewsBeyondALimitFindTheOthers() throws {
    let last = LastCall()
    let source = ArraySource([Array(0..<9)])
    let view = CollectionView.showing(source, in: RowsLayout())
    last.view = view
    view.registerNumbers(of: CallingCell.self) { $0.last = last }
    try view.pass()
    view.reloadData()
    var found: [Int] = []
    last.action = { view in found.append(view.reuseStatistics.queued) }
    view.reusePolicy.queueLimit = 4
    #expect(found == [4, 4, 4, 4, 4])
    #expect(view.firstViolation() == nil)
  }

  /// Every call at every moment: the view remains in order, and shows the data in the end.
  @Test func everyCallAtEveryMoment() throws {
    var calls = 0
    for action in actions {
      for moment in moments {
        let last = LastCall()
        let source = ArraySource([Array(0..<9), Array(9..<14), Array(14..<30)])
        let layout = Self.stack(CallingMat.self, last)
        let view = CollectionView(
          frame: Rect(x: 0, y: 0, width: 100, height: 120), collectionViewLayout: layout)
        last.view = view
        view.reusesViews = false
        view.registerNumbers(of: CallingCell.self) { $0.last = last }
        view.dataSource = source
        try view.pass()
        let text = "\(action.name) at \(moment.name)"
        last.action = action.make
        do { try moment.make(view, source) } catch {
          #expect(error is CollectionViewError, "\(text): \(error)")
        }
        do { try view.layoutIfNeeded() } catch { Issue.record("\(text): \(error)") }
        #expect(view.firstViolation() == nil, "\(text)")
        last.action = nil
        calls += last.calls
        view.setBoundsSize(Size(width: 100, height: 120))
        if view.dataSource == nil { view.dataSource = source }
        view.clock.advance(by: 2)
        view.reloadData()
        try view.pass()
        #expect(!view.visibleCells.isEmpty && view.animations.isEmpty, "\(text)")
      }
    }
    #expect(calls > 100)
  }
}
