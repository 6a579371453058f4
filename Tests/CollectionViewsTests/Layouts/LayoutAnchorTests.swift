import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The item that another layout keeps in place, and what a change that fails leaves (TR-1 to TR-3).
@Suite struct LayoutAnchorTests {
  private let log = Log()

  private func makeView(
    in layout: CollectionViewLayout, count: Int = 60, offset: Double
  ) throws -> (view: CollectionView, source: ArraySource) {
    let source = ArraySource([Array(0..<count)])
    let view = CollectionView.showing(source, in: layout)
    try view.pass()
    try view.scroll(to: offset)
    return (view, source)
  }

  private func rows(_ height: Double) -> RowsLayout {
    let layout = RowsLayout()
    layout.rowHeight = height
    return layout
  }

  /// Of several selected items that are shown it is the first; one that is not shown is none.
  @Test(arguments: [([18, 12], 12), ([12, 18], 12), ([2, 18], 18), ([2], 14)])
  func theFirstSelectedItem(selected: [Int], kept: Int) throws {
    let (view, source) = try makeView(in: rows(10), offset: 100)
    view.allowsMultipleSelection = true
    for item in selected { try view.selectItem(at: at(0, item)) }
    try view.setCollectionViewLayout(rows(30))
    // From the middle of a row of 10 points to that of one of 30 points.
    let distance = Double(kept) * 10 + 5 - 100
    #expect(view.contentOffset.y == Double(kept) * 30 + 15 - distance)
    view.check()
    _ = source
  }

  /// A decoration in the middle is no item.
  @Test func decorationsAreNoAnchor() throws {
    let old = rows(10)
    old.hasBackdrops = true
    old.registerDecoration(
      ViewSource.viewClass(CollectionReusableView.self), ofKind: RowsLayout.backdrop)
    let (view, source) = try makeView(in: old, count: 20, offset: 50)
    try view.setCollectionViewLayout(rows(30))
    // Row 9 of the two at the middle.
    #expect(view.contentOffset.y == 285 - 45)
    _ = source
  }

  /// The nearest is the nearest on both axes.
  @Test func theNearestInAGrid() throws {
    let flow = FlowLayout()
    flow.itemSize = Size(width: 10, height: 10)
    (flow.minimumLineSpacing, flow.minimumInteritemSpacing) = (0, 0)
    let (view, source) = try makeView(in: flow, count: 500, offset: 100)
    try view.setCollectionViewLayout(rows(10))
    // Five in a line: the third of line 14, at 25, 145.
    #expect(view.contentOffset.y == 725 - 45)
    _ = source
  }

  /// Cells hear of a change in an animation alone.
  @Test(arguments: [false, true], [false, true])
  func cellsHearOfAnimatedChanges(animated: Bool, enabled: Bool) throws {
    let source = ArraySource([Array(0..<60)])
    let view = CollectionView.showing(source, in: rows(10), of: TransitionCell.self)
    try view.pass()
    view.animationsEnabled = enabled
    let cell = try #require(view.cellForItem(at: at(0, 4)) as? TransitionCell)
    try view.setCollectionViewLayout(rows(20), animated: animated)
    #expect(cell.events == (animated && enabled ? ["will"] : []))
    view.clock.advance(by: 1)
    #expect(cell.events == (animated && enabled ? ["will", "did"] : []))
    _ = source
  }

  /// A layout that fails when it is in place already leaves the one before, with its offset.
  @Test func aLayoutThatFailsInPlace() throws {
    let old = rows(10)
    let (view, source) = try makeView(in: old, offset: 100)
    let frames = view.shownFrames
    let new = rows(30)
    let cause = LayoutError.length(property: "test", section: nil, -1)
    var preparations = 0
    new.invalidatesForBounds = true
    new.onPrepare = { () throws(LayoutError) in
      preparations += 1
      if preparations > 1 { throw cause }
    }
    _ = old.takeLog()
    #expect(
      view.failure {
        try view.setCollectionViewLayout(new, animated: true, completion: { log.add("\($0)") })
      } == .layout(cause))
    #expect(preparations == 2)
    #expect(view.collectionViewLayout === old && old.host === view && new.host == nil)
    #expect(view.contentOffset.y == 100)
    #expect(log.lines == ["false"])
    #expect(old.takeLog().last == "finalizeTransition")
    #expect(new.takeLog().last == "finalizeTransition")
    try view.pass()
    #expect(view.shownFrames == frames)
    _ = source
  }

  /// A view that cannot be had is an error with the new layout in place, which the next pass shows.
  @Test(arguments: [false, true])
  func aViewThatCannotBeHad(animated: Bool) throws {
    var isWrong = false
    let error = CollectionViewError.noView(.cell(at(0, 12)))
    let source = StubSource(itemCount: 60) { view, path in
      if isWrong, path == at(0, 12) { throw error }
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    let old = rows(10)
    let view = CollectionView.showing(source, in: old)
    try view.pass()
    isWrong = true
    let new = rows(5)
    #expect(
      view.failure {
        try view.setCollectionViewLayout(
          new, animated: animated, completion: { _ in log.add("end") })
      } == error)
    #expect(view.collectionViewLayout === new && old.host == nil)
    view.clock.advance(by: 1)
    #expect(log.lines == ["end"])
    isWrong = false
    try view.pass()
    #expect(view.visibleCells.count == 20)
    _ = source
  }
}
