import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// What may stand together in one update, by a strict and by a lenient view (b.5).
@Suite struct LegalityTests {
  typealias Operations = (CollectionView) throws -> Void

  /// A strict view throws `error` and is as before; it is usable after a reload.
  private func expectError(
    _ error: ChangesetError, from before: [[Int]], to after: [[Int]],
    _ location: SourceLocation = #_sourceLocation, _ operations: Operations
  ) throws {
    let rig = Rig(before)
    try rig.view.pass()
    let shown = rig.numbers
    let views = rig.view.visibleCells.map { ObjectIdentifier($0) }
    let found = rig.view.failure {
      try rig.update(after, nil, location, operations)
    }
    #expect(found == .changeset(error), sourceLocation: location)
    #expect(rig.numbers == shown, sourceLocation: location)
    #expect(rig.view.visibleCells.map { ObjectIdentifier($0) } == views, sourceLocation: location)
    rig.view.reloadData()
    try rig.expectFresh(location)
  }

  /// A view of a rule carries the update out and then shows the data.
  private func expectLegal(
    _ rule: UpdateValidation = .strict, from before: [[Int]], to after: [[Int]],
    _ location: SourceLocation = #_sourceLocation, _ operations: Operations
  ) throws {
    let rig = Rig(before)
    rig.view.updateValidation = rule
    try rig.view.pass()
    let completions = Log()
    try rig.update(after, { completions.add("\($0)") }, location, operations)
    try rig.expectFresh(location)
    rig.view.clock.advance(by: 1)
    #expect(completions.lines.count == 1, sourceLocation: location)
    rig.view.check(location)
  }

  @Test func contradictionsAreErrorsOfAStrictView() throws {
    let item = ChangesetError.Place.item(at(0, 0))
    try expectError(.deleteAndMove(item), from: [[1, 2]], to: [[2, 1]]) {
      view in
      view.deleteItems(at: [at(0, 0)])
      view.moveItem(at: at(0, 0), to: at(0, 1))
    }
    try expectError(.insertAndMove(item), from: [[1, 2]], to: [[2, 1, 3]]) {
      view in
      view.insertItems(at: [at(0, 0)])
      view.moveItem(at: at(0, 1), to: at(0, 0))
    }
    try expectError(.duplicate(.move, item), from: [[1, 2]], to: [[2, 1]]) {
      view in
      view.moveItem(at: at(0, 0), to: at(0, 1))
      view.moveItem(at: at(0, 0), to: at(0, 0))
    }
    try expectError(.duplicateMoveTarget(item), from: [[1, 2]], to: [[2, 1]]) {
      view in
      view.moveItem(at: at(0, 0), to: at(0, 0))
      view.moveItem(at: at(0, 1), to: at(0, 0))
    }
    try expectError(.duplicate(.delete, item), from: [[1, 2]], to: [[2]]) {
      view in
      view.deleteItems(at: [at(0, 0), at(0, 0)])
    }
    try expectError(.duplicate(.insert, item), from: [[1, 2]], to: [[3, 4, 1, 2]]) {
      view in
      view.insertItems(at: [at(0, 0), at(0, 0)])
    }
    try expectError(.deleteAndReload(item), from: [[1, 2]], to: [[2]]) {
      view in
      view.deleteItems(at: [at(0, 0)])
      view.reloadItems(at: [at(0, 0)])
    }
    try expectError(.reloadAndMove(item), from: [[1, 2]], to: [[2, 1]]) {
      view in
      view.reloadItems(at: [at(0, 0)])
      view.moveItem(at: at(0, 0), to: at(0, 1))
    }
  }

  @Test func contradictionsOfSectionsAreErrorsOfAStrictView() throws {
    try expectError(.deleteAndMove(.section(0)), from: [[1], [2]], to: [[2]]) {
      view in
      view.deleteSections([0])
      view.moveSection(0, toSection: 0)
    }
    try expectError(.insertAndMove(.section(0)), from: [[1], [2]], to: [[2], [1], [3]]) {
      view in
      view.insertSections([0])
      view.moveSection(1, toSection: 0)
    }
    try expectError(.changeInReloadedSection(.insert, at(0, 0)), from: [[1]], to: [[2, 1]]) {
      view in
      view.reloadSections([0])
      view.insertItems(at: [at(0, 0)])
    }
    try expectError(.moveOutOfReloadedSection(at(0, 0)), from: [[1], [2]], to: [[], [1, 2]]) {
      view in
      view.reloadSections([0])
      view.moveItem(at: at(0, 0), to: at(1, 0))
    }
  }

  @Test func aLenientViewRepairsContradictions() throws {
    try expectLegal(.lenient, from: [[1, 2]], to: [[2, 1]]) { view in
      view.deleteItems(at: [at(0, 0)])
      view.moveItem(at: at(0, 0), to: at(0, 1))
    }
    try expectLegal(.lenient, from: [[1, 2]], to: [[2, 1]]) { view in
      view.insertItems(at: [at(0, 0)])
      view.moveItem(at: at(0, 1), to: at(0, 0))
    }
    try expectLegal(.lenient, from: [[1, 2]], to: [[2]]) { view in
      view.deleteItems(at: [at(0, 0), at(0, 0)])
    }
    try expectLegal(.lenient, from: [[1, 2]], to: [[3, 4, 1, 2]]) {
      view in
      view.insertItems(at: [at(0, 0), at(0, 0)])
    }
    try expectLegal(.lenient, from: [[1, 2]], to: [[2]]) { view in
      view.deleteItems(at: [at(0, 0)])
      view.reloadItems(at: [at(0, 0)])
    }
    // BUG-6: it moves, and is filled again; see also `aLenientViewFillsWhatMovesAnew`.
    try expectLegal(.lenient, from: [[1, 2]], to: [[2, 1]]) { view in
      view.reloadItems(at: [at(0, 0)])
      view.moveItem(at: at(0, 0), to: at(0, 1))
    }
    try expectLegal(.lenient, from: [[1], [2]], to: [[2]]) { view in
      view.deleteSections([0])
      view.moveSection(0, toSection: 0)
    }
    try expectLegal(.lenient, from: [[1, 2]], to: [[3, 1, 2]]) { view in
      view.reloadSections([0])
      view.insertItems(at: [at(0, 0)])
    }
  }

  /// BUG-6: the cell goes along, and shows the content that is new.
  @Test func aLenientViewFillsWhatMovesAnew() throws {
    let rig = Rig([[1, 2]])
    rig.view.updateValidation = .lenient
    try rig.view.pass()
    let cell = try #require(rig.view.cellForItem(at: at(0, 0)))
    try rig.update([[2, 9]]) { view in
      view.reloadItems(at: [at(0, 0)])
      view.moveItem(at: at(0, 0), to: at(0, 1))
    }
    #expect(rig.view.cellForItem(at: at(0, 1)) === cell)
    try rig.expectFresh()
    rig.view.check()
  }

  @Test func aLenientViewReloadsWhatDoesNotAddUp() throws {
    try expectLegal(.lenient, from: [[1, 2]], to: [[1, 2, 3, 4]]) {
      view in
      view.insertItems(at: [at(0, 0)])
    }
    try expectLegal(.lenient, from: [[1, 2]], to: [[1]]) { view in
      view.deleteItems(at: [at(0, 7)])
    }
  }

  @Test func operationsWithoutEffectAreLegal() throws {
    for rule in [UpdateValidation.strict, .lenient] {
      try expectLegal(rule, from: [[1, 4], [2, 3]], to: [[2, 3]]) {
        view in
        view.deleteSections([0])
        view.reloadItems(at: [at(0, 1)])
        view.deleteItems(at: [at(0, 0)])
      }
      try expectLegal(rule, from: [[1]], to: [[8, 9], [1]]) { view in
        view.insertSections([0])
        view.insertItems(at: [at(0, 1)])
      }
      try expectLegal(rule, from: [[1, 2]], to: [[1, 2]]) { view in
        view.reloadItems(at: [at(0, 0), at(0, 0)])
        view.moveItem(at: at(0, 1), to: at(0, 1))
      }
      try expectLegal(rule, from: [[1, 2], [3]], to: [[4, 5, 6], [3]]) {
        view in
        view.reloadSections([0])
        view.deleteItems(at: [at(0, 0)])
        view.reloadItems(at: [at(0, 1)])
      }
      try expectLegal(rule, from: [[1, 2]], to: [[1, 2]]) { _ in }
    }
  }

  @Test func whatOthersCrashOnIsLegal() throws {
    // BUG-41: out of a deleted section, and into an inserted one.
    try expectLegal(from: [[1, 2], [3]], to: [[3, 2]]) { view in
      view.deleteSections([0])
      view.moveItem(at: at(0, 1), to: at(0, 1))
    }
    try expectLegal(from: [[1, 2]], to: [[2, 9], [1]]) { view in
      view.insertSections([0])
      view.moveItem(at: at(0, 1), to: at(0, 0))
    }
    // BUG-17: a section that moves, with changes inside.
    try expectLegal(from: [[1, 2], [3, 4]], to: [[3, 9, 4], [2]]) {
      view in
      view.moveSection(0, toSection: 1)
      view.deleteItems(at: [at(0, 0)])
      view.insertItems(at: [at(0, 1)])
    }
    // BUG-18: a move to where it is, with an item that moves out.
    try expectLegal(from: [[1], [2, 3]], to: [[1, 2], [3]]) { view in
      view.moveSection(1, toSection: 1)
      view.moveItem(at: at(1, 0), to: at(0, 1))
    }
    // A section without items is reloaded, and gets its first.
    try expectLegal(from: [[], [1]], to: [[], [1]]) { view in
      view.reloadSections([0])
    }
    try expectLegal(from: [[], [1]], to: [[5], [1]]) { view in
      view.insertItems(at: [at(0, 0)])
    }
  }

  @Test func aMoveIntoAnInsertedSectionKeepsItsCell() throws {
    let rig = Rig([[1, 2]])
    try rig.view.pass()
    let cell = rig.view.cellForItem(at: at(0, 1))
    try rig.update([[2, 9], [1]]) { view in
      view.insertSections([0])
      view.moveItem(at: at(0, 1), to: at(0, 0))
    }
    #expect(rig.view.cellForItem(at: at(0, 0)) === cell)
  }

  @Test func aReloadInsideOfABlockWins() throws {
    for rule in [UpdateValidation.strict, .lenient] {
      let rig = Rig([[1, 2]])
      rig.view.updateValidation = rule
      try rig.view.pass()
      let completions = Log()
      try rig.update([[5, 6, 7]], { completions.add("\($0)") }) {
        view in
        view.insertItems(at: [at(0, 0)])
        view.reloadData()
      }
      #expect(completions.lines == ["true"])
      #expect(rig.numbers == [5, 6, 7])
      #expect(rig.view.animations.isEmpty)
    }
  }

  @Test func aReloadBeforeABlockFailsIsDoneAllTheSame() throws {
    let rig = Rig([[1, 2]])
    try rig.view.pass()
    let error = rig.view.failure {
      try rig.update([[5, 6, 7]]) { view in
        view.reloadData()
        view.insertItems(at: [at(0, -1)])
      }
    }
    #expect(error == .negativeIndex(-1, section: 0))
    try rig.view.pass()
    #expect(rig.numbers == [5, 6, 7])
  }

  @Test func invalidationInsideOfABlockIsTakenTogether() throws {
    let rig = Rig([[1, 2]])
    try rig.view.pass()
    let before = rig.view.work.preparations
    try rig.update([[1, 2, 3]]) { view in
      rig.layout.invalidateLayout()
      view.insertItems(at: [at(0, 2)])
    }
    #expect(rig.view.work.preparations == before + 1)
    try rig.expectFresh()
  }

  @Test func theLayoutChangesAfterALenientUpdateOnly() throws {
    let rig = Rig([[1, 2]])
    try rig.view.pass()
    let flow = FlowLayout()
    let error = rig.view.failure {
      try rig.update([[1, 2]]) { view in
        try view.setCollectionViewLayout(flow)
      }
    }
    #expect(error == .layoutChangedDuringUpdate)
    #expect(rig.view.collectionViewLayout === rig.layout)
    rig.view.updateValidation = .lenient
    let log = Log()
    try rig.update([[1, 2, 3]], { log.add("update \($0)") }) { view in
      try view.setCollectionViewLayout(flow, completion: { log.add("layout \($0)") })
      #expect(view.collectionViewLayout === rig.layout)
      view.insertItems(at: [at(0, 2)])
    }
    #expect(rig.view.collectionViewLayout === flow)
    #expect(log.lines == ["update false", "layout true"])
    #expect(rig.view.numberOfItems(inSection: 0) == 3)
    rig.view.check()
  }
}
