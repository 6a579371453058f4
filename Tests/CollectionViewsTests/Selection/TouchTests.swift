import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Touches that leave their item, end, or come where nothing is.
@Suite struct TouchTests {
  private let delegate = RecordingDelegate([.highlighting, .selection, .menu])

  private func rig(_ count: Int = 5) throws -> Rig {
    try Rig([Array(0..<count)]).selecting(several: true, delegate)
  }

  private func point(inRow row: Int) -> Point { Point(x: 1, y: Double(row * 10 + 5)) }

  @Test func aTapAtAPointSelectsTheItemThere() throws {
    let rig = try rig()
    rig.view.tap(at: point(inRow: 1))
    #expect(rig.view.itemPathsForSelectedItems == [at(0, 1)])
    rig.view.tap(at: point(inRow: 1))
    #expect(rig.view.itemPathsForSelectedItems == [])
  }

  /// Where there is no item, nobody is asked, and the touch before has ended.
  @Test func aTouchOfNothingEndsTheOneBefore() throws {
    let rig = try rig()
    rig.view.touchDown(onItemAt: at(0, 99))
    #expect(delegate.takeLog() == [])
    let cell = try #require(rig.view.cellForItem(at: at(0, 1)))
    rig.view.touchDown(at: point(inRow: 1))
    #expect(cell.isHighlighted)
    rig.view.touchDown(at: point(inRow: 8))
    #expect(!cell.isHighlighted)
    delegate.menuActions = [.copy]
    #expect(rig.view.longPress(at: point(inRow: 1)) != nil)
    rig.view.touchDown(at: point(inRow: 8))
    #expect(rig.view.menu == nil && !cell.isHighlighted)
    rig.view.check()
  }

  /// A finger that moves on outside of its item highlights nothing.
  @Test func outsideOfItsItemATouchHighlightsNothing() throws {
    let rig = try rig()
    let cell = try #require(rig.view.cellForItem(at: at(0, 1)))
    rig.view.touchDown(at: point(inRow: 1))
    for row in [3, 4, 3] {
      rig.view.touchMoved(to: point(inRow: row))
      #expect(!cell.isHighlighted)
    }
    rig.view.touchMoved(to: point(inRow: 1))
    #expect(cell.isHighlighted)
  }

  @Test(arguments: [true, false])
  func aTouchThatEndsOutsideDoesNotComeBack(isCancelled: Bool) throws {
    let rig = try rig()
    rig.view.touchDown(at: point(inRow: 1))
    rig.view.touchMoved(to: point(inRow: 3))
    if isCancelled { rig.view.touchCancelled() } else { rig.view.touchUp() }
    _ = delegate.takeLog()
    rig.view.touchMoved(to: point(inRow: 1))
    #expect(delegate.takeLog() == [])
  }

  @Test func aTouchThatIsOutsideFollowsItsItemInAnUpdate() throws {
    let rig = try rig()
    rig.view.touchDown(at: point(inRow: 1))
    rig.view.touchMoved(to: point(inRow: 4))
    try rig.update([[9, 0, 1, 2, 3, 4]]) { view in view.insertItems(at: [at(0, 0)]) }
    rig.view.touchMoved(to: point(inRow: 2))
    #expect(rig.view.cellForItem(at: at(0, 2))?.isHighlighted == true)
    rig.view.touchUp()
    #expect(rig.view.itemPathsForSelectedItems == [at(0, 2)])
  }

  /// A touch that is down already is not asked about again.
  @Test func aLongTouchGoesOnFromTheTouch() throws {
    let rig = try rig()
    delegate.menuActions = [.copy]
    let asked = [
      "shouldShowMenu [0, 1]", "can cut [0, 1]", "can copy [0, 1]", "can paste [0, 1]",
    ]
    rig.view.touchDown(at: point(inRow: 1))
    _ = delegate.takeLog()
    #expect(rig.view.longPress(at: point(inRow: 1)) != nil)
    #expect(delegate.takeLog() == asked)
    // The menu that is shown closes first.
    #expect(rig.view.longPress(at: point(inRow: 1)) != nil)
    #expect(
      delegate.takeLog()
        == ["didUnhighlight [0, 1]", "shouldHighlight [0, 1]", "didHighlight [0, 1]"] + asked)
  }

  @Test func aMenuThatIsNotShownKeepsNoTouchFromGoingOn() throws {
    let rig = try rig()
    rig.view.touchDown(at: point(inRow: 1))
    rig.view.dismissMenu()
    #expect(rig.view.cellForItem(at: at(0, 1))?.isHighlighted == true)
    rig.view.touchUp()
    #expect(rig.view.itemPathsForSelectedItems == [at(0, 1)])
  }

  /// A cell that comes back finds its item highlighted.
  @Test func aHighlightSurvivesScrolling() throws {
    let rig = try rig(100)
    rig.view.touchDown(at: point(inRow: 1))
    try rig.view.scroll(to: 500)
    #expect(rig.view.visibleCells.allSatisfy { !$0.isHighlighted })
    try rig.view.scroll(to: 0)
    #expect(rig.view.visibleCells.map(\.isHighlighted) == (0..<10).map { $0 == 1 })
  }

  @Test func aDelegateHearsOnlyWhatItImplements() throws {
    let rig = try rig()
    let silent = RecordingDelegate([])
    rig.view.delegate = silent
    for _ in 0..<3 { rig.view.tapItem(at: at(0, 1)) }
    #expect(silent.takeLog() == [] && rig.view.itemPathsForSelectedItems == [at(0, 1)])
  }

  @Test func aDelegateThatIsGoneForbidsNothing() throws {
    let rig = try rig()
    var passing: RecordingDelegate? = RecordingDelegate([.selection, .highlighting])
    rig.view.delegate = passing
    #expect(passing != nil)
    passing = nil
    rig.view.tapItem(at: at(0, 1))
    #expect(rig.view.itemPathsForSelectedItems == [at(0, 1)])
  }
}
