import Changesets
import CollectionViews
import Geometry
import Layouts
import SampleLayouts
import Testing

/// What generated scripts have found, each by itself.
@Suite struct ScriptFindingsTests {
  @Test func attributesReachWhatStaysWhenOthersLeaveInTheSamePass() throws {
    let rig = Rig([Array(0..<20)])
    try rig.view.layoutIfNeeded()
    rig.layout.itemExtent = 20
    rig.view.setContentOffset(Point(x: 0, y: 100))
    try rig.view.layoutIfNeeded()
    #expect(rig.numbers == [5, 6, 7, 8, 9])
    #expect(rig.view.visibleCells.map(\.frame.minY) == [100, 120, 140, 160, 180])
    rig.view.checkInvariants()
  }

  @Test func attributesReachWhatStaysWhenOthersLeaveInAnUpdate() throws {
    let rig = Rig([Array(0..<10)])
    try rig.view.layoutIfNeeded()
    try rig.view.performBatchUpdates {
      rig.source.sections = [[9, 20, 21, 22, 23, 24, 0, 1, 2, 3, 4, 5, 6, 7, 8]]
      rig.view.moveItem(at: ItemPath(section: 0, item: 9), to: ItemPath(section: 0, item: 0))
      rig.view.insertItems(at: (1...5).map { ItemPath(section: 0, item: $0) })
    }
    #expect(rig.numbers == [9, 20, 21, 22, 23, 24, 0, 1, 2, 3])
    rig.view.checkInvariants()
  }

  @Test func aCellThatComesBackIsReconfiguredBeforeItIsShown() throws {
    let rig = Rig([Array(0..<12)])
    let delegate = DisplayLog()
    rig.view.delegate = delegate
    rig.view.isPrefetchingEnabled = true
    try rig.view.layoutIfNeeded()
    rig.view.setContentOffset(Point(x: 0, y: 20))
    try rig.view.layoutIfNeeded()
    #expect(rig.view.itemPathsForOffscreenCells.contains(ItemPath(section: 0, item: 0)))
    delegate.numbers.removeAll()
    try rig.view.performBatchUpdates {
      // The content becomes so short that the offset goes back to the first row.
      rig.source.sections = [[100] + Array(1..<10)]
      rig.view.deleteItems(at: [10, 11].map { ItemPath(section: 0, item: $0) })
      rig.view.reconfigureItems(at: [ItemPath(section: 0, item: 0)])
    }
    #expect(delegate.numbers.contains(100) && !delegate.numbers.contains(0))
  }

  @Test func aTransitionShowsTheDecorationsOfItsLayouts() throws {
    let rig = Rig([[1, 2]])
    let stack = StackLayout()
    stack.registerDecoration(
      ViewSource.viewClass(CollectionReusableView.self), ofKind: StackLayout.mat)
    try rig.view.layoutIfNeeded()
    let transition = try rig.view.startInteractiveTransition(to: stack)
    transition.transitionProgress = 1
    transition.invalidateLayout()
    try rig.view.layoutIfNeeded()
    #expect(rig.view.view(for: .decoration(StackLayout.mat, [0, 0])) != nil)
    try rig.view.finishInteractiveTransition()
    rig.view.clock.advance(by: 1)
    try rig.view.layoutIfNeeded()
    #expect(rig.view.collectionViewLayout === stack)
    rig.view.checkInvariants()
  }

  @Test(arguments: [false, true])
  func anUpdateDuringATransitionReachesBothLayouts(isFinish: Bool) throws {
    let rig = Rig([[1, 2], [3]], headers: true)
    let list = ListLayout()
    list.itemExtent = 5
    try rig.view.layoutIfNeeded()
    let transition = try rig.view.startInteractiveTransition(to: list)
    transition.transitionProgress = 0.5
    transition.invalidateLayout()
    try rig.view.performBatchUpdates {
      rig.source.sections = [[3], [4]]
      rig.view.deleteSections([0])
      rig.view.insertSections([1])
    }
    #expect(rig.numbers == [3, 4])
    rig.view.checkInvariants()
    if isFinish {
      try rig.view.finishInteractiveTransition()
    } else {
      try rig.view.cancelInteractiveTransition()
    }
    rig.view.clock.advance(by: 1)
    try rig.view.layoutIfNeeded()
    #expect(rig.numbers == [3, 4])
    rig.view.checkInvariants()
  }

  @Test func aReloadDuringATransitionReachesBothLayouts() throws {
    let rig = Rig([[1, 2], [3]])
    try rig.view.layoutIfNeeded()
    try rig.view.startInteractiveTransition(to: ListLayout())
    rig.source.sections = [[7]]
    rig.view.reloadData()
    try rig.view.layoutIfNeeded()
    #expect(rig.numbers == [7])
    rig.view.checkInvariants()
  }

  @Test func aSurvivorWithAnotherPathAndTheSameFrameIsToldOfIt() throws {
    let rig = Rig([[1, 2], [3]])
    try rig.view.layoutIfNeeded()
    rig.source.sections = [[1], [2, 3]]
    rig.view.moveItem(at: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 0))
    let cells = rig.view.visibleCells
    #expect(
      cells.map { $0.layoutAttributes?.itemPath } == rig.view.itemPathsForVisibleItems)
    #expect(rig.numbers == [1, 2, 3])
    rig.view.checkInvariants()
  }

  @Test func anotherTouchLetsGoOfTheFirst() throws {
    let rig = Rig([[1, 2]])
    try rig.view.layoutIfNeeded()
    rig.view.touchDown(onItemAt: ItemPath(section: 0, item: 0))
    rig.view.touchDown(onItemAt: ItemPath(section: 0, item: 1))
    #expect(rig.view.visibleCells.map(\.isHighlighted) == [false, true])
    rig.view.checkInvariants()
  }

  @Test func anUpdateInEmptyBoundsLeavesNothingStale() throws {
    let rig = Rig([[1, 2, 3]])
    try rig.view.layoutIfNeeded()
    rig.view.setBoundsSize(Size(width: 50, height: 0))
    rig.source.sections = [[2, 3]]
    rig.view.deleteItems(at: [ItemPath(section: 0, item: 0)])
    #expect(rig.view.visibleViewCount == 0)
    rig.view.setBoundsSize(Size(width: 50, height: 100))
    try rig.view.layoutIfNeeded()
    #expect(rig.numbers == [2, 3])
    rig.view.checkInvariants()
  }

  /// While nothing is seen, the layout has not been prepared for the update: it knows the old paths.
  @Test func anItemKeepsItsPathWhileNothingIsSeen() throws {
    let rig = try MoveRig([[0, 1, 2], [3, 4, 5]])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 1)))
    rig.view.setBoundsSize(Size(width: 50, height: 0))
    try rig.view.performBatchUpdates {
      rig.source.sections.insert([], at: 1)
      rig.view.insertSections([1])
    }
    try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: 55))
    #expect(rig.view.presentationItemPath(forDataSourceItemPath: at(0, 1)) == at(0, 1))
    rig.view.setBoundsSize(Size(width: 50, height: 100))
    try rig.view.pass()
    try rig.hold(atRow: 5)
    #expect(rig.numbers == [0, 2, 3, 4, 1, 5])
  }

  @Test func aViewThatLeavesIsNoLongerAnimated() throws {
    let rig = Rig([Array(0..<50)])
    try rig.view.layoutIfNeeded()
    rig.source.sections = [Array(-1..<50)]
    rig.view.insertItems(at: [ItemPath(section: 0, item: 0)])
    #expect(rig.view.animations.count == 11)
    rig.view.setContentOffset(Point(x: 0, y: 300))
    try rig.view.layoutIfNeeded()
    #expect(rig.view.animations.map(\.role) == [.scrolledOut])
    for cell in rig.view.visibleCells {
      #expect(rig.view.presentationAttributes(of: cell) == cell.layoutAttributes)
    }
  }

  @Test func viewsThatEmptyBoundsHideAreNoLongerAnimated() throws {
    let rig = Rig([[1, 2]])
    try rig.view.layoutIfNeeded()
    rig.source.sections = [[3, 1, 2]]
    rig.view.insertItems(at: [ItemPath(section: 0, item: 0)])
    #expect(rig.view.animations.count == 3)
    rig.view.setBoundsSize(Size(width: 50, height: 0))
    try rig.view.layoutIfNeeded()
    #expect(rig.view.animations.isEmpty)
  }

  @Test func whatAnUpdateWithoutAnimationTakesAwayIsNoLongerAnimated() throws {
    let rig = Rig([[1]])
    try rig.view.layoutIfNeeded()
    rig.source.sections = [[2, 1]]
    rig.view.insertItems(at: [ItemPath(section: 0, item: 0)])
    rig.view.animationsEnabled = false
    rig.source.sections = [[1]]
    rig.view.deleteItems(at: [ItemPath(section: 0, item: 0)])
    #expect(rig.view.animations.isEmpty)
    rig.view.checkInvariants()
  }

  @Test func aPassThatTakesTheOffsetBackIsEnough() throws {
    let rig = Rig([Array(0..<20)])
    try rig.view.layoutIfNeeded()
    rig.view.setContentOffset(Point(x: 0, y: 1_000))
    try rig.view.layoutIfNeeded()
    let passes = rig.view.work.passes
    try rig.view.layoutIfNeeded()
    #expect(rig.view.work.passes == passes)
    #expect(rig.view.contentOffset.y == 100)
  }

  @Test func aCancelledTouchLeavesTheMenuItsHighlight() throws {
    let rig = Rig([[1, 2]])
    let delegate = RecordingDelegate([.highlighting, .menu])
    delegate.menuActions = [.copy]
    rig.view.delegate = delegate
    try rig.view.layoutIfNeeded()
    rig.view.longPress(at: Point(x: 1, y: 15))
    rig.view.touchCancelled()
    #expect(rig.view.menu?.path == ItemPath(section: 0, item: 1))
    #expect(rig.view.visibleCells.map(\.isHighlighted) == [false, true])
    rig.view.dismissMenu()
    #expect(rig.view.visibleCells.map(\.isHighlighted) == [false, false])
    #expect(delegate.takeLog().count { $0.hasPrefix("didUnhighlight") } == 1)
  }

  @Test func anOffsetThatADelegateAnswersAnUpdateWithIsTakenBack() throws {
    let rig = Rig([Array(0..<30)])
    let delegate = RecordingDelegate()
    rig.view.delegate = delegate
    try rig.view.layoutIfNeeded()
    delegate.targetOffset = Point(x: 0, y: 50)
    delegate.actions["scrolled"] = { rig.view.setContentOffset(Point(x: 0, y: 900)) }
    rig.source.sections = [Array(-1..<30)]
    rig.view.insertItems(at: [ItemPath(section: 0, item: 0)])
    #expect(delegate.actions.isEmpty)
    try rig.view.layoutIfNeeded()
    #expect(rig.view.contentOffset.y == 210)
    rig.view.checkInvariants()
  }

  @Test func whatTakesATimeEndsAtIt() throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.layoutIfNeeded()
    // 5.3 - 5 is a little less than 0.3.
    rig.view.clock.advance(by: 5)
    rig.view.setContentOffset(Point(x: 0, y: 50), animated: true)
    rig.view.clock.advance(by: 0.3)
    #expect(rig.view.contentOffset.y == 50)
    let other = Rig([Array(0..<30)])
    try other.view.layoutIfNeeded()
    other.view.clock.advance(by: 5)
    try other.view.startInteractiveTransition(to: FlowLayout())
    try other.view.finishInteractiveTransition()
    other.view.clock.advance(by: 0.3)
    #expect(!other.view.isInTransition)
  }

  @Test func aReloadInTheMiddleOfALayoutChangeEndsItsAnimations() throws {
    let rig = Rig([Array(0..<30)])
    let delegate = RecordingDelegate()
    let grid = FlowLayout()
    grid.itemSize = Size(width: 50, height: 50)
    try rig.view.setCollectionViewLayout(grid)
    try rig.view.layoutIfNeeded()
    rig.view.delegate = delegate
    var answers: [Bool] = []
    delegate.actions["willDisplay [0, 2]"] = { rig.view.reloadData() }
    try rig.view.setCollectionViewLayout(ListLayout(), animated: true) { answers.append($0) }
    #expect(delegate.actions.isEmpty)
    #expect(rig.view.animations.isEmpty && rig.view.departingViews.isEmpty)
    #expect(answers == [false])
    try rig.view.layoutIfNeeded()
    rig.view.checkInvariants()
  }
}

/// The numbers of the cells that came to be shown.
private final class DisplayLog: CollectionViewDelegate {
  var numbers: [Int] = []

  func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: ItemPath
  ) {
    if let number = (cell as? NumberCell)?.number { numbers.append(number) }
  }
}
