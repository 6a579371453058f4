import Changesets
import CollectionViews
import DataSources
import ItemStores
import Layouts
import Testing

private typealias People = ArrayDataSource<String, Person>

/// A call that changes paths, and its name in the error.
private struct ForeignCall: CustomStringConvertible {
  let name: String
  let make: (CollectionView) throws -> Void
  var description: String { name }

  static var all: [ForeignCall] {
    [
      ForeignCall(name: "insertItems(at:)") { $0.insertItems(at: [at(0, 0)]) },
      ForeignCall(name: "deleteItems(at:)") { $0.deleteItems(at: [at(0, 0)]) },
      ForeignCall(name: "moveItem(at:to:)") { $0.moveItem(at: at(0, 0), to: at(0, 1)) },
      ForeignCall(name: "insertSections(_:)") { $0.insertSections([0]) },
      ForeignCall(name: "deleteSections(_:)") { $0.deleteSections([0]) },
      ForeignCall(name: "moveSection(_:toSection:)") { $0.moveSection(0, toSection: 1) },
    ]
      + changesets.map { changeset in
        ForeignCall(name: "apply(_:completion:)") { try $0.apply(changeset) }
      }
  }

  /// One changeset for each kind of operation.
  private static var changesets: [Changeset] {
    [
      Changeset(insertedItems: [at(0, 0)]), Changeset(deletedItems: [at(0, 0)]),
      Changeset(movedItems: [.init(from: at(0, 0), to: at(0, 1))]),
      Changeset(insertedSections: [0]),
      Changeset(deletedSections: [0]), Changeset(movedSections: [.init(from: 0, to: 1)]),
    ]
  }
}

/// Control: only the data source inserts, deletes and moves (L-2).
@Suite struct UpdateControlTests {
  private func rig() throws -> (view: CollectionView, source: People) {
    let view = plainList()
    let source = try People(for: view)
    source.register(PersonCell.self) { cell, person in cell.show(person) }
    source.reload(sections: [[peter, paul], [marry]])
    try view.layoutIfNeeded()
    return (view, source)
  }

  private func error(of call: String) -> CollectionViewError {
    .controlled(by: "StaticDataSource<String, NestedArrayStore<Person>>", call: call)
  }

  private func expectUnchanged(_ view: CollectionView, _ comment: String) throws {
    #expect(!view.lastUpdateWasApplied, "\(comment)")
    #expect(view.work.updates == 0 && view.itemCounts == [2, 1], "\(comment)")
    try view.layoutIfNeeded()
    #expect(view.shownNames == ["Peter", "Paul", "Marry"], "\(comment)")
    view.checkInvariants()
  }

  /// L-2.
  @Test func aForeignCallInsideABlockIsThrown() throws {
    for call in ForeignCall.all {
      let (view, source) = try rig()
      var isCompleted = false
      #expect(throws: error(of: call.name), "\(call)") {
        try view.performBatchUpdates(
          { try call.make(view) }, completion: { _ in isCompleted = true })
      }
      #expect(!isCompleted && view.lastUpdateError == error(of: call.name), "\(call)")
      try expectUnchanged(view, call.name)
      #expect(source.sectionCount == 2)
    }
  }

  /// L-2.
  @Test func aForeignCallOutsideOfABlockIsThrownByTheNextPass() throws {
    for call in ForeignCall.all where !call.name.hasPrefix("apply") {
      let (view, source) = try rig()
      try call.make(view)
      #expect(view.lastUpdateError == error(of: call.name))
      #expect(!view.lastUpdateWasApplied, "\(call)")
      #expect(throws: error(of: call.name), "\(call)") { try view.layoutIfNeeded() }
      try expectUnchanged(view, call.name)
      #expect(source.sectionCount == 2)
    }
  }

  /// L-2.
  @Test func aForeignChangesetIsThrown() throws {
    for call in ForeignCall.all where call.name.hasPrefix("apply") {
      let (view, source) = try rig()
      #expect(throws: error(of: call.name)) { try call.make(view) }
      try expectUnchanged(view, call.name)
      #expect(source.sectionCount == 2)
    }
  }

  /// L-2.
  @Test func countsThatAgreeDoNotHelp() throws {
    let (view, source) = try rig()
    #expect(throws: error(of: "deleteItems(at:)")) {
      try view.performBatchUpdates {
        view.deleteItems(at: [at(0, 0)])
        view.insertItems(at: [at(0, 1)])
      }
    }
    try expectUnchanged(view, "a batch")
    let swap = Changeset(movedItems: [.init(from: at(0, 1), to: at(0, 0))])
    #expect(throws: error(of: "apply(_:completion:)")) { try view.apply(swap) }
    view.moveItem(at: at(0, 0), to: at(0, 0))
    #expect(throws: error(of: "moveItem(at:to:)")) { try view.layoutIfNeeded() }
    try expectUnchanged(view, "moves")
    #expect(source.item(at: at(0, 0)) == peter)
  }

  /// L-2.
  @Test func lenientValidationAndOffscreenReloadsDoNotHelp() throws {
    let (view, source) = try rig()
    view.updateValidation = .lenient
    #expect(throws: error(of: "insertItems(at:)")) {
      try view.performBatchUpdates { view.insertItems(at: [at(0, 0)]) }
    }
    try expectUnchanged(view, "lenient")
    let hidden = plainList()
    hidden.offscreenUpdatePolicy = .reloadInstead
    let other = try People(for: hidden)
    #expect(throws: error(of: "insertSections(_:)")) {
      try hidden.performBatchUpdates { hidden.insertSections([0]) }
    }
    #expect(source.sectionCount == 2 && other.sectionCount == 0)
  }

  /// L-2.
  @Test func aBlockThatGoesOnIsRefusedAsAWhole() throws {
    let (view, source) = try rig()
    #expect(throws: error(of: "deleteItems(at:)")) {
      try view.performBatchUpdates {
        view.reloadItems(at: [at(0, 1)])
        try view.performBatchUpdates { view.deleteItems(at: [at(0, 0)]) }
        view.reconfigureItems(at: [at(0, 0)])
      }
    }
    try expectUnchanged(view, "nested")
    #expect(view.visibleCells.map { ($0 as? PersonCell)?.fillCount } == [1, 1, 1])
    #expect(source.sectionCount == 2)
  }

  /// L-2.
  @Test func reloadsAndReconfigurationsAreAllowed() throws {
    let (view, source) = try rig()
    let cells = view.visibleCells
    try view.performBatchUpdates {
      view.reloadItems(at: [at(0, 0)])
      view.reconfigureItems(at: [at(0, 1)])
      view.reloadSections([1])
    }
    #expect(view.work.updates == 1)
    #expect(view.visibleCells.map { ($0 as? PersonCell)?.fillCount } == [1, 2, 1])
    #expect(view.visibleCells[1] === cells[1] && view.visibleCells[0] !== cells[0])
    view.reconfigureItems(at: [at(0, 1)])
    try view.apply(Changeset(reloadedSections: [0], reconfiguredItems: [at(1, 0)]))
    #expect(view.work.updates == 3 && view.lastUpdateError == nil)
    view.reloadData()
    try view.layoutIfNeeded()
    #expect(view.shownNames == ["Peter", "Paul", "Marry"] && source.sectionCount == 2)
  }

  @Test func operationsOnNothingAreAllowed() throws {
    let (view, source) = try rig()
    view.insertItems(at: [])
    view.deleteSections([Int]())
    try view.performBatchUpdates {}
    try view.apply(Changeset())
    #expect(view.lastUpdateError == nil && source.sectionCount == 2)
  }

  /// L-2.
  @Test func aReloadInARefusedBlockStillHappens() throws {
    let (view, source) = try rig()
    #expect(throws: error(of: "deleteItems(at:)")) {
      try view.performBatchUpdates {
        source.reload(sections: [[lisa]])
        view.deleteItems(at: [at(0, 0)])
      }
    }
    try view.layoutIfNeeded()
    #expect(view.shownNames == ["Lisa"])
    view.checkInvariants()
  }

  /// L-2.
  @Test func theKnobTurnsTheGuardOffAndOn() throws {
    let (view, source) = try rig()
    source.controlsUpdates = false
    try view.performBatchUpdates {
      view.deleteItems(at: [at(0, 0)])
      view.insertItems(at: [at(0, 0)])
    }
    #expect(view.work.updates == 1 && view.shownNames == ["Peter", "Paul", "Marry"])
    source.controlsUpdates = true
    view.deleteSections([0])
    #expect(throws: error(of: "deleteSections(_:)")) { try view.layoutIfNeeded() }
    #expect(view.work.updates == 1)
  }

  @Test func controlEndsWithTheDataSource() throws {
    let view = plainList()
    let plain = PlainSource([0])
    do {
      let source = try People(for: view)
      source.reload(sections: [[]])
      view.dataSource = plain
      plain.counts = [0, 0]
      #expect(view.itemCounts == [0, 0])
      plain.counts = [0]
      view.deleteSections([1])
      #expect(view.lastUpdateError == nil && view.itemCounts == [0])
      // A source that is put back controls again.
      view.dataSource = source
      view.deleteSections([0])
      #expect(view.lastUpdateError == error(of: "deleteSections(_:)"))
    }
    // It is gone, which the view notices when it is asked.
    view.reloadData()
    try view.performBatchUpdates { view.reloadSections([Int]()) }
    #expect(throws: CollectionViewError.self) { try view.apply(Changeset(deletedSections: [0])) }
    guard case .changeset = view.lastUpdateError else {
      Issue.record("\(String(describing: view.lastUpdateError))")
      return
    }
  }

  /// L-2: a store's data source that is no longer installed is foreign too.
  @Test func anEarlierDataSourceIsForeign() throws {
    let view = plainList()
    let cells = CellRegistration<PersonCell, Person> { cell, _, person in cell.show(person) }
    let earlier = StoreDataSource(BTreeStore(sections: [[peter]]), for: view, cells: cells)
    let source = try People(for: view)
    source.reload(sections: [[peter]])
    #expect(throws: error(of: "apply(_:completion:)")) { try earlier.remove(at: at(0, 0)) }
    #expect(earlier.store.itemCount == 1 && view.itemCounts == [1])
    #expect(source.sectionCount == 1)
  }

  /// NX-1.
  @Test func aSecondDataSourceForOneViewIsAnError() throws {
    let (view, source) = try rig()
    let name = "StaticDataSource<String, NestedArrayStore<Person>>"
    let error = CollectionViewError.secondDataSource(
      installed: name, new: "ControllingDataSource<Int, Int>")
    #expect(throws: error) { _ = try ControllingDataSource<Int, Int>(for: view) }
    source.controlsUpdates = false
    #expect(throws: error) { _ = try ControllingDataSource<Int, Int>(for: view) }
    #expect(view.dataSource === source && view.shownNames == ["Peter", "Paul", "Marry"])
    view.dataSource = nil
    let other = try ControllingDataSource<Int, Int>(for: view)
    #expect(view.dataSource === other)
  }

  /// NX-1.
  @Test func aPlainOrFormerDataSourceIsReplaced() throws {
    let view = plainList()
    let plain = PlainSource([3])
    view.dataSource = plain
    #expect(view.itemCounts == [3])
    var source: People? = try People(for: view)
    #expect(view.itemCounts == [] && view.dataSource === source)
    source = nil
    let other = try People(for: view)
    #expect(view.dataSource === other)
  }

  @Test func anUninstalledSourceLeavesTheViewAlone() throws {
    let (view, source) = try rig()
    let plain = PlainSource([])
    var updates = 0
    source.postUpdate = { updates += 1 }
    view.dataSource = plain
    let reloads = view.work.reloads
    source.reload(sections: [[lisa]])
    #expect(view.work.reloads == reloads && source.item(at: at(0, 0)) == lisa && updates == 1)
  }

  @Test func theErrorsSayWhatToDo() {
    let cell = LayoutElement.cell(at(1, 2))
    let errors: [(CollectionViewError, String)] = [
      (
        .controlled(by: "Source", call: "insertItems(at:)"),
        "insertItems(at:) was called on a view whose updates Source controls; change the items "
          + "through it, or set its controlsUpdates to false"
      ),
      (
        .secondDataSource(installed: "A", new: "B"),
        "B was made for a view that A controls; make one for each view, or set the view's "
          + "dataSource to nil first"
      ),
      (
        .otherView(cell, dataSource: "A"),
        "A was asked for cell [1, 2] by another collection view than its own; make a data source "
          + "for each view"
      ),
      (
        .noItem(at(1, 2)),
        "the data source has no item at [1, 2], which its counts include; reload it"
      ),
      (
        .itemUnavailable(at(1, 2), reason: "the database is locked"),
        "the data source could not provide the item at [1, 2], because the database is locked"
      ),
      (
        .noMatchingRegistration(.supplementary(.sectionHeader, ElementPath(section: 1))),
        "no registration of the data source is for supplementary "
          + "UICollectionElementKindSectionHeader [1, 0]; register a class or a template for its kind"
      ),
      (
        .otherIdentifier(cell, found: nil, expected: "row"),
        "the view dequeued for cell [1, 2] has the reuse identifier nil instead of \"row\"; leave "
          + "it as it is"
      ),
    ]
    for (error, text) in errors { #expect("\(error)" == text) }
  }
}
