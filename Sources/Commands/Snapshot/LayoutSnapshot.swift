import Changesets
package import Geometry
package import Layouts

/// What a layout shows in a rectangle: all that a picture of it needs.
package struct LayoutSnapshot {
  /// The most elements that are drawn: beyond it nobody can look at a picture.
  static let maximumElementCount = 20_000

  /// What the layout calls itself, and how it scrolls.
  let layoutName: String
  let itemCounts: [Int]
  let contentSize: Size
  /// The visible rectangle.
  let bounds: Rect
  /// The rectangle that was asked about.
  let rect: Rect
  /// What overlaps it, from the back to the front.
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

  /// `attributes` from the back to the front: by `zIndex`, then by path, and of one path
  /// decorations, cells, supplementary elements.
  package static func sorted(_ attributes: [LayoutAttributes]) -> [LayoutAttributes] {
    attributes.enumerated().sorted { left, right in
      (left.element.zIndex, Place(left.element), left.offset)
        < (right.element.zIndex, Place(right.element), right.offset)
    }.map(\.element)
  }

  /// What orders elements of one `zIndex`.
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

  /// What every text begins with.
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
  /// What a picture calls the element's kind: `cell`, `header`, or the kind's own name.
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

  /// The four corners as they are seen, clockwise from what was the top left; nil where no transform
  /// moves them, or where perspective moves one beside or behind the eye.
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
