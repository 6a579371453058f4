public import Changesets
public import Geometry

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
