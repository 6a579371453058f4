import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Selection and highlighting: every call in its order (d.1, SE-1 to SE-14).
@Suite struct SelectionTests {
  private let delegate = RecordingDelegate([.highlighting, .selection])

  private func rig(_ count: Int = 5, multiple: Bool = false) throws -> Rig {
    try Rig([Array(0..<count)]).selecting(several: multiple, delegate)
  }

  private func selected(_ rig: Rig) -> [Int] {
    rig.view.check()
    return rig.view.itemPathsForSelectedItems.map(\.item)
  }

  @Test func aTapOnAnUnselectedItem() throws {
    let rig = try rig()
    let cell = try #require(rig.view.cellForItem(at: at(0, 1)))
    rig.view.touchDown(at: Point(x: 1, y: 15))
    #expect(delegate.takeLog() == ["shouldHighlight [0, 1]", "didHighlight [0, 1]"])
    #expect(cell.isHighlighted && !cell.isSelected)
    rig.view.check()
    rig.view.touchUp()
    #expect(
      delegate.takeLog() == ["shouldSelect [0, 1]", "didSelect [0, 1]", "didUnhighlight [0, 1]"])
    #expect(!cell.isHighlighted && cell.isSelected)
    #expect(selected(rig) == [1])
  }

  @Test func singleSelectionReplaces() throws {
    let rig = try rig()
    rig.view.tapItem(at: at(0, 1))
    _ = delegate.takeLog()
    rig.view.tapItem(at: at(0, 2))
    #expect(
      delegate.takeLog() == [
        "shouldHighlight [0, 2]", "didHighlight [0, 2]", "shouldSelect [0, 2]",
        "didDeselect [0, 1]", "didSelect [0, 2]", "didUnhighlight [0, 2]",
      ])
    #expect(selected(rig) == [2])
    // Once more: asked and told again, and nothing deselected.
    rig.view.tapItem(at: at(0, 2))
    #expect(
      delegate.takeLog() == [
        "shouldHighlight [0, 2]", "didHighlight [0, 2]", "shouldSelect [0, 2]", "didSelect [0, 2]",
        "didUnhighlight [0, 2]",
      ])
    #expect(selected(rig) == [2])
  }

  @Test func multipleSelectionTurnsOver() throws {
    let rig = try rig(multiple: true)
    rig.view.tapItem(at: at(0, 1))
    rig.view.tapItem(at: at(0, 3))
    #expect(selected(rig) == [1, 3])
    _ = delegate.takeLog()
    rig.view.tapItem(at: at(0, 1))
    #expect(
      delegate.takeLog() == [
        "shouldHighlight [0, 1]", "didHighlight [0, 1]", "shouldDeselect [0, 1]",
        "didDeselect [0, 1]", "didUnhighlight [0, 1]",
      ])
    #expect(selected(rig) == [3])
    // SE-7: turned off, the first stays, and nobody is told.
    rig.view.tapItem(at: at(0, 4))
    rig.view.tapItem(at: at(0, 0))
    _ = delegate.takeLog()
    rig.view.allowsMultipleSelection = false
    #expect(selected(rig) == [0])
    #expect(delegate.takeLog() == [])
  }

  @Test func refusalsLeaveTheRest() throws {
    let rig = try rig()
    rig.view.tapItem(at: at(0, 0))
    _ = delegate.takeLog()
    delegate.refused = ["shouldHighlight [0, 1]", "shouldSelect [0, 2]", "shouldDeselect [0, 0]"]
    rig.view.tapItem(at: at(0, 1))
    #expect(delegate.takeLog() == ["shouldHighlight [0, 1]"])
    rig.view.tapItem(at: at(0, 2))
    #expect(
      delegate.takeLog() == [
        "shouldHighlight [0, 2]", "didHighlight [0, 2]", "shouldSelect [0, 2]",
        "didUnhighlight [0, 2]",
      ])
    // SE-4: the one before stays.
    #expect(selected(rig) == [0])
    rig.view.allowsMultipleSelection = true
    rig.view.tapItem(at: at(0, 0))
    #expect(selected(rig) == [0])
  }

  @Test func withoutSelectionHighlightingGoesOn() throws {
    let rig = try rig()
    rig.view.allowsSelection = false
    rig.view.tapItem(at: at(0, 1))
    #expect(
      delegate.takeLog() == [
        "shouldHighlight [0, 1]", "didHighlight [0, 1]", "didUnhighlight [0, 1]",
      ])
    try rig.view.selectItem(at: at(0, 1))
    #expect(selected(rig) == [])
  }

  @Test func touchesThatComeToNothing() throws {
    let rig = try rig(30)
    rig.view.touchDown(at: Point(x: 1, y: 15))
    rig.view.touchMoved(to: Point(x: 1, y: 35))
    rig.view.touchMoved(to: Point(x: 1, y: 36))
    rig.view.touchMoved(to: Point(x: 1, y: 12))
    #expect(
      delegate.takeLog() == [
        "shouldHighlight [0, 1]", "didHighlight [0, 1]", "didUnhighlight [0, 1]",
        "shouldHighlight [0, 1]", "didHighlight [0, 1]",
      ])
    rig.view.beginDragging()
    rig.view.touchUp()
    #expect(delegate.takeLog() == ["didUnhighlight [0, 1]"])
    rig.view.endDragging()
    rig.view.touchDown(at: Point(x: 1, y: 15))
    rig.view.touchMoved(to: Point(x: 1, y: 35))
    rig.view.touchUp()
    rig.view.touchDown(at: Point(x: 1, y: 15))
    rig.view.touchCancelled()
    rig.view.touchUp()
    rig.view.tap(at: Point(x: 400, y: 1))
    #expect(delegate.takeLog().contains { $0.hasPrefix("shouldSelect") } == false)
    #expect(selected(rig) == [])
  }

  /// One finger: a second touch ends the first.
  @Test func aSecondTouchEndsTheFirst() throws {
    let rig = try rig()
    rig.view.touchDown(onItemAt: at(0, 1))
    _ = delegate.takeLog()
    rig.view.touchDown(onItemAt: at(0, 2))
    rig.view.check()
    #expect(
      delegate.takeLog() == [
        "didUnhighlight [0, 1]", "shouldHighlight [0, 2]", "didHighlight [0, 2]",
      ])
    #expect(rig.view.cellForItem(at: at(0, 1))?.isHighlighted == false)
  }

  /// A finger that has left its item before a reload has nothing to come back to.
  @Test func aReloadEndsTheTouch() throws {
    let rig = try rig()
    rig.view.touchDown(at: Point(x: 1, y: 15))
    rig.view.touchMoved(to: Point(x: 1, y: 35))
    rig.view.reloadData()
    try rig.view.pass()
    _ = delegate.takeLog()
    rig.view.touchMoved(to: Point(x: 1, y: 15))
    rig.view.touchUp()
    #expect(delegate.takeLog() == [])
    #expect(selected(rig) == [])
  }

  /// SE-6: programs are not asked and not told.
  @Test func programmaticSelectionIsSilent() throws {
    let rig = try rig(100)
    try rig.view.selectItem(at: at(0, 1))
    try rig.view.selectItem(at: at(0, 2))
    #expect(selected(rig) == [2])
    #expect(rig.view.contentOffset == .zero)
    try rig.view.selectItem(at: at(0, 50), scrollPosition: .top)
    #expect(rig.view.contentOffset.y == 500)
    try rig.view.pass()
    #expect(rig.view.cellForItem(at: at(0, 50))?.isSelected == true)
    try rig.view.deselectItem(at: at(0, 50))
    try rig.view.deselectItem(at: at(0, 51))
    #expect(selected(rig) == [])
    try rig.view.selectItem(at: at(0, 3))
    try rig.view.selectItem(at: nil)
    #expect(selected(rig) == [])
    #expect(delegate.takeLog() == [])
    // SE-12
    #expect(
      rig.view.failure {
        try rig.view.selectItem(at: at(0, 100))
      } == .noSuchItem(at(0, 100), itemsInSection: 100))
    #expect(
      rig.view.failure {
        try rig.view.deselectItem(at: at(2, 0))
      } == .noSuchItem(at(2, 0), itemsInSection: nil))
    #expect(
      rig.view.failure {
        try rig.view.selectItem(at: at(1, 0))
      } == .noSuchItem(at(1, 0), itemsInSection: nil))
    for sections: [[Int]] in [[], [[]], [[], []]] {
      let empty = Rig(sections)
      try empty.view.selectItem(at: at(0, 0))
      try empty.view.deselectItem(at: at(0, 0))
      #expect(selected(empty) == [])
    }
  }

  /// SE-8, SE-9: selection is of items, and survives scrolling.
  @Test func selectionSurvivesScrolling() throws {
    let rig = try rig(100, multiple: true)
    for item in [0, 3, 60] { try rig.view.selectItem(at: at(0, item)) }
    for prefetches in [false, true] {
      rig.view.isPrefetchingEnabled = prefetches
      for y in [0.0, 300, 580, 90, 900, 0] {
        try rig.view.scroll(to: y)
        for path in rig.view.itemPathsForVisibleItems {
          #expect(rig.view.cellForItem(at: path)?.isSelected == [0, 3, 60].contains(path.item))
        }
      }
    }
    #expect(selected(rig) == [0, 3, 60])
  }

  /// SE-10, SE-11, BUG-9: it follows the items through an update.
  @Test func selectionFollowsItems() throws {
    let rig = try rig(multiple: true)
    for item in [0, 1, 2, 4] { try rig.view.selectItem(at: at(0, item)) }
    rig.view.touchDown(onItemAt: at(0, 4))
    _ = delegate.takeLog()
    try rig.update([[4, 1, 2, 3]]) { view in
      view.deleteItems(at: [at(0, 0)])
      view.reloadItems(at: [at(0, 1)])
      view.moveItem(at: at(0, 4), to: at(0, 0))
    }
    #expect(selected(rig) == [0, 1, 2])
    #expect(rig.view.cellForItem(at: at(0, 0))?.isHighlighted == true)
    rig.view.touchUp()
    #expect(selected(rig) == [1, 2])
    rig.view.touchDown(onItemAt: at(0, 1))
    _ = delegate.takeLog()
    rig.view.reloadItems(at: [at(0, 1)])
    rig.view.check()
    rig.view.touchUp()
    #expect(delegate.takeLog() == [])
    #expect(selected(rig) == [1, 2])
    rig.view.reloadSections([0])
    #expect(selected(rig) == [])
    rig.view.tapItem(at: at(0, 2))
    rig.view.reloadData()
    try rig.view.pass()
    // SE-13
    #expect(selected(rig) == [])
  }

  /// The items selected are deleted, data first, in one block.
  @Test func theSelectedItemsAreDeleted() throws {
    let rig = try rig(multiple: true)
    for item in [1, 3] { rig.view.tapItem(at: at(0, item)) }
    try rig.view.performBatchUpdates {
      let paths = rig.view.itemPathsForSelectedItems
      for path in paths.reversed() { rig.source.sections[0].remove(at: path.item) }
      rig.view.deleteItems(at: paths)
    }
    #expect(selected(rig) == [])
    #expect(rig.numbers == [0, 2, 4])
  }

  /// SE-14: what lies behind the content in each state.
  @Test func backgroundsFollowTheState() {
    final class Colour {}
    let (red, white) = (Colour(), Colour())
    for background in [nil, red] {
      for other in [nil, white] {
        for isSelected in [false, true] {
          for isHighlighted in [false, true] {
            let cell = CollectionViewCell(frame: .zero)
            cell.backgroundView = background
            cell.selectedBackgroundView = other
            cell.isSelected = isSelected
            cell.isHighlighted = isHighlighted
            let isMarked = isSelected || isHighlighted
            #expect(cell.effectiveBackground === (isMarked ? other ?? background : background))
            #expect(
              cell.backgrounds.count
                == (background == nil ? 0 : 1) + (isMarked && other != nil ? 1 : 0))
          }
        }
      }
    }
  }

  /// A cell that is red, and white while it is selected or highlighted.
  @Test func theSampleCellTurnsWhite() throws {
    final class Colour {}
    let (red, white) = (Colour(), Colour())
    let rig = try rig()
    let cell = try #require(rig.view.cellForItem(at: at(0, 1)))
    (cell.backgroundView, cell.selectedBackgroundView) = (red, white)
    #expect(cell.effectiveBackground === red)
    rig.view.touchDown(onItemAt: at(0, 1))
    #expect(cell.effectiveBackground === white)
    rig.view.touchUp()
    #expect(cell.effectiveBackground === white)
    rig.view.tapItem(at: at(0, 2))
    #expect(cell.effectiveBackground === red)
  }

  /// Without a delegate everything is allowed.
  @Test func withoutADelegateEverythingIsAllowed() throws {
    let rig = Rig([[1, 2]])
    try rig.view.pass()
    rig.view.tapItem(at: at(0, 1))
    #expect(selected(rig) == [1])
    #expect(rig.view.longPress(at: Point(x: 1, y: 1)) == nil)
    rig.view.fling(withVelocity: Point(x: 0, y: 100))
    rig.view.clock.advance(by: 5)
    try rig.view.pass()
  }
}
