import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The views that a data source dequeues, and those that it returns (RU-6, RU-8).
@Suite struct DequeuedViewsTests {
  private let source = StubSource(itemCount: 2)

  private func dequeue(_ view: CollectionView, _ path: ItemPath) throws -> CollectionViewCell {
    try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
  }

  /// The other one goes back into its queue.
  @Test func theFirstOfTwoMayBeReturned() throws {
    var first: [CollectionViewCell] = []
    source.cell = { view, path in
      first.append(try self.dequeue(view, path))
      _ = try self.dequeue(view, path)
      return first[path.item]
    }
    let view = CollectionView.showing(source, in: RowsLayout())
    view.unreturnedViewPolicy = .requeue
    try view.pass()
    #expect(view.visibleCells.map { ObjectIdentifier($0) } == first.map { ObjectIdentifier($0) })
    #expect(view.reuseStatistics.queued == 1)
  }

  /// A view that was dequeued outside of the request is no answer to it.
  @Test func aStrayIsNotReturned() throws {
    let view = CollectionView.showing(source, in: RowsLayout())
    let stray = try dequeue(view, at(0, 0))
    source.cell = { view, path in
      _ = try self.dequeue(view, path)
      return stray
    }
    #expect(
      view.failure(view.layoutIfNeeded) == .notDequeued(.cell(at(0, 0)), dequeued: 1))
    view.check()
  }

  /// Nor is the view that the last request returned, and that has been dequeued elsewhere since.
  @Test(arguments: [1, 2])
  func aViewOfTheLastRequestIsNotReturned(dequeued: Int) throws {
    let layout = PlaneLayout(
      [0.0, 1_000].map { Rect(x: 0, y: $0, width: 50, height: 10) },
      size: Size(width: 50, height: 2_000))
    let view = CollectionView.showing(source, in: layout)
    view.unreturnedViewPolicy = .requeue
    source.cell = { view, path in
      for _ in 1..<dequeued { _ = try self.dequeue(view, path) }
      return try self.dequeue(view, path)
    }
    try view.pass()
    let shown = try #require(view.visibleCells.first)
    try view.scroll(to: 500)
    let strays = try (0..<dequeued).map { _ in try dequeue(view, at(0, 0)) }
    #expect(strays.contains { $0 === shown })
    source.cell = { _, _ in shown }
    view.setContentOffset(Point(x: 0, y: 1_000))
    #expect(
      view.failure(view.layoutIfNeeded) == .notDequeued(.cell(at(0, 1)), dequeued: 0))
    view.check()
  }

  /// The cell of the item whose cell was asked for last, when a header has moved it.
  @Test func aCellThatIsDequeuedForAHeaderHasItsPresentFrame() throws {
    let layout = ListLayout()
    layout.itemExtent = 10
    let view = CollectionView.showing(source, in: layout)
    view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "header")
    view.unreturnedViewPolicy = .requeue
    try view.pass()
    var frame: Rect?
    source.supplementaryView = { view, kind, path in
      frame = try self.dequeue(view, at(0, 1)).frame
      return try view.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "header", for: path)
    }
    layout.headerExtent = 5
    try view.pass()
    #expect(frame == Rect(x: 0, y: 15, width: 50, height: 10))
  }

  @Test func aLayoutThatIsNotPreparedIsAskedForNoFrame() throws {
    let layout = PlaneLayout([Rect(x: 0, y: 0, width: 50, height: 10)], size: .zero)
    let view = CollectionView.showing(source, in: layout)
    #expect(try dequeue(view, at(0, 0)).frame == .zero)
    #expect(layout.elementQuestions == 0)
  }

  /// The header was asked for before the cells.
  @Test func cellsBelowAHeaderAreReconfigured() throws {
    let rig = Rig([[1, 2]], headers: true)
    try rig.view.pass()
    rig.view.reloadData()
    try rig.view.pass()
    let cell = rig.view.cellForItem(at: at(0, 1))
    rig.source.sections = [[1, 7]]
    rig.view.reconfigureItems(at: [at(0, 1)])
    rig.view.check()
    #expect(rig.view.cellForItem(at: at(0, 1)) === cell && rig.number(0, 1) == 7)
  }

  /// The app lets go of the data source in the preparation, after the counts were asked for.
  @Test(arguments: [true, false])
  func aDataSourceThatHasGoneIsNotAsked(hasHeader: Bool) throws {
    var source: StubSource? = StubSource()
    let layout = RowsLayout()
    let view = CollectionView.showing(try #require(source), in: layout)
    let header = LayoutAttributes(
      supplementary: .sectionHeader, section: 0, frame: Rect(x: 0, y: 0, width: 5, height: 5))
    layout.lie = { (hasHeader ? [header] : []) + $0 }
    layout.onPrepare = { () throws(LayoutError) in source = nil }
    let element = hasHeader ? header.element : .cell(at(0, 0))
    #expect(view.failure(view.layoutIfNeeded) == .noView(element))
    #expect(view.work.viewCalls == 0)
    (layout.onPrepare, layout.lie) = (nil, nil)
    try view.pass()
    #expect(view.visibleViewCount == 0 && source == nil)
  }

  /// A decoration does something when it goes away.
  private final class FadingView: CollectionReusableView {
    var onEnd: (() -> Void)?
    deinit { onEnd?() }
  }

  /// Another layout has other decorations; one that goes away reloads everything.
  @Test func aDecorationThatGoesMayReload() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2], [3, 4]])
    let other = RowsLayout()
    for (layout, type) in [(layout, FadingView.self), (other, HeaderView.self)] {
      layout.hasBackdrops = true
      layout.registerDecoration(ViewSource.viewClass(type), ofKind: RowsLayout.backdrop)
    }
    view.reusePolicy.queueLimit = 0
    try view.pass()
    let backdrop = LayoutElement.decoration(RowsLayout.backdrop, [1])
    var reloads = 0
    (view.view(for: backdrop) as? FadingView)?.onEnd = { [unowned view] in
      reloads += 1
      view.reloadData()
    }
    try view.setCollectionViewLayout(other)
    #expect(reloads == 1)
    try view.pass()
    #expect(view.visibleViewCount == 6 && view.view(for: backdrop) is HeaderView)
    _ = source
  }
}
