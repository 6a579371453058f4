import Changesets
import Geometry
import Layouts
import Testing

/// What a layout does that overrides nothing of the kind.
@Suite struct LayoutDefaultsTests {
  private let path = ItemPath(section: 0, item: 1)
  private let layout = CollectionViewLayout()

  @Test func settingsHaveTheirDefaults() {
    let (flow, list) = (FlowLayout(), ListLayout())
    #expect(flow.itemSize == Size(width: 50, height: 50) && flow.estimatedItemSize == nil)
    #expect(flow.minimumLineSpacing == 10 && flow.minimumInteritemSpacing == 10)
    #expect(flow.sectionInset == .zero)
    #expect(flow.headerReferenceSize == .zero && flow.footerReferenceSize == .zero)
    #expect(flow.lastLineAlignment == .leading && flow.lineAlignment == .center)
    #expect(flow.uniformityRule == .byValue)
    #expect(list.itemExtent == 44 && list.estimatedItemExtent == nil && list.spacing == 0)
    #expect(list.sectionInset == .zero && list.headerExtent == 0 && list.footerExtent == 0)
    for layout in [flow, list] as [LineLayout] {
      #expect(layout.scrollDirection == .vertical && layout.pixelScale == nil)
      #expect(!layout.sectionHeadersPinToVisibleBounds && !layout.sectionFootersPinToVisibleBounds)
      #expect(!layout.sectionHeadersSizeThemselves && !layout.sectionFootersSizeThemselves)
      #expect(!layout.maintainsVisiblePosition)
    }
  }

  @Test func methodsThatADelegateLeavesOutHaveTheDefaultsOfTheSettings() {
    let flow: any FlowLayoutDelegate = SilentDelegate()
    #expect(flow.sizeForItem(at: path) == Size(width: 50, height: 50))
    #expect(flow.inset(forSection: 0) == .zero)
    #expect(flow.minimumLineSpacing(forSection: 0) == 10)
    #expect(flow.minimumInteritemSpacing(forSection: 0) == 10)
    #expect(flow.referenceSizeForHeader(inSection: 0) == .zero)
    #expect(flow.referenceSizeForFooter(inSection: 0) == .zero)
    let list: any ListLayoutDelegate = SilentListDelegate()
    #expect(list.extentForItem(at: path) == 44)
    #expect(list.extentForHeader(inSection: 0) == 0 && list.extentForFooter(inSection: 0) == 0)
  }

  /// A flow layout whose items are at 0 and 60, 50 × 50 each.
  private func makeFlow() throws -> (layout: FlowLayout, session: LayoutSession) {
    let flow = FlowLayout()
    let session = LayoutSession(
      flow, bounds: Rect(x: 0, y: 0, width: 50, height: 200), itemCounts: [3])
    try session.layoutIfNeeded()
    return (flow, session)
  }

  @Test func noBoundsAndNoPreferredSizesInvalidateIt() {
    let cell = LayoutAttributes(cell: path)
    var preferred = cell
    preferred.size = Size(width: 9, height: 9)
    #expect(!layout.shouldInvalidateLayout(forBoundsChange: Rect(x: 1, y: 2, width: 3, height: 4)))
    #expect(
      !layout.shouldInvalidateLayout(forPreferredAttributes: preferred, originalAttributes: cell))
    #expect(!layout.flipsHorizontallyInOppositeLayoutDirection)
    #expect(!layout.answersBySection)
    #expect(layout.developmentLayoutDirection == .leftToRight)
  }

  /// An element that prefers another size is named, and nothing else.
  @Test func aPreferredSizeNamesItsElement() {
    let kind = ElementKind("LayoutDefaultsTests")
    func context(_ element: LayoutElement) -> LayoutInvalidationContext {
      let attributes = LayoutAttributes(element)
      return layout.invalidationContext(
        forPreferredAttributes: attributes, originalAttributes: attributes)
    }
    let cell = context(.cell(path))
    let supplementary = context(.supplementary(kind, [4]))
    let decoration = context(.decoration(kind, [5, 0, 6]))
    #expect(cell.invalidatedItemPaths == [path])
    #expect(supplementary.invalidatedSupplementaryPaths == [kind: [[4]]])
    #expect(decoration.invalidatedDecorationPaths == [kind: [[5, 0, 6]]])
    for context in [cell, supplementary, decoration] { #expect(context.isPartial) }
  }

  /// Decorations have no views that prefer sizes.
  @Test func passesOfCellsAndSupplementaryElementsAreCounted() {
    let kind = ElementKind("LayoutDefaultsTests")
    for element in [LayoutElement.cell(path), .supplementary(kind, [0, 1])] {
      #expect(layout.feedbackLoopError(for: element) == .feedbackLoop(element))
    }
    #expect(layout.feedbackLoopError(for: .decoration(kind, [0, 1])) == nil)
  }

  @Test func aHeldItemMovesToTheItemUnderIt() throws {
    let (flow, session) = try makeFlow()
    withExtendedLifetime(session) {
      func target(_ y: Double) -> ItemPath {
        flow.targetItemPath(forInteractivelyMovingItem: path, withPosition: Point(x: 49.5, y: y))
      }
      #expect(target(0) == ItemPath(section: 0, item: 0))
      #expect(target(169.5) == ItemPath(section: 0, item: 2))
      #expect(target(55) == path, "Between two items it stays where it is.")
    }
  }

  @Test func aHeldItemIsInFrontOfEverythingWhereItIsHeld() throws {
    let (flow, session) = try makeFlow()
    try withExtendedLifetime(session) {
      let held = try #require(
        flow.layoutAttributesForInteractivelyMovingItem(
          at: path, withTargetPosition: Point(x: 7, y: 8)))
      #expect(held.center == Point(x: 7, y: 8) && held.size == Size(width: 50, height: 50))
      #expect(held.zIndex == .max && held.element == .cell(path))
      let behind = ItemPath(section: 0, item: 3)
      #expect(
        flow.layoutAttributesForInteractivelyMovingItem(at: behind, withTargetPosition: .zero)
          == nil)
    }
  }

  /// The data source has its old order until a movement ends.
  @Test func aMovementRequestsNoSizes() throws {
    let delegate = CaseDelegate(FlowCase(sizes: [[Size(width: 50, height: 50)]]))
    let flow = FlowLayout()
    flow.delegate = delegate
    let session = LayoutSession(
      flow, bounds: Rect(x: 0, y: 0, width: 50, height: 200), itemCounts: [1])
    try session.layoutIfNeeded()
    delegate.forgetAsks()
    let step = flow.invalidationContext(
      forInteractivelyMovingItems: [path], withTargetPosition: .zero, previousItemPaths: [path],
      previousPosition: .zero)
    let end = flow.invalidationContextForEndingInteractiveMovementOfItems(
      toFinalItemPaths: [path], previousItemPaths: [path], movementCancelled: false)
    for context in [step, end] {
      #expect(context.invalidatedItemPaths.isEmpty)
      flow.invalidateLayout(with: context)
      try session.layoutIfNeeded()
      #expect(delegate.sizeAsks.isEmpty && delegate.metricAsks == 0)
    }
  }

  @Test func aRegistrationOfADecorationIsKeptUntilItIsRemoved() {
    let kind = ElementKind("LayoutDefaultsTests")
    #expect(layout.decorationRegistration(ofKind: kind) == nil)
    layout.registerDecoration(7, ofKind: kind)
    #expect(layout.decorationRegistration(ofKind: kind) as? Int == 7)
    #expect(layout.decorationRegistration(ofKind: ElementKind("another")) == nil)
    layout.registerDecoration(nil, ofKind: kind)
    #expect(layout.decorationRegistration(ofKind: kind) == nil)
  }
}

private final class SilentDelegate: FlowLayoutDelegate {
  let providedMetrics: FlowLayoutMetrics = [.itemSize, .lineSpacing, .headerSize]
}

private final class SilentListDelegate: ListLayoutDelegate {
  let providedMetrics: ListLayoutMetrics = [.itemExtent, .headerExtent]
}
