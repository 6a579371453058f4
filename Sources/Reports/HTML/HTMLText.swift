import Mustache

/// Text as HTML shows it, in an element or between the quotes of an attribute.
///
/// It looks at bytes: where a combining mark follows a quotation mark, both are one `Character`,
/// which is none of those to escape, and a browser ends the attribute all the same.
struct HTMLText: MustacheContentType {
  /// What templates call it.
  static let name = "html-text"

  func escapeText(_ text: String) -> String {
    var escaped = ""
    Self.append(text, to: &escaped)
    return escaped
  }

  /// Appends `text`, such that nothing in it is markup.
  ///
  /// - Complexity: O(bytes).
  static func append(_ text: String, to html: inout String) {
    guard text.utf8.contains(where: { entity(for: $0) != nil }) else {
      html += text
      return
    }
    for scalar in text.unicodeScalars {
      if scalar.isASCII, let entity = entity(for: UInt8(scalar.value)) {
        html += entity
      } else {
        html.unicodeScalars.append(scalar)
      }
    }
  }

  private static func entity(for byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}
