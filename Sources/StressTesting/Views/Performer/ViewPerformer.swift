import Changesets
import CollectionViews
import Geometry
import Layouts

/// Performs operations on a collection view and on the model side by side and compares them after
/// each.
final class ViewPerformer: ScriptPerformer {
  let configuration: ViewConfiguration
  let mutation: Mutation?
  let view: CollectionView
  let app: FakeApp
  var model = ViewModel()
  /// The data source; nil after it was lost.
  var source: FakeDataSource?
  private let delegate: FakeDelegate

  /// Completions that have not been called, in the order in which they are to be.
  var pending: [PendingCompletion] = []
  /// The time at which the last animation ends, whether or not a completion waits for it.
  var lastDue = 0.0
  /// The interactive transition that runs, as the model has it.
  var transition: RunningTransition?
  /// The rounds of questions for counts that the operation is to bring about: the counts of each.
  var expectedAsks: [[Int]] = []
  /// The calls about touches that the delegate must get; nil where any are allowed.
  var expectedTouches: [String]?
  /// Items that get other cells, and those that may.
  var reloadedItems: Set<Int> = []
  var keepsCells = true
  /// The number of passes before the operation.
  private(set) var passesBefore = 0
  /// A Boolean value that indicates whether the operation ends animations early.
  var interrupts = false
  /// The item that is selected in a view that asks for its counts first: a reload during that
  /// question comes before the selection.
  var selectedAfterCounts: Int?
  /// A Boolean value that indicates whether the app has called back: the order is then left open,
  /// but not the result.
  var isOpen = false
  /// The time until which completions may come in any order, after a call into the view.
  var looseUntil = 0.0
  /// The layout of the last interactive transition, as a gesture holds on to it.
  var lastTransition: TransitionLayout?
  /// A Boolean value that indicates whether the layout has been prepared since it was exchanged.
  var isLayoutPrepared = true
  /// A Boolean value that indicates whether a cell has said that it needs another size, and no pass has
  /// settled that.
  var hasDueSizes = false
  private var lastNumber = 0
  /// The number of operations that were not skipped.
  private(set) var performedCount = 0

  struct PendingCompletion {
    let number: Int
    /// The time at which its animations end; the latest one where the time is left open.
    var due: Double
    var isOfThisOperation = true
    /// A Boolean value that indicates whether order, time and answer are left open.
    var isLoose = false
  }

  struct RunningTransition {
    let number: Int
    /// The end that it moves to, and the latest time of its arrival; nil while a gesture holds it.
    var closing: (isFinish: Bool, due: Double)?
  }

  init(_ configuration: ViewConfiguration, mutation: Mutation?) {
    self.configuration = configuration
    self.mutation = mutation
    app = FakeApp(mutation)
    let source = FakeDataSource(app)
    self.source = source
    delegate = FakeDelegate(app)
    view = CollectionView(
      frame: Rect(x: 0, y: 0, width: ViewLayoutName.usualWidth, height: 70),
      collectionViewLayout: configuration.layout.make())
    view.isPrefetchingEnabled = configuration.prefetches
    // Scripts say where the content goes.
    view.edgeScrolling = nil
    view.updateValidation = configuration.isLenient ? .lenient : .strict
    for identifier in FakeCell.identifiers {
      view.register(FakeCell.self, forCellWithReuseIdentifier: identifier)
    }
    for kind in ViewLayoutName.supplementaryKinds {
      view.register(FakeHeader.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "bar")
    }
    view.delegate = delegate
    view.dataSource = source
    view.prefetchDataSource = source
    app.view = view
  }

  /// Performs `operation`, or passes it over where it makes no sense now, and returns the first
  /// difference it made.
  func perform(_ operation: ViewOperation) -> Mismatch? {
    guard isMeaningful(operation) else { return nil }
    performedCount += 1
    app.beginOperation()
    // What is going away already has its content of another time.
    app.checksEnds = view.departingViews.isEmpty
    expectedAsks = []
    expectedTouches = nil
    reloadedItems = []
    keepsCells = true
    interrupts = false
    isOpen = false
    selectedAfterCounts = nil
    passesBefore = view.work.passes
    if hasDueSizes { expectSizes() }
    let before = ShownState(self)
    do throws(Mismatch) {
      try run(operation)
      if app.faults.reentrantCallMade != nil { try recover() }
      try check(operation, before)
    } catch {
      return app.mismatch ?? error
    }
    for index in pending.indices { pending[index].isOfThisOperation = false }
    if operation == .layOut, model.isSettled { hasDueSizes = false }
    return app.mismatch
  }

  /// Returns whether the operation makes sense in the present state.
  private func isMeaningful(_ operation: ViewOperation) -> Bool {
    guard operation.isWithinLimits else { return false }
    return switch operation {
    case .startTransition: !view.bounds.isEmpty
    case .progress: transition != nil
    case .beginMovement: !view.bounds.isEmpty && model.hasSource
    case .holdAtEdge:
      !view.bounds.isEmpty && model.movement != nil && !model.isCold && transition == nil
    case .resizeCell(let path, _): view.itemPathsForVisibleItems.contains(path)
    case .selfSize(let path, _): model.item(path) != nil
    case .update(let update): model.hasSource && plan(update) != nil
    case .longPress(let path, _, _, _):
      !model.isCold && view.itemPathsForVisibleItems.contains(path)
    case .misreport(let section, let way):
      model.hasSource && !model.isCold && way != 0
        && section.map(model.sections.indices.contains) != false
    case .changeSilently: model.hasSource && !model.isCold
    case .loseSource: model.hasSource
    case .scrollSection: view.collectionViewLayout is CompositionalLayout
    case .lateProgress: transition == nil && lastTransition != nil
    default: true
    }
  }

  func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Expectations

  /// The view has to ask for counts if it does not know them.
  func expectAskIfCold() {
    guard model.isCold else { return }
    if model.hasSource { expectedAsks.append(model.counts) }
    model.isCold = false
  }

  /// A layout pass, which does nothing in empty bounds.
  func expectPass() {
    guard !view.bounds.isEmpty else { return }
    expectAskIfCold()
    model.hasShown = true
    isLayoutPrepared = true
    model.isSettled = true
  }

  /// Calls the view, which must not throw.
  func call(_ body: () throws -> Void) throws(Mismatch) { try call(expecting: nil, body) }

  /// Calls the view, which must throw `expected`, or nothing.
  func call(expecting expected: CollectionViewError?, _ body: () throws -> Void) throws(Mismatch) {
    var found: CollectionViewError?
    do {
      try body()
    } catch let error as CollectionViewError {
      found = error
    } catch {
      throw Mismatch("what was thrown", expected: "a collection view's error", found: "\(error)")
    }
    let expected = errorDue() ?? expected
    // What is done in the middle can have made items that a path names.
    if app.faults.reentrantCallMade != nil, expected != nil { return }
    try Mismatch.require(
      expected == found, "what was thrown", expected: expected.map { "\($0)" } ?? "nothing",
      found: found.map { "\($0)" } ?? "nothing")
  }

  func layOut() throws(Mismatch) {
    expectPass()
    try call(view.layoutIfNeeded)
  }

  /// The error of a fault that was made in this call; the rest is due in the next pass.
  func errorDue() -> CollectionViewError? {
    let error = app.faults.takeDueError()
    if error != nil { model.isSettled = false }
    return mutation == .faultsForgiven ? nil : error
  }

  /// Runs the pass that is due if a fault or call is armed, so that it strikes there or in what
  /// comes next, and not half in one and half in the other.
  func settleIfArmed() throws(Mismatch) {
    guard app.faults.isArmed else { return }
    // Cells whose state has changed make a pass due that shows nothing else.
    try layOut()
    if !model.isSettled { try layOut() }
    if app.faults.reentrantCallMade != nil { try recover() }
  }

  /// Has the view look at the model's data.
  func show(_ model: ViewModel) { app.sections = model.sections }
}

// MARK: - Operations

extension ViewPerformer {
  private func run(_ operation: ViewOperation) throws(Mismatch) {
    switch operation {
    case .layOut: try layOut()
    case .scroll, .scrollToItem, .drag, .endDrag, .tick, .resize, .inset:
      let (offset, wasSettled) = (view.contentOffset, model.isSettled)
      model.isSettled = false
      try move(operation)
      expectMenu(after: operation, from: offset, wasSettled: wasSettled)
    case .reload(let counts):
      if let counts, model.hasSource { model.replaceData(counts: counts) }
      reloadExpected()
      show(model)
      view.reloadData()
    case .replaceSource(let counts):
      if let counts { model.replaceData(counts: counts) }
      model.hasSource = true
      app.faults.hasSource = true
      reloadExpected()
      show(model)
      let source = FakeDataSource(app)
      view.dataSource = source
      view.prefetchDataSource = source
      self.source = source
    case .update(let update): try run(update)
    case .selfSize(let path, let extent):
      if let item = model.item(path) { app.preferredExtents[item.id] = extent }
      try run(ViewUpdate(reconfigured: [path]))
    case .resizeCell(let path, let extent): resizeCell(path, extent)
    case .beginMovement, .holdItem, .endMovement, .cancelMovement: try moveItem(operation)
    case .holdAtEdge(let edge, let distance, let zone, let speed, let frames, let seconds):
      try holdAtEdge(
        edge, distance, EdgeScrolling(zone: zone, pointsPerSecond: speed), frames, seconds)
    case .prepareAhead(let nanoseconds): try prepareAhead(nanoseconds)
    case .measureWork, .reuseViews, .flushQueues, .direction, .prefetching, .reusePolicy,
      .animations:
      set(operation)
    case .select, .deselect, .deselectAll, .tap, .touchDown, .touchUp, .touchCancel,
      .multipleSelection:
      try touch(operation)
    case .longPress, .chooseMenuAction, .dismissMenu: useMenu(operation)
    case .changeLayout, .startTransition, .progress, .finishTransition, .cancelTransition:
      try changeLayout(operation)
    case .lateProgress(let value):
      lastTransition?.transitionProgress = value
      lastTransition?.invalidateLayout()
    case .fault(let kind, let isOfCell): app.faults.fault = (kind, isOfCell)
    case .meddle(let moment, let action): app.faults.reentrantCall = (moment, action)
    case .misreport(let section, let way): try misreport(ofSection: section, by: way)
    case .changeSilently(let counts, let isTakenBack):
      try changeSilently(counts, isTakenBack: isTakenBack)
    case .loseSource(let isSilent): try loseSource(isSilent: isSilent)
    case .scrollSection(let section, let offset):
      model.isSettled = false
      (view.collectionViewLayout as? CompositionalLayout)?
        .setOrthogonalOffset(offset, ofSection: section)
    case .invalidateLayout(let isEverything):
      model.isSettled = false
      guard isEverything else { return view.collectionViewLayout.invalidateLayout() }
      let layout = view.collectionViewLayout
      let context = type(of: layout).invalidationContextClass.init()
      context.invalidateEverything = true
      layout.invalidateLayout(with: context)
    }
  }

  /// Sets what a view has one of.
  private func set(_ operation: ViewOperation) {
    switch operation {
    case .measureWork(let isOn): view.workClock = isOn ? app.clock : nil
    case .reuseViews(let isOn): view.reusesViews = isOn
    case .flushQueues: app.flushQueues(of: view)
    case .direction(let isRightToLeft):
      model.isSettled = false
      view.effectiveUserInterfaceLayoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    case .prefetching(let isOn): view.isPrefetchingEnabled = isOn
    case .reusePolicy(let name):
      view.reusePolicy =
        switch name {
        case .prefetching: .prefetching
        case .classic: .classic
        case .recyclerView: .recyclerView
        case .spareTime: .spareTime
        }
    case .animations(let isOn): view.animationsEnabled = isOn
    default: break
    }
  }

  /// The model reloads; the data may be other.
  func reloadExpected() {
    app.checksEnds = false
    keepsCells = false
    interrupts = true
    lastDue = 0
    model.reload()
  }

  private func move(_ operation: ViewOperation) throws(Mismatch) {
    switch operation {
    case .scroll(let x, let y, let isAnimated):
      view.setContentOffset(Point(x: x, y: y), animated: isAnimated)
    case .scrollToItem(let path, let position, let isAnimated):
      expectAskIfCold()
      isLayoutPrepared = true
      try call(expecting: missing(path)) {
        try view.scrollToItem(at: path, at: position.scrollPosition, animated: isAnimated)
      }
    case .drag(let x, let y):
      beginDragging()
      view.drag(by: Point(x: x, y: y))
    case .endDrag(let x, let y):
      beginDragging()
      view.endDragging(withVelocity: Point(x: x, y: y))
    case .tick(let seconds): view.clock.advance(by: seconds)
    case .resize(let width, let height):
      view.setBoundsSize(Size(width: width, height: height))
    case .inset(let top, let bottom):
      view.setContentInset(EdgeInsets(top: top, left: 0, bottom: bottom, right: 0))
    default: break
    }
  }

  private func beginDragging() {
    guard !view.isDragging else { return }
    expectedTouches = model.letGo()
    view.beginDragging()
  }

  func missing(_ path: ItemPath) -> CollectionViewError? {
    guard model.shownItem(path) == nil else { return nil }
    let counts = model.shownCounts
    let items = counts.indices.contains(path.section) ? counts[path.section] : nil
    return .noSuchItem(path, itemsInSection: items)
  }

  private func touch(_ operation: ViewOperation) throws(Mismatch) {
    expectedTouches = []
    switch operation {
    case .select(let path), .deselect(let path):
      let asksFirst = model.isCold
      expectAskIfCold()
      let hasItems = model.counts.contains { $0 > 0 }
      let error = hasItems ? missing(path) : nil
      let isSelect = if case .select = operation { true } else { false }
      if let id = model.shownItem(path)?.id {
        if isSelect, asksFirst { selectedAfterCounts = id }
        if isSelect { model.select(id) } else { model.deselect(id) }
      }
      try call(expecting: error) {
        if isSelect { try view.selectItem(at: path) } else { try view.deselectItem(at: path) }
      }
    case .deselectAll:
      model.deselectAll()
      try call { try view.selectItem(at: nil) }
    case .tap(let path), .touchDown(let path):
      let isTap = if case .tap = operation { true } else { false }
      holdIfHighlighted()
      defer { app.faults.isHeld = false }
      var told = model.letGo()
      // What the view does not know the counts of cannot be touched.
      if let id = model.shownItem(path)?.id, !model.isCold { told += model.touchDown(path, id) }
      if isTap { told += model.touchUp() }
      expectedTouches = told
      if isTap { view.tapItem(at: path) } else { view.touchDown(onItemAt: path) }
    case .touchUp:
      expectedTouches = model.touchUp()
      view.touchUp()
    case .touchCancel:
      expectedTouches = model.touchCancel()
      view.touchCancelled()
    case .multipleSelection(let isOn):
      model.allowMultipleSelection(isOn)
      view.allowsMultipleSelection = isOn
    default: break
    }
  }
}
