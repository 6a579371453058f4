import BasicAlgorithms
public import Changesets
public import Geometry
public import Layouts

/// A layout with columns of equal width, each item at the end of the shortest column; sections are
/// one below the other.
///
/// It shows how a layout answers a rectangle query without visiting everything. Sections are in
/// order, and so are the items of each column, so that binary search finds both.
open class WaterfallLayout: CollectionViewLayout {
  /// The number of columns; less than 1 counts as 1. The default is 2.
  ///
  /// There is no limit: columns without items cost nothing.
  public var columnCount = 2 { didSet { invalidateLayout(from: oldValue, to: columnCount) } }
  /// The distance between columns and between the items of a column, in points. The default is 10.
  public var spacing = 10.0 { didSet { invalidateLayout(from: oldValue, to: spacing) } }
  /// The margins round the items of a section, in points. The default is none.
  public var sectionInset = EdgeInsets.zero {
    didSet { invalidateLayout(from: oldValue, to: sectionInset) }
  }
  /// The height of the header that each section has, in points; 0, the default, for none.
  public var headerHeight = 0.0 { didSet { invalidateLayout(from: oldValue, to: headerHeight) } }
  /// Returns the height of an item in a column of the given width; called once for each
  /// preparation.
  public var heightForItem: (ItemPath, _ width: Double) -> Double { didSet { invalidateLayout() } }
  /// The number of sections and items that rectangle queries have visited, for tests.
  package private(set) var placesVisited = 0
  private var state = WaterfallState()

  /// Creates a waterfall.
  ///
  /// - Parameter heightForItem: Returns the height of an item in a column of the given width.
  public init(heightForItem: @escaping (ItemPath, _ width: Double) -> Double) {
    self.heightForItem = heightForItem
    super.init()
  }

  // MARK: Geometry

  /// Places every item. O(items · columns).
  ///
  /// - Throws: `.itemSize`, `.length`, `.insets` or `.bounds` for values that are negative, NaN or
  ///   infinite, and `.contentExtent` for content beyond a finite length. The layout then answers
  ///   as before.
  open override func prepare() throws(LayoutError) {
    guard let host else { return }
    try checkProperties()
    let itemCounts = try host.itemCounts()
    var state = WaterfallState()
    state.width = host.contentWidth(of: host.bounds)
    var top = 0.0
    for (section, items) in itemCounts.enumerated() {
      state.sections.append(try place(section, of: items, from: top, width: state.width))
      top = state.sections[section].bottom
      guard top.isFinite else { throw .contentExtent(.vertical, top) }
    }
    self.state = state
  }

  private func checkProperties() throws(LayoutError) {
    try check(lengths: ["spacing": spacing, "headerHeight": headerHeight])
    let insets = [sectionInset.top, sectionInset.left, sectionInset.bottom, sectionInset.right]
    guard insets.allSatisfy({ $0 >= 0 && $0 < .infinity }) else {
      throw .insets(property: "sectionInset", section: nil, sectionInset)
    }
  }

  private func place(
    _ number: Int, of items: Int, from top: Double, width: Double
  ) throws(LayoutError) -> WaterfallSection {
    let columns = max(columnCount, 1)
    let free = width - sectionInset.total(.horizontal) - Double(columns - 1) * spacing
    // No more columns than items are used: the first of the shortest is next.
    let used = min(columns, items)
    var section = WaterfallSection(top: top, headerHeight: headerHeight, columnCount: used)
    section.left = sectionInset.left
    section.columnWidth = max(0, free / Double(columns))
    section.columnStep = section.columnWidth + spacing
    let right = section.left + Double(used) * section.columnStep
    guard right.isFinite else { throw .contentExtent(.horizontal, right) }
    section.items.reserveCapacity(items)
    var ends = [Double](repeating: top + headerHeight + sectionInset.top, count: used)
    for item in 0..<items {
      let path = ItemPath(section: number, item: item)
      let size = Size(width: section.columnWidth, height: heightForItem(path, section.columnWidth))
      guard size.isUsable else { throw .itemSize(path, size) }
      let column = ends.indices.reduce(0) { ends[$1] < ends[$0] ? $1 : $0 }
      section.append(height: size.height, at: ends[column], column: column)
      ends[column] += size.height + spacing
    }
    let lowest = section.items.reduce(top + headerHeight + sectionInset.top) {
      max($0, $1.top + $1.height)
    }
    section.bottom = lowest + sectionInset.bottom
    return section
  }

  /// The width between the content insets, and the height of all sections.
  open override var contentSize: Size {
    Size(width: state.width, height: state.sections.last?.bottom ?? 0)
  }

  /// Appends the elements that overlap `rect`. O(log sections + columns · log items + answer).
  open override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    guard !rect.isEmpty else { return }
    var visits = 0
    defer { placesVisited += visits }
    let first = state.sections.leadingCount(counting: &visits) { $0.bottom <= rect.minY }
    for number in first..<state.sections.count {
      let section = state.sections[number]
      visits += 1
      guard section.top < rect.maxY else { return }
      if let header = header(of: number), header.frame.overlaps(rect) { buffer.append(header) }
      for column in section.columns {
        let start = column.leadingCount(counting: &visits) { section.items[$0].bottom <= rect.minY }
        for item in column[start...] {
          visits += 1
          guard section.items[item].top < rect.maxY else { break }
          let frame = section.frame(ofItem: item)
          guard frame.overlaps(rect) else { continue }
          buffer.append(LayoutAttributes(cell: ItemPath(section: number, item: item), frame: frame))
        }
      }
    }
  }

  open override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    guard state.sections.indices.contains(path.section) else { return nil }
    let section = state.sections[path.section]
    guard section.items.indices.contains(path.item) else { return nil }
    return LayoutAttributes(cell: path, frame: section.frame(ofItem: path.item))
  }

  open override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    guard kind == .sectionHeader, let place = path.itemPath, place.item == 0 else { return nil }
    return header(of: place.section)
  }

  private func header(of number: Int) -> LayoutAttributes? {
    guard state.sections.indices.contains(number) else { return nil }
    let section = state.sections[number]
    guard section.headerHeight > 0 else { return nil }
    return LayoutAttributes(
      supplementary: .sectionHeader, section: number,
      frame: Rect(x: 0, y: section.top, width: state.width, height: section.headerHeight))
  }

  // MARK: Invalidation

  /// Returns true if the columns become wider or narrower; scrolling changes nothing.
  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    host.map { $0.contentWidth(of: newBounds) != state.width } ?? false
  }
}

/// The prepared values of a waterfall layout.
private struct WaterfallState {
  var width = 0.0
  var sections: [WaterfallSection] = []
}

/// One section of a waterfall: the places of its items, and the items of each column.
private struct WaterfallSection {
  /// An item's place; all have the width of a column.
  struct Item {
    var column: Int
    var top: Double
    var height: Double
    var bottom: Double { top + height }
  }

  var top: Double
  var bottom: Double
  var headerHeight: Double
  var left = 0.0
  var columnWidth = 0.0
  var columnStep = 0.0
  var items: [Item] = []
  /// The items of each column, from above.
  var columns: [[Int]]

  init(top: Double, headerHeight: Double, columnCount: Int) {
    self.top = top
    self.headerHeight = headerHeight
    bottom = top
    columns = Array(repeating: [], count: columnCount)
  }

  mutating func append(height: Double, at top: Double, column: Int) {
    columns[column].append(items.count)
    items.append(Item(column: column, top: top, height: height))
  }

  func frame(ofItem item: Int) -> Rect {
    let place = items[item]
    return Rect(
      x: left + Double(place.column) * columnStep, y: place.top, width: columnWidth,
      height: place.height)
  }
}

extension Array {
  /// Returns the number of elements before the first of which `isAbove` is false; it is false for
  /// all behind that one. O(log *n*); adds the visited elements to `visits`.
  fileprivate func leadingCount(counting visits: inout Int, where isAbove: (Element) -> Bool) -> Int
  {
    partitioningIndex {
      visits += 1
      return !isAbove($0)
    }
  }
}
