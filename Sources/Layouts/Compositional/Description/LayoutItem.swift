public import Geometry

/// One item in the description of a group: the place of one cell.
///
///     let item = LayoutItem(
///       LayoutSize(width: .fractionalWidth(1.0 / 3), height: .fractionalHeight(1)))
public struct LayoutItem: Hashable, Sendable {
  /// The size, whose fractions are of the group's content.
  public var layoutSize: LayoutSize
  /// The margins within the size, in points; ignored along an axis that is estimated (CL-4).
  public var contentInsets = EdgeInsets.zero
  /// The distances around the size.
  public var edgeSpacing = LayoutEdgeSpacing()
  /// The elements attached to the item: badges, say.
  public var supplementaryItems: [LayoutSupplementaryItem]

  /// Creates an item.
  public init(_ layoutSize: LayoutSize, supplementaryItems: [LayoutSupplementaryItem] = []) {
    self.layoutSize = layoutSize
    self.supplementaryItems = supplementaryItems
  }
}

/// A member of a group: an item or another group.
public enum LayoutSubitem: Hashable, Sendable {
  /// The place of one cell.
  case item(LayoutItem)
  /// The places of several cells.
  indirect case group(LayoutGroup)

  /// The size of the item or group.
  public var layoutSize: LayoutSize {
    switch self {
    case .item(let item): item.layoutSize
    case .group(let group): group.layoutSize
    }
  }

  /// The distances around the item or group.
  public var edgeSpacing: LayoutEdgeSpacing {
    switch self {
    case .item(let item): item.edgeSpacing
    case .group(let group): group.edgeSpacing
    }
  }
}

/// Edges of a rectangle.
@frozen
public struct RectEdges: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The top edge.
  public static let top = RectEdges(rawValue: 1)
  /// The left edge.
  public static let leading = RectEdges(rawValue: 2)
  /// The bottom edge.
  public static let bottom = RectEdges(rawValue: 4)
  /// The right edge.
  public static let trailing = RectEdges(rawValue: 8)

  /// The point that the edges name, as fractions of a rectangle: the middle where none or both name
  /// an end.
  var unitPoint: Point {
    func unit(_ start: RectEdges, _ end: RectEdges) -> Double {
      contains(start) == contains(end) ? 0.5 : (contains(end) ? 1 : 0)
    }
    return Point(x: unit(.leading, .trailing), y: unit(.top, .bottom))
  }
}

/// The point of an element at which a supplementary item is attached, with a distance from it.
public struct SupplementaryAnchor: Hashable, Sendable {
  /// A distance from the point that the edges name.
  public enum Offset: Hashable, Sendable {
    /// In points.
    case absolute(Point)
    /// In widths and heights of the supplementary item.
    case fractional(Point)
  }

  /// The edges that name the point: a corner, the middle of an edge, or the centre.
  public var edges: RectEdges
  /// The distance from that point.
  public var offset: Offset

  /// Creates an anchor.
  public init(edges: RectEdges, offset: Offset = .absolute(.zero)) {
    self.edges = edges
    self.offset = offset
  }

  /// Returns the distance in points for a supplementary item of `size`.
  func distance(for size: Size) -> Point {
    switch offset {
    case .absolute(let point): point
    case .fractional(let point): Point(x: point.x * size.width, y: point.y * size.height)
    }
  }
}

/// An element that is attached to an item, at the item's path, or to a group, at the path of its first
/// item: a badge, say.
public struct LayoutSupplementaryItem: Hashable, Sendable {
  /// The size, whose fractions are of the item's or the group's (CL-11, CL-25).
  public var layoutSize: LayoutSize
  /// The kind, which no boundary item of the section, no group around it and no other supplementary
  /// item of its item or group has.
  public var elementKind: ElementKind
  /// The point of the item or group.
  public var containerAnchor: SupplementaryAnchor
  /// The point of the supplementary item that is put there; nil for that of the same edges.
  public var itemAnchor: SupplementaryAnchor?
  /// The place in the stack. The default is 1, in front of cells.
  public var zIndex = 1

  /// Creates a supplementary item.
  public init(
    _ layoutSize: LayoutSize, elementKind: ElementKind, containerAnchor: SupplementaryAnchor,
    itemAnchor: SupplementaryAnchor? = nil
  ) {
    self.layoutSize = layoutSize
    self.elementKind = elementKind
    self.containerAnchor = containerAnchor
    self.itemAnchor = itemAnchor
  }
}

/// The place of a boundary item at the edges of its section or of all content.
public enum RectAlignment: String, Hashable, Sendable, CaseIterable {
  /// In the middle.
  case none
  /// In the middle of the top edge.
  case top
  /// In the top left corner.
  case topLeading
  /// In the middle of the left edge.
  case leading
  /// In the bottom left corner.
  case bottomLeading
  /// In the middle of the bottom edge.
  case bottom
  /// In the bottom right corner.
  case bottomTrailing
  /// In the middle of the right edge.
  case trailing
  /// In the top right corner.
  case topTrailing

  /// The same place as edges.
  var edges: RectEdges {
    switch self {
    case .none: []
    case .top: .top
    case .topLeading: [.top, .leading]
    case .leading: .leading
    case .bottomLeading: [.bottom, .leading]
    case .bottom: .bottom
    case .bottomTrailing: [.bottom, .trailing]
    case .trailing: .trailing
    case .topTrailing: [.top, .trailing]
    }
  }
}

/// An element at the edge of a section or of all content: a header or a footer.
public struct LayoutBoundarySupplementaryItem: Hashable, Sendable {
  /// The size, whose fractions are of the container's (CL-12).
  public var layoutSize: LayoutSize
  /// The kind, which no other supplementary element of the section has.
  public var elementKind: ElementKind
  /// The edge or corner.
  public var alignment: RectAlignment
  /// The distance from there, in points.
  public var absoluteOffset: Point
  /// A Boolean value that indicates whether the section is longer by the item's extent, if the item
  /// lies at an end of the scroll direction. The default is true.
  public var extendsBoundary = true
  /// A Boolean value that indicates whether the item stays visible while its section is. The default
  /// is false.
  public var pinToVisibleBounds = false
  /// The place in the stack. The default is 1, in front of cells.
  public var zIndex = 1

  /// Creates a boundary item.
  public init(
    _ layoutSize: LayoutSize, elementKind: ElementKind, alignment: RectAlignment,
    absoluteOffset: Point = .zero
  ) {
    self.layoutSize = layoutSize
    self.elementKind = elementKind
    self.alignment = alignment
    self.absoluteOffset = absoluteOffset
  }
}

/// A decoration that fills the background of a section.
public struct LayoutDecorationItem: Hashable, Sendable {
  /// The kind, for which the layout has a registration.
  public var elementKind: ElementKind
  /// The margins between the section's edges and the decoration, in points.
  public var contentInsets = EdgeInsets.zero
  /// The place in the stack. The default is 0; cells of a section with a decoration have 1 (CL-14).
  public var zIndex = 0
  /// The custom attributes of the decoration, as a section's background; nil for none.
  public var custom: (any CustomLayoutAttributes)?

  /// Creates the background of a section.
  public static func background(elementKind: ElementKind) -> LayoutDecorationItem {
    LayoutDecorationItem(elementKind: elementKind)
  }

  private init(elementKind: ElementKind) { self.elementKind = elementKind }

  /// Returns whether both describe the same decoration, with equal custom attributes.
  public static func == (left: LayoutDecorationItem, right: LayoutDecorationItem) -> Bool {
    left.elementKind == right.elementKind && left.contentInsets == right.contentInsets
      && left.zIndex == right.zIndex && left.custom.isEqual(to: right.custom)
  }

  /// Hashes all that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elementKind)
    hasher.combine(contentInsets)
    hasher.combine(zIndex)
    if let custom { hasher.combine(AnyHashable(custom)) }
  }
}
