import Geometry

/// The items of a section's group, the groups in it that have supplementary items, and all these
/// supplementary items, as a template has them.
struct GroupElements {
  let axis: Axis
  /// The distance of the group from the content's edge across the scroll direction.
  let crossStart: Double
  /// The number of steps by which everything lies higher.
  let raised: Int
  private(set) var items: [SectionTemplate.Item] = []
  private(set) var boxes: [SectionTemplate.Box] = []
  private(set) var badges: [BadgeTemplate] = []

  init(axis: Axis, crossStart: Double, raised: Int) {
    self.axis = axis
    self.crossStart = crossStart
    self.raised = raised
  }

  /// Adds what is in the group of a section.
  mutating func append(_ solved: SolvedGroup, _ arrangement: SectionTemplate.Arrangement) {
    // Items of a group without extent have none, whatever their frames (CL-3).
    let isEmpty = !(solved.size[axis] > 0)
    let isWrapping = if case .wrapping = arrangement { true } else { false }
    let count = isWrapping ? 1 : solved.items.count
    items.reserveCapacity(count)
    // Copies of whole items would count references.
    for number in 0..<count {
      let (frame, openAxes) = (solved.items[number].frame, solved.items[number].openAxes)
      var size = frame.size
      if isEmpty { size[axis] = 0 }
      let first = badges.count
      append(solved.items[number].supplementaryItems, in: solved.items[number].describedSize)
      items.append(
        SectionTemplate.Item(
          start: frame.origin[axis], extent: size[axis],
          crossStart: crossStart + frame.origin[axis.crossing],
          crossExtent: size[axis.crossing], sizesAlong: openAxes.contains(axis),
          sizesAcross: openAxes.contains(axis.crossing),
          zIndex: solved.items[number].zIndex + raised,
          badges: first..<badges.count))
    }
    guard !solved.boxes.isEmpty else { return }
    let order = solved.boxes.indices.sorted {
      solved.boxes[$0].firstItem < solved.boxes[$1].firstItem
    }
    for number in order { append(solved.boxes[number], number, isEmpty: isEmpty) }
  }

  private mutating func append(_ box: SolvedBox, _ number: Int, isEmpty: Bool) {
    let first = badges.count
    append(box.supplementaryItems, in: box.frame.size)
    let place = boxes.count
    boxes.append(
      SectionTemplate.Box(
        number: number, start: box.frame.origin[axis],
        extent: isEmpty ? 0 : box.frame.size[axis],
        crossStart: crossStart + box.frame.origin[axis.crossing],
        crossExtent: box.frame.size[axis.crossing], badges: first..<badges.count))
    let before = items[box.firstItem].boxes
    items[box.firstItem].boxes = (before.isEmpty ? place : before.lowerBound)..<place + 1
  }

  private mutating func append(_ supplementaryItems: [LayoutSupplementaryItem], in size: Size) {
    for item in supplementaryItems {
      badges.append(BadgeTemplate(item, in: size, raisedBy: raised))
    }
  }

  /// Returns the distance by which an item, group or badge may lie outside of the section's group,
  /// which is `extent` points long, along or across the scroll direction.
  func reach(along isAlong: Bool, beyond extent: Double) -> Double {
    var reach = 0.0
    for item in items {
      let (start, length) =
        isAlong ? (item.start, item.extent) : (item.crossStart, item.crossExtent)
      reach = max(reach, -start, start + length - extent)
    }
    for box in boxes {
      let (start, length) = isAlong ? (box.start, box.extent) : (box.crossStart, box.crossExtent)
      reach = max(reach, -start, start + length - extent)
    }
    return reach + badges.reach
  }
}

extension [BadgeTemplate] {
  /// The most by which one of them exceeds its item or group in any direction, in points.
  var reach: Double { reduce(0) { Swift.max($0, $1.reach) } }
}

/// A supplementary item of an item or a group, solved.
struct BadgeTemplate {
  let kind: ElementKind
  let zIndex: Int
  private let size: Size
  /// The point of the item or group, as fractions of its size.
  private let unitPoint: Point
  /// The distance of the badge's origin from there.
  private let distance: Point

  /// Creates the template of a badge of an item or a group that has `containerSize`, or is estimated
  /// to.
  init(_ item: LayoutSupplementaryItem, in containerSize: Size, raisedBy steps: Int) {
    kind = item.elementKind
    zIndex = item.zIndex + steps
    size = item.layoutSize.points(in: containerSize)
    unitPoint = item.containerAnchor.edges.unitPoint
    let own = (item.itemAnchor ?? item.containerAnchor).edges.unitPoint
    let first = item.containerAnchor.distance(for: size)
    let second = item.itemAnchor?.distance(for: size) ?? .zero
    distance = Point(
      x: first.x + second.x - own.x * size.width, y: first.y + second.y - own.y * size.height)
  }

  /// Returns the frame of the badge of an item or a group at `frame`; nil if that is empty (CL-11).
  func frame(on frame: Rect) -> Rect? {
    guard !frame.isEmpty else { return nil }
    return Rect(
      origin: Point(
        x: frame.minX + unitPoint.x * frame.size.width + distance.x,
        y: frame.minY + unitPoint.y * frame.size.height + distance.y),
      size: size)
  }

  /// The most by which the badge exceeds its item or group in any direction, in points.
  var reach: Double {
    max(distance.x.magnitude + size.width, distance.y.magnitude + size.height)
  }
}
