import Changesets
package import Geometry
package import Layouts

/// The elements that a layout has in a rectangle, for a picture.
package struct LayoutSnapshot {
  /// The maximum number of elements in a picture; nobody can read a larger one.
  static let maximumElementCount = 20_000

  /// The name of the layout and its scroll direction.
  let layoutName: String
  let itemCounts: [Int]
  let contentSize: Size
  /// The visible rectangle.
  let bounds: Rect
  /// The rectangle of the query.
  let rect: Rect
  /// The elements that overlap it, from the back to the front.
  package let elements: [LayoutAttributes]

  package init(
    layoutName: String, itemCounts: [Int], contentSize: Size, bounds: Rect, rect: Rect,
    elements: [LayoutAttributes]
  ) {
    self.layoutName = layoutName
    self.itemCounts = itemCounts
    self.contentSize = contentSize
    self.bounds = bounds
    self.rect = rect
    self.elements = elements
  }

  /// Returns `attributes` from the back to the front: by `zIndex`, then by path. Decorations of a
  /// path precede cells, and cells precede supplementary elements.
  package static func sorted(_ attributes: [LayoutAttributes]) -> [LayoutAttributes] {
    attributes.enumerated().sorted { left, right in
      (left.element.zIndex, Place(left.element), left.offset)
        < (right.element.zIndex, Place(right.element), right.offset)
    }.map(\.element)
  }

  /// The order of elements of one `zIndex`.
  private struct Place: Comparable {
    let path: ElementPath
    let rank: Int

    init(_ attributes: LayoutAttributes) {
      path = attributes.path
      switch attributes.category {
      case .decoration: rank = 0
      case .cell: rank = 1
      case .supplementary: rank = 2
      }
    }

    static func < (left: Place, right: Place) -> Bool {
      (left.path, left.rank) < (right.path, right.rank)
    }
  }

  /// `30 items in 3 sections`.
  var collectionText: String {
    let items = itemCounts.reduce(0, +)
    return "\(items) \(items == 1 ? "item" : "items") in \(itemCounts.count) "
      + (itemCounts.count == 1 ? "section" : "sections")
  }

  /// The first characters of every text.
  static let beginning = "layout: "

  /// A line for each fact and each element, for differences and tests.
  package var text: String {
    let content =
      "\(PointText.spelled(contentSize.width)) x \(PointText.spelled(contentSize.height))"
    var lines = [
      "\(Self.beginning)\(layoutName)", "collection: \(collectionText)", "content: \(content)",
      "bounds: \(PointText.spelled(bounds))", "rectangle: \(PointText.spelled(rect))",
    ]
    lines += elements.map(\.snapshotText)
    return lines.joined(separator: "\n") + "\n"
  }
}

extension LayoutAttributes {
  /// The name of the element's kind in a picture: `cell`, `header`, or the kind's name.
  package var snapshotKind: String {
    switch kind {
    case .cell: "cell"
    case .sectionHeader: "header"
    case .sectionFooter: "footer"
    default: kind.name
    }
  }

  /// One line: kind, path, frame, and whatever is not as usual.
  package var snapshotText: String {
    var text = "\(snapshotKind) \(path) \(PointText.spelled(frame))"
    if let corners = transformedCorners {
      let places = corners.map { "(\(PointText.spelled($0.x)), \(PointText.spelled($0.y)))" }
      text += " corners " + places.joined(separator: " ")
    }
    if zIndex != 0 { text += " z \(zIndex)" }
    if alpha != 1 { text += " alpha \(PointText.spelled(alpha))" }
    if isHidden { text += " hidden" }
    return text
  }

  /// The four visible corners, clockwise from the top left one before the transform. Nil without a
  /// transform, or if perspective moves a corner beside or behind the eye.
  package var transformedCorners: [Point]? {
    let transform = transform3D
    guard !transform.isIdentity else { return nil }
    let (width, height) = (size.width / 2, size.height / 2)
    let corners = [(-width, -height), (width, -height), (width, height), (-width, height)]
      .map { Point(x: $0.0, y: $0.1) }
    let isSeen = corners.allSatisfy {
      $0.x * transform.m14 + $0.y * transform.m24 + transform.m44 > 0
    }
    guard isSeen else { return nil }
    return corners.map {
      let corner = $0.applying(transform)
      return Point(x: center.x + corner.x, y: center.y + corner.y)
    }
  }
}
