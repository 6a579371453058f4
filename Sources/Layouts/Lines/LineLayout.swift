public import Changesets
public import Geometry

/// What `FlowLayout` and `ListLayout` have in common: sections of lines, one below the other.
///
/// Not for subclassing by itself. Its queries cost what is visible and, with `ExtentStrategy.tree`,
/// a logarithm of the collection; they allocate nothing where the caller's buffer has room.
open class LineLayout: CollectionViewLayout {
  /// The direction in which the lines follow each other. The default is vertical (FL-2).
  public var scrollDirection = Axis.vertical {
    didSet { if scrollDirection != oldValue { invalidateLayout() } }
  }
  /// Whether a header sticks to the top edge while its section shows. The default is false (FL-24).
  public var sectionHeadersPinToVisibleBounds = false {
    didSet { if sectionHeadersPinToVisibleBounds != oldValue { invalidateLayout() } }
  }
  /// Whether a footer sticks to the bottom edge while its section shows. The default is false.
  public var sectionFootersPinToVisibleBounds = false {
    didSet { if sectionFootersPinToVisibleBounds != oldValue { invalidateLayout() } }
  }
  /// Pixels per point to which frames' origins are rounded down; nil, the default, rounds nothing
  /// (FL-15).
  public var pixelScale: Double? {
    didSet { if pixelScale != oldValue { invalidateLayout() } }
  }
  /// Whether the first visible item stays where it is on the screen when items are inserted,
  /// deleted or moved before it and when the bounds change.
  ///
  /// The default is false, as UIKit has it: the content offset stays, and what it shows moves. An
  /// item's own wish for another size never moves what is visible above it, either way.
  public var maintainsVisiblePosition = false

  /// The name of the extent index it was built with.
  public let extentStrategyName: String
  package let solver: LineSolver
  private var preparedVisibleStart = 0.0
  /// The number of the last preparation that came through: a subclass may have left one out.
  private var lastPreparation = 0

  init(_ extents: ExtentStrategy) {
    extentStrategyName = extents.name
    solver = LineSolver(extents)
    super.init()
  }

  // MARK: What subclasses give

  /// The settings and the delegate, for one preparation.
  var source: any LineSource { NoSource() }

  /// What lines look like under the present settings.
  var style: LineStyle {
    var style = LineStyle()
    style.axis = scrollDirection
    style.pinsHeaders = sectionHeadersPinToVisibleBounds
    style.pinsFooters = sectionFootersPinToVisibleBounds
    style.pixelScale = pixelScale
    return style
  }

  // MARK: Geometry

  /// Breaks lines where something they depend on has changed.
  ///
  /// After a changeset, only what it names is asked for and broken anew; `invalidateLayout()` asks
  /// for everything, and so do several changesets before one preparation.
  open override func prepare() throws(LayoutError) {
    guard let host else { return }
    try checkGeometry(of: host)
    let source = self.source
    let style = self.style
    let cross = crossExtent(of: host.bounds, host, scrollDirection)
    let pending = pendingInvalidation.contexts
    let changes = pendingInvalidation.changes
    var anchor = maintainsVisiblePosition ? anchor(pending, changes, host) : nil
    if !changes.isEmpty { solver.history.begin(solver.current, pinned: pinnedRange) }
    do {
      if needsReload(style, pending) || changes.count > 1 {
        try solver.reload(
          from: source, style: style, crossExtent: cross, host: host, keepsBefore: !changes.isEmpty)
      } else {
        if let changeset = changes.first {
          let isNext = lastPreparation == preparationCount - 1
          let map = isNext ? pending.first { !$0.changes.isEmpty }?.checkedMap : nil
          try solver.apply(changeset, map, from: source, host: host)
        }
        if !maintainsVisiblePosition, pending.contains(where: { $0.hasPreferredSizes }) {
          anchor = self.anchor(pending, [], host)
        }
        if pending.contains(where: { $0.namesElements || $0.hasPreferredSizes }) {
          try resizeNamed(pending, from: source)
        }
        try solver.relay(style: style, crossExtent: cross)
      }
    } catch {
      if !changes.isEmpty { solver.rollBack() }
      throw error
    }
    lastPreparation = preparationCount
    if let anchor { adjustOffset(keeping: anchor) }
  }

  private func checkGeometry(of host: any LayoutHost) throws(LayoutError) {
    try host.checkGeometry()
    if let pixelScale, !(pixelScale > 0 && pixelScale < .infinity) {
      throw .length(property: "pixelScale", section: nil, pixelScale)
    }
  }

  /// The extent across `axis`, the scroll direction, that `bounds` leave for the content (FL-2).
  private func crossExtent(of bounds: Rect, _ host: any LayoutHost, _ axis: Axis) -> Double {
    bounds.size[axis.crossing] - host.contentInset.total(axis.crossing)
  }

  private func needsReload(_ style: LineStyle, _ pending: [LayoutInvalidationContext]) -> Bool {
    guard isPrepared else { return true }
    let old = solver.current.style
    if style.axis != old.axis || style.isSingleColumn != old.isSingleColumn { return true }
    return pending.contains { $0.invalidatesAllItems }
  }

  /// Gives items, headers and footers that were named the sizes they wish for or are given now.
  ///
  /// After the changeset: whoever is asked for a size answers for the collection as it is now, so
  /// items named before the changeset are asked for at their places after it.
  private func resizeNamed(
    _ pending: [LayoutInvalidationContext], from source: any LineSource
  ) throws(LayoutError) {
    var names = InvalidatedItems()
    for context in pending {
      for changeset in context.changes { names.move(by: changeset) }
      names.add(context)
    }
    guard !names.isEmpty else { return }
    let items = names.named().filter { solver.current.hasItem(at: $0.path) }
    var extents: [(path: ItemPath, extent: ItemExtent)] = []
    for (path, wish) in items {
      guard let wish else { continue }
      guard wish.isUsable else { throw .itemSize(path, wish) }
      extents.append((path, extent(of: wish)))
    }
    if extents.count < items.count {
      let asked = items.lazy.filter { $0.wish == nil }.map(\.path)
      extents += try solver.ask(Array(asked), from: source)
    }
    try solver.resize(extents, try solver.ask(names.bars(), from: source))
  }

  func extent(of size: Size) -> ItemExtent {
    ItemExtent(cross: size[scrollDirection.crossing], main: size[scrollDirection])
  }

  /// The extent of everything; across the scroll direction, that of the bounds less insets (FL-16).
  open override var contentSize: Size { solver.current.contentSize }

  open override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    solver.appendAttributes(in: rect, of: self, to: &buffer)
  }

  open override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    solver.attributes(ofItem: path)
  }

  open override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    solver.attributes(ofKind: kind, at: path, pinned: pinnedRange)
  }

  /// Where pinned headers and footers may be; nil where none is pinned.
  var pinnedRange: PinnedRange? {
    let style = solver.current.style
    guard style.pinsHeaders || style.pinsFooters, let host else { return nil }
    return PinnedRange(
      start: host.bounds.min(style.axis) + host.contentInset.leading(style.axis),
      end: host.bounds.max(style.axis) - host.contentInset.trailing(style.axis))
  }

  // MARK: Invalidation

  open override class var invalidationContextClass: LayoutInvalidationContext.Type {
    FlowLayoutInvalidationContext.self
  }

  /// True where the lines become longer or shorter, or something pinned moves (FL-20).
  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    guard let host else { return false }
    if changesLineLength(newBounds, host) { return true }
    let style = solver.current.style
    guard style.pinsHeaders || style.pinsFooters else { return false }
    return newBounds.min(style.axis) != host.bounds.min(style.axis)
      || newBounds.max(style.axis) != host.bounds.max(style.axis)
  }

  private func changesLineLength(_ newBounds: Rect, _ host: any LayoutHost) -> Bool {
    crossExtent(of: newBounds, host, solver.current.style.axis) != solver.current.crossExtent
  }

  /// Asks for sizes again where the lines become longer or shorter; for a layout whose sizes do not
  /// depend on that, an override may set `invalidatesDelegateMetrics` to false.
  open override func invalidationContext(
    forBoundsChange newBounds: Rect
  ) -> LayoutInvalidationContext {
    let context = super.invalidationContext(forBoundsChange: newBounds)
    if let context = context as? FlowLayoutInvalidationContext, let host {
      context.invalidatesDelegateMetrics = changesLineLength(newBounds, host)
      context.boundsBefore = host.bounds
    }
    return context
  }

  // MARK: Updates

  open override func layoutAttributesBeforeUpdate(
    of element: LayoutElement
  ) -> LayoutAttributes? {
    solver.attributesBefore(element)
  }

  open override func finalizeUpdates() { solver.history.forget() }
}

// MARK: What stays in place

extension LineLayout {
  /// An item, by its path after the preparation, and where its frame began before it, in points.
  private struct Anchor {
    var path: ItemPath
    var main: Double
  }

  /// The first item that shows and that `changes`, still to be carried out, do not delete.
  private func anchor(
    _ pending: [LayoutInvalidationContext], _ changes: [Changeset], _ host: any LayoutHost
  ) -> Anchor? {
    // Along another direction nothing is where it was.
    guard isPrepared, !pending.isEmpty, scrollDirection == solver.current.style.axis else {
      return nil
    }
    let contexts = pending.lazy.compactMap { $0 as? FlowLayoutInvalidationContext }
    let axis = solver.current.style.axis
    let bounds = contexts.compactMap(\.boundsBefore).first ?? host.bounds
    let start = bounds.min(axis) + host.contentInset.leading(axis)
    let end = bounds.max(axis) - host.contentInset.trailing(axis)
    let maps = changes.map { ChangesetMap($0) }
    let pathAfter = { (path: ItemPath) in
      maps.reduce(Optional(path)) { path, map in path.flatMap { map.item($0) } }
    }
    let item = solver.firstItem(from: start, to: end, of: self) { pathAfter($0) != nil }
    guard let item, let path = pathAfter(item.path) else { return nil }
    return Anchor(path: path, main: item.main)
  }

  /// Adjusts the offset by what the anchor has moved, for the host to carry out (IC-9).
  private func adjustOffset(keeping anchor: Anchor) {
    guard let context = pendingInvalidation.contexts.last,
      let main = solver.start(of: anchor.path)
    else { return }
    context.contentOffsetAdjustment[scrollDirection] += main - anchor.main
  }
}

/// The source of no layout.
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
  /// A context that gives an item the size it wishes for; nil for what is no item.
  func preferredSizeContext(
    _ preferred: LayoutAttributes, _ original: LayoutAttributes
  ) -> FlowLayoutInvalidationContext? {
    guard original.category == .cell, let path = original.itemPath else { return nil }
    let contextClass = Self.invalidationContextClass as? FlowLayoutInvalidationContext.Type
    let context = (contextClass ?? FlowLayoutInvalidationContext.self).init()
    context.preferredSizes[path] = preferred.size
    return context
  }
}

extension LineLayout {
  /// The first item found longer than its line when sizes were last asked for; nil where all fit.
  ///
  /// It is followed through updates until it is gone or fits.
  ///
  /// Such an item has a line to itself and its full size, beyond the edge. UIKit logs a warning.
  /// Source: clause FL-21.
  public final var oversizeItem: ItemPath? { solver.current.oversizeItem }
}

/// What a line-based layout has done since it was made, counted: to be read before and after.
///
/// Counts only grow, over reloads and updates too.
@frozen
public struct LayoutWork: Hashable, Sendable {
  /// What preparations and edits did to the extent index.
  public var extents: ExtentWork
  /// How many items' sizes were asked for, one by one.
  public var sizesAsked: Int
  /// How many nodes, sections, lines and searched array entries queries looked at.
  public var placesVisited: Int

  /// Counts, such as none.
  @inlinable
  public init(extents: ExtentWork = ExtentWork(), sizesAsked: Int = 0, placesVisited: Int = 0) {
    self.extents = extents
    self.sizesAsked = sizesAsked
    self.placesVisited = placesVisited
  }
}

extension LineLayout {
  /// What preparations, edits and queries have done so far. O(1).
  public final var layoutWork: LayoutWork { solver.work }
}
