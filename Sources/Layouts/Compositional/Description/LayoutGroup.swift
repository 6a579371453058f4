public import Geometry

/// An arrangement of items and groups, which repeats until the section has no more items.
///
///     let photo = LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(0.5)))
///     let column = LayoutGroup.vertical(
///       LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1)),
///       subitems: [.item(photo)])
///     let row = LayoutGroup.horizontal(
///       LayoutSize(width: .fractionalWidth(1), height: .absolute(200)), subitems: [.group(column)])
public struct LayoutGroup: Hashable, Sendable {
  /// The arrangement of the members.
  package enum Arrangement: Hashable, Sendable {
    /// The members over and over, as many as fit along the axis.
    case fitting(Axis, [LayoutSubitem])
    /// A number of equal members along the axis.
    ///
    /// Indirect, so that a copy of a group is as small as one of an item.
    indirect case repeating(Axis, LayoutSubitem, count: Int)
    /// Frames from a closure.
    case custom(CustomGroupProvider)
  }

  /// The size, whose fractions are of the container's content.
  public var layoutSize: LayoutSize
  /// The margins within the size, in points; ignored along an axis that is estimated (CL-4).
  public var contentInsets = EdgeInsets.zero
  /// The distances around the size.
  public var edgeSpacing = LayoutEdgeSpacing()
  /// The distance between members along the axis. The default is none.
  public var interItemSpacing = LayoutSpacing.fixed(0)
  /// The elements attached to the group, at the path of its first item: a frame around it, say
  /// (CL-25).
  public var supplementaryItems: [LayoutSupplementaryItem] = []
  /// The arrangement of the members.
  package let arrangement: Arrangement

  private init(_ layoutSize: LayoutSize, _ arrangement: Arrangement) {
    self.layoutSize = layoutSize
    self.arrangement = arrangement
  }

  /// Creates a group that repeats `subitems` from left to right, as many as fit (CL-6).
  public static func horizontal(
    _ layoutSize: LayoutSize, subitems: [LayoutSubitem]
  ) -> LayoutGroup {
    LayoutGroup(layoutSize, .fitting(.horizontal, subitems))
  }

  /// Creates a group of `count` equally wide members from left to right (CL-7).
  public static func horizontal(
    _ layoutSize: LayoutSize, repeating subitem: LayoutSubitem, count: Int
  ) -> LayoutGroup {
    LayoutGroup(layoutSize, .repeating(.horizontal, subitem, count: count))
  }

  /// Creates a group that repeats `subitems` from top to bottom, as many as fit (CL-6).
  public static func vertical(
    _ layoutSize: LayoutSize, subitems: [LayoutSubitem]
  ) -> LayoutGroup {
    LayoutGroup(layoutSize, .fitting(.vertical, subitems))
  }

  /// Creates a group of `count` equally high members from top to bottom (CL-7).
  public static func vertical(
    _ layoutSize: LayoutSize, repeating subitem: LayoutSubitem, count: Int
  ) -> LayoutGroup {
    LayoutGroup(layoutSize, .repeating(.vertical, subitem, count: count))
  }

  /// Creates a group of frames that `itemProvider` gives, relative to the group's origin.
  ///
  /// The layout calls the closure once for each size of the group, and expects equal answers for
  /// equal sizes. Two groups with the same closure are equal only if one is a copy of the other.
  public static func custom(
    _ layoutSize: LayoutSize,
    itemProvider: @escaping @Sendable (LayoutEnvironment) -> [CustomGroupItem]
  ) -> LayoutGroup {
    LayoutGroup(layoutSize, .custom(CustomGroupProvider(itemProvider)))
  }
}

/// One frame of a custom group.
@frozen
public struct CustomGroupItem: Hashable, Sendable {
  /// The frame, relative to the group's origin, in points.
  public var frame: Rect
  /// The place in the stack.
  public var zIndex: Int

  /// Creates a frame.
  public init(frame: Rect, zIndex: Int = 0) {
    self.frame = frame
    self.zIndex = zIndex
  }
}

/// The closure of a custom group, which is equal to itself alone.
package final class CustomGroupProvider: Sendable, Hashable {
  package let items: @Sendable (LayoutEnvironment) -> [CustomGroupItem]

  init(_ items: @escaping @Sendable (LayoutEnvironment) -> [CustomGroupItem]) {
    self.items = items
  }

  package static func == (left: CustomGroupProvider, right: CustomGroupProvider) -> Bool {
    left === right
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
