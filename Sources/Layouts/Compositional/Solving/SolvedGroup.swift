import Geometry

/// An item of a group, solved: its frame relative to the group that was solved.
struct SolvedItem {
  var frame: Rect
  /// The size with estimates in place of preferred extents; badges refer to it (CL-11).
  var describedSize: Size
  /// The axes along which the item sizes itself.
  var sizedAxes: [Axis] = []
  var zIndex = 0
  /// The elements attached to the item.
  var supplementaryItems: [LayoutSupplementaryItem] = []
  /// The members that lead to the item from the group, if places are noted.
  var place: [CompositionError.Step] = []
}

/// A group with supplementary items, solved: its frame relative to the group that was solved.
struct SolvedBox {
  /// The number of its first item in the group that was solved.
  var firstItem = 0
  var frame: Rect
  /// The elements attached to the group.
  var supplementaryItems: [LayoutSupplementaryItem]
  /// The members that lead to it from the group, if places are noted.
  var place: [CompositionError.Step] = []
}

/// A group in a container, solved: the frames of all its items, in order.
struct SolvedGroup {
  /// The size of the group with its margins, in points.
  var size: Size
  var items: [SolvedItem]
  /// The groups that have supplementary items: those within a group, then the group.
  var boxes: [SolvedBox] = []
}
