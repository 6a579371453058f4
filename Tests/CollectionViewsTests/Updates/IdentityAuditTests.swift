import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The audit of items' identities before and after an update.
@Suite struct IdentityAuditTests {
  private func rig(_ sections: [[Int]], audits: Bool = true) throws -> Rig {
    let rig = Rig(sections)
    rig.view.auditsItemIdentities = audits
    try rig.view.pass()
    return rig
  }

  /// An update whose counts add up and whose items do not; nothing is applied, and the view goes on.
  private func expect(
    _ error: CollectionViewError, from before: [[Int]], to after: [[Int]],
    _ location: SourceLocation = #_sourceLocation,
    _ operations: (CollectionView) throws -> Void
  ) throws {
    let rig = try rig(before)
    let (shown, frames) = (rig.numbers, rig.view.shownFrames)
    let found = rig.view.failure {
      try rig.update(after, nil, location, operations)
    }
    #expect(found == error, sourceLocation: location)
    #expect(rig.numbers == shown && rig.view.shownFrames == frames, sourceLocation: location)
    #expect(rig.view.work.updates == 0 && rig.view.animations.isEmpty, sourceLocation: location)
    // Changed back, the data can be updated again, from the identities before.
    rig.source.sections = before
    try rig.update([[77]] + before) { view in
      view.insertSections([0])
    }
    try rig.expectFresh(location)
    // Without the audit nobody notices.
    let careless = try self.rig(before, audits: false)
    try careless.update(after, nil, location, operations)
  }

  /// While items are asked who they are, updates are refused.
  @Test func updatesOfAnIdentityAreRefused() throws {
    let source = MeddlingIdentities([[1, 2]])
    let view = CollectionView.showing(source, in: RowsLayout())
    try view.pass()
    view.auditsItemIdentities = true
    #expect(source.error == .reentrant(during: .counts))
    try view.pass()
    #expect(view.visibleCells.count == 2)
  }

  @Test func anItemThatIsAnotherIsNamed() throws {
    let error = CollectionViewError.itemIdentity(
      at(0, 1), before: at(0, 0), found: "3", expected: "1")
    try expect(error, from: [[1, 2]], to: [[9, 3, 2]]) { view in
      view.insertItems(at: [at(0, 0)])
    }
    for part in ["[0, 1] is 3", "should be 1", "item [0, 0] before"] {
      #expect(error.description.contains(part))
    }
  }

  @Test func everyOperationIsHeldAgainstTheItems() throws {
    // Inserted at the other end than was said.
    try expect(
      .itemIdentity(at(0, 1), before: at(0, 0), found: "2", expected: "1"), from: [[1, 2]],
      to: [[1, 2, 3]]
    ) { view in view.insertItems(at: [at(0, 0)]) }
    // Another was deleted.
    try expect(
      .itemIdentity(at(0, 0), before: at(0, 1), found: "1", expected: "2"), from: [[1, 2]],
      to: [[1]]
    ) { view in view.deleteItems(at: [at(0, 0)]) }
    // Not moved.
    try expect(
      .itemIdentity(at(0, 0), before: at(0, 2), found: "1", expected: "3"), from: [[1, 2, 3]],
      to: [[1, 2, 3]]
    ) { view in view.moveItem(at: at(0, 2), to: at(0, 0)) }
    // Sections that change places, and were said to stay.
    try expect(
      .itemIdentity(at(0, 0), before: at(0, 0), found: "2", expected: "1"), from: [[1], [2]],
      to: [[2], [1]]
    ) { _ in }
    // An item that goes from one section to another unsaid, among deletes and inserts that add up.
    try expect(
      .itemIdentity(at(1, 0), before: at(1, 0), found: "2", expected: "3"),
      from: [[1, 2], [3]], to: [[1], [2, 3]]
    ) { view in
      view.deleteItems(at: [at(0, 1)])
      view.insertItems(at: [at(1, 1)])
    }
    // A reconfigured item is the same item.
    try expect(
      .itemIdentity(at(0, 0), before: at(0, 0), found: "8", expected: "1"), from: [[1]], to: [[8]]
    ) { view in view.reconfigureItems(at: [at(0, 0)]) }
  }

  @Test func whatIsInsertedOrReloadedMayBeAnyItem() throws {
    let rig = try rig([[1, 2, 3], [4, 5]])
    try rig.update([[7, 2, 9], [6], [5, 4]]) { view in
      view.reloadItems(at: [at(0, 0)])
      view.deleteItems(at: [at(0, 2)])
      view.insertItems(at: [at(0, 2)])
      view.insertSections([1])
      view.moveItem(at: at(1, 0), to: at(2, 1))
    }
    try rig.update([[5, 4], [8, 8, 8]]) { view in
      view.deleteSections([0])
      view.moveSection(2, toSection: 0)
      view.reloadSections([1])
    }
    try rig.expectFresh()
    rig.view.clock.advance(by: 1)
    rig.view.check()
  }

  /// Data that change unsaid between two updates are found by the second; a reload says that they may.
  @Test func changesBetweenUpdatesAreFound() throws {
    let rig = try rig([[1, 2]])
    rig.source.sections = [[1, 6]]
    #expect(
      rig.view.failure {
        try rig.update([[1, 6, 3]]) { view in
          view.insertItems(at: [at(0, 2)])
        }
      } == .itemIdentity(at(0, 1), before: at(0, 1), found: "6", expected: "2"))
    rig.view.reloadData()
    try rig.view.pass()
    try rig.update([[6, 3]]) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    try rig.expectFresh()
  }

  @Test func aLenientViewReloads() throws {
    let rig = try rig([[1, 2]])
    rig.view.updateValidation = .lenient
    let log = Log()
    try rig.update([[1, 2, 3]], { log.add("\($0)") }) { view in
      view.insertItems(at: [at(0, 0)])
    }
    #expect(log.lines == ["true"])
    #expect(rig.view.work.updates == 0)
    try rig.expectFresh()
  }

  /// It can be turned on and off at any time, and an operation outside of a block is audited, too.
  @Test func itBeginsWhenItIsTurnedOn() throws {
    let rig = try rig([[1, 2]], audits: false)
    rig.source.sections = [[1, 2, 3]]
    rig.view.auditsItemIdentities = true
    // The counts are those before, and so are the identities that they lead to.
    let error = rig.view.failure {
      rig.view.insertItems(at: [at(0, 0)])
    }
    #expect(error == .itemIdentity(at(0, 1), before: at(0, 0), found: "2", expected: "1"))
    rig.view.auditsItemIdentities = false
    rig.view.insertItems(at: [at(0, 0)])
    rig.view.auditsItemIdentities = true
    try rig.update([[2, 3]]) { view in
      view.auditsItemIdentities = true
      view.deleteItems(at: [at(0, 1)])
    }
    rig.view.check()
    rig.view.reloadData()
    try rig.expectFresh()
  }

  /// A data source that cannot say who its items are is not audited.
  @Test func itNeedsADataSourceThatKnows() throws {
    let source = StubSource()
    let rig = try rig([[1]])
    rig.view.dataSource = source
    try rig.view.pass()
    source.itemCount = 3
    rig.view.insertItems(at: [at(0, 0)])
    rig.view.check()
    #expect(rig.view.visibleCells.count == 3)
  }
}

/// Tries to insert an item whenever one is asked who it is.
private final class MeddlingIdentities: ArraySource {
  private(set) var error: CollectionViewError?

  override func collectionView(
    _ collectionView: CollectionView, itemIdentifierAt path: ItemPath
  ) -> AnyHashable {
    error = collectionView.failure {
      try collectionView.apply(Changeset(insertedItems: [at(0, 0)]))
    }
    return super.collectionView(collectionView, itemIdentifierAt: path)
  }
}
