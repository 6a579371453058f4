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
  let solver: LineSolver
  private var preparedVisibleStart = 0.0

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
  /// for everything.
  open override func prepare() throws(LayoutError) {
    guard let host else { return }
    try checkGeometry(of: host)
    let source = self.source
    let style = self.style
    let cross = crossExtent(of: host.bounds, host)
    let anchor = anchor(host)
    if needsReload(style) {
      try solver.reload(from: source, style: style, crossExtent: cross, host: host)
    } else {
      try applyInvalidations(from: source, host)
      solver.relay(style: style, crossExtent: cross)
    }
    if let anchor { adjustOffset(keeping: anchor) }
  }

  private func checkGeometry(of host: any LayoutHost) throws(LayoutError) {
    let bounds = host.bounds
    guard bounds.origin.x.isFinite, bounds.origin.y.isFinite, bounds.size.isUsable else {
      throw .bounds(bounds)
    }
    guard host.contentInset.isFinite else {
      throw .insets(property: "contentInset", section: nil, host.contentInset)
    }
    if let pixelScale, !(pixelScale > 0 && pixelScale < .infinity) {
      throw .length(property: "pixelScale", section: nil, pixelScale)
    }
  }

  /// The extent across the scroll direction that `bounds` leave for the content (FL-2).
  private func crossExtent(of bounds: Rect, _ host: any LayoutHost) -> Double {
    let axis = scrollDirection.crossing
    return bounds.size[axis] - host.contentInset.total(axis)
  }

  private func needsReload(_ style: LineStyle) -> Bool {
    guard isPrepared else { return true }
    let old = solver.current.style
    if style.axis != old.axis || style.isSingleColumn != old.isSingleColumn { return true }
    return pendingInvalidation.contexts.contains { context in
      if context.invalidatesEverything { return true }
      if let context = context as? FlowLayoutInvalidationContext {
        return context.invalidatesDelegateMetrics
      }
      return context.changes.isEmpty && !context.isPartial
    }
  }

  /// Carries out what has been invalidated; on an error the state is as before.
  ///
  /// Changesets first: whoever is asked for a size answers for the collection as it is now, so items
  /// named before a changeset are asked for at their places after it.
  private func applyInvalidations(
    from source: any LineSource, _ host: any LayoutHost
  ) throws(LayoutError) {
    let pending = pendingInvalidation
    let saved = pending.changes.isEmpty ? nil : solver.current.copy()
    do {
      var named = NamedItems()
      for context in pending.contexts {
        for changeset in context.changes {
          try solver.apply(changeset, from: source, host: host)
          named.move(by: changeset)
        }
        try named.add(context)
      }
      let asked = try solver.ask(named.paths(wished: false).filter(solver.exists), from: source)
      let wished = named.paths(wished: true).compactMap { path in
        named.wish(of: path).map { (path, extent(of: $0)) }
      }
      solver.resize(asked + wished)
    } catch {
      if let saved {
        solver.restore(saved)
        solver.forgetStateBefore()
      }
      throw error
    }
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
    guard sectionHeadersPinToVisibleBounds || sectionFootersPinToVisibleBounds, let host else {
      return nil
    }
    let axis = scrollDirection
    return PinnedRange(
      start: host.bounds.min(axis) + host.contentInset.leading(axis),
      end: host.bounds.max(axis) - host.contentInset.trailing(axis))
  }

  // MARK: Invalidation

  open override class var invalidationContextClass: LayoutInvalidationContext.Type {
    FlowLayoutInvalidationContext.self
  }

  /// True where the lines become longer or shorter, or something pinned moves (FL-20).
  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    guard let host else { return false }
    if crossExtent(of: newBounds, host) != solver.current.crossExtent { return true }
    guard sectionHeadersPinToVisibleBounds || sectionFootersPinToVisibleBounds else { return false }
    let axis = scrollDirection
    return newBounds.min(axis) != host.bounds.min(axis)
      || newBounds.max(axis) != host.bounds.max(axis)
  }

  /// Asks for sizes again where the lines become longer or shorter; for a layout whose sizes do not
  /// depend on that, an override may set `invalidatesDelegateMetrics` to false.
  open override func invalidationContext(
    forBoundsChange newBounds: Rect
  ) -> LayoutInvalidationContext {
    let context = super.invalidationContext(forBoundsChange: newBounds)
    if let context = context as? FlowLayoutInvalidationContext, let host {
      context.invalidatesDelegateMetrics =
        crossExtent(of: newBounds, host) != solver.current.crossExtent
      context.boundsBefore = host.bounds
    }
    return context
  }

  // MARK: Updates

  open override func layoutAttributesBeforeUpdate(
    of element: LayoutElement
  ) -> LayoutAttributes? {
    solver.attributesBefore(element, pinned: pinnedRange)
  }

  open override func finalizeUpdates() { solver.forgetStateBefore() }
}

// MARK: What stays in place

extension LineLayout {
  /// An item and where its frame begins, in points, before the preparation.
  private struct Anchor {
    var path: ItemPath
    var main: Double
  }

  /// The item to keep in place, if the pending invalidations are of a kind that keeps one.
  private func anchor(_ host: any LayoutHost) -> Anchor? {
    guard isPrepared, !pendingInvalidation.isEmpty else { return nil }
    let contexts = pendingInvalidation.contexts.compactMap { $0 as? FlowLayoutInvalidationContext }
    guard maintainsVisiblePosition || contexts.contains(where: { !$0.preferredSizes.isEmpty })
    else { return nil }
    let axis = solver.current.style.axis
    let bounds = contexts.lazy.compactMap(\.boundsBefore).first ?? host.bounds
    let start = bounds.min(axis) + host.contentInset.leading(axis)
    let end = bounds.max(axis) - host.contentInset.trailing(axis)
    guard let item = solver.firstItem(from: start, to: end, of: self) else { return nil }
    return Anchor(path: item.path, main: item.main)
  }

  /// Adjusts the offset by what the anchor has moved, for the host to carry out (IC-9).
  private func adjustOffset(keeping anchor: Anchor) {
    guard let context = pendingInvalidation.contexts.last else { return }
    var path = Optional(anchor.path)
    for changeset in pendingInvalidation.changes {
      path = path.flatMap { ChangesetMap(changeset).item($0) }
    }
    guard let path, let main = solver.start(of: path) else { return }
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
