import Changesets
import CollectionViews
import DataSources
import Geometry
import ItemStores
import Layouts
import Testing

/// A cell whose making and filling takes time.
private final class SlowCell: CollectionViewCell {
  var number: Int?
}

private final class StepClock: WorkClock {
  var nanoseconds = 0
}

/// What the data sources say of the cells that items would get, before these are made (RU-26).
@Suite struct ReuseIdentifierTests {
  private let view = CollectionView(listOfHeight: 40, headerExtent: 0)
  private let cells = CellRegistration<SlowCell, Int> { cell, _, number in cell.number = number }

  @Test func cellsOfARegistrationHaveItsIdentifier() throws {
    let source = StoreDataSource(NestedArrayStore(sections: [[1, 2]]), for: view, cells: cells)
    #expect(
      source.collectionView(view, reuseIdentifierForItemAt: at(0, 1)) == cells.identifier)
    try view.layoutIfNeeded()
    #expect(view.visibleCells.map(\.reuseIdentifier) == [cells.identifier, cells.identifier])
    let diffable = DiffableDataSource<String, Int>(for: view, cells: cells)
    var snapshot = diffable.snapshot()
    try snapshot.appendSections(["a"])
    try snapshot.appendItems([1, 2])
    try diffable.apply(snapshot)
    #expect(
      diffable.collectionView(view, reuseIdentifierForItemAt: at(0, 0)) == cells.identifier)
  }

  @Test func aClosureKnowsTheCellsOfAClosure() throws {
    view.register(SlowCell.self, forCellWithReuseIdentifier: "even")
    view.register(SlowCell.self, forCellWithReuseIdentifier: "odd")
    func identifier(_ number: Int) -> String { number.isMultiple(of: 2) ? "even" : "odd" }
    let source = StoreDataSource(NestedArrayStore(sections: [[1, 2]]), for: view) {
      view, path, number throws(CollectionViewError) in
      try view.dequeueReusableCell(withReuseIdentifier: identifier(number), for: path)
    }
    #expect(source.collectionView(view, reuseIdentifierForItemAt: at(0, 1)) == nil)
    source.reuseIdentifierProvider = { _, number in identifier(number) }
    #expect(source.collectionView(view, reuseIdentifierForItemAt: at(0, 1)) == "even")
  }

  /// Odd cells are slow, and even ones are made ahead in the time that is left.
  @Test func estimatesAreThoseOfTheIdentifier() throws {
    let clock = StepClock()
    view.workClock = clock
    view.reusePolicy = ReusePolicy(
      lingeringLimit: 0, prefetchLimit: 2, prefetchTime: .estimatedSpareTime)
    view.register(SlowCell.self, forCellWithReuseIdentifier: "even")
    view.register(SlowCell.self, forCellWithReuseIdentifier: "odd")
    let source = StoreDataSource(
      NestedArrayStore(sections: [[1, 2, 3, 4, 6, 8, 10, 12, 14]]), for: view
    ) {
      view, path, number throws(CollectionViewError) in
      let isEven = number.isMultiple(of: 2)
      clock.nanoseconds += isEven ? 1 : 1_000
      return try view.dequeueReusableCell(withReuseIdentifier: isEven ? "even" : "odd", for: path)
    }
    try view.layoutIfNeeded()
    view.setContentOffset(Point(x: 0, y: 4))
    try view.layoutIfNeeded()
    // No time is left for the slowest cells, as which a cell without an identifier counts.
    try view.prepareCellsAhead(until: clock.nanoseconds + 1)
    #expect(try view.prepareCellsAhead(until: clock.nanoseconds + 100) == 0)
    source.reuseIdentifierProvider = { _, number in number.isMultiple(of: 2) ? "even" : "odd" }
    #expect(try view.prepareCellsAhead(until: clock.nanoseconds + 100) == 1)
  }
}
