import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// A cell that counts what is done to it.
final class CountingCell: CollectionViewCell {
  var events: [String] = []
  required init(frame: Rect) {
    super.init(frame: frame)
    events.append("init \(frame.size.width)x\(frame.size.height)")
  }
  override func awakeFromTemplate() { events.append("awake") }
  override func prepareForReuse() {
    events.append(
      "prepare \(isSelected) \(isHighlighted) \(alpha) \(isHidden) \(layoutAttributes == nil)")
  }
  override func apply(_ attributes: LayoutAttributes) {
    events.append("apply \(attributes.frame.minY)")
  }
}

/// Registration, identifiers and dequeues.
@Suite struct RegistrationTests {
  @Test func classesAndTemplatesMakeViews() throws {
    let rig = Rig([[1]], headers: true)
    rig.view.register(CountingCell.self, forCellWithReuseIdentifier: "number")
    try rig.view.pass()
    let cell = try #require(rig.view.visibleCells.first as? CountingCell)
    #expect(cell.reuseIdentifier == "number")
    // Of its item's size, and never awakened.
    #expect(cell.events == ["init 50.0x10.0", "apply 5.0"])
    let made = Log()
    let template = ViewTemplate("row") {
      made.add("made")
      return [CountingCell(frame: .zero)]
    }
    rig.view.register(
      template, of: CountingCell.self, forCellWithReuseIdentifier: "number", flushesQueue: true)
    rig.view.register(
      ViewTemplate("title") { [HeaderView(frame: .zero)] }, of: HeaderView.self,
      forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "header")
    rig.view.reloadData()
    // What was shown comes back into the queue and is used on.
    try rig.view.pass()
    #expect(rig.view.visibleCells.first === cell)
    rig.view.reloadData()
    rig.view.register(
      template, of: CountingCell.self, forCellWithReuseIdentifier: "number", flushesQueue: true)
    try rig.view.pass()
    let second = try #require(rig.view.visibleCells.first as? CountingCell)
    #expect(second.events == ["init 0.0x0.0", "awake", "apply 5.0"])
    #expect(made.lines.count == 1)
    rig.view.check()
  }

  /// A class or a template that comes later makes the views that are made later.
  @Test func waitingViewsAreUsedOnUnlessTheyAreFlushed() throws {
    let rig = Rig([[1]], headers: true)
    let made = Log()
    let cells = ViewTemplate("cell") { [NumberCell(frame: .zero)] }
    let headers = ViewTemplate("header") {
      made.add("header")
      return [HeaderView(frame: .zero)]
    }
    try rig.view.pass()
    let registrations: [(CollectionView) -> Void] = [
      { $0.register(NumberCell.self, forCellWithReuseIdentifier: "number") },
      { $0.register(cells, of: NumberCell.self, forCellWithReuseIdentifier: "number") },
      {
        $0.register(
          HeaderView.self, forSupplementaryViewOfKind: .sectionHeader,
          withReuseIdentifier: "header")
      },
      {
        $0.register(
          headers, of: HeaderView.self, forSupplementaryViewOfKind: .sectionHeader,
          withReuseIdentifier: "header")
      },
    ]
    for register in registrations {
      rig.view.reloadData()
      register(rig.view)
      try rig.view.pass()
    }
    #expect(rig.view.reuseStatistics.created == 2 && made.lines.isEmpty)
    rig.view.reloadData()
    rig.view.register(
      headers, of: HeaderView.self, forSupplementaryViewOfKind: .sectionHeader,
      withReuseIdentifier: "header", flushesQueue: true)
    try rig.view.pass()
    #expect(rig.view.reuseStatistics.created == 3 && made.lines == ["header"])
    #expect(rig.view.reuseStatistics.released == 1)
    rig.view.check()
  }

  /// Also those of a typed registration that was taken back and comes again.
  @Test func cellsOfATypedRegistrationAreUsedOn() throws {
    let cells = CellRegistration<NumberCell, Int> { cell, _, number in cell.number = number }
    let source = StubSource(itemCount: 3) { view, path in
      try view.dequeueConfiguredReusableCell(using: cells, for: path, item: path.item)
    }
    let view = CollectionView.showing(source, in: RowsLayout())
    try view.pass()
    view.reloadData()
    view.register(nil, forCellWithReuseIdentifier: cells.identifier)
    try view.pass()
    #expect(view.reuseStatistics.created == 3 && view.reuseStatistics.released == 0)
    _ = source
  }

  /// A view that is dequeued for another item, or outside of a request, has the layout's size for it.
  @Test func dequeuedViewsHaveTheSizeOfTheirElement() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2, 3]])
    try view.pass()
    layout.rowHeight = 20
    layout.invalidateLayout()
    try view.pass()
    let stray = try source.collectionView(view, cellForItemAt: at(0, 2))
    #expect(stray.frame == Rect(x: 0, y: 40, width: 50, height: 20))
    var frames: [Rect] = []
    let other = StubSource(itemCount: 3) { view, _ in
      let cell = try view.dequeueReusableCell(withReuseIdentifier: "number", for: at(0, 1))
      frames.append(cell.frame)
      return cell
    }
    view.dataSource = other
    try view.pass()
    #expect(frames.count == 3)
    #expect(frames.allSatisfy { $0 == Rect(x: 0, y: 20, width: 50, height: 20) })
    withExtendedLifetime((source, other)) {}
  }

  /// Also a view that a template has made without a size.
  @Test func aTemplatesViewHasTheSizeOfItsElement() throws {
    let source = StubSource(itemCount: 1)
    var frames: [Rect] = []
    source.cell = { view, path in
      let cell = try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
      frames.append(cell.frame)
      return cell
    }
    let view = CollectionView.showing(source, in: RowsLayout())
    view.register(
      ViewTemplate("row") { [NumberCell(frame: .zero)] }, of: NumberCell.self,
      forCellWithReuseIdentifier: "number")
    try view.pass()
    #expect(frames == [Rect(x: 0, y: 0, width: 50, height: 10)])
  }

  /// The frame is that of the layout's answer, also where it has none for the element alone.
  @Test func aHeaderHasTheFrameThatIsAskedFor() throws {
    let (view, layout, rows) = ErrorTests.rowsRig([])
    let frame = Rect(x: 0, y: 0, width: 5, height: 7)
    layout.lie = { rows in
      rows + [LayoutAttributes(supplementary: .sectionHeader, section: 0, frame: frame)]
    }
    var frames: [Rect] = []
    let source = StubSource(itemCount: 1)
    source.supplementaryView = { view, kind, path in
      let header = try view.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "header", for: path)
      frames.append(header.frame)
      return header
    }
    view.dataSource = source
    try view.pass()
    #expect(frames == [frame])
    withExtendedLifetime((rows, source)) {}
  }

  @Test func prototypesAreOverridden() throws {
    let source = ArraySource([[1]])
    let layout = ListLayout()
    let view = CollectionView(
      frame: Rect(x: 3, y: 4, width: 50, height: 100), collectionViewLayout: layout,
      prototypes: [
        .cell(.viewClass(CountingCell.self), reuseIdentifier: "number"),
        .supplementary(
          .viewClass(HeaderView.self), ofKind: .sectionHeader, reuseIdentifier: "header"),
      ])
    #expect(view.contentOffset == .zero)
    view.dataSource = source
    try view.pass()
    #expect(view.visibleCells.first is CountingCell)
    view.register(NumberCell.self, forCellWithReuseIdentifier: "number", flushesQueue: true)
    view.reloadData()
    view.register(NumberCell.self, forCellWithReuseIdentifier: "number", flushesQueue: true)
    try view.pass()
    #expect(view.visibleCells.first is NumberCell)
  }

  @Test func identifiersUnderTwoKindsAreTwo() throws {
    let rig = Rig([[1]])
    let view = rig.view
    view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionFooter, withReuseIdentifier: "header")
    for kind in [ElementKind.sectionHeader, .sectionFooter] {
      let made = try view.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "header", for: [0, 0])
      #expect(made.reuseIdentifier == "header")
      #expect(view.reuseStatistics(of: .supplementary(kind, "header")).created == 1)
    }
    view.register(nil, forSupplementaryViewOfKind: .sectionFooter, withReuseIdentifier: "header")
    let error = view.failure {
      _ = try view.dequeueReusableSupplementaryView(
        ofKind: .sectionFooter, withReuseIdentifier: "header", for: [0, 0])
    }
    #expect(
      error
        == .notRegistered(
          .supplementary(.sectionFooter, "header"),
          registered: ["supplementary UICollectionElementKindSectionHeader \"header\""]))
    #expect(ElementKind.sectionHeader.name == "UICollectionElementKindSectionHeader")
    #expect(ElementKind.sectionFooter.name == "UICollectionElementKindSectionFooter")
  }

  @Test func nothingIsRegisteredForAnEmptyIdentifier() throws {
    let rig = Rig([[1]])
    for isReplaced in [false, true] {
      if isReplaced {
        rig.view.replaceRegistration(
          .viewClass(CountingCell.self), for: .supplementary(.sectionHeader, "header"))
      }
      let error = rig.view.failure {
        _ = try rig.view.dequeueReusableCell(withReuseIdentifier: "", for: at(0, 0))
      }
      #expect(error == .notRegistered(.cell(""), registered: ["cell \"number\""]))
      try rig.view.pass()
    }
  }

  @Test func anEmptyIdentifierIsRejected() async {
    let text = "CollectionView.register: the reuse identifier is empty"
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let view = CollectionView(frame: .zero, collectionViewLayout: ListLayout())
        view.register(CollectionViewCell.self, forCellWithReuseIdentifier: "")
      }, says: text)
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = CollectionView(
          frame: .zero, collectionViewLayout: ListLayout(),
          prototypes: [.cell(.viewClass(CollectionViewCell.self), reuseIdentifier: "")])
      }, says: text)
  }

  /// Two queues that are full one after the other are never full together.
  @Test func thePeakOfAllQueues() throws {
    let source = StubSource()
    let rig = Rig([[]])
    var identifier = "number"
    rig.view.register(NumberCell.self, forCellWithReuseIdentifier: "other")
    rig.view.reusePolicy = ReusePolicy(lingeringLimit: 0, prefetchLimit: 0, queueLimit: 0)
    rig.view.dataSource = source
    source.itemCount = 10
    source.cell = { view, path in
      try view.dequeueReusableCell(withReuseIdentifier: identifier, for: path)
    }
    try rig.view.pass()
    identifier = "other"
    rig.view.reloadData()
    try rig.view.pass()
    #expect(rig.view.reuseStatistics(of: .cell("number")).peak == 10)
    #expect(rig.view.reuseStatistics(of: .cell("other")).peak == 10)
    #expect(rig.view.reuseStatistics.created == 20)
    #expect(rig.view.reuseStatistics.peak == 10)
  }

  /// Two queues whose views are shown together.
  @Test func thePeakIsTheSumOfWhatIsThereAtOnce() throws {
    let rig = Rig([[1, 2], [3]], headers: true)
    #expect(rig.view.reuseStatistics == ReuseStatistics())
    #expect(rig.view.reuseStatistics.hitRatio == nil)
    try rig.view.pass()
    #expect(rig.view.reuseStatistics.peak == 5)
    #expect(rig.view.reuseStatistics(of: .cell("number")).peak == 3)
    #expect(rig.view.reuseStatistics.hitRatio == 0)
    rig.view.reloadData()
    try rig.view.pass()
    #expect(rig.view.reuseStatistics.peak == 5 && rig.view.reuseStatistics.hitRatio == 0.5)
  }

  /// RU-2 to RU-4: prepared in the dequeue, once, and pristine by then; never when new.
  @Test func aReusedViewIsPristineWhenItIsPrepared() throws {
    let rig = Rig([Array(0..<20)], height: 10)
    rig.view.register(CountingCell.self, forCellWithReuseIdentifier: "number")
    try rig.view.pass()
    let cell = try #require(rig.view.visibleCells.first as? CountingCell)
    rig.view.touchDown(onItemAt: at(0, 0))
    try rig.view.selectItem(at: at(0, 0))
    #expect(cell.isSelected && cell.isHighlighted)
    cell.events = []
    try rig.view.scroll(to: 100)
    #expect(rig.view.visibleCells.first === cell)
    #expect(cell.events == ["prepare false false 1.0 false true", "apply 100.0"])
    #expect(!cell.isSelected && !cell.isHighlighted)
  }

  /// RU-5: attributes are applied when they differ from those applied last.
  @Test func attributesAreAppliedWhenTheyDiffer() throws {
    let rig = Rig([[1, 2]])
    rig.view.register(CountingCell.self, forCellWithReuseIdentifier: "number")
    try rig.view.pass()
    let cell = try #require(rig.view.cellForItem(at: at(0, 1)) as? CountingCell)
    cell.events = []
    rig.layout.invalidateLayout()
    try rig.view.pass()
    #expect(cell.events == [])
    rig.layout.itemExtent = 20
    try rig.view.pass()
    #expect(cell.events == ["apply 20.0"])
    rig.source.sections[0].append(3)
    try rig.view.performBatchUpdates { rig.view.insertItems(at: [at(0, 2)]) }
    #expect(cell.events == ["apply 20.0"])
  }

  /// RU-8: a view dequeued outside of any request is the caller's own.
  @Test func viewsDequeuedOutsideOfRequestsAreCountedApart() throws {
    let rig = Rig([[1, 2]])
    _ = try rig.source.collectionView(rig.view, cellForItemAt: at(0, 0))
    #expect(rig.view.work.strayDequeued == 1)
    try rig.view.pass()
    #expect(rig.view.reuseStatistics.created == 3)
  }

  /// RU-1: LIFO, or FIFO for tests that want stale state; no view crosses its key (BUG-16).
  @Test func theOrderOfReuseCanBeChosen() throws {
    for order in ReuseOrder.allCases {
      let rig = Rig([Array(0..<100)])
      rig.view.reuseOrder = order
      try rig.view.pass()
      let first = rig.view.cellForItem(at: at(0, 0))
      let last = rig.view.cellForItem(at: at(0, 9))
      try rig.view.scroll(to: 500)
      #expect(rig.view.cellForItem(at: at(0, 50)) === (order == .last ? last : first))
    }
  }

  @Test func noViewCrossesItsKey() throws {
    let source = StubSource()
    let rig = Rig([[]])
    rig.view.register(CountingCell.self, forCellWithReuseIdentifier: "even")
    rig.view.dataSource = source
    source.itemCount = 1_000
    source.cell = { view, path in
      try view.dequeueReusableCell(
        withReuseIdentifier: path.item % 3 == 0 ? "even" : "number", for: path)
    }
    for y in stride(from: 0.0, through: 9_900, by: 37) {
      try rig.view.scroll(to: y)
      for path in rig.view.itemPathsForVisibleItems {
        let cell = rig.view.cellForItem(at: path)
        #expect((cell is CountingCell) == (path.item % 3 == 0))
        #expect(cell?.reuseIdentifier == (path.item % 3 == 0 ? "even" : "number"))
      }
    }
  }

  /// RU-15: without reuse every view is released; with a limit what is beyond it is.
  @Test func queuesCanBeLimited() throws {
    let rig = Rig([Array(0..<100)])
    rig.view.reusePolicy = ReusePolicy(lingeringLimit: 0, prefetchLimit: 0, queueLimit: 3)
    try rig.view.pass()
    rig.source.sections = [[]]
    rig.view.reloadData()
    try rig.view.pass()
    #expect(rig.view.reuseStatistics.queued == 3)
    #expect(rig.view.reuseStatistics.released == 7)
    rig.view.reusePolicy.queueLimit = 1
    #expect(rig.view.reuseStatistics.queued == 1)
    rig.view.check()
    let other = Rig([Array(0..<100)])
    other.view.reusesViews = false
    for y in stride(from: 0.0, through: 900, by: 50) { try other.view.scroll(to: y) }
    #expect(other.view.reuseStatistics.created == 100)
    #expect(other.view.reuseStatistics.released == 90)
  }
}
