import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// When the data source is asked for counts: one test for each row of the table in b.2.
@Suite struct CountCallTests {
  private let rig = Rig([[1, 2], [3]])
  private let once = ["sections", "items 0", "items 1"]

  private func asked() -> [String] { rig.source.takeLog().filter { !$0.hasPrefix("cell") } }

  private func laidOut() throws {
    try rig.view.pass()
    _ = rig.source.takeLog()
  }

  @Test func creationAsksNothing() {
    #expect(asked() == [])
    #expect(rig.view.visibleCells.isEmpty)
    #expect(rig.view.itemPathsForSelectedItems.isEmpty)
    #expect(asked() == [])
  }

  @Test func emptyBoundsAskNothing() throws {
    rig.view.setBoundsSize(.zero)
    try rig.view.pass()
    #expect(asked() == [])
  }

  @Test func theFirstPassAsksOnceAscending() throws {
    try rig.view.pass()
    #expect(asked() == once)
    try rig.view.pass()
    #expect(asked() == [])
  }

  @Test func scrollingInvalidationSelectionAndLayoutsAskNothing() throws {
    try laidOut()
    rig.view.setContentOffset(Point(x: 0, y: 5))
    try rig.view.pass()
    rig.view.setBoundsSize(Size(width: 60, height: 20))
    try rig.view.pass()
    rig.layout.invalidateLayout()
    try rig.view.pass()
    rig.view.setContentInset(EdgeInsets(all: 1))
    try rig.view.pass()
    try rig.view.selectItem(at: at(0, 1))
    rig.view.tap(at: Point(x: 1, y: 1))
    try rig.view.pass()
    try rig.view.setCollectionViewLayout(FlowLayout())
    try rig.view.pass()
    #expect(asked() == [])
  }

  @Test func reloadAsksAtTheNextPass() throws {
    try laidOut()
    rig.view.reloadData()
    rig.view.reloadData()
    #expect(asked() == [])
    try rig.view.pass()
    #expect(asked() == once)
  }

  @Test func reloadAsksAtTheFirstQuestion() throws {
    try laidOut()
    rig.view.reloadData()
    #expect(rig.view.numberOfSections == 2)
    try expectAskedByThisQuestion()
  }

  /// A question for a count has the data source asked once, and the next pass asks nothing.
  private func expectAskedByThisQuestion() throws {
    #expect(rig.view.numberOfItems(inSection: 1) == 1)
    #expect(asked() == once)
    try rig.view.pass()
    #expect(asked() == [])
  }

  @Test func anotherDataSourceIsAskedTheSameOneIsNot() throws {
    try laidOut()
    rig.view.dataSource = rig.source
    try rig.view.pass()
    #expect(asked() == [])
    let other = ArraySource([[7]])
    rig.view.dataSource = other
    try rig.view.pass()
    #expect(asked() == [])
    #expect(other.takeLog() == ["sections", "items 0", "cell [0, 0]"])
    rig.view.dataSource = nil
    try rig.view.pass()
    #expect(rig.view.numberOfSections == 0)
    #expect(rig.view.visibleCells.isEmpty)
  }

  @Test func anUpdateAsksOnceAfterItsBlock() throws {
    try laidOut()
    try rig.update([[1, 2, 9], [3]]) { view in
      #expect(asked() == [])
      view.insertItems(at: [at(0, 2)])
    }
    #expect(asked() == once)
  }

  @Test func aSingleOperationAsksOnce() throws {
    try laidOut()
    rig.source.sections = [[1, 2, 9], [3]]
    rig.view.insertItems(at: [at(0, 2)])
    #expect(asked() == once)
    rig.view.check()
  }

  @Test func aColdUpdateAsksBeforeAndAfter() throws {
    try rig.update([[1, 2, 9], [3]]) { view in
      #expect(asked() == once)
      view.insertItems(at: [at(0, 2)])
    }
    #expect(asked() == once)
    try rig.view.pass()
    rig.view.reloadData()
    _ = asked()
    try rig.update([[1, 2], [3]]) { view in
      #expect(asked() == once)
      view.deleteItems(at: [at(0, 2)])
    }
    #expect(asked() == once)
    // After an invalidation of the counts, too.
    try laidOut()
    let context = type(of: rig.layout).invalidationContextClass.init()
    context.invalidateDataSourceCounts = true
    rig.layout.invalidateLayout(with: context)
    #expect(asked() == [])
    try rig.update([[1, 2], [3, 4]]) { view in
      #expect(asked() == once)
      view.insertItems(at: [at(1, 1)])
    }
    #expect(asked() == once)
    try rig.expectFresh()
  }

  @Test func questionsFillTheCacheAndAreAnsweredFromIt() throws {
    #expect(rig.view.numberOfItems(inSection: 0) == 2)
    try expectAskedByThisQuestion()
  }

  @Test func insideOfABlockTheCountsAreOld() throws {
    try laidOut()
    var inside: [Int] = []
    let completions = Log()
    try rig.update(
      [[1, 2, 9], [3]],
      { _ in
        completions.add("\(rig.view.numberOfItems(inSection: 0))")
      }
    ) { view in
      inside.append(view.numberOfItems(inSection: 0))
      view.insertItems(at: [at(0, 2)])
      inside.append(view.numberOfItems(inSection: 0))
    }
    #expect(inside == [2, 2])
    rig.view.clock.advance(by: 1)
    #expect(completions.lines == ["3"])
  }

  /// BU-6: data changed before an update whose counts were never asked are in them already.
  @Test func aColdUpdateOfDataChangedBeforeDoesNotAddUp() throws {
    rig.source.sections = [[1, 2, 9], [3]]
    let error = rig.view.failure {
      rig.view.insertItems(at: [at(0, 2)])
    }
    #expect(
      error
        == .changeset(
          .itemCountMismatch(
            section: 0, after: 3, before: 3, inserted: 1, deleted: 0, movedIn: 0, movedOut: 0)))
    try rig.expectFresh()
  }

  /// BUG-47: what is asked does not depend on how much there is.
  @Test func questionsDoNotGrowWithTheCollection() throws {
    for count in [1_000, 100_000] {
      let rig = Rig([Array(0..<count)])
      try rig.view.pass()
      #expect(rig.view.work.countCalls == 2)
      #expect(rig.view.work.viewCalls == 10)
      try rig.view.scroll(to: 5_000)
      #expect(rig.view.work.countCalls == 2)
      #expect(rig.view.work.viewCalls == 20)
    }
  }
}
