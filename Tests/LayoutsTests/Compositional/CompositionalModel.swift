import Changesets
import Geometry
import Layouts

/// A literal compositional layout: it walks through every group of every section, item by item, and
/// solves each group from the beginning.
///
/// It shares no code with the layout that is compared with it. Groups are solved with the sizes of
/// the items that are there, so that it needs no cases for the ways in which items size themselves.
struct CompositionalModel {
  /// The values from which the frames follow.
  struct Input {
    /// The description of each section, and the preferred sizes of its items.
    var sections: [(description: LayoutSection, preferred: [Size?])] = []
    var configuration = CompositionalLayoutConfiguration()
    var bounds = Rect.zero
    var contentInset = EdgeInsets.zero
    /// The offsets of sections that scroll by themselves.
    var offsets: [Int: Double] = [:]
    var pixelScale: Double?
  }

  struct Element: Equatable {
    var frame: Rect
    var zIndex: Int
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
  }

  struct PlacedGroup {
    var size: Size
    var items: [PlacedItem]
  }

  private(set) var elements: [LayoutElement: Element] = [:]
  private(set) var size = Size.zero
  let input: Input
  let axis: Axis

  init(_ input: Input) {
    self.input = input
    axis = input.configuration.scrollDirection
    size[axis.crossing] = room[axis.crossing]
    guard !input.sections.isEmpty else { return }
    let container = room
    let outer = input.configuration.boundarySupplementaryItems
    let (outerHeaders, outerFooters) = extensions(outer, container)
    var main = outerHeaders
    for (number, section) in input.sections.enumerated() {
      if number > 0 { main += input.configuration.interSectionSpacing }
      main = place(section.description, section.preferred, number, at: main)
    }
    for boundary in boundaries(
      outer, container, .zero, from: 0, to: main + outerFooters, visible: visibleRange)
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
  func elements(in rect: Rect) -> Set<LayoutElement> {
    Set(elements.filter { FlowModel.overlap($0.value.frame, rect) }.keys)
  }

  private mutating func append(_ element: LayoutElement, _ frame: Rect, _ zIndex: Int) {
    var frame = frame
    if let scale = input.pixelScale {
      frame.origin.x = (frame.origin.x * scale + 0x1p-20).rounded(.down) / scale
      frame.origin.y = (frame.origin.y * scale + 0x1p-20).rounded(.down) / scale
    }
    elements[element] = Element(frame: frame, zIndex: zIndex)
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
    let (headers, footers) = extensions(section.boundarySupplementaryItems, barRoom)
    let groupsStart = start + headers + insets.leading(axis)
    let raise = section.decorationItems.isEmpty ? 0 : 1
    var main = groupsStart
    var placed: [PlacedItem] = []
    if section.orthogonalScrollingBehavior == .none {
      (placed, main) = groups(of: section, preferred, at: groupsStart)
    } else {
      (placed, main) = orthogonalGroups(of: section, preferred, number, at: groupsStart)
    }
    let end = main + insets.trailing(axis) + footers
    for item in placed { append(item, number, raise) }
    guard end > start else { return end }
    for boundary in boundaries(
      section.boundarySupplementaryItems, barRoom, barInsets, from: start, to: end,
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
  ) -> ([PlacedItem], Double) {
    let insets = section.contentInsets
    var (next, main) = (0, start)
    var placed: [PlacedItem] = []
    while next < preferred.count {
      if next > 0 { main += section.interGroupSpacing }
      var origin = Point.zero
      origin[axis] = main
      origin[axis.crossing] = insets.leading(axis.crossing)
      let group = fill(section.group, lessened(room, insets), nil, &next, preferred)
      for var item in group.items where item.item != nil {
        // CL-3
        if group.size[axis] <= 0 { item.frame.size[axis] = 0 }
        item.frame.origin.x += origin.x
        item.frame.origin.y += origin.y
        placed.append(item)
      }
      main += group.size[axis]
    }
    return (placed, main)
  }

  /// Places the groups of a section that scrolls by itself beside each other (CL-16).
  func orthogonalGroups(
    of section: LayoutSection, _ preferred: [Size?], _ number: Int, at start: Double
  ) -> ([PlacedItem], Double) {
    let insets = section.contentInsets
    let crossing = axis.crossing
    var (next, count) = (0, 0)
    var placed: [PlacedItem] = []
    var thickness = 0.0
    while next < preferred.count {
      let group = fill(section.group, lessened(room, insets), nil, &next, preferred)
      thickness = group.size[axis]
      let isCentered = section.orthogonalScrollingBehavior == .groupPagingCentered
      let first =
        isCentered
        ? max((room[crossing] - group.size[crossing]) / 2, 0) : insets.leading(crossing)
      var origin = Point.zero
      origin[axis] = start
      origin[crossing] =
        first + Double(count) * (group.size[crossing] + section.interGroupSpacing)
        - (input.offsets[number] ?? 0)
      for var item in group.items where item.item != nil {
        if group.size[axis] <= 0 { item.frame.size[axis] = 0 }
        item.frame.origin.x += origin.x
        item.frame.origin.y += origin.y
        placed.append(item)
      }
      count += 1
    }
    return (placed, start + thickness)
  }

  private mutating func append(_ item: PlacedItem, _ section: Int, _ raise: Int) {
    guard let number = item.item else { return }
    let path = ItemPath(section: section, item: number)
    append(.cell(path), item.frame, item.zIndex + raise)
    guard let shown = elements[.cell(path)]?.frame, shown.size.width > 0, shown.size.height > 0
    else { return }
    for badge in item.badges {
      let size = points(badge.layoutSize, in: item.describedSize)
      // The point of the item, then the point of the badge that goes there (CL-11).
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

// MARK: Groups

extension CompositionalModel {
  func points(_ dimension: LayoutDimension, in size: Size) -> Double {
    switch dimension {
    case .fractionalWidth(let value): value * size.width
    case .fractionalHeight(let value): value * size.height
    case .absolute(let value), .estimated(let value): value
    }
  }

  func points(_ size: LayoutSize, in container: Size) -> Size {
    Size(width: points(size.width, in: container), height: points(size.height, in: container))
  }

  func insets(
    _ insets: EdgeInsets, _ size: LayoutSize, _ given: (axis: Axis, points: Double)?
  ) -> EdgeInsets {
    var insets = insets
    if size.width.isEstimated, given?.axis != .horizontal { (insets.left, insets.right) = (0, 0) }
    if size.height.isEstimated, given?.axis != .vertical { (insets.top, insets.bottom) = (0, 0) }
    return insets
  }

  /// Places the next items in `group`, from item `next` on.
  func fill(
    _ group: LayoutGroup, _ container: Size, _ given: (axis: Axis, points: Double)?,
    _ next: inout Int, _ preferred: [Size?]
  ) -> PlacedGroup {
    var size = points(group.layoutSize, in: container)
    if let given { size[given.axis] = given.points }
    let insets = insets(group.contentInsets, group.layoutSize, given)
    let content = lessened(size, insets)
    let isOpen: (Axis) -> Bool = { group.layoutSize[$0].isEstimated && given?.axis != $0 }
    let own: Axis
    var members: [(LayoutEdgeSpacing, PlacedGroup)] = []
    switch group.arrangement {
    case .custom(let provider):
      let environment = LayoutEnvironment(contentSize: size, contentInsets: insets)
      let items = provider.items(environment).map { item in
        PlacedItem(
          item: take(&next, preferred), frame: item.frame, describedSize: item.frame.size,
          zIndex: item.zIndex)
      }
      return PlacedGroup(size: size, items: items)
    case .fitting(let axis, let subitems):
      own = axis
      members = fit(
        subitems, along: axis, group.interItemSpacing.points,
        isOpen(axis) ? nil : content[axis], content, &next, preferred)
    case .repeating(let axis, let subitem, let count):
      own = axis
      for _ in 0..<count {
        var length: (axis: Axis, points: Double)?
        if !isOpen(axis) {
          let gaps = Double(count - 1) * group.interItemSpacing.points
          let around = lengthAround(subitem.edgeSpacing, axis)
          length = (axis, max((content[axis] - gaps) / Double(count) - around, 0))
        }
        members.append(
          (subitem.edgeSpacing, solve(subitem, content, length, &next, preferred)))
      }
    }
    return arrange(members, own, group.interItemSpacing, size, content, insets, isOpen)
  }

  /// Returns the number of the next item; nil if there is none left.
  func take(_ next: inout Int, _ preferred: [Size?]) -> Int? {
    guard next < preferred.count else { return nil }
    next += 1
    return next - 1
  }

  func lengthAround(_ edges: LayoutEdgeSpacing, _ axis: Axis) -> Double {
    axis == .horizontal
      ? (edges.leading?.points ?? 0) + (edges.trailing?.points ?? 0)
      : (edges.top?.points ?? 0) + (edges.bottom?.points ?? 0)
  }

  func solve(
    _ subitem: LayoutSubitem, _ content: Size, _ given: (axis: Axis, points: Double)?,
    _ next: inout Int, _ preferred: [Size?]
  ) -> PlacedGroup {
    switch subitem {
    case .group(let group): return fill(group, content, given, &next, preferred)
    case .item(let item):
      var described = points(item.layoutSize, in: content)
      if let given { described[given.axis] = given.points }
      let number = take(&next, preferred)
      var size = described
      for axis in Axis.allCases where item.layoutSize[axis].isEstimated && given?.axis != axis {
        // A place without an item keeps its length unless the item would decide it.
        if let number {
          size[axis] = preferred[number]?[axis] ?? described[axis]
        } else {
          size[axis] = 0
        }
      }
      let insets = insets(item.contentInsets, item.layoutSize, given)
      let frame = Rect(origin: Point(x: insets.left, y: insets.top), size: lessened(size, insets))
      return PlacedGroup(
        size: size,
        items: [
          PlacedItem(
            item: number, frame: frame, describedSize: lessened(described, insets),
            badges: item.supplementaryItems)
        ])
    }
  }

  func fit(
    _ subitems: [LayoutSubitem], along axis: Axis, _ spacing: Double, _ available: Double?,
    _ content: Size, _ next: inout Int, _ preferred: [Size?]
  ) -> [(LayoutEdgeSpacing, PlacedGroup)] {
    var members: [(LayoutEdgeSpacing, PlacedGroup)] = []
    var (used, usedBefore) = (0.0, 0.0)
    while true {
      for subitem in subitems {
        let nextBefore = next
        // A line that wraps ends with the collection.
        if case .item(let item) = subitem, item.layoutSize[axis].isEstimated, available != nil,
          !members.isEmpty, next >= preferred.count
        {
          return members
        }
        let member = solve(subitem, content, nil, &next, preferred)
        let length = member.size[axis] + lengthAround(subitem.edgeSpacing, axis)
        let sum = members.isEmpty ? length : used + spacing + length
        if let available, !members.isEmpty, sum > available + 1e-6 {
          next = nextBefore
          return members
        }
        members.append((subitem.edgeSpacing, member))
        used = sum
      }
      // Members without length would fit for ever, except items that size themselves: they end.
      let isWrapping = subitems.contains {
        if case .item(let item) = $0 { item.layoutSize[axis].isEstimated } else { false }
      }
      if available == nil || !(used > usedBefore || isWrapping) { return members }
      usedBefore = used
    }
  }

  func arrange(
    _ members: [(LayoutEdgeSpacing, PlacedGroup)], _ own: Axis, _ spacing: LayoutSpacing,
    _ described: Size, _ content: Size, _ insets: EdgeInsets, _ isOpen: (Axis) -> Bool
  ) -> PlacedGroup {
    let cross = own.crossing
    var used = Double(members.count - 1) * spacing.points
    var thickest = 0.0
    var flexible = spacing.isFlexible ? members.count - 1 : 0
    for (edges, member) in members {
      used += member.size[own] + lengthAround(edges, own)
      thickest = max(thickest, member.size[cross] + lengthAround(edges, cross))
      flexible += sides(edges, own).filter { $0?.isFlexible == true }.count
    }
    var (size, content) = (described, content)
    if isOpen(own) { (size[own], content[own]) = (used, used) }
    if isOpen(cross) { (size[cross], content[cross]) = (thickest, thickest) }
    let free = flexible > 0 ? max(content[own] - used, 0) / Double(flexible) : 0
    func length(_ spacing: LayoutSpacing?, _ free: Double) -> Double {
      (spacing?.points ?? 0) + (spacing?.isFlexible == true ? free : 0)
    }
    var position = insets.leading(own)
    var items: [PlacedItem] = []
    for (number, (edges, member)) in members.enumerated() {
      if number > 0 { position += length(spacing, free) }
      let (before, after) = (sides(edges, own)[0], sides(edges, own)[1])
      position += length(before, free)
      let crossSides = sides(edges, cross)
      let crossFlexible = crossSides.filter { $0?.isFlexible == true }.count
      let crossFree = max(
        content[cross] - member.size[cross] - lengthAround(edges, cross), 0)
      var origin = Point.zero
      origin[own] = position
      origin[cross] =
        insets.leading(cross)
        + length(crossSides[0], crossFlexible > 0 ? crossFree / Double(crossFlexible) : 0)
      for var item in member.items {
        item.frame.origin.x += origin.x
        item.frame.origin.y += origin.y
        items.append(item)
      }
      position += member.size[own] + length(after, free)
    }
    return PlacedGroup(size: size, items: items)
  }

  func sides(_ edges: LayoutEdgeSpacing, _ axis: Axis) -> [LayoutSpacing?] {
    axis == .horizontal ? [edges.leading, edges.trailing] : [edges.top, edges.bottom]
  }
}
