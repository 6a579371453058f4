import BasicAlgorithms
import Changesets
import CollectionViews
import DataSources
import Datasets
import Geometry
import ItemStores
import Layouts
import Testing

/// Gives every row 10 points, until it gives nonsense.
private final class RowExtents: ListLayoutDelegate {
  var extent = 10.0
  var providedMetrics: ListLayoutMetrics { .itemExtent }
  func extentForItem(at path: ItemPath) -> Double { extent }
}

private final class UnequalRows: ListLayoutDelegate {
  var providedMetrics: ListLayoutMetrics { .itemExtent }
  func extentForItem(at path: ItemPath) -> Double { 30 + Double(path.item &* 37 & 0x3f) / 4 }
}

private struct Rig<Store: ItemStore<Int>> {
  let view: CollectionView
  let source: StoreDataSource<Store>
  let rows = RowExtents()

  init(_ sections: [[Int]]) throws {
    let layout = ListLayout()
    layout.delegate = rows
    view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: layout)
    view.isPrefetchingEnabled = false
    view.animationsEnabled = false
    source = StoreDataSource(
      Store(sections: sections), for: view,
      cells: CellRegistration<NumberCell, Int> { cell, _, number in cell.number = number })
    try view.layoutIfNeeded()
  }

  var shown: [Int?] { view.shownNumbers }

  var held: [[Int]] {
    let store = source.store
    return (0..<store.sectionCount).map { section in
      (0..<store.itemCount(inSection: section)).map { store[at(section, $0)] }
    }
  }
}

/// Updates by a data source that knows its store: the view looks at what they name, and at no more.
@Suite struct ExactUpdateTests {
  /// The number of count requests does not depend on the number of sections (BUG-33).
  @Test func onlyChangedSectionsAreCounted() throws {
    for count in [5, 500] {
      let rig = try Rig<BTreeStore<Int>>((0..<count).map { [10 * $0, 10 * $0 + 1] })
      let before = rig.view.work.countCalls
      try rig.source.apply(
        Changeset(
          deletedItems: [at(1, 0)], insertedItems: [at(3, 1)],
          movedItems: [.init(from: at(2, 0), to: at(4, 2))], reloadedItems: [at(0, 1)]),
        newItem: { _ in 7 })
      #expect(rig.view.work.countCalls - before == 1 + 4)
      for section in 0..<count {
        #expect(rig.view.numberOfItems(inSection: section) == rig.held[section].count)
      }
      rig.view.checkInvariants()
    }
  }

  /// A hundred edits request, move and create as much in ten thousand items as in a million
  /// (BUG-33).
  @Test func aHundredEditsCostTheSameInAnyCollection() throws {
    func cost(_ sections: Int) throws -> (moved: Int, asked: Int, calls: Int) {
      let layout = ListLayout()
      let rows = UnequalRows()
      layout.delegate = rows
      let view = CollectionView(
        frame: Rect(x: 0, y: 0, width: 50, height: 800), collectionViewLayout: layout)
      view.isPrefetchingEnabled = false
      let store = BTreeStore(sections: (0..<sections).map { 1_000 * $0..<1_000 * ($0 + 1) })
      let source = StoreDataSource(
        store, for: view,
        cells: CellRegistration<NumberCell, Int> { cell, _, number in cell.number = number })
      try view.layoutIfNeeded()
      let places = (0..<50).map { number in
        let index = number < 5 ? number : number * (1_000 * sections - 1) / 50
        return at(index / 1_000, index % 1_000)
      }
      let (before, calls) = (layout.layoutWork, view.work.countCalls)
      try source.apply(
        Changeset(deletedItems: places, insertedItems: places), newItem: { -$0.item })
      let after = layout.layoutWork
      #expect(view.work.displayed < 60, "\(view.work)")
      view.checkInvariants()
      return (
        after.extents.placesMoved + after.extents.itemsRebroken
          - before.extents.placesMoved - before.extents.itemsRebroken,
        after.sizesAsked - before.sizesAsked, view.work.countCalls - calls
      )
    }
    let (small, large) = (try cost(10), try cost(1_000))
    #expect(small.asked == 50 && large.asked == 50)
    #expect(small.calls <= 51 && large.calls <= 51)
    #expect(large.moved <= 2 * small.moved, "\(small) and \(large)")
    #expect(large.moved > 0)
  }

  /// Random mixes of operations give the same items, views, counts and layout as plain arrays.
  @Test func randomUpdatesEndAsTheArraysDo() throws {
    var legal = 0
    for seed: UInt64 in 0..<300 {
      var numbers = SplitMix64(seed: seed)
      let rig = try Rig<NestedArrayStore<Int>>(
        (0..<numbers.next(below: 5)).map { section in
          (0..<numbers.next(below: 6)).map { 100 * section + $0 }
        })
      for step in 0..<12 {
        let before = rig.held
        let changeset = numbers.smallChangeset(for: before.map(\.count))
        let (updates, asked) = (rig.view.work.updates, rig.view.work.countCalls)
        do throws(CollectionViewError) {
          try rig.source.apply(
            changeset, newItem: { 1_000 * step + $0.item }, newSection: { [$0, 9 * step] })
        } catch {
          #expect(rig.held == before && rig.view.work.updates == updates, "seed \(seed)")
          #expect(throws: ChangesetError.self, "seed \(seed), \(changeset): \(error)") {
            // Every inserted section has two new items.
            let counts = before.map(\.count)
            var after = try changeset.legalSectionCounts(after: counts)
            let reloaded = changeset.reloadedSections.compactMap(ChangesetMap(changeset).section)
            for section in changeset.insertedSections + reloaded { after[section] += 2 }
            try changeset.validate(sectionCountsBefore: counts, sectionCountsAfter: after)
          }
          continue
        }
        legal += 1
        let expected = before.applying(
          changeset, newItem: { 1_000 * step + $0.item }, newSection: { [$0, 9 * step] })
        #expect(rig.held == expected, "seed \(seed), step \(step), \(changeset)")
        #expect(rig.view.work.countCalls - asked <= 2 + 4 * changeset.count, "seed \(seed)")
        let counts = (0..<rig.view.numberOfSections).map { rig.view.numberOfItems(inSection: $0) }
        #expect(counts == expected.map(\.count), "seed \(seed), step \(step), \(changeset)")
        #expect(rig.shown == Array(expected.joined().prefix(10)), "seed \(seed), step \(step)")
        #expect(rig.view.contentSize.height == 10 * Double(expected.joined().count))
        #expect(rig.view.firstViolation() == nil, "seed \(seed), step \(step)")
      }
    }
    #expect(legal > 600)
  }

  /// The layout refuses; the items that went are where they were, whatever was done.
  @Test func anUpdateThatTheLayoutRefusesIsUndone() throws {
    func check<Store: ItemStore<Int>>(_: Store.Type) throws {
      let before = [[1, 2, 3, 4], [], [5, 6]]
      let rig = try Rig<Store>(before)
      let changesets = [
        Changeset(
          deletedItems: [at(0, 0), at(2, 1)], insertedItems: [at(0, 0), at(1, 1)],
          movedItems: [.init(from: at(0, 3), to: at(1, 0)), .init(from: at(2, 0), to: at(0, 2))],
          reloadedItems: [at(0, 2)], reconfiguredItems: [at(0, 1), at(2, 0), at(2, 1)]),
        Changeset(
          deletedSections: [0], insertedSections: [1], movedSections: [.init(from: 2, to: 0)]),
        Changeset(reloadedItems: [at(0, 1)], reconfiguredItems: [at(0, 1)]),
      ]
      for changeset in changesets {
        rig.rows.extent = .nan
        #expect(throws: CollectionViewError.self, "\(Store.self), \(changeset)") {
          try rig.source.apply(changeset, newItem: { _ in 77 }, newSection: { _ in [88] })
        }
        rig.rows.extent = 10
        #expect(rig.held == before, "\(Store.self), \(changeset)")
        try rig.view.layoutIfNeeded()
        #expect(rig.shown == [1, 2, 3, 4, 5, 6], "\(Store.self)")
        let counts = (0..<3).map { rig.view.numberOfItems(inSection: $0) }
        #expect(counts == [4, 0, 2], "\(Store.self), \(changeset)")
        rig.view.checkInvariants()
      }
      try rig.source.apply(changesets[0], newItem: { _ in 77 })
      #expect(rig.held == [[77, 77, 77, 77], [4, 77], []], "\(Store.self)")
      rig.view.checkInvariants()
    }
    try check(NestedArrayStore<Int>.self)
    try check(FlatIndexedStore<Int>.self)
    try check(BTreeStore<Int>.self)
  }

  /// Whatever the update was, a store is what it was before one that the layout refuses.
  @Test func randomUpdatesAreUndone() throws {
    func check<Store: ItemStore<Int>>(_: Store.Type) throws {
      var (refused, refusedSections) = (0, 0)
      for seed: UInt64 in 0..<300 {
        var numbers = SplitMix64(seed: seed)
        let rig = try Rig<Store>(
          (0..<numbers.next(below: 6)).map { section in
            (0..<numbers.next(below: 6)).map { 100 * section + $0 }
          })
        for _ in 0..<6 {
          let before = rig.held
          let changeset = numbers.smallChangeset(for: before.map(\.count))
          func apply() -> Bool {
            do throws(CollectionViewError) {
              try rig.source.apply(
                changeset, newItem: { -$0.item }, newSection: { [$0, 9, 8] })
              return true
            } catch {
              #expect(rig.held == before, "\(Store.self), seed \(seed), \(changeset)")
              return false
            }
          }
          rig.rows.extent = .nan
          let isDone = apply()
          rig.rows.extent = 10
          if isDone {
            rig.view.reloadData()
            try rig.view.layoutIfNeeded()
            continue
          }
          try rig.view.layoutIfNeeded()
          guard apply() else { continue }
          refused += 1
          let sections = changeset.deletedSections.count + changeset.movedSections.count
          if sections + changeset.reloadedSections.count > 0 { refusedSections += 1 }
        }
      }
      #expect(refused > 200 && refusedSections > 60, "\(refused), \(refusedSections)")
    }
    try check(NestedArrayStore<Int>.self)
    try check(FlatIndexedStore<Int>.self)
    try check(BTreeStore<Int>.self)
  }

  /// A view whose data source is another is told, and asks that one.
  @Test func anotherDataSourceIsAskedForAllCounts() throws {
    let rig = try Rig<BTreeStore<Int>>([[1, 2], [3], [4]])
    let other = StoreDataSource(BTreeStore(sections: [[1, 2], [3], [4]]), for: rig.view) {
      view, path, _ throws(CollectionViewError) in
      try view.dequeueReusableCell(withReuseIdentifier: "none", for: path)
    }
    rig.view.register(NumberCell.self, forCellWithReuseIdentifier: "none")
    try rig.view.layoutIfNeeded()
    #expect(throws: CollectionViewError.self) { try rig.source.remove(at: at(0, 0)) }
    #expect(rig.held == [[1, 2], [3], [4]] && other.store.itemCount == 4)
    rig.view.checkInvariants()
  }

  /// Operations that come with it make it an update like any other.
  @Test func operationsInsideTheBlockAreCheckedAgainstAllCounts() throws {
    let rig = try Rig<BTreeStore<Int>>([[1, 2], [3]])
    #expect(throws: CollectionViewError.self) {
      try rig.source.apply(Changeset(insertedItems: [at(0, 0)])) { _ in
        rig.view.deleteItems(at: [at(1, 0)])
        return 9
      }
    }
    #expect(rig.held == [[1, 2], [3]])
    rig.view.checkInvariants()
  }
}

extension SplitMix64 {
  /// A few operations, mostly on items, legal or not.
  fileprivate mutating func smallChangeset(for counts: [Int]) -> Changeset {
    func few(_ most: Int, _ numbers: inout SplitMix64) -> Range<Int> {
      0..<max(0, numbers.next(below: 2 * most) - most)
    }
    func item(_ numbers: inout SplitMix64) -> ItemPath {
      let section = numbers.next(below: max(1, counts.count))
      let count = section < counts.count ? counts[section] : 1
      return at(section, numbers.next(below: max(1, count)))
    }
    func section(_ numbers: inout SplitMix64) -> Int { numbers.next(below: counts.count + 1) }
    return Changeset(
      deletedSections: few(2, &self).map { _ in section(&self) },
      insertedSections: few(2, &self).map { _ in section(&self) },
      movedSections: few(2, &self).map { _ in .init(from: section(&self), to: section(&self)) },
      reloadedSections: few(2, &self).map { _ in section(&self) },
      deletedItems: few(3, &self).map { _ in item(&self) },
      insertedItems: few(3, &self).map { _ in item(&self) },
      movedItems: few(2, &self).map { _ in .init(from: item(&self), to: item(&self)) },
      reloadedItems: few(2, &self).map { _ in item(&self) },
      reconfiguredItems: few(2, &self).map { _ in item(&self) })
  }
}
