import Changesets
import Geometry
import Layouts

/// Rows of 10 points, as wide as the bounds, that writes down what it is told and asked, and lies
/// where a test has it.
final class RowsLayout: CollectionViewLayout {
  static let backdrop = ElementKind("RowsLayoutBackdrop")
  /// `prepare`, `updates [...]`, `final cell [0, 1]`, `query`.
  private(set) var log: [String] = []
  /// What the rectangle query returns in place of the truth.
  var lie: (([LayoutAttributes]) -> [LayoutAttributes])?
  /// What happens inside of `prepare()`.
  var onPrepare: (() throws(LayoutError) -> Void)?
  /// The height of rows; a change shows after the next preparation.
  var rowHeight = 10.0
  /// The depth of rows.
  var rowDepth = 0
  /// Whether each section has a backdrop of its own, which only the layout knows of.
  var hasBackdrops = false
  var targetOffset: Point?
  var hidden: Set<ItemPath> = []
  var invalidatesForBounds = false
  /// What is added to the offset in the next preparation.
  var offsetAdjustment = Point.zero
  /// A closure that is called in the last step of an update.
  var onFinalizeUpdates: (() -> Void)?
  /// The content size in place of the truth.
  var statedSize: Size?
  /// Where every item comes from and goes to.
  var hookedAttributes: ((LayoutElement) -> LayoutAttributes?)?
  private var counts: [Int] = []
  private var height = 10.0
  private var width = 0.0

  /// The log so far, which is then empty.
  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }

  override func prepare() throws(LayoutError) {
    log.append("prepare")
    try onPrepare?()
    guard let host else { return }
    counts = (0..<host.numberOfSections).map { host.numberOfItems(inSection: $0) }
    height = rowHeight
    width = host.bounds.size.width
    if offsetAdjustment != .zero, let context = pendingInvalidation.contexts.last {
      context.contentOffsetAdjustment = offsetAdjustment
      offsetAdjustment = .zero
    }
  }

  override var contentSize: Size {
    statedSize ?? Size(width: width, height: Double(counts.reduce(0, +)) * height)
  }

  private func top(of section: Int) -> Double {
    Double(counts[..<section].reduce(0, +)) * height
  }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    guard counts.indices.contains(path.section), path.item >= 0, path.item < counts[path.section]
    else { return nil }
    let y = top(of: path.section) + Double(path.item) * height
    var attributes = LayoutAttributes(
      cell: path, frame: Rect(x: 0, y: y, width: width, height: height))
    attributes.isHidden = hidden.contains(path)
    attributes.zIndex = rowDepth
    return attributes
  }

  override func layoutAttributesForDecorationElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    guard hasBackdrops, counts.indices.contains(path.section), counts[path.section] > 0 else {
      return nil
    }
    var attributes = LayoutAttributes(
      .decoration(Self.backdrop, path),
      frame: Rect(
        x: 0, y: top(of: path.section), width: width,
        height: Double(counts[path.section]) * height))
    attributes.zIndex = -1
    return attributes
  }

  override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    log.append("query")
    var found: [LayoutAttributes] = []
    for section in counts.indices {
      if let backdrop = layoutAttributesForDecorationElement(
        ofKind: Self.backdrop, at: [section])
      {
        found.append(backdrop)
      }
      for item in 0..<counts[section] {
        if let row = layoutAttributesForItem(at: ItemPath(section: section, item: item)) {
          found.append(row)
        }
      }
    }
    found.removeAll { !$0.frame.overlaps(rect) }
    buffer += lie?(found) ?? found
  }

  override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    log.append("bounds \(newBounds.minY)")
    return invalidatesForBounds || newBounds.size.width != width
  }

  override func targetContentOffset(forProposedContentOffset offset: Point) -> Point {
    log.append("target \(offset.y)")
    return targetOffset ?? offset
  }

  override func prepare(forUpdates updates: [UpdateItem]) { log.append("updates \(updates)") }
  override func finalizeUpdates() {
    log.append("finalizeUpdates")
    onFinalizeUpdates?()
  }
  override func initialLayoutAttributesForAppearingItem(at path: ItemPath) -> LayoutAttributes? {
    log.append("initial \(path)")
    return hookedAttributes?(.cell(path))
  }
  override func finalLayoutAttributesForDisappearingItem(at path: ItemPath) -> LayoutAttributes? {
    log.append("final \(path)")
    return hookedAttributes?(.cell(path))
  }
  override func elementPathsToDeleteForDecorationView(ofKind kind: ElementKind) -> [ElementPath] {
    log.append("deletes \(kind)")
    return []
  }
  override func elementPathsToInsertForDecorationView(ofKind kind: ElementKind) -> [ElementPath] {
    log.append("inserts \(kind)")
    return []
  }
  override func prepare(forAnimatedBoundsChange oldBounds: Rect) {
    log.append("animatesFrom \(oldBounds.size)")
  }
  override func finalizeAnimatedBoundsChange() { log.append("animatedBounds") }
  override func prepareForTransition(to newLayout: CollectionViewLayout) { log.append("leaves") }
  override func prepareForTransition(from oldLayout: CollectionViewLayout) { log.append("comes") }
  override func finalizeTransition() { log.append("finalizeTransition") }
}
