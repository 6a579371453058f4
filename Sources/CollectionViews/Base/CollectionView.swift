import Changesets
public import Geometry
public import Layouts

/// A collection view without pixels: it asks a data source for counts and views, a layout for where
/// they are, and keeps the views that are seen, as UICollectionView does.
///
/// Its state is what another would draw: the views that are shown with their attributes, the order
/// they lie in, and the animations that run. Nothing happens by itself: time is a `ManualClock`'s,
/// and `layoutIfNeeded()` is what a run loop would call for each frame.
///
/// A frame in which nothing enters or leaves costs one query of the layout and a look-up for each
/// element of its answer; a frame of steady scrolling allocates nothing.
///
/// What every frame looks at is stored without exclusivity checks, which would be a third of a frame.
/// That is legal because no app's code runs while such a property is being changed: values that are
/// bytes have none to run, and what holds views or closures (`window`, `pool`, `request`, …) hands them
/// out before it forgets them, so that they go away after the access.
///
/// Confined to whoever created it. What a data source, a delegate or a layout gets wrong is thrown
/// as a `CollectionViewError`; the view then shows what it showed before, less what has left, and the
/// next pass does the rest.
public final class CollectionView {
  /// The time that animations, flings and transitions run in.
  public let clock: ManualClock

  /// What gives counts and views; held weakly. Another one is as `reloadData()`, the same one
  /// again is nothing.
  @safe @exclusivity(unchecked) public weak var dataSource: (any CollectionViewDataSource)? {
    didSet {
      guard dataSource !== oldValue || hadDataSource != (dataSource != nil) else { return }
      hadDataSource = dataSource != nil
      reloadData()
    }
  }
  /// Whether there was one when it was last looked at: one that goes away says nothing (BUG-44).
  @safe @exclusivity(unchecked) var hadDataSource = false
  /// What is told and asked; held weakly.
  @safe @exclusivity(unchecked) public weak var delegate: (any CollectionViewDelegate)? {
    didSet {
      delegateMethods = delegate?.implementedMethods ?? []
      connectFlowDelegate()
    }
  }
  /// What is told of items that will be shown soon; held weakly.
  public weak var prefetchDataSource: (any CollectionViewPrefetchDataSource)?
  @safe @exclusivity(unchecked) var delegateMethods: CollectionViewDelegateMethods = []
  var flowBridges: [FlowDelegateBridge] = []

  // MARK: Geometry

  /// The visible rectangle in content coordinates: its origin is the content offset.
  @safe @exclusivity(unchecked) public internal(set) var bounds: Rect
  /// The margins between the bounds' edges and the content, in points; as `setContentInset(_:)` sets them.
  @safe @exclusivity(unchecked) public internal(set) var contentInset = EdgeInsets.zero
  /// The layout; set by `setCollectionViewLayout`.
  @safe @exclusivity(unchecked) public internal(set) var collectionViewLayout: CollectionViewLayout
  /// Whether elements that a layout hides get a view all the same; the default is yes.
  @safe @exclusivity(unchecked) public var showsHiddenElements = true {
    didSet { setNeedsLayout() }
  }

  // MARK: Settings

  /// Whether cells that have left linger, and cells are made ahead of the scroll direction (RU-20).
  ///
  /// Where it is false, `reusePolicy` counts for nothing but its queue limit.
  @safe @exclusivity(unchecked) public var isPrefetchingEnabled = true {
    didSet { if !isPrefetchingEnabled { dropOffscreenCells() } }
  }
  /// How many cells linger, are made ahead, and may wait.
  public var reusePolicy = ReusePolicy.prefetching {
    didSet {
      let surplus = pool.setLimit(reusePolicy.queueLimit)
      withExtendedLifetime(surplus) {}
      trimOffscreenCells()
    }
  }
  /// Which of the views that wait is used next.
  public var reuseOrder: ReuseOrder {
    get { pool.order }
    set { pool.order = newValue }
  }
  /// Whether views are used again at all; only measurements turn it off.
  @safe @exclusivity(unchecked) public var reusesViews = true
  /// What a second view dequeued for one request is: an error, or one that goes back (RU-6).
  @safe @exclusivity(unchecked) public var unreturnedViewPolicy = UnreturnedViewPolicy.error
  /// Whether an update must be legal to the letter, or is repaired where it can be (b.5).
  public var updateValidation = UpdateValidation.strict
  /// How long updates, layout changes and animated scrolls take, in seconds (AN-8).
  ///
  /// - Precondition: Finite and not negative.
  public var animationDuration = 0.3 { didSet { requireDuration() } }
  /// Whether updates and layout changes are animated; see `performWithoutAnimation(_:)` (AN-9).
  public var animationsEnabled = true

  /// Whether the content goes beyond its edges and comes back; without, it stops there.
  public var bounces = true

  // MARK: Selection

  /// Whether touches and programs can select (SE-5).
  public var allowsSelection = true
  /// Whether several items can be selected at once; turned off, the first stays (SE-7).
  public var allowsMultipleSelection = false {
    didSet { if !allowsMultipleSelection { keepFirstSelection() } }
  }
  /// The app's own menu actions, asked about after the standard ones (ME-3).
  public var customMenuActions: [MenuAction] = []

  // MARK: State

  @safe @exclusivity(unchecked) var pool = ReusePool()
  @safe @exclusivity(unchecked) var window = VisibleWindow()
  @safe @exclusivity(unchecked) var counts = CountCache()
  var identities = ItemIdentities()
  var countBuffer: [Int] = []
  var answer: [LayoutAttributes] = []
  @safe @exclusivity(unchecked) var request = PendingRequest()
  @safe @exclusivity(unchecked) var offscreen = OffscreenCells()
  @safe @exclusivity(unchecked) var selection = SelectionState()
  @safe @exclusivity(unchecked) var scroll = ScrollState()
  @safe @exclusivity(unchecked) var transaction: UpdateTransaction?
  var updateSettings = UpdateSettings()
  @safe @exclusivity(unchecked) var updateErrors = UpdateErrors()
  var animator = Animator()
  var transition: TransitionState?
  @safe @exclusivity(unchecked) var pass = LayoutPassState()
  /// What has been done since it was made.
  @safe @exclusivity(unchecked) public internal(set) var work = CollectionViewWork()

  /// A view of a size and at a place, laid out by `layout`.
  ///
  /// - Parameters:
  ///   - frame: Its size; the content offset begins at zero, whatever the frame's origin.
  ///   - layout: Its layout, which is then no other view's, and may be none's before.
  ///   - prototypes: What would be drawn in a storyboard: registrations that others override.
  ///   - clock: The time; one of its own by default.
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

  /// Told by the layout; the next pass prepares it.
  public func layoutWasInvalidated(with context: LayoutInvalidationContext) {
    pass.isDue = true
    if context.invalidateDataSourceCounts, transaction?.isCommitting != true, transition == nil {
      counts.invalidate()
    }
  }

  private func fillCounts() {
    guard request.kind == .none, transaction == nil else { return }
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
    countBuffer.removeAll(keepingCapacity: true)
    countBuffer.reserveCapacity(sections)
    work.countCalls += sections
    for section in 0..<sections {
      let count = dataSource.collectionView(self, numberOfItemsInSection: section)
      guard ItemPath.isCount(count) else { throw .count(section: section, count) }
      countBuffer.append(count)
    }
    let identities = askIdentities(of: dataSource, countBuffer)
    counts.replace(with: &countBuffer)
    replaceIdentities(with: identities)
  }
}

// MARK: Reloading

extension CollectionView {
  /// Marks counts, layout and all views as stale: the next pass asks for everything anew.
  ///
  /// Everything shown goes back into its queue, and nothing is highlighted any more, nor selected
  /// unless `reloadDataSelection` keeps it (SE-13). Inside of an update the whole update becomes a
  /// reload (b.5).
  public func reloadData() {
    guard transaction == nil else {
      transaction?.isReload = true
      return
    }
    work.reloads += 1
    updateErrors.begin()
    counts.invalidate()
    invalidateEverything()
    selection.reload()
    scroll.touchedItem = nil
    // Whoever is told of what goes finds nothing shown any more, and may lay out anew.
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
    pass.isDue = true
  }

  /// The layout, and both of a transition.
  var layouts: [CollectionViewLayout] {
    transition.map { [$0.source, $0.target, collectionViewLayout] } ?? [collectionViewLayout]
  }

  /// Puts every view back into its queue.
  func removeAllViews() {
    dropOffscreenCells()
    pass.unfilledCells.removeAll()
    for element in window.removeAll() { endDisplaying(element, putsBack: true) }
  }

  /// Has the next `layoutIfNeeded()` look at what is visible.
  public func setNeedsLayout() { pass.isDue = true }
}

// MARK: Errors of an app

/// What becomes of a view that was dequeued for a request and not returned (RU-6).
public enum UnreturnedViewPolicy: String, Hashable, Sendable {
  /// The request fails.
  case error
  /// The view goes back into its queue.
  case requeue
}

/// How strictly an update is read (b.5).
public enum UpdateValidation: String, Hashable, Sendable {
  /// Contradictions and doubled operations are errors, and nothing is applied.
  case strict
  /// They are repaired where there is one sensible reading; an update whose counts do not add up
  /// becomes a reload.
  case lenient
}
