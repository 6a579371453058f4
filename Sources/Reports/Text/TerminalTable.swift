/// A table for a terminal: columns in groups, groups in sections, folded to a given width.
///
/// Where the sections do not fit beside each other, they continue in further parts, one under the
/// other, each with the row labels at its left. Columns without any text are left out.
///
/// Why not a library: those there are for Swift (TextTable among them) take one flat list of
/// columns, know no limit for the whole line, and count colour codes as text when they align.
/// A character counts as one column wide, whatever its script.
package struct TerminalTable: Sendable {
  package enum Alignment: Sendable { case left, right, center }

  package struct Cell: ExpressibleByStringLiteral, Sendable {
    package var text: String
    package var style: TextStyle

    package init(_ text: String, _ style: TextStyle = .plain) {
      self.text = text
      self.style = style
    }

    package init(stringLiteral text: String) { self.init(text) }
  }

  package struct Column: Sendable {
    package var alignment: Alignment
    package var cells: [Cell]

    package init(_ alignment: Alignment, _ cells: [Cell]) {
      self.alignment = alignment
      self.cells = cells
    }

    var width: Int { cells.reduce(0) { max($0, $1.text.count) } }
  }

  /// Columns under one title, never torn apart.
  package struct Group: Sendable {
    package var title: String
    package var columns: [Column]

    package init(_ title: String, _ columns: [Column]) {
      self.title = title
      self.columns = columns
    }

    var contentWidth: Int { columns.reduce(-1) { $0 + 1 + $1.width } }
    var width: Int { max(title.count, contentWidth) }

    /// The group's cells in `row`, as wide as the group.
    func line(_ row: Int, color: Bool) -> String {
      let cells = columns.map { column in
        let cell = column.cells[row]
        return cell.style.applied(
          to: cell.text.padded(to: column.width, column.alignment), color: color)
      }
      // Centred under a longer title.
      let spare = width - contentWidth
      return String(repeating: " ", count: spare / 2) + cells.joined(separator: " ")
        + String(repeating: " ", count: spare - spare / 2)
    }
  }

  /// Groups under one title, kept together where they fit.
  package struct Section: Sendable {
    package var title: String
    package var groups: [Group]

    package init(_ title: String, _ groups: [Group]) {
      self.title = title
      self.groups = groups
    }

    var width: Int { max(title.count, groups.reduce(-2) { $0 + 2 + $1.width }) }

    /// Without columns that hold no text, and groups that hold no column.
    var withoutEmptyColumns: Section {
      let groups = groups.compactMap { group in
        let columns = group.columns.filter { $0.width > 0 }
        return columns.isEmpty ? nil : Group(group.title, columns)
      }
      return Section(title, groups)
    }
  }

  /// The column at the left of every part.
  package var label: Group
  /// Lines of their own above the row of that index.
  package var headings: [Int: String]
  package var sections: [Section]

  package init(label: Group, headings: [Int: String] = [:], sections: [Section]) {
    self.label = label
    self.headings = headings
    self.sections = sections
  }

  /// The table's lines, none of them wider than `columns` unless a single group is.
  package func lines(columns: Int, color: Bool) -> [String] {
    parts(columns: columns).flatMap { lines(of: $0, columns: columns, color: color) }
  }

  /// The sections, or pieces of them, that stand beside each other in each part.
  private func parts(columns: Int) -> [[Section]] {
    let room = columns - label.width
    var parts: [[Section]] = []
    var part: [Section] = []
    for section in sections.map(\.withoutEmptyColumns) where !section.groups.isEmpty {
      let pieces = section.width + 3 <= room ? [section] : pieces(of: section, room: room)
      for piece in pieces {
        let used = part.reduce(0) { $0 + 3 + $1.width }
        if !part.isEmpty, used + 3 + piece.width > room {
          parts.append(part)
          part = []
        }
        part.append(piece)
      }
    }
    return part.isEmpty ? parts : parts + [part]
  }

  private func pieces(of section: Section, room: Int) -> [Section] {
    var pieces: [Section] = []
    var piece = Section(section.title, [])
    for group in section.groups {
      let longer = Section(section.title, piece.groups + [group])
      if !piece.groups.isEmpty, longer.width + 3 > room {
        pieces.append(piece)
        piece = Section(section.title, [group])
      } else {
        piece = longer
      }
    }
    return pieces + [piece]
  }

  private func lines(of part: [Section], columns: Int, color: Bool) -> [String] {
    func line(_ label: String, style: TextStyle, _ text: (Section) -> String) -> String {
      let label = label.padded(to: self.label.width, .left)
      let texts = part.map { section in
        "   " + style.applied(to: text(section).padded(to: section.width, .left), color: color)
      }
      let whole = label + texts.joined()
      return color ? whole : whole.trimmingTrailingSpaces
    }
    var lines: [String] = []
    if part.contains(where: { !$0.title.isEmpty }) {
      lines.append(line("", style: .faint, \.title))
    }
    lines.append(
      line(label.title, style: .plain) { section in
        section.groups.map { $0.title.padded(to: $0.width, .center) }.joined(separator: "  ")
      })
    for row in 0..<(label.columns.first?.cells.count ?? 0) {
      if let heading = headings[row] {
        lines.append(TextStyle.faint.applied(to: heading.clipped(to: columns), color: color))
      }
      lines.append(
        line(label.line(row, color: color), style: .plain) { section in
          section.groups.map { $0.line(row, color: color) }.joined(separator: "  ")
        })
    }
    return lines
  }
}

extension String {
  /// This text without the spaces at its end.
  fileprivate var trimmingTrailingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// The style of a piece of text on a terminal that shows colours.
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

  /// Lines of at most `columns`, broken at spaces; a longer word gets its own line.
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
