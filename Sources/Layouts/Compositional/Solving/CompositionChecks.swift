import Geometry

/// Checks of a description that need no container: each error names its place.
struct CompositionChecks {
  /// The deepest nesting of groups.
  static let maximumDepth = 32
  /// The most groups, items and supplementary items of both in the description of a section.
  static let maximumNodeCount = 1 << 16

  /// The parts that a description has, so that nothing looks for parts that it has not.
  struct Contents {
    fileprivate var room = maximumNodeCount
    /// A Boolean value that indicates whether a size has an estimate.
    fileprivate(set) var hasEstimates = false
    /// A Boolean value that indicates whether an item or a group has supplementary items.
    fileprivate(set) var hasSupplementaryItems = false
    /// A Boolean value that indicates whether a group is custom.
    fileprivate(set) var hasCustomGroups = false
  }

  /// Returns the parts of a section's description; throws if it is too large to be walked through.
  ///
  /// Groups that contain one group twice are small in memory, but double the work with each level:
  /// hashing or comparing them is safe only after this check.
  ///
  /// - Complexity: O(min(n, `maximumNodeCount`)) for n nodes.
  static func contents(of section: LayoutSection) throws(CompositionError) -> Contents {
    var contents = Contents()
    switch count(section.group, depth: 1, &contents) {
    case .complete: break
    case .tooMany:
      throw CompositionError(path: [.group], problem: .tooManyMembers(most: maximumNodeCount))
    case .tooDeep: try check(section.group, depth: 1, at: .group)
    }
    return contents
  }

  /// The way in which a walk through a description ends.
  private enum Walk { case complete, tooMany, tooDeep }

  /// Counts the nodes of `group`.
  private static func count(
    _ group: LayoutGroup, depth: Int, _ contents: inout Contents
  ) -> Walk {
    guard depth <= maximumDepth else { return .tooDeep }
    let walk = count(group.layoutSize, group.supplementaryItems, &contents)
    guard walk == .complete else { return walk }
    switch group.arrangement {
    case .custom:
      contents.hasCustomGroups = true
      return .complete
    case .repeating(_, let subitem, _): return count(subitem, depth: depth, &contents)
    case .fitting(_, let subitems):
      for subitem in subitems {
        let walk = count(subitem, depth: depth, &contents)
        guard walk == .complete else { return walk }
      }
      return .complete
    }
  }

  private static func count(
    _ subitem: LayoutSubitem, depth: Int, _ contents: inout Contents
  ) -> Walk {
    switch subitem {
    case .group(let group): count(group, depth: depth + 1, &contents)
    case .item(let item): count(item.layoutSize, item.supplementaryItems, &contents)
    }
  }

  /// Counts one node with its supplementary items.
  private static func count(
    _ size: LayoutSize, _ supplementaryItems: [LayoutSupplementaryItem], _ contents: inout Contents
  ) -> Walk {
    if size.width.isEstimated || size.height.isEstimated { contents.hasEstimates = true }
    if !supplementaryItems.isEmpty { contents.hasSupplementaryItems = true }
    contents.room -= 1 + supplementaryItems.count
    return contents.room >= 0 ? .complete : .tooMany
  }

  /// Throws the first error in the description of a section, which has `contents`.
  static func check(
    _ section: LayoutSection, with contents: Contents
  ) throws(CompositionError) {
    try check(section.group, depth: 1, at: .group)
    try check(insets: section.contentInsets)
    try check(spacing: section.interGroupSpacing, "interGroupSpacing")
    if section.orthogonalScrollingBehavior != .none, case .custom = section.group.arrangement {
      throw CompositionError(path: [.group], problem: .orthogonalCustomGroup)
    }
    var kinds: Set<ElementKind> = []
    for (number, item) in section.boundarySupplementaryItems.enumerated() {
      try check(item, &kinds, at: .boundaryItem(number))
    }
    if contents.hasSupplementaryItems {
      try checkBadges(of: section.group, besides: kinds, at: .group)
    }
    var decorationKinds: Set<ElementKind> = []
    for (number, item) in section.decorationItems.enumerated() {
      do throws(CompositionError) {
        try check(insets: item.contentInsets)
        guard decorationKinds.insert(item.elementKind).inserted else {
          throw CompositionError(path: [], problem: .repeatedKind(item.elementKind))
        }
      } catch {
        throw error.within(.decorationItem(number))
      }
    }
  }

  /// Throws the first error in a configuration.
  static func check(
    _ configuration: CompositionalLayoutConfiguration
  ) throws(CompositionError) {
    do throws(CompositionError) {
      try check(spacing: configuration.interSectionSpacing, "interSectionSpacing")
      var kinds: Set<ElementKind> = []
      for (number, item) in configuration.boundarySupplementaryItems.enumerated() {
        try check(item, &kinds, at: .boundaryItem(number))
      }
    } catch {
      throw error.within(.configuration)
    }
  }

  private static func check(
    _ item: LayoutBoundarySupplementaryItem, _ kinds: inout Set<ElementKind>,
    at step: CompositionError.Step
  ) throws(CompositionError) {
    do throws(CompositionError) {
      try check(item.layoutSize)
      guard item.absoluteOffset.isFinite else {
        throw CompositionError(path: [], problem: .offset(item.absoluteOffset))
      }
      guard kinds.insert(item.elementKind).inserted else {
        throw CompositionError(path: [], problem: .repeatedKind(item.elementKind))
      }
    } catch {
      throw error.within(step)
    }
  }

  private static func check(
    _ group: LayoutGroup, depth: Int, at step: CompositionError.Step
  ) throws(CompositionError) {
    do throws(CompositionError) {
      guard depth <= maximumDepth else {
        throw CompositionError(path: [], problem: .depth(most: maximumDepth))
      }
      try check(group.layoutSize)
      try check(insets: group.contentInsets)
      try check(group.edgeSpacing)
      try check(spacing: group.interItemSpacing.points, "interItemSpacing")
      for (number, badge) in group.supplementaryItems.enumerated() {
        try check(badge, at: .supplementaryItem(number))
      }
      switch group.arrangement {
      case .custom: break
      case .fitting(_, let subitems):
        guard !subitems.isEmpty else { throw CompositionError(path: [], problem: .noSubitems) }
        for (number, subitem) in subitems.enumerated() {
          try check(subitem, depth: depth, number)
        }
      case .repeating(_, let subitem, let count):
        guard 1...GroupSolver.maximumItemCount ~= count else {
          throw CompositionError(
            path: [], problem: .count(count, most: GroupSolver.maximumItemCount))
        }
        try check(subitem, depth: depth, 0)
      }
    } catch {
      throw error.within(step)
    }
  }

  private static func check(
    _ subitem: LayoutSubitem, depth: Int, _ number: Int
  ) throws(CompositionError) {
    switch subitem {
    case .group(let group): try check(group, depth: depth + 1, at: .subitem(number))
    case .item(let item):
      do throws(CompositionError) {
        try check(item.layoutSize)
        try check(insets: item.contentInsets)
        try check(item.edgeSpacing)
        for (number, badge) in item.supplementaryItems.enumerated() {
          try check(badge, at: .supplementaryItem(number))
        }
      } catch {
        throw error.within(.subitem(number))
      }
    }
  }

  private static func check(
    _ badge: LayoutSupplementaryItem, at step: CompositionError.Step
  ) throws(CompositionError) {
    do throws(CompositionError) {
      try check(badge.layoutSize)
      for anchor in [badge.containerAnchor, badge.itemAnchor] {
        switch anchor?.offset {
        case .absolute(let offset), .fractional(let offset):
          guard offset.isFinite else { throw CompositionError(path: [], problem: .offset(offset)) }
        case nil: break
        }
      }
    } catch {
      throw error.within(step)
    }
  }

  /// Throws if an item or a group has two supplementary items of a kind, or one of a boundary item's
  /// or of a group around it.
  private static func checkBadges(
    of group: LayoutGroup, besides kinds: Set<ElementKind>, at step: CompositionError.Step
  ) throws(CompositionError) {
    let subitems: [LayoutSubitem]
    switch group.arrangement {
    case .custom: subitems = []
    case .fitting(_, let members): subitems = members
    case .repeating(_, let member, _): subitems = [member]
    }
    do throws(CompositionError) {
      let kinds = try Self.kinds(kinds, with: group.supplementaryItems)
      for (number, subitem) in subitems.enumerated() {
        switch subitem {
        case .group(let group): try checkBadges(of: group, besides: kinds, at: .subitem(number))
        case .item(let item) where item.supplementaryItems.isEmpty: break
        case .item(let item):
          do throws(CompositionError) {
            _ = try Self.kinds(kinds, with: item.supplementaryItems)
          } catch {
            throw error.within(.subitem(number))
          }
        }
      }
    } catch {
      throw error.within(step)
    }
  }

  /// Returns `kinds` and those of `badges`; throws at the first that is among them already.
  private static func kinds(
    _ kinds: Set<ElementKind>, with badges: [LayoutSupplementaryItem]
  ) throws(CompositionError) -> Set<ElementKind> {
    var kinds = kinds
    for (place, badge) in badges.enumerated() {
      guard kinds.insert(badge.elementKind).inserted else {
        throw CompositionError(
          path: [.supplementaryItem(place)], problem: .repeatedKind(badge.elementKind))
      }
    }
    return kinds
  }
}

// MARK: Values

extension CompositionChecks {
  private static func check(_ size: LayoutSize) throws(CompositionError) {
    try check(size.width, along: .horizontal)
    try check(size.height, along: .vertical)
  }

  private static func check(
    _ dimension: LayoutDimension, along axis: Axis
  ) throws(CompositionError) {
    let value = dimension.value
    guard value > 0, value < .infinity else {
      throw CompositionError(path: [], problem: .dimension(axis, value))
    }
    guard !dimension.isFractional || value <= 1 else {
      throw CompositionError(path: [], problem: .fraction(axis, value))
    }
  }

  private static func check(insets: EdgeInsets) throws(CompositionError) {
    guard insets.isFinite, insets.top >= 0, insets.left >= 0, insets.bottom >= 0, insets.right >= 0
    else { throw CompositionError(path: [], problem: .insets(insets)) }
  }

  private static func check(_ edges: LayoutEdgeSpacing) throws(CompositionError) {
    try check(edges.leading)
    try check(edges.top)
    try check(edges.trailing)
    try check(edges.bottom)
  }

  private static func check(_ edge: LayoutSpacing?) throws(CompositionError) {
    if let edge { try check(spacing: edge.points, "edgeSpacing") }
  }

  private static func check(spacing: Double, _ property: String) throws(CompositionError) {
    guard spacing >= 0, spacing < .infinity else {
      throw CompositionError(path: [], problem: .spacing(property: property, spacing))
    }
  }
}
