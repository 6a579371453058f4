import Changesets
import Geometry
import Layouts

/// The items of one group at their places.
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

  /// More items than any generated group has, none of which prefers a size.
  private static let describedItems = [Size?](repeating: nil, count: 1 << 16)

  /// Places the next items in `group`, from item `next` on, and the group itself if it has
  /// supplementary items.
  func fill(
    _ group: LayoutGroup, _ container: Size, _ given: (axis: Axis, points: Double)?,
    _ next: inout Int, _ preferred: [Size?]
  ) -> PlacedGroup {
    let first = next
    var placed = members(of: group, container, given, &next, preferred)
    guard !group.supplementaryItems.isEmpty else { return placed }
    var number = 0
    let described = members(of: group, container, given, &number, Self.describedItems)
    placed.boxes.append(
      PlacedBox(
        firstItem: first < preferred.count ? first : nil,
        frame: Rect(origin: .zero, size: placed.size), describedSize: described.size,
        badges: group.supplementaryItems))
    return placed
  }

  private func members(
    of group: LayoutGroup, _ container: Size, _ given: (axis: Axis, points: Double)?,
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
      var sizedAxes: [Axis] = []
      for axis in Axis.allCases where item.layoutSize[axis].isEstimated && given?.axis != axis {
        sizedAxes.append(axis)
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
            badges: item.supplementaryItems, sizedAxes: sizedAxes)
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
        // A line that wraps ends with the collection, and with its first item if it has no length.
        if case .item(let item) = subitem, item.layoutSize[axis].isEstimated, let available,
          !members.isEmpty, next >= preferred.count || available <= 0
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
    var placed = PlacedGroup(size: size, items: [])
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
      let moved = member.moved(by: origin)
      placed.items += moved.items
      placed.boxes += moved.boxes
      position += member.size[own] + length(after, free)
    }
    return placed
  }

  func sides(_ edges: LayoutEdgeSpacing, _ axis: Axis) -> [LayoutSpacing?] {
    axis == .horizontal ? [edges.leading, edges.trailing] : [edges.top, edges.bottom]
  }
}
