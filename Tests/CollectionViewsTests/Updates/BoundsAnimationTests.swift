import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// What `animateBoundsSize(to:completion:)` changes and says, and what is due after it (AN-6, AN-7).
@Suite struct BoundsAnimationTests {
  private let log = Log()

  /// Animates the bounds to a height, and writes down how that has ended.
  private func animate(_ view: CollectionView, toHeight height: Double) throws {
    try view.animateBoundsSize(
      to: Size(width: 50, height: height), completion: { log.add("\($0)") })
  }

  /// Rows of which the fifth cannot be had while `prevents` is true.
  private func makeView(
    _ prevents: @escaping (CollectionView) -> Bool
  ) throws -> (view: CollectionView, source: StubSource) {
    let source = StubSource(itemCount: 30) { view, path in
      if path.item == 4, prevents(view) { throw CollectionViewError.noView(.cell(path)) }
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    let view = CollectionView.showing(source, in: RowsLayout(), height: 40)
    try view.pass()
    return (view, source)
  }

  /// From bounds in which nothing is seen, and to them.
  @Test func whereNothingCanMoveTheSizeChangesAtOnce() throws {
    let (view, _, source) = ErrorTests.rowsRig([Array(0..<30)], height: 0)
    for height in [40.0, 0, 20] {
      try animate(view, toHeight: height)
      #expect(view.bounds.size.height == height && view.animations.isEmpty)
      try view.pass()
      #expect(view.visibleCells.count == Int(height) / 10)
    }
    #expect(log.lines == ["true", "true", "true"])
    _ = source
  }

  @Test func theOffsetIsAskedForAndNothingIsDueAfterwards() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)], height: 40)
    layout.invalidatesForBounds = true
    try view.pass()
    layout.targetOffset = Point(x: 0, y: 70)
    _ = layout.takeLog()
    try animate(view, toHeight: 60)
    #expect(view.contentOffset.y == 70)
    #expect(view.itemPathsForVisibleItems == (7..<13).map { at(0, $0) })
    // It is prepared for its last bounds before it is asked about them.
    let lines = layout.takeLog()
    let prepared = try #require(lines.lastIndex(of: "prepare"))
    #expect(try prepared < #require(lines.firstIndex(of: "query")))
    let passes = view.work.passes
    try view.pass()
    #expect(view.work.passes == passes)
    _ = source
  }

  /// The size is the new one by then, and the next pass asks for the cell again.
  @Test func anErrorOfACellIsThrownAfterTheChange() throws {
    var isMissing = true
    let (view, source) = try makeView { _ in isMissing }
    let error = view.failure { try animate(view, toHeight: 60) }
    #expect(error == .noView(.cell(at(0, 4))))
    #expect(view.bounds.size.height == 60 && log.lines.isEmpty)
    isMissing = false
    try view.pass()
    #expect(view.visibleCells.count == 6)
    view.clock.advance(by: 1)
    #expect(log.lines == ["true"])
    _ = source
  }

  @Test func anErrorOfACellIsThrownAlsoIfTheViewIsReloaded() throws {
    var isMissing = true
    let (view, source) = try makeView { view in
      defer { isMissing = false }
      if isMissing { view.reloadData() }
      return isMissing
    }
    let error = view.failure { try animate(view, toHeight: 60) }
    #expect(error == .noView(.cell(at(0, 4))))
    #expect(log.lines == ["false"] && view.animations.isEmpty)
    try view.pass()
    #expect(view.visibleCells.count == 6)
    _ = source
  }
}
