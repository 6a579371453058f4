import BasicAlgorithms
import Changesets
import CollectionViews
import DataSources
import Geometry
import Layouts
import StressTesting
import Testing

/// A list of 40 rows of 10 points.
private struct Rig {
  let view: CollectionView
  let source: DiffableDataSource<String, Int>

  init() throws {
    view = CollectionView(listOfHeight: 400, headerExtent: 0)
    view.auditsItemIdentities = true
    source = DiffableDataSource(
      for: view, cells: CellRegistration<NumberCell, Int> { cell, _, id in cell.number = id })
    try view.layoutIfNeeded()
  }

  var shown: [Int?] { view.shownNumbers }
  func cell(_ id: Int) -> CollectionViewCell? {
    view.visibleCells.first { ($0 as? NumberCell)?.number == id }
  }
}

private func outline() throws -> DiffableSectionSnapshot<Int> {
  var outline = DiffableSectionSnapshot<Int>()
  try outline.append([1, 2])
  try outline.append([10, 11], to: 1)
  try outline.append([100], to: 10)
  return outline
}

@Suite struct DiffableOutlineTests {
  @Test func aSectionSnapshotIsShownWhereItsSectionIs() throws {
    let rig = try Rig()
    var all = rig.source.snapshot()
    try all.appendSections(["a", "b"])
    try all.appendItems([7, 8], toSection: "b")
    try rig.source.apply(all)
    var outline = try outline()
    try rig.source.apply(outline, to: "a")
    #expect(rig.shown == [1, 2, 7, 8])
    let cell = rig.cell(2)
    try outline.expand([1])
    var isDone = false
    try rig.source.apply(outline, to: "a", completion: { isDone = true })
    #expect(rig.shown == [1, 10, 11, 2, 7, 8])
    #expect(rig.cell(2) === cell && !isDone && !rig.view.animations.isEmpty)
    rig.view.clock.advance(by: rig.view.animationDuration)
    #expect(isDone)
    #expect(rig.source.snapshot(for: "a").items == [1, 10, 100, 11, 2])
    #expect(rig.source.snapshot(for: "b").items == [7, 8])
    #expect(rig.source.snapshot(for: "z").items.isEmpty)
    #expect(try rig.source.snapshot().itemIdentifiers(inSection: "a") == [1, 10, 11, 2])
    // A section that is not there is appended.
    var more = DiffableSectionSnapshot<Int>()
    try more.append([50])
    try rig.source.apply(more, to: "c", animatingDifferences: false)
    #expect(rig.shown == [1, 10, 11, 2, 7, 8, 50])
    #expect(rig.source.itemPath(for: 50) == at(2, 0))
    rig.view.checkInvariants()
  }

  @Test func aTouchAsksTheHandlersInOrder() throws {
    let rig = try Rig()
    try rig.source.apply(try outline(), to: "a")
    var calls: [String] = []
    var isAllowed = false
    let (source, view) = (rig.source, rig.view)
    source.sectionSnapshotHandlers.shouldExpandItem = { id in
      calls.append("should expand \(id)")
      return isAllowed
    }
    source.sectionSnapshotHandlers.willExpandItem = { calls.append("will expand \($0)") }
    source.sectionSnapshotHandlers.shouldCollapseItem = { id in
      calls.append("should collapse \(id)")
      return isAllowed
    }
    source.sectionSnapshotHandlers.willCollapseItem = { calls.append("will collapse \($0)") }
    #expect(try !source.setExpanded(true, item: 1))
    #expect(rig.shown == [1, 2] && calls == ["should expand 1"])
    isAllowed = true
    calls = []
    #expect(try source.setExpanded(true, item: 1))
    #expect(rig.shown == [1, 10, 11, 2] && calls == ["should expand 1", "will expand 1"])
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { id, known in
      calls.append("children of \(id), not \(known.items)")
      var children = DiffableSectionSnapshot<Int>()
      try? children.append([101, 102])
      return children
    }
    calls = []
    #expect(try source.setExpanded(true, item: 10))
    #expect(rig.shown == [1, 10, 101, 102, 11, 2])
    #expect(calls == ["should expand 10", "will expand 10", "children of 10, not [100]"])
    calls = []
    #expect(try source.setExpanded(false, item: 1))
    #expect(rig.shown == [1, 2] && calls == ["should collapse 1", "will collapse 1"])
    // What is so already, is hidden or unknown is left alone.
    calls = []
    #expect(try !source.setExpanded(false, item: 1))
    #expect(try !source.setExpanded(false, item: 10))
    #expect(try !source.setExpanded(true, item: 999))
    #expect(calls.isEmpty && source.snapshot(for: "a").isExpanded(10))
    view.checkInvariants()
  }

  /// The handler that is asked for children shows another snapshot, in which the item is elsewhere or
  /// absent.
  @Test(arguments: [[], [5, 6, 1], [1, 5]])
  func aHandlerShowsAnotherSnapshot(_ items: [Int]) throws {
    let rig = try Rig()
    var all = rig.source.snapshot()
    try all.appendSections(["b"])
    try all.appendItems([7], toSection: "b")
    try rig.source.apply(all)
    try rig.source.apply(try outline(), to: "a")
    var other = DiffableSnapshot<String, Int>()
    try other.appendSections(["c"])
    try other.appendItems(items)
    let source = rig.source
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { [weak source] _, known in
      source?.applySnapshotUsingReloadData(other)
      return known
    }
    var isDone = false
    #expect(try !rig.source.setExpanded(true, item: 1) { isDone = true })
    try rig.view.layoutIfNeeded()
    #expect(rig.shown == items && !isDone)
    #expect(rig.source.snapshot().itemIdentifiers == items)
    #expect(rig.source.snapshot(for: "a").items.isEmpty)
    rig.view.checkInvariants()
  }

  @Test func anItemOfAnotherSectionIsAnError() throws {
    let rig = try Rig()
    var all = rig.source.snapshot()
    try all.appendSections(["a", "b"])
    try all.appendItems([10], toSection: "b")
    try rig.source.apply(all)
    var outline = try outline()
    try rig.source.apply(outline, to: "a")
    #expect(rig.shown == [1, 2, 10])
    func expectError(_ identifier: String, _ change: () throws -> Void) {
      do {
        try change()
        Issue.record("no error")
      } catch CollectionViewError.itemInOtherSection(let text) {
        #expect(text.contains("identifier \(identifier) already"), "\(text)")
      } catch {
        Issue.record("\(error)")
      }
    }
    expectError("10") { try rig.source.setExpanded(true, item: 1) }
    try outline.expand([1])
    expectError("10") { try rig.source.apply(outline, to: "a") }
    // A section that does not exist yet, with items of another one.
    expectError("1") { try rig.source.apply(outline, to: "c") }
    #expect(rig.shown == [1, 2, 10])
    #expect(rig.source.snapshot().sectionIdentifiers == ["a", "b"])
    #expect(!rig.source.snapshot(for: "a").isExpanded(1))
    rig.view.checkInvariants()
  }

  @Test func aSnapshotOfAllSectionsKeepsOutlinesThatItShows() throws {
    let rig = try Rig()
    try rig.source.apply(try outline(), to: "a")
    var all = rig.source.snapshot()
    try all.appendSections(["b"])
    try all.appendItems([7])
    try rig.source.apply(all)
    #expect(rig.source.snapshot(for: "a").items == [1, 10, 100, 11, 2])
    #expect(try rig.source.setExpanded(true, item: 1))
    #expect(rig.shown == [1, 10, 11, 2, 7])
    // Other items make the section flat.
    all = rig.source.snapshot()
    try all.deleteItems([11])
    try rig.source.apply(all)
    #expect(rig.source.snapshot(for: "a").items == [1, 10, 2])
    #expect(try !rig.source.setExpanded(false, item: 1))
  }

  @Test func aRefusedUpdateKeepsTheOutline() throws {
    let rig = try Rig()
    try rig.source.apply(try outline(), to: "a")
    (rig.view.collectionViewLayout as? ListLayout)?.itemExtent = -1
    #expect(throws: CollectionViewError.self) { try rig.source.setExpanded(true, item: 1) }
    #expect(!rig.source.snapshot(for: "a").isExpanded(1))
    #expect(rig.source.snapshot().itemIdentifiers == [1, 2])
    (rig.view.collectionViewLayout as? ListLayout)?.itemExtent = 10
    #expect(try rig.source.setExpanded(true, item: 1))
    #expect(rig.shown == [1, 10, 11, 2])
  }

  /// Random outlines of two sections, applied and touched.
  @Test(arguments: UInt64(0)..<6)
  func generatedOutlines(seed: UInt64) throws {
    let rig = try Rig()
    var numbers = SplitMix64(seed: seed)
    var scripts = [
      OutlineEdits(seed: seed), OutlineEdits(seed: ~seed, firstID: 1_000_000),
    ]
    for index in 0..<2 { try rig.source.apply(scripts[index].snapshot, to: "\(index)") }
    var touches = 0
    for step in 0..<120 {
      let text = "seed \(seed), step \(step)"
      let index = numbers.next(below: 2)
      if numbers.next(below: 2) == 0, let item = scripts[index].anyItem(),
        let node = scripts[index].model.node(item)
      {
        let changes = try rig.source.setExpanded(!node.isExpanded, item: item)
        #expect(changes == node.isVisible, "\(text)")
        if changes {
          touches += 1
          node.isExpanded.toggle()
          scripts[index].snapshot = rig.source.snapshot(for: "\(index)")
        }
      } else {
        for _ in 0..<numbers.next(below: 5) { try scripts[index].edit() }
        try rig.source.apply(
          scripts[index].snapshot, to: "\(index)", animatingDifferences: step % 3 > 0)
      }
      try scripts[index].check(text)
      #expect(rig.view.firstViolation() == nil, "\(text)")
      let visible = scripts.flatMap(\.model.visible)
      #expect(rig.source.snapshot().itemIdentifiers == visible, "\(text)")
      for id in visible.prefix(5) {
        let path = try #require(rig.source.itemPath(for: id))
        #expect(rig.source.itemIdentifier(for: path) == id, "\(text)")
      }
      rig.view.clock.advance(by: rig.view.animationDuration)
      try rig.view.layoutIfNeeded()
      let first = Int(rig.view.contentOffset.y / 10)
      #expect(rig.shown == Array(visible.dropFirst(first).prefix(40)), "\(text)")
    }
    #expect(touches > 10)
  }
}
