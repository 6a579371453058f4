public import Geometry

/// The description of a section: a group that repeats, and the elements around it.
///
///     var section = LayoutSection(group: row)
///     section.interGroupSpacing = 8
///     section.contentInsets = EdgeInsets(all: 16)
///     section.boundarySupplementaryItems = [
///       LayoutBoundarySupplementaryItem(
///         LayoutSize(width: .fractionalWidth(1), height: .absolute(44)),
///         elementKind: .sectionHeader, alignment: .top)
///     ]
public struct LayoutSection: Hashable {
  /// The group, which repeats along the scroll direction, or across it if the section scrolls by
  /// itself.
  public var group: LayoutGroup
  /// The margins around the groups, in points.
  public var contentInsets = EdgeInsets.zero
  /// The distance between groups, in points.
  public var interGroupSpacing = 0.0
  /// The headers, footers and other elements at the section's edges.
  public var boundarySupplementaryItems: [LayoutBoundarySupplementaryItem] = []
  /// A Boolean value that indicates whether boundary items keep the margins across the scroll
  /// direction. The default is true (CL-12).
  public var supplementariesFollowContentInsets = true
  /// The decorations behind the section.
  public var decorationItems: [LayoutDecorationItem] = []
  /// The way in which the section scrolls across the layout's scroll direction. The default is none.
  public var orthogonalScrollingBehavior = OrthogonalScrollingBehavior.none
  private var visibleItemsBox: VisibleItemsBox?

  /// Creates a section of `group`.
  public init(group: LayoutGroup) { self.group = group }

  /// A closure that changes how the section's visible elements look; nil, the default, for none.
  ///
  /// The layout calls it at each preparation and each time the bounds move, with the visible
  /// elements of the section, the content offset and the environment. In a section that scrolls by
  /// itself, the elements and the offset are those of its own content across the scroll direction:
  /// a centre less the offset is where the element is seen.
  ///
  /// It may change centres, transforms, alphas, places in the stack, and hide elements. Sizes stay as
  /// they are, whatever it says, and so does the set of elements (CL-19). Two sections with the same
  /// closure are equal only if one is a copy of the other.
  ///
  ///     section.visibleItemsInvalidationHandler = { items, offset, environment in
  ///       for place in items.indices {
  ///         let middle = items[place].center.x - offset.x
  ///         items[place].alpha = 1 - abs(middle / environment.contentSize.width - 0.5)
  ///       }
  ///     }
  public var visibleItemsInvalidationHandler: VisibleItemsHandler? {
    get { visibleItemsBox?.handler }
    set { visibleItemsBox = newValue.map { VisibleItemsBox($0) } }
  }
}

/// A closure that changes the attributes of visible elements, at a content offset.
public typealias VisibleItemsHandler = (
  _ items: inout [LayoutAttributes], _ contentOffset: Point, _ environment: LayoutEnvironment
) -> Void

/// The handler of a section, which is equal to itself alone.
private final class VisibleItemsBox: Hashable {
  let handler: VisibleItemsHandler

  init(_ handler: @escaping VisibleItemsHandler) { self.handler = handler }

  static func == (left: VisibleItemsBox, right: VisibleItemsBox) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The room that a section or a custom group has.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The size of the container before its insets, in points.
  public var contentSize: Size
  /// The margins within the container, in points.
  public var contentInsets: EdgeInsets

  /// Creates an environment.
  public init(contentSize: Size, contentInsets: EdgeInsets = .zero) {
    self.contentSize = contentSize
    self.contentInsets = contentInsets
  }

  /// The size of the container less its insets, never negative, in points.
  public var effectiveContentSize: Size { contentSize.inset(by: contentInsets) }
}

extension Size {
  /// Returns the size less `insets`, never negative.
  func inset(by insets: EdgeInsets) -> Size {
    Size(
      width: max(width - insets.total(.horizontal), 0),
      height: max(height - insets.total(.vertical), 0))
  }
}

/// The settings of a compositional layout that no section has.
public struct CompositionalLayoutConfiguration: Hashable, Sendable {
  /// The direction along which sections follow each other. The default is vertical.
  public var scrollDirection = Axis.vertical
  /// The distance between sections, in points.
  public var interSectionSpacing = 0.0
  /// The elements at the edges of all content, at the path `[0]`.
  public var boundarySupplementaryItems: [LayoutBoundarySupplementaryItem] = []

  /// Creates the default settings.
  public init() {}
}
