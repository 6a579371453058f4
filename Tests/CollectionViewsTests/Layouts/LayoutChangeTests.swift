import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Another layout, at once and in an animation (TR-1 to TR-5).
@Suite struct LayoutChangeTests {
  private let log = Log()

  private func rig(_ count: Int = 30) throws -> (
    view: CollectionView, layout: RowsLayout, source: ArraySource
  ) {
    let rig = ErrorTests.rowsRig([Array(0..<count)])
    try rig.view.pass()
    _ = rig.layout.takeLog()
    _ = rig.source.takeLog()
    return rig
  }

  @Test func atOnce() throws {
    let (view, old, source) = try rig()
    try view.selectItem(at: at(0, 3))
    let cells = view.visibleCells
    let new = RowsLayout()
    new.rowHeight = 20
    try view.setCollectionViewLayout(new, completion: { log.add("\($0)") })
    #expect(view.collectionViewLayout === new)
    #expect(old.host == nil && new.host === view)
    #expect(old.takeLog().filter { !$0.hasPrefix("query") } == ["leaves", "finalizeTransition"])
    let lines = new.takeLog().filter { $0 != "query" && !$0.hasPrefix("bounds") }
    #expect(
      lines == ["comes", "prepare", "target \(view.contentOffset.y)", "finalizeTransition"])
    #expect(log.lines == ["true"])
    #expect(view.animations.isEmpty)
    view.check()
    #expect(view.itemPathsForSelectedItems == [at(0, 3)])
    // Who stays is the same view.
    #expect(view.visibleCells.allSatisfy { cell in cells.contains { $0 === cell } })
    #expect(source.takeLog() == [])
    #expect(view.bounds.origin == view.contentOffset)
  }

  /// TR-2, TR-5: everything goes from where the old layout had it to where the new one has it.
  @Test func inAnAnimation() throws {
    let (view, old, source) = try rig()
    view.register(TransitionCell.self, forCellWithReuseIdentifier: "number")
    view.reloadData()
    view.register(
      TransitionCell.self, forCellWithReuseIdentifier: "number", flushesQueue: true)
    try view.pass()
    let frames = view.shownFrames
    let first = try #require(view.cellForItem(at: at(0, 4)) as? TransitionCell)
    let new = RowsLayout()
    new.rowHeight = 20
    try view.setCollectionViewLayout(new, animated: true, completion: { log.add("\($0)") })
    view.check()
    #expect(first.events == ["will"])
    for animation in view.animations {
      let path = try #require(animation.element.path.itemPath)
      let before = frames[path] ?? old.layoutAttributesForItem(at: path)?.frame
      #expect(animation.source.frame == before)
      let after = new.layoutAttributesForItem(at: path)?.frame
      #expect(animation.target.frame == after)
    }
    #expect(view.animations.count == 10)
    #expect(log.lines == [])
    view.clock.advance(by: 0.3)
    #expect(log.lines == ["true"])
    #expect(first.events == ["will", "did"])
    view.check()
    _ = source
  }

  /// A change that throws before anything has changed calls its completion with false, once.
  @Test func aChangeThatFailsCallsItsCompletion() throws {
    let (view, old, source) = try rig()
    let failing = RowsLayout()
    let cause = LayoutError.length(property: "test", section: nil, -1)
    failing.onPrepare = { () throws(LayoutError) in throw cause }
    func change(to layout: CollectionViewLayout) -> CollectionViewError? {
      view.failure { () throws(CollectionViewError) in
        try view.setCollectionViewLayout(
          layout, animated: true, completion: { log.add("\($0)") })
      }
    }
    func takeLog() -> [String] {
      defer { log.lines.removeAll() }
      return log.lines
    }
    #expect(change(to: failing) == .layout(cause))
    #expect(takeLog() == ["false"])
    let other = Rig([[1]])
    #expect(change(to: other.layout) == .layoutInUse)
    #expect(takeLog() == ["false"])
    var inside: CollectionViewError?
    try view.performBatchUpdates { inside = change(to: RowsLayout()) }
    #expect(inside == .layoutChangedDuringUpdate)
    #expect(takeLog() == ["false"])
    // A lenient view changes the layout after the update, and says once that it could not.
    view.updateValidation = .lenient
    #expect(
      view.failure { () throws(CollectionViewError) in
        try view.performBatchUpdates { _ = change(to: failing) }
      } == .layout(cause))
    view.clock.advance(by: 1)
    #expect(takeLog() == ["false"])
    #expect(view.collectionViewLayout === old)
    _ = source
  }

  /// TR-3: the first selected item that is seen stays, else the element in the middle.
  @Test func whatStaysInPlace() throws {
    for selected in [nil, at(0, 12)] {
      let (view, _, source) = try rig(100)
      try view.scroll(to: 100)
      try view.selectItem(at: selected)
      let kept = selected ?? at(0, 14)
      let before = try #require(view.cellForItem(at: kept)?.frame.center.y) - 100
      let new = RowsLayout()
      new.rowHeight = 30
      try view.setCollectionViewLayout(new)
      try view.pass()
      let after = try #require(view.cellForItem(at: kept)?.frame.center.y)
      #expect(after - view.contentOffset.y == before)
      new.targetOffset = nil
      let third = RowsLayout()
      third.targetOffset = Point(x: 0, y: 10)
      try view.setCollectionViewLayout(third)
      #expect(view.contentOffset.y == 10)
      third.targetOffset = nil
      // Clamped where there is no content.
      let small = RowsLayout()
      small.rowHeight = 1
      try view.setCollectionViewLayout(small)
      #expect(view.contentOffset.y == 0)
      view.check()
      _ = source
    }
  }

  @Test func exchangesThatAreNone() throws {
    let rows = ErrorTests.rowsRig([[1, 2]])
    let second = RowsLayout()
    try rows.view.setCollectionViewLayout(
      second, animated: true, completion: { log.add("before \($0)") })
    #expect(second.takeLog() == [] && rows.layout.takeLog() == [])
    try rows.view.pass()
    _ = second.takeLog()
    try rows.view.setCollectionViewLayout(
      second, animated: true, completion: { log.add("same \($0)") })
    #expect(second.takeLog() == [])
    #expect(log.lines == ["before true", "same true"])
    let other = Rig([[1]])
    #expect(
      rows.view.failure {
        try rows.view.setCollectionViewLayout(other.layout)
      } == .layoutInUse)
    #expect(
      rows.view.failure {
        try rows.view.startInteractiveTransition(to: other.layout)
      } == .layoutInUse)
    #expect(rows.view.collectionViewLayout === second)
    rows.view.check()
  }

  @Test func aLayoutThatFailsIsNotInstalled() throws {
    let (view, old, source) = try rig()
    try view.scroll(to: 30)
    let frames = view.shownFrames
    let new = RowsLayout()
    let error = LayoutError.length(property: "test", section: nil, -1)
    new.onPrepare = { () throws(LayoutError) in throw error }
    for animated in [false, true] {
      #expect(
        view.failure {
          try view.setCollectionViewLayout(new, animated: animated)
        } == .layout(error))
    }
    #expect(
      view.failure {
        try view.startInteractiveTransition(to: new)
      } == .layout(error))
    #expect(view.collectionViewLayout === old && new.host == nil)
    #expect(view.shownFrames == frames && view.contentOffset.y == 30)
    try view.pass()
    _ = source
  }

  /// BUG-45: another layout in the middle of an animation.
  @Test func inTheMiddleOfAnAnimation() throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.pass()
    for animated in [false, true] {
      try rig.update([rig.source.sections[0].dropFirst().map { $0 }], { log.add("update \($0)") }) {
        view in view.deleteItems(at: [at(0, 0)])
      }
      rig.view.clock.advance(by: 0.1)
      try rig.view.setCollectionViewLayout(
        FlowLayout(), animated: animated, completion: { log.add("flow \($0)") })
      try rig.view.pass()
      try rig.view.setCollectionViewLayout(
        rig.layout, animated: animated, completion: { log.add("list \($0)") })
      rig.view.clock.advance(by: 1)
      try rig.expectFresh()
    }
    #expect(
      log.lines == [
        "update false", "flow true", "list true", "update false", "flow false", "list true",
      ])
  }

  /// A delegate's metrics come with every flow layout, and late ones with an invalidation.
  @Test func flowDelegatesAreConnected() throws {
    let rig = Rig([Array(0..<4)])
    let flow = FlowLayout()
    flow.minimumLineSpacing = 0
    try rig.view.setCollectionViewLayout(flow)
    try rig.view.pass()
    #expect(rig.view.cellForItem(at: at(0, 0))?.frame.size.height == 50)
    var delegate: MetricsDelegate? = MetricsDelegate()
    rig.view.delegate = delegate
    try rig.view.pass()
    #expect(rig.view.cellForItem(at: at(0, 0))?.frame.size.height == 50)
    flow.invalidateLayout()
    try rig.view.pass()
    #expect(rig.view.cellForItem(at: at(0, 0))?.frame.size.height == 20)
    let second = FlowLayout()
    try rig.view.setCollectionViewLayout(second)
    #expect(rig.view.cellForItem(at: at(0, 0))?.frame.size.height == 20)
    let third = FlowLayout()
    try rig.view.startInteractiveTransition(to: third)
    #expect(third.layoutAttributesForItem(at: at(0, 0))?.size.height == 20)
    try rig.view.finishInteractiveTransition()
    rig.view.clock.advance(by: 1)
    try rig.view.pass()
    // BUG-44: gone, it gives no metrics any more.
    delegate = nil
    third.invalidateLayout()
    try rig.view.pass()
    #expect(rig.view.cellForItem(at: at(0, 0))?.frame.size.height == 50)
  }

  /// Any two layouts show the same items at the same paths.
  @Test func layoutsDoNotChangeTheData() throws {
    let rig = Rig([[1, 2], [3, 4, 5]], height: 500)
    try rig.view.pass()
    var seen: [[Int?]] = []
    for layout in [FlowLayout(), ListLayout(), RowsLayout()] {
      try rig.view.setCollectionViewLayout(layout)
      try rig.view.pass()
      seen.append(rig.numbers)
    }
    #expect(seen == Array(repeating: [1, 2, 3, 4, 5], count: 3))
  }
}

/// A cell that is told of layouts that come and go.
final class TransitionCell: CollectionViewCell {
  var events: [String] = []
  override func willTransition(
    from oldLayout: CollectionViewLayout, to newLayout: CollectionViewLayout
  ) { events.append("will") }
  override func didTransition(
    from oldLayout: CollectionViewLayout, to newLayout: CollectionViewLayout
  ) { events.append("did") }
}

/// Gives items a size of 20 × 20.
final class MetricsDelegate: CollectionViewDelegateFlowLayout {
  var providedMetrics: FlowLayoutMetrics { .itemSize }
  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout, sizeForItemAt path: ItemPath
  ) -> Size { Size(width: 20, height: 20) }
}
