import Geometry

/// Parts of an SVG document.
enum SVGText {
  /// `text` as it may stand between tags and in quotes; what XML 1.0 has no place for becomes
  /// U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += " "
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// ` x="0" y="10" width="50" height="50"`, to a thousandth of a point.
  static func attributes(of rect: Rect) -> String {
    let values = [
      ("x", rect.minX), ("y", rect.minY), ("width", rect.size.width), ("height", rect.size.height),
    ]
    return values.map { " \($0.0)=\"\(PointText.spelled($0.1))\"" }.joined()
  }
}
