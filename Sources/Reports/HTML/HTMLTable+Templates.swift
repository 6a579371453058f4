import Mustache

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
