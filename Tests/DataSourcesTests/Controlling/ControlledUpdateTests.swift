import Changesets
import CollectionViews
import DataSources
import Geometry
import Layouts
import Testing

/// A subclass that makes updates, as a source of a database does.
private final class EditedSource: ControllingDataSource<String, Int> {
  var sections: [[Int]] = []
  /// The item that cannot be had.
  var unavailable: Int?
  var log: [String] = []

  override var sectionCount: Int { sections.count }
  override func itemCount(inSection section: Int) -> Int { sections[section].count }

  override func loadItem(at path: ItemPath) throws(CollectionViewError) -> Int? {
    let item = sections[path.section][path.item]
    if item == unavailable { throw .itemUnavailable(path, reason: "it is locked") }
    return item
  }

  override func reset() { reloadControlled { sections = [] } }

  override func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool {
    log.append("asked to move \(path)")
    return true
  }

  override func collectionView(
    _ collectionView: CollectionView, moveItemAt source: ItemPath, to target: ItemPath
  ) {
    log.append("moved \(source) to \(target)")
    sections[target.section].insert(
      sections[source.section].remove(at: source.item), at: target.item)
  }

  func edit(
    _ changeset: Changeset, isExact: Bool = false, to target: [[Int]]
  ) throws(CollectionViewError) {
    let before = sections
    try performControlledUpdate(
      changeset, isExact: isExact, completion: { self.log.append("completed \($0)") },
      swap: {
        sections = target
        log.append("swapped")
      },
      rollBack: {
        sections = before
        log.append("rolled back")
      })
  }
}

/// Updates by a subclass in another module.
@Suite struct ControlledUpdateTests {
  private func rig(
    _ sections: [[Int]], laysOut: Bool = true
  ) throws -> (view: CollectionView, source: EditedSource) {
    let view = plainList()
    let source = try EditedSource(for: view)
    source.register(NumberCell.self) { cell, number in cell.number = number }
    source.postUpdate = { [weak source, weak view] in
      source?.log.append("post \(view?.itemCounts ?? [])")
    }
    source.reloadControlled { source.sections = sections }
    if laysOut { try view.layoutIfNeeded() }
    return (view, source)
  }

  private let insertion = Changeset(insertedItems: [at(0, 0)])

  /// L-17, NX-11.
  @Test func postUpdateFollowsTheUpdateAndPrecedesItsAnimationsEnd() throws {
    for isExact in [false, true] {
      let (view, source) = try rig([[1], [2]])
      view.animationsEnabled = true
      try source.edit(insertion, isExact: isExact, to: [[0, 1], [2]])
      #expect(source.log == ["post [1, 1]", "swapped", "post [2, 1]"])
      #expect(view.shownNumbers == [0, 1, 2])
      view.clock.advance(by: view.animationDuration)
      #expect(source.log.last == "completed true" && source.log.count == 4)
      view.checkInvariants()
    }
  }

  /// NX-11, BU-6: nobody has asked for the counts before the update.
  @Test func threeInsertionsWithUnknownCountsAreOneUpdate() throws {
    let view = plainList()
    let source = try EditedSource(for: view)
    source.register(NumberCell.self)
    var postUpdates = 0
    source.postUpdate = { postUpdates += 1 }
    source.reloadControlled { source.sections = [[]] }
    #expect(postUpdates == 1)
    try source.edit(Changeset(insertedItems: (0..<3).map { at(0, $0) }), to: [[1, 2, 3]])
    #expect(postUpdates == 2 && view.itemCounts == [3])
  }

  @Test func anExactUpdateCountsOnlyChangedSections() throws {
    let sections = (0..<200).map { [$0] }
    var target = sections
    target[7] = [7, 8]
    let changeset = Changeset(insertedItems: [at(7, 1)])
    for (isExact, calls) in [(false, 201), (true, 2)] {
      let (view, source) = try rig(sections)
      let before = view.work.countCalls
      try source.edit(changeset, isExact: isExact, to: target)
      #expect(view.work.countCalls - before == calls)
      #expect(view.numberOfItems(inSection: 7) == 2)
    }
  }

  /// The view calls the methods that a subclass overrides (N-8), also of a source that makes all updates.
  @Test func aSubclassLetsAUserMoveItems() throws {
    let (view, source) = try rig([[1, 2, 3]])
    source.log = []
    #expect(try view.beginInteractiveMovementForItem(at: at(0, 0)))
    try view.updateInteractiveMovementTargetPosition(
      view.layoutAttributesForItem(at: at(0, 2))?.center ?? .zero)
    try view.endInteractiveMovement()
    #expect(source.log == ["asked to move [0, 0]", "moved [0, 0] to [0, 2]"])
    #expect(source.sections == [[2, 3, 1]] && view.shownNumbers == [2, 3, 1])
    view.checkInvariants()
    let plain = try ControllingDataSource<String, Int>(for: plainList())
    plain.collectionView(view, moveItemAt: at(0, 0), to: at(0, 1))
    #expect(!plain.collectionView(view, canMoveItemAt: at(0, 0)))
  }

  @Test func aRefusedUpdateRollsBackAndTellsNobody() throws {
    for isExact in [false, true] {
      let (view, source) = try rig([[1], [2]])
      source.log = []
      #expect(throws: CollectionViewError.self) {
        try source.edit(insertion, isExact: isExact, to: [[0], [2]])
      }
      #expect(source.log == ["swapped", "rolled back"] && source.sections == [[1], [2]])
      try view.layoutIfNeeded()
      #expect(view.shownNumbers == [1, 2])
      view.checkInvariants()
    }
  }

  @Test func anErrorOfACellComesAfterTheUpdateAndPostUpdate() throws {
    let (view, source) = try rig([[1], [2]])
    source.log = []
    source.unavailable = 0
    let error = CollectionViewError.itemUnavailable(at(0, 0), reason: "it is locked")
    #expect(throws: error) { try source.edit(insertion, to: [[0, 1], [2]]) }
    #expect(view.lastUpdateWasApplied && view.itemCounts == [2, 1])
    #expect(source.log.contains("post [2, 1]") && !source.log.contains("rolled back"))
    #expect(source.item(at: at(0, 0)) == nil && source.item(at: at(0, 1)) == 1)
    #expect(source.itemPaths(of: 2) == [at(1, 0)] && source.itemPaths(of: 0) == [])
    source.unavailable = nil
    try view.layoutIfNeeded()
    #expect(view.shownNumbers == [0, 1, 2])
    view.checkInvariants()
  }

  @Test func anErrorOfThePassBeforeTheBlockLeavesTheItems() throws {
    let (view, source) = try rig((0..<30).map { [$0] })
    source.log = []
    source.unavailable = 15
    view.setContentOffset(Point(x: 0, y: 100))
    #expect(throws: CollectionViewError.itemUnavailable(at(15, 0), reason: "it is locked")) {
      try source.edit(insertion, to: [[0, 1]])
    }
    #expect(source.log == [] && source.sectionCount == 30)
  }

  @Test func anErrorOfTheChangeItselfRollsNothingBack() throws {
    let (view, source) = try rig([[1]])
    source.log = []
    let error = CollectionViewError.itemUnavailable(at(0, 0), reason: "it is gone")
    #expect(throws: error) {
      try source.performControlledUpdate(
        change: { () throws(CollectionViewError) -> Changeset? in throw error },
        rollBack: { source.log.append("rolled back") })
    }
    #expect(source.log == [] && view.itemCounts == [1])
  }

  @Test func insideAnotherBlockNothingChanges() throws {
    let (view, source) = try rig([[1]])
    source.log = []
    #expect(throws: CollectionViewError.editInsideUpdate) {
      try view.performBatchUpdates { () throws(CollectionViewError) in
        try source.edit(insertion, to: [[0, 1]])
      }
    }
    #expect(source.log == [] && source.sections == [[1]])
  }

  @Test func aChangeWithoutOperationsReloads() throws {
    let (view, source) = try rig([[1]])
    let reloads = view.work.reloads
    try source.performControlledUpdate(change: { () throws(CollectionViewError) -> Changeset? in
      source.sections = [[5], [6]]
      return nil
    })
    #expect(view.work.reloads == reloads + 1 && view.shownNumbers == [5, 6])
    #expect(source.log.last == "post [1, 1]")
  }

  @Test func withoutItsViewOnlyTheItemsChange() throws {
    let (view, source) = try rig([[1]])
    let plain = PlainSource([])
    view.dataSource = plain
    let work = view.work.updates + view.work.reloads
    source.log = []
    try source.edit(insertion, to: [[0, 1]])
    #expect(source.sections == [[0, 1]] && view.work.updates + view.work.reloads == work)
    #expect(source.log == ["swapped", "post []", "completed true"])
  }

  @Test func sectionsAndItemsAreEditedTogether() throws {
    let (view, source) = try rig([[1, 2], [3]])
    let changeset = Changeset(
      deletedSections: [1], insertedSections: [0],
      movedItems: [.init(from: at(0, 0), to: at(1, 1))],
      reconfiguredItems: [at(0, 1)])
    try source.edit(changeset, isExact: true, to: [[9], [2, 1]])
    #expect(view.shownNumbers == [9, 2, 1] && view.itemCounts == [1, 2])
    // What the guard refuses to others stays refused.
    view.deleteSections([0])
    #expect(throws: CollectionViewError.self) { try view.layoutIfNeeded() }
    source.reset()
    #expect(view.itemCounts == [])
  }
}
