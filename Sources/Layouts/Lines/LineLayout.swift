public import Changesets
public import Geometry

/// The base class of `FlowLayout` and `ListLayout`: sections of lines, one below the other.
///
/// Subclass those two instead of this class. A query costs O(visible elements) and, with
/// `ExtentStrategy.tree`, O(log *n*); it allocates nothing if the caller's buffer has room.
open class LineLayout: CollectionViewLayout {
  /// The scroll direction: lines follow each other along it. The default is vertical (FL-2).
  @safe @exclusivity(unchecked) public var scrollDirection = Axis.vertical {
    didSet { invalidateLayout(from: oldValue, to: scrollDirection) }
  }
  /// A Boolean value that indicates whether a header sticks to the top edge while its section is
  /// visible. The default is false (FL-24).
  @safe @exclusivity(unchecked) public var sectionHeadersPinToVisibleBounds = false {
    didSet { invalidateLayout(from: oldValue, to: sectionHeadersPinToVisibleBounds) }
  }
  /// A Boolean value that indicates whether a footer sticks to the bottom edge while its section is
  /// visible. The default is false.
  @safe @exclusivity(unchecked) public var sectionFootersPinToVisibleBounds = false {
    didSet { invalidateLayout(from: oldValue, to: sectionFootersPinToVisibleBounds) }
  }
  /// A Boolean value that indicates whether headers take the extent along the scroll direction that
  /// their views prefer. The default is false.
  ///
  /// The extent that the settings or the delegate give a header is then its estimate; 0 still stands
  /// for no header. A header keeps the preferred extent until an invalidation names it, its section is
  /// reloaded, or everything is requested again. One that prefers 0 is gone until then. A header that
  /// is shown is asked again if the layout gives it another extent, or its section is reloaded.
  @safe @exclusivity(unchecked) public var sectionHeadersSizeThemselves = false {
    didSet { invalidateLayout(from: oldValue, to: sectionHeadersSizeThemselves) }
  }
  /// A Boolean value that indicates whether footers take the extent along the scroll direction that
  /// their views prefer, as headers do with `sectionHeadersSizeThemselves`. The default is false.
  @safe @exclusivity(unchecked) public var sectionFootersSizeThemselves = false {
    didSet { invalidateLayout(from: oldValue, to: sectionFootersSizeThemselves) }
  }
  /// The number of pixels per point. Origins of frames are rounded down to whole pixels; nil, the
  /// default, rounds nothing (FL-15).
  @safe @exclusivity(unchecked) public var pixelScale: Double? {
    didSet { invalidateLayout(from: oldValue, to: pixelScale) }
  }
  /// A Boolean value that indicates whether the first visible item keeps its place on the screen when
  /// items before it are inserted, deleted or moved, and when the bounds change.
  ///
  /// The default is false, as in UIKit: the content offset stays, and the items move. In a pass without
  /// an update a self-sizing element never moves the visible elements above it, whatever the value.
  @safe @exclusivity(unchecked) public var maintainsVisiblePosition = false

  /// The name of the extent index that the layout was created with.
  public let extentStrategyName: String
  package let lines: PreparedLines
  /// A Boolean value that indicates whether the prepared style pins headers or footers; kept here,
  /// so that a query without either reads no style.
  @safe @exclusivity(unchecked) final var isPinning = false
  /// The scroll direction and the bounds' extent across it, as of the last preparation.
  @safe @exclusivity(unchecked) private var preparedAxis = Axis.vertical
  @safe @exclusivity(unchecked) private var preparedBoundsExtent = Double.nan
  /// The number of the last successful preparation. A subclass may have skipped one.
  @safe @exclusivity(unchecked) private var lastPreparation = 0

  init(_ extents: ExtentStrategy) {
    extentStrategyName = extents.name
    lines = PreparedLines(extents)
    super.init()
  }

  // MARK: For subclasses

  /// Prepares the lines from the settings and the delegate, captured for this preparation.
  func prepareLines() throws(LayoutError) { try prepareLines(from: NoSource()) }

  /// A Boolean value that indicates whether items have an estimate until they size themselves.
  var itemsSizeThemselves: Bool { false }

  /// Returns a Boolean value that indicates whether a supplementary element may size itself.
  func takesPreferredSize(of element: LayoutElement) -> Bool {
    guard element.path.itemPath?.item == 0 else { return false }
    return switch element.kind {
    case .sectionHeader: sectionHeadersSizeThemselves
    case .sectionFooter: sectionFootersSizeThemselves
    default: false
    }
  }

  /// Returns a Boolean value that indicates whether an element that grows moves what lies behind it.
  func movesContent(_ element: LayoutElement) -> Bool { true }

  /// The style of the lines under the present settings.
  var style: LineStyle {
    var style = LineStyle()
    style.axis = scrollDirection
    style.pinsHeaders = sectionHeadersPinToVisibleBounds
    style.pinsFooters = sectionFootersPinToVisibleBounds
    style.pixelScale = pixelScale
    return style
  }

  // MARK: Geometry

  /// Breaks the lines that depend on something that has changed.
  ///
  /// After a changeset, the layout requests and breaks only what the changeset names. It requests
  /// everything after `invalidateLayout()` and after several changesets before one preparation.
  open override func prepare() throws(LayoutError) {
    guard let host else { return }
    try checkGeometry(of: host)
    if !lines.undoLog.isRecording { lines.solver.forgetUnusedShapes() }
    try prepareLines()
  }

  /// Prepares the lines from `source`.
  final func prepareLines(from source: some LineSource) throws(LayoutError) {
    guard let host else { return }
    lines.orthogonalSections.removeAll()
    let style = self.style
    let cross = crossExtent(of: host.bounds, host, scrollDirection)
    let boundsExtent = host.bounds.size[scrollDirection.crossing]
    let pending = pendingInvalidation
    let changeCount = pending.changeCount
    let isReloading = needsReload(style, pending) || changeCount > 1
    var anchor = maintainsVisiblePosition ? anchor(pending, pending.changes, host) : nil
    if changeCount > 0 { lines.undoLog.begin(lines.solver, pinned: pinnedRange) }
    var before =
      changeCount == 0 && mayFailLate(pending, isReloading: isReloading)
      ? Optional.some(lines.solver.copy()) : nil
    do {
      if isReloading {
        try lines.reload(
          from: source, style: style, crossExtent: cross, host: host, keepsBefore: changeCount > 0)
      } else {
        if let context = pending.first(where: { $0.change != nil }), let change = context.change {
          let isNext = lastPreparation == preparationCount - 1
          // Of no use to a later preparation, which is not the next.
          let map = context.takeCheckedMap()
          try lines.apply(change, isNext ? map : nil, from: source, host: host)
          try changesetDidApply(change)
        }
        if !maintainsVisiblePosition, pending.contains(where: { $0.hasPreferredSizes }) {
          anchor = self.anchor(pending, [], host)
        }
        if pending.contains(where: { $0.namesElements || $0.hasPreferredSizes }) {
          let resized = try resizeInvalidated(pending, from: source)
          if before == nil { before = resized }
        }
        try lines.relayout(style: style, crossExtent: cross)
      }
      try linesDidChange(pending, isReloaded: isReloading)
    } catch {
      if changeCount > 0 { lines.rollBack() } else if let before { lines.solver = before }
      throw error
    }
    lastPreparation = preparationCount
    isPinning = style.pinsHeaders || style.pinsFooters
    preparedAxis = style.axis
    preparedBoundsExtent = boundsExtent
    if let anchor { adjustOffset(keeping: anchor) }
  }

  private func checkGeometry(of host: any LayoutHost) throws(LayoutError) {
    try host.checkGeometry()
    if let pixelScale, !(pixelScale > 0 && pixelScale < .infinity) {
      throw .length(property: "pixelScale", section: nil, pixelScale)
    }
  }

  /// Returns the extent that `bounds` leave for the content across `axis`, the scroll direction
  /// (FL-2).
  private func crossExtent(of bounds: Rect, _ host: any LayoutHost, _ axis: Axis) -> Double {
    bounds.size[axis.crossing] - host.contentInset.total(axis.crossing)
  }

  /// Returns a Boolean value that indicates whether to request everything again.
  func needsReload(_ style: LineStyle, _ pending: PendingInvalidation) -> Bool {
    guard isPrepared else { return true }
    let old = lines.solver.style
    if style.axis != old.axis || style.isSingleColumn != old.isSingleColumn { return true }
    return pending.contains { $0.invalidatesAllItems }
  }

  /// Resizes the invalidated items, headers and footers: to their preferred sizes, or to the sizes
  /// that the source has for them now.
  ///
  /// Runs after the changeset. The delegate answers for the present collection, so items invalidated
  /// before the changeset are requested by their paths after it.
  ///
  /// - Returns: What `PreparedLines.resize(_:_:)` returns.
  private func resizeInvalidated(
    _ pending: PendingInvalidation, from source: some LineSource
  ) throws(LayoutError) -> LineSolver? {
    var invalidated = InvalidatedItems()
    pending.forEach {
      if let changeset = $0.change { invalidated.move(by: changeset) }
      invalidated.add($0)
    }
    // The extents of a composition's boundary items are in its descriptions.
    let requests = lines.solver.composition == nil ? pending.boundaryRequests : []
    guard !invalidated.isEmpty || !requests.isEmpty else { return nil }
    let items = itemsToResize(invalidated.sorted().filter { lines.solver.hasItem(at: $0.path) })
    var sized: [SizedItem] = []
    for (path, preferred) in items {
      guard let preferred else { continue }
      guard preferred.isUsable else { throw .itemSize(path, preferred) }
      sized.append((path, extent(of: preferred, forItemAt: path)))
    }
    if sized.count < items.count {
      let requested = items.lazy.filter { $0.preferredSize == nil }.map(\.path)
      sized += try lines.requestExtents(ofItems: Array(requested), from: source)
    }
    return try lines.resize(sized, try lines.requestMetrics(of: requests, from: source))
  }

  /// Returns those of `items` that lines give the sizes that they prefer, or that the source has for
  /// them; `linesDidChange` resizes the others.
  func itemsToResize(
    _ items: [(path: ItemPath, preferredSize: Size?)]
  ) -> [(path: ItemPath, preferredSize: Size?)] { items }

  /// Returns a Boolean value that indicates whether `linesDidChange` may throw in a pass without an
  /// update, so that the lines before must be kept.
  func mayFailLate(_ pending: PendingInvalidation, isReloading: Bool) -> Bool { false }

  /// Called after the lines have followed a changeset, before anything asks for them; an error undoes
  /// the pass.
  func changesetDidApply(_ change: Changeset) throws(LayoutError) {}

  /// Called after the lines have changed, before the offset is adjusted to them; an error undoes the
  /// pass.
  func linesDidChange(_ pending: PendingInvalidation, isReloaded: Bool) throws(LayoutError) {}

  /// Returns the extent of an item that prefers `size`.
  func extent(of size: Size, forItemAt path: ItemPath) -> ItemExtent { extent(of: size) }

  func extent(of size: Size) -> ItemExtent {
    ItemExtent(cross: size[scrollDirection.crossing], main: size[scrollDirection])
  }

  /// The size of the content; across the scroll direction, the bounds less the insets (FL-16).
  open override var contentSize: Size { lines.solver.contentSize }

  open override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    lines.appendAttributes(in: rect, pinned: pinnedRange, to: &buffer)
  }

  open override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    lines.attributes(ofItem: path)
  }

  open override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    lines.attributes(ofKind: kind, at: path, pinned: pinnedRange)
  }

  /// The range in which headers and footers stick; nil if none is pinned.
  var pinnedRange: PinnedRange? {
    guard isPinning, let bounds = ownBounds else { return nil }
    let (axis, inset) = (lines.solver.style.axis, ownInset)
    return PinnedRange(
      start: bounds.min(axis) + inset.leading(axis), end: bounds.max(axis) - inset.trailing(axis))
  }

  // MARK: Invalidation

  open override class var invalidationContextClass: LayoutInvalidationContext.Type {
    FlowLayoutInvalidationContext.self
  }

  /// Returns true if the lines become longer or shorter, or a pinned header or footer moves (FL-20).
  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    // Every frame of scrolling asks: insets and settings are as they were prepared.
    if !isPinning, !isInvalidated, lastPreparation == preparationCount,
      newBounds.size[preparedAxis.crossing] == preparedBoundsExtent
    {
      return false
    }
    guard let host else { return false }
    if changesLineLength(newBounds, host) { return true }
    guard isPinning else { return false }
    let axis = lines.solver.style.axis
    return newBounds.min(axis) != host.bounds.min(axis)
      || newBounds.max(axis) != host.bounds.max(axis)
  }

  private func changesLineLength(_ newBounds: Rect, _ host: any LayoutHost) -> Bool {
    crossExtent(of: newBounds, host, lines.solver.style.axis) != lines.solver.crossExtent
  }

  /// Returns a context that requests sizes again if the lines become longer or shorter.
  ///
  /// An override may set `invalidateFlowLayoutDelegateMetrics` to false if its sizes do not depend on that.
  open override func invalidationContext(
    forBoundsChange newBounds: Rect
  ) -> LayoutInvalidationContext {
    let context = super.invalidationContext(forBoundsChange: newBounds)
    if let context = context as? FlowLayoutInvalidationContext, let host {
      context.invalidateFlowLayoutDelegateMetrics = changesLineLength(newBounds, host)
      context.boundsBefore = ownBounds
    }
    return context
  }

  /// Returns true if items, headers or footers size themselves and this one prefers another extent
  /// (IC-8).
  open override func shouldInvalidateLayout(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> Bool {
    switch original.category {
    case .cell: itemsSizeThemselves && extent(of: preferred.size) != extent(of: original.size)
    case .supplementary:
      takesPreferredSize(of: original.element)
        && preferred.size[scrollDirection] != original.size[scrollDirection]
    case .decoration: false
    }
  }

  /// Returns the context that gives an item, a header or a footer its preferred size and keeps visible
  /// elements in place.
  open override func invalidationContext(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> LayoutInvalidationContext {
    let contextClass = Self.invalidationContextClass as? FlowLayoutInvalidationContext.Type
    let context = (contextClass ?? FlowLayoutInvalidationContext.self).init()
    switch original.category {
    case .cell:
      guard let path = original.itemPath else { break }
      context.preferredSizes[path] = preferred.size
      return context
    case .supplementary:
      guard takesPreferredSize(of: original.element) else { break }
      context.preferredSupplementarySizes[original.element] = preferred.size
      return context
    case .decoration: break
    }
    return super.invalidationContext(
      forPreferredAttributes: preferred, originalAttributes: original)
  }

  // MARK: Updates

  open override func layoutAttributesBeforeUpdate(of element: LayoutElement) -> LayoutAttributes? {
    lines.attributesBeforeUpdate(of: element)
  }

  open override func finalizeUpdates() { lines.undoLog.end() }
}

/// The source of a layout without settings.
private struct NoSource: LineSource {
  func sharedMetrics() -> SectionMetrics? { SectionMetrics() }
  func metrics(ofSection section: Int) -> SectionMetrics { SectionMetrics() }
  func commonExtent() -> ItemExtent? { nil }
  func extent(ofItem item: Int, inSection section: Int) -> ItemExtent {
    ItemExtent(cross: 0, main: 0)
  }
  func appendExtents(
    ofItems items: Range<Int>, inSection section: Int, to extents: inout [ItemExtent]
  ) {
    extents.append(contentsOf: repeatElement(ItemExtent(cross: 0, main: 0), count: items.count))
  }
}

extension LineLayout {
  /// The first item found longer than its line when sizes were last requested; nil if all fit.
  ///
  /// Updates move its path until it is gone or fits. Such an item has a line to itself and its full
  /// size, beyond the edge; UIKit logs a warning (FL-21).
  public final var oversizeItem: ItemPath? { lines.solver.oversizeItem }
}

/// Counts of the work that a line-based layout has done since it was created.
///
/// Counts only grow, also over reloads and updates: read them before and after an operation.
@frozen
public struct LayoutWork: Hashable, Sendable {
  /// The work of preparations and edits on the extent index.
  public var extents: ExtentWork
  /// The number of item sizes requested one by one.
  public var sizesAsked: Int
  /// The number of nodes, sections, lines and array entries that queries visited.
  public var placesVisited: Int

  /// Creates counts, zero by default.
  @inlinable
  public init(extents: ExtentWork = ExtentWork(), sizesAsked: Int = 0, placesVisited: Int = 0) {
    self.extents = extents
    self.sizesAsked = sizesAsked
    self.placesVisited = placesVisited
  }
}

extension LineLayout {
  /// The work of all preparations, edits and queries so far. O(1).
  public final var layoutWork: LayoutWork { lines.work }
}
