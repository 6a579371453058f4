import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Updates before the first pass, and while nothing can be seen (BU-7).
@Suite struct UnseenUpdateTests {
  private let log = Log()

  /// BU-6: data that were changed too early, which a reload does not mind.
  private func changedTooEarly(_ rule: OffscreenUpdatePolicy) throws -> (Rig, CollectionViewError?)
  {
    let rig = Rig([[1, 2]])
    rig.view.offscreenUpdatePolicy = rule
    rig.source.sections = [[3, 1, 2]]
    let error = rig.view.failure {
      rig.view.insertItems(at: [at(0, 0)])
    }
    rig.view.check()
    return (rig, error)
  }

  @Test func byDefaultItMustAddUp() throws {
    #expect(Rig([]).view.offscreenUpdatePolicy == .validate)
    let (rig, error) = try changedTooEarly(.validate)
    #expect(
      error
        == .changeset(
          .itemCountMismatch(
            section: 0, after: 3, before: 3, inserted: 1, deleted: 0, movedIn: 0, movedOut: 0)))
    #expect(rig.view.work.reloads == 1)
    try rig.expectFresh()
  }

  @Test func inPlaceOfAnUpdateItIsReloaded() throws {
    let (rig, error) = try changedTooEarly(.reloadInstead)
    #expect(error == nil)
    #expect(rig.view.work.updates == 0)
    // One more than the data source's own.
    #expect(rig.view.work.reloads == 2)
    #expect(rig.view.visibleViewCount == 0)
    try rig.expectFresh()
    #expect(rig.numbers == [3, 1, 2])
  }

  /// A held item keeps its place in the data where nothing can be seen of an update.
  @Test func anUnseenUpdateMovesTheHeldItem() throws {
    let rig = try MoveRig([[0, 1, 2, 3, 4]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 3)))
    rig.view.setBoundsSize(.zero)
    try rig.view.performBatchUpdates {
      rig.source.sections[0].removeFirst()
      rig.view.deleteItems(at: [at(0, 0)])
    }
    #expect(rig.view.interactivelyMovingItemPath == at(0, 2))
    try rig.view.cancelInteractiveMovement()
  }

  @Test func completionsAreCalledOnceInnerFirst() throws {
    let rig = Rig([[1, 2]])
    rig.view.offscreenUpdatePolicy = .reloadInstead
    try rig.update([[5], []], { log.add("outer \($0)") }) { view in
      #expect(view.numberOfItems(inSection: 0) == 2)
      view.deleteItems(at: [at(7, 9)])
      try view.performBatchUpdates({}, completion: { log.add("inner \($0)") })
    }
    #expect(log.lines == ["inner true", "outer true"])
    try rig.expectFresh()
    rig.view.clock.advance(by: 1)
    #expect(log.lines.count == 2)
  }

  @Test func emptyBoundsShowNothingEither() throws {
    for (rule, kept) in [(OffscreenUpdatePolicy.validate, [at(0, 2)]), (.reloadInstead, [])] {
      let rig = Rig([[1, 2]])
      rig.view.offscreenUpdatePolicy = rule
      try rig.view.pass()
      try rig.view.selectItem(at: at(0, 1))
      rig.view.setBoundsSize(.zero)
      try rig.update([[3, 1, 2]]) { view in
        view.insertItems(at: [at(0, 0)])
      }
      #expect(rig.view.itemPathsForSelectedItems == kept, "\(rule)")
      #expect(rig.view.visibleViewCount == 0)
      rig.view.setBoundsSize(Size(width: 50, height: 100))
      try rig.expectFresh()
    }
  }

  /// Once something is shown, an update is an update, whatever the rule.
  @Test func whatIsSeenIsValidated() throws {
    let rig = Rig([[1, 2]])
    rig.view.offscreenUpdatePolicy = .reloadInstead
    try rig.view.pass()
    let error = rig.view.failure {
      try rig.update([[1, 2]]) { view in
        view.deleteItems(at: [at(0, 5)])
      }
    }
    #expect(error == .changeset(.sourceItemOutOfRange(.delete, at(0, 5), itemCountBefore: 2)))
    try rig.update([[2]]) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    #expect(rig.view.work.updates == 1)
    #expect(!rig.view.animations.isEmpty)
    try rig.expectFresh()
  }

  /// What no update can mean is said all the same, and the data that the block changed are shown.
  @Test func nonsenseIsSaidAllTheSame() throws {
    let rig = Rig([[1, 2]])
    rig.view.offscreenUpdatePolicy = .reloadInstead
    let error = rig.view.failure {
      try rig.update([[4]]) { view in
        view.insertItems(at: [at(0, -1)])
      }
    }
    #expect(error == .negativeIndex(-1, section: 0))
    try rig.expectFresh()
  }
}
