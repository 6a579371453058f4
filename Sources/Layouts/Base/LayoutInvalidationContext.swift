public import Changesets
public import Geometry

/// What of a layout is no longer right (clauses IC-1 to IC-6).
///
/// A context is made, filled, and handed to `CollectionViewLayout.invalidateLayout(with:)` once.
/// A layout with more to say subclasses it and names the subclass in `invalidationContextClass`.
open class LayoutInvalidationContext {
  /// Whether nothing holds any more: after a reload or another data source or layout.
  public package(set) var invalidatesEverything = false
  /// Whether the counts of sections and items may have changed.
  public package(set) var invalidatesDataSourceCounts = false
  /// What has been inserted, deleted, moved and reloaded; empty where counts changed otherwise.
  public package(set) var changes: [Changeset] = []
  /// The map of the only one of `changes`, where whoever made the context has checked it against the
  /// counts before and after.
  package var checkedMap: ChangesetMap?
  /// The items whose attributes may have changed.
  public private(set) var invalidatedItems: Set<ItemPath> = []
  /// The supplementary elements whose attributes may have changed.
  public private(set) var invalidatedSupplementaryElements: [ElementKind: Set<ElementPath>] = [:]
  /// The decoration elements whose attributes may have changed.
  public private(set) var invalidatedDecorationElements: [ElementKind: Set<ElementPath>] = [:]
  /// What to add to the content offset in the same pass, in points; clamped afterwards (IC-9).
  public var contentOffsetAdjustment = Point.zero
  /// What the layout expects to be added to the content size, in points.
  public var contentSizeAdjustment = Size.zero
  /// Where items that a finger moves were in the last pass.
  public package(set) var previousItemsForInteractiveMovement: [ItemPath] = []
  /// Where items that a finger moves would land now.
  public package(set) var targetItemsForInteractiveMovement: [ItemPath] = []
  /// The point, in content coordinates, to which a finger has moved them; nil where none moves.
  public package(set) var interactiveMovementTarget: Point?

  /// A context that says nothing yet.
  public required init() {}

  /// Adds items whose attributes may have changed.
  public func invalidateItems(at paths: some Sequence<ItemPath>) {
    invalidatedItems.formUnion(paths)
  }

  /// Adds supplementary elements whose attributes may have changed.
  public func invalidateSupplementaryElements(
    ofKind kind: ElementKind, at paths: some Sequence<ElementPath>
  ) {
    invalidatedSupplementaryElements[kind, default: []].formUnion(paths)
  }

  /// Adds decoration elements whose attributes may have changed.
  public func invalidateDecorationElements(
    ofKind kind: ElementKind, at paths: some Sequence<ElementPath>
  ) {
    invalidatedDecorationElements[kind, default: []].formUnion(paths)
  }

  /// Whether it names single elements, so that all others stay as they are (IC-6).
  public var isPartial: Bool {
    !invalidatesEverything && !invalidatesDataSourceCounts && changes.isEmpty && namesElements
  }

  /// Whether it names elements, beside whatever else it says.
  final var namesElements: Bool {
    !(invalidatedItems.isEmpty && invalidatedSupplementaryElements.isEmpty
      && invalidatedDecorationElements.isEmpty)
  }

  /// Whether a line-based layout is to ask for every item again.
  var invalidatesAllItems: Bool { invalidatesEverything || (changes.isEmpty && !isPartial) }

  /// Whether items wish for sizes in it.
  var hasPreferredSizes: Bool { false }
}

/// Several invalidations before one pass, taken together (clause IC-3).
public struct PendingInvalidation {
  /// The contexts, in the order in which they came.
  public private(set) var contexts: [LayoutInvalidationContext] = []

  /// Nothing invalid.
  public init() {}

  /// Whether nothing has been invalidated.
  public var isEmpty: Bool { contexts.isEmpty }

  /// Whether one of them invalidates everything.
  public var invalidatesEverything: Bool { contexts.contains { $0.invalidatesEverything } }

  /// Whether the counts are to be asked again.
  public var invalidatesDataSourceCounts: Bool {
    contexts.contains { $0.invalidatesDataSourceCounts }
  }

  /// All changesets, in order.
  public var changes: [Changeset] { contexts.flatMap(\.changes) }

  /// All items named.
  public var invalidatedItems: Set<ItemPath> {
    contexts.reduce(into: []) { $0.formUnion($1.invalidatedItems) }
  }

  /// All supplementary elements named.
  public var invalidatedSupplementaryElements: [ElementKind: Set<ElementPath>] {
    contexts.reduce(into: [:]) {
      $0.merge($1.invalidatedSupplementaryElements) { $0.union($1) }
    }
  }

  /// All decoration elements named.
  public var invalidatedDecorationElements: [ElementKind: Set<ElementPath>] {
    contexts.reduce(into: [:]) { $0.merge($1.invalidatedDecorationElements) { $0.union($1) } }
  }

  /// The sum of all offset adjustments, in points.
  public var contentOffsetAdjustment: Point {
    contexts.reduce(into: .zero) {
      $0.x += $1.contentOffsetAdjustment.x
      $0.y += $1.contentOffsetAdjustment.y
    }
  }

  /// The sum of all size adjustments, in points.
  public var contentSizeAdjustment: Size {
    contexts.reduce(into: .zero) {
      $0.width += $1.contentSizeAdjustment.width
      $0.height += $1.contentSizeAdjustment.height
    }
  }

  mutating func add(_ context: LayoutInvalidationContext) { contexts.append(context) }

  /// Removes `context` itself, if it is there; not another that says the same. O(contexts).
  mutating func remove(_ context: LayoutInvalidationContext) {
    contexts.removeAll { $0 === context }
  }
}
