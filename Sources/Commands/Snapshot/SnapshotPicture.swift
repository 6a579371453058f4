import Changesets
import Geometry
import Layouts
import Reports

/// A snapshot as an SVG document: a drawing of the rectangle, and below it what it shows.
///
/// Self-contained, the same bytes for the same snapshot, one element of the layout to a line.
package struct SnapshotPicture {
  private let snapshot: LayoutSnapshot
  private let palette: SnapshotPalette
  /// The place of the rectangle in the picture, at 0, 0.
  private let window: SnapshotWindow
  /// The part of the picture that is drawn on: the rectangle, and a little round it, so that what
  /// reaches beyond it can be seen to.
  private let clip: Rect
  private let legend: SnapshotLegend

  package init(_ snapshot: LayoutSnapshot) {
    self.snapshot = snapshot
    palette = SnapshotPalette(snapshot.elements)
    window = SnapshotWindow(rect: snapshot.rect)
    clip = window.frame.insetBy(dx: -Self.overlap, dy: -Self.overlap)
    let width = max(window.frame.size.width, Self.minimumWidth)
    legend = SnapshotLegend(snapshot, palette, x: 0, y: clip.maxY + 6, width: width)
  }

  private static let margin = 16.0
  private static let overlap = 8.0
  private static let minimumWidth = 240.0

  /// The first characters of every document.
  static let beginning = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""

  /// The document, with a line end.
  package var svg: String {
    let view = Rect(
      x: -Self.margin, y: -Self.margin,
      width: max(window.frame.size.width, Self.minimumWidth) + 2 * Self.margin,
      height: legend.maxY + 1.5 * Self.margin)
    let lines =
      [
        "\(Self.beginning)\(Self.box(of: view))>",
        "<title>\(SVGText.escaped(title))</title>",
        "<desc>\(SVGText.escaped(legend.facts.joined(separator: "; ")))</desc>",
        palette.styleSheet,
        "<rect class=\"page\"\(SVGText.attributes(of: view))/>",
        "<svg\(SVGText.attributes(of: clip))\(Self.viewBox(clip))>",
        "<rect class=\"paper\"\(SVGText.attributes(of: window.placed(content)))/>",
      ] + snapshot.elements.map(element) + ["</svg>"] + outlines + legend.lines + ["</svg>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var title: String { "\(snapshot.layoutName): \(snapshot.collectionText)" }

  private var content: Rect { Rect(origin: .zero, size: snapshot.contentSize) }

  /// The outlines of the bounds and, if it differs, of the rectangle.
  private var outlines: [String] {
    var lines: [String] = []
    if snapshot.rect != snapshot.bounds {
      lines.append("<rect class=\"asked\"\(SVGText.attributes(of: window.frame))/>")
    }
    let bounds = window.placed(snapshot.bounds)
    if bounds.overlaps(clip) {
      lines += [
        "<svg\(SVGText.attributes(of: clip))\(Self.viewBox(clip))>",
        "<rect class=\"bounds\"\(SVGText.attributes(of: bounds))/>", "</svg>",
      ]
    }
    return lines
  }

  // MARK: Elements

  private func element(_ attributes: LayoutAttributes) -> String {
    let isUnseen = attributes.isHidden || attributes.alpha <= 0
    let name = palette.className(of: attributes) + (isUnseen ? " hidden" : "")
    let opacity =
      isUnseen || attributes.alpha >= 1
      ? "" : " opacity=\"\(PointText.spelled(attributes.alpha))\""
    return
      "<g class=\"\(name)\"\(opacity)><title>\(SVGText.escaped(attributes.snapshotText))</title>"
      + outline(of: attributes) + label(of: attributes) + "</g>"
  }

  private func outline(of attributes: LayoutAttributes) -> String {
    guard let corners = attributes.transformedCorners else {
      // A transform that moves a corner out of sight leaves no shape to draw.
      guard attributes.transform3D.isIdentity else { return "" }
      return "<rect\(SVGText.attributes(of: window.placed(attributes.frame))) rx=\"2\"/>"
    }
    let points = window.placed(corners).map {
      "\(PointText.spelled($0.x)),\(PointText.spelled($0.y))"
    }
    guard !points.isEmpty else { return "" }
    return "<polygon points=\"\(points.joined(separator: " "))\"/>"
  }

  /// Returns the path as a label in the middle of the element's visible part, as large as fits;
  /// empty if it would be illegible.
  private func label(of attributes: LayoutAttributes) -> String {
    let text = Self.labelText(of: attributes)
    guard let seen = window.placed(attributes.frame).intersection(window.frame) else { return "" }
    let (width, height) = (seen.size.width, seen.size.height)
    let flat = Self.fontSize(of: text, width: width, height: height)
    let upright = Self.fontSize(of: text, width: height, height: width)
    let isUpright = flat < Self.comfortableFontSize && upright > flat
    let size = max(flat, isUpright ? upright : 0)
    guard size >= Self.smallestFontSize else { return "" }
    let (x, y) = (PointText.spelled(seen.center.x), PointText.spelled(seen.center.y))
    let turn = isUpright ? " transform=\"rotate(-90 \(x) \(y))\"" : ""
    // Digits are about 0.7 em high: this puts their middle on the centre.
    let baseline = PointText.spelled(seen.center.y + 0.35 * size)
    return "<text x=\"\(x)\" y=\"\(baseline)\" font-size=\"\(PointText.spelled(size))\"\(turn)>"
      + "\(SVGText.escaped(text))</text>"
  }

  /// Returns `0,3` for a cell, and the kind and the section for other elements.
  private static func labelText(of attributes: LayoutAttributes) -> String {
    if attributes.category == .cell, let path = attributes.itemPath {
      return "\(path.section),\(path.item)"
    }
    let place = attributes.itemPath.map { $0.item == 0 ? "\($0.section)" : "\($0)" }
    return "\(attributes.snapshotKind) \(place ?? "\(attributes.path)")"
  }

  private static let smallestFontSize = 5.0
  private static let comfortableFontSize = 8.0

  private static func fontSize(of text: String, width: Double, height: Double) -> Double {
    // A digit is about 0.6 em wide.
    let fitting = min((width - 4) / (0.6 * Double(text.count)), (height - 2) / 1.2, 11)
    return (fitting * 2).rounded(.down) / 2
  }

  // MARK: Frames

  private static func viewBox(_ rect: Rect) -> String {
    let values = [rect.minX, rect.minY, rect.size.width, rect.size.height]
    return " viewBox=\"\(values.map(PointText.spelled).joined(separator: " "))\""
  }

  /// Returns a view box, and the size at which a point is a pixel.
  private static func box(of rect: Rect) -> String {
    viewBox(rect) + " width=\"\(PointText.spelled(rect.size.width))\""
      + " height=\"\(PointText.spelled(rect.size.height))\""
  }
}

/// Parts of an SVG document.
enum SVGText {
  /// Returns `text` escaped for use between tags and in quotes; characters that XML 1.0 forbids
  /// become U+FFFD.
  static func escaped(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\t", "\n", "\r": " "
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }

  /// Returns ` x="0" y="10" width="50" height="50"`, to a thousandth of a point.
  static func attributes(of rect: Rect) -> String {
    let values = [
      ("x", rect.minX), ("y", rect.minY), ("width", rect.size.width), ("height", rect.size.height),
    ]
    return values.map { " \($0.0)=\"\(PointText.spelled($0.1))\"" }.joined()
  }
}
