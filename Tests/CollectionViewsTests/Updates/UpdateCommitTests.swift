import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The commit of an update, without a view: its check and what it does to layouts.
@Suite struct UpdateCommitTests {
  private func commit(
    _ changeset: Changeset, _ before: [Int], _ after: [Int],
    _ validation: UpdateValidation = .strict
  ) throws(CollectionViewError) -> UpdateCommit {
    try UpdateCommit(changeset, validation, before: before, after: after)
  }

  @Test func operationsMustLeadToTheCountsAfter() throws {
    let insert = Changeset(insertedItems: [at(0, 1)])
    let legal = try commit(insert, [2], [3])
    #expect(legal.map.item(at(0, 1)) == at(0, 2))
    #expect(legal.repairedError == nil)
    for validation in [UpdateValidation.strict, .lenient] {
      #expect {
        try commit(insert, [2], [5], validation)
      } throws: { error in
        if case CollectionViewError.changeset = error { true } else { false }
      }
    }
  }

  @Test func aLenientRuleRepairsAndSaysWhat() throws {
    let twice = Changeset(deletedItems: [at(0, 0), at(0, 0)])
    #expect(throws: CollectionViewError.self) { try commit(twice, [2], [1]) }
    let repaired = try commit(twice, [2], [1], .lenient)
    #expect(repaired.map.item(at(0, 1)) == at(0, 0))
    #expect(repaired.map.changeset.deletedItems == [at(0, 0)])
    guard case .changeset? = repaired.repairedError else {
      Issue.record("nothing is said of an item that is deleted twice")
      return
    }
    let missing = Changeset(reconfiguredItems: [at(0, 1), at(0, 2), at(4, 0)])
    #expect(try commit(missing, [2], [2], .lenient).map.changeset.reconfiguredItems == [at(0, 1)])
  }

  @Test func itemsMustBeThoseThatTheUpdateLeadsThere() throws {
    let delete = try commit(Changeset(deletedItems: [at(0, 0)]), [2], [1])
    #expect(delete.identityError(before: [["ant", "bee"]], after: [["bee"]]) == nil)
    #expect(
      delete.identityError(before: [["ant", "bee"]], after: [["ant"]])
        == .itemIdentity(at(0, 0), before: at(0, 1), found: "ant", expected: "bee"))
    let reload = try commit(Changeset(reloadedItems: [at(0, 0)]), [1], [1])
    #expect(reload.identityError(before: [["ant"]], after: [["bee"]]) == nil)
  }

  @Test func layoutsApplyTheUpdateWhenTheyArePrepared() throws {
    let (layout, host) = try preparedLayout([3])
    var insert = try commit(Changeset(insertedItems: [at(0, 0)]), [3], [4])
    host.counts = [4]
    insert.invalidate([layout])
    _ = try layout.prepareIfNeeded()
    #expect(layout.contentSize.height == 40)
    let before = layout.layoutAttributesBeforeUpdate(of: .cell(at(0, 2)))
    #expect(before?.frame.minY == 20)
  }

  /// Whether or not the layouts have been prepared for the update meanwhile.
  @Test(arguments: [false, true]) func layoutsReturnToBeforeTheUpdate(isPrepared: Bool) throws {
    let (layout, host) = try preparedLayout([3])
    var insert = try commit(Changeset(insertedItems: [at(0, 0), at(0, 1)]), [3], [5])
    host.counts = [5]
    insert.invalidate([layout])
    if isPrepared {
      _ = try layout.prepareIfNeeded()
      #expect(layout.contentSize.height == 50)
    }
    host.counts = [3]
    insert.rollBackLayouts()
    #expect(layout.pendingInvalidation.isEmpty == !isPrepared)
    #expect(
      layout.pendingInvalidation.contexts.allSatisfy {
        $0.invalidateEverything && $0.invalidateDataSourceCounts
      })
    _ = try layout.prepareIfNeeded()
    #expect(layout.contentSize.height == 30)
    #expect(layout.layoutAttributesForItem(at: at(0, 2))?.frame.minY == 20)
    #expect(layout.layoutAttributesForItem(at: at(0, 3)) == nil)
  }

  /// A layout that has applied the update is told that it is over.
  @Test func aLayoutThatReturnsHasNoUpdateAnyMore() throws {
    let (layout, host) = (RowsLayout(), CountsHost([3]))
    layout.host = host
    _ = try layout.prepareIfNeeded()
    var insert = try commit(Changeset(insertedItems: [at(0, 0)]), [3], [4])
    host.counts = [4]
    insert.invalidate([layout])
    _ = try layout.prepareIfNeeded()
    _ = layout.takeLog()
    insert.rollBackLayouts()
    #expect(layout.takeLog() == ["finalizeUpdates"])
  }

  /// A step of an item that a user moves may move no other: it is the layout's invalidation, and no
  /// update.
  @Test func aStepWithoutAMoveIsTakenBack() throws {
    let (layout, host) = try preparedLayout([3])
    let context = type(of: layout).invalidationContextClass.init()
    var step = try commit(Changeset(), [3], [3])
    step.invalidate([layout]) { _ in context }
    #expect(layout.pendingInvalidation.contexts.map { $0 === context } == [true])
    #expect(!context.invalidateDataSourceCounts)
    step.rollBackLayouts()
    #expect(layout.pendingInvalidation.isEmpty)
    _ = host
  }

  private func preparedLayout(_ counts: [Int]) throws -> (ListLayout, CountsHost) {
    let host = CountsHost(counts)
    let layout = ListLayout()
    layout.itemExtent = 10
    layout.host = host
    _ = try layout.prepareIfNeeded()
    return (layout, host)
  }
}

/// What a layout sees of a view: bounds and counts.
private final class CountsHost: LayoutHost {
  var counts: [Int]
  let bounds = Rect(x: 0, y: 0, width: 50, height: 100)
  let contentInset = EdgeInsets.zero
  var numberOfSections: Int { counts.count }

  init(_ counts: [Int]) { self.counts = counts }

  func numberOfItems(inSection section: Int) -> Int { counts[section] }
  func layoutWasInvalidated(with context: LayoutInvalidationContext) {}
}
