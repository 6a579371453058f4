import Changesets
package import BasicAlgorithms
package import Geometry
package import Layouts

/// A generator of descriptions of sections, and of the lengths in them.
package protocol CompositionGenerator {
  /// The source of everything.
  var random: SplitMix64 { get set }
  /// A Boolean value that indicates whether lengths may be thirds and others whose sums round.
  var isFractional: Bool { get }
}

extension CompositionGenerator {
  package mutating func chance(_ percent: Int) -> Bool { random.next(below: 100) < percent }

  package mutating func pick<Value>(_ values: [Value]) -> Value {
    values[random.next(below: values.count)]
  }

  /// A length below `limit` points, often a round one.
  package mutating func length(below limit: Int) -> Double {
    switch random.next(below: 6) {
    case 0: 0
    case 1, 2: Double(random.next(below: limit))
    case 3 where isFractional: Double(random.next(below: 1_000_000)) * Double(limit) / 999_983
    default: Double(random.next(below: limit * 64)) / 64
    }
  }

  package mutating func inset() -> EdgeInsets {
    if chance(30) { return .zero }
    if chance(5) { return EdgeInsets(all: 400) }
    return EdgeInsets(
      top: length(below: 20), left: length(below: 20), bottom: length(below: 20),
      right: length(below: 20))
  }
}

/// Generated descriptions of sections.
///
/// In exact cases all lengths are multiples of a power of two, whose sums a `Double` holds exactly:
/// fractions are quarters, members repeat once, twice or four times, and flexible spacings stand
/// where they share nothing.
extension CompositionGenerator {
  package static var headerKinds: [ElementKind] {
    [.sectionHeader, .sectionFooter, ElementKind("composition-extra")]
  }
  package static var badgeKinds: [ElementKind] {
    [ElementKind("composition-badge"), ElementKind("composition-dot")]
  }
  /// The kinds of supplementary items of groups, by the depth of the group.
  package static var plateKinds: [ElementKind] {
    (1...3).map { ElementKind("composition-plate-\($0)") }
  }
  package static var decorationKinds: [ElementKind] {
    [ElementKind("composition-background"), ElementKind("composition-shadow")]
  }

  private mutating func fraction() -> Double {
    pick([1, 1, 0.5, 0.25, 0.75] + (isFractional ? [1.0 / 3, 0.2, 0.37] : []))
  }

  /// A length of at least `least` points.
  private mutating func points(from least: Int) -> Double {
    Double(least) + (chance(50) ? Double(random.next(below: 120)) : length(below: 120))
  }

  /// A length that no element gives itself.
  private mutating func dimension(from least: Int) -> LayoutDimension {
    switch random.next(below: 5) {
    case 0, 1: .fractionalWidth(fraction())
    case 2: .fractionalHeight(fraction())
    default: .absolute(points(from: least))
    }
  }

  private mutating func size(from least: Int) -> LayoutSize {
    LayoutSize(width: dimension(from: least), height: dimension(from: least))
  }

  private func size(_ axis: Axis, _ along: LayoutDimension, _ across: LayoutDimension) -> LayoutSize
  {
    axis == .horizontal
      ? LayoutSize(width: along, height: across) : LayoutSize(width: across, height: along)
  }

  private mutating func smallInset() -> EdgeInsets { chance(75) ? .zero : inset() }

  /// Distances around a member of a group along `axis`; flexible ones anywhere if sums may round.
  private mutating func edges(memberAlong axis: Axis) -> LayoutEdgeSpacing {
    guard chance(25) else { return LayoutEdgeSpacing() }
    var sides: [LayoutSpacing?] = []
    for side in [Axis.horizontal, .vertical, .horizontal, .vertical] {
      let isFlexible = chance(40) && (isFractional || side != axis)
      let points = length(below: 10)
      sides.append(chance(40) ? nil : (isFlexible ? .flexible(points) : .fixed(points)))
    }
    return LayoutEdgeSpacing(
      leading: sides[0], top: sides[1], trailing: sides[2], bottom: sides[3])
  }

  private mutating func badges() -> [LayoutSupplementaryItem] {
    chance(20) ? supplementaryItems(Self.badgeKinds) : []
  }

  private mutating func plates(depth: Int) -> [LayoutSupplementaryItem] {
    chance(15) ? supplementaryItems([Self.plateKinds[depth - 1]]) : []
  }

  private mutating func supplementaryItems(_ kinds: [ElementKind]) -> [LayoutSupplementaryItem] {
    var badges: [LayoutSupplementaryItem] = []
    for kind in kinds where kinds.count == 1 || chance(60) {
      let size = chance(50) ? size(from: 1) : LayoutSize(width: .absolute(8), height: .absolute(4))
      var badge = LayoutSupplementaryItem(
        size, elementKind: kind, containerAnchor: anchor(),
        itemAnchor: chance(30) ? anchor() : nil)
      badge.zIndex = random.next(below: 4)
      badges.append(badge)
    }
    return badges
  }

  private mutating func anchor() -> SupplementaryAnchor {
    let edges = RectEdges(rawValue: random.next(below: 16))
    switch random.next(below: 3) {
    case 0: return SupplementaryAnchor(edges: edges)
    case 1:
      return SupplementaryAnchor(
        edges: edges, offset: .absolute(Point(x: length(below: 20) - 10, y: length(below: 20) - 10))
      )
    default:
      return SupplementaryAnchor(
        edges: edges, offset: .fractional(Point(x: pick([-0.5, 0, 0.5]), y: pick([-0.5, 0.25]))))
    }
  }

  private mutating func item(_ size: LayoutSize, memberAlong axis: Axis) -> LayoutItem {
    var item = LayoutItem(size, supplementaryItems: badges())
    item.contentInsets = smallInset()
    item.edgeSpacing = edges(memberAlong: axis)
    return item
  }

  private mutating func member(depth: Int, along axis: Axis, estimates: Int) -> LayoutSubitem {
    guard depth < 3, chance(35) else {
      var size = size(from: 20)
      if chance(estimates) { size.width = .estimated(points(from: 10)) }
      if chance(estimates) { size.height = .estimated(points(from: 10)) }
      return .item(item(size, memberAlong: axis))
    }
    var group = group(depth: depth + 1, estimates: estimates)
    group.edgeSpacing = edges(memberAlong: axis)
    return .group(group)
  }

  /// A group whose items have their sizes from the description, except that a part of `estimates`
  /// per cent of their extents is estimated.
  private mutating func group(
    depth: Int, mayBeCustom: Bool = true, estimates: Int = 0
  ) -> LayoutGroup {
    var size = size(from: 60)
    if chance(15 + estimates) { size.width = .estimated(points(from: 10)) }
    if chance(15 + estimates) { size.height = .estimated(points(from: 10)) }
    let axis: Axis = chance(50) ? .horizontal : .vertical
    var group: LayoutGroup
    switch random.next(below: mayBeCustom ? 10 : 9) {
    case 0...5:
      var members: [LayoutSubitem] = []
      for _ in 0..<pick([1, 1, 2, 3]) {
        members.append(member(depth: depth, along: axis, estimates: estimates))
      }
      group =
        axis == .horizontal
        ? .horizontal(size, subitems: members) : .vertical(size, subitems: members)
    case 6...8:
      let count = pick(isFractional ? [1, 2, 3, 4, 5] : [1, 2, 4])
      let member = member(depth: depth, along: axis, estimates: estimates)
      group =
        axis == .horizontal
        ? .horizontal(size, repeating: member, count: count)
        : .vertical(size, repeating: member, count: count)
    default:
      group = custom(size)
      group.supplementaryItems = plates(depth: depth)
      return group
    }
    group.supplementaryItems = plates(depth: depth)
    group.contentInsets = smallInset()
    let points = length(below: 12)
    group.interItemSpacing = isFractional && chance(30) ? .flexible(points) : .fixed(points)
    return group
  }

  private mutating func custom(_ size: LayoutSize) -> LayoutGroup {
    var frames: [CustomGroupItem] = []
    // Some lie far outside of the group.
    let scale = pick([1.0, 1, 1, 16, -4])
    for _ in 0..<pick([1, 2, 3, 5]) {
      frames.append(
        CustomGroupItem(
          frame: Rect(
            x: length(below: 60) - 10, y: scale * (length(below: 60) - 10),
            width: length(below: 50), height: length(below: 50)),
          zIndex: random.next(below: 3)))
    }
    let given = frames
    return .custom(size) { environment in
      given.map { item in
        var item = item
        item.frame.origin.x += environment.contentSize.width / 2
        return item
      }
    }
  }

  /// A group along whose scroll direction `axis` every item sizes itself.
  private mutating func selfSizingLine(_ axis: Axis, _ estimate: Double, depth: Int) -> LayoutGroup
  {
    var members: [LayoutSubitem] = []
    for _ in 0..<pick([1, 1, 2, 3]) {
      if depth < 2, chance(25) {
        members.append(.group(selfSizingLine(axis, estimate, depth: depth + 1)))
      } else {
        var item = item(
          size(axis, .estimated(estimate), dimension(from: 20)), memberAlong: axis.crossing)
        if axis == .vertical {
          (item.edgeSpacing.top, item.edgeSpacing.bottom) = (nil, nil)
        } else {
          (item.edgeSpacing.leading, item.edgeSpacing.trailing) = (nil, nil)
        }
        members.append(.item(item))
      }
    }
    let size = size(axis, .estimated(points(from: 10)), dimension(from: 60))
    var group: LayoutGroup =
      axis == .vertical
      ? .horizontal(size, subitems: members) : .vertical(size, subitems: members)
    if members.count == 1, chance(20) {
      // One member along the scroll direction.
      group =
        axis == .vertical
        ? .vertical(size, subitems: members) : .horizontal(size, subitems: members)
    }
    group.supplementaryItems = plates(depth: depth)
    group.contentInsets = smallInset()
    group.interItemSpacing = .fixed(length(below: 12))
    return group
  }

  /// A line that takes as many self-sizing items as fit.
  private mutating func wrapping(_ axis: Axis) -> LayoutGroup {
    let sizesAlong = chance(50)
    let along: LayoutDimension =
      sizesAlong ? .estimated(points(from: 10)) : dimension(from: 20)
    var item = LayoutItem(
      size(axis, along, .estimated(points(from: 20))), supplementaryItems: badges())
    item.contentInsets = smallInset()
    let groupAlong: LayoutDimension =
      sizesAlong || chance(50) ? .estimated(points(from: 10)) : dimension(from: 20)
    let size = size(axis, groupAlong, dimension(from: 60))
    var group: LayoutGroup =
      axis == .vertical
      ? .horizontal(size, subitems: [.item(item)]) : .vertical(size, subitems: [.item(item)])
    group.supplementaryItems = plates(depth: 1)
    group.contentInsets = smallInset()
    group.interItemSpacing = .fixed(length(below: 12))
    return group
  }

  /// A group of which any extents are estimated, as far as a layout along `axis` offers it in a
  /// section that scrolls by itself or does not.
  private mutating func measured(
    _ axis: Axis, _ behavior: OrthogonalScrollingBehavior = .none
  ) -> LayoutGroup {
    for _ in 0..<20 {
      let group = group(depth: 1, estimates: 30)
      var configuration = CompositionalLayoutConfiguration()
      configuration.scrollDirection = axis
      var section = LayoutSection(group: group)
      section.orthogonalScrollingBehavior = behavior
      let layout = CompositionalLayout(section: section, configuration: configuration)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [])
      if (try? session.layoutIfNeeded()) != nil { return group }
    }
    return group(depth: 1, mayBeCustom: behavior == .none)
  }

  /// The description of a section of any kind, in a layout that scrolls along `axis`.
  package mutating func description(along axis: Axis) -> LayoutSection {
    var section: LayoutSection
    switch random.next(below: 13) {
    case 0...4: section = LayoutSection(group: group(depth: 1))
    case 10...12: section = LayoutSection(group: measured(axis))
    case 5, 6:
      section = LayoutSection(group: selfSizingLine(axis, points(from: 10), depth: 1))
    case 7: section = LayoutSection(group: wrapping(axis))
    default:
      let behavior = pick(OrthogonalScrollingBehavior.allCases.filter { $0 != .none })
      section = LayoutSection(
        group: chance(50) ? measured(axis, behavior) : group(depth: 1, mayBeCustom: false))
      section.orthogonalScrollingBehavior = behavior
    }
    section.contentInsets = chance(50) ? .zero : inset()
    section.interGroupSpacing = length(below: 12)
    section.supplementariesFollowContentInsets = chance(70)
    section.boundarySupplementaryItems = boundaryItems()
    if chance(25) {
      for kind in Self.decorationKinds where chance(60) {
        var decoration = LayoutDecorationItem.background(elementKind: kind)
        decoration.contentInsets = smallInset()
        decoration.zIndex = pick([0, 0, -1, 2])
        section.decorationItems.append(decoration)
      }
    }
    return section
  }

  package mutating func boundaryItems() -> [LayoutBoundarySupplementaryItem] {
    var items: [LayoutBoundarySupplementaryItem] = []
    for kind in Self.headerKinds where chance(35) {
      var size = size(from: 5)
      if chance(25) { size.width = .estimated(points(from: 5)) }
      if chance(25) { size.height = .estimated(points(from: 5)) }
      var item = LayoutBoundarySupplementaryItem(
        size, elementKind: kind,
        alignment: pick(chance(50) ? [.top, .bottom, .leading, .trailing] : RectAlignment.allCases))
      item.extendsBoundary = chance(75)
      item.pinToVisibleBounds = chance(35)
      if chance(20) {
        item.absoluteOffset = Point(x: length(below: 30) - 15, y: length(below: 30) - 15)
      }
      item.zIndex = random.next(below: 4)
      items.append(item)
    }
    return items
  }

  package mutating func configuration(along axis: Axis) -> CompositionalLayoutConfiguration {
    var configuration = CompositionalLayoutConfiguration()
    configuration.scrollDirection = axis
    configuration.interSectionSpacing = chance(50) ? 0 : length(below: 20)
    if chance(25) { configuration.boundarySupplementaryItems = boundaryItems() }
    return configuration
  }
}

extension CompositionGenerator {
  /// Returns the elements that sections of `itemCounts` may have, and some that they cannot have.
  package static func elements(itemCounts: [Int]) -> Set<LayoutElement> {
    var elements: Set<LayoutElement> = []
    for kind in Self.headerKinds {
      elements.insert(.supplementary(kind, ElementPath([0])))
    }
    for (section, count) in (itemCounts + [0]).enumerated() {
      for kind in Self.headerKinds {
        elements.insert(.supplementary(kind, ElementPath([section, 0])))
        elements.insert(.supplementary(kind, ElementPath([section, 1])))
      }
      for kind in Self.decorationKinds {
        elements.insert(.decoration(kind, ElementPath([section, 0])))
      }
      for item in 0...count {
        let path = ItemPath(section: section, item: item)
        elements.insert(.cell(path))
        for kind in Self.badgeKinds + Self.plateKinds {
          elements.insert(.supplementary(kind, ElementPath(path)))
        }
      }
    }
    return elements
  }
}
