import Geometry
import Layouts

/// What stands below a picture: facts about the layout, and which colour is what.
struct SnapshotLegend {
  /// The layout, its collection, its content and what is shown of it, a phrase each.
  let facts: [String]
  /// The elements of the document, a line each.
  private(set) var lines: [String] = []
  /// Where the last line ends.
  private(set) var maxY: Double

  private static let fontSize = 11.0
  private static let lineHeight = 17.0
  private static let gap = 14.0
  private static let swatch = 11.0

  /// A legend whose lines begin at `x`, below `y`, and break at `width`.
  init(
    _ snapshot: LayoutSnapshot, _ palette: SnapshotPalette, x: Double, y: Double, width: Double
  ) {
    let content = snapshot.contentSize
    let offset = snapshot.bounds.origin
    let size = snapshot.bounds.size
    var facts = [
      snapshot.layoutName, snapshot.collectionText,
      "content \(PointText.spelled(content.width)) × \(PointText.spelled(content.height))",
      "bounds \(PointText.spelled(size.width)) × \(PointText.spelled(size.height)) at "
        + "\(PointText.spelled(offset.x)), \(PointText.spelled(offset.y))",
    ]
    if snapshot.rect != snapshot.bounds {
      facts.append("rectangle \(PointText.spelled(snapshot.rect))")
    }
    self.facts = facts
    maxY = y
    var left = x
    var isFirst = true
    func place(_ text: String, _ swatchClass: String?, _ lines: inout [String], _ y: inout Double) {
      let swatchWidth = swatchClass == nil ? 0 : Self.swatch + 5
      let needed = swatchWidth + Self.width(of: text)
      if isFirst || left + needed > x + width {
        left = x
        y += Self.lineHeight
        isFirst = false
      }
      if let swatchClass {
        let frame = Rect(x: left, y: y - 10, width: Self.swatch, height: Self.swatch)
        lines.append("<rect class=\"\(swatchClass)\"\(SVGText.attributes(of: frame)) rx=\"2\"/>")
      }
      let (textX, textY) = (PointText.spelled(left + swatchWidth), PointText.spelled(y))
      lines.append(
        "<text x=\"\(textX)\" y=\"\(textY)\" font-size=\"\(PointText.spelled(Self.fontSize))\">"
          + "\(SVGText.escaped(text))</text>")
      left += needed + Self.gap
    }
    for fact in facts { place(fact, nil, &lines, &maxY) }
    isFirst = true
    for kind in palette.kinds {
      place("\(kind.name) × \(kind.count)", kind.className, &lines, &maxY)
    }
    if snapshot.elements.contains(where: { $0.isHidden || $0.alpha <= 0 }) {
      place("hidden", "bounds hidden", &lines, &maxY)
    }
    place("bounds", "bounds", &lines, &maxY)
    if snapshot.rect != snapshot.bounds { place("rectangle", "asked", &lines, &maxY) }
  }

  /// About what `text` takes in the widest of the usual fonts, in points.
  private static func width(of text: String) -> Double { 0.58 * fontSize * Double(text.count) }
}
