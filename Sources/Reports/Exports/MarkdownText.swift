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

  /// A line of a table.
  static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  /// The two first lines of a table: figures stand to the right, but for `leading` columns.
  static func heading(_ cells: [String], leading: Int) -> String {
    row(cells) + "|" + cells.indices.map { $0 < leading ? " --- |" : " ---: |" }.joined() + "\n"
  }

  /// `text` on one line, with what Markdown, HTML or GitHub would take for structure, a person or
  /// an issue as character references, so that it also stands in a table or a `<summary>`.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": escaped += " "
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
