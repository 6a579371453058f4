public import Changesets
public import Geometry

/// A layout with bounds and counts, and no collection view: for tests, tools and measurements.
///
/// Does what a collection view does with a layout: asks whether new bounds invalidate, prepares
/// when something is invalid, makes the offset adjustments that the layout asks for, and keeps the
/// offset where there is content.
public final class LayoutSession: LayoutHost {
  /// The layout; this session is its host.
  public let layout: CollectionViewLayout
  /// The visible rectangle; its origin is the content offset.
  public private(set) var bounds: Rect
  /// The margins between the bounds' edges and the content.
  public let contentInset: EdgeInsets
  /// The number of items in each section.
  public private(set) var itemCounts: [Int]
  /// How often the layout has been prepared.
  public private(set) var preparations = 0
  private var preferences: [ItemPath: Int] = [:]

  /// A session of `layout`, which is prepared by the first `layoutIfNeeded()`.
  public init(
    _ layout: CollectionViewLayout, bounds: Rect, contentInset: EdgeInsets = .zero,
    itemCounts: [Int]
  ) {
    self.layout = layout
    self.bounds = bounds
    self.contentInset = contentInset
    self.itemCounts = itemCounts
    layout.host = self
  }

  /// The number of sections.
  public var numberOfSections: Int { itemCounts.count }

  /// The number of items in `section`.
  public func numberOfItems(inSection section: Int) -> Int { itemCounts[section] }

  /// Nothing to do: `layoutIfNeeded()` looks for itself.
  public func layoutWasInvalidated(with context: LayoutInvalidationContext) {}

  /// Prepares the layout if that is due, and moves the offset as it asks (IC-9).
  ///
  /// - Throws: What the layout throws; it is then asked again the next time.
  public func layoutIfNeeded() throws(LayoutError) {
    guard !layout.isPrepared || !layout.pendingInvalidation.isEmpty else { return }
    let done = try layout.prepareIfNeeded()
    preparations += 1
    preferences.removeAll(keepingCapacity: true)
    let adjustment = done.contentOffsetAdjustment
    var offset = bounds.origin
    offset.x += adjustment.x
    offset.y += adjustment.y
    bounds.origin = clamped(offset)
  }

  /// `offset`, moved to where there is content.
  public func clamped(_ offset: Point) -> Point {
    let content = layout.contentSize
    return Point(
      x: clamped(offset.x, .horizontal, content), y: clamped(offset.y, .vertical, content))
  }

  private func clamped(_ position: Double, _ axis: Axis, _ content: Size) -> Double {
    let least = -contentInset.leading(axis)
    let most = content[axis] - bounds.size[axis] + contentInset.trailing(axis)
    return min(max(position, least), max(least, most))
  }

  /// Scrolls to `offset`, clamped; prepares only if the layout says so (IC-5).
  public func scroll(to offset: Point) throws(LayoutError) {
    try setBounds(Rect(origin: clamped(offset), size: bounds.size))
  }

  /// Changes the bounds and lays out.
  ///
  /// - Throws: `LayoutError.bounds` where they make no sense, and what the layout throws; the bounds
  ///   then stay as they are.
  public func setBounds(_ newBounds: Rect) throws(LayoutError) {
    guard newBounds != bounds else { return }
    guard newBounds.origin.x.isFinite, newBounds.origin.y.isFinite, newBounds.size.isUsable else {
      throw .bounds(newBounds)
    }
    if layout.isPrepared, layout.shouldInvalidateLayout(forBoundsChange: newBounds) {
      let context = layout.invalidationContext(forBoundsChange: newBounds)
      layout.invalidateLayout(with: context)
    }
    let oldBounds = bounds
    bounds = newBounds
    do {
      try layoutIfNeeded()
    } catch {
      bounds = oldBounds
      throw error
    }
  }

  /// Gives the session other counts and has everything prepared anew.
  public func reload(itemCounts newCounts: [Int]) throws(LayoutError) {
    itemCounts = newCounts
    let context = type(of: layout).invalidationContextClass.init()
    context.invalidatesEverything = true
    context.invalidatesDataSourceCounts = true
    layout.invalidateLayout(with: context)
    try layoutIfNeeded()
  }

  /// Carries an update out: the counts change as `change` says, the layout is told of `changeset`,
  /// prepared, and its update hooks run in order (AN-1).
  public func update(
    _ changeset: Changeset, itemCounts change: (inout [Int]) -> Void
  ) throws(LayoutError) {
    change(&itemCounts)
    let context = type(of: layout).invalidationContextClass.init()
    context.changes = [changeset]
    context.invalidatesDataSourceCounts = true
    layout.invalidateLayout(with: context)
    try layoutIfNeeded()
    layout.prepare(forUpdates: changeset.updateItems)
    layout.finalizeUpdates()
  }

  /// Tells the layout that the item at `path` wishes for another size, as a self-sizing cell does;
  /// the next `layoutIfNeeded()` carries it out.
  ///
  /// - Throws: `LayoutError.feedbackLoop` where one item wishes more than twice before that (IC-8).
  public func prefer(_ size: Size, forItemAt path: ItemPath) throws(LayoutError) {
    guard let original = layout.layoutAttributesForItem(at: path) else { return }
    var preferred = original
    preferred.size = size
    guard
      layout.shouldInvalidateLayout(
        forPreferredAttributes: preferred, originalAttributes: original)
    else { return }
    preferences[path, default: 0] += 1
    if preferences[path, default: 0] > 2 { throw .feedbackLoop(path) }
    layout.invalidateLayout(
      with: layout.invalidationContext(
        forPreferredAttributes: preferred, originalAttributes: original))
  }

  /// Puts the attributes of what is visible in place of what `buffer` held.
  public func collectVisibleAttributes(into buffer: inout [LayoutAttributes]) {
    buffer.removeAll(keepingCapacity: true)
    layout.layoutAttributesForElements(in: bounds, into: &buffer)
  }
}
