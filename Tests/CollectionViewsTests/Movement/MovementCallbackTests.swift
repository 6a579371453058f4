import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// What delegates and data sources do while a movement begins or ends.
@Suite struct MovementCallbackTests {
  /// A touch on item 1 ends when the item is moved; the delegate then runs `action`.
  private func begin(_ action: @escaping (MoveRig) throws -> Void) throws -> (MoveRig, Bool) {
    let rig = try MoveRig([[0, 1, 2, 3]])
    let delegate = RecordingDelegate([.highlighting])
    rig.view.delegate = delegate
    rig.view.touchDown(onItemAt: at(0, 1))
    delegate.actions["didUnhighlight [0, 1]"] = {
      #expect(throws: Never.self) { try action(rig) }
    }
    let begins = try rig.view.beginInteractiveMovementForItem(at: at(0, 1))
    #expect(delegate.takeLog().last == "didUnhighlight [0, 1]")
    #expect(rig.view.interactivelyMovingItemPath != nil || !begins)
    try rig.view.pass()
    return (rig, begins)
  }

  private func delete(_ path: ItemPath, in rig: MoveRig) throws {
    try rig.view.performBatchUpdates {
      rig.source.sections[path.section].remove(at: path.item)
      rig.view.deleteItems(at: [path])
    }
  }

  @Test func aReloadWhenTheTouchEndsBeginsNothing() throws {
    let (rig, begins) = try begin { rig in
      rig.source.sections = [[0]]
      rig.view.reloadData()
    }
    #expect(!begins && rig.numbers == [0])
    let (other, othersBegins) = try begin { rig in
      rig.source.sections = [[5, 6, 7]]
      rig.view.reloadData()
      try rig.view.layoutIfNeeded()
    }
    #expect(!othersBegins && other.numbers == [5, 6, 7])
  }

  @Test func anUpdateWhenTheTouchEndsIsFollowed() throws {
    let (rig, begins) = try begin { try delete(at(0, 0), in: $0) }
    #expect(begins && rig.view.interactivelyMovingItemPath == at(0, 0))
    try rig.hold(atRow: 2)
    try rig.view.endInteractiveMovement()
    #expect(rig.source.sections == [[2, 3, 1]] && rig.numbers == [2, 3, 1])
    let (other, othersBegins) = try begin { try delete(at(0, 1), in: $0) }
    #expect(!othersBegins && other.numbers == [0, 2, 3])
  }

  @Test func aReloadWhileTheMoveIsCheckedIsMade() throws {
    let rig = try MoveRig([[0, 1, 2]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    try rig.hold(atRow: 2)
    rig.source.onMove = {
      rig.source.onCounts = {
        rig.source.sections = [[7, 8]]
        rig.view.reloadData()
      }
    }
    rig.source.makesMoves = false
    let error = rig.view.failure { try rig.view.endInteractiveMovement() }
    guard case .changeset = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(rig.view.lastUpdateError == error)
    try rig.view.pass()
    #expect(rig.numbers == [7, 8] && rig.view.interactivelyMovingItemPath == nil)
  }

  @Test func theFirstErrorIsThrownWhereTheWayBackFailsToo() throws {
    let rig = try MoveRig([[0, 1, 2]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    try rig.hold(atRow: 2)
    rig.source.makesMoves = false
    rig.source.onMove = { rig.layout.itemExtent = -1 }
    let error = rig.view.failure { try rig.view.endInteractiveMovement() }
    guard case .itemIdentity = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(rig.view.lastUpdateError == error)
    #expect(rig.view.failure { try rig.view.layoutIfNeeded() } != nil)
    rig.layout.itemExtent = 10
    try rig.view.pass()
    #expect(rig.view.interactivelyMovingItemPath == at(0, 0) && rig.numbers == [1, 2, 0])
    try rig.view.cancelInteractiveMovement()
    try rig.view.pass()
    #expect(rig.numbers == [0, 1, 2])
  }
}
