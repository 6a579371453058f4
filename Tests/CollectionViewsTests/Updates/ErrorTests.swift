import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// A clock by which nothing takes time.
private final class StandingClock: WorkClock {
  let nanoseconds = 0
}

/// Every error of b.8 with its figures; the view can be used on after each.
@Suite struct ErrorTests {
  /// An update fails with an error, nothing is applied, and the view goes on after it.
  func expect(
    _ error: ChangesetError, says text: String, from before: [[Int]], to after: [[Int]],
    _ location: SourceLocation = #_sourceLocation,
    _ operations: (CollectionView) throws -> Void
  ) throws {
    let rig = Rig(before, headers: true)
    try rig.view.pass()
    let (frames, numbers) = (rig.view.shownFrames, rig.numbers)
    let completions = Log()
    let found = rig.view.failure {
      try rig.update(after, { completions.add("\($0)") }, location, operations)
    }
    #expect(found == .changeset(error), sourceLocation: location)
    #expect(found?.description.contains(text) == true, sourceLocation: location)
    #expect(rig.view.shownFrames == frames, sourceLocation: location)
    #expect(rig.numbers == numbers, sourceLocation: location)
    #expect(rig.view.numberOfSections == before.count, sourceLocation: location)
    #expect(completions.lines.isEmpty, sourceLocation: location)
    #expect(rig.view.animations.isEmpty, sourceLocation: location)
    // Changed back, the data can be updated again.
    rig.source.sections = before
    try rig.update([[7]] + before) { view in
      view.insertSections([0])
    }
    try rig.expectFresh(location)
  }

  @Test func itemCountsThatDoNotAddUp() throws {
    try expect(
      .itemCountMismatch(
        section: 1, after: 5, before: 2, inserted: 1, deleted: 1, movedIn: 1, movedOut: 0),
      says: "section 1 has 5 items after the update, but 2 before it, 1 inserted, 1 deleted",
      from: [[1, 2], [3, 4]], to: [[2], [9, 4, 1, 5, 6]]
    ) { view in
      view.insertItems(at: [at(1, 0)])
      view.deleteItems(at: [at(1, 0)])
      view.moveItem(at: at(0, 0), to: at(1, 2))
    }
  }

  @Test func sectionCountsThatDoNotAddUp() throws {
    try expect(
      .sectionCountMismatch(after: 4, before: 2, inserted: 1, deleted: 0), says: "4 sections",
      from: [[1], [2]], to: [[], [], [1], [2]]
    ) { view in view.insertSections([0]) }
  }

  @Test func indexesThatDoNotExist() throws {
    try expect(
      .sourceItemOutOfRange(.delete, at(0, 3), itemCountBefore: 2), says: "had 2 items",
      from: [[1, 2]], to: [[1]]
    ) { view in view.deleteItems(at: [at(0, 3)]) }
    try expect(
      .sourceSectionOutOfRange(.reload, .section(4), sectionCountBefore: 1),
      says: "was 1 section", from: [[1]], to: [[1]]
    ) { view in view.reloadSections([4]) }
    try expect(
      .targetItemOutOfRange(.insert, at(0, 5), itemCountAfter: 3), says: "has 3 items",
      from: [[1, 2]], to: [[1, 2, 3]]
    ) { view in view.insertItems(at: [at(0, 5)]) }
    try expect(
      .targetSectionOutOfRange(.insert, .section(2), sectionCountAfter: 2), says: "are 2 sections",
      from: [[1]], to: [[1], [2]]
    ) { view in view.insertSections([2]) }
    try expect(
      .sourceItemOutOfRange(.reconfigure, at(0, 9), itemCountBefore: 1), says: "had 1 item",
      from: [[1]], to: [[1]]
    ) { view in view.reconfigureItems(at: [at(0, 9)]) }
  }

  @Test func negativeIndexesAreSaidAtOnce() throws {
    let rig = Rig([[1]])
    try rig.view.pass()
    #expect(
      rig.view.failure {
        rig.view.deleteItems(at: [at(0, -1)])
      } == .negativeIndex(-1, section: 0))
    #expect(
      rig.view.failure {
        rig.view.insertSections([-2])
      } == .negativeIndex(-2, section: nil))
    #expect(
      rig.view.failure {
        rig.view.moveItem(at: at(-3, 0), to: at(0, 0))
      } == .negativeIndex(-3, section: nil))
    try rig.expectFresh()
  }

  @Test func negativeCountsOfADataSource() throws {
    let source = StubSource()
    let rig = Rig([[1, 2]])
    rig.view.dataSource = source
    source.sectionCount = -1
    #expect(rig.view.failure(rig.view.layoutIfNeeded) == .count(section: nil, -1))
    source.sectionCount = 2
    source.itemCount = -4
    #expect(rig.view.failure(rig.view.layoutIfNeeded) == .count(section: 0, -4))
    source.itemCount = ItemPath.countLimit + 1
    #expect(rig.view.failure(rig.view.layoutIfNeeded) == .count(section: 0, 1 << 31))
    rig.view.check()
    rig.view.dataSource = rig.source
    try rig.expectFresh()
    // In an update the counts are as before it.
    rig.view.dataSource = source
    source.itemCount = 1
    try rig.view.layoutIfNeeded()
    source.itemCount = -1
    #expect(
      rig.view.failure {
        rig.view.deleteItems(at: [at(0, 0)])
      } == .count(section: 0, -1))
    #expect(rig.view.numberOfItems(inSection: 1) == 1)
    rig.view.check()
  }

  @Test func aLayoutThatNamesAnItemThatDoesNotExist() throws {
    let (view, layout, source) = Self.rowsRig([[1, 2]])
    let frame = Rect(x: 0, y: 0, width: 9, height: 9)
    for (path, count) in [(at(0, 7), 2), (at(0, 2), 2), (at(0, -1), 2), (at(3, 0), nil)] {
      layout.lie = { $0 + [LayoutAttributes(cell: path, frame: frame)] }
      #expect(
        view.failure(view.layoutIfNeeded) == .layout(.noSuchItem(path, itemsInSection: count)))
      view.check()
    }
    for section in [1, 5] {
      let stray = LayoutElement.supplementary(.sectionHeader, [section, 1])
      layout.lie = { $0 + [LayoutAttributes(stray, frame: frame)] }
      #expect(view.failure(view.layoutIfNeeded) == .layout(.noSuchSection(stray, sections: 1)))
    }
    let shallow = LayoutElement.cell(at(0, 0)).moved(to: [0])
    layout.lie = { $0 + [LayoutAttributes(shallow, frame: frame)] }
    #expect(view.failure(view.layoutIfNeeded) == .layout(.pathDepth(shallow)))
    layout.lie = nil
    try view.pass()
    #expect(view.visibleCells.count == 2)
    _ = source
  }

  @Test func aLayoutThatRepeatsAnElement() throws {
    let (view, layout, source) = Self.rowsRig([[1, 2]])
    layout.lie = { $0 + [$0[0]] }
    let error = CollectionViewError.layout(.repeated(.cell(at(0, 0))))
    // While it enters, and while it stays.
    #expect(view.failure(view.layoutIfNeeded) == error)
    view.check()
    view.setNeedsLayout()
    #expect(view.failure(view.layoutIfNeeded) == error)
    view.check()
    source.sections = [[2]]
    #expect(
      view.failure {
        view.deleteItems(at: [at(0, 0)])
      } == error)
    view.check()
    layout.lie = nil
    try view.pass()
    view.clock.advance(by: 1)
    view.check()
    #expect(view.reuseStatistics.created == 2)
  }

  @Test func aSupplementaryElementWithoutAView() throws {
    let source = StubSource()
    let rig = Rig([[1]], headers: true)
    rig.view.dataSource = source
    let header = LayoutElement.supplementary(.sectionHeader, [0, 0])
    let error = rig.view.failure(rig.view.layoutIfNeeded)
    #expect(error == .noView(header))
    #expect(error?.description.contains("UICollectionElementKindSectionHeader [0, 0]") == true)
    rig.view.check()
    rig.view.dataSource = rig.source
    try rig.expectFresh()
  }

  @Test func aDecorationThatIsNotRegistered() throws {
    let (view, layout, source) = Self.rowsRig([[1]])
    layout.hasBackdrops = true
    #expect(view.failure(view.layoutIfNeeded) == .noDecoration(RowsLayout.backdrop))
    view.check()
    layout.registerDecoration(
      ViewSource.viewClass(CollectionReusableView.self), ofKind: RowsLayout.backdrop)
    try view.pass()
    #expect(view.visibleViewCount == 2)
    _ = source
  }

  @Test func anIdentifierThatIsNotRegistered() throws {
    let rig = Rig([[1]])
    rig.view.register(nil, forCellWithReuseIdentifier: "number")
    rig.view.register(NumberCell.self, forCellWithReuseIdentifier: "other")
    let error = rig.view.failure(rig.view.layoutIfNeeded)
    #expect(error == .notRegistered(.cell("number"), registered: ["cell \"other\""]))
    #expect(error?.description.contains("registered are cell \"other\"") == true)
    rig.view.check()
    rig.view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
    try rig.expectFresh()
  }

  @Test func aCellOfAnotherViewIsRefusedWhileWorkIsMeasured() throws {
    let other = Rig([[1]])
    // A queue that the first view has none of.
    for number in 0..<8 {
      other.view.register(NumberCell.self, forCellWithReuseIdentifier: "other \(number)")
    }
    let others = StubSource(itemCount: 1) { view, path in
      try view.dequeueReusableCell(withReuseIdentifier: "other 7", for: path)
    }
    other.view.dataSource = others
    try other.view.layoutIfNeeded()
    let foreign = try #require(other.view.cellForItem(at: at(0, 0)))
    let source = StubSource { _, _ in foreign }
    let rig = Rig([[1, 2]])
    rig.view.dataSource = source
    let clock = StandingClock()
    rig.view.workClock = clock
    #expect(
      rig.view.failure(rig.view.layoutIfNeeded) == .notDequeued(.cell(at(0, 0)), dequeued: 0))
    rig.view.check()
  }

  @Test func viewsThatWereNotDequeuedForTheRequest() throws {
    let source = StubSource()
    let rig = Rig([[1, 2]])
    rig.view.dataSource = source
    source.cell = { view, path in NumberCell(frame: .zero) }
    #expect(
      rig.view.failure(rig.view.layoutIfNeeded) == .notDequeued(.cell(at(0, 0)), dequeued: 0))
    source.cell = { view, path in
      _ = try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    #expect(
      rig.view.failure(rig.view.layoutIfNeeded) == .notDequeued(.cell(at(0, 0)), dequeued: 2))
    rig.view.check()
    rig.view.unreturnedViewPolicy = .requeue
    try rig.view.pass()
    #expect(rig.view.reuseStatistics.created == 3)
    // A cell that is shown already is no answer for another item.
    let first = rig.view.cellForItem(at: at(0, 0))
    rig.view.unreturnedViewPolicy = .error
    source.cell = { view, path in
      let cell = try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
      return path.item == 2 ? first ?? cell : cell
    }
    source.itemCount = 3
    #expect(
      rig.view.failure {
        rig.view.insertItems(at: [at(0, 2)])
      } == .notDequeued(.cell(at(0, 2)), dequeued: 1))
    rig.view.check()
  }

  /// What has been handed out by then is shown, what was dequeued goes back, the rest is due.
  @Test func anErrorInTheMiddleOfAPass() throws {
    let source = StubSource()
    let rig = Rig([[]])
    rig.view.dataSource = source
    source.itemCount = 5
    source.cell = { view, path in
      let cell = try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
      guard path.item != 3 else { throw CollectionViewError.noView(.cell(path)) }
      return cell
    }
    for _ in 0..<2 {
      #expect(rig.view.failure(rig.view.layoutIfNeeded) == .noView(.cell(at(0, 3))))
      rig.view.check()
      #expect(rig.view.itemPathsForVisibleItems == [at(0, 0), at(0, 1), at(0, 2)])
      #expect(rig.view.reuseStatistics.created == 4)
    }
    source.cell = { view, path in
      try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    try rig.view.pass()
    #expect(rig.view.visibleCells.count == 5)
    #expect(rig.view.work.viewCalls == 4 + 1 + 2)
  }

  @Test func templatesThatYieldSomethingElse() throws {
    for (name, objects) in [
      ("none", [] as [Any]), ("two", [NumberCell(frame: .zero), NumberCell(frame: .zero)]),
      ("wrong", [HeaderView(frame: .zero)]),
    ] {
      let rig = Rig([[1]])
      rig.view.register(
        ViewTemplate(name) { objects }, of: NumberCell.self, forCellWithReuseIdentifier: "number")
      #expect(
        rig.view.failure(rig.view.layoutIfNeeded)
          == .template(
            name: name, yielded: objects.map { "\(type(of: $0))" }, expected: "new NumberCell"))
      rig.view.check()
      rig.view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
      try rig.expectFresh()
    }
  }

  @Test func twoPositionsAlongOneAxis() throws {
    let rig = Rig([Array(0..<30)])
    try rig.view.pass()
    let error = CollectionViewError.scrollPositions(.top, .bottom)
    #expect(
      rig.view.failure {
        try rig.view.scrollToItem(at: at(0, 20), at: [.top, .bottom, .left])
      } == error)
    #expect(
      rig.view.failure {
        try rig.view.selectItem(at: at(0, 20), scrollPosition: [.top, .bottom])
      } == error)
    #expect(rig.view.contentOffset == .zero)
    #expect(rig.view.itemPathsForSelectedItems == [])
    #expect(
      rig.view.failure {
        try rig.view.scrollToItem(at: at(0, 30), at: .top)
      } == .noSuchItem(at(0, 30), itemsInSection: 30))
    rig.view.check()
  }

  @Test func sizesThatMakeNoSense() throws {
    let rig = Rig([[1]])
    for size in [-1, Double.nan, .infinity] {
      rig.layout.itemExtent = size
      guard
        case .layout(.length(property: _, section: nil, let found))? = rig.view.failure(
          rig.view.layoutIfNeeded)
      else {
        Issue.record("no error for \(size)")
        continue
      }
      #expect(found == size || size.isNaN && found.isNaN)
      rig.view.check()
    }
    rig.layout.itemExtent = 10
    rig.view.setBoundsSize(Size(width: -1, height: 10))
    #expect(
      rig.view.failure(rig.view.layoutIfNeeded)
        == .layout(.bounds(Rect(x: 0, y: 0, width: -1, height: 10))))
    rig.view.check()
    rig.view.setBoundsSize(Size(width: 50, height: 100))
    rig.view.setContentInset(EdgeInsets(all: .infinity))
    #expect(
      rig.view.failure(rig.view.layoutIfNeeded)
        == .layout(
          .insets(property: "contentInset", section: nil, EdgeInsets(all: .infinity))))
    rig.view.check()
    rig.view.setContentInset(.zero)
    try rig.expectFresh()
  }

  @Test func anUpdateThatTheLayoutRefusesLeavesEverythingAsItWas() throws {
    let (view, layout, source) = Self.rowsRig([[1, 2, 3]])
    try view.pass()
    let frames = view.shownFrames
    layout.onPrepare = { () throws(LayoutError) in
      throw .length(property: "test", section: nil, -1)
    }
    source.sections = [[1, 2, 3, 4]]
    #expect(
      view.failure {
        view.insertItems(at: [at(0, 3)])
      } == .layout(.length(property: "test", section: nil, -1)))
    #expect(view.shownFrames == frames)
    #expect(view.numberOfItems(inSection: 0) == 3)
    view.check()
    layout.onPrepare = nil
    view.insertItems(at: [at(0, 3)])
    view.check()
    #expect(view.visibleCells.count == 4)
  }

  static func rowsRig(
    _ sections: [[Int]], height: Double = 100
  ) -> (view: CollectionView, layout: RowsLayout, source: ArraySource) {
    let (layout, source) = (RowsLayout(), ArraySource(sections))
    let view = CollectionView.showing(source, in: layout, height: height)
    view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "header")
    return (view, layout, source)
  }
}
