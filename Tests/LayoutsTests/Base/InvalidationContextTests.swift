import Changesets
import Geometry
import Layouts
import Testing

/// The elements that an invalidation context names, and the sums of several contexts (IC-1, IC-3).
@Suite struct InvalidationContextTests {
  private static let kind = ElementKind("line")

  @Test func decorationsAreNamedByKind() {
    let context = LayoutInvalidationContext()
    context.invalidateDecorationElements(ofKind: Self.kind, at: [[0, 1]])
    context.invalidateDecorationElements(ofKind: Self.kind, at: [[0, 1], [2, 0]])
    #expect(context.invalidatedDecorationPaths == [Self.kind: [[0, 1], [2, 0]]])
    #expect(context.isPartial)
  }

  /// It must name something, and nothing else may be invalid (IC-6).
  @Test func aContextIsPartialIfItOnlyNamesElements() {
    let changes: [(LayoutInvalidationContext) -> Void] = [
      { $0.invalidateEverything = true }, { $0.invalidateDataSourceCounts = true },
      { $0.change = Changeset(insertedSections: [0]) },
    ]
    for change in changes {
      let context = LayoutInvalidationContext()
      #expect(!context.isPartial)
      context.invalidateItems(at: [ItemPath(section: 0, item: 1)])
      #expect(context.isPartial)
      change(context)
      #expect(!context.isPartial)
    }
  }

  @Test func aStepOfAMovementIsNoted() {
    let context = LayoutInvalidationContext()
    let paths = (0..<2).map { ItemPath(section: 0, item: $0) }
    context.notePositions(of: [paths[1]], before: [paths[0]], target: Point(x: 3, y: 4))
    #expect(context.targetItemPathsForInteractivelyMovingItems == [paths[1]])
    #expect(context.previousItemPathsForInteractivelyMovingItems == [paths[0]])
    #expect(context.interactiveMovementTarget == Point(x: 3, y: 4))
  }

  @Test func severalContextsAddUpUntilTheyAreWithdrawn() {
    let layout = CollectionViewLayout()
    let contexts = (1...3).map { number in
      let context = LayoutInvalidationContext()
      context.contentOffsetAdjustment = Point(x: Double(number), y: 10)
      context.contentSizeAdjustment = Size(width: 100, height: Double(number))
      layout.invalidateLayout(with: context)
      return context
    }
    let pending = layout.pendingInvalidation
    #expect(pending.contexts.map(ObjectIdentifier.init) == contexts.map(ObjectIdentifier.init))
    #expect(pending.contentOffsetAdjustment == Point(x: 6, y: 30))
    #expect(pending.contentSizeAdjustment == Size(width: 300, height: 6))
    for (withdrawn, left) in [(1, [0, 2]), (0, [2]), (2, [])] {
      layout.withdrawInvalidation(contexts[withdrawn])
      #expect(
        layout.pendingInvalidation.contexts.map(ObjectIdentifier.init)
          == left.map { ObjectIdentifier(contexts[$0]) })
    }
    #expect(layout.pendingInvalidation.isEmpty)
  }
}
