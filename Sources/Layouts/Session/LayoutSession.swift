public import Changesets
public import Geometry

/// A host of a layout with bounds and counts and no collection view: for tests, tools and
/// measurements.
///
/// It treats a layout as a collection view does: it asks whether new bounds invalidate, prepares an
/// invalid layout, makes the offset adjustments that the layout requests, and keeps the offset
/// within the content.
///
///     let layout = FlowLayout()
///     let session = LayoutSession(
///       layout, bounds: Rect(x: 0, y: 0, width: 390, height: 844), itemCounts: [1_000])
///     try session.layoutIfNeeded()
///     let visible = layout.layoutAttributesForElements(in: session.bounds)
///
/// A call that throws leaves bounds and counts as they were and withdraws its invalidation; earlier
/// pending invalidations stay. After `LayoutError.invalidatedWhilePreparing` the next pass computes
/// everything again, and only then the layout answers for these counts: see
/// `CollectionViewLayout.prepareIfNeeded()`.
///
/// The session counts in *cycles* the passes that preferred sizes cause (IC-8). A cycle
/// begins with new bounds, an update or a reload, and after `settle()`.
///
/// Exclusivity is unchecked for properties that no statement changes while it calls code of others.
public final class LayoutSession: LayoutHost {
  /// The layout; this session is its host.
  public let layout: CollectionViewLayout
  /// The visible rectangle; its origin is the content offset.
  @safe @exclusivity(unchecked) public private(set) var bounds: Rect
  /// The margins between the bounds' edges and the content.
  public let contentInset: EdgeInsets
  /// The number of items in each section.
  @safe @exclusivity(unchecked) public private(set) var itemCounts: [Int]
  /// The number of preparations of the layout.
  @safe @exclusivity(unchecked) public private(set) var preparations = 0
  /// The preferred sizes that wait for the next pass.
  private var preferredSizeRequests: [LayoutElement: LayoutInvalidationContext] = [:]
  /// The number of passes of this cycle that each element has caused.
  @safe @exclusivity(unchecked) private var passesByElement: [LayoutElement: Int] = [:]
  /// The number of passes of one cycle that an element may cause (IC-8).
  private static let maxPassesOfElement = 2

  /// Creates a session of `layout`, which the first `layoutIfNeeded()` prepares.
  ///
  /// It replaces the layout's host, which is of no use from then on.
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

  /// Returns the number of items in `section`.
  public func numberOfItems(inSection section: Int) -> Int { itemCounts[section] }

  /// Does nothing: `layoutIfNeeded()` reads the pending invalidations.
  public func layoutWasInvalidated(with context: LayoutInvalidationContext) {}

  /// Returns true: a session keeps no answers.
  public func elementsDidMove(inSection section: Int) -> Bool { true }

  /// Prepares the layout if needed, and moves the offset as it requests (IC-9).
  ///
  /// - Throws: What the layout throws, and `LayoutError` for invalid bounds, insets and counts; the
  ///   next call tries again.
  public func layoutIfNeeded() throws(LayoutError) {
    guard !layout.isPrepared || !layout.pendingInvalidation.isEmpty else { return }
    if !layout.isPrepared {
      try checkGeometry()
      try Self.check(itemCounts)
    }
    let done: PendingInvalidation
    do {
      done = try layout.prepareIfNeeded()
    } catch {
      // Invalidations that the layout no longer has pending belong to no later pass.
      let pending = layout.pendingInvalidation.contexts
      preferredSizeRequests = preferredSizeRequests.filter { request in
        pending.contains { $0 === request.value }
      }
      throw error
    }
    preparations += 1
    if !preferredSizeRequests.isEmpty {
      for element in preferredSizeRequests.keys { passesByElement[element, default: 0] += 1 }
      preferredSizeRequests.removeAll(keepingCapacity: true)
    }
    let adjustment = done.contentOffsetAdjustment
    var offset = bounds.origin
    offset.x += adjustment.x
    offset.y += adjustment.y
    bounds.origin = clamped(offset)
  }

  private static func check(_ counts: [Int]) throws(LayoutError) {
    if let section = counts.firstIndex(where: { !ItemPath.isCount($0) }) {
      throw .count(section: section, counts[section])
    }
  }

  /// Lays out if needed, and ends the cycle: each element may cause two more passes (IC-8).
  ///
  /// Call it once all elements have the sizes that they prefer.
  ///
  /// - Throws: What the layout throws; the cycle then goes on.
  public func settle() throws(LayoutError) {
    try layoutIfNeeded()
    beginCycle()
  }

  private func beginCycle() {
    if !passesByElement.isEmpty { passesByElement.removeAll(keepingCapacity: true) }
  }

  /// Returns `offset` moved to the nearest place within the content.
  public func clamped(_ offset: Point) -> Point {
    let content = layout.contentSize
    return Point(
      x: clamped(offset.x, .horizontal, content), y: clamped(offset.y, .vertical, content))
  }

  private func clamped(_ position: Double, _ axis: Axis, _ content: Size) -> Double {
    let least = 0 - contentInset.leading(axis)
    let most = content[axis] - bounds.size[axis] + contentInset.trailing(axis)
    return min(max(position, least), max(least, most))
  }

  /// Scrolls to `offset`, clamped; prepares only if the layout says so (IC-5).
  public func scroll(to offset: Point) throws(LayoutError) {
    try setBounds(Rect(origin: clamped(offset), size: bounds.size))
  }

  /// Changes the bounds and lays out.
  ///
  /// - Throws: `LayoutError.bounds` for invalid bounds, and what the layout throws; the bounds and
  ///   the layout's pending invalidations then stay as they are.
  public func setBounds(_ newBounds: Rect) throws(LayoutError) {
    guard newBounds != bounds else { return }
    try LayoutError.check(newBounds)
    var context: LayoutInvalidationContext?
    if layout.isPrepared, layout.shouldInvalidateLayout(forBoundsChange: newBounds) {
      let made = layout.invalidationContext(forBoundsChange: newBounds)
      layout.invalidateLayout(with: made)
      context = made
    }
    let oldBounds = bounds
    bounds = newBounds
    do {
      try layOut(orWithdraw: context)
    } catch {
      bounds = oldBounds
      throw error
    }
  }

  /// Gives the session other counts and prepares everything again.
  ///
  /// - Throws: What the layout throws; the counts then stay as they are.
  public func reload(itemCounts newCounts: [Int]) throws(LayoutError) {
    try Self.check(newCounts)
    let context = type(of: layout).invalidationContextClass.init()
    context.invalidateEverything = true
    context.invalidateDataSourceCounts = true
    let oldCounts = itemCounts
    itemCounts = newCounts
    layout.invalidateLayout(with: context)
    do {
      try layOut(orWithdraw: context)
    } catch {
      itemCounts = oldCounts
      throw error
    }
  }

  /// Performs an update: changes the counts with `change`, tells the layout of `changeset`,
  /// prepares it, and calls its update hooks in order (AN-1).
  ///
  /// - Complexity: O(sections) besides the layout's work: see `update(_:)`.
  /// - Throws: `LayoutError.changeset` if the changeset is illegal or does not lead to the new
  ///   counts, and what the layout throws. The counts then stay as they are, no hook has been
  ///   called, and the next update needs no knowledge of this one.
  public func update(
    _ changeset: Changeset, itemCounts change: (inout [Int]) -> Void
  ) throws(LayoutError) {
    var newCounts = itemCounts
    change(&newCounts)
    try update(changeset, itemCounts: newCounts)
  }

  private func update(_ changeset: Changeset, itemCounts newCounts: [Int]) throws(LayoutError) {
    try Self.check(newCounts)
    do {
      try changeset.validate(sectionCountsBefore: itemCounts, sectionCountsAfter: newCounts)
    } catch {
      throw .changeset(error)
    }
    let oldCounts = itemCounts
    itemCounts = newCounts
    do {
      try layOut(changeset)
    } catch {
      itemCounts = oldCounts
      throw error
    }
  }

  private func legalCounts(after changeset: Changeset) throws(LayoutError) -> [Int] {
    do {
      return try changeset.legalSectionCounts(after: itemCounts)
    } catch {
      throw .changeset(error)
    }
  }

  /// Applies an update whose counts follow from `changeset`: inserted and reloaded sections have only
  /// the items that it moves there.
  ///
  /// - Complexity: O(*e* log *e*) for *e* operations on items, beside what the layout does;
  ///   O(sections) more with an operation on a section.
  /// - Throws: As `update(_:itemCounts:)` does.
  public func update(_ changeset: Changeset) throws(LayoutError) {
    guard !changeset.changesSections else {
      return try update(changeset, itemCounts: try legalCounts(after: changeset))
    }
    let map = try validMap(of: changeset)
    changeCounts(leaving: map.takenItems, coming: map.putItems)
    do {
      try layOut(changeset, checked: map)
    } catch {
      changeCounts(leaving: map.putItems, coming: map.takenItems)
      throw error
    }
  }

  /// Returns the map of `changeset`, which has no operation on a section; throws unless it is legal.
  private func validMap(of changeset: Changeset) throws(LayoutError) -> ChangesetMap {
    let map = ChangesetMap(changeset)
    let counts = itemCounts
    do {
      try changeset.validateOperations(
        map, sectionsBefore: counts.count, itemCountBefore: { counts[$0] },
        sectionsAfter: counts.count,
        itemCountAfter: { counts[$0] + map.itemCountChange(ofSection: $0) })
    } catch {
      throw .changeset(error)
    }
    return map
  }

  private func changeCounts(leaving: [ItemPath], coming: [ItemPath]) {
    for path in leaving { itemCounts[path.section] -= 1 }
    for path in coming { itemCounts[path.section] += 1 }
  }

  /// Tells the layout of an update to the present counts, and calls its hooks; withdraws the
  /// invalidation if the layout throws.
  func layOut(_ changeset: Changeset, checked map: ChangesetMap? = nil) throws(LayoutError) {
    let context = type(of: layout).invalidationContextClass.init()
    context.change = changeset
    context.checkedMap = map
    context.invalidateDataSourceCounts = true
    layout.invalidateLayout(with: context)
    try layOut(orWithdraw: context)
    layout.prepare(forUpdates: changeset.updateItems)
    layout.finalizeUpdates()
  }

  /// Lays out and begins a cycle; withdraws `context` if the layout throws.
  private func layOut(orWithdraw context: LayoutInvalidationContext?) throws(LayoutError) {
    do {
      try layoutIfNeeded()
    } catch {
      if let context { layout.withdrawInvalidation(context) }
      throw error
    }
    beginCycle()
  }

  /// Tells the layout that the item at `path` prefers another size, as a self-sizing cell does; the
  /// next `layoutIfNeeded()` applies it.
  ///
  /// The last size before that call counts.
  ///
  /// - Throws: `LayoutError.itemSize` for an invalid size, and `LayoutError.feedbackLoop` if the
  ///   item has caused two passes of this cycle already (IC-8): see `settle()`. The layout then
  ///   knows nothing of the size.
  public func prefer(_ size: Size, forItemAt path: ItemPath) throws(LayoutError) {
    guard size.isUsable else { throw .itemSize(path, size) }
    try prefer(size, for: .cell(path))
  }

  /// Tells the layout that an element prefers another size, as a header or footer that sizes itself
  /// does; see `prefer(_:forItemAt:)`.
  ///
  /// - Throws: `LayoutError.frame` for an invalid size, and the layout's error for an element that has
  ///   caused two passes of this cycle already.
  public func prefer(_ size: Size, for element: LayoutElement) throws(LayoutError) {
    guard size.isUsable else { throw .frame(element, Rect(origin: .zero, size: size)) }
    guard let original = layout.layoutAttributes(for: element) else { return }
    var preferred = original
    preferred.size = size
    let isInvalidating = layout.shouldInvalidateLayout(
      forPreferredAttributes: preferred, originalAttributes: original)
    if isInvalidating, passesByElement[element, default: 0] >= Self.maxPassesOfElement,
      let error = layout.feedbackLoopError(for: element)
    {
      throw error
    }
    // The item may be content again with what it has.
    if let earlier = preferredSizeRequests.removeValue(forKey: element) {
      layout.withdrawInvalidation(earlier)
    }
    guard isInvalidating else { return }
    let context = layout.invalidationContext(
      forPreferredAttributes: preferred, originalAttributes: original)
    preferredSizeRequests[element] = context
    layout.invalidateLayout(with: context)
  }

  /// Puts the attributes of what is visible in place of what `buffer` held.
  public func collectVisibleAttributes(into buffer: inout [LayoutAttributes]) {
    buffer.removeAll(keepingCapacity: true)
    layout.layoutAttributesForElements(in: bounds, into: &buffer)
  }
}
