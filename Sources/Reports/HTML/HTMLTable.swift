import Mustache

/// A table of the page. A script makes it sortable by its cells' keys.
struct HTMLTable {
  struct Column {
    var title: String
    /// The hint that the title shows under the pointer.
    var hint: String?
    var isNumber = false
  }

  struct Cell {
    var text: String
    /// The key to sort by; nil for the text itself.
    var sortKey: String?
    /// A class of the style sheet.
    var mark: String?
    /// The classes of the colours before the text.
    var swatches: [String]
    /// The identifier that the text leads to.
    var target: String?
    var isRowHeader = false

    init(
      _ text: String, sortKey: String? = nil, mark: String? = nil, swatches: [String] = [],
      target: String? = nil, isRowHeader: Bool = false
    ) {
      self.text = text
      self.sortKey = sortKey
      self.mark = mark
      self.swatches = swatches
      self.target = target
      self.isRowHeader = isRowHeader
    }

    static let empty = Cell("")

    /// A figure as people read it, sorted by its value.
    static func figure(_ text: String, _ value: Double, mark: String? = nil) -> Cell {
      Cell(text, sortKey: "\(value)", mark: mark)
    }
  }

  struct Row {
    var cells: [Cell]
  }

  var id: String
  var caption: String
  var columns: [Column]
  var rows: [Row]
  /// A Boolean value that indicates whether it has a field to filter its rows by.
  var isFilterable = false

  /// The table without the columns that have nothing in any row, where it has rows.
  func withoutEmptyColumns() -> HTMLTable {
    guard !rows.isEmpty else { return self }
    let kept = columns.indices.filter { index in
      rows.contains { !$0.cells[index].text.isEmpty }
    }
    var table = self
    table.columns = kept.map { columns[$0] }
    table.rows = rows.map { row in Row(cells: kept.map { row.cells[$0] }) }
    return table
  }

  /// The table without the columns of figures that are 0 in every row, and the titles of these.
  func withoutZeroColumns() -> (table: HTMLTable, zeros: [String]) {
    let zeros = columns.indices.filter { index in
      let keys = rows.map { $0.cells[index] }.filter { !$0.text.isEmpty }.map(\.sortKey)
      return columns[index].isNumber && !keys.isEmpty && keys.allSatisfy { $0 == "\(0.0)" }
    }
    guard !zeros.isEmpty else { return (self, []) }
    let kept = columns.indices.filter { !zeros.contains($0) }
    var table = self
    table.columns = kept.map { columns[$0] }
    table.rows = rows.map { row in Row(cells: kept.map { row.cells[$0] }) }
    return (table, zeros.map { columns[$0].title })
  }
}

// What templates see of a table. Its rows they get as they are to stand in the page: a page has tens
// of thousands of cells, and the library of templates takes some 100 µs for one.

extension HTMLTable: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "id": id
    case "caption": caption
    case "columns": columns
    case "body": body
    case "isFilterable": isFilterable
    default: nil
    }
  }

  /// A row of HTML for each row.
  private var body: String {
    var html = ""
    for row in rows {
      html += "<tr>"
      for cell in row.cells { cell.append(to: &html) }
      html += "</tr>\n"
    }
    return html
  }
}

extension HTMLTable.Column: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "title": title
    case "hint": hint
    case "isNumber": isNumber
    default: nil
    }
  }
}

extension HTMLTable.Cell {
  fileprivate func append(to html: inout String) {
    let tag = isRowHeader ? "th" : "td"
    html += "<\(tag)"
    if isRowHeader { html += " scope=\"row\"" }
    for (name, value) in [("data-v", sortKey), ("class", mark)] {
      guard let value else { continue }
      html += " \(name)=\""
      HTMLText.append(value, to: &html)
      html += "\""
    }
    html += ">"
    for swatch in swatches { html += "<i class=\"\(swatch)\" aria-hidden=\"true\"></i>" }
    if let target { html += "<a href=\"#\(target)\">" }
    HTMLText.append(text, to: &html)
    if target != nil { html += "</a>" }
    html += "</\(tag)>"
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
