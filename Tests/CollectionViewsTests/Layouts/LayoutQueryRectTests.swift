import CollectionViews
import Geometry
import Layouts
import Testing

/// The rectangles that a view asks its layout about, and the frames in which it asks.
@Suite struct LayoutQueryRectTests {
  /// Returns a view of 100 points with rows of 10, after a jump to 5,000 points.
  private func makeView() throws -> (view: CollectionView, layout: RowsLayout, source: ArraySource)
  {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<1_000)])
    view.isPrefetchingEnabled = false
    try view.scroll(to: 5_000)
    _ = layout.takeLog()
    return (view, layout, source)
  }

  /// A screen ahead and a quarter of one behind: 225 points, which begin within a row.
  @Test(arguments: [(1.0, 5_001.0, 24), (1, 4_999, 24), (2, 5_001, 36), (0.5, 5_001, 18)])
  func aFrameAsksAhead(lookahead: Double, offset: Double, rows: Int) throws {
    let (view, _, source) = try makeView()
    if lookahead != 1 {
      view.layoutQueryLookahead = lookahead
      try view.pass()
    }
    let before = view.work.attributesReturned
    view.setContentOffset(Point(x: 0, y: offset))
    try view.layoutIfNeeded()
    #expect(view.work.attributesReturned - before == rows)
    _ = source
  }

  /// The rectangle would begin at a finite place and have no finite end.
  @Test func aDistanceWithoutEndAsksAboutTheBounds() throws {
    let (view, _, source) = try makeView()
    view.layoutQueryLookahead = 1.6e306
    try view.pass()
    let before = view.work.attributesReturned
    view.setContentOffset(Point(x: 0, y: 5_001))
    try view.layoutIfNeeded()
    #expect(view.work.attributesReturned - before == 11)
    _ = source
  }

  @Test func theSettingsTakeEffectInTheNextPass() throws {
    let (view, layout, source) = try makeView()
    var passes = view.work.passes
    // The answer about these very bounds still serves.
    view.layoutQueryFrameLimit = 5
    try view.layoutIfNeeded()
    #expect(view.work.passes == passes + 1)
    #expect(layout.takeLog().isEmpty)
    passes = view.work.passes
    view.layoutQueryLookahead = 2
    try view.layoutIfNeeded()
    #expect(view.work.passes == passes + 1)
    #expect(layout.takeLog() == ["query"])
    _ = source
  }

  /// No row begins or ends between 5,001 and 5,009.
  @Test func framesInWhichNothingEntersAreCounted() throws {
    let (view, layout, source) = try makeView()
    for offset in [5_001.0, 5_002] {
      view.setContentOffset(Point(x: 0, y: offset))
      try view.layoutIfNeeded()
    }
    _ = layout.takeLog()
    for frame in 1...6 {
      let before = view.work
      view.setContentOffset(Point(x: 0, y: 5_002 + Double(frame)))
      for _ in 0..<2 { try view.layoutIfNeeded() }
      #expect(view.work.passes == before.passes + 1, "frame \(frame)")
      #expect(view.work.applied == before.applied, "frame \(frame)")
    }
    #expect(!layout.takeLog().contains("query"))
    _ = source
  }

  /// The cells ahead are made in frames in which nothing enters; one cannot be made.
  @Test func aFrameThatFailedIsMadeAgain() throws {
    var fails = false
    let source = StubSource(itemCount: 1_000) { view, path in
      if fails { throw CollectionViewError.noView(.cell(path)) }
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    let view = CollectionView.showing(source, in: RowsLayout())
    view.isPrefetchingEnabled = true
    view.reusePolicy = ReusePolicy(lingeringLimit: 0, prefetchLimit: 5)
    for offset in [1_000, 1_001, 1_001.125] { try view.scroll(to: offset) }
    fails = true
    view.setContentOffset(Point(x: 0, y: 1_001.25))
    #expect(throws: CollectionViewError.self) { try view.layoutIfNeeded() }
    fails = false
    let (passes, cells) = (view.work.passes, view.itemPathsForOffscreenCells.count)
    try view.layoutIfNeeded()
    #expect(view.work.passes == passes + 1)
    #expect(view.itemPathsForOffscreenCells.count > cells)
  }

  /// The rows become twice as high, so that half of them are seen at twice the offset.
  @Test func aJumpAfterAnInvalidationKeepsWhatIsStillSeen() throws {
    let (view, layout, source) = try makeView()
    let delegate = RecordingDelegate(.display)
    view.delegate = delegate
    let cells = (500..<505).map { view.cellForItem(at: at(0, $0)) }
    layout.rowHeight = 20
    layout.invalidateLayout()
    try view.scroll(to: 10_000)
    #expect(view.itemPathsForVisibleItems == (500..<505).map { at(0, $0) })
    for (place, cell) in cells.enumerated() {
      #expect(cell != nil && view.cellForItem(at: at(0, 500 + place)) === cell)
    }
    #expect(delegate.takeLog().count == 5)
    _ = source
  }

  /// An app may prepare its layout itself; the answer before the invalidation is of no use all the same.
  @Test func aLayoutThatIsPreparedByOthersIsAskedAgain() throws {
    let (view, layout, source) = try makeView()
    layout.rowHeight = 20
    layout.invalidateLayout()
    _ = try layout.prepareIfNeeded()
    try view.pass()
    #expect(view.itemPathsForVisibleItems == (250..<255).map { at(0, $0) })
    _ = source
  }

  /// The rows that differ lie ahead of the bounds.
  @Test func anAnswerThatChangesWithoutInvalidationIsFound() throws {
    let (view, layout, source) = try makeView()
    try view.scroll(to: 5_001)
    #expect(view.firstViolation() == nil)
    layout.lie = { rows in rows.filter { $0.frame.minY < 5_120 } }
    #expect(view.firstViolation()?.contains("the layout answers otherwise") == true)
    _ = source
  }
}
