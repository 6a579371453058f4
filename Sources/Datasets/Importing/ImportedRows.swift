/// The texts of a CSV file, row by row, in one array of bytes.
package struct ImportedRows: Sendable {
  /// The file, for errors.
  let path: String
  /// The names of the columns.
  let columns: [String]
  /// The row of each item, in section order.
  var order: [Int] = []
  /// The line on which each row begins.
  private(set) var lines: [Int] = []
  /// The fields of all rows, end to end.
  private var bytes: [UInt8] = []
  /// The end of each field in `bytes`.
  private var ends: [Int] = []

  init(path: String, columns: [String]) {
    self.path = path
    self.columns = columns
  }

  /// Appends the current row of `reader`, which has a field for each column.
  mutating func append(_ reader: CSVReader) {
    lines.append(reader.rowLine)
    for field in 0..<reader.fieldCount {
      bytes.append(contentsOf: reader.bytes(ofField: field))
      ends.append(bytes.count)
    }
  }

  /// Returns the index of the column with that name, ignoring case; nil if there is none.
  func place(of column: String) -> Int? {
    columns.firstIndex(of: column)
      ?? columns.firstIndex { $0.lowercased() == column.lowercased() }
  }

  func text(ofField field: Int, inRow row: Int) -> String {
    let place = row * columns.count + field
    let start = place == 0 ? 0 : ends[place - 1]
    return String(decoding: bytes[start..<ends[place]], as: UTF8.self)
  }
}

// MARK: Snapshots

extension ImportedRows {
  /// Appends the rows without their path and columns.
  func write(to writer: inout SnapshotWriter) {
    writer.append(UInt64(lines.count))
    for numbers in [order, lines, ends] {
      for number in numbers { writer.append(UInt64(number)) }
    }
    writer.append(contentsOf: bytes)
  }

  /// Reads what `write(to:)` has written; nil where it does not fit `items` items.
  init?(path: String, columns: [String], items: Int, from reader: inout SnapshotReader) {
    self.init(path: path, columns: columns)
    guard let rows = reader.number().flatMap({ Int(exactly: $0) }),
      let order = reader.numbers(items), let lines = reader.numbers(rows),
      let ends = reader.numbers(rows * columns.count),
      order.allSatisfy({ $0 < rows }), zip(ends, ends.dropFirst()).allSatisfy(<=),
      let bytes = reader.bytes(ends.last ?? 0)
    else { return nil }
    (self.order, self.lines, self.ends, self.bytes) = (order, lines, ends, bytes)
  }
}
