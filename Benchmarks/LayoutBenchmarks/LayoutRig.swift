import Benchmarking
import Changesets
import Geometry
import Layouts

/// A layout in a session, with the delegate that sizes it and the buffer for its queries.
///
/// Each method returns a checksum of its answers, so that no query is optimised away.
final class LayoutRig {
  let layout: LineLayout
  let session: LayoutSession
  private let flowSizes: BenchmarkFlowSizes?
  private let rowSizes: RowSizes?
  private var buffer: [LayoutAttributes] = []
  /// Attributes returned by rectangle queries since `beginCounting()`.
  private var attributesReturned = 0
  private var workBefore = LayoutWork()

  /// Creates a layout of `kind` over all of the collection, laid out at the content's beginning.
  ///
  /// - Throws: What the layout throws.
  convenience init(
    _ kind: LayoutKind, _ strategy: ExtentStrategy, _ sizes: LayoutSizes,
    keepsPosition: Bool = false
  ) throws(LayoutError) {
    try self.init(Self.layout(kind, strategy, sizes), sizes, keepsPosition: keepsPosition)
  }

  /// Creates a rig of `layout` over all of the collection, laid out at the content's beginning.
  ///
  /// - Throws: What the layout throws.
  init(
    _ layout: LineLayout, _ sizes: LayoutSizes, keepsPosition: Bool = false
  ) throws(LayoutError) {
    flowSizes = sizes.flow
    rowSizes = sizes.rows
    self.layout = layout
    layout.maintainsVisiblePosition = keepsPosition
    session = LayoutSession(
      layout, bounds: Rect(origin: .zero, size: PhoneScreen.portrait),
      itemCounts: sizes.collection.sectionSizes)
    try session.layoutIfNeeded()
  }

  private static func layout(
    _ kind: LayoutKind, _ strategy: ExtentStrategy, _ sizes: LayoutSizes
  ) -> LineLayout {
    switch kind {
    case .uniform, .flow, .flowDelegate, .periodic:
      let flow =
        kind == .flow || kind == .periodic
        ? FixedSizeFlowLayout(extents: strategy) : FlowLayout(extents: strategy)
      if kind == .uniform { flow.itemSize = kind.pattern.size(at: 0) }
      flow.delegate = sizes.flow
      return flow
    case .list, .estimates, .sticky, .equalRows:
      let list = ListLayout(extents: strategy)
      list.delegate = sizes.rows
      if kind == .estimates { list.estimatedItemExtent = list.itemExtent }
      if kind == .sticky {
        list.headerExtent = 28
        list.sectionHeadersPinToVisibleBounds = true
      }
      return list
    }
  }
}

/// The sizes of a rig's items; created before a measurement, as an app has its data before its
/// layout.
struct LayoutSizes {
  let collection: LayoutCollection
  let flow: BenchmarkFlowSizes?
  let rows: RowSizes?

  init(_ kind: LayoutKind, _ collection: LayoutCollection) {
    self.collection = collection
    rows = kind == .list ? RowSizes(collection) : nil
    flow =
      switch kind {
      case .flow, .flowDelegate, .periodic:
        BenchmarkFlowSizes(kind.pattern, isStored: kind == .flowDelegate, collection)
      case .list, .uniform, .estimates, .sticky, .equalRows: nil
      }
  }
}

// MARK: Queries

extension LayoutRig {
  /// The content's extent along the scroll direction, in points.
  var contentExtent: Double { layout.contentSize.height }

  /// The furthest that the content can be scrolled, in points.
  var maximumOffset: Double { max(0, contentExtent - session.bounds.size.height) }

  /// Scrolls to `offset`, or as far as there is content.
  func scroll(to offset: Double) throws(LayoutError) {
    try session.scroll(to: Point(x: 0, y: offset))
  }

  /// Scrolls to the middle of the content, and returns its offset in points.
  @discardableResult
  func showMiddle() throws(LayoutError) -> Double {
    let middle = (maximumOffset / 2).rounded(.down)
    try scroll(to: middle)
    return middle
  }

  /// Scrolls to `offset` and asks for what shows there.
  func visible(at offset: Double) throws(LayoutError) -> UInt64 {
    try scroll(to: offset)
    return visible()
  }

  /// Asks for what shows.
  func visible() -> UInt64 {
    session.collectVisibleAttributes(into: &buffer)
    attributesReturned += buffer.count
    return FrameDigest.of(buffer)
  }

  /// Returns the items that show, with their frames.
  func visibleItems() -> [(path: ItemPath, frame: Rect)] {
    session.collectVisibleAttributes(into: &buffer)
    return buffer.compactMap { attributes in attributes.itemPath.map { ($0, attributes.frame) } }
  }

  /// Returns a checksum of the exact extent of the content and the visible elements.
  func extentAndVisible() -> UInt64 { FrameDigest.of(contentExtent) &+ visible() }

  /// Returns a checksum of the extent and the visible elements after an edit and after its inverse.
  @inline(__always)
  func shown(
    after edit: (LayoutRig) throws(LayoutError) -> Void,
    andAfter inverse: (LayoutRig) throws(LayoutError) -> Void
  ) throws(LayoutError) -> UInt64 {
    try edit(self)
    let sum = extentAndVisible()
    try inverse(self)
    return sum &+ extentAndVisible() &* 3
  }

  /// Returns a checksum of the attributes of one item.
  @inline(__always)
  func attributes(at path: ItemPath) -> UInt64 {
    layout.layoutAttributesForItem(at: path).map { FrameDigest.of($0) } ?? 0
  }

  /// Returns the first visible item, topmost and then by path, and its distance from the top.
  func firstVisible() -> (path: ItemPath, distance: Double)? {
    session.collectVisibleAttributes(into: &buffer)
    let first = buffer.filter { $0.category == .cell }.min { left, right in
      guard let first = left.itemPath, let second = right.itemPath else { return false }
      return first < second
    }
    guard let first, let path = first.itemPath else { return nil }
    return (path, first.frame.minY - session.bounds.minY)
  }

  /// Returns the distance of the item at `path` from the visible top, in points; nil if there is no
  /// such item.
  func distance(of path: ItemPath) -> Double? {
    layout.layoutAttributesForItem(at: path).map { $0.frame.minY - session.bounds.minY }
  }
}

// MARK: Edits

extension LayoutRig {
  /// Inserts an item of `size` and lays out.
  func insert(_ size: Size, at path: ItemPath) throws(LayoutError) {
    setEdits(size)
    try session.update(.edits(inserting: [path]))
  }

  /// Deletes an item and lays out.
  func delete(at path: ItemPath) throws(LayoutError) {
    try session.update(.edits(deleting: [path]))
  }

  /// Deletes items and inserts as many into the same sections, and lays out.
  func replace(_ deleted: [ItemPath], by inserted: [ItemPath], of sizes: [Size])
    throws(LayoutError)
  {
    flowSizes?.edits.set(sizes)
    rowSizes?.edits.set(sizes)
    try session.update(.edits(deleting: deleted, inserting: inserted))
  }

  /// Says that the item at `path` has another size, which the layout asks for, and lays out.
  func resize(_ path: ItemPath, to size: Size) throws(LayoutError) {
    setEdits(size)
    let context = FlowLayoutInvalidationContext()
    context.invalidateItems(at: CollectionOfOne(path))
    layout.invalidateLayout(with: context)
    try session.layoutIfNeeded()
  }

  /// Gives the item at `path` a preferred height, as a self-sizing cell does, and lays out.
  func prefer(_ height: Double, at path: ItemPath) throws(LayoutError) {
    try session.prefer(Size(width: PhoneScreen.portrait.width, height: height), forItemAt: path)
    try session.settle()
  }

  /// Gives the session a screen of another size, the offset kept, and lays out.
  func rotate(to screen: Size) throws(LayoutError) {
    try session.setBounds(Rect(origin: session.bounds.origin, size: screen))
  }

  /// Invalidates everything the layout knows, and lays out.
  func invalidate() throws(LayoutError) {
    layout.invalidateLayout()
    try session.layoutIfNeeded()
  }

  private func setEdits(_ size: Size) {
    flowSizes?.edits.set(size)
    rowSizes?.edits.set(size)
  }
}

// MARK: Counts

extension LayoutRig {
  /// Counts from here on: called at the end of a set-up.
  func beginCounting() {
    workBefore = layout.layoutWork
    attributesReturned = 0
  }

  /// The work since `beginCounting()`, as exact metrics.
  var counts: [OperationCount] { counts(times: 1) }

  /// Returns the work if a call made `times` rigs like this one and treated them alike.
  func counts(times: Int) -> [OperationCount] {
    let work = layout.layoutWork
    return OperationCount.of(work.extents, since: workBefore.extents, times: times) + [
      OperationCount(
        name: "places_visited", value: times * (work.placesVisited - workBefore.placesVisited)),
      OperationCount(
        name: "sizes_asked", value: times * (work.sizesAsked - workBefore.sizesAsked)),
      OperationCount(
        name: "attributes_returned", value: times * attributesReturned, isGate: false),
    ]
  }
}

extension OperationCount {
  /// Returns the work of an extent index since `before`, multiplied by `times`.
  static func of(
    _ work: ExtentWork, since before: ExtentWork, times: Int = 1
  ) -> [OperationCount] {
    [
      OperationCount(
        name: "lines_rebroken", value: times * (work.linesRebroken - before.linesRebroken)),
      OperationCount(
        name: "items_rebroken", value: times * (work.itemsRebroken - before.itemsRebroken)),
      OperationCount(name: "places_moved", value: times * (work.placesMoved - before.placesMoved)),
    ]
  }
}
