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
      reloadData()
    }
  }
  /// A Boolean value that indicates whether a data source existed when it was last checked. A weak
  /// reference that becomes nil calls no observer (BUG-44).
  @safe @exclusivity(unchecked) var hadDataSource = false
  /// The object that is told of events and asked for decisions; held weakly.
  @safe @exclusivity(unchecked) public weak var delegate: (any CollectionViewDelegate)? {
    didSet {
      delegateMethods = delegate?.implementedMethods ?? []
      connectFlowDelegate()
    }
  }
  /// The object that is told of items that will soon be shown; held weakly.
  public weak var prefetchDataSource: (any CollectionViewPrefetchDataSource)?
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
  /// A Boolean value that indicates whether elements that a layout hides still get a view. The
  /// default is true.
  @safe @exclusivity(unchecked) public var showsHiddenElements = true {
    didSet { setNeedsLayout() }
  }

  // MARK: Settings

  /// A Boolean value that indicates whether cells linger after they leave, and cells are made ahead
  /// of the scroll direction (RU-20).
  ///
  /// If it is false, only the queue limit of `reusePolicy` applies.
  @safe @exclusivity(unchecked) public var isPrefetchingEnabled = true {
    didSet { if !isPrefetchingEnabled { dropOffscreenCells() } }
  }
  /// The limits on the cells that linger, are made ahead, or wait in a queue.
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
  /// A Boolean value that indicates whether views are reused. Only measurements turn it off.
  @safe @exclusivity(unchecked) public var reusesViews = true
  /// The policy for a view that was dequeued for a request and not returned (RU-6).
  @safe @exclusivity(unchecked) public var unreturnedViewPolicy = UnreturnedViewPolicy.error
  /// The strictness of update checks: contradictory operations are errors, or are repaired where
  /// possible (b.5).
  public var updateValidation = UpdateValidation.strict
  /// The duration of updates, layout changes and animated scrolls, in seconds (AN-8).
  ///
  /// - Precondition: Finite and not negative.
  public var animationDuration = 0.3 { didSet { requireDuration() } }
  /// A Boolean value that indicates whether updates and layout changes are animated (AN-9). See
  /// also `performWithoutAnimation(_:)`.
  public var animationsEnabled = true

  /// A Boolean value that indicates whether the content can move beyond its edges and bounce back.
  /// If it is false, the content stops at its edges.
  public var bounces = true

  // MARK: Selection

  /// A Boolean value that indicates whether touches and programs can select items (SE-5).
  public var allowsSelection = true
  /// A Boolean value that indicates whether several items can be selected at once. If it is turned
  /// off, the first selected item stays selected (SE-7).
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
  /// Marks counts, layout and all views as stale: the next pass asks for everything again.
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
    updateErrors.begin(isApplied: true)
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

/// A policy for a view that was dequeued for a request and not returned (RU-6).
public enum UnreturnedViewPolicy: String, Hashable, Sendable {
  /// The request fails.
  case error
  /// The view goes back into its queue.
  case requeue
}

/// The strictness with which updates are checked (b.5).
public enum UpdateValidation: String, Hashable, Sendable {
  /// Contradictions and doubled operations are errors, and nothing is applied.
  case strict
  /// They are repaired where there is one sensible reading; an update whose counts do not add up
  /// becomes a reload.
  case lenient
}
