import Geometry

/// The boundary items of a section or of all content, solved for one container.
final class BoundaryTemplate: Sendable {
  /// The place of a boundary item along the scroll direction.
  enum Place: Hashable {
    /// This many points behind the beginning.
    case start(Double)
    /// This many points behind the beginning of the footers, or before it.
    case end(Double)
    /// In the middle.
    case middle
  }

  /// One boundary item.
  struct Item {
    /// The number in the description.
    let number: Int
    let kind: ElementKind
    let zIndex: Int
    let place: Place
    let extent: Double
    let crossStart: Double
    let crossExtent: Double
    /// The distance from its place along the scroll direction.
    let shift: Double
    let isPinned: Bool
    let openAxes: OpenAxes
    /// A Boolean value that indicates whether it makes its end of the section longer.
    let isOutside: Bool
    /// The extent of the items that are pinned between it and the visible edge.
    fileprivate(set) var pinnedBefore = 0.0
    /// The extent of the items of its end that are pinned on its other side.
    fileprivate(set) var pinnedInside = 0.0

    /// A Boolean value that indicates whether it is at the end of the section.
    var isAtEnd: Bool { if case .end = place { true } else { false } }
  }

  private let descriptions: [LayoutBoundarySupplementaryItem]
  private let container: Size
  private let axis: Axis
  private let insets: EdgeInsets
  private let steps: Int
  /// The sizes that items prefer, by kind.
  let sizes: [ElementKind: Size]
  /// The items that have an extent along the scroll direction.
  let items: [Item]
  /// The extent that the items add at the beginning.
  let headerExtent: Double
  /// The extent that the items add at the end.
  let footerExtent: Double
  /// The extent of all items that are pinned to the beginning, and to the end.
  let pinnedExtents: (start: Double, end: Double)
  /// The distance by which an item may lie outside of the section.
  let reach: Double

  /// The largest extent of an item along either axis.
  var longestExtent: Double { items.lazy.map { max($0.extent, $0.crossExtent) }.max() ?? 0 }

  /// The template of no items, in any container.
  private static let empty = BoundaryTemplate(
    [], in: .zero, along: .vertical, insets: .zero, raisedBy: 0)

  /// A Boolean value that indicates whether an item is pinned.
  var isPinned: Bool { items.contains { $0.isPinned } }

  /// Returns the template of `descriptions` in content of `container` points, less `insets` across
  /// the scroll direction `axis`. An allocation if there are any.
  static func of(
    _ descriptions: [LayoutBoundarySupplementaryItem], in container: Size, along axis: Axis,
    insets: EdgeInsets, raisedBy steps: Int
  ) -> BoundaryTemplate {
    guard !descriptions.isEmpty else { return empty }
    return BoundaryTemplate(
      descriptions, in: container, along: axis, insets: insets, raisedBy: steps)
  }

  /// Creates a template in which items that size themselves have the sizes of `sizes` in place of
  /// their estimates.
  private init(
    _ descriptions: [LayoutBoundarySupplementaryItem], in container: Size, along axis: Axis,
    insets: EdgeInsets, raisedBy steps: Int, sizes: [ElementKind: Size] = [:]
  ) {
    self.descriptions = descriptions
    self.container = container
    self.axis = axis
    self.insets = insets
    self.steps = steps
    self.sizes = sizes
    let crossing = axis.crossing
    var room = container
    room[crossing] = max(room[crossing] - insets.total(crossing), 0)
    let shown = descriptions.enumerated()
      .map { ($0, $1, $1.layoutSize.points(in: room, preferring: sizes[$1.elementKind])) }
      .filter { $2[axis] > 0 }
    var (items, headerExtent, footerExtent, reach) = ([Item](), 0.0, 0.0, 0.0)
    for (_, item, size) in shown where item.extendsBoundary {
      switch item.alignment.edges.unitPoint[axis] {
      case 0: headerExtent += size[axis]
      case 1: footerExtent += size[axis]
      default: break
      }
    }
    var (headers, footers) = (0.0, 0.0)
    for (number, item, size) in shown {
      let place: Place
      // Items that extend nothing lie at the ends of the groups' room.
      switch item.alignment.edges.unitPoint[axis] {
      case 0:
        place = .start(item.extendsBoundary ? headers : headerExtent)
        if item.extendsBoundary { headers += size[axis] }
      case 1:
        place = .end(item.extendsBoundary ? footers : -size[axis])
        if item.extendsBoundary { footers += size[axis] }
      default: place = .middle
      }
      let start =
        insets.leading(crossing)
        + (room[crossing] - size[crossing]) * item.alignment.edges.unitPoint[crossing]
      items.append(
        Item(
          number: number, kind: item.elementKind, zIndex: item.zIndex + steps, place: place,
          extent: size[axis], crossStart: start + item.absoluteOffset[crossing],
          crossExtent: size[crossing],
          shift: item.absoluteOffset[axis], isPinned: item.pinToVisibleBounds,
          openAxes: OpenAxes(item.layoutSize),
          isOutside: item.extendsBoundary && place != .middle))
      // Pinned items stay between the ends of their section.
      if place == .middle || !item.extendsBoundary || item.absoluteOffset[axis] != 0 {
        reach = max(reach, size[axis] + item.absoluteOffset[axis].magnitude)
      }
    }
    pinnedExtents = (
      Self.stackPinned(&items, atEnd: false), Self.stackPinned(&items, atEnd: true)
    )
    self.items = items
    (self.headerExtent, self.footerExtent, self.reach) = (headerExtent, footerExtent, reach)
  }

  /// Puts the pinned items of one end one behind the other, in the order in which they stand in the
  /// section: those that extend it are nearer to the visible edge than those that do not.
  ///
  /// - Returns: The extent of them all.
  private static func stackPinned(_ items: inout [Item], atEnd isAtEnd: Bool) -> Double {
    let pinned = items.indices.filter { items[$0].isPinned && items[$0].isAtEnd == isAtEnd }
    let fromEdge = isAtEnd ? pinned.reversed() : pinned
    let order =
      fromEdge.filter { items[$0].isOutside } + fromEdge.filter { !items[$0].isOutside }
    var (before, inside) = (0.0, 0.0)
    for place in order {
      items[place].pinnedBefore = before
      before += items[place].extent
    }
    for place in order.reversed() {
      items[place].pinnedInside = inside
      inside += items[place].extent
    }
    return before
  }
}

extension BoundaryTemplate {
  /// Returns the same items with the sizes that they prefer, by kind, in place of estimates.
  func resized(to sizes: [ElementKind: Size]) -> BoundaryTemplate {
    BoundaryTemplate(
      descriptions, in: container, along: axis, insets: insets, raisedBy: steps, sizes: sizes)
  }

  /// Returns a Boolean value that indicates whether the item of `kind`, which has `size`, sizes itself
  /// along an axis along which `preferred` differs.
  func lets(_ kind: ElementKind, of size: Size, prefer preferred: Size) -> Bool {
    items.first { $0.kind == kind }?.openAxes.contains { preferred[$0] != size[$0] } ?? false
  }

  /// Returns the number of the item of `kind` in the description.
  func number(of kind: ElementKind) -> Int? {
    descriptions.firstIndex { $0.elementKind == kind }
  }
}

extension LayoutSize {
  /// Returns the size in a container of `size` points; `preferred`, if there is one, in place of
  /// estimates.
  fileprivate func points(in size: Size, preferring preferred: Size?) -> Size {
    var points = points(in: size)
    guard let preferred else { return points }
    for axis in Axis.allCases where self[axis].isEstimated { points[axis] = preferred[axis] }
    return points
  }
}

/// The place of a section, or of all content, along the scroll direction, in points.
struct BoundarySpan {
  /// The beginning of the headers.
  var start: Double
  /// The end of the headers.
  var headerEnd: Double
  /// The beginning of the footers.
  var footerStart: Double
  /// The end of the footers.
  var end: Double
}

extension BoundaryTemplate.Item {
  /// Returns the position of the item along the scroll direction in `span`, the place of its section
  /// or of all content. Pinned items stick to `pinned`, if it is not nil (CL-13).
  func start(in span: BoundarySpan, pinned: PinnedRange?) -> Double {
    let natural: Double
    switch place {
    case .start(let distance): natural = span.start + distance + shift
    case .end(let distance): natural = span.footerStart + distance + shift
    case .middle: natural = span.start + (span.end - span.start - extent) / 2 + shift
    }
    guard isPinned, let pinned else { return natural }
    // The limit leaves room for the items inside, but moves none further than it alone would move.
    if isAtEnd {
      let limit = min(span.headerEnd + pinnedInside, max(natural, span.headerEnd))
      return max(min(pinned.end - pinnedBefore - extent, natural), limit)
    }
    let own = span.footerStart - extent
    let limit = max(own - pinnedInside, min(natural, own))
    return min(max(pinned.start + pinnedBefore, natural), limit)
  }

  /// Returns the attributes of the item for `element` at a position along the scroll direction.
  func attributes(
    _ element: LayoutElement, at start: Double, _ style: LineStyle
  ) -> LayoutAttributes {
    var attributes = LayoutAttributes(
      element,
      frame: style.frame(
        main: style.rounded(start), mainExtent: extent, cross: style.rounded(crossStart),
        crossExtent))
    attributes.zIndex = zIndex
    return attributes
  }
}
