import Geometry

/// The axes along which an element sizes itself.
struct OpenAxes: Hashable {
  static let none = OpenAxes(horizontal: false, vertical: false)

  private let horizontal: Bool
  private let vertical: Bool

  private init(horizontal: Bool, vertical: Bool) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Creates the axes along which `size` is estimated, without `given`, along which a group gives a
  /// length.
  init(_ size: LayoutSize, given: Axis? = nil) {
    horizontal = size.width.isEstimated && given != .horizontal
    vertical = size.height.isEstimated && given != .vertical
  }

  /// A Boolean value that indicates whether the element does not size itself.
  var isEmpty: Bool { !horizontal && !vertical }

  /// Returns a Boolean value that indicates whether the element sizes itself along `axis`.
  func contains(_ axis: Axis) -> Bool { axis == .horizontal ? horizontal : vertical }

  /// Returns a Boolean value that indicates whether the condition holds for one of the axes.
  func contains(where condition: (Axis) -> Bool) -> Bool {
    horizontal && condition(.horizontal) || vertical && condition(.vertical)
  }
}

/// An item of a group, solved: its frame relative to the group that was solved.
struct SolvedItem {
  var frame: Rect
  /// The size with estimates in place of preferred extents; badges refer to it (CL-11).
  var describedSize: Size
  var openAxes = OpenAxes.none
  var zIndex = 0
  /// The elements attached to the item.
  var supplementaryItems: [LayoutSupplementaryItem] = []
  /// The members that lead to the item from the group, if places are noted.
  var place: [CompositionError.Step] = []
}

/// A group with supplementary items, solved: its frame relative to the group that was solved.
struct SolvedBox {
  /// The number of its first item in the group that was solved.
  var firstItem: Int
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
