/// How a piece of text stands out on a terminal that shows colours.
package enum TextStyle: String, Sendable {
  case plain = ""
  case strong = "1"
  case faint = "2"
  case good = "1;32"
  case bad = "31"

  /// `text` between the escape codes of this style, where colours are wanted.
  package func applied(to text: String, color: Bool) -> String {
    guard color, self != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}

extension String {
  /// This text, or its beginning and an ellipsis where it is longer than `columns`.
  package func clipped(to columns: Int) -> String {
    count <= columns ? self : String(prefix(max(0, columns - 1))) + "…"
  }

  /// Lines of at most `columns`, broken at spaces; a longer word stands on a line of its own.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal.
  ///   - indent: Spaces before the first line.
  ///   - hanging: Further spaces before every other line.
  /// - Returns: At least one line.
  package func wrapped(to columns: Int, indent: Int = 0, hanging: Int = 2) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > columns {
        lines.append(line)
        line = String(repeating: " ", count: indent + hanging)
        isEmpty = true
      }
      line += isEmpty ? String(word) : " " + word
      isEmpty = false
    }
    return lines + [line]
  }

  /// This text with spaces up to `columns`, on the side that `alignment` leaves free.
  package func padded(to columns: Int, _ alignment: TerminalTable.Alignment) -> String {
    let missing = max(0, columns - count)
    switch alignment {
    case .left: return self + String(repeating: " ", count: missing)
    case .right: return String(repeating: " ", count: missing) + self
    case .center:
      let before = missing / 2
      return String(repeating: " ", count: before) + self
        + String(repeating: " ", count: missing - before)
    }
  }
}
