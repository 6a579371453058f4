import RunRecords

extension Table {
  /// The table in GitHub's Markdown, with a line for each row.
  package var markdown: String {
    let table = withHeadingColumn
    return table.markdownHeading + table.rows.map(\.markdown).joined()
  }

  /// The two lines above the rows.
  fileprivate var markdownHeading: String {
    "| " + columns.map { MarkdownText.escaped($0.title) }.joined(separator: " | ") + " |\n|"
      + columns.map { $0.alignments[0] == .right ? " ---: |" : " --- |" }.joined() + "\n"
  }
}

extension Table.Row {
  fileprivate var markdown: String {
    let cells = cells.map { cell in
      cell.parts.filter { !$0.text.isEmpty }.map(\.markdown).joined(separator: " ")
    }
    return "| " + cells.joined(separator: " | ") + " |\n"
  }
}

extension Table.Part {
  fileprivate var markdown: String {
    let text = MarkdownText.escaped(text)
    return switch role {
    case .best, .tied, .winner: "**\(text)**"
    case .plain, .faint, .good, .bad, .warning, .message: text
    }
  }
}

/// Lines of Markdown that never grow beyond a limit.
struct MarkdownText {
  /// The most bytes of UTF-8, and so the most characters.
  let limit: Int
  private(set) var text = ""

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds `block` as a whole, or nothing where it and `reserve` more bytes do not fit.
  ///
  /// - Returns: Whether it was added.
  mutating func add(_ block: String, reserve: Int = 0) -> Bool {
    guard text.utf8.count + block.utf8.count + reserve <= limit else { return false }
    text += block
    return true
  }

  /// Adds the rows of `table` that fit, from the first; none without `opening` and the heading.
  ///
  /// - Returns: The number of rows that did not fit.
  mutating func add(_ table: Table, after opening: String = "", reserve: Int = 0) -> Int {
    let table = table.withHeadingColumn
    var opening = opening + table.markdownHeading
    for (index, row) in table.rows.enumerated() {
      guard add(opening + row.markdown, reserve: reserve) else { return table.rows.count - index }
      opening = ""
    }
    return 0
  }

  /// `text` on one line, with what Markdown, HTML or GitHub would take for structure, a person or
  /// an issue as character references, so that it also stands in a table or a `<summary>`.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in ShownText.line(text).unicodeScalars {
      switch scalar {
      case "&", "<", ">", "|", "\\", "`", "*", "_", "[", "]", "~", "#", "@", "$":
        escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The first characters of `text`, with a mark where there are more.
  static func clipped(_ text: String, to count: Int) -> String {
    text.count > count ? text.prefix(count) + "…" : text
  }
}
