import BasicAlgorithms
import Changesets
import CollectionViews
import DataSources
import Geometry
import ItemStores
import Layouts
import Testing

/// A list of 40 rows of 10 points whose items a user may move.
private struct Rig {
  let view: CollectionView
  let source: DiffableDataSource<String, Int>

  init(_ sections: KeyValuePairs<String, [Int]>) throws {
    view = CollectionView(listOfHeight: 400, headerExtent: 0)
    view.auditsItemIdentities = true
    source = DiffableDataSource(
      for: view, cells: CellRegistration<NumberCell, Int> { cell, _, id in cell.number = id })
    source.reorderingHandlers.canReorderItem = { _ in true }
    var snapshot = source.snapshot()
    for (section, items) in sections {
      try snapshot.appendSections([section])
      try snapshot.appendItems(items)
    }
    try source.apply(snapshot, animatingDifferences: false)
    try view.layoutIfNeeded()
  }

  var shown: [Int?] { view.shownNumbers }

  /// Moves an item to a row, by the gesture's calls.
  func move(_ id: Int, toRow row: Int) throws -> Bool {
    guard let path = source.itemPath(for: id),
      try view.beginInteractiveMovementForItem(at: path)
    else { return false }
    try view.updateInteractiveMovementTargetPosition(Point(x: 5, y: Double(row) * 10 + 5))
    try view.endInteractiveMovement()
    try view.layoutIfNeeded()
    #expect(view.firstViolation() == nil)
    return true
  }
}

extension DiffableDataSource<String, Int> {
  /// Shows a section of these items.
  fileprivate func applySection(_ items: [Int], _ section: String) throws {
    var snapshot = DiffableSectionSnapshot<Int>()
    try snapshot.append(items)
    try apply(snapshot, to: section, animatingDifferences: false)
  }
}

/// Chooses where a moved item goes.
private final class TargetDelegate: CollectionViewDelegate {
  private let target: ItemPath
  init(_ target: ItemPath) { self.target = target }
  var implementedMethods: CollectionViewDelegateMethods { .moving }

  func collectionView(
    _ collectionView: CollectionView,
    targetItemPathForMoveOfItemFromOriginalItemPath original: ItemPath,
    atCurrentItemPath current: ItemPath, toProposedItemPath proposed: ItemPath
  ) -> ItemPath { target }
}

@Suite struct DiffableReorderingTests {
  @Test func aMoveIsTold() throws {
    let rig = try Rig(["a": [1, 2, 3], "b": [4, 5]])
    let source = rig.source
    var calls: [String] = []
    var transaction: DiffableTransaction<String, Int>?
    source.reorderingHandlers.canReorderItem = { id in
      calls.append("can \(id)")
      return id != 3
    }
    source.reorderingHandlers.willReorder = { [weak source] _ in
      calls.append("will \(source?.snapshot().itemIdentifiers ?? [])")
    }
    source.reorderingHandlers.didReorder = { [weak source] done in
      calls.append("did \(source?.snapshot().itemIdentifiers ?? [])")
      transaction = done
    }
    #expect(try !rig.move(3, toRow: 0))
    #expect(try rig.move(1, toRow: 4))
    #expect(
      calls == ["can 3", "can 1", "will [1, 2, 3, 4, 5]", "did [2, 3, 4, 1, 5]"])
    #expect(rig.shown == [2, 3, 4, 1, 5])
    #expect(try source.snapshot().itemIdentifiers(inSection: "b") == [4, 1, 5])
    #expect(source.itemPath(for: 1) == at(1, 1))
    let done = try #require(transaction)
    #expect(done.initialSnapshot.itemIdentifiers == [1, 2, 3, 4, 5])
    #expect(done.finalSnapshot.itemIdentifiers == [2, 3, 4, 1, 5])
    #expect([1, 2, 3, 4, 5].applying(done.difference) == [2, 3, 4, 1, 5])
    #expect(done.difference.count == 2)
    let sections = done.sectionTransactions
    #expect(sections.map(\.sectionIdentifier) == ["a", "b"])
    #expect(sections.map(\.initialSnapshot.items) == [[1, 2, 3], [4, 5]])
    #expect(sections.map(\.finalSnapshot.items) == [[2, 3], [4, 1, 5]])
    #expect([4, 5].applying(sections[1].difference) == [4, 1, 5])
  }

  @Test func aHandlerThatShowsAnotherSnapshotStopsTheMove() throws {
    let rig = try Rig(["a": [1, 2, 3], "b": [4]])
    let source = rig.source
    var next = source.snapshot()
    try next.deleteItems([1, 2])
    try next.appendItems([5, 6, 7])
    source.reorderingHandlers.willReorder = { [weak source] _ in
      source?.applySnapshotUsingReloadData(next)
    }
    var isTold = false
    source.reorderingHandlers.didReorder = { _ in isTold = true }
    #expect(try rig.move(1, toRow: 2))
    #expect(rig.shown == [3, 4, 5, 6, 7] && !isTold)
    #expect(source.snapshot().itemIdentifiers == [3, 4, 5, 6, 7])
    rig.view.checkInvariants()
  }

  /// An expanded item without children that are seen may be moved.
  @Test func onlyChildrenThatAreSeenStopAMove() throws {
    let rig = try Rig(["a": []])
    var outline = DiffableSectionSnapshot<Int>()
    try outline.append([1, 2, 3])
    try outline.append([20], to: 2)
    try outline.expand([1, 2])
    try rig.source.apply(outline, to: "a")
    #expect(rig.shown == [1, 2, 20, 3])
    #expect(try !rig.move(2, toRow: 0))
    #expect(try rig.move(1, toRow: 3))
    #expect(rig.shown == [2, 20, 3, 1])
    #expect(try rig.source.setExpanded(false, item: 2))
    #expect(try rig.move(2, toRow: 1))
    #expect(rig.shown == [3, 2, 1])
  }

  /// An item that is expanded while it is held leaves its children where they are, which no outline has.
  @Test func anItemThatIsExpandedInBetweenMovesAlone() throws {
    let rig = try Rig(["a": [], "b": [8]])
    var outline = DiffableSectionSnapshot<Int>()
    try outline.append([1, 2, 3])
    try outline.append([10, 11], to: 1)
    for (target, shown) in [(at(0, 4), [10, 11, 2, 3, 1, 8]), (at(1, 0), [10, 11, 2, 3, 1, 8])] {
      try rig.source.apply(outline, to: "a", animatingDifferences: false)
      try rig.source.applySection([8], "b")
      #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
      #expect(try rig.source.setExpanded(true, item: 1))
      let delegate = TargetDelegate(target)
      rig.view.delegate = delegate
      try rig.view.updateInteractiveMovementTargetPosition(Point(x: 5, y: 55))
      try rig.view.endInteractiveMovement()
      try rig.view.layoutIfNeeded()
      rig.view.delegate = nil
      #expect(rig.shown == shown, "\(target)")
      let section = try #require(rig.source.sectionIdentifier(for: target.section))
      let items = try rig.source.snapshot().itemIdentifiers(inSection: section)
      #expect(rig.source.snapshot(for: section).items == items && items.contains(1))
      #expect(rig.source.snapshot(for: "a").visibleItems == rig.source.snapshot(for: "a").items)
      #expect(try !rig.source.setExpanded(false, item: 1))
      #expect(rig.view.firstViolation() == nil)
    }
  }

  @Test func withoutAHandlerNothingMoves() throws {
    let rig = try Rig(["a": [1, 2, 3]])
    rig.source.reorderingHandlers.canReorderItem = nil
    #expect(try !rig.move(1, toRow: 2))
  }

  /// The item takes hidden children along, and gets the parent of the item behind it.
  @Test func outlinesFollow() throws {
    let rig = try Rig(["a": [], "b": [7]])
    var outline = DiffableSectionSnapshot<Int>()
    try outline.append([1, 2, 3])
    try outline.append([20, 21], to: 2)
    try outline.append([10, 11], to: 1)
    try outline.expand([1])
    try rig.source.apply(outline, to: "a")
    #expect(rig.shown == [1, 10, 11, 2, 3, 7])
    // Children that are seen would stay behind.
    #expect(try !rig.move(1, toRow: 4))
    #expect(try rig.move(2, toRow: 2))
    var moved = rig.source.snapshot(for: "a")
    #expect(rig.shown == [1, 10, 2, 11, 3, 7])
    #expect(moved.items == [1, 10, 2, 20, 21, 11, 3])
    #expect(try moved.parent(of: 2) == 1 && moved.parent(of: 20) == 2)
    #expect(try rig.source.setExpanded(true, item: 2))
    #expect(rig.shown == [1, 10, 2, 20, 21, 11, 3, 7])
    // To the end of a section it becomes a root; in a flat section it is one.
    #expect(try rig.source.setExpanded(false, item: 2))
    #expect(try rig.move(10, toRow: 4))
    moved = rig.source.snapshot(for: "a")
    #expect(rig.shown == [1, 2, 11, 3, 10, 7])
    #expect(try moved.parent(of: 10) == nil)
    #expect(try rig.move(3, toRow: 5))
    #expect(rig.source.snapshot(for: "b").items == [3, 7])
    #expect(rig.source.snapshot(for: "a").visibleItems == [1, 2, 11, 10])
  }

  @Test func aStoreMovesItsItem() throws {
    let view = CollectionView(listOfHeight: 400, headerExtent: 0)
    let source = StoreDataSource(
      BTreeStore(sections: [[1, 2, 3], [4]]), for: view,
      cells: CellRegistration<NumberCell, Int> { cell, _, id in cell.number = id })
    try view.layoutIfNeeded()
    #expect(try !view.beginInteractiveMovementForItem(at: at(0, 0)))
    source.allowsReordering = true
    #expect(try view.beginInteractiveMovementForItem(at: at(0, 0)))
    try view.updateInteractiveMovementTargetPosition(Point(x: 5, y: 35))
    try view.endInteractiveMovement()
    #expect(source.store.sections() == [[2, 3], [1, 4]])
    // An edit of the store while an item is moved, whose counts only the named sections are asked for.
    #expect(try view.beginInteractiveMovementForItem(at: at(0, 0)))
    try view.updateInteractiveMovementTargetPosition(Point(x: 5, y: 25))
    try source.insert(9, at: at(0, 0))
    try view.layoutIfNeeded()
    #expect(view.shownNumbers == [9, 2, 3, 1, 4])
    #expect(view.interactivelyMovingItemPath == at(0, 1))
    try view.cancelInteractiveMovement()
    view.checkInvariants()
  }

  /// Random moves and snapshots, also snapshots that come while an item is moved.
  @Test(arguments: UInt64(0)..<6)
  func generatedMoves(seed: UInt64) throws {
    let rig = try Rig(["a": Array(0..<8), "b": Array(8..<12), "c": [12]])
    var numbers = SplitMix64(seed: seed)
    var model: [[Int]] = [Array(0..<8), Array(8..<12), [12]]
    var next = 100
    for step in 0..<120 {
      let text = "seed \(seed), step \(step)"
      let all = model.flatMap { $0 }
      guard let id = all.randomElement(using: &numbers),
        let source = rig.source.itemPath(for: id),
        let row = all.indices.randomElement(using: &numbers)
      else { continue }
      #expect(try rig.view.beginInteractiveMovementForItem(at: source), "\(text)")
      try rig.view.updateInteractiveMovementTargetPosition(Point(x: 5, y: Double(row) * 10 + 5))
      if numbers.next(below: 3) == 0 {
        var snapshot = rig.source.snapshot()
        let section = numbers.next(below: 3)
        try snapshot.appendItems([next], toSection: ["a", "b", "c"][section])
        model[section].append(next)
        next += 1
        if model.flatMap({ $0 }).count > 30, let gone = all.randomElement(using: &numbers) {
          try snapshot.deleteItems([gone])
          for section in 0..<3 { model[section].removeAll { $0 == gone } }
        }
        try rig.source.apply(snapshot)
        try rig.view.cancelInteractiveMovement()
      } else {
        try rig.view.endInteractiveMovement()
        // The row's path, in the old order, is the item's afterwards.
        var (target, left) = (at(0, 0), row)
        for (section, items) in model.enumerated() {
          if left < items.count {
            target = at(section, left)
            break
          }
          left -= items.count
        }
        model[source.section].remove(at: source.item)
        model[target.section].insert(id, at: target.item)
      }
      try rig.view.layoutIfNeeded()
      #expect(rig.view.firstViolation() == nil, "\(text)")
      #expect(rig.shown == model.flatMap { $0 }, "\(text)")
      #expect(rig.source.snapshot().itemIdentifiers == model.flatMap { $0 }, "\(text)")
      for id in model.flatMap({ $0 }).prefix(4) {
        let path = try #require(rig.source.itemPath(for: id))
        #expect(model[path.section][path.item] == id, "\(text)")
      }
    }
  }
}
