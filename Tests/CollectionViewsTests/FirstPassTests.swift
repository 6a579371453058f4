import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

@Suite struct FirstPassTests {
  @Test func asksForCountsOnceAndForWhatIsVisible() throws {
    let rig = Rig([[1, 2, 3], [], [4]], headers: true)
    #expect(rig.source.takeLog() == [])
    try rig.view.layoutIfNeeded()
    #expect(
      rig.source.takeLog() == [
        "sections", "items 0", "items 1", "items 2", "header [0, 0]", "cell [0, 0]", "cell [0, 1]",
        "cell [0, 2]", "header [1, 0]", "header [2, 0]", "cell [2, 0]",
      ])
    #expect(rig.numbers == [1, 2, 3, 4])
    rig.view.checkInvariants()
    try rig.view.layoutIfNeeded()
    #expect(rig.source.takeLog() == [])
  }

  @Test func scrollingReusesWhatLeaves() throws {
    let rig = Rig([Array(0..<1_000)])
    try rig.view.layoutIfNeeded()
    for step in 1...200 {
      rig.view.setContentOffset(Point(x: 0, y: Double(step) * 7))
      try rig.view.layoutIfNeeded()
      rig.view.checkInvariants()
    }
    #expect(rig.numbers == Array(140...149).map(Optional.some))
    let statistics = rig.view.reuseStatistics(of: .cell("number"))
    #expect(statistics.created == 11)
    #expect(statistics.reused == 139)
  }

  @Test func anUpdateMovesWhatIsShownAndKeepsSurvivors() throws {
    let rig = Rig([[1, 2, 3, 4], [5, 6]])
    try rig.view.layoutIfNeeded()
    let three = rig.view.cellForItem(at: ItemPath(section: 0, item: 2))
    let completions = Log()
    try rig.view.performBatchUpdates(
      {
        rig.source.sections = [[9, 4, 3], [5, 6, 1]]
        rig.view.deleteItems(at: [ItemPath(section: 0, item: 1)])
        rig.view.insertItems(at: [ItemPath(section: 0, item: 0)])
        rig.view.moveItem(at: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 2))
        rig.view.moveItem(at: ItemPath(section: 0, item: 3), to: ItemPath(section: 0, item: 1))
      }, completion: { completions.add("done \($0)") })
    rig.view.checkInvariants()
    #expect(rig.numbers == [9, 4, 3, 5, 6, 1])
    #expect(rig.view.cellForItem(at: ItemPath(section: 0, item: 2)) === three)
    #expect(completions.lines == [])
    #expect(rig.view.animations.count == 6)
    rig.view.clock.advance(by: 0.3)
    #expect(completions.lines == ["done true"])
    #expect(rig.view.animations.isEmpty)
    rig.view.checkInvariants()
  }

  @Test func countsThatDoNotAddUpAreAnErrorAndChangeNothing() throws {
    let rig = Rig([[1, 2, 3]])
    try rig.view.layoutIfNeeded()
    rig.source.sections = [[1, 2, 3, 4, 5]]
    #expect(
      throws: CollectionViewError.changeset(
        .itemCountMismatch(
          section: 0, after: 5, before: 3, inserted: 1, deleted: 0, movedIn: 0, movedOut: 0))
    ) {
      try rig.view.performBatchUpdates {
        rig.view.insertItems(at: [ItemPath(section: 0, item: 0)])
      }
    }
    rig.view.checkInvariants()
    #expect(rig.view.numberOfItems(inSection: 0) == 3)
    rig.view.reloadData()
    try rig.view.layoutIfNeeded()
    #expect(rig.numbers == [1, 2, 3, 4, 5])
  }
}

/// Lines that closures add to.
final class Log {
  var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}
