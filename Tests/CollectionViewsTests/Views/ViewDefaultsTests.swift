import CollectionViews
import Geometry
import Layouts
import Testing

/// What is true of cells and of a collection view before anything has happened to them.
@Suite struct ViewDefaultsTests {
  @Test func aCellThatNobodyShows() {
    let frame = Rect(x: 0, y: 0, width: 7, height: 5)
    let cell = CollectionViewCell(frame: frame)
    #expect(cell.layoutAttributes == nil && cell.reuseIdentifier == nil)
    #expect(cell.frame == frame && cell.alpha == 1 && !cell.isHidden)
    #expect(!cell.isSelected && !cell.isHighlighted)
    cell.isHighlighted = true
    #expect(cell.configurationState.isHighlighted && !cell.configurationState.isSelected)
    #expect(!cell.configurationState.isReordering)
  }

  @Test func aViewHasDoneNothingYet() {
    let view = CollectionView(frame: .zero, collectionViewLayout: ListLayout())
    let work = view.work
    #expect(work == CollectionViewWork())
    #expect(
      [
        work.passes, work.preparations, work.countCalls, work.viewCalls, work.attributesReturned,
        work.applied, work.displayed, work.ended, work.returned, work.prefetched, work.madeToWait,
        work.strayDequeued, work.updates, work.reloads, work.animated,
      ].allSatisfy { $0 == 0 })
    let statistics = view.reuseStatistics(of: .cell("number"))
    #expect(statistics.created == 0 && statistics.peak == 0 && statistics.queued == 0)
    view.animationDuration = 0
    #expect(view.animationDuration == 0)
  }
}
