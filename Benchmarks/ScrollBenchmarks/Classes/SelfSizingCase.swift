import Benchmarking
import Changesets
import CollectionViews
import Geometry
import Layouts
import SampleLayouts

/// The elements that measure themselves as they come in.
enum SelfSizingCase: CaseIterable, Sendable {
  case rows
  case headers
  case lines
  case groups

  /// The scenario's name.
  var name: String {
    switch self {
    case .rows: "self-size"
    case .headers: "self-size-headers"
    case .lines: "self-size-lines"
    case .groups: "self-size-groups"
    }
  }

  /// The phrase in a scenario's summary.
  var summary: String {
    switch self {
    case .rows: "rows"
    case .headers: "headers of three rows each"
    case .lines: "items, as many on a line as fit,"
    case .groups: "items in groups of two columns"
    }
  }

  /// The distance of a frame from the one before, in points.
  var step: Double { self == .lines ? 40 : 120 }

  var content: LayoutClass.Content {
    switch self {
    case .rows: .estimatedRows
    case .headers: .estimatedHeaders
    case .lines: .estimatedLines
    case .groups: .estimatedGroups
    }
  }

  /// The class of the cells.
  var cells: ScrollCell.Type {
    switch self {
    case .rows, .groups: MeasuringScrollCell.self
    case .headers: ScrollCell.self
    case .lines: MeasuringTagCell.self
    }
  }

  /// Returns the numbers of the items of each section.
  func itemCounts(_ count: Int) -> [Int] {
    guard self == .headers else { return [count] }
    return Array(repeating: Self.rowsPerHeader, count: max(1, count / Self.rowsPerHeader))
  }

  private static let rowsPerHeader = 3

  /// Returns the elements from the middle of a collection on, enough for all frames.
  func elements(fromTheMiddleOf count: Int) -> MeasuredElements {
    let itemCounts = itemCounts(count)
    guard self != .headers else {
      return headersAndRows(from: itemCounts.count / 2, sectionCount: itemCounts.count)
    }
    // Whole lines of estimates, and whole groups, lie before it.
    let first = count / 2 / 4 * 4
    let items = (first..<count).prefix(2_000).map { number in
      let id = UInt64(number)
      let width = Screen.upright.width
      return switch self {
      case .lines:
        MeasuredElements.Element(
          estimate: LayoutClass.tagSize, preferred: MeasuringTagCell.size(id),
          digest: PlainFrames.digest(number))
      case .rows, .groups, .headers:
        MeasuredElements.Element(
          estimate: Size(width: width, height: LayoutClass.rowHeight),
          preferred: Size(width: width, height: MeasuringScrollCell.height(id)),
          digest: PlainFrames.digest(number))
      }
    }
    let lineExtent = LayoutClass.tagSize.height + LayoutClass.spacing
    switch self {
    case .rows, .headers:
      return MeasuredElements(
        start: Double(first) * LayoutClass.rowHeight, elements: items, place: Self.column)
    case .lines:
      return MeasuredElements(
        start: Double(first / 4) * lineExtent, elements: items, place: Self.lines)
    case .groups:
      return MeasuredElements(
        start: Double(first / 4) * 2 * LayoutClass.rowHeight, elements: items, place: Self.groups)
    }
  }

  private func headersAndRows(from first: Int, sectionCount: Int) -> MeasuredElements {
    let width = Screen.upright.width
    let row = Size(width: width, height: LayoutClass.rowHeight)
    let elements = (first..<sectionCount).prefix(300).flatMap { section in
      let header = MeasuredElements.Element(
        estimate: Size(width: width, height: LayoutClass.headerHeight),
        preferred: Size(width: width, height: MeasuringScrollHeader.height(section)),
        digest: ElementDigest.header(section))
      return [header]
        + (0..<Self.rowsPerHeader).map { item in
          let id = UInt64(section * Self.rowsPerHeader + item)
          return MeasuredElements.Element(
            estimate: row, preferred: row,
            digest: ElementDigest.cell(ItemPath(section: section, item: item), id))
        }
    }
    let extent = LayoutClass.headerHeight + Double(Self.rowsPerHeader) * row.height
    return MeasuredElements(start: Double(first) * extent, elements: elements, place: Self.column)
  }

  // MARK: Where elements of given sizes lie

  private static func column(_ sizes: [Size], from start: Double) -> [Rect] {
    var top = start
    return sizes.map { size in
      defer { top += size.height }
      return Rect(origin: Point(x: 0, y: top), size: size)
    }
  }

  private static func lines(_ sizes: [Size], from start: Double) -> [Rect] {
    var (left, top, thickness) = (0.0, start, 0.0)
    return sizes.map { size in
      if left > 0, left + size.width > Screen.upright.width {
        (left, top, thickness) = (0, top + thickness + LayoutClass.spacing, 0)
      }
      defer {
        left += size.width + LayoutClass.spacing
        thickness = max(thickness, size.height)
      }
      return Rect(origin: Point(x: left, y: top), size: size)
    }
  }

  private static func groups(_ sizes: [Size], from start: Double) -> [Rect] {
    var top = start
    let half = Screen.upright.width / 2
    return stride(from: 0, to: sizes.count, by: 4).flatMap { first in
      let members = sizes[first..<min(first + 4, sizes.count)]
      var ends = [top, top]
      let frames = members.enumerated().map { place, size in
        let column = place / 2
        defer { ends[column] += size.height }
        return Rect(x: Double(column) * half, y: ends[column], width: half, height: size.height)
      }
      // A place without an item keeps none of its estimate.
      top = max(ends[0], ends[1])
      return frames
    }
  }
}

/// Elements that have an estimate until they are seen, by the definition: what shows in each frame,
/// without a layout.
struct MeasuredElements {
  /// An element, which keeps its estimate if that is what it prefers.
  struct Element {
    var estimate: Size
    var preferred: Size
    var digest: UInt64
  }

  /// The beginning of the first one, in points.
  let start: Double
  let elements: [Element]
  /// Returns the frames of elements of given sizes.
  let place: ([Size], _ start: Double) -> [Rect]

  /// Returns the digest of what an upright screen shows at each of `offsets`, one after the other.
  func visible(at offsets: [Double]) -> [UInt64] {
    var sizes = elements.map(\.estimate)
    return offsets.map { offset in
      let screen = Screen.upright(at: offset)
      while true {
        let frames = place(sizes, start)
        let seen = frames.indices.filter { frames[$0].overlaps(screen) }
        let measured = sizes
        for number in seen { sizes[number] = elements[number].preferred }
        if sizes == measured { return seen.reduce(0) { $0 &+ elements[$1].digest } }
      }
    }
  }
}

extension LayoutInViewScenarios {
  /// Frames in each of which elements come in at their estimates and measure themselves.
  ///
  /// Every call begins with estimates alone, in the middle.
  static func selfSize(_ kind: SelfSizingCase, _ contender: LayoutClass) -> Scenario {
    scenario(
      kind.name,
      "A frame of \(kind.summary) that come in at an estimate and measure themselves, scrolled by "
        + "\(Int(kind.step)) points.", contender.rawValue, minimumItems: 1_000
    ) { collection in
      let elements = kind.elements(fromTheMiddleOf: collection.itemCount)
      let start = Point(x: 0, y: elements.start)
      let offsets = (0..<100).map { elements.start + Double($0) * kind.step }
      let rig = try NumberedRig(
        contender.layout(kind.content), bounds: Screen.upright,
        itemCounts: kind.itemCounts(collection.itemCount), cells: kind.cells, offset: start)
      return try rig.measurement(
        showing: elements.visible(at: offsets),
        prepare: { view in
          view.setContentOffset(start)
          view.reloadData()
          try view.layoutIfNeeded()
        },
        move: { view, frame in view.setContentOffset(Point(x: 0, y: offsets[frame])) })
    }
  }
}
