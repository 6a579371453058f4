import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Data sources, delegates and views that go away while others go on (BUG-43, BUG-44).
@Suite struct LifetimeTests {
  /// BUG-44: the data source goes away without a word.
  @Test func theDataSourceGoesAway() throws {
    let steps: [(CollectionView) throws -> Void] = [
      { view in try view.layoutIfNeeded() },
      { view in view.setContentOffset(Point(x: 0, y: 50)) },
      { view in #expect(view.numberOfSections == 0) },
      { view in
        try view.performBatchUpdates {}
      },
      { view in view.reloadData() },
      { view in view.tap(at: Point(x: 1, y: 1)) },
    ]
    for step in steps {
      var source: ArraySource? = ArraySource([Array(0..<30)])
      let rig = Rig([])
      rig.view.isPrefetchingEnabled = true
      rig.view.dataSource = source
      try rig.view.pass()
      source = nil
      try step(rig.view)
      try rig.view.pass()
      #expect(rig.view.visibleViewCount == 0)
      #expect(rig.view.numberOfSections == 0)
      // It is missed once.
      let reloads = rig.view.work.reloads
      try rig.view.pass()
      #expect(rig.view.work.reloads == reloads)
      // Another one is as new.
      rig.view.dataSource = rig.source
      rig.source.sections = [[3]]
      try rig.view.pass()
      #expect(rig.numbers == [3])
    }
  }

  /// Nothing is left of the counts that it gave.
  @Test func updatesAfterTheDataSource() throws {
    let rig = Rig([[1, 2], [3]])
    try rig.view.pass()
    rig.source.sections = [[4]]
    rig.view.reloadData()
    try rig.view.pass()
    rig.source.sections = [[4, 5]]
    try rig.view.apply(ChangedSections(ChangesetMap(Changeset(insertedItems: [at(0, 1)]))))
    rig.view.dataSource = nil
    try rig.view.performBatchUpdates {}
    let error = rig.view.failure { rig.view.insertItems(at: [at(0, 0)]) }
    #expect(
      error
        == .changeset(.targetSectionOutOfRange(.insert, .item(at(0, 0)), sectionCountAfter: 0)))
    try rig.view.pass()
    #expect(rig.view.numberOfSections == 0)
  }

  @Test func aViewWithoutADataSourceReloadsNothing() throws {
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: ListLayout())
    view.dataSource = nil
    try view.pass()
    #expect(view.work.reloads == 0 && view.numberOfSections == 0)
  }

  @Test func theDelegateGoesAway() throws {
    let rig = Rig([Array(0..<30)])
    var delegate: RecordingDelegate? = RecordingDelegate()
    delegate?.menuActions = [.cut]
    rig.view.delegate = delegate
    try rig.view.pass()
    _ = rig.view.longPress(at: Point(x: 1, y: 1))
    #expect(rig.view.menu != nil)
    delegate = nil
    #expect(rig.view.chooseMenuAction(.cut))
    rig.view.tapItem(at: at(0, 2))
    #expect(rig.view.itemPathsForSelectedItems == [at(0, 2)])
    rig.view.fling(withVelocity: Point(x: 0, y: 800))
    rig.view.clock.advance(by: 3)
    try rig.view.pass()
    try rig.view.setCollectionViewLayout(FlowLayout(), animated: true)
    rig.view.clock.advance(by: 3)
    try rig.view.pass()
  }

  /// BUG-43: neither view nor data source is held by what it holds.
  @Test func theViewIsNotHeld() throws {
    let clock = ManualClock()
    weak var view: CollectionView?
    do {
      let source = ArraySource([[1, 2]])
      let made = CollectionView(
        frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: ListLayout(),
        clock: clock)
      made.register(NumberCell.self, forCellWithReuseIdentifier: "number")
      made.dataSource = source
      try made.pass()
      try made.startInteractiveTransition(to: FlowLayout())
      view = made
    }
    #expect(view == nil)
    clock.advance(by: 1)
  }
}
