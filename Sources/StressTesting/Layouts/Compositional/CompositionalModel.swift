package import Changesets
package import Geometry
package import Layouts

/// A literal compositional layout: it walks through every group of every section, item by item, and
/// solves each group from the beginning.
///
/// It shares no code with the layout that is compared with it. Groups are solved with the sizes of
/// the items that are there, so that it needs no cases for the ways in which items size themselves.
package struct CompositionalModel {
  /// The values from which the frames follow.
  package struct Input {
    /// The description of each section, and the preferred sizes of its items.
    package var sections: [(description: LayoutSection, preferred: [Size?])] = []
    package var configuration = CompositionalLayoutConfiguration()
    package var bounds = Rect.zero
    package var contentInset = EdgeInsets.zero
    /// The wanted offsets of sections that scroll by themselves.
    package var offsets: [Int: Double] = [:]
    package var pixelScale: Double?
    /// The sizes that boundary items prefer, by section, or by -1 for those of all content.
    package var boundarySizes: [Int: [ElementKind: Size]] = [:]

    package init() {}
  }

  package struct Element: Equatable {
    package var frame: Rect
    package var zIndex: Int
  }

  /// An item at its place in a group.
  struct PlacedItem {
    /// Its number in the section; nil if the collection ended before.
    var item: Int?
    var frame: Rect
    /// The size that its badges refer to.
    var describedSize: Size
    var zIndex = 0
    var badges: [LayoutSupplementaryItem] = []
    /// The axes along which it has the size that it prefers.
    var sizedAxes: [Axis] = []
  }

  /// A group with supplementary items at its place in another group.
  struct PlacedBox {
    /// The number of its first item in the section; nil if the collection ended before.
    var firstItem: Int?
    var frame: Rect
    /// The size without the sizes that its items prefer, to which its badges refer.
    var describedSize: Size
    var badges: [LayoutSupplementaryItem]
  }

  struct PlacedGroup {
    var size: Size
    var items: [PlacedItem]
    var boxes: [PlacedBox] = []

    /// Returns the group with everything in it moved by `origin`.
    func moved(by origin: Point) -> PlacedGroup {
      var moved = self
      for number in items.indices {
        moved.items[number].frame.origin.x += origin.x
        moved.items[number].frame.origin.y += origin.y
      }
      for number in boxes.indices {
        moved.boxes[number].frame.origin.x += origin.x
        moved.boxes[number].frame.origin.y += origin.y
      }
      return moved
    }

    /// Returns the group as its section shows it: without extent along `axis`, nothing in it has one
    /// (CL-3).
    func shown(at origin: Point, along axis: Axis) -> PlacedGroup {
      var shown = moved(by: origin)
      guard size[axis] <= 0 else { return shown }
      for number in items.indices { shown.items[number].frame.size[axis] = 0 }
      for number in boxes.indices { shown.boxes[number].frame.size[axis] = 0 }
      return shown
    }
  }

  package private(set) var elements: [LayoutElement: Element] = [:]
  package private(set) var size = Size.zero
  /// The axes along which each item has the size that it prefers.
  package private(set) var sizedAxes: [ItemPath: [Axis]] = [:]
  /// The largest offsets of sections that scroll by themselves, and those that they have.
  package private(set) var maximumOffsets: [Int: Double] = [:]
  package private(set) var offsets: [Int: Double] = [:]
  /// The offsets at which each group of such a section rests at the edge, or in the middle.
  private var rests: [Int: [Double]] = [:]
  let input: Input
  let axis: Axis

  package init(_ input: Input) {
    self.input = input
    axis = input.configuration.scrollDirection
    size[axis.crossing] = room[axis.crossing]
    guard !input.sections.isEmpty else { return }
    let container = room
    let outer = input.configuration.boundarySupplementaryItems
    let (outerHeaders, outerFooters) = extensions(outer, container, -1)
    var main = outerHeaders
    for (number, section) in input.sections.enumerated() {
      if number > 0 { main += input.configuration.interSectionSpacing }
      main = place(section.description, section.preferred, number, at: main)
    }
    for boundary in boundaries(
      outer, container, -1, .zero, from: 0, to: main + outerFooters, visible: visibleRange)
    {
      append(.supplementary(boundary.kind, ElementPath([0])), boundary.frame, boundary.zIndex)
    }
    size[axis] = main + outerFooters
  }

  /// The room for content: the bounds less the insets (CL-1).
  var room: Size {
    Size(
      width: max(input.bounds.size.width - input.contentInset.total(.horizontal), 0),
      height: max(input.bounds.size.height - input.contentInset.total(.vertical), 0))
  }

  func lessened(_ size: Size, _ insets: EdgeInsets) -> Size {
    Size(
      width: max(size.width - insets.left - insets.right, 0),
      height: max(size.height - insets.top - insets.bottom, 0))
  }

  /// Elements that overlap `rect` (FL-30).
  package func elements(in rect: Rect) -> Set<LayoutElement> {
    Set(elements.filter { Self.overlap($0.value.frame, rect) }.keys)
  }

  package static func overlap(_ first: Rect, _ second: Rect) -> Bool {
    let bothHaveExtents =
      first.size.width > 0 && first.size.height > 0 && second.size.width > 0
      && second.size.height > 0
    let acrossX =
      first.origin.x < second.origin.x + second.size.width
      && second.origin.x < first.origin.x + first.size.width
    let acrossY =
      first.origin.y < second.origin.y + second.size.height
      && second.origin.y < first.origin.y + first.size.height
    return bothHaveExtents && acrossX && acrossY
  }

  private mutating func append(_ element: LayoutElement, _ frame: Rect, _ zIndex: Int) {
    elements[element] = Element(frame: rounded(frame), zIndex: zIndex)
  }

  /// Returns `frame` with its origin rounded down to pixels.
  private func rounded(_ frame: Rect) -> Rect {
    guard let scale = input.pixelScale else { return frame }
    var frame = frame
    frame.origin.x = (frame.origin.x * scale + 0x1p-20).rounded(.down) / scale
    frame.origin.y = (frame.origin.y * scale + 0x1p-20).rounded(.down) / scale
    return frame
  }

  // MARK: Sections

  /// Places one section and returns its end.
  private mutating func place(
    _ section: LayoutSection, _ preferred: [Size?], _ number: Int, at start: Double
  ) -> Double {
    let insets = section.contentInsets
    let barInsets = section.supplementariesFollowContentInsets ? insets : .zero
    var barRoom = room
    barRoom[axis.crossing] = max(room[axis.crossing] - barInsets.total(axis.crossing), 0)
    let (headers, footers) = extensions(section.boundarySupplementaryItems, barRoom, number)
    let groupsStart = start + headers + insets.leading(axis)
    let raise = section.decorationItems.isEmpty ? 0 : 1
    var main = groupsStart
    var placed: [PlacedGroup] = []
    if section.orthogonalScrollingBehavior == .none {
      (placed, main) = groups(of: section, preferred, at: groupsStart)
    } else {
      (placed, main) = orthogonalGroups(of: section, preferred, number, at: groupsStart)
    }
    let end = main + insets.trailing(axis) + footers
    for group in placed {
      for item in group.items { append(item, number, raise) }
      for box in group.boxes { append(box, number, raise) }
    }
    guard end > start else { return end }
    for boundary in boundaries(
      section.boundarySupplementaryItems, barRoom, number, barInsets, from: start, to: end,
      visible: visibleRangeOfSections)
    {
      append(
        .supplementary(boundary.kind, ElementPath([number, 0])), boundary.frame,
        boundary.zIndex + raise)
    }
    for decoration in section.decorationItems {
      var whole = Rect.zero
      whole.origin[axis] = start
      whole.size[axis] = end - start
      whole.size[axis.crossing] = room[axis.crossing]
      append(
        .decoration(decoration.elementKind, ElementPath([number, 0])),
        Rect(
          origin: Point(
            x: whole.origin.x + decoration.contentInsets.left,
            y: whole.origin.y + decoration.contentInsets.top),
          size: lessened(whole.size, decoration.contentInsets)), decoration.zIndex)
    }
    return end
  }

  /// Places the groups of a section one after another, and returns their end.
  func groups(
    of section: LayoutSection, _ preferred: [Size?], at start: Double
  ) -> ([PlacedGroup], Double) {
    let insets = section.contentInsets
    var (next, main) = (0, start)
    var placed: [PlacedGroup] = []
    while next < preferred.count {
      if next > 0 { main += section.interGroupSpacing }
      var origin = Point.zero
      origin[axis] = main
      origin[axis.crossing] = insets.leading(axis.crossing)
      let group = fill(section.group, lessened(room, insets), nil, &next, preferred)
      placed.append(group.shown(at: origin, along: axis))
      main += group.size[axis]
    }
    return (placed, main)
  }

  /// Places the groups of a section that scrolls by itself beside each other (CL-16), and finds how far
  /// it scrolls.
  private mutating func orthogonalGroups(
    of section: LayoutSection, _ preferred: [Size?], _ number: Int, at start: Double
  ) -> ([PlacedGroup], Double) {
    let (insets, crossing) = (section.contentInsets, axis.crossing)
    let isCentered = section.orthogonalScrollingBehavior == .groupPagingCentered
    let available = room[crossing]
    func margin(_ group: PlacedGroup?) -> Double? {
      isCentered ? group.map { max((available - $0.size[crossing]) / 2, 0) } ?? 0 : nil
    }
    var next = 0
    var groups: [PlacedGroup] = []
    while next < preferred.count {
      groups.append(fill(section.group, lessened(room, insets), nil, &next, preferred))
    }
    var starts: [Double] = []
    var end = margin(groups.first) ?? insets.leading(crossing)
    for group in groups {
      if !starts.isEmpty { end += section.interGroupSpacing }
      starts.append(end)
      end += group.size[crossing]
    }
    end += margin(groups.last) ?? insets.trailing(crossing)
    let most = max(end - available, 0)
    let offset = min(input.offsets[number] ?? 0, most)
    (maximumOffsets[number], offsets[number]) = (most, offset)
    rests[number] = zip(starts, groups).map { start, group in
      start - (margin(group) ?? insets.leading(crossing))
    }
    let placed = zip(starts, groups).map { groupStart, group in
      var origin = Point.zero
      origin[axis] = start
      origin[crossing] = groupStart - offset
      return group.shown(at: origin, along: axis)
    }
    return (placed, start + (groups.map { $0.size[axis] }.max() ?? 0))
  }

  /// Returns where `offset` is once items of a section prefer other sizes, in the model `after`: as far
  /// behind the rest of the last group before it as it was (CL-26).
  package func offset(
    _ offset: Double, ofSection number: Int, keptIn after: CompositionalModel
  ) -> Double {
    guard offset > 0, let rests = rests[number],
      let group = rests.lastIndex(where: { $0 <= offset })
    else { return offset }
    let kept = offset + ((after.rests[number] ?? rests)[group] - rests[group])
    return min(max(kept, 0), after.maximumOffsets[number] ?? 0)
  }

  /// Returns a Boolean value that indicates whether the item at `path` has another size than `size`
  /// along an axis along which it may have any.
  package func lets(_ path: ItemPath, prefer size: Size) -> Bool {
    guard let frame = elements[.cell(path)]?.frame else { return false }
    return (sizedAxes[path] ?? []).contains { frame.size[$0] != size[$0] }
  }

  private mutating func append(_ item: PlacedItem, _ section: Int, _ raise: Int) {
    guard let number = item.item else { return }
    let path = ItemPath(section: section, item: number)
    sizedAxes[path] = item.sizedAxes
    append(.cell(path), item.frame, item.zIndex + raise)
    guard let shown = elements[.cell(path)]?.frame else { return }
    append(item.badges, on: shown, item.describedSize, at: path, raise)
  }

  /// Appends the supplementary items of a group, at the path of its first item (CL-25).
  private mutating func append(_ box: PlacedBox, _ section: Int, _ raise: Int) {
    guard let first = box.firstItem else { return }
    let path = ItemPath(section: section, item: first)
    append(box.badges, on: rounded(box.frame), box.describedSize, at: path, raise)
  }

  private mutating func append(
    _ badges: [LayoutSupplementaryItem], on shown: Rect, _ describedSize: Size, at path: ItemPath,
    _ raise: Int
  ) {
    guard shown.size.width > 0, shown.size.height > 0 else { return }
    for badge in badges {
      let size = points(badge.layoutSize, in: describedSize)
      // The point of the item or group, then the point of the badge that goes there (CL-11).
      let corner = corner(badge.containerAnchor.edges, of: shown.size)
      let own = self.corner((badge.itemAnchor ?? badge.containerAnchor).edges, of: size)
      let offset = distance(badge.containerAnchor, size)
      let second = badge.itemAnchor.map { distance($0, size) } ?? .zero
      append(
        .supplementary(badge.elementKind, ElementPath(path)),
        Rect(
          origin: Point(
            x: shown.origin.x + corner.x + offset.x + second.x - own.x,
            y: shown.origin.y + corner.y + offset.y + second.y - own.y),
          size: size), badge.zIndex + raise)
    }
  }

  func corner(_ edges: RectEdges, of size: Size) -> Point {
    var point = Point(x: size.width / 2, y: size.height / 2)
    if edges.contains(.leading), !edges.contains(.trailing) { point.x = 0 }
    if edges.contains(.trailing), !edges.contains(.leading) { point.x = size.width }
    if edges.contains(.top), !edges.contains(.bottom) { point.y = 0 }
    if edges.contains(.bottom), !edges.contains(.top) { point.y = size.height }
    return point
  }

  func distance(_ anchor: SupplementaryAnchor, _ size: Size) -> Point {
    switch anchor.offset {
    case .absolute(let point): point
    case .fractional(let point): Point(x: point.x * size.width, y: point.y * size.height)
    }
  }
}
