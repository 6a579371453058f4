public import Changesets
public import Geometry

/// A description of the parts of a layout that are invalid (IC-1).
///
/// Create a context, fill it, and hand it to `CollectionViewLayout.invalidateLayout(with:)` once. A
/// layout that needs more fields subclasses it and names the subclass in
/// `invalidationContextClass`.
///
///     let context = LayoutInvalidationContext()
///     context.invalidateItems(at: [ItemPath(section: 0, item: 3)])
///     context.contentOffsetAdjustment.y = 20
///     layout.invalidateLayout(with: context)
///
/// Properties that every update reads have no exclusivity checks: they hold values that run no code of
/// others when they change.
open class LayoutInvalidationContext {
  /// A Boolean value that indicates whether everything is invalid: after a reload, or another data
  /// source or layout.
  @safe @exclusivity(unchecked) public package(set) var invalidateEverything = false
  /// A Boolean value that indicates whether the counts of sections and items may have changed.
  public package(set) var invalidateDataSourceCounts = false
  /// The insertions, deletions, moves and reloads; empty if counts changed otherwise. Makes an array.
  public final var changes: [Changeset] { change.map { [$0] } ?? [] }
  /// The one changeset in `changes`; nil if counts changed otherwise.
  @safe @exclusivity(unchecked) package final var change: Changeset?
  /// The map of the only changeset in `changes`, if the maker of the context has validated it
  /// against the counts before and after. The first preparation takes it: its memory is of no use later.
  @safe @exclusivity(unchecked) package final var checkedMap: ChangesetMap?
  /// The items whose attributes may have changed.
  public private(set) var invalidatedItemPaths: Set<ItemPath> = []
  /// The supplementary elements whose attributes may have changed.
  public private(set) var invalidatedSupplementaryPaths: [ElementKind: Set<ElementPath>] = [:]
  /// The decoration elements whose attributes may have changed.
  public private(set) var invalidatedDecorationPaths: [ElementKind: Set<ElementPath>] = [:]
  /// The distance to add to the content offset in the same pass, in points; the host clamps the sum
  /// (IC-9).
  @safe @exclusivity(unchecked) public var contentOffsetAdjustment = Point.zero
  /// The size that the layout expects to be added to the content size, in points.
  public var contentSizeAdjustment = Size.zero
  /// The paths, in the last pass, of items that the user moves.
  public package(set) var previousItemPathsForInteractivelyMovingItems: [ItemPath] = []
  /// The paths at which items that the user moves would land now.
  public package(set) var targetItemPathsForInteractivelyMovingItems: [ItemPath] = []
  /// The point in content coordinates to which the user has moved them; nil if no item moves.
  public package(set) var interactiveMovementTarget: Point?

  /// A Boolean value that indicates whether it is about items that the user moves, which keep their
  /// sizes as all others do.
  @safe @exclusivity(unchecked) package final var keepsItemSizes = false

  /// Returns `checkedMap`, and forgets it.
  final func takeCheckedMap() -> ChangesetMap? { checkedMap.take() }

  /// Creates a context that names nothing.
  public required init() {}

  /// Adds items whose attributes may have changed.
  public func invalidateItems(at paths: some Sequence<ItemPath>) {
    invalidatedItemPaths.formUnion(paths)
  }

  /// Adds supplementary elements whose attributes may have changed.
  public func invalidateSupplementaryElements(
    ofKind kind: ElementKind, at paths: some Sequence<ElementPath>
  ) {
    invalidatedSupplementaryPaths[kind, default: []].formUnion(paths)
  }

  /// Adds decoration elements whose attributes may have changed.
  public func invalidateDecorationElements(
    ofKind kind: ElementKind, at paths: some Sequence<ElementPath>
  ) {
    invalidatedDecorationPaths[kind, default: []].formUnion(paths)
  }

  /// Notes a step of items that the user moves.
  package func notePositions(of paths: [ItemPath], before: [ItemPath], target: Point) {
    targetItemPathsForInteractivelyMovingItems = paths
    previousItemPathsForInteractivelyMovingItems = before
    interactiveMovementTarget = target
  }

  /// A Boolean value that indicates whether it names single elements, so that all others stay
  /// (IC-6).
  public var isPartial: Bool {
    !invalidateEverything && !invalidateDataSourceCounts && change == nil && namesElements
  }

  /// A Boolean value that indicates whether it names elements, besides anything else.
  final var namesElements: Bool {
    !(invalidatedItemPaths.isEmpty && invalidatedSupplementaryPaths.isEmpty
      && invalidatedDecorationPaths.isEmpty)
  }

  /// A Boolean value that indicates whether a line-based layout must request every item again.
  var invalidatesAllItems: Bool {
    invalidateEverything || (change == nil && !isPartial && !keepsItemSizes)
  }

  /// A Boolean value that indicates whether it gives elements their preferred sizes.
  var hasPreferredSizes: Bool { false }
}

/// The invalidations before one pass, combined (IC-3).
public struct PendingInvalidation {
  /// The first context, beside an array: mostly it is the only one.
  private var first: LayoutInvalidationContext?
  private var others: [LayoutInvalidationContext] = []

  /// Creates an empty list of invalidations.
  public init() {}

  /// The contexts, in the order in which they came. O(*k*) for *k* contexts; makes an array.
  public var contexts: [LayoutInvalidationContext] { first.map { [$0] + others } ?? [] }

  /// A Boolean value that indicates whether nothing is invalid.
  public var isEmpty: Bool { first == nil }

  /// A Boolean value that indicates whether a context invalidates everything.
  public var invalidateEverything: Bool { contains { $0.invalidateEverything } }

  /// A Boolean value that indicates whether the counts must be requested again.
  public var invalidateDataSourceCounts: Bool { contains { $0.invalidateDataSourceCounts } }

  /// All changesets, in order.
  public var changes: [Changeset] {
    guard changeCount > 0 else { return [] }
    return contexts.compactMap(\.change)
  }

  /// All items named.
  public var invalidatedItemPaths: Set<ItemPath> {
    contexts.reduce(into: []) { $0.formUnion($1.invalidatedItemPaths) }
  }

  /// All supplementary elements named.
  public var invalidatedSupplementaryPaths: [ElementKind: Set<ElementPath>] {
    contexts.reduce(into: [:]) { $0.merge($1.invalidatedSupplementaryPaths) { $0.union($1) } }
  }

  /// All decoration elements named.
  public var invalidatedDecorationPaths: [ElementKind: Set<ElementPath>] {
    contexts.reduce(into: [:]) { $0.merge($1.invalidatedDecorationPaths) { $0.union($1) } }
  }

  /// The sum of all offset adjustments, in points.
  public var contentOffsetAdjustment: Point {
    var sum = Point.zero
    forEach {
      sum.x += $0.contentOffsetAdjustment.x
      sum.y += $0.contentOffsetAdjustment.y
    }
    return sum
  }

  /// The sum of all size adjustments, in points.
  public var contentSizeAdjustment: Size {
    var sum = Size.zero
    forEach {
      sum.width += $0.contentSizeAdjustment.width
      sum.height += $0.contentSizeAdjustment.height
    }
    return sum
  }

  mutating func add(_ context: LayoutInvalidationContext) {
    if first == nil { first = context } else { others.append(context) }
  }

  /// Removes `context` itself, if it is there; not another that says the same. O(contexts).
  mutating func remove(_ context: LayoutInvalidationContext) {
    others.removeAll { $0 === context }
    if first === context { first = others.isEmpty ? nil : others.removeFirst() }
  }
}

// MARK: Without an array of the contexts

extension PendingInvalidation {
  /// The number of changesets.
  var changeCount: Int {
    var count = 0
    forEach { if $0.change != nil { count += 1 } }
    return count
  }

  /// The last context; nil if nothing is invalid.
  var last: LayoutInvalidationContext? { others.last ?? first }

  /// Returns the first context that satisfies `isWanted`; nil if none does.
  func first(where isWanted: (LayoutInvalidationContext) -> Bool) -> LayoutInvalidationContext? {
    if let first, isWanted(first) { return first }
    return others.first(where: isWanted)
  }

  /// Returns a Boolean value that indicates whether a context satisfies `isWanted`.
  func contains(where isWanted: (LayoutInvalidationContext) -> Bool) -> Bool {
    first(where: isWanted) != nil
  }

  /// Calls `body` with each context, in the order in which they came.
  func forEach(_ body: (LayoutInvalidationContext) -> Void) {
    guard let first else { return }
    body(first)
    for context in others { body(context) }
  }
}
