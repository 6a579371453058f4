import Changesets
public import Geometry
public import Layouts

/// A collection view without pixels: it asks a data source for counts and views, a layout for where
/// they are, and keeps the views that are seen, as UICollectionView does.
///
///     let source = Names()
///     let view = CollectionView(
///       frame: Rect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: ListLayout())
///     view.register(NameCell.self, forCellWithReuseIdentifier: "name")
///     view.dataSource = source
///     try view.layoutIfNeeded()
///
/// Its state is what another would draw: the views that are shown with their attributes, their order
/// in depth, and the animations that run. Nothing happens by itself: a `ManualClock` is the time, and
/// `layoutIfNeeded()` is what a run loop would call for each frame.
///
/// While the content scrolls, the layout is asked about the bounds and a screen ahead of them
/// (`layoutQueryLookahead`), and again when the bounds leave that or the answer has served as many
/// frames as it may (`layoutQueryFrameLimit`). A frame in which nothing enters or
/// leaves costs a comparison of numbers; others look at each element of the layout's last answer. A
/// frame of steady scrolling allocates nothing.
///
/// Properties that every frame reads have no exclusivity checks, which would take a third of a frame.
/// That is legal because no app's code runs while such a property changes: what holds views or
/// closures (`window`, `pool`, `updates`, …) hands them out before it forgets them.
///
/// Use a view only in the isolation domain that created it. An error of a data source, a delegate
/// or a layout is thrown as a `CollectionViewError`. The view then shows what it showed before,
/// less what has left, and the next pass does the rest.
public final class CollectionView {
  /// The time that animations, flings and transitions run in.
  public let clock: ManualClock

  /// The object that provides counts and views; held weakly. Setting another object reloads the
  /// data; setting the same one again does nothing.
  @safe @exclusivity(unchecked) public weak var dataSource: (any CollectionViewDataSource)? {
    didSet {
      guard dataSource !== oldValue || hadDataSource != (dataSource != nil) else { return }
      hadDataSource = dataSource != nil
      dataSourceControlDidChange()
      reloadData()
    }
  }
  /// A Boolean value that indicates whether a data source existed when it was last checked. A weak
  /// reference that becomes nil calls no observer (BUG-44).
  @safe @exclusivity(unchecked) var hadDataSource = false
  /// The object that is told of events and asked for decisions; held weakly.
  @safe @exclusivity(unchecked) public weak var delegate: (any CollectionViewDelegate)? {
    didSet {
      delegateChanges += 1
      delegateMethods = delegate?.implementedMethods ?? []
      connectFlowDelegate()
    }
  }
  /// The clock that measures how long cells take to make and to fill; nil, the default, to measure
  /// nothing. Policies that use spare time need it (RU-25).
  public var workClock: (any WorkClock)? { didSet { measuresWork = workClock != nil } }
  /// A Boolean value that indicates whether there is a `workClock`; read for every cell that enters.
  @safe @exclusivity(unchecked) private(set) var measuresWork = false
  /// The object that is told of items that will soon be shown; held weakly.
  public weak var prefetchDataSource: (any CollectionViewPrefetchDataSource)?
  /// The number of times that the delegate was set.
  @safe @exclusivity(unchecked) private(set) var delegateChanges = 0
  @safe @exclusivity(unchecked) var delegateMethods: CollectionViewDelegateMethods = []
  var flowBridges: [FlowDelegateBridge] = []

  // MARK: Geometry

  /// The visible rectangle in content coordinates: its origin is the content offset.
  @safe @exclusivity(unchecked) public internal(set) var bounds: Rect
  /// The margins between the bounds' edges and the content, in points. `setContentInset(_:)` sets
  /// them.
  @safe @exclusivity(unchecked) public internal(set) var contentInset = EdgeInsets.zero
  /// The layout; set by `setCollectionViewLayout`.
  @safe @exclusivity(unchecked) public internal(set) var collectionViewLayout: CollectionViewLayout
  {
    didSet { query.drop() }
  }
  /// A Boolean value that indicates whether elements that a layout hides still get a view. The
  /// default is true.
  @safe @exclusivity(unchecked) public var showsHiddenElements = true {
    didSet { setNeedsLayout() }
  }

  /// The direction of the user's language. The default is left to right.
  ///
  /// A layout whose `flipsHorizontallyInOppositeLayoutDirection` is true is shown as its mirror image in
  /// the other direction than its own; what it shows first is then on the right.
  public var effectiveUserInterfaceLayoutDirection = UserInterfaceLayoutDirection.leftToRight {
    didSet {
      guard effectiveUserInterfaceLayoutDirection != oldValue else { return }
      for layout in layouts { layout.invalidateLayout() }
      setNeedsLayout()
    }
  }

  // MARK: Parts, each with its settings

  /// The registrations, and the views that wait.
  @safe @exclusivity(unchecked) var pool = ReusePool()
  /// The views that are shown.
  @safe @exclusivity(unchecked) var window = VisibleWindow()
  /// The cells that linger or were made ahead.
  @safe @exclusivity(unchecked) var offscreen = OffscreenCells()
  /// The counts that the data source gave last.
  @safe @exclusivity(unchecked) var counts = CountCache()
  /// The request that the data source or the layout is answering.
  @safe @exclusivity(unchecked) var request = PendingRequest()
  /// The layout's answer to the last query; keeps its memory. It holds bytes and immutable objects
  /// without app code.
  @safe @exclusivity(unchecked) var answer: [LayoutAttributes] = []
  /// The question that `answer` is of; bytes.
  @safe @exclusivity(unchecked) var query = LayoutQuery()
  @safe @exclusivity(unchecked) var pass = LayoutPassState()
  @safe @exclusivity(unchecked) var scroll = ScrollState()
  @safe @exclusivity(unchecked) var selection = SelectionState()
  @safe @exclusivity(unchecked) var updates = UpdateState()
  var animator = Animator() { didSet { hasAnimations = !animator.isEmpty } }
  /// A Boolean value that indicates whether animations run.
  @safe @exclusivity(unchecked) private(set) var hasAnimations = false
  var transition: TransitionState? {
    didSet {
      isInTransition = transition != nil
      query.drop()
    }
  }
  /// A Boolean value that indicates whether an interactive transition is running.
  @safe @exclusivity(unchecked) public private(set) var isInTransition = false
  /// The item that a user moves; nil if none is.
  var movement: ItemMovement? { didSet { isMovingItem = movement != nil } }
  /// A Boolean value that indicates whether there is a `movement`; read for every cell that enters.
  @safe @exclusivity(unchecked) private(set) var isMovingItem = false
  /// The work done since the view was made.
  @safe @exclusivity(unchecked) public internal(set) var work = CollectionViewWork()

  /// A view of a size and at a place, laid out by `layout`.
  ///
  /// - Parameters:
  ///   - frame: Its size; the content offset begins at zero, whatever the frame's origin.
  ///   - layout: Its layout, which is then no other view's, and may be none's before.
  ///   - prototypes: What would be drawn in a storyboard: registrations that others override.
  ///   - clock: The time; a new clock by default.
  public init(
    frame: Rect, collectionViewLayout layout: CollectionViewLayout,
    prototypes: [ViewPrototype] = [], clock: ManualClock = ManualClock()
  ) {
    Self.requireFree(layout)
    bounds = Rect(origin: .zero, size: frame.size)
    collectionViewLayout = layout
    self.clock = clock
    for prototype in prototypes {
      requireIdentifier(of: prototype.key)
      let released = pool.register(prototype.source, for: prototype.key, flushes: false)
      withExtendedLifetime(released) {}
    }
    layout.host = self
    clock.add(self)
  }
}

// MARK: Counts

extension CollectionView: LayoutHost {
  /// The number of sections; asked of the data source if that is due (b.2).
  ///
  /// Inside of an update, the number before it. A data source that gives a negative count is an
  /// error of the next layout pass, until which the counts are as before.
  public var numberOfSections: Int {
    fillCounts()
    return counts.counts.count
  }

  /// The number of items in `section`; asked of the data source if that is due (b.2).
  ///
  /// - Precondition: `section` is in `0..<numberOfSections`.
  public func numberOfItems(inSection section: Int) -> Int {
    fillCounts()
    let count = counts.counts.count
    require(
      section >= 0 && section < count,
      "CollectionView.numberOfItems(inSection: \(section)): there are \(count) sections, so section "
        + "must be in 0..<\(count)")
    return counts.counts[section]
  }

  /// Notes that the layout is invalid; the next pass prepares it.
  public func layoutWasInvalidated(with context: LayoutInvalidationContext) {
    pass.isDue = true
    query.drop()
    if context.invalidateDataSourceCounts, updates.open?.isCommitting != true, transition == nil {
      counts.invalidate()
    }
  }

  /// Notes that the next pass asks about a section, unless a pass, an update, a request or another
  /// movement is under way.
  public func elementsDidMove(inSection section: Int) -> Bool {
    guard !pass.isRunning, updates.open == nil, request.kind == .none, !isInTransition,
      !isMovingItem
    else { return false }
    pass.isDue = true
    query.noteMove(ofSection: section)
    return true
  }

  private func fillCounts() {
    guard request.kind == .none, updates.open == nil else { return }
    noticeLostDataSource()
    guard !counts.isValid else { return }
    // An error stays due: the next pass asks again.
    try? askCounts()
  }

  /// Makes a reload of it when the data source has gone away without a word (BUG-44).
  func noticeLostDataSource() {
    guard hadDataSource, dataSource == nil else { return }
    hadDataSource = false
    reloadData()
  }

  /// Asks the data source for all counts: the sections once, then each section in order.
  ///
  /// A reload that it begins meanwhile leaves them due.
  func askCounts() throws(CollectionViewError) {
    defer { if selection.isUnchecked, counts.isValid { selection.check(against: counts) } }
    guard let dataSource else {
      counts.clear()
      return replaceIdentities(with: nil)
    }
    let reloadsBefore = work.reloads
    request.begin(.counts)
    defer {
      endRequest()
      if work.reloads != reloadsBefore { counts.invalidate() }
    }
    work.countCalls += 1
    let sections = dataSource.numberOfSections(in: self)
    guard ItemPath.isCount(sections) else { throw .count(section: nil, sections) }
    counts.beginAnswer(sections: sections)
    work.countCalls += sections
    for section in 0..<sections {
      let count = dataSource.collectionView(self, numberOfItemsInSection: section)
      guard ItemPath.isCount(count) else { throw .count(section: section, count) }
      counts.answer.append(count)
    }
    let identities = askIdentities(of: dataSource, counts.answer)
    counts.takeAnswer()
    replaceIdentities(with: identities)
  }
}

// MARK: Reloading

extension CollectionView {
  /// Marks counts, layout and all views as stale: the next pass asks for everything again.
  ///
  /// Everything shown goes back into its queue, and nothing is highlighted any more, nor selected
  /// unless `reloadDataSelection` keeps it (SE-13). Inside of an update the whole update becomes a
  /// reload (b.5).
  public func reloadData() {
    guard updates.open == nil else {
      updates.open?.isReload = true
      return
    }
    work.reloads += 1
    movement = nil
    updates.begin(isApplied: true)
    counts.invalidate()
    invalidateEverything()
    selection.reload()
    scroll.touchedItem = nil
    // A callback about what goes finds nothing shown any more, and may lay out again.
    let groups = animator.takeAll()
    removeAllViews()
    for group in groups { end(group, finished: false) }
  }

  func invalidateEverything() {
    for layout in layouts {
      let context = type(of: layout).invalidationContextClass.init()
      context.invalidateEverything = true
      context.invalidateDataSourceCounts = true
      layout.invalidateLayout(with: context)
    }
    setNeedsLayout()
  }

  /// The layout, and both of a transition.
  var layouts: [CollectionViewLayout] {
    transition.map { [$0.source, $0.target, collectionViewLayout] } ?? [collectionViewLayout]
  }

  /// Returns every view to its queue.
  ///
  /// The shown views leave the window before any callback is made: a callback may lay out again, and
  /// the views that this brings in stay.
  func removeAllViews() {
    let elements = window.removeAll()
    pass.unfilledCells.removeAll()
    dropOffscreenCells()
    for element in elements { endDisplayingAndPutBack(element) }
  }

  /// Makes the next `layoutIfNeeded()` query what is visible.
  public func setNeedsLayout() {
    pass.isDue = true
    query.drop()
  }
}
