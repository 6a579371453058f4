import Geometry

/// The way in which the items of a section size themselves.
enum SelfSizing: Hashable {
  /// No item does.
  case none
  /// Each item along the scroll direction; a group is as long as its longest item (CL-9).
  case lines
  /// Each item along its line, which takes as many items as fit (CL-10).
  case wrapping
  /// Each item along its estimated axes; the extent of a group follows from all its items (CL-24).
  case measured

  /// Returns the way of a group in a layout that scrolls along `axis`.
  ///
  /// - Throws: `CompositionError` if some items size themselves in any other way.
  init(_ section: borrowing LayoutSection, along axis: Axis) throws(CompositionError) {
    let group = section.group
    let lengths = Self.lengths(of: group, along: axis)
    let crosswise = Self.lengths(of: group, along: axis.crossing).hasEstimate
    guard crosswise || lengths.hasEstimate else {
      self = .none
      return
    }
    if section.orthogonalScrollingBehavior == .none {
      if Self.isWrapping(group, along: axis) {
        self = .wrapping
        return
      }
      if !crosswise, lengths.areOneEstimate, Self.isLine(group, along: axis) {
        self = .lines
        return
      }
    }
    guard !Self.hasOpenCount(.group(group), given: nil) else {
      throw CompositionError(path: [.group], problem: .estimates)
    }
    self = .measured
  }

  /// Returns the members, and the axis along which the group gives them their length.
  private static func members(
    of group: LayoutGroup, given: Axis?
  ) -> (subitems: [LayoutSubitem], given: Axis?) {
    switch group.arrangement {
    case .custom: ([], nil)
    case .fitting(_, let subitems): (subitems, nil)
    case .repeating(let axis, let subitem, _):
      ([subitem], givenAxis(of: group, along: axis, given: given))
    }
  }

  /// The lengths of items along an axis.
  private struct Lengths {
    /// The first estimate.
    private var estimate: Double?
    /// A Boolean value that indicates whether some items have no estimate, or another one.
    private var areSeveral = false

    /// A Boolean value that indicates whether an item has an estimate.
    var hasEstimate: Bool { estimate != nil }
    /// A Boolean value that indicates whether all items have one estimate.
    var areOneEstimate: Bool { estimate != nil && !areSeveral }

    /// Adds the length of an item; nil stands for one that is not estimated.
    mutating func add(_ length: Double?) {
      guard let length else {
        areSeveral = true
        return
      }
      if let estimate, estimate != length { areSeveral = true }
      if estimate == nil { estimate = length }
    }
  }

  /// Returns the lengths of all items of a section's group along `axis`.
  private static func lengths(of group: LayoutGroup, along axis: Axis) -> Lengths {
    var lengths = Lengths()
    addLengths(of: group, given: nil, along: axis, to: &lengths)
    return lengths
  }

  private static func addLengths(
    of group: LayoutGroup, given: Axis?, along axis: Axis, to lengths: inout Lengths
  ) {
    switch group.arrangement {
    case .custom: lengths.add(nil)
    case .fitting(_, let subitems):
      for subitem in subitems { addLengths(of: subitem, given: nil, along: axis, to: &lengths) }
    case .repeating(let own, let subitem, _):
      let given = givenAxis(of: group, along: own, given: given)
      addLengths(of: subitem, given: given, along: axis, to: &lengths)
    }
  }

  private static func addLengths(
    of subitem: LayoutSubitem, given: Axis?, along axis: Axis, to lengths: inout Lengths
  ) {
    switch subitem {
    case .item(let item):
      let dimension = item.layoutSize[axis]
      lengths.add(dimension.isEstimated && given != axis ? dimension.value : nil)
    case .group(let group): addLengths(of: group, given: given, along: axis, to: &lengths)
    }
  }

  /// Returns the axis along which a group that repeats a member along `axis` gives it its length.
  private static func givenAxis(
    of group: LayoutGroup, along axis: Axis, given: Axis?
  ) -> Axis? {
    group.layoutSize[axis].isEstimated && given != axis ? nil : axis
  }

  /// Returns a Boolean value that indicates whether the number of members of a group depends on the
  /// sizes of its items.
  private static func hasOpenCount(_ subitem: LayoutSubitem, given: Axis?) -> Bool {
    guard case .group(let group) = subitem else { return false }
    let (subitems, own) = members(of: group, given: given)
    if case .fitting(let axis, _) = group.arrangement {
      let takesAll = group.layoutSize[axis].isEstimated && given != axis
      if !takesAll, subitems.contains(where: { Self.isOpen(along: axis, $0, given: own) }) {
        return true
      }
    }
    return subitems.contains { hasOpenCount($0, given: own) }
  }

  /// Returns a Boolean value that indicates whether the length of `subitem` along `axis` depends on
  /// the sizes of items.
  private static func isOpen(along axis: Axis, _ subitem: LayoutSubitem, given: Axis?) -> Bool {
    guard subitem.layoutSize[axis].isEstimated, given != axis else { return false }
    guard case .group(let group) = subitem else { return true }
    let (subitems, own) = members(of: group, given: given)
    return subitems.contains { isOpen(along: axis, $0, given: own) }
  }

  /// Returns a Boolean value that indicates whether the group is a line of one item that repeats and
  /// sizes itself along the line.
  private static func isWrapping(_ group: LayoutGroup, along axis: Axis) -> Bool {
    guard case .fitting(axis.crossing, let subitems) = group.arrangement, subitems.count == 1,
      case .item(let item) = subitems[0]
    else { return false }
    return item.layoutSize[axis.crossing].isEstimated
      && !group.layoutSize[axis.crossing].isEstimated && !group.interItemSpacing.isFlexible
      && item.edgeSpacing == LayoutEdgeSpacing()
      && (!item.layoutSize[axis].isEstimated || group.layoutSize[axis].isEstimated)
  }

  /// Returns a Boolean value that indicates whether every item's length along `axis` alone can make
  /// the group longer, and no group needs to be known for its supplementary items.
  private static func isLine(_ group: LayoutGroup, along axis: Axis) -> Bool {
    guard group.layoutSize[axis].isEstimated, group.supplementaryItems.isEmpty else { return false }
    let subitems = members(of: group, given: nil).subitems
    switch group.arrangement {
    case .custom: return false
    case .fitting(let own, _): guard own != axis || subitems.count == 1 else { return false }
    case .repeating(let own, _, let count): guard own != axis || count == 1 else { return false }
    }
    return subitems.allSatisfy { subitem in
      guard subitem.edgeSpacing.before(axis) == nil, subitem.edgeSpacing.after(axis) == nil
      else { return false }
      switch subitem {
      case .item: return true
      case .group(let group): return isLine(group, along: axis)
      }
    }
  }
}
