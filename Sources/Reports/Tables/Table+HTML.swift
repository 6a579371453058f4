import Mustache
import RunRecords

// The values of a table for templates. They get its rows as finished text: a page has
// tens of thousands of cells, and the library of templates takes some 100 µs for one.

extension Table: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "id": id
    case "caption": caption
    case "columns": withHeadingColumn.columns
    case "body": htmlRows
    case "isFilterable": isFilterable
    default: nil
    }
  }

  /// A row of HTML for each row.
  package var htmlRows: String {
    var html = ""
    for row in withHeadingColumn.rows {
      html += "<tr>"
      for cell in row.cells { cell.append(to: &html) }
      html += "</tr>\n"
    }
    return html
  }
}

extension Table.Column: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "title": title
    case "hint": hint
    case "isNumber": alignments[0] == .right
    default: nil
    }
  }
}

extension Table.Cell {
  fileprivate func append(to html: inout String) {
    let tag = isRowHeader ? "th" : "td"
    html += "<\(tag)"
    if isRowHeader { html += " scope=\"row\"" }
    let classes = ([parts[0].role.classes].compactMap(\.self) + marks).joined(separator: " ")
    let attributes = [
      ("data-v", sortKey), ("data-column", label), ("class", classes.isEmpty ? nil : classes),
    ]
    for (name, value) in attributes {
      guard let value else { continue }
      html += " \(name)=\""
      HTMLText.append(value, to: &html)
      html += "\""
    }
    html += ">"
    for swatch in swatches { html += "<i class=\"\(swatch)\" aria-hidden=\"true\"></i>" }
    html += picture
    if let target { html += "<a href=\"#\(target)\">" }
    if let link {
      html += "<a href=\""
      HTMLText.append(link, to: &html)
      html += "\">"
    }
    HTMLText.append(parts[0].text, to: &html)
    for part in parts.dropFirst() where !part.text.isEmpty {
      html += part.role.classes.map { " <span class=\"\($0)\">" } ?? " <span>"
      HTMLText.append(part.text, to: &html)
      html += "</span>"
    }
    if target != nil || link != nil { html += "</a>" }
    html += "</\(tag)>"
  }
}

extension Table.Role {
  /// The classes of the style sheet.
  var classes: String? {
    switch self {
    case .plain: nil
    case .faint: "faint"
    case .good: "good"
    case .bad: "bad"
    case .warning: "warn"
    case .best, .tied: "best"
    case .winner: "winner"
    case .message: "bad message"
    }
  }
}

/// Text as HTML shows it, in an element or between the quotes of an attribute.
///
/// It looks at bytes: where a combining mark follows a quotation mark, both are one `Character`,
/// which is none of those to escape, and a browser ends the attribute all the same.
struct HTMLText: MustacheContentType {
  /// The name of the type in templates.
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
    let text = ShownText.lines(text)
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
