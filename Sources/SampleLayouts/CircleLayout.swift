public import Changesets
public import Geometry
public import Layouts

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#endif

/// A layout with one ring of items for each section, one inside the other, which `advance(by:)`
/// turns.
///
/// It shows a layout that changes by itself, supplementary elements whose paths have one and three
/// levels, and initial and final attributes of items in an update. Its content fills the bounds. A
/// query visits every item: a ring has no order along x or y.
open class CircleLayout: CollectionViewLayout {
  /// The kind of the title that each section has in the middle; its path is `[section]`.
  public static let title = ElementKind("CircleLayoutTitle")
  /// The kind of an item's badges; the path of badge *k* is `[section, item, k]`.
  public static let badge = ElementKind("CircleLayoutBadge")

  private static let maxBadgesPerItem = 1_000

  /// The size of every item, in points. The default is 40 × 40.
  public var itemSize = Size(width: 40, height: 40) {
    didSet { invalidateLayout(from: oldValue, to: itemSize) }
  }
  /// The distance from one section's ring inwards to the next, in points. The default is 60.
  public var ringSpacing = 60.0 { didSet { invalidateLayout(from: oldValue, to: ringSpacing) } }
  /// The number of badges that each item has; 0, the default, or less for none, and at most 1,000.
  public var badgesPerItem = 0 { didSet { invalidateLayout(from: oldValue, to: badgesPerItem) } }
  /// The angle by which the rings are turned, in radians, clockwise; applied by the next
  /// preparation.
  public var phase = 0.0 { didSet { invalidateLayout(from: oldValue, to: phase) } }

  private var state = CircleState()
  /// The state before the update that is being prepared.
  private var before: CircleState?
  private var appearing = ItemsOfUpdate()
  private var disappearing = ItemsOfUpdate()

  /// Creates a layout of rings that are not turned.
  public override init() { super.init() }

  /// Turns the rings by `angle` radians, clockwise. O(1): queries answer as before until the next
  /// preparation, however often this is called.
  public func advance(by angle: Double) { phase += angle }

  // MARK: Geometry

  /// Copies counts and properties. O(sections).
  ///
  /// - Throws: `.length`, `.angle`, `.bounds` or `.count` for values that are negative, NaN or
  ///   infinite, and `.tooMany` for more badges than an item can have.
  open override func prepare() throws(LayoutError) {
    guard let host else { return }
    var state = CircleState()
    try check(lengths: [
      "itemSize.width": itemSize.width, "itemSize.height": itemSize.height,
      "ringSpacing": ringSpacing,
    ])
    guard phase.isFinite else { throw .angle(property: "phase", phase) }
    guard badgesPerItem <= Self.maxBadgesPerItem else {
      throw .tooMany(property: "badgesPerItem", badgesPerItem, most: Self.maxBadgesPerItem)
    }
    state.itemCounts = try host.itemCounts()
    state.size = contentSize(for: host.bounds, host)
    state.itemSize = itemSize
    state.ringSpacing = ringSpacing
    state.badgesPerItem = max(badgesPerItem, 0)
    state.phase = phase
    if !isPrepared || pendingInvalidation.invalidateEverything {
      forgetUpdate()  // Nothing is where it was, so nothing comes from there.
    } else if !pendingInvalidation.changes.isEmpty && before == nil {
      before = self.state
    }
    self.state = state
  }

  private func contentSize(for bounds: Rect, _ host: any LayoutHost) -> Size {
    Size(
      width: host.contentWidth(of: bounds),
      height: max(0, bounds.size.height - host.contentInset.total(.vertical)))
  }

  open override var contentSize: Size { state.size }

  /// Appends the elements that overlap `rect`. O(elements).
  open override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    for section in state.itemCounts.indices {
      if let title = state.title(of: section), title.frame.overlaps(rect) { buffer.append(title) }
      for item in 0..<state.itemCounts[section] {
        let path = ItemPath(section: section, item: item)
        guard let cell = state.cell(at: path) else { continue }
        if cell.frame.overlaps(rect) { buffer.append(cell) }
        for number in 0..<state.badgesPerItem {
          guard let badge = state.badge(number, of: path) else { continue }
          if badge.frame.overlaps(rect) { buffer.append(badge) }
        }
      }
    }
  }

  open override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    state.cell(at: path)
  }

  open override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    state.supplementary(kind, at: path)
  }

  // MARK: Invalidation

  /// Returns true if the content becomes larger or smaller.
  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    host.map { contentSize(for: newBounds, $0) != state.size } ?? false
  }

  // MARK: Updates

  open override func prepare(forUpdates updates: [UpdateItem]) {
    for update in updates {
      switch (update.action, update.before, update.after) {
      case (.insert, _, let path?): appearing.insert(path, isSection: update.isSection)
      case (.delete, let path?, _): disappearing.insert(path, isSection: update.isSection)
      default: break
      }
    }
  }

  open override func layoutAttributesBeforeUpdate(of element: LayoutElement) -> LayoutAttributes? {
    switch element.category {
    case .cell: element.path.itemPath.flatMap { before?.cell(at: $0) }
    case .supplementary: before?.supplementary(element.kind, at: element.path)
    case .decoration: nil
    }
  }

  /// Returns the middle for an inserted item, and the place before for others.
  open override func initialLayoutAttributesForAppearingItem(
    at path: ItemPath
  ) -> LayoutAttributes? {
    appearing.contains(path) ? state.cell(at: path).map { inTheMiddle($0, of: state) } : nil
  }

  /// Returns the middle for a deleted item, and the place after for others.
  open override func finalLayoutAttributesForDisappearingItem(
    at path: ItemPath
  ) -> LayoutAttributes? {
    guard disappearing.contains(path), let before else { return nil }
    return before.cell(at: path).map { inTheMiddle($0, of: before) }
  }

  private func inTheMiddle(
    _ attributes: LayoutAttributes, of state: CircleState
  ) -> LayoutAttributes {
    var attributes = attributes
    attributes.center = state.center
    attributes.alpha = 0
    return attributes
  }

  open override func finalizeUpdates() { forgetUpdate() }

  private func forgetUpdate() {
    before = nil
    appearing = ItemsOfUpdate()
    disappearing = ItemsOfUpdate()
  }
}

/// The items that an update inserts or deletes: single items and whole sections.
private struct ItemsOfUpdate {
  var items: Set<ItemPath> = []
  var sections: Set<Int> = []

  mutating func insert(_ path: ItemPath, isSection: Bool) {
    if isSection { sections.insert(path.section) } else { items.insert(path) }
  }

  func contains(_ path: ItemPath) -> Bool {
    items.contains(path) || sections.contains(path.section)
  }
}

/// The prepared values of a circle layout; everything else follows from them.
private struct CircleState {
  var size = Size.zero
  var itemSize = Size.zero
  var ringSpacing = 0.0
  var badgesPerItem = 0
  var phase = 0.0
  var itemCounts: [Int] = []

  /// The extents of titles and badges, in points.
  static let titleSize = Size(width: 120, height: 20)
  static let badgeSize = Size(width: 12, height: 12)

  var center: Point { Point(x: size.width / 2, y: size.height / 2) }

  func cell(at path: ItemPath) -> LayoutAttributes? {
    guard itemCounts.indices.contains(path.section), path.item >= 0,
      path.item < itemCounts[path.section]
    else { return nil }
    let largest = max(itemSize.width, itemSize.height)
    let outermost = (min(size.width, size.height) - largest) / 2
    let radius = max(0, outermost - Double(path.section) * ringSpacing)
    let turn = Double(path.item) / Double(itemCounts[path.section])
    let angle = 2 * Double.pi * turn + phase
    var attributes = LayoutAttributes(cell: path)
    attributes.size = itemSize
    attributes.center = Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    return attributes
  }

  func supplementary(_ kind: ElementKind, at path: ElementPath) -> LayoutAttributes? {
    switch (kind, path.count) {
    case (CircleLayout.title, 1): title(of: path[0])
    case (CircleLayout.badge, 3):
      ItemPath(exactlySection: path[0], item: path[1]).flatMap { badge(path[2], of: $0) }
    default: nil
    }
  }

  /// Returns the title of a section; titles are one below the other in the middle.
  func title(of section: Int) -> LayoutAttributes? {
    guard itemCounts.indices.contains(section) else { return nil }
    let title = LayoutElement.supplementary(CircleLayout.title, [section])
    var attributes = LayoutAttributes(title)
    attributes.size = Self.titleSize
    attributes.center = Point(
      x: center.x,
      y: center.y + (Double(section) - Double(itemCounts.count - 1) / 2) * Self.titleSize.height)
    return attributes
  }

  /// Returns a badge of a row in front of the item, which begins at the item's top left corner.
  func badge(_ number: Int, of path: ItemPath) -> LayoutAttributes? {
    guard number >= 0, number < badgesPerItem, let cell = cell(at: path) else { return nil }
    let badge = LayoutElement.supplementary(CircleLayout.badge, [path.section, path.item, number])
    var attributes = LayoutAttributes(badge)
    attributes.size = Self.badgeSize
    attributes.center = Point(
      x: cell.frame.minX + Double(number) * Self.badgeSize.width, y: cell.frame.minY)
    attributes.zIndex = 1
    return attributes
  }
}
