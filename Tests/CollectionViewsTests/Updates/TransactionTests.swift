import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Operations and whole changesets in one update, in any order.
@Suite struct TransactionTests {
  /// One sort of operation, as a call and as a changeset, and the data after it; item [1, 0] is refilled
  /// besides.
  private struct Case {
    let call: (CollectionView) -> Void
    let changeset: Changeset
    let after: [[Int]]
  }

  private let refill = Changeset(reconfiguredItems: [at(1, 0)])

  private let cases: [Case] = [
    Case(
      call: { $0.deleteSections([2]) }, changeset: Changeset(deletedSections: [2]),
      after: [[1, 2], [33]]),
    Case(
      call: { $0.insertSections([3]) }, changeset: Changeset(insertedSections: [3]),
      after: [[1, 2], [33], [4, 5], [6]]),
    Case(
      call: { $0.moveSection(2, toSection: 0) },
      changeset: Changeset(movedSections: [.init(from: 2, to: 0)]), after: [[4, 5], [1, 2], [33]]),
    Case(
      call: { $0.reloadSections([2]) }, changeset: Changeset(reloadedSections: [2]),
      after: [[1, 2], [33], [7, 8]]),
    Case(
      call: { $0.deleteItems(at: [at(0, 0)]) }, changeset: Changeset(deletedItems: [at(0, 0)]),
      after: [[2], [33], [4, 5]]),
    Case(
      call: { $0.insertItems(at: [at(0, 0)]) }, changeset: Changeset(insertedItems: [at(0, 0)]),
      after: [[9, 1, 2], [33], [4, 5]]),
    Case(
      call: { $0.moveItem(at: at(0, 0), to: at(0, 1)) },
      changeset: Changeset(movedItems: [.init(from: at(0, 0), to: at(0, 1))]),
      after: [[2, 1], [33], [4, 5]]),
    Case(
      call: { $0.reloadItems(at: [at(0, 0)]) }, changeset: Changeset(reloadedItems: [at(0, 0)]),
      after: [[7, 2], [33], [4, 5]]),
    Case(
      call: { $0.reconfigureItems(at: [at(0, 0)]) },
      changeset: Changeset(reconfiguredItems: [at(0, 0)]), after: [[7, 2], [33], [4, 5]]),
  ]

  private func expect(
    _ one: Case, _ location: SourceLocation = #_sourceLocation,
    _ operations: (CollectionView) throws(CollectionViewError) -> Void
  ) throws {
    let rig = Rig([[1, 2], [3], [4, 5]])
    try rig.view.pass()
    try rig.view.performBatchUpdates { () throws(CollectionViewError) in
      rig.source.sections = one.after
      try operations(rig.view)
    }
    rig.view.check(location)
    #expect(rig.numbers == one.after.flatMap { $0 }, sourceLocation: location)
  }

  @Test func aCallAndThenAChangeset() throws {
    for one in cases {
      try expect(one) { view throws(CollectionViewError) in
        one.call(view)
        try view.apply(refill)
      }
    }
  }

  @Test func aChangesetAfterACall() throws {
    for one in cases {
      try expect(one) { view throws(CollectionViewError) in
        view.reconfigureItems(at: [at(1, 0)])
        try view.apply(one.changeset)
      }
    }
  }

  @Test func twoChangesets() throws {
    for one in cases {
      try expect(one) { view throws(CollectionViewError) in
        try view.apply(refill)
        try view.apply(one.changeset)
      }
    }
  }

  /// What the data source has checked is checked again with what others ask for.
  @Test func aCallAfterChangedSections() throws {
    for one in cases {
      try expect(one) { view throws(CollectionViewError) in
        try view.apply(ChangedSections(ChangesetMap(one.changeset)))
        view.reconfigureItems(at: [at(1, 0)])
      }
    }
  }

  // MARK: Who may

  /// A data source that controls the updates refuses each operation that changes a path, and no other;
  /// its own are applied.
  @Test func aControlledViewRefusesWhatChangesPaths() throws {
    for (place, one) in cases.enumerated() {
      let source = ControllingNumbers([[1, 2], [3], [4, 5]])
      let view = CollectionView.showing(source, in: RowsLayout())
      try view.pass()
      let changesPaths =
        one.changeset.reloadedSections.isEmpty && one.changeset.reloadedItems.isEmpty
        && one.changeset.reconfiguredItems.isEmpty
      let refusal = CollectionViewError.controlled(
        by: "ControllingNumbers", call: "apply(_:completion:)")
      let error = view.failure { try view.apply(one.changeset) }
      #expect(error == (changesPaths ? refusal : nil), "\(place)")
      source.sections = one.after
      try view.applyControlled(one.changeset)
      #expect(view.numberOfSections == one.after.count)
      #expect(view.visibleCells.count == one.after.flatMap { $0 }.count)
    }
  }

  // MARK: Errors

  @Test func aNewViewHasNoError() {
    let view = CollectionView(frame: .zero, collectionViewLayout: ListLayout())
    #expect(view.lastUpdateWasApplied && view.lastUpdateError == nil)
    view.deleteItems(at: [at(0, -1)])
    #expect(!view.lastUpdateWasApplied)
    #expect(view.lastUpdateError == .negativeIndex(-1, section: 0))
  }

  /// An operation that was refused before the block threw is what the caller learns of.
  @Test func theErrorOfAnOperationComesBeforeThatOfItsBlock() throws {
    let rig = Rig([[1]])
    try rig.view.pass()
    let error = rig.view.failure {
      try rig.view.performBatchUpdates { () throws -> Void in
        rig.view.deleteItems(at: [at(0, -1)])
        throw CollectionViewError.noView(.cell(at(0, 0)))
      }
    }
    #expect(error == .negativeIndex(-1, section: 0))
  }

  /// The error of a pass that comes before an update is the update's.
  @Test func anErrorBeforeTheBlockIsTheUpdates() throws {
    var isMissing = false
    let source = StubSource(itemCount: 30) { view, path in
      if path.item == 12, isMissing { throw CollectionViewError.noView(.cell(path)) }
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    let view = CollectionView.showing(source, in: RowsLayout())
    try view.pass()
    isMissing = true
    view.setContentOffset(Point(x: 0, y: 50))
    #expect(view.failure { try view.performBatchUpdates {} } == .noView(.cell(at(0, 12))))
    #expect(view.lastUpdateError == .noView(.cell(at(0, 12))))
    #expect(!view.lastUpdateWasApplied)
  }

  /// An error that an applied operation has left is thrown by the next update, which is not applied.
  @Test func anUpdateThatThrowsTheErrorBeforeIsNotApplied() throws {
    let source = StubSource(itemCount: 1) { view, path in
      if path.item == 1 { throw CollectionViewError.noView(.cell(path)) }
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    let view = CollectionView.showing(source, in: RowsLayout())
    try view.pass()
    source.itemCount = 2
    view.insertItems(at: [at(0, 1)])
    #expect(view.lastUpdateWasApplied)
    let error = CollectionViewError.noView(.cell(at(0, 1)))
    #expect(throws: error) { try view.performBatchUpdates {} }
    #expect(!view.lastUpdateWasApplied)
  }
}

/// Numbers whose updates are all the source's own.
private final class ControllingNumbers: ArraySource, UpdateControllingDataSource {
  let controlsUpdates = true
}
