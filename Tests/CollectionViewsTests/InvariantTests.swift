import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Faults of programs and layouts that `firstViolation()` finds.
@Suite struct InvariantTests {
  /// A program may set what the view alone should.
  @Test func aCellHasTheStateOfItsItem() throws {
    let rig = Rig([Array(0..<30)])
    let view = rig.view
    view.isPrefetchingEnabled = true
    try view.pass()
    try view.scroll(to: 20)
    // One that is shown, and one that lingers.
    for path in [at(0, 3), at(0, 0)] {
      let cell = try #require(view.cellForItem(at: path))
      #expect(view.itemPathsForVisibleItems.contains(path) == (path == at(0, 3)))
      cell.isSelected = true
      #expect(view.firstViolation()?.contains("the cell of \(path) is selected") == true)
      try view.selectItem(at: path)
      view.check()
      cell.isSelected = false
      #expect(view.firstViolation()?.contains("the cell of \(path) is not selected") == true)
      try view.selectItem(at: nil)
      view.check()
      cell.isHighlighted = true
      #expect(view.firstViolation()?.contains("the cell of \(path) and its item") == true)
      cell.isHighlighted = false
      view.check()
    }
  }

  @Test func aBrokenViewStopsTheProgram() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let rig = Rig([[1]])
        try rig.view.layoutIfNeeded()
        rig.view.cellForItem(at: at(0, 0))?.isSelected = true
        rig.view.checkInvariants()
      },
      says: "CollectionView.checkInvariants(): the cell of [0, 0] is selected")
  }

  /// A layout may answer otherwise than before and not say so.
  @Test func whatIsShownIsWhatTheLayoutHas() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.scroll(to: 50)
    let extra = LayoutAttributes(cell: at(0, 3), frame: Rect(x: 0, y: 60, width: 9, height: 9))
    let lies: [(([LayoutAttributes]) -> [LayoutAttributes], String)] = [
      (
        { rows in rows.filter { $0.itemPath != at(0, 7) } },
        "cell [0, 7] is shown and should not be"
      ),
      ({ rows in rows + [extra] }, "cell [0, 3] should be shown and is not"),
      (
        { rows in
          rows.map { row in
            var row = row
            if row.itemPath == at(0, 7) { row.zIndex = 1 }
            return row
          }
        }, "cell [0, 7] has other attributes than the layout's"
      ),
    ]
    for (lie, text) in lies {
      layout.lie = lie
      #expect(view.firstViolation()?.contains(text) == true, "\(text)")
    }
    layout.lie = nil
    view.check()
    layout.statedSize = Size(width: 50, height: 60)
    #expect(view.firstViolation()?.contains("is out of range") == true)
    // The next pass asks again, so it is no violation any more.
    view.setNeedsLayout()
    #expect(view.firstViolation() == nil)
    _ = source
  }

  /// The last step of an update may change the layout's order; the next pass asks in any case.
  @Test func anAnswerFromBeforeTheLastStepIsNoViolation() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    layout.onFinalizeUpdates = { layout.lie = { $0.reversed() } }
    source.sections = [Array(1..<30)]
    view.deleteItems(at: [at(0, 0)])
    #expect(view.firstViolation() == nil)
  }

  @Test func anUpdateIsOpenInItsBlock() throws {
    let rig = Rig([[1]])
    try rig.view.pass()
    try rig.view.performBatchUpdates {
      #expect(rig.view.firstViolation() == "an update is still open")
    }
    rig.view.check()
  }

  /// An offset may be set before there is any content.
  @Test func nothingIsComparedBeforeAnythingIsShown() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    var found: [String?] = []
    layout.onPrepare = { [weak view] () throws(LayoutError) in
      found.append(view?.firstViolation())
    }
    view.setContentOffset(Point(x: 0, y: 50))
    try view.pass()
    #expect(found == [nil] && view.contentOffset.y == 50)
    _ = source
  }
}
