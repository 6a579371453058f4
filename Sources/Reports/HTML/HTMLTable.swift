/// A table of the page. A script makes it sortable by its cells' keys.
struct HTMLTable {
  struct Column {
    var title: String
    /// What the figures are, for whoever points at the title.
    var hint: String?
    var isNumber = false
  }

  struct Cell {
    var text: String
    /// What it is sorted by, where that is not its text.
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
  /// Whether it has a field to filter its rows by.
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
