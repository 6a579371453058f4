import BasicAlgorithms
import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Elements anywhere in a plane: some overlap, some have no size, some are hidden or turned.
private final class ScatterLayout: CollectionViewLayout {
  private let scattered: [LayoutAttributes]
  private(set) var queries = 0
  /// Whether the second item is wherever the bounds are.
  var followsBounds = false

  /// Edges are multiples of `grid`, so that many touch.
  init(_ count: Int, grid: Double = 0.001, _ random: inout SplitMix64) {
    scattered = (0..<count).map { item in
      func length(_ range: ClosedRange<Double>) -> Double {
        (Double.random(in: range, using: &random) / grid).rounded(.up) * grid
      }
      var attributes = LayoutAttributes(
        cell: ItemPath(section: 0, item: item),
        frame: Rect(
          x: length(-50...2_000), y: length(-50...2_000),
          width: item % 11 == 0 ? 0 : length(1...120), height: item % 13 == 0 ? 600 : length(1...90)
        ))
      attributes.isHidden = item % 7 == 0
      if item % 17 == 0 { attributes.transform3D = .scale(x: 3, y: 0.5) }
      return attributes
    }
    super.init()
  }

  override var contentSize: Size { Size(width: 2_000, height: 2_000) }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    guard path.section == 0, scattered.indices.contains(path.item) else { return nil }
    var attributes = scattered[path.item]
    if followsBounds, path.item == 1, let host {
      attributes.frame = Rect(origin: host.bounds.origin, size: Size(width: 20, height: 20))
    }
    return attributes
  }

  override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    queries += 1
    for item in scattered.indices {
      guard let attributes = layoutAttributesForItem(at: ItemPath(section: 0, item: item)) else {
        continue
      }
      if attributes.frame.overlaps(rect) { buffer.append(attributes) }
    }
  }

  override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool { followsBounds }
}

/// Answers of a layout that serve several frames (`layoutQueryLookahead`).
@Suite struct LayoutQueryTests {
  /// Returns the number of questions in 300 frames, each `step` points behind the one before.
  private func questions(
    inFramesOf step: Double, _ configure: (CollectionView) -> Void
  ) throws -> Int {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<1_000)])
    view.isPrefetchingEnabled = false
    configure(view)
    try view.scroll(to: 5_000)
    try view.scroll(to: 5_001)
    _ = layout.takeLog()
    for frame in 1...300 {
      let offset = 5_001 + step * Double(frame)
      view.setContentOffset(Point(x: 0, y: offset))
      // The checks of `pass()` ask too.
      try view.layoutIfNeeded()
      #expect(view.visibleViewCount == (offset.remainder(dividingBy: 10) == 0 ? 10 : 11))
    }
    let queries = layout.takeLog().filter { $0 == "query" }.count
    view.check()
    _ = source
    return queries
  }

  @Test(arguments: [(0.0, 300...300), (1, 2...3), (3, 0...0)])
  func anAnswerServesUntilTheBoundsLeaveIt(lookahead: Double, expected: ClosedRange<Int>) throws {
    let queries = try questions(inFramesOf: 1) { $0.layoutQueryLookahead = lookahead }
    #expect(expected.contains(queries), "\(queries)")
  }

  /// Frames in which nothing enters count, too; 75 points in all are fewer than the screen that lies
  /// ahead.
  @Test(arguments: [(1, 300), (2, 150), (7, 42), (300, 1), (301, 0)])
  func anAnswerServesAsManyFramesAsItMay(limit: Int, expected: Int) throws {
    #expect(
      try questions(inFramesOf: 0.25) { $0.layoutQueryFrameLimit = limit } == expected)
  }

  @Test func aTremblingFingerAsksOnce() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<1_000)])
    try view.scroll(to: 5_000)
    try view.scroll(to: 5_000.5)
    _ = layout.takeLog()
    for step in 1...100 {
      view.setContentOffset(Point(x: 0, y: 5_000 + (step.isMultiple(of: 2) ? 0.5 : -0.5)))
      try view.layoutIfNeeded()
      #expect(view.visibleViewCount == 11)
    }
    #expect(layout.takeLog().filter { $0 == "query" }.count <= 1)
    _ = source
  }

  @Test func aJumpAsksAboutTheBoundsAlone() throws {
    let (view, _, source) = ErrorTests.rowsRig([Array(0..<1_000)])
    try view.layoutIfNeeded()
    let before = view.work.attributesReturned
    for offset in [3_000.0, 100, 8_000, 5_005] {
      view.setContentOffset(Point(x: 0, y: offset))
      try view.layoutIfNeeded()
    }
    #expect(view.work.attributesReturned - before == 3 * 10 + 11)
    _ = source
  }

  @Test func anInvalidationDropsTheAnswer() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<1_000)])
    try view.scroll(to: 100)
    try view.scroll(to: 101)
    layout.rowHeight = 20
    layout.invalidateLayout()
    try view.scroll(to: 102)
    #expect(view.visibleViewCount == 6)
    layout.hidden = [at(0, 8)]
    view.showsHiddenElements = false
    layout.invalidateLayout()
    try view.scroll(to: 103)
    #expect(view.visibleViewCount == 5)
    view.showsHiddenElements = true
    try view.scroll(to: 104)
    #expect(view.visibleViewCount == 6)
    view.setBoundsSize(Size(width: 100, height: 300))
    try view.scroll(to: 105)
    #expect(view.visibleViewCount == 16)
    view.setContentInset(EdgeInsets(top: 50, left: 0, bottom: 0, right: 0))
    try view.scroll(to: -80)
    #expect(view.contentOffset.y == -50)
    _ = source
  }

  @Test func aLayoutThatDependsOnTheBoundsIsAskedInEveryFrame() throws {
    var random = SplitMix64(seed: 4)
    let (layout, source) = (ScatterLayout(300, &random), ArraySource([Array(0..<300)]))
    layout.followsBounds = true
    let view = CollectionView.showing(source, in: layout, height: 400)
    for step in 1...50 {
      try view.scroll(to: 300 + Double(step))
      let frame = view.cellForItem(at: at(0, 1))?.frame
      #expect(frame?.origin == view.contentOffset)
    }
    #expect(layout.queries >= 100)
  }

  /// A view that asks ahead shows what one does that asks in every frame, in the same attributes, and
  /// tells its delegate of the same elements.
  @Test(arguments: 0..<UInt64(40))
  func lookingAheadShowsTheSame(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let grid = seed.isMultiple(of: 3) ? 10.0 : 0.001
    let source = ArraySource([Array(0..<400)])
    let delegates = (0..<3).map { _ in RecordingDelegate(.display) }
    let views = try delegates.map { delegate in
      var same = SplitMix64(seed: seed &+ 1_000)
      let view = CollectionView.showing(
        source, in: ScatterLayout(400, grid: grid, &same), height: 300)
      view.delegate = delegate
      view.isPrefetchingEnabled = seed.isMultiple(of: 2)
      try view.layoutIfNeeded()
      return view
    }
    views[1].layoutQueryLookahead = 0
    views[2].layoutQueryFrameLimit = Int(1 + seed % 4)
    for step in 0..<300 {
      Self.move(views, grid, &random)
      for view in views { try view.pass() }
      let shown = views.map { view in
        Dictionary(
          uniqueKeysWithValues: view.viewsInDisplayOrder.map {
            ($0.attributes.element, $0.attributes)
          }
        )
      }
      #expect(shown[0] == shown[1] && shown[0] == shown[2], "step \(step)")
      let told = delegates.map { $0.takeLog().sorted() }
      #expect(told[0] == told[1] && told[0] == told[2], "step \(step)")
    }
    let asked = views.compactMap { ($0.collectionViewLayout as? ScatterLayout)?.queries }
    #expect(asked[0] < asked[1])
  }

  /// Does the same to all views.
  private static func move(
    _ views: [CollectionView], _ grid: Double, _ random: inout SplitMix64
  ) {
    let kind = random.next(below: 12)
    func length(_ range: ClosedRange<Double>) -> Double {
      (Double.random(in: range, using: &random) / grid).rounded() * grid
    }
    let (x, y) = (length(-20...20), length(-20...20))
    let place = Point(x: length(0...2_000), y: length(0...2_000))
    let height = length(200...400)
    for view in views {
      let offset = view.contentOffset
      switch kind {
      case 0: view.setContentOffset(place)
      case 1: view.setBoundsSize(Size(width: 300, height: height))
      case 2: view.showsHiddenElements.toggle()
      case 3: view.collectionViewLayout.invalidateLayout()
      case 4: view.setContentOffset(Point(x: offset.x + x, y: offset.y + y))
      case 5, 6: view.setContentOffset(Point(x: offset.x + x, y: offset.y))
      default: view.setContentOffset(Point(x: offset.x, y: offset.y + y))
      }
    }
  }

  @Test func aStillFrameIsClampedAcrossTheMovement() throws {
    var random = SplitMix64(seed: 5)
    let source = ArraySource([Array(0..<300)])
    let view = CollectionView.showing(source, in: ScatterLayout(300, &random), height: 400)
    try view.scroll(to: 300)
    view.beginDragging()
    view.drag(by: Point(x: -50, y: 0))
    try view.pass()
    #expect(view.contentOffset.x < 0)
    for _ in 0..<3 {
      view.drag(by: Point(x: 0, y: 0.001))
      try view.layoutIfNeeded()
    }
    view.setContentOffset(view.contentOffset)
    try view.pass()
    #expect(view.contentOffset.x == 0)
  }

  /// A frame that is no place overlaps nothing, however the bounds come by.
  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func framesThatAreNoPlaceAreNotShown(edge: Double) throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<1_000)])
    layout.lie = { rows in
      let frames = [
        Rect(x: 0, y: edge, width: 50, height: 10), Rect(x: edge, y: 500, width: 50, height: 10),
        Rect(x: 0, y: 500, width: 50, height: edge),
        Rect(x: 0, y: edge, width: 50, height: .infinity),
      ]
      return rows
        + frames.enumerated().filter { !$1.overlaps(Rect(x: 0, y: 0, width: 50, height: 1e9)) }.map
      {
        LayoutAttributes(cell: at(0, 900 + $0), frame: $1)
      }
    }
    for offset in [0.0, 440, 441, 445, 460, 470, 455, 520, 521, 9_000, 450, 451] {
      view.setContentOffset(Point(x: 0, y: offset))
      try view.layoutIfNeeded()
      let shown = view.itemPathsForVisibleItems
      #expect(shown.allSatisfy { $0.item < 900 } || offset == 9_000, "\(offset): \(shown)")
    }
    _ = source
  }

  /// Nobody tells the view that another host has used its layout meanwhile.
  @Test func aLayoutThatHadAnotherHostIsPreparedAgain() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<1_000)])
    try view.scroll(to: 100)
    for step in 1...4 { try view.scroll(to: 100 + Double(step) / 8) }
    layout.rowHeight = 20
    layout.host = nil
    layout.host = view
    view.setContentOffset(Point(x: 0, y: 100.25))
    try view.pass()
    #expect(view.visibleViewCount == 6)
    _ = source
  }

  /// Prefetching goes on in frames in which nothing enters or leaves.
  @Test(arguments: [0.0, 0.3, 1, 2])
  func cellsAreMadeAheadInStillFrames(lookahead: Double) throws {
    let (view, _, source) = ErrorTests.rowsRig([Array(0..<1_000)])
    view.isPrefetchingEnabled = true
    view.layoutQueryLookahead = lookahead
    view.reusePolicy = ReusePolicy(lingeringLimit: 0, prefetchLimit: 5)
    try view.scroll(to: 1_000)
    try view.scroll(to: 1_001)
    for step in 1...4 { try view.scroll(to: 1_001 + Double(step) / 8) }
    #expect(view.itemPathsForOffscreenCells == (111...115).map { at(0, $0) })
    _ = source
  }

  /// A row that sizes itself may shorten the content while cells are made ahead.
  @Test func aContentThatBecomesShorterIsClamped() throws {
    final class LowCell: CollectionViewCell {
      override func preferredLayoutAttributesFitting(
        _ attributes: LayoutAttributes
      ) -> LayoutAttributes {
        var preferred = attributes
        preferred.size.height = 40
        return preferred
      }
    }
    let (layout, source) = (ListLayout(), StubSource(itemCount: 50))
    layout.estimatedItemExtent = 100
    let view = CollectionView.showing(source, in: layout, height: 500, of: LowCell.self)
    view.isPrefetchingEnabled = true
    try view.pass()
    try view.scroll(to: 1_000)
    for _ in 0..<20 { try view.scroll(to: view.contentSize.height) }
    #expect(view.contentOffset.y == view.contentSize.height - 500)
    #expect(view.contentSize.height < 5_000)
    _ = source
  }

  @Test func aDelegateThatIsExchangedInAPassIsTold() throws {
    let (view, _, source) = ErrorTests.rowsRig([Array(0..<1_000)])
    try view.scroll(to: 0)
    let (first, second) = (RecordingDelegate(.display), RecordingDelegate(.display))
    view.delegate = first
    first.actions["willDisplay [0, 20]"] = { view.delegate = second }
    try view.scroll(to: 200)
    #expect(first.takeLog().last == "willDisplay [0, 20]")
    #expect(second.takeLog() == (21...29).map { "willDisplay [0, \($0)]" })
    _ = source
  }

  /// After an error of one row the next pass asks again, and shows the rest.
  @Test func aPassAfterAnErrorShowsTheRest() throws {
    var fails = false
    let source = StubSource(itemCount: 1_000) { view, path in
      if fails, path == at(0, 21) { throw CollectionViewError.noView(.cell(path)) }
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    let view = CollectionView.showing(source, in: RowsLayout())
    try view.scroll(to: 100)
    try view.scroll(to: 101)
    fails = true
    view.setContentOffset(Point(x: 0, y: 125))
    #expect(throws: CollectionViewError.self) { try view.layoutIfNeeded() }
    fails = false
    try view.pass()
    #expect(view.itemPathsForVisibleItems == (12...22).map { at(0, $0) })
  }

  @Test func anAnswerThatServesNoFrameStops() async {
    let stopped = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (view, _, source) = ErrorTests.rowsRig([[1]])
      view.layoutQueryFrameLimit = 0
      _ = source
    }
    expect(stopped, says: "layoutQueryFrameLimit")
  }

  @Test func aLookaheadThatIsNoNumberStops() async {
    let stopped = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (view, _, source) = ErrorTests.rowsRig([[1]])
      view.layoutQueryLookahead = -1
      _ = source
    }
    expect(stopped, says: "layoutQueryLookahead")
  }
}
