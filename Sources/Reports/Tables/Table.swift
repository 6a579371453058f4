/// A table before it is text: what stands where, and what it means.
///
/// A terminal, Markdown and HTML each have one renderer; a table is built once for all three.
package struct Table: Sendable {
  /// The meaning of a piece of text, which every renderer shows in its way.
  package enum Role: Sendable {
    case plain, faint, good, bad, warning
    /// A figure that is better than all others, or as good as the best.
    case best, tied
    case winner
    /// A failure in the words of a case.
    case message
  }

  /// A piece of a cell, aligned with those of the same place above and below.
  package struct Part: Sendable {
    package var text: String
    package var role: Role
  }

  package struct Cell: ExpressibleByStringLiteral, Sendable {
    /// At least one.
    package var parts: [Part]
    /// The key to sort by; nil for the text itself.
    package var sortKey: String?
    /// The classes of the colours before the text.
    var swatches: [String] = []
    /// Further classes of the cell in the style sheet.
    var marks: [String] = []
    /// A picture before the text: finished markup, which only HTML shows.
    var picture = ""
    /// The address of another file that the text leads to, from the page.
    var link: String?
    /// The identifier that the text leads to.
    var target: String?
    var isRowHeader = false
    /// The column's title, for a screen on which the cells of a row stand one below the other.
    var label: String?

    package init(stringLiteral text: String) { self.init(text) }

    package init(
      _ text: String, _ role: Role = .plain, swatches: [String] = [], target: String? = nil,
      isRowHeader: Bool = false
    ) {
      parts = [Part(text: text, role: role)]
      self.swatches = swatches
      self.target = target
      self.isRowHeader = isRowHeader
    }

    /// A cell of the texts of `cells`, one beside the other, and sorted by the first.
    package init(joining cells: [Cell]) {
      parts = cells.flatMap(\.parts)
      sortKey = cells.first?.sortKey
    }

    static let empty = Cell("")

    /// A figure as people read it, sorted by its value.
    package static func figure(_ text: String, _ value: Double, _ role: Role = .plain) -> Cell {
      var cell = Cell(text, role)
      cell.sortKey = "\(value)"
      return cell
    }

    /// The texts of its parts, one after the other.
    package var text: String {
      parts.count == 1
        ? parts[0].text : parts.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
    }

    var isEmpty: Bool { parts.allSatisfy(\.text.isEmpty) }

    func part(_ index: Int) -> Part {
      index < parts.count ? parts[index] : Part(text: "", role: .plain)
    }
  }

  package struct Column: Sendable {
    package var title: String
    /// One for each part of its cells.
    package var alignments: [Alignment]
    /// The hint that the title shows under the pointer, such as the unit.
    package var hint: String?
    /// The title of the section that begins here; nil where the one before goes on.
    package var section: String?

    package init(
      _ title: String, _ alignments: Alignment..., hint: String? = nil, section: String? = nil
    ) {
      self.title = title
      self.alignments = alignments.isEmpty ? [.left] : alignments
      self.hint = hint
      self.section = section
    }
  }

  package struct Row: Sendable {
    /// The heading that it stands under, with those before and after it that have the same.
    package var heading: String
    package var cells: [Cell]

    package init(under heading: String = "", _ cells: [Cell]) {
      self.heading = heading
      self.cells = cells
    }
  }

  var id = ""
  var caption = ""
  /// The title of the headings, where these are a column.
  package var headingTitle: String?
  /// The first one labels the rows.
  package var columns: [Column]
  package var rows: [Row]
  /// A Boolean value that indicates whether it has a field to filter its rows by.
  var isFilterable = false

  package init(headingTitle: String? = nil, columns: [Column], rows: [Row]) {
    self.headingTitle = headingTitle
    self.columns = columns
    self.rows = rows
  }

  init(id: String, caption: String, columns: [Column], rows: [Row], isFilterable: Bool = false) {
    self.init(columns: columns, rows: rows)
    self.id = id
    self.caption = caption
    self.isFilterable = isFilterable
  }
}

extension Table {
  /// The table with its headings as the first column, where these have a title.
  var withHeadingColumn: Table {
    guard let headingTitle else { return self }
    var table = self
    table.headingTitle = nil
    table.columns.insert(Column(headingTitle), at: 0)
    for index in rows.indices { table.rows[index].cells.insert(Cell(rows[index].heading), at: 0) }
    return table
  }

  /// The table without the columns that have nothing in any row, where it has rows.
  func withoutEmptyColumns() -> Table {
    guard !rows.isEmpty else { return self }
    return keeping(columns.indices.filter { index in rows.contains { !$0.cells[index].isEmpty } })
  }

  /// The table without the columns of figures that are 0 in every row, and the titles of these.
  func withoutZeroColumns() -> (table: Table, zeros: [String]) {
    let zeros = columns.indices.filter { index in
      let keys = rows.map { $0.cells[index] }.filter { !$0.isEmpty }.map(\.sortKey)
      return columns[index].alignments[0] == .right && !keys.isEmpty
        && keys.allSatisfy { $0 == "\(0.0)" }
    }
    guard !zeros.isEmpty else { return (self, []) }
    let table = keeping(columns.indices.filter { !zeros.contains($0) })
    return (table, zeros.map { columns[$0].title })
  }

  private func keeping(_ kept: [Int]) -> Table {
    var table = self
    table.columns = kept.map { columns[$0] }
    for index in rows.indices { table.rows[index].cells = kept.map { rows[index].cells[$0] } }
    return table
  }
}
