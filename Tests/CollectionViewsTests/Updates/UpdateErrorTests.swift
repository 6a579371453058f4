import Changesets
import CollectionViews
import Layouts
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

  /// A reload makes room for the error of the next operation.
  @Test func anOperationAfterAReloadHasItsOwnError() throws {
    let rig = try rig()
    rig.view.insertItems(at: [at(0, 0)])
    rig.view.reloadData()
    #expect(rig.view.lastUpdateError == nil)
    rig.view.deleteItems(at: [at(0, -1)])
    #expect(rig.view.lastUpdateError == .negativeIndex(-1, section: 0))
    #expect(rig.view.failure(rig.view.layoutIfNeeded) == .negativeIndex(-1, section: 0))
    try rig.view.pass()
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

  /// A block that throws after an operation was refused throws what was first. An error of the app
  /// passes unchanged.
  @Test func aRefusedOperationIsNotForgotten() throws {
    let rig = try rig()
    let refused = CollectionViewError.negativeIndex(-1, section: 0)
    let error = rig.view.failure { () throws(CollectionViewError) in
      try rig.view.performBatchUpdates { () throws(CollectionViewError) in
        rig.view.deleteItems(at: [at(0, -1)])
        throw .layoutInUse
      }
    }
    #expect(error == refused)
    #expect(rig.view.lastUpdateError == refused)
    #expect(throws: Refusal.self) {
      try rig.view.performBatchUpdates {
        rig.view.deleteItems(at: [at(0, -1)])
        throw Refusal()
      }
    }
    #expect(rig.view.lastUpdateError == refused)
  }

  /// An error that waits for the next pass stays, whatever a later operation's callbacks do.
  @Test func theFirstErrorWaitsForThePass() throws {
    let rig = try rig()
    rig.view.animationsEnabled = false
    rig.view.insertItems(at: [at(0, -1)])
    let delegate = RecordingDelegate(.display)
    delegate.actions["didEnd [0, 0]"] = { rig.view.insertItems(at: [at(0, -2)]) }
    rig.view.delegate = delegate
    rig.source.sections = [[2, 3]]
    rig.view.deleteItems(at: [at(0, 0)])
    #expect(rig.numbers == [2, 3])
    #expect(delegate.actions.isEmpty)
    #expect(rig.view.failure(rig.view.layoutIfNeeded) == .negativeIndex(-1, section: 0))
    try rig.view.pass()
  }

  /// A lenient view reloads, and the reload fails itself.
  @Test func theErrorOfARepairingReloadIsRemembered() throws {
    let rig = try rig()
    rig.view.updateValidation = .lenient
    rig.view.register(nil as CollectionViewCell.Type?, forCellWithReuseIdentifier: "number")
    rig.source.sections = [[3, 4, 5]]
    let error = rig.view.failure {
      try rig.view.performBatchUpdates { rig.view.insertItems(at: [at(0, 0)]) }
    }
    #expect(error == .notRegistered(.cell("number"), registered: []))
    #expect(rig.view.lastUpdateError == error)
    #expect(rig.view.lastUpdateWasApplied)
  }

  /// What a completion does is another update, and the error that is thrown is of this one.
  @Test func anUpdateThatFailsInACompletionSaysNothingOfThisOne() throws {
    let rig = try rig()
    rig.view.animationsEnabled = false
    func insert(_ number: Int) throws {
      try rig.view.performBatchUpdates(
        {
          rig.source.sections[0].insert(number, at: 0)
          rig.view.insertItems(at: [at(0, 0)])
        }, completion: { _ in if number == 8 { fail() } })
    }
    func fail() {
      try? rig.view.performBatchUpdates { throw Refusal() }
      #expect(!rig.view.lastUpdateWasApplied)
    }
    try insert(7)
    #expect(rig.view.lastUpdateWasApplied)
    rig.view.register(nil as CollectionViewCell.Type?, forCellWithReuseIdentifier: "number")
    let error = rig.view.failure { try insert(8) }
    #expect(error == .notRegistered(.cell("number"), registered: []))
    #expect(rig.view.lastUpdateError == error && rig.view.lastUpdateWasApplied)
  }

  /// Who catches an error can tell whether the data have to be changed back.
  @Test func aCallerCanTellWhetherTheUpdateWasApplied() throws {
    let rig = try rig()
    #expect(rig.view.lastUpdateWasApplied)
    try? rig.view.performBatchUpdates { throw Refusal() }
    #expect(!rig.view.lastUpdateWasApplied)
    let wrong = rig.view.failure {
      try rig.view.performBatchUpdates { rig.view.insertItems(at: [at(0, 0)]) }
    }
    #expect(wrong != nil && !rig.view.lastUpdateWasApplied)
    rig.view.reloadData()
    #expect(rig.view.lastUpdateWasApplied)
    try rig.view.pass()
    rig.view.register(nil as CollectionViewCell.Type?, forCellWithReuseIdentifier: "number")
    let late = rig.view.failure {
      try rig.view.performBatchUpdates {
        rig.source.sections = [[0, 1, 2, 3]]
        rig.view.insertItems(at: [at(0, 0)])
      }
    }
    #expect(late == .notRegistered(.cell("number"), registered: []))
    #expect(rig.view.lastUpdateWasApplied)
    #expect(rig.view.numberOfItems(inSection: 0) == 4)
  }

  /// An update that does not settle says so at once, as a pass does.
  @Test func anUpdateThatNeverSettlesIsAnError() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<5)])
    try view.pass()
    layout.lie = { answer in
      layout.invalidateLayout()
      return answer
    }
    source.sections = [Array(1..<5)]
    let passes = view.work.passes
    #expect(view.failure { view.deleteItems(at: [at(0, 0)]) } == .unsettled(passes: 16))
    // One for the update, and those that the error names.
    #expect(view.work.passes == passes + 1 + 16)
    layout.lie = nil
    try view.pass()
    #expect(view.visibleCells.count == 4)
  }
}
