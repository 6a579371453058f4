import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// The height that rows prefer; nil for the layout's.
private final class RowHeight {
  var points: Double?
}

private final class PreferringRow: CollectionViewCell {
  var height: RowHeight?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var preferred = attributes
    if let points = height?.points { preferred.size.height = points }
    return preferred
  }
}

/// What an update asks the layout, counts and leaves due, and where its errors go.
@Suite struct UpdatePassTests {
  private let cause = LayoutError.length(property: "test", section: nil, -1)

  /// Returns a view of rows that prefer a height.
  private func makeView(
    _ source: StubSource, _ layout: CollectionViewLayout, preferring height: RowHeight
  ) throws -> CollectionView {
    let view = CollectionView.showing(source, in: layout)
    view.registerNumbers(of: PreferringRow.self) { $0.height = height }
    try view.pass()
    return view
  }

  private func insert(_ view: CollectionView, _ source: ArraySource) throws {
    source.sections[0].insert(100, at: 0)
    try view.performBatchUpdates { view.insertItems(at: [at(0, 0)]) }
  }

  @Test func anUpdateTakesOnePass() throws {
    let rig = Rig([Array(0..<30)])
    // One that nobody sees counts, too.
    try rig.update([Array(0..<30) + [99]]) { view in view.insertItems(at: [at(0, 30)]) }
    #expect(rig.view.work.updates == 1)
    try rig.view.pass()
    let passes = rig.view.work.passes
    try insert(rig.view, rig.source)
    try rig.view.pass()
    #expect(rig.view.work.passes == passes + 1 && rig.view.work.updates == 2)
  }

  /// A size that a new cell prefers takes one more.
  @Test func aPreferredSizeIsOneMorePass() throws {
    let (source, layout, height) = (StubSource(itemCount: 3), ListLayout(), RowHeight())
    layout.estimatedItemExtent = 10
    height.points = 20
    let view = try makeView(source, layout, preferring: height)
    let passes = view.work.passes
    source.itemCount = 4
    try view.performBatchUpdates { view.insertItems(at: [at(0, 0)]) }
    #expect(view.work.passes == passes + 2 && view.contentSize.height == 80)
    try view.pass()
    #expect(view.work.passes == passes + 2)
  }

  /// A row that enters and is pushed out in the same update has no animation.
  @Test func aRowThatASizeKeepsOutDoesNotDepart() throws {
    let source = SelfSizingSource(Array(0..<10))
    let (view, _) = source.makeView()
    source.height = { $0 == 100 ? 60 : 30 }
    try view.pass()
    let created = view.work.displayed
    source.items = [100, 0] + Array(3..<10)
    try view.performBatchUpdates {
      view.deleteItems(at: [at(0, 1), at(0, 2)])
      view.insertItems(at: [at(0, 0)])
    }
    #expect(view.itemPathsForVisibleItems == (0..<3).map { at(0, $0) })
    #expect(view.work.displayed == created + 2)
    #expect(view.departingViews.count == 2)
    #expect(view.animations.allSatisfy { $0.role != .scrolledOut })
    view.check()
    _ = source
  }

  /// The layout is asked for a row's place alone only to animate it.
  @Test func withoutAnimationNoPlacesAreAskedFor() throws {
    let frames = [0.0, 20].map { Rect(x: 0, y: $0, width: 50, height: 20) }
    let (layout, source) = (PlaneLayout(frames, size: Size(width: 50, height: 900)), StubSource())
    let view = CollectionView.showing(source, in: layout)
    view.animationsEnabled = false
    try view.pass()
    let questions = layout.elementQuestions
    layout.elements[1].frame.origin.y = 500
    try view.performBatchUpdates {}
    #expect(view.visibleCells.count == 1)
    #expect(layout.elementQuestions == questions)
    _ = source
  }

  /// Inserts a row into three, whose cell changes the layout as it is made, and checks the outcome.
  private func insertRow(
    _ change: @escaping (RowsLayout) -> Void,
    check: (CollectionView, CollectionViewError?) throws -> Void
  ) throws {
    let (layout, source) = (RowsLayout(), StubSource(itemCount: 3))
    let view = CollectionView.showing(source, in: layout)
    try view.pass()
    source.itemCount = 4
    let makeCell = source.cell
    source.cell = { view, path in
      change(layout)
      layout.invalidateLayout()
      return try makeCell(view, path)
    }
    let error = view.failure {
      try view.performBatchUpdates { view.insertItems(at: [at(0, 0)]) }
    }
    try check(view, error)
    layout.lie = nil
    layout.invalidateLayout()
    try view.pass()
    _ = source
  }

  /// The animations end where the layout then has each row.
  @Test func aLayoutThatANewCellChangesIsLaidOutAtOnce() throws {
    try insertRow {
      $0.rowHeight = 20
    } check: { view, error in
      #expect(error == nil)
      #expect(view.visibleCells.map(\.frame.minY) == [0, 20, 40, 60])
      #expect(!view.animations.isEmpty)
      #expect(view.animations.allSatisfy { $0.target == $0.view.layoutAttributes })
    }
  }

  /// The update has been applied by then.
  @Test func aLayoutThatANewCellMakesRepeatARowIsRefused() throws {
    try insertRow {
      $0.lie = { $0 + $0.prefix(1) }
    } check: { view, error in
      #expect(error == .layout(.repeated(.cell(at(0, 0)))) && view.lastUpdateWasApplied)
    }
  }

  /// Hooks are asked about what is shown after, hidden or not, and about nothing else.
  @Test(arguments: [true, false])
  func hooksAreAskedAboutWhatIsShown(showsHidden: Bool) throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)], height: 30)
    layout.hidden = [at(0, 1)]
    layout.lie = { _ in (0..<30).compactMap { layout.layoutAttributesForItem(at: at(0, $0)) } }
    view.showsHiddenElements = showsHidden
    try view.pass()
    _ = layout.takeLog()
    try view.performBatchUpdates {}
    let asked = layout.takeLog().filter { $0.hasPrefix("initial") }
    #expect(asked.count == (showsHidden ? 3 : 2))
    #expect(asked.contains("initial [0, 1]") == showsHidden)
    _ = source
  }

  /// Also for a kind that is shown before alone, or after alone.
  @Test func theLayoutIsAskedForPathsOfEachKind() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1]])
    layout.hasBackdrops = true
    layout.registerDecoration(
      ViewSource.viewClass(CollectionReusableView.self), ofKind: RowsLayout.backdrop)
    try view.pass()
    for numbers in [[], [1]] {
      _ = layout.takeLog()
      source.sections = [numbers]
      try view.performBatchUpdates {
        if numbers.isEmpty {
          view.deleteItems(at: [at(0, 0)])
        } else {
          view.insertItems(at: [at(0, 0)])
        }
      }
      #expect(layout.takeLog().contains("deletes RowsLayoutBackdrop"), "\(numbers)")
      view.clock.advance(by: 1)
    }
  }

  /// A header has the path of its section's first item, and stays when that goes.
  @Test func aHeaderStaysWhenTheFirstItemGoes() throws {
    let rig = Rig([[1, 2]], headers: true)
    try rig.view.pass()
    let header = rig.view.supplementaryView(forElementOfKind: .sectionHeader, at: [0, 0])
    try rig.update([[2]]) { view in view.deleteItems(at: [at(0, 0)]) }
    #expect(header != nil)
    #expect(rig.view.supplementaryView(forElementOfKind: .sectionHeader, at: [0, 0]) === header)
  }

  @Test func anInsertedSectionIsNoReloadedOne() throws {
    let rig = Rig([[1]], headers: true)
    try rig.view.pass()
    try rig.update([[7], [1]]) { view in view.insertSections([0]) }
    let roles = rig.view.animations.filter { $0.element.path.section == 0 }.map(\.role)
    #expect(roles == [.inserted, .inserted])
  }

  /// The layout is prepared for the offset that it has chosen before it is asked what is shown there.
  @Test func theLayoutIsPreparedForItsOffset() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    layout.invalidatesForBounds = true
    try view.pass()
    layout.targetOffset = Point(x: 0, y: 40)
    _ = layout.takeLog()
    try insert(view, source)
    let lines = layout.takeLog()
    #expect(view.contentOffset.y == 40)
    #expect(
      try #require(lines.lastIndex(of: "prepare")) < #require(lines.firstIndex(of: "query")))
    // An error there comes after the update has been applied.
    layout.targetOffset = Point(x: 0, y: 60)
    var preparations = 0
    layout.onPrepare = { () throws(LayoutError) in
      preparations += 1
      if preparations == 2 { throw cause }
    }
    #expect(view.failure { try insert(view, source) } == .layout(cause))
    #expect(view.lastUpdateWasApplied && view.numberOfItems(inSection: 0) == 32)
    layout.onPrepare = nil
    try view.pass()
  }

  /// A layout that has applied an update that fails afterwards computes everything again.
  @Test func aLayoutReturnsInTheNextPass() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    try view.pass()
    layout.offsetAdjustment = Point(x: 0, y: .nan)
    #expect(view.failure { try insert(view, source) } != nil)
    #expect(!view.lastUpdateWasApplied)
    source.sections[0].removeFirst()
    try view.pass()
    #expect(view.contentSize.height == 300)
  }

  /// Its context says that the counts are others.
  @Test func contextsOfUpdatesSayThatTheCountsAreOthers() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1]])
    try view.pass()
    var found: [Bool] = []
    layout.onPrepare = { [unowned layout] () throws(LayoutError) in
      found += layout.pendingInvalidation.contexts.map(\.invalidateDataSourceCounts)
    }
    try insert(view, source)
    #expect(found == [true])
  }

  /// Cells that are resized by an update, and cells that are asked under another layout.
  @Test func preferredSizesThatMakeNoSenseAreErrors() throws {
    let (source, layout, height) = (StubSource(itemCount: 2), RowsLayout(), RowHeight())
    let view = try makeView(source, layout, preferring: height)
    height.points = -1
    layout.rowHeight = 20
    let error = view.failure { try view.performBatchUpdates {} }
    #expect(error == .layout(.itemSize(at(0, 0), Size(width: 50, height: -1))))
    height.points = nil
    view.clock.advance(by: 1)
    try view.pass()
    height.points = -1
    let other = RowsLayout()
    other.rowHeight = 20
    let second = view.failure { try view.setCollectionViewLayout(other) }
    guard case .layout(.itemSize(_, Size(width: 50, height: -1)))? = second else {
      Issue.record("\(String(describing: second))")
      return
    }
  }

  /// No more cells are asked for after it.
  @Test func theFirstErrorOfALayoutChangeIsThrown() throws {
    let (source, layout, height) = (StubSource(itemCount: 20), RowsLayout(), RowHeight())
    layout.rowHeight = 20
    let view = try makeView(source, layout, preferring: height)
    height.points = -1
    var asked: [ItemPath] = []
    source.cell = { _, path in
      asked.append(path)
      throw CollectionViewError.noView(.cell(path))
    }
    let error = view.failure { try view.setCollectionViewLayout(RowsLayout()) }
    #expect(error == .layout(.itemSize(at(0, 0), Size(width: 50, height: -1))))
    #expect(asked.isEmpty)
    _ = source
  }

  /// It goes on where the content has moved to, as no finger has scrolled.
  @Test func aMenuStaysWhenAnUpdateMovesTheContent() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    let delegate = RecordingDelegate([.highlighting, .menu])
    delegate.menuActions = [.copy]
    view.delegate = delegate
    try view.pass()
    #expect(view.longPress(at: Point(x: 1, y: 95)) != nil)
    layout.targetOffset = Point(x: 0, y: 10)
    try insert(view, source)
    #expect(view.contentOffset.y == 10 && view.menu?.path == at(0, 10))
  }
}
