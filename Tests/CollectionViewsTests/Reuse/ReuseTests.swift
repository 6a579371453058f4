import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// What leaves, what enters, and which view shows what (c.2).
@Suite struct ReuseTests {
  private let delegate = RecordingDelegate([.display])

  private func rig(_ sections: [[Int]], height: Double = 30) throws -> Rig {
    let rig = Rig(sections, height: height)
    rig.view.delegate = delegate
    try rig.view.pass()
    _ = delegate.takeLog()
    _ = rig.source.takeLog()
    return rig
  }

  /// BUG-34: what leaves is put back before anything is asked for, so the peak is what is seen.
  @Test func whatLeavesIsUsedForWhatEnters() throws {
    let rig = try rig([Array(0..<100)])
    try rig.view.scroll(to: 30)
    #expect(
      delegate.takeLog() == [
        "didEnd [0, 0]", "didEnd [0, 1]", "didEnd [0, 2]", "willDisplay [0, 3]",
        "willDisplay [0, 4]", "willDisplay [0, 5]",
      ])
    #expect(rig.view.reuseStatistics.created == 3)
    #expect(rig.view.reuseStatistics.peak == 3)
    for y in stride(from: 0.0, through: 900, by: 13) { try rig.view.scroll(to: y) }
    #expect(rig.view.reuseStatistics.created == 4)
  }

  @Test func reloadAsksForEverythingThroughTheDataSource() throws {
    let rig = try rig([[1, 2, 3]])
    rig.view.reloadData()
    #expect(delegate.takeLog() == ["didEnd [0, 0]", "didEnd [0, 1]", "didEnd [0, 2]"])
    #expect(rig.view.visibleViewCount == 0)
    rig.view.reloadData()
    #expect(delegate.takeLog() == [])
    try rig.view.pass()
    #expect(rig.source.takeLog().filter { $0.hasPrefix("cell") }.count == 3)
    #expect(rig.view.reuseStatistics.created == 3)
  }

  /// BUG-13: who stays is the same view and is not asked for.
  @Test func survivorsAreNotAskedFor() throws {
    let rig = try rig([[1, 2, 3, 4, 5]])
    let (two, three) = (rig.view.cellForItem(at: at(0, 1)), rig.view.cellForItem(at: at(0, 2)))
    try rig.update([[3, 9, 2, 4, 5]]) { view in
      view.deleteItems(at: [at(0, 0)])
      view.insertItems(at: [at(0, 1)])
      view.moveItem(at: at(0, 2), to: at(0, 0))
    }
    #expect(rig.source.takeLog() == ["sections", "items 0", "cell [0, 1]"])
    #expect(rig.view.cellForItem(at: at(0, 2)) === two)
    #expect(rig.view.cellForItem(at: at(0, 0)) === three)
    #expect(rig.numbers == [3, 9, 2])
  }

  /// Deleted views stay until their animation has ended, and then tell of their path before.
  @Test func deletedViewsGoAfterTheirAnimation() throws {
    let rig = try rig([[1, 2, 3, 4]])
    let first = try #require(rig.view.cellForItem(at: at(0, 0)))
    try rig.update([[2, 3, 4]]) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    #expect(delegate.takeLog() == ["willDisplay [0, 2]"])
    #expect(rig.view.departingViews.count == 1)
    #expect(rig.view.departingViews.first === first)
    #expect(rig.view.itemPath(for: first) == nil)
    rig.view.clock.advance(by: 0.3)
    #expect(delegate.takeLog() == ["didEnd [0, 0]"])
    rig.view.check()
    #expect(rig.view.reuseStatistics.queued == 1)
  }

  @Test func insertedItemsPushOthersOutAfterTheAnimation() throws {
    let rig = try rig([[1, 2, 3]])
    try rig.update([[9, 1, 2, 3]]) { view in
      view.insertItems(at: [at(0, 0)])
    }
    #expect(delegate.takeLog() == ["willDisplay [0, 0]"])
    rig.view.clock.advance(by: 0.3)
    // The one pushed out tells of where it is then.
    #expect(delegate.takeLog() == ["didEnd [0, 3]"])
  }

  /// RU-12: one that goes out of sight tells of where its item is when it has gone.
  @Test func viewsOnTheirWayOutFollowTheirItems() throws {
    let rig = try rig([[1, 2, 3]])
    for number in [9, 8] {
      try rig.update([[number] + rig.source.sections[0]]) { view in
        view.insertItems(at: [at(0, 0)])
      }
      rig.view.clock.advance(by: 0.1)
    }
    _ = delegate.takeLog()
    rig.view.clock.advance(by: 0.1)
    #expect(delegate.takeLog() == ["didEnd [0, 4]"])
    rig.view.clock.advance(by: 0.1)
    #expect(delegate.takeLog() == ["didEnd [0, 3]"])
    rig.view.check()
  }

  /// A reloaded item gets another view; the one before waits until then.
  @Test func reloadedItemsGetAnotherView() throws {
    let rig = try rig([[1, 2]])
    let before = rig.view.cellForItem(at: at(0, 0))
    rig.source.sections = [[7, 2]]
    rig.view.reloadItems(at: [at(0, 0)])
    rig.view.check()
    #expect(rig.number(0, 0) == 7)
    #expect(rig.view.cellForItem(at: at(0, 0)) !== before)
    #expect(delegate.takeLog() == ["willDisplay [0, 0]"])
    rig.view.clock.advance(by: 0.3)
    #expect(delegate.takeLog() == ["didEnd [0, 0]"])
  }

  /// A reconfigured item keeps its view, which is filled again.
  @Test func reconfiguredItemsKeepTheirView() throws {
    let rig = try rig([[1, 2]])
    let before = try #require(rig.view.cellForItem(at: at(0, 0)) as? NumberCell)
    rig.source.sections = [[7, 2]]
    rig.view.reconfigureItems(at: [at(0, 0), at(0, 1)])
    rig.view.check()
    #expect(rig.view.cellForItem(at: at(0, 0)) === before)
    #expect(before.number == 7)
    #expect(before.preparations == 0)
    #expect(delegate.takeLog() == [])
    #expect(rig.view.animations.isEmpty)
    let source = StubSource()
    rig.view.dataSource = source
    try rig.view.pass()
    rig.view.register(NumberCell.self, forCellWithReuseIdentifier: "other")
    source.cell = { view, path in
      try view.dequeueReusableCell(withReuseIdentifier: "other", for: path)
    }
    #expect(
      rig.view.failure {
        rig.view.reconfigureItems(at: [at(0, 0)])
      } == .otherCell(at(0, 0)))
    rig.view.check()
  }

  /// BUG-8: a layout that shows nothing any more leaves no ghosts.
  @Test func anEmptyAnswerLeavesNoGhosts() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2, 3]])
    view.delegate = delegate
    try view.pass()
    _ = delegate.takeLog()
    layout.lie = { _ in [] }
    layout.invalidateLayout()
    try view.layoutIfNeeded()
    #expect(view.visibleViewCount == 0)
    #expect(delegate.takeLog().count == 3)
    #expect(view.reuseStatistics.queued == 3)
    _ = source
  }

  /// The layout's answers alone say what is asked for, in any order; no bound on the tail.
  @Test func theLayoutSaysWhatIsAskedFor() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2, 3, 4]])
    let header = LayoutAttributes(
      .supplementary(.sectionHeader, [0, 40]), frame: Rect(x: 0, y: 0, width: 5, height: 5))
    layout.lie = { rows in [rows[2], header, rows[0]] }
    try view.pass()
    #expect(
      source.takeLog() == ["sections", "items 0", "cell [0, 2]", "header [0, 40]", "cell [0, 0]"])
    #expect(view.itemPathsForVisibleItems == [at(0, 0), at(0, 2)])
    #expect(
      view.elementPathsForVisibleSupplementaryElements(ofKind: .sectionHeader) == [[0, 40]])
  }

  /// A layout may return more than is seen; only what overlaps the bounds gets a view.
  @Test func whatIsNotSeenGetsNoView() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)], height: 30)
    layout.lie = { _ in
      (0..<30).compactMap { layout.layoutAttributesForItem(at: at(0, $0)) }
    }
    try view.pass()
    #expect(view.visibleCells.count == 3)
    try view.scroll(to: 105)
    #expect(view.itemPathsForVisibleItems == (10..<14).map { at(0, $0) })
    #expect(source.takeLog().filter { $0.hasPrefix("cell") }.count == 7)
  }

  /// RU-23: RecyclerView's policy as another one.
  @Test func otherPoliciesKeepOtherCells() throws {
    let rig = try rig([Array(0..<200)])
    rig.view.isPrefetchingEnabled = true
    rig.view.reusePolicy = .recyclerView
    for y in stride(from: 0.0, through: 900, by: 9) {
      try rig.view.scroll(to: y)
      #expect(rig.view.itemPathsForOffscreenCells.count <= 3)
    }
    rig.view.reloadData()
    try rig.view.pass()
    #expect(rig.view.reuseStatistics.queued <= 5)
  }

  /// Hidden elements get views unless that is turned off.
  @Test func hiddenElementsMayGetNoView() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2, 3]])
    layout.hidden = [at(0, 1)]
    try view.pass()
    #expect(view.cellForItem(at: at(0, 1))?.isHidden == true)
    #expect(view.itemPathForItem(at: Point(x: 1, y: 15)) == nil)
    view.showsHiddenElements = false
    try view.pass()
    #expect(view.itemPathsForVisibleItems == [at(0, 0), at(0, 2)])
    _ = source
  }

  /// BUG-27, FL-30: what only touches the bounds, or has no extent, is not shown.
  @Test func touchingIsNotShowing() throws {
    let rig = try rig([Array(0..<10)])
    #expect(rig.view.itemPathsForVisibleItems == [at(0, 0), at(0, 1), at(0, 2)])
    try rig.view.scroll(to: 20)
    #expect(rig.view.itemPathsForVisibleItems == [at(0, 2), at(0, 3), at(0, 4)])
    rig.layout.itemExtent = 0
    try rig.view.pass()
    #expect(rig.view.visibleViewCount == 0)
  }

  /// RU-10, RU-11, BUG-30: sorted, and only what is shown.
  @Test func onlyShownCellsAreFound() throws {
    let rig = Rig([Array(0..<100)])
    rig.view.isPrefetchingEnabled = true
    try rig.view.pass()
    try rig.view.scroll(to: 50)
    #expect(rig.view.itemPathsForOffscreenCells.contains(at(0, 0)))
    for path in rig.view.itemPathsForOffscreenCells {
      // A cell that is ready is found by its path, and is not visible.
      let cell = try #require(rig.view.cellForItem(at: path))
      #expect(!rig.view.visibleCells.contains { $0 === cell })
    }
    #expect(rig.view.itemPathsForVisibleItems == (5..<15).map { at(0, $0) })
    #expect(rig.view.visibleCells.count == 10)
    let cell = try #require(rig.view.visibleCells.first)
    #expect(rig.view.itemPath(for: cell) == at(0, 5))
  }

  /// BUG-29: by depth, then category and path; a point finds the foremost item, no header.
  @Test func viewsLieInOrder() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2, 3]])
    layout.hasBackdrops = true
    layout.registerDecoration(
      ViewSource.viewClass(CollectionReusableView.self), ofKind: RowsLayout.backdrop)
    layout.lie = { rows in
      rows.map { row in
        var row = row
        if row.itemPath == at(0, 0), row.category == .cell { row.zIndex = 5 }
        if row.category == .cell { row.frame = Rect(x: 0, y: 0, width: 50, height: 10) }
        return row
      } + [
        LayoutAttributes(
          supplementary: .sectionHeader, section: 0,
          frame: Rect(x: 0, y: 0, width: 50, height: 10))
      ]
    }
    try view.layoutIfNeeded()
    #expect(
      view.viewsInDisplayOrder.map { "\($0.attributes.element)" } == [
        "decoration RowsLayoutBackdrop [0]", "cell [0, 1]", "cell [0, 2]",
        "supplementary UICollectionElementKindSectionHeader [0, 0]", "cell [0, 0]",
      ])
    #expect(view.itemPathForItem(at: Point(x: 1, y: 1)) == at(0, 0))
    #expect(view.itemPathForItem(at: Point(x: 60, y: 1)) == nil)
    _ = source
  }

  /// RU-12, BUG-12: each view's willDisplay has one didEnd, whatever happens.
  @Test func displayIsBalanced() throws {
    let rig = try rig([Array(0..<40)])
    for step in 0..<60 {
      let sections = rig.source.sections
      switch step % 6 {
      case 0: try rig.view.scroll(to: Double(step * 7 % 200))
      case 1:
        try rig.update([Array(sections[0].dropFirst(2))]) { view in
          view.deleteItems(at: [at(0, 0), at(0, 1)])
        }
      case 2: rig.view.clock.advance(by: 0.1)
      case 3:
        try rig.update([[100 + step] + sections[0]]) { view in
          view.insertItems(at: [at(0, 0)])
          view.reloadItems(at: [at(0, 1)])
        }
      case 4: rig.view.isPrefetchingEnabled.toggle()
      default: if step % 18 == 5 { rig.view.reloadData() }
      }
      try rig.view.pass()
    }
    rig.view.dataSource = nil
    try rig.view.pass()
    let work = rig.view.work
    #expect(work.displayed == work.ended)
    let log = delegate.takeLog()
    #expect(log.filter { $0.hasPrefix("willDisplay") }.count == work.displayed - 3)
    #expect(log.filter { $0.hasPrefix("didEnd") }.count == work.ended)
    let statistics = rig.view.reuseStatistics
    #expect(statistics.created == statistics.queued + statistics.released)
  }
}
