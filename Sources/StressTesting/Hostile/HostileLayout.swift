import BasicAlgorithms
import Changesets
import Geometry
import Layouts

/// Rows of 20 points with a header for each section, whose answers lie and whose methods call an app
/// back, as chance has it.
final class HostileLayout: CollectionViewLayout {
  /// Whether it tells the truth, and calls nobody.
  var isHonest = false
  /// The closure that is called from inside of methods.
  var onCall: (() -> Void)?
  private var random: SplitMix64
  private var counts: [Int] = []
  private var width = 0.0

  init(random: SplitMix64) {
    self.random = random
    super.init()
  }

  // MARK: Chance

  /// Returns true once in `count` times.
  private func happens(_ count: Int) -> Bool {
    !isHonest && random.next(below: count) == 0
  }

  private func callBack() { if happens(24) { onCall?() } }

  private func number() -> Double {
    let numbers = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300, -1,
      0, -0.0, .leastNonzeroMagnitude, 1e17, 33.3,
    ]
    return numbers[random.next(below: numbers.count)]
  }

  private func path() -> ItemPath {
    let indexes = [-1, 0, 1, 2, 1_000, Int(Int32.max)]
    return ItemPath(
      section: indexes[random.next(below: indexes.count)],
      item: indexes[random.next(below: indexes.count)])
  }

  private func element() -> LayoutElement {
    let path = path()
    return switch random.next(below: 4) {
    case 0: .cell(path)
    case 1: .supplementary(.sectionHeader, [path.section, path.item])
    case 2: .supplementary(ElementKind("nobody's"), [path.section])
    default: .decoration(ElementKind("nobody's"), [path.section, path.item, 7])
    }
  }

  private func distorted(_ truth: LayoutAttributes) -> LayoutAttributes {
    guard happens(40) else { return truth }
    var attributes = truth
    switch random.next(below: 9) {
    case 0: attributes.frame.origin.x = number()
    case 1: attributes.frame.origin.y = number()
    case 2: attributes.size.width = number()
    case 3: attributes.size.height = number()
    case 4: attributes.alpha = number()
    case 5: attributes.zIndex = [Int.min, .max, 0][random.next(below: 3)]
    case 6: attributes.isHidden = true
    case 7: attributes.transform3D.m11 = number()
    default: attributes = LayoutAttributes(element(), frame: truth.frame)
    }
    return attributes
  }

  // MARK: Geometry

  override func prepare() throws(LayoutError) {
    callBack()
    if happens(12) { throw .length(property: "chance", section: nil, number()) }
    guard let host else { return }
    counts = (0..<host.numberOfSections).map { host.numberOfItems(inSection: $0) }
    width = host.bounds.size.width
    callBack()
    if happens(12), let context = pendingInvalidation.contexts.last {
      context.contentOffsetAdjustment = Point(x: number(), y: number())
    }
  }

  /// Returns the beginning of a section, whose header is as high as a row.
  private func top(of section: Int) -> Double {
    Double(counts[..<section].reduce(0, +) + section) * 20
  }

  override var contentSize: Size {
    callBack()
    if happens(12) { return Size(width: number(), height: number()) }
    return Size(width: width, height: top(of: counts.count))
  }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    callBack()
    guard counts.indices.contains(path.section), (0..<counts[path.section]).contains(path.item)
    else { return nil }
    let y = top(of: path.section) + Double(path.item + 1) * 20
    return distorted(
      LayoutAttributes(cell: path, frame: Rect(x: 0, y: y, width: width, height: 20)))
  }

  override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    callBack()
    guard kind == .sectionHeader, counts.indices.contains(path.section) else { return nil }
    return distorted(
      LayoutAttributes(
        supplementary: kind, section: path.section,
        frame: Rect(x: 0, y: top(of: path.section), width: width, height: 20)))
  }

  override func layoutAttributesForDecorationElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    callBack()
    return happens(3) ? distorted(LayoutAttributes(.decoration(kind, path))) : nil
  }

  override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    callBack()
    var found: [LayoutAttributes] = []
    for section in counts.indices {
      found +=
        layoutAttributesForSupplementaryElement(ofKind: .sectionHeader, at: [section, 0])
        .map { [$0] } ?? []
      found += (0..<counts[section]).compactMap {
        layoutAttributesForItem(at: ItemPath(section: section, item: $0))
      }
    }
    if !happens(30) { found.removeAll { !$0.frame.overlaps(rect) } }
    if happens(30) { found += found }
    if happens(30) { found.reverse() }
    if happens(30) { found.removeAll() }
    buffer += found
    callBack()
  }

  // MARK: Invalidation and offsets

  override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    callBack()
    return happens(4) || newBounds.size.width != width
  }

  override func invalidationContext(forBoundsChange newBounds: Rect) -> LayoutInvalidationContext {
    callBack()
    let context = super.invalidationContext(forBoundsChange: newBounds)
    if happens(4) { context.invalidateItems(at: [path(), path()]) }
    if happens(4) { context.contentOffsetAdjustment.y = number() }
    if happens(4) { context.contentSizeAdjustment.height = number() }
    return context
  }

  override func shouldInvalidateLayout(
    forPreferredAttributes preferred: LayoutAttributes, originalAttributes: LayoutAttributes
  ) -> Bool {
    callBack()
    return happens(8)
  }

  override func targetContentOffset(
    forProposedContentOffset offset: Point, withScrollingVelocity velocity: Point
  ) -> Point {
    callBack()
    return happens(6) ? Point(x: number(), y: number()) : offset
  }

  override func targetContentOffset(forProposedContentOffset offset: Point) -> Point {
    callBack()
    return happens(6) ? Point(x: number(), y: number()) : offset
  }

  // MARK: Updates, movement and transitions

  override func prepare(forUpdates updates: [UpdateItem]) { callBack() }

  override func finalizeUpdates() { callBack() }

  override func initialLayoutAttributesForAppearingElement(
    _ element: LayoutElement
  ) -> LayoutAttributes? {
    callBack()
    return happens(3) ? distorted(LayoutAttributes(self.element())) : nil
  }

  override func finalLayoutAttributesForDisappearingElement(
    _ element: LayoutElement
  ) -> LayoutAttributes? {
    callBack()
    return happens(3) ? distorted(LayoutAttributes(element)) : nil
  }

  override func layoutAttributesBeforeUpdate(of element: LayoutElement) -> LayoutAttributes? {
    callBack()
    return happens(3) ? distorted(LayoutAttributes(self.element())) : nil
  }

  private func paths() -> [ElementPath] {
    callBack()
    return happens(3) ? [[path().section, 0], [path().section, 0]] : []
  }

  override func elementPathsToDeleteForSupplementaryView(
    ofKind kind: ElementKind
  ) -> [ElementPath] { paths() }

  override func elementPathsToInsertForSupplementaryView(
    ofKind kind: ElementKind
  ) -> [ElementPath] { paths() }

  override func elementPathsToDeleteForDecorationView(
    ofKind kind: ElementKind
  ) -> [ElementPath] { paths() }

  override func elementPathsToInsertForDecorationView(
    ofKind kind: ElementKind
  ) -> [ElementPath] { paths() }

  override func prepare(forAnimatedBoundsChange oldBounds: Rect) { callBack() }

  override func finalizeAnimatedBoundsChange() { callBack() }

  override func targetItemPath(
    forInteractivelyMovingItem path: ItemPath, withPosition position: Point
  ) -> ItemPath {
    callBack()
    return happens(3)
      ? self.path()
      : super.targetItemPath(forInteractivelyMovingItem: path, withPosition: position)
  }

  override func layoutAttributesForInteractivelyMovingItem(
    at path: ItemPath, withTargetPosition position: Point
  ) -> LayoutAttributes? {
    callBack()
    return super.layoutAttributesForInteractivelyMovingItem(at: path, withTargetPosition: position)
      .map(distorted)
  }

  override func invalidationContext(
    forInteractivelyMovingItems targetItemPaths: [ItemPath], withTargetPosition position: Point,
    previousItemPaths: [ItemPath], previousPosition: Point
  ) -> LayoutInvalidationContext {
    callBack()
    let context = LayoutInvalidationContext()
    if happens(2) { context.invalidateItems(at: [path()]) }
    if happens(4) { context.contentOffsetAdjustment.y = number() }
    return context
  }

  override func prepareForTransition(to newLayout: CollectionViewLayout) { callBack() }

  override func prepareForTransition(from oldLayout: CollectionViewLayout) { callBack() }

  override func finalizeTransition() { callBack() }
}
