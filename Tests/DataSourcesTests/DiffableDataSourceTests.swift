import BasicAlgorithms
import Changesets
import CollectionViews
import DataSources
import Datasets
import Geometry
import Layouts
import Testing

/// A cell that knows which item it shows, and how often it was filled.
private final class ItemCell: CollectionViewCell {
  var id: Int?
  var fillCount = 0
}

/// A list of rows of 10 points, twenty of which are seen.
private struct Rig {
  let view: CollectionView
  let source: DiffableDataSource<Int, Int>

  init(headers: Bool = false) {
    view = CollectionView(listOfHeight: 200, headerExtent: headers ? 5 : 0)
    view.auditsItemIdentities = true
    source = DiffableDataSource(
      for: view,
      cells: CellRegistration<ItemCell, Int> { cell, _, id in
        cell.id = id
        cell.fillCount += 1
      })
    guard headers else { return }
    source.supplementaryViewProvider = {
      [weak source] view, kind, path throws(CollectionViewError) in
      let title = try view.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "title", for: path)
      let section = source?.sectionIdentifier(for: path.section)
      (title as? TitleView)?.title = section.map { "\($0)" } ?? "none"
      return title
    }
  }

  /// The cells that are shown, by item.
  var cells: [Int: ItemCell] {
    var cells: [Int: ItemCell] = [:]
    for case let cell as ItemCell in view.visibleCells {
      if let id = cell.id { cells[id] = cell }
    }
    return cells
  }

  /// The items that are shown, in order.
  var shown: [Int] { view.visibleCells.compactMap { ($0 as? ItemCell)?.id } }
}

private func snapshot(_ sections: [[Int]]) throws -> DiffableSnapshot<Int, Int> {
  var snapshot = DiffableSnapshot<Int, Int>()
  try snapshot.appendSections(Array(sections.indices))
  for (section, items) in sections.enumerated() {
    try snapshot.appendItems(items, toSection: section)
  }
  return snapshot
}

@Suite struct DiffableDataSourceTests {
  @Test func snapshotsAreShown() throws {
    let rig = Rig(headers: true)
    try rig.view.layoutIfNeeded()
    #expect(rig.view.numberOfSections == 0)
    try rig.source.apply(try snapshot([[1, 2], [3]]))
    #expect(rig.shown == [1, 2, 3])
    let cells = rig.cells
    var next = rig.source.snapshot()
    try next.moveSection(1, beforeSection: 0)
    try next.moveItem(1, beforeItem: 3)
    try next.deleteItems([2])
    try next.appendItems([4])
    try rig.source.apply(next)
    #expect(rig.shown == [1, 3, 4])
    #expect(rig.cells[1] === cells[1] && rig.cells[3] === cells[3])
    #expect(rig.source.itemIdentifier(for: ItemPath(section: 0, item: 1)) == 3)
    #expect(rig.source.itemPath(for: 4) == ItemPath(section: 1, item: 0))
    #expect(rig.source.itemPath(for: 2) == nil)
    #expect(rig.source.index(for: 1) == 0 && rig.source.sectionIdentifier(for: 2) == nil)
    let titles = (0..<2).map {
      rig.view.supplementaryView(forElementOfKind: .sectionHeader, at: ElementPath(section: $0))
    }
    #expect(titles.map { ($0 as? TitleView)?.title } == ["1", "0"])
    #expect(rig.view.work.updates == 2)
    rig.view.checkInvariants()
  }

  /// The same update either way; without animation there is nothing to move.
  @Test func animationIsOptional() throws {
    for animates in [true, false] {
      let rig = Rig()
      try rig.view.layoutIfNeeded()
      try rig.source.apply(try snapshot([[1, 2, 3]]), animatingDifferences: false)
      #expect(rig.view.animations.isEmpty)
      let cells = rig.cells
      var isDone = false
      try rig.source.apply(
        try snapshot([[3, 1]]), animatingDifferences: animates, completion: { isDone = true })
      #expect(rig.view.animations.isEmpty == !animates)
      #expect(isDone == !animates)
      #expect(rig.view.animationsEnabled)
      rig.view.clock.advance(by: rig.view.animationDuration)
      #expect(isDone && rig.view.animations.isEmpty)
      #expect(rig.shown == [3, 1])
      #expect(rig.cells[1] === cells[1] && rig.cells[3] === cells[3])
      #expect(rig.view.work.updates == 2)
    }
  }

  /// A snapshot that is applied in the completion of an update without animation is animated.
  @Test func aCompletionMayApply() throws {
    let rig = Rig()
    try rig.view.layoutIfNeeded()
    let last = try snapshot([[1, 2]])
    var failure: (any Error)?
    try rig.source.apply(
      try snapshot([[1]]), animatingDifferences: false,
      completion: { do { try rig.source.apply(last) } catch { failure = error } })
    #expect(failure == nil)
    #expect(rig.shown == [1, 2])
    #expect(!rig.view.animations.isEmpty && rig.view.animationsEnabled)
  }

  /// A completion that waits for an earlier one leaves the view's own choice alone.
  @Test func aLateCompletionDoesNotTurnAnimationsOn() throws {
    let rig = Rig()
    try rig.view.layoutIfNeeded()
    try rig.source.apply(try snapshot([[1]]))
    var isDone = false
    try rig.source.apply(
      try snapshot([[1, 2]]), animatingDifferences: false, completion: { isDone = true })
    rig.view.animationsEnabled = false
    rig.view.clock.advance(by: rig.view.animationDuration)
    #expect(isDone && !rig.view.animationsEnabled)
  }

  @Test func markedItemsAreReloadedOrReconfigured() throws {
    let rig = Rig()
    try rig.view.layoutIfNeeded()
    try rig.source.apply(try snapshot([[1, 2, 3, 4], [5, 6]]))
    let cells = rig.cells
    var next = rig.source.snapshot()
    try next.reloadItems([1, 4])
    try next.reconfigureItems([2])
    try next.moveItem(4, beforeItem: 1)
    try next.appendItems([7])
    try next.reloadItems([7])
    try rig.source.apply(next)
    #expect(rig.shown == [4, 1, 2, 3, 5, 6, 7])
    #expect(rig.cells[1] !== cells[1])
    // What moves keeps its cell.
    #expect(rig.cells[4] === cells[4] && rig.cells[4]?.fillCount == 2)
    #expect(rig.cells[2] === cells[2] && rig.cells[2]?.fillCount == 2)
    #expect(rig.cells[3] === cells[3] && rig.cells[3]?.fillCount == 1)
    #expect(rig.source.snapshot().reloadedItemIdentifiers.isEmpty)
    // A section that items leave cannot be reloaded; it is deleted and inserted.
    next = rig.source.snapshot()
    try next.reloadSections([1])
    try next.moveItem(6, beforeItem: 4)
    let (five, six) = (rig.cells[5], rig.cells[6])
    try rig.source.apply(next)
    #expect(rig.shown == [6, 4, 1, 2, 3, 5, 7])
    #expect(rig.cells[5] !== five && rig.cells[6] === six)
    rig.view.checkInvariants()
  }

  @Test func aReloadComparesNothing() throws {
    let rig = Rig()
    try rig.view.layoutIfNeeded()
    try rig.source.apply(try snapshot([[1, 2]]))
    let updates = rig.view.work.updates
    var isDone = false
    rig.source.applySnapshotUsingReloadData(try snapshot([[2, 9]]), completion: { isDone = true })
    try rig.view.layoutIfNeeded()
    #expect(isDone && rig.shown == [2, 9])
    #expect(rig.view.work.updates == updates)
  }

  @Test func aRefusedUpdateChangesNothing() throws {
    let rig = Rig()
    try rig.view.layoutIfNeeded()
    try rig.source.apply(try snapshot([[1, 2]]))
    let next = try snapshot([[2]])
    try rig.view.performBatchUpdates {
      #expect(throws: CollectionViewError.editInsideUpdate) { try rig.source.apply(next) }
    }
    #expect(rig.source.snapshot().itemIdentifiers == [1, 2])
    // A layout that cannot show it.
    (rig.view.collectionViewLayout as? ListLayout)?.itemExtent = -1
    #expect(throws: CollectionViewError.self) {
      try rig.source.apply(next, animatingDifferences: false)
    }
    #expect(rig.source.snapshot().itemIdentifiers == [1, 2])
    #expect(rig.view.animationsEnabled)
    (rig.view.collectionViewLayout as? ListLayout)?.itemExtent = 10
    try rig.source.apply(next)
    #expect(rig.shown == [2])
    rig.view.checkInvariants()
  }

  @Test func withoutAViewSnapshotsAreKept() throws {
    var rig: Rig? = Rig()
    let source = try #require(rig?.source)
    rig = nil
    var isDone = false
    try source.apply(try snapshot([[1]]), completion: { isDone = true })
    #expect(isDone && source.snapshot().itemIdentifiers == [1])
  }

  /// Random snapshots, marked and not, animated and not, at any place of the content.
  @Test(arguments: UInt64(0)..<6)
  func generatedSnapshots(seed: UInt64) throws {
    let rig = Rig()
    try rig.view.layoutIfNeeded()
    var script = SnapshotScript(seed: seed)
    var numbers = SplitMix64(seed: ~seed)
    var (reconfigureCount, reloadCount) = (0, 0)
    for step in 0..<120 {
      script.snapshot = rig.source.snapshot()
      for _ in 0..<Int.random(in: 0...12, using: &numbers) { try script.edit() }
      let ids = script.snapshot.itemIdentifiers.shuffled(using: &numbers)
      let (reloaded, reconfigured) = (ids.prefix(step % 3), ids.dropFirst(2).prefix(step % 2))
      try script.snapshot.reloadItems(Array(reloaded))
      try script.snapshot.reconfigureItems(Array(reconfigured))
      let sections = step % 5 == 0 ? Array(script.snapshot.sectionIdentifiers.prefix(1)) : []
      try script.snapshot.reloadSections(sections)
      let before = rig.cells
      let fills = before.mapValues(\.fillCount)
      let animates = Bool.random(using: &numbers)
      try rig.source.apply(script.snapshot, animatingDifferences: animates)
      let after = rig.cells
      let text = "seed \(seed), step \(step)"
      #expect(rig.view.firstViolation() == nil, "\(text)")
      #expect(rig.source.snapshot().itemIdentifiers == script.model.flatMap(\.items), "\(text)")
      let counts = script.model.indices.map { rig.view.numberOfItems(inSection: $0) }
      #expect(counts == script.model.map(\.items.count), "\(text)")
      let inSection = Set(script.model.filter { sections.contains($0.id) }.flatMap(\.items))
      for (id, cell) in after {
        guard let old = before[id], !inSection.contains(id) else { continue }
        if !reloaded.contains(id) { #expect(old === cell, "\(text): another cell for \(id)") }
        if reconfigured.contains(id) {
          reconfigureCount += 1
          #expect(cell.fillCount == (fills[id] ?? 0) + 1, "\(text), \(id)")
        } else if reloaded.contains(id) {
          reloadCount += 1
          #expect(old !== cell || cell.fillCount > (fills[id] ?? 0), "\(text), \(id)")
        }
      }
      rig.view.clock.advance(by: rig.view.animationDuration)
      let range = max(0, rig.view.contentSize.height - 200)
      rig.view.setContentOffset(Point(x: 0, y: Double.random(in: 0...range, using: &numbers)))
      try rig.view.layoutIfNeeded()
      let all = script.model.flatMap(\.items)
      let first = Int(rig.view.contentOffset.y / 10)
      let last = Int(((rig.view.contentOffset.y + 200) / 10).rounded(.up))
      #expect(rig.shown == Array(all[min(first, all.count)..<min(last, all.count)]), "\(text)")
    }
    #expect(reconfigureCount > 5 && reloadCount > 5, "\(reconfigureCount), \(reloadCount)")
  }
}
