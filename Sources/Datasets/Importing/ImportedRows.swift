import BasicAlgorithms

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
    String(decoding: bytes(ofField: field, inRow: row), as: UTF8.self)
  }

  private func bytes(ofField field: Int, inRow row: Int) -> ArraySlice<UInt8> {
    let place = row * columns.count + field
    let start = place == 0 ? 0 : ends[place - 1]
    return bytes[start..<ends[place]]
  }

  /// A hash of the columns' names, and of the texts of all items in their order. O(bytes).
  var checksum: UInt64 {
    // No text in UTF-8 holds this byte.
    let end = CollectionOfOne<UInt8>(0xff)
    var sum = FNV1a.offsetBasis
    for column in columns {
      sum = FNV1a.hash(end, continuing: FNV1a.hash(column.utf8, continuing: sum))
    }
    for row in order {
      for field in columns.indices {
        let text = bytes(ofField: field, inRow: row)
        sum = FNV1a.hash(end, continuing: FNV1a.hash(text, continuing: sum))
      }
    }
    return sum
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
      case let fields = rows.multipliedReportingOverflow(by: columns.count), !fields.overflow,
      let ends = reader.numbers(fields.partialValue),
      order.allSatisfy({ $0 < rows }), zip(ends, ends.dropFirst()).allSatisfy(<=),
      let bytes = reader.bytes(ends.last ?? 0)
    else { return nil }
    (self.order, self.lines, self.ends, self.bytes) = (order, lines, ends, bytes)
  }
}
