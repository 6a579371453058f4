import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Notes what is announced.
final class PrefetchLog: CollectionViewPrefetchDataSource {
  var announced: [[ItemPath]] = []
  var cancelled: [[ItemPath]] = []
  func collectionView(_ collectionView: CollectionView, prefetchItemsAt paths: [ItemPath]) {
    announced.append(paths)
  }
  func collectionView(
    _ collectionView: CollectionView, cancelPrefetchingForItemsAt paths: [ItemPath]
  ) { cancelled.append(paths) }
}

/// Cells that linger, cells that are made ahead, and items that are announced (RU-20 to RU-24).
@Suite struct PrefetchTests {
  private func rig(_ count: Int, lingering: Int = 8, prefetch: Int = 4) throws -> Rig {
    let rig = Rig([Array(0..<count)])
    rig.view.isPrefetchingEnabled = true
    rig.view.reusePolicy = ReusePolicy(lingeringLimit: lingering, prefetchLimit: prefetch)
    try rig.view.pass()
    _ = rig.source.takeLog()
    return rig
  }

  @Test func oneCellIsMadeAheadInEachPass() throws {
    let rig = try rig(100, lingering: 0)
    let delegate = RecordingDelegate([.display])
    rig.view.delegate = delegate
    #expect(rig.view.itemPathsForOffscreenCells == [])
    try rig.view.scroll(to: 1)
    #expect(rig.source.takeLog() == ["cell [0, 10]", "cell [0, 11]"])
    #expect(rig.view.itemPathsForOffscreenCells == [at(0, 11)])
    try rig.view.scroll(to: 2)
    #expect(rig.source.takeLog() == ["cell [0, 12]"])
    // It is shown long after it was asked for, and just before it is seen.
    #expect(delegate.takeLog() == ["willDisplay [0, 10]"])
    try rig.view.scroll(to: 11)
    #expect(delegate.takeLog() == ["didEnd [0, 0]", "willDisplay [0, 11]"])
    #expect(rig.source.takeLog() == ["cell [0, 13]"])
    #expect(rig.view.itemPathsForOffscreenCells == [at(0, 12), at(0, 13)])
    #expect(rig.view.work.prefetched == 3)
  }

  /// A cell that is bound to an item and not shown knows its path, too.
  @Test func offscreenCellsHaveThePathsOfTheirItems() throws {
    let rig = try rig(100)
    try rig.view.scroll(to: 20)
    let paths = rig.view.itemPathsForOffscreenCells
    #expect(paths.contains(at(0, 0)) && paths.contains(at(0, 12)))
    for path in paths {
      let cell = try #require(rig.view.cellForItem(at: path))
      #expect(rig.view.itemPath(for: cell) == path)
    }
    let cell = try #require(rig.view.cellForItem(at: at(0, 0)))
    rig.view.reloadData()
    #expect(rig.view.itemPath(for: cell) == nil)
  }

  @Test func noMoreThanTheLimitAreReady() throws {
    let rig = try rig(1_000, lingering: 0, prefetch: 3)
    for step in 1...300 {
      try rig.view.scroll(to: Double(step) * 3)
      #expect(rig.view.itemPathsForOffscreenCells.count <= 3)
    }
    // RU-15: the window, what is ahead, and one that enters while one is partly out.
    #expect(rig.view.reuseStatistics.created <= 11 + 3 + 1)
    #expect(rig.view.work.returned > 60)
    // Turned round, what was ahead goes.
    try rig.view.scroll(to: 800)
    try rig.view.scroll(to: 799)
    for path in rig.view.itemPathsForOffscreenCells { #expect(path.item < 80) }
  }

  /// Prefetching asks the layout once in half a screen. Without a lookahead every frame asks about its
  /// bounds besides.
  @Test(arguments: [(lookahead: 1.0, queries: 0), (0, 200)])
  func lookingAheadIsRare(lookahead: Double, queries: Int) throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<1_000)])
    view.layoutQueryLookahead = lookahead
    view.isPrefetchingEnabled = true
    view.reusePolicy = ReusePolicy(lingeringLimit: 0, prefetchLimit: 2)
    try view.pass()
    _ = layout.takeLog()
    for step in 1...200 {
      view.setContentOffset(Point(x: 0, y: Double(step)))
      try view.layoutIfNeeded()
    }
    #expect(layout.takeLog().filter { $0 == "query" }.count == queries + 4)
    #expect(view.work.prefetched > 15)
    _ = source
  }

  @Test func cellsThatLeaveLingerAndComeBack() throws {
    let rig = try rig(100, prefetch: 0)
    let first = rig.view.cellForItem(at: at(0, 0))
    try rig.view.scroll(to: 30)
    #expect(rig.view.itemPathsForOffscreenCells == [at(0, 0), at(0, 1), at(0, 2)])
    _ = rig.source.takeLog()
    try rig.view.scroll(to: 0)
    #expect(rig.source.takeLog() == [])
    #expect(rig.view.cellForItem(at: at(0, 0)) === first)
    #expect(rig.view.work.returned == 3)
    try rig.view.scroll(to: 500)
    #expect(rig.view.itemPathsForOffscreenCells.count == 8)
    rig.view.reusePolicy.lingeringLimit = 2
    #expect(rig.view.itemPathsForOffscreenCells.count == 2)
    rig.view.isPrefetchingEnabled = false
    #expect(rig.view.itemPathsForOffscreenCells == [])
    rig.view.check()
  }

  /// BUG-10: what happens to the selection meanwhile reaches them.
  @Test func selectionReachesParkedCells() throws {
    let rig = try rig(100)
    try rig.view.selectItem(at: at(0, 0))
    try rig.view.scroll(to: 30)
    #expect(rig.view.itemPathsForOffscreenCells.contains(at(0, 0)))
    try rig.view.deselectItem(at: at(0, 0))
    rig.view.check()
    let ahead = try #require(rig.view.itemPathsForOffscreenCells.last)
    #expect(ahead.item >= 13)
    try rig.view.selectItem(at: ahead)
    rig.view.check()
    try rig.view.scroll(to: 0)
    #expect(rig.view.cellForItem(at: at(0, 0))?.isSelected == false)
    try rig.view.scroll(to: Double(ahead.item * 10))
    #expect(rig.view.cellForItem(at: ahead)?.isSelected == true)
  }

  /// RU-24, BUG-11: no parked cell is shown for another item.
  @Test func updatesMoveParkedCells() throws {
    let rig = try rig(100)
    try rig.view.scroll(to: 30)
    let parked = rig.view.itemPathsForOffscreenCells
    #expect(parked.contains(at(0, 1)) && parked.contains(at(0, 13)))
    var sections = rig.source.sections
    sections[0].remove(at: 0)
    sections[0][0] = 500
    sections[0].insert(600, at: 12)
    try rig.update(sections) { view in
      view.deleteItems(at: [at(0, 0)])
      view.reloadItems(at: [at(0, 1)])
      view.insertItems(at: [at(0, 12)])
    }
    #expect(!rig.view.itemPathsForOffscreenCells.contains(at(0, 0)))
    for y in [0.0, 100, 30, 60, 0] {
      try rig.view.scroll(to: y)
      for path in rig.view.itemPathsForVisibleItems {
        #expect(rig.number(0, path.item) == sections[0][path.item])
      }
    }
    rig.view.reloadData()
    #expect(rig.view.itemPathsForOffscreenCells == [])
    try rig.view.pass()
  }

  /// RU-22: the nearest first; what is cancelled was announced; nothing where prefetching is off.
  @Test func itemsAheadAreAnnounced() throws {
    let rig = try rig(100)
    let log = PrefetchLog()
    rig.view.prefetchDataSource = log
    rig.view.reusePolicy = .classic
    try rig.view.scroll(to: 5)
    #expect(log.announced == [(11..<21).map { at(0, $0) }])
    try rig.view.scroll(to: 20)
    #expect(log.announced.count == 1)
    try rig.view.scroll(to: 60)
    #expect(log.announced.count == 2)
    #expect(log.announced[1] == (21..<26).map { at(0, $0) })
    #expect(log.cancelled == [])
    // Turned round: what is below is not needed any more.
    try rig.view.scroll(to: 50)
    #expect(log.cancelled == [(15..<26).map { at(0, $0) }])
    #expect(log.announced[2] == (0..<5).reversed().map { at(0, $0) })
    let count = log.announced.count
    rig.view.isPrefetchingEnabled = false
    for y in stride(from: 50.0, through: 900, by: 50) { try rig.view.scroll(to: y) }
    #expect(log.announced.count == count)
  }

  /// What an update takes away is forgotten in silence, and what it moves is known by its new path;
  /// what a reload forgets is cancelled, and announced again.
  @Test func updatesAndReloadsForgetWhatIsAnnounced() throws {
    let rig = try rig(100)
    let log = PrefetchLog()
    rig.view.prefetchDataSource = log
    try rig.view.scroll(to: 5)
    #expect(log.announced == [(11..<21).map { at(0, $0) }])
    try rig.update([Array(0..<15) + Array(17..<100)]) { view in
      view.deleteItems(at: [at(0, 15), at(0, 16)])
    }
    log.announced = []
    try rig.view.scroll(to: 8)
    // Ten rows lie ahead: two that were not known, and not the eight that were.
    #expect(log.announced == [[at(0, 19), at(0, 20)]])
    #expect(log.cancelled == [])
    rig.view.reloadData()
    #expect(log.cancelled == [(11..<21).map { at(0, $0) }])
    log.announced = []
    try rig.view.pass()
    #expect(log.announced == [(11..<21).map { at(0, $0) }])
  }

  /// Whichever way the content moves, the items announced lie on the next screen, and some are.
  @Test func onlyWhatLiesAheadIsAnnounced() throws {
    let rig = try rig(300, lingering: 0, prefetch: 2)
    let log = PrefetchLog()
    rig.view.prefetchDataSource = log
    var (before, isAnnounced) = (0.0, [Bool]())
    for y in [5.0, 70, 140, 60, 1, 55, 120, 200, 130, 190, 110] {
      log.announced = []
      try rig.view.scroll(to: y)
      let ahead = y > before ? y + 100..<y + 200 : y - 100..<y
      for path in log.announced.joined() {
        #expect(
          ahead.overlaps(Double(path.item) * 10..<Double(path.item + 1) * 10), "\(path) at \(y)")
      }
      before = y
      isAnnounced.append(!log.announced.isEmpty)
    }
    #expect(isAnnounced.contains(true))
  }

  @Test func aPrefetchDataSourceThatComesLaterHearsOfAll() throws {
    let rig = try rig(100)
    try rig.view.scroll(to: 5)
    let log = PrefetchLog()
    rig.view.prefetchDataSource = log
    try rig.view.scroll(to: 60)
    #expect(log.announced == [(16..<26).map { at(0, $0) }])
  }

  /// The layout has nothing for them any more.
  @Test func itemsThatAreNowhereAreCancelled() throws {
    let rows = (0..<60).map { Rect(x: 0, y: Double($0) * 10, width: 50, height: 10) }
    let layout = PlaneLayout(rows, size: Size(width: 50, height: 600))
    let (source, log) = (StubSource(itemCount: 60), PrefetchLog())
    let view = CollectionView.showing(source, in: layout)
    view.isPrefetchingEnabled = true
    view.prefetchDataSource = log
    try view.pass()
    try view.scroll(to: 5)
    #expect(log.announced == [(11..<21).map { at(0, $0) }])
    layout.elements.removeLast(45)
    layout.invalidateLayout()
    try view.scroll(to: 60)
    #expect(log.cancelled == [(15..<21).map { at(0, $0) }])
  }

  /// A policy that makes nothing ahead looks for nothing ahead.
  @Test func withoutALimitNothingIsLookedFor() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<100)])
    view.layoutQueryLookahead = 0
    view.isPrefetchingEnabled = true
    view.reusePolicy = .classic
    try view.pass()
    _ = layout.takeLog()
    for step in 1...20 {
      view.setContentOffset(Point(x: 0, y: 5 * Double(step)))
      try view.layoutIfNeeded()
    }
    #expect(layout.takeLog().filter { $0 == "query" }.count == 20)
    _ = source
  }

  /// Turned round, what was ahead goes, and what lingers stays.
  @Test func aCellMadeAheadGoesWhenTheScrollTurnsRound() throws {
    let rig = try rig(100)
    try rig.view.scroll(to: 20)
    #expect(rig.view.itemPathsForOffscreenCells.contains(at(0, 12)))
    try rig.view.scroll(to: 19)
    #expect(!rig.view.itemPathsForOffscreenCells.contains(at(0, 12)))
    #expect(rig.view.itemPathsForOffscreenCells.contains(at(0, 0)))
  }

  // MARK: Callbacks

  private final class StateCell: CollectionViewCell {
    var onState: (() -> Void)?
    override func stateDidChange() { onState.take()?() }
  }

  /// Selects the first item when its cell has left, and calls `body` where the cell hears of that.
  private func selectWhatLeaves(lingering: Int, _ body: @escaping (CollectionView) -> Void) throws {
    let (rig, delegate) = (Rig([Array(0..<100)]), RecordingDelegate(.display))
    let view = rig.view
    view.isPrefetchingEnabled = true
    view.reusePolicy = ReusePolicy(lingeringLimit: lingering, prefetchLimit: 0)
    view.register(StateCell.self, forCellWithReuseIdentifier: "number")
    view.delegate = delegate
    try view.pass()
    (view.cellForItem(at: at(0, 0)) as? StateCell)?.onState = { body(view) }
    delegate.actions["didEnd [0, 0]"] = { try? view.selectItem(at: at(0, 0)) }
    view.setContentOffset(Point(x: 0, y: 10))
    try view.layoutIfNeeded()
    #expect(view.itemPathsForOffscreenCells == [])
    try view.pass()
    #expect(view.visibleCells.count == 10)
  }

  @Test func aCellThatWouldLingerMayReload() throws {
    var reloads = 0
    try selectWhatLeaves(lingering: 8) { view in
      reloads += 1
      view.reloadData()
    }
    #expect(reloads == 1)
  }

  /// It is bound to no item any more.
  @Test func aCellThatDoesNotLingerHearsOfNothing() throws {
    try selectWhatLeaves(lingering: 0) { _ in Issue.record("a cell in its queue was selected") }
  }

  /// The last row of a pass reloads: nothing is made ahead of rows that are no more.
  @Test func nothingIsMadeAheadAfterAReload() throws {
    let (rig, delegate) = (try rig(100, lingering: 0), RecordingDelegate(.display))
    rig.view.delegate = delegate
    delegate.actions["willDisplay [0, 10]"] = {
      rig.source.sections = [[7]]
      rig.view.reloadData()
    }
    rig.view.setContentOffset(Point(x: 0, y: 5))
    try rig.view.layoutIfNeeded()
    #expect(rig.source.takeLog() == ["cell [0, 10]"])
    try rig.view.pass()
    #expect(rig.numbers == [7])
  }

  /// The layout is invalidated before the view looks ahead, and prepared by the app after that.
  @Test func anAnswerOfAnInvalidLayoutServesNoFrame() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<1_000)])
    let delegate = RecordingDelegate(.display)
    view.delegate = delegate
    view.isPrefetchingEnabled = true
    try view.pass()
    try view.scroll(to: 1_000)
    delegate.actions["willDisplay [0, 115]"] = {
      layout.rowHeight = 20
      layout.invalidateLayout()
    }
    view.setContentOffset(Point(x: 0, y: 1_060))
    try view.layoutIfNeeded()
    _ = try layout.prepareIfNeeded()
    try view.scroll(to: 1_160)
    #expect(view.itemPathsForVisibleItems == (58..<63).map { at(0, $0) })
    _ = source
  }

  @Test func aPrefetchThatFailsFailsOnce() throws {
    let source = StubSource()
    let rig = Rig([[]])
    rig.view.isPrefetchingEnabled = true
    rig.view.dataSource = source
    source.itemCount = 40
    source.cell = { view, path in
      guard path.item != 11 else { throw CollectionViewError.noView(.cell(path)) }
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    try rig.view.pass()
    rig.view.setContentOffset(Point(x: 0, y: 5))
    #expect(rig.view.failure(rig.view.layoutIfNeeded) == .noView(.cell(at(0, 11))))
    rig.view.check()
    try rig.view.pass()
    #expect(rig.view.visibleCells.count == 11)
  }
}
