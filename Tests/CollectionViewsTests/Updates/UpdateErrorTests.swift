import Changesets
import CollectionViews
import Testing

/// Where the errors of updates are reported, and what a block may throw.
@Suite struct UpdateErrorTests {
  private struct Refusal: Error {}

  private func rig() throws -> Rig {
    let rig = Rig([[1, 2, 3]])
    try rig.view.pass()
    return rig
  }

  /// The idiom that everyone types, with and without statements before the operation.
  @Test func aPlainBlockUpdates() throws {
    let rig = try rig()
    try rig.view.performBatchUpdates {
      rig.source.sections[0].removeFirst()
      rig.view.deleteItems(at: [at(0, 0)])
    }
    #expect(rig.numbers == [2, 3])
    #expect(rig.view.lastUpdateError == nil)
  }

  @Test func aBlockThatThrowsAnErrorOfTheAppChangesNothing() throws {
    let rig = try rig()
    #expect(throws: Refusal.self) {
      try rig.view.performBatchUpdates {
        rig.view.deleteItems(at: [at(0, 0)])
        throw Refusal()
      }
    }
    rig.view.check()
    #expect(rig.numbers == [1, 2, 3])
    #expect(rig.view.lastUpdateError == .updateBlock(threw: "Refusal()"))
  }

  /// An outer block cannot go on without the operations of an inner one that threw.
  @Test func anInnerBlockThatThrowsAbandonsTheUpdate() throws {
    let rig = try rig()
    let error = rig.view.failure {
      try rig.view.performBatchUpdates {
        try? rig.view.performBatchUpdates { throw Refusal() }
        rig.view.deleteItems(at: [at(0, 0)])
      }
    }
    #expect(error == .updateBlock(threw: "Refusal()"))
    #expect(rig.numbers == [1, 2, 3])
    rig.view.check()
  }

  /// The first error of a block's operations is thrown; later operations do not count.
  @Test func theFirstErrorOfABlockIsThrown() throws {
    let rig = try rig()
    let error = rig.view.failure {
      try rig.view.performBatchUpdates {
        rig.view.deleteItems(at: [at(0, -1)])
        rig.view.deleteSections([-2])
      }
    }
    #expect(error == .negativeIndex(-1, section: 0))
    #expect(rig.view.lastUpdateError == error)
  }

  /// The error of an operation outside of a block can be read at once and is thrown once.
  @Test(arguments: [false, true]) func theNextPassOrUpdateThrowsTheErrorOfAnOperation(
    _ isUpdate: Bool
  ) throws {
    let rig = try rig()
    rig.view.insertItems(at: [at(0, 0)])
    let error = try #require(rig.view.lastUpdateError)
    guard case .changeset = error else {
      Issue.record("\(error)")
      return
    }
    rig.view.insertItems(at: [at(0, -1)])
    #expect(throws: error) {
      if isUpdate {
        try rig.view.performBatchUpdates { rig.source.sections = [] }
      } else {
        try rig.view.layoutIfNeeded()
      }
    }
    #expect(rig.source.sections == [[1, 2, 3]])
    try rig.view.pass()
    #expect(rig.numbers == [1, 2, 3])
  }

  @Test func aReloadForgetsTheErrorOfAnOperation() throws {
    let rig = try rig()
    rig.source.sections = [[1, 2, 3, 4, 5]]
    rig.view.insertItems(at: [at(0, 0)])
    rig.view.reloadData()
    try rig.view.pass()
    #expect(rig.view.lastUpdateError == nil)
    #expect(rig.numbers == [1, 2, 3, 4, 5])
  }

  /// A lenient view repairs or reloads, and says what it found.
  @Test func aLenientViewRemembersTheErrorThatItRepaired() throws {
    let rig = try rig()
    rig.view.updateValidation = .lenient
    rig.source.sections = [[2, 3]]
    rig.view.deleteItems(at: [at(0, 0), at(0, 0)])
    #expect(rig.numbers == [2, 3])
    guard case .changeset? = rig.view.lastUpdateError else {
      Issue.record("nothing is remembered of an item that is deleted twice")
      return
    }
    try rig.view.pass()
    rig.source.sections = [[3]]
    try rig.view.performBatchUpdates { rig.view.deleteItems(at: [at(0, 0)]) }
    #expect(rig.view.lastUpdateError == nil)
    rig.source.sections = [[3, 4, 5]]
    try rig.view.performBatchUpdates { rig.view.insertItems(at: [at(0, 0)]) }
    guard case .changeset? = rig.view.lastUpdateError else {
      Issue.record("nothing is remembered of counts that do not add up")
      return
    }
  }
}
