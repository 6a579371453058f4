import RunRecords

/// The side of its column that a text stands on.
package enum Alignment: Sendable { case left, right, center }

extension Table {
  /// The table for a terminal, none of its lines wider than `columns` unless a single column is.
  ///
  /// Where the sections do not fit beside each other, they continue in further parts, one under the
  /// other, each with the row labels at its left. Columns without any text are left out, and a
  /// heading has a separate line.
  ///
  /// Why not a library: those there are for Swift (TextTable among them) take one flat list of
  /// columns, know no limit for the whole line, and count colour codes as text when they align.
  /// A character counts as one column wide, whatever its script.
  package func lines(columns: Int, color: Bool) -> [String] {
    TerminalTable(self, columns: columns, color: color).lines
  }
}

/// A table's columns in sections, laid out for a terminal's width.
private struct TerminalTable {
  /// A column, never torn apart, with the widths of its parts.
  private struct Column {
    var index: Int
    var title: String
    var parts: [(index: Int, alignment: Alignment, width: Int)]
    /// The side on which title and parts begin; the middle where there are several parts.
    var alignment: Alignment

    var contentWidth: Int { parts.reduce(-1) { $0 + 1 + $1.width } }
    var width: Int { max(title.count, contentWidth) }

    init(_ index: Int, of table: Table) {
      self.index = index
      let column = table.columns[index]
      title = column.title
      alignment = column.alignments.count == 1 ? column.alignments[0] : .center
      parts = column.alignments.enumerated().map { part, alignment in
        (part, alignment, table.rows.reduce(0) { max($0, $1.cells[index].part(part).text.count) })
      }
    }

    /// Without parts that hold no text; nil where none does.
    var withoutEmptyParts: Column? {
      var column = self
      column.parts.removeAll { $0.width == 0 }
      return column.parts.isEmpty ? nil : column
    }

    /// The column's part of `row`, as wide as the column.
    func line(_ row: Table.Row, color: Bool) -> String {
      let texts = parts.map { index, alignment, width in
        let part = row.cells[self.index].part(index)
        return part.role.style.applied(to: part.text.padded(to: width, alignment), color: color)
      }
      // Colours count as text, so that the text cannot be padded as a whole.
      let spare = width - contentWidth
      let before =
        switch alignment {
        case .left: 0
        case .right: spare
        case .center: spare / 2
        }
      return String(repeating: " ", count: before) + texts.joined(separator: " ")
        + String(repeating: " ", count: spare - before)
    }
  }

  /// Columns under one title, kept together where they fit.
  private struct Section {
    var title: String
    var columns: [Column]

    var width: Int { max(title.count, columns.reduce(-2) { $0 + 2 + $1.width }) }
  }

  private let rows: [Table.Row]
  private let label: Column
  private var sections: [Section] = []
  private let columns: Int
  private let color: Bool

  init(_ table: Table, columns: Int, color: Bool) {
    let table = table.onSingleLines
    rows = table.rows
    label = Column(0, of: table)
    self.columns = columns
    self.color = color
    for index in table.columns.indices.dropFirst() {
      if let title = table.columns[index].section {
        sections.append(Section(title: title, columns: []))
      } else if sections.isEmpty {
        sections.append(Section(title: "", columns: []))
      }
      if let column = Column(index, of: table).withoutEmptyParts {
        sections[sections.count - 1].columns.append(column)
      }
    }
    sections.removeAll(where: \.columns.isEmpty)
  }

  var lines: [String] { parts.flatMap(lines) }

  /// The sections, or pieces of them, that stand beside each other in each part.
  private var parts: [[Section]] {
    let room = columns - label.width
    var parts: [[Section]] = []
    var part: [Section] = []
    for section in sections {
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
    var piece = Section(title: section.title, columns: [])
    for column in section.columns {
      let longer = Section(title: section.title, columns: piece.columns + [column])
      if !piece.columns.isEmpty, longer.width + 3 > room {
        pieces.append(piece)
        piece = Section(title: section.title, columns: [column])
      } else {
        piece = longer
      }
    }
    return pieces + [piece]
  }

  private func lines(of part: [Section]) -> [String] {
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
      line(label.title.padded(to: label.width, label.alignment), style: .plain) { section in
        section.columns.map { $0.title.padded(to: $0.width, $0.alignment) }.joined(separator: "  ")
      })
    var heading = ""
    for row in rows {
      if row.heading != heading, !row.heading.isEmpty {
        lines.append(TextStyle.faint.applied(to: row.heading.clipped(to: columns), color: color))
      }
      heading = row.heading
      lines.append(
        line(label.line(row, color: color), style: .plain) { section in
          section.columns.map { $0.line(row, color: color) }.joined(separator: "  ")
        })
    }
    return lines
  }
}

extension Table {
  /// The table with texts that can be shown, each on one line.
  fileprivate var onSingleLines: Table {
    var table = self
    for row in rows.indices {
      for cell in rows[row].cells.indices {
        for (part, text) in rows[row].cells[cell].parts.map(\.text).enumerated() {
          let shown = ShownText.line(text)
          if shown != text { table.rows[row].cells[cell].parts[part].text = shown }
        }
      }
    }
    return table
  }
}

extension Table.Role {
  fileprivate var style: TextStyle {
    switch self {
    case .plain, .tied: .plain
    case .faint: .faint
    case .good, .best, .winner: .good
    case .bad, .message: .bad
    case .warning: .strong
    }
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
  package func padded(to columns: Int, _ alignment: Alignment) -> String {
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
