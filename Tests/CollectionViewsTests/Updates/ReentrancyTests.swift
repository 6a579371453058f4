import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// What delegates, data sources and completions do in the middle of something (BU-24, BUG-21).
@Suite struct ReentrancyTests {
  private let delegate = RecordingDelegate()

  private func rig(_ count: Int = 30, prefetches: Bool = false) throws -> Rig {
    let rig = Rig([Array(0..<count)])
    rig.view.isPrefetchingEnabled = prefetches
    rig.view.delegate = delegate
    try rig.view.pass()
    _ = delegate.takeLog()
    return rig
  }

  /// BU-24: no update from inside of a question.
  @Test func updatesInsideOfRequestsAreErrors() throws {
    let source = NestingSource()
    let rig = Rig([])
    rig.view.dataSource = source
    var errors: [CollectionViewError?] = []
    let begin = { (view: CollectionView) in
      errors.append(
        view.failure {
          try view.performBatchUpdates {}
        })
    }
    source.onCounts = { view in begin(view) }
    source.onCell = { view, path in if path.item == 0 { begin(view) } }
    try rig.view.pass()
    #expect(
      errors == [.reentrant(during: .counts), .reentrant(during: .view(.cell(at(0, 0))))])
    errors = []
    source.onCell = { _, _ in }
    rig.view.insertItems(at: [])
    #expect(errors == [.reentrant(during: .counts)])
    // Asked through the view's own questions it is the same.
    errors = []
    rig.view.reloadData()
    #expect(rig.view.numberOfSections == 1)
    #expect(errors == [.reentrant(during: .counts)])
    let (view, layout, rows) = ErrorTests.rowsRig([[1]])
    errors = []
    layout.onPrepare = { () throws(LayoutError) in begin(view) }
    try view.pass()
    #expect(errors == [.reentrant(during: .preparation)])
    errors = []
    delegate.actions["willDisplay [0, 0]"] = { begin(rig.view) }
    rig.view.delegate = delegate
    source.onCounts = { _ in }
    try rig.view.pass()
    #expect(errors == [.reentrant(during: .layoutPass)])
    _ = rows
  }

  @Test func passesInsideOfRequestsDoNothing() throws {
    let source = NestingSource()
    let rig = Rig([])
    rig.view.dataSource = source
    var passes = 0
    source.onCounts = { view in
      passes += 1
      #expect(view.failure(view.layoutIfNeeded) == nil)
    }
    #expect(rig.view.numberOfSections == 1)
    #expect(passes == 1)
    try rig.view.pass()
    #expect(rig.view.visibleCells.count == 3)
  }

  /// A reload while cells are asked for leaves nothing of what was.
  @Test func reloadsInsideOfRequests() throws {
    for item in [0, 1, 2] {
      let source = NestingSource()
      let rig = Rig([])
      rig.view.dataSource = source
      source.onCell = { view, path in
        guard path.item == item else { return }
        source.onCell = { _, _ in }
        source.items = [7]
        view.reloadData()
      }
      try rig.view.pass()
      try rig.view.pass()
      #expect(rig.numbers == [7])
    }
    // In the questions for counts, too.
    let source = NestingSource()
    let rig = Rig([])
    rig.view.dataSource = source
    source.onCounts = { view in
      source.onCounts = { _ in }
      source.items = [7, 8]
      view.reloadData()
    }
    try rig.view.pass()
    try rig.view.pass()
    #expect(rig.numbers == [7, 8])
  }

  @Test func reloadsInsideOfDelegateMethods() throws {
    for prefetches in [false, true] {
      for line in ["didEnd [0, 0]", "didEnd [0, 2]", "willDisplay [0, 11]", "scrolled"] {
        let rig = try rig(prefetches: prefetches)
        delegate.actions[line] = {
          rig.source.sections = [Array(100..<112)]
          rig.view.reloadData()
        }
        rig.view.setContentOffset(Point(x: 0, y: 30))
        try rig.view.layoutIfNeeded()
        #expect(delegate.actions.isEmpty)
        rig.view.check()
        try rig.expectFresh()
      }
      // Inside of the reload that is under way.
      let rig = try rig(prefetches: prefetches)
      delegate.actions["didEnd [0, 3]"] = {
        rig.source.sections = [[5]]
        rig.view.reloadData()
        #expect(rig.view.failure(rig.view.layoutIfNeeded) == nil)
      }
      rig.view.reloadData()
      try rig.expectFresh()
    }
  }

  /// A reload while an update is carried out is done after it.
  @Test func reloadsInsideOfCommits() throws {
    for line in ["willDisplay [0, 0]", "scrolled"] {
      let rig = try rig()
      let log = Log()
      try rig.replaceAll(delegate, reloadingAt: line) { log.add("\($0)") }
      rig.view.check()
      #expect(log.lines == ["false"])
      try rig.expectFresh()
    }
  }

  @Test func scrollsInsideOfDelegateMethods() throws {
    let rig = try rig(100)
    delegate.actions["willDisplay [0, 20]"] = {
      rig.view.setContentOffset(Point(x: 0, y: 500))
    }
    rig.view.setContentOffset(Point(x: 0, y: 200))
    try rig.view.layoutIfNeeded()
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 500)
    try rig.expectFresh()
    delegate.actions["scrolled"] = { rig.view.setContentOffset(Point(x: 0, y: 40)) }
    rig.view.setContentOffset(Point(x: 0, y: 600))
    try rig.view.pass()
    #expect(rig.view.contentOffset.y == 40)
  }

  /// A delegate that answers a clamp with another offset without content.
  @Test func scrollsInsideOfClamps() throws {
    let rig = try rig(30)
    rig.view.setContentOffset(Point(x: 0, y: 900))
    delegate.actions["scrolled"] = { rig.view.setContentOffset(Point(x: 0, y: 700)) }
    try rig.view.pass()
    #expect(delegate.actions.isEmpty)
    #expect(rig.view.contentOffset.y == 200)
    try rig.expectFresh()
  }

  @Test func selectionsInsideOfDelegateMethods() throws {
    let rig = try rig()
    delegate.actions["willDisplay [0, 12]"] = {
      _ = rig.view.failure {
        try rig.view.selectItem(at: at(0, 12))
      }
    }
    try rig.view.scroll(to: 50)
    #expect(rig.view.cellForItem(at: at(0, 12))?.isSelected == true)
    // Of a cell that is on its way out.
    let other = try self.rig(prefetches: true)
    try other.view.selectItem(at: at(0, 0))
    delegate.actions["didEnd [0, 0]"] = {
      _ = other.view.failure {
        try other.view.selectItem(at: at(0, 5))
      }
    }
    try other.view.scroll(to: 30)
    #expect(other.view.itemPathsForOffscreenCells.contains(at(0, 0)))
    try other.view.scroll(to: 0)
    #expect(other.view.cellForItem(at: at(0, 0))?.isSelected == false)
  }

  /// A touch whose item a delegate takes away, or moves, in every one of its methods.
  @Test func touchesWhoseItemsGo() throws {
    for line in [
      "shouldHighlight [0, 2]", "didHighlight [0, 2]", "shouldSelect [0, 2]",
      "didDeselect [0, 5]", "didSelect [0, 2]", "didUnhighlight [0, 2]",
    ] {
      let actions: [(Rig) -> Void] = [
        { rig in
          rig.source.sections = [[1]]
          rig.view.reloadData()
        },
        { rig in
          rig.source.sections = [[0, 1] + Array(3..<30)]
          #expect(
            rig.view.failure {
              rig.view.deleteItems(at: [at(0, 2)])
            } == nil)
        },
        { rig in
          rig.source.sections = [[-1] + Array(0..<30)]
          #expect(
            rig.view.failure {
              rig.view.insertItems(at: [at(0, 0)])
            } == nil)
        },
        { rig in rig.view.touchCancelled() },
      ]
      for (index, action) in actions.enumerated() {
        let rig = try rig()
        try rig.view.selectItem(at: at(0, 5))
        delegate.actions[line] = { action(rig) }
        rig.view.tapItem(at: at(0, 2))
        #expect(delegate.actions.isEmpty)
        delegate.actions = [:]
        rig.view.check()
        let selected = rig.view.itemPathsForSelectedItems.map(\.item)
        switch index {
        case 0: #expect(selected == [])
        case 2 where line != "shouldHighlight [0, 2]": #expect(selected == [3])
        default: break
        }
        try rig.expectFresh()
        _ = delegate.takeLog()
      }
    }
  }

  /// An item that moves while a delegate is told of another is told of at its new place.
  @Test func whoIsToldLastIsToldOfTheNewPlace() throws {
    let rig = try rig()
    try rig.view.selectItem(at: at(0, 5))
    delegate.actions["didDeselect [0, 5]"] = {
      rig.source.sections = [[-1] + Array(0..<30)]
      _ = rig.view.failure {
        rig.view.insertItems(at: [at(0, 0)])
      }
    }
    rig.view.tapItem(at: at(0, 2))
    #expect(delegate.takeLog().filter { $0.hasPrefix("didS") } == ["didSelect [0, 3]"])
    #expect(rig.view.itemPathsForSelectedItems == [at(0, 3)])
    rig.view.check()
  }

  /// What a reload or another layout ends may begin something new.
  @Test func interruptedCompletionsBeginUpdates() throws {
    let interruptions: [(Rig) throws -> Void] = [
      { rig in rig.view.reloadData() },
      { rig in try rig.view.setCollectionViewLayout(FlowLayout(), animated: true) },
      { rig in try rig.view.startInteractiveTransition(to: FlowLayout()) },
    ]
    for interruption in interruptions {
      let rig = try rig()
      let log = Log()
      let add = { (item: Int, completion: @escaping (Bool) -> Void) in
        _ = rig.view.failure {
          try rig.view.performBatchUpdates(
            {
              rig.source.sections[0].insert(item, at: 0)
              rig.view.insertItems(at: [at(0, 0)])
            }, completion: completion)
        }
      }
      add(100) { finished in
        log.add("first \(finished)")
        add(101) { log.add("second \($0)") }
      }
      try interruption(rig)
      #expect(log.lines.first == "first false")
      try rig.view.pass()
      #expect(rig.view.numberOfItems(inSection: 0) == 32)
      if rig.view.isInTransition { try rig.view.cancelInteractiveTransition() }
      rig.view.clock.advance(by: 1)
      #expect(log.lines.count == 2)
      try rig.expectFreshRows()
    }
  }

  /// Completions that make views of the same clock, or let its time pass.
  @Test func completionsUseTheClock() throws {
    let clock = ManualClock()
    var views: [CollectionView] = []
    let make = {
      let view = CollectionView(
        frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: ListLayout(),
        clock: clock)
      view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
      return view
    }
    let source = ArraySource([[1]])
    let view = make()
    do { _ = make() }
    view.dataSource = source
    try view.pass()
    source.sections = [[1, 2]]
    try view.performBatchUpdates(
      { view.insertItems(at: [at(0, 1)]) },
      completion: { _ in
        views = [make(), make()]
        clock.advance(by: 0.1)
      })
    clock.advance(by: 0.3)
    #expect(views.count == 2)
    #expect(abs(clock.now - 0.4) < 1e-12)
    view.check()
  }
}

/// Numbers in one section, and something to do at each question.
private final class NestingSource: CollectionViewDataSource {
  var items = [1, 2, 3]
  var onCounts: (CollectionView) -> Void = { _ in }
  var onCell: (CollectionView, ItemPath) -> Void = { _, _ in }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    onCounts(collectionView)
    return items.count
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    let number = items[path.item]
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    (cell as? NumberCell)?.number = number
    onCell(collectionView, path)
    return cell
  }
}
