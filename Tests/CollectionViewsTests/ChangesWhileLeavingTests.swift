import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Views that leave make others change their places in the window, which must not be mistaken.
@Suite struct ChangesWhileLeavingTests {
  @Test func aStickyHeaderMovesWhileRowsLeave() throws {
    let rig = Rig((0..<20).map { Array($0 * 7..<$0 * 7 + 7) }, headers: true)
    rig.layout.sectionHeadersPinToVisibleBounds = true
    try rig.view.layoutIfNeeded()
    for step in 1...150 {
      rig.view.setContentOffset(Point(x: 0, y: Double(step) * 9))
      try rig.view.layoutIfNeeded()
      rig.view.checkInvariants()
    }
  }

  @Test func rowsMoveWhileOthersLeave() throws {
    let rig = Rig([Array(0..<50)])
    try rig.view.layoutIfNeeded()
    let fourth = try #require(rig.view.cellForItem(at: ItemPath(section: 0, item: 3)))
    rig.layout.itemExtent = 25
    try rig.view.layoutIfNeeded()
    #expect(fourth.frame == Rect(x: 0, y: 75, width: 50, height: 25))
    #expect(rig.view.visibleViewCount == 4)
    rig.view.checkInvariants()
  }

  @Test func aViewThatStaysWhereItIsLearnsItsPath() throws {
    let rig = Rig([[1, 2], [3]])
    try rig.view.layoutIfNeeded()
    let third = try #require(rig.view.cellForItem(at: ItemPath(section: 1, item: 0)))
    rig.source.sections = [[1, 2, 3], []]
    rig.view.moveItem(at: ItemPath(section: 1, item: 0), to: ItemPath(section: 0, item: 2))
    #expect(third.layoutAttributes?.itemPath == ItemPath(section: 0, item: 2))
    #expect(rig.view.cellForItem(at: ItemPath(section: 0, item: 2)) === third)
    rig.view.checkInvariants()
  }

  @Test func anotherLayoutShowsFewer() throws {
    let rig = Rig([Array(0..<50)])
    try rig.view.layoutIfNeeded()
    let grid = FlowLayout()
    grid.itemSize = Size(width: 20, height: 40)
    try rig.view.setCollectionViewLayout(grid, animated: false)
    try rig.view.layoutIfNeeded()
    #expect((4...6).contains(rig.numbers.count))
    rig.view.checkInvariants()
  }
}
