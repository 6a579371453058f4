import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

@Suite struct InteractiveMovementTests {
  @Test func theOthersMakeRoomAndTheDataMoveAtTheEnd() throws {
    let rig = try MoveRig([[0, 1, 2, 3, 4]])
    let (view, moved) = (rig.view, rig.cell(1))
    #expect(try view.beginInteractiveMovementForItem(at: at(0, 1)))
    #expect(try !view.beginInteractiveMovementForItem(at: at(0, 2)), "one at a time")
    try view.pass()
    #expect(view.interactivelyMovingItemPath == at(0, 1) && rig.numbers == [0, 1, 2, 3, 4])
    #expect(moved?.frame.minY == 10 && view.viewsInDisplayOrder.last?.view === moved)
    // The position is the gesture's to the point; the rows between are displaced.
    try rig.hold(atRow: 3.2)
    #expect(rig.numbers == [0, 2, 3, 1, 4])
    #expect(moved?.frame == Rect(x: 0, y: 32, width: 50, height: 10))
    #expect(rig.cell(1) === moved && rig.source.sections == [[0, 1, 2, 3, 4]])
    #expect(view.animations.allSatisfy { $0.view !== moved } && !view.animations.isEmpty)
    #expect(view.dataSourceItemPath(forPresentationItemPath: at(0, 3)) == at(0, 1))
    #expect(view.dataSourceItemPath(forPresentationItemPath: at(0, 1)) == at(0, 2))
    #expect(view.presentationItemPath(forDataSourceItemPath: at(0, 3)) == at(0, 2))
    // A position that changes no path makes no update.
    let updates = view.work.updates
    try rig.hold(atRow: 3.4)
    #expect(view.work.updates == updates && moved?.frame.minY == 34)
    view.clock.advance(by: view.animationDuration)
    try view.endInteractiveMovement()
    #expect(rig.source.sections == [[0, 2, 3, 1, 4]] && rig.numbers == [0, 2, 3, 1, 4])
    #expect(moved?.frame.minY == 30)
    // The cell is on its way to its place.
    #expect(moved.flatMap { view.presentationAttributes(of: $0) }?.frame.minY == 34)
    view.clock.advance(by: view.animationDuration)
    #expect(view.animations.isEmpty && view.interactivelyMovingItemPath == nil)
    #expect(
      rig.source.log == ["can [0, 1]", "move [0, 1] [0, 3]"])
    #expect(rig.delegate.log == ["[0, 1] [0, 1] [0, 3]"])
    #expect(
      rig.layout.log == [
        "step [0, 1] [0, 1] 15.0", "step [0, 1] [0, 3] 37.0", "step [0, 3] [0, 3] 39.0",
        "end [0, 3]",
      ])
    try view.pass()
  }

  @Test func aCancelPutsAllBack() throws {
    let rig = try MoveRig([[0, 1, 2], [3, 4]])
    rig.view.allowsMultipleSelection = true
    try rig.view.selectItem(at: at(0, 0), animated: false, scrollPosition: [])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    try rig.hold(atRow: 4)
    #expect(rig.numbers == [1, 2, 3, 0, 4])
    #expect(rig.view.numberOfItems(inSection: 1) == 3)
    #expect(rig.view.itemPathsForSelectedItems == [at(1, 1)])
    try rig.view.cancelInteractiveMovement()
    try rig.view.pass()
    #expect(rig.numbers == [0, 1, 2, 3, 4] && rig.source.sections == [[0, 1, 2], [3, 4]])
    #expect(rig.view.numberOfItems(inSection: 1) == 2)
    #expect(rig.view.itemPathsForSelectedItems == [at(0, 0)])
    #expect(rig.source.log == ["can [0, 0]"] && rig.layout.log.last == "cancel [0, 0]")
    // Without a movement the calls do nothing.
    try rig.view.cancelInteractiveMovement()
    try rig.view.endInteractiveMovement()
    try rig.hold(atRow: 2)
    #expect(rig.numbers == [0, 1, 2, 3, 4])
  }

  /// The counts that are compared are those of the data source, for which nothing has moved before.
  @Test(arguments: [false, true])
  func anItemGoesToAnotherSection(isUpdated: Bool) throws {
    let rig = try MoveRig([[0, 1, 2], [3, 4]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    try rig.hold(atRow: 4)
    if isUpdated {
      try rig.view.performBatchUpdates {
        rig.source.sections[0].append(9)
        rig.view.insertItems(at: [at(0, 3)])
      }
      try rig.view.pass()
      #expect(rig.numbers == [0, 1, 2, 9, 3, 4])
      #expect(rig.view.interactivelyMovingItemPath == at(0, 0))
      try rig.hold(atRow: 5)
    }
    try rig.view.endInteractiveMovement()
    try rig.view.pass()
    #expect(rig.view.lastUpdateError == nil)
    #expect(rig.source.sections == (isUpdated ? [[1, 2, 9], [3, 0, 4]] : [[1, 2], [3, 0, 4]]))
    #expect(rig.numbers == rig.source.sections.flatMap { $0 })
  }

  @Test func anItemThatReturnsIsNotMovedInTheData() throws {
    let rig = try MoveRig([[0, 1, 2]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    try rig.hold(atRow: 2)
    try rig.hold(atRow: 0)
    #expect(rig.numbers == [0, 1, 2])
    let preparations = rig.view.work.preparations
    try rig.view.endInteractiveMovement()
    #expect(rig.source.log == ["can [0, 0]"])
    // The layout is told of the end all the same.
    #expect(rig.view.work.preparations == preparations + 1)
  }

  @Test func theDataSourceMayRefuse() throws {
    let rig = try MoveRig([[0, 1, 2]])
    rig.source.canMove = { $0.item > 0 }
    #expect(try !rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    #expect(rig.view.interactivelyMovingItemPath == nil)
    #expect(
      rig.view.failure { _ = try rig.view.beginInteractiveMovementForItem(at: at(0, 9)) }
        == .noSuchItem(at(0, 9), itemsInSection: 3))
    // One that implements neither method lets nothing move.
    let plain = Rig([[0, 1]])
    #expect(try !plain.view.beginInteractiveMovementForItem(at: at(0, 0)))
  }

  @Test func theDelegateChooses() throws {
    let rig = try MoveRig([[0, 1, 2], [3, 4]])
    // Never out of its section.
    rig.delegate.choice = { original, current, proposed in
      proposed.section == original.section ? proposed : current
    }
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    try rig.hold(atRow: 2)
    try rig.hold(atRow: 4)
    #expect(rig.numbers == [1, 2, 0, 3, 4])
    #expect(rig.cell(0)?.frame.minY == 40)
    try rig.view.endInteractiveMovement()
    #expect(rig.source.sections == [[1, 2, 0], [3, 4]])
  }

  @Test func aPathThatTheItemCannotHaveIsAnError() throws {
    let rig = try MoveRig([[0, 1, 2], [3, 4]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    try rig.hold(atRow: 1)
    let lies: [(ItemPath, CollectionViewError)] = [
      (at(0, 3), .noSuchItem(at(0, 3), itemsInSection: 3)),
      (at(1, 3), .noSuchItem(at(1, 3), itemsInSection: 3)),
      (at(7, 0), .noSuchItem(at(7, 0), itemsInSection: nil)),
    ]
    for (lie, error) in lies {
      rig.delegate.choice = { _, _, _ in lie }
      #expect(rig.view.failure { try rig.hold(atRow: 2) } == error)
      rig.delegate.choice = { _, _, proposed in proposed }
      rig.layout.target = { _, _ in lie }
      #expect(rig.view.failure { try rig.hold(atRow: 2) } == error)
      rig.layout.target = nil
      try rig.view.pass()
      #expect(rig.numbers == [1, 0, 2, 3, 4] && rig.cell(0)?.frame.minY == 10)
    }
    // The end of another section is a path that it can have.
    rig.delegate.choice = { _, _, _ in at(1, 2) }
    try rig.hold(atRow: 2)
    #expect(rig.numbers == [1, 2, 3, 4, 0])
  }

  @Test func aDataSourceThatDoesNotMoveIsAnError() throws {
    for isAudited in [true, false] {
      let rig = try MoveRig([[0, 1, 2], [3, 4]])
      rig.view.auditsItemIdentities = isAudited
      rig.source.makesMoves = false
      #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
      try rig.hold(atRow: isAudited ? 2 : 4)
      let error = rig.view.failure { try rig.view.endInteractiveMovement() }
      switch error {
      case .itemIdentity: #expect(isAudited)
      case .changeset: #expect(!isAudited)
      default: Issue.record("\(String(describing: error))")
      }
      #expect(rig.view.lastUpdateError == error)
      try rig.view.pass()
      #expect(rig.numbers == [0, 1, 2, 3, 4] && rig.view.interactivelyMovingItemPath == nil)
    }
  }

  @Test func cellsThatComeInMeanwhileAreOfTheirItems() throws {
    let rig = try MoveRig([Array(0..<30)])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 2)))
    for step in 0..<15 {
      try rig.view.scroll(to: Double(step) * 10)
      try rig.hold(atRow: Double(step) + 5)
    }
    // The order is 0, 1, 3, …, 19, 2, 20, …
    #expect(rig.numbers == [15, 16, 17, 18, 19, 2, 20, 21, 22, 23])
    try rig.view.scroll(to: 0)
    #expect(rig.numbers == [0, 1] + Array(3..<11))
    try rig.view.scroll(to: 140)
    try rig.view.endInteractiveMovement()
    #expect(rig.numbers == [15, 16, 17, 18, 19, 2, 20, 21, 22, 23])
    try rig.view.pass()
  }

  @Test func anUpdatePutsTheItemBackFirst() throws {
    let rig = try MoveRig([[0, 1, 2, 3, 4]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 1)))
    try rig.hold(atRow: 3)
    let held = rig.cell(1)
    try rig.view.performBatchUpdates {
      rig.source.sections = [[9, 0, 1, 3, 4]]
      rig.view.insertItems(at: [at(0, 0)])
      rig.view.deleteItems(at: [at(0, 2)])
    }
    try rig.view.pass()
    #expect(rig.numbers == [9, 0, 1, 3, 4] && rig.cell(1) === held)
    #expect(rig.view.interactivelyMovingItemPath == at(0, 2) && held?.frame.minY == 30)
    try rig.hold(atRow: 4)
    #expect(rig.numbers == [9, 0, 3, 4, 1])
    // One outside of a block, with other data already.
    rig.source.sections = [[9, 0, 1, 4]]
    rig.view.deleteItems(at: [at(0, 3)])
    try rig.view.pass()
    #expect(rig.numbers == [9, 0, 1, 4] && rig.view.interactivelyMovingItemPath == at(0, 2))
    try rig.hold(atRow: 0)
    try rig.view.endInteractiveMovement()
    #expect(rig.source.sections == [[1, 9, 0, 4]] && rig.numbers == [1, 9, 0, 4])
  }

  /// Also where the update leads to the order that is shown, but for another item.
  @Test(arguments: [true, false])
  func anItemThatIsReloadedElsewhereKeepsItsCell(_ needsMove: Bool) throws {
    let rig = try MoveRig([[0, 1, 2, 3, 4]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 2)))
    try rig.hold(atRow: 3)
    #expect(rig.numbers == [0, 1, 3, 2, 4])
    let cell = try #require(rig.cell(2))
    try rig.view.performBatchUpdates {
      rig.source.sections = needsMove ? [[0, 1, 20, 3, 4]] : [[3, 0, 1, 20, 4]]
      rig.view.reloadItems(at: [at(0, 2)])
      if !needsMove { rig.view.moveItem(at: at(0, 3), to: at(0, 0)) }
    }
    #expect(rig.numbers == (needsMove ? [0, 1, 20, 3, 4] : [3, 0, 1, 20, 4]))
    #expect(rig.cell(20) === cell)
    rig.view.checkInvariants()
  }

  @Test func anUpdateThatFailsChangesNothing() throws {
    let rig = try MoveRig([[0, 1, 2], [3, 4]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 1)))
    try rig.hold(atRow: 4)
    let error = rig.view.failure {
      try rig.view.performBatchUpdates { rig.view.deleteItems(at: [at(0, 0)]) }
    }
    guard case .changeset = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try rig.view.pass()
    #expect(rig.numbers == [0, 2, 3, 1, 4] && rig.view.interactivelyMovingItemPath == at(0, 1))
    try rig.view.cancelInteractiveMovement()
    #expect(rig.numbers == [0, 1, 2, 3, 4])
  }

  @Test func theMovementEndsWithItsItemAndWithAReload() throws {
    let rig = try MoveRig([[0, 1, 2, 3]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 1)))
    try rig.hold(atRow: 3)
    try rig.view.performBatchUpdates {
      rig.source.sections = [[0, 2, 3]]
      rig.view.deleteItems(at: [at(0, 1)])
    }
    try rig.view.pass()
    #expect(rig.view.interactivelyMovingItemPath == nil && rig.numbers == [0, 2, 3])
    try rig.view.endInteractiveMovement()
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    try rig.hold(atRow: 2)
    rig.view.reloadData()
    try rig.view.pass()
    #expect(rig.view.interactivelyMovingItemPath == nil && rig.numbers == [0, 2, 3])
    // A data source that reloads instead of moving.
    rig.source.onMove = { rig.view.reloadData() }
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    try rig.hold(atRow: 2)
    try rig.view.endInteractiveMovement()
    try rig.view.pass()
    #expect(rig.numbers == [2, 3, 0] && rig.view.interactivelyMovingItemPath == nil)
  }

  @Test func aFailingLayoutLeavesTheMovementWhereItIs() throws {
    let rig = try MoveRig([[0, 1, 2, 3]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 1)))
    try rig.hold(atRow: 2)
    rig.layout.target = { _, _ in
      // After the pass before the step.
      rig.layout.itemExtent = -1
      return at(0, 3)
    }
    #expect(rig.view.failure { try rig.hold(atRow: 3) } != nil)
    rig.layout.target = nil
    rig.layout.itemExtent = 10
    try rig.view.pass()
    #expect(rig.numbers == [0, 2, 1, 3] && rig.view.interactivelyMovingItemPath == at(0, 1))
    try rig.view.cancelInteractiveMovement()
    #expect(rig.numbers == [0, 1, 2, 3])
    // The audit goes on from the items as they are.
    let error = rig.view.failure {
      try rig.view.performBatchUpdates { rig.source.sections = [[0, 1, 2, 9]] }
    }
    #expect(error == .itemIdentity(at(0, 3), before: at(0, 3), found: "9", expected: "3"))
  }

  @Test func callsInsideOfAnUpdateAreErrors() throws {
    let rig = try MoveRig([[0, 1, 2, 3]])
    let calls: [(CollectionView) throws -> Void] = [
      { view in _ = try view.beginInteractiveMovementForItem(at: at(0, 1)) },
      { view in try view.updateInteractiveMovementTargetPosition(Point(x: 5, y: 25)) },
      { view in try view.endInteractiveMovement() },
      { view in try view.cancelInteractiveMovement() },
    ]
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 1)))
    try rig.view.performBatchUpdates {
      for call in calls {
        let error = rig.view.failure { try call(rig.view) }
        #expect(error == .reentrant(during: .layoutPass))
      }
    }
    try rig.view.cancelInteractiveMovement()
    // Those of a movement that is none do nothing.
    try rig.view.performBatchUpdates {
      for call in calls.dropFirst() { #expect(throws: Never.self) { try call(rig.view) } }
    }
    rig.view.setNeedsLayout()
    let passes = rig.view.work.passes
    for call in calls.dropFirst() { try call(rig.view) }
    #expect(rig.view.work.passes == passes)
    #expect(rig.numbers == [0, 1, 2, 3])
  }

  @Test func whatIsDueIsLaidOutBeforeAMovement() throws {
    let source = MovingSource([[0, 1, 2]])
    let view = CollectionView.showing(source, in: ListLayout())
    #expect(try view.beginInteractiveMovementForItem(at: at(0, 1)))
    #expect(view.visibleCells.count == 3)
    _ = source
  }

  /// The error of a pass that was due ends nothing.
  @Test(arguments: [true, false])
  func whatIsDueIsLaidOutBeforeTheEnd(isCancelled: Bool) throws {
    let rig = try MoveRig([Array(0..<30)])
    func end() throws {
      if isCancelled {
        try rig.view.cancelInteractiveMovement()
      } else {
        try rig.view.endInteractiveMovement()
      }
    }
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    try rig.hold(atRow: 2)
    rig.view.setContentOffset(Point(x: 0, y: 100))
    rig.source.missingItem = 12
    let error = CollectionViewError.itemUnavailable(at(0, 12), reason: "its row is locked")
    #expect(rig.view.failure(end) == error)
    #expect(rig.view.interactivelyMovingItemPath == at(0, 0))
    #expect(rig.source.log == ["can [0, 0]"])
    try end()
    try rig.view.pass()
    #expect(rig.view.interactivelyMovingItemPath == nil)
    #expect(rig.source.sections[0].prefix(3) == (isCancelled ? [0, 1, 2] : [1, 2, 0]))
  }

  /// A layout may read of which items a step is.
  @Test func contextsSayWhatIsMoved() throws {
    let rig = try MoveRig([[0, 1, 2, 3]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 1)))
    try rig.view.pass()
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 17))
    let context = try #require(rig.layout.pendingInvalidation.contexts.last)
    #expect(context.targetItemPathsForInteractivelyMovingItems == [at(0, 1)])
    #expect(context.previousItemPathsForInteractivelyMovingItems == [at(0, 1)])
    #expect(context.interactiveMovementTarget == Point(x: 25, y: 17))
  }

  @Test func callsInsideOfARequestAreErrors() throws {
    let rig = try MoveRig([[0, 1, 2, 3]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 1)))
    try rig.hold(atRow: 2)
    var errors: [CollectionViewError?] = []
    rig.source.onMove = {
      errors = [
        rig.view.failure { try rig.view.cancelInteractiveMovement() },
        rig.view.failure { try rig.view.performBatchUpdates {} },
      ]
    }
    try rig.view.endInteractiveMovement()
    #expect(errors == [.reentrant(during: .layoutPass), .reentrant(during: .layoutPass)])
    #expect(rig.source.sections == [[0, 2, 1, 3]])
  }
}
