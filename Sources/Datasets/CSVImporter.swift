/// Reads a CSV file with a header as a collection: a row an item.
///
/// Rows of one section need not stand together; sections come in the order of their first rows.
struct CSVImporter {
  private let columns: CSVColumns

  init(_ columns: CSVColumns) {
    self.columns = columns
  }

  /// The collection in the file at `path`.
  func collection(at path: String) throws(DatasetError) -> ImportedCollection {
    var reader = try CSVReader(path: path)
    guard let header = try reader.next() else { throw DatasetError.empty(path: path) }
    let places = try Places(columns, header: header.fields, path: path)
    var builder = SectionGrouping()
    var ids: [UInt64: Int] = [:]
    while let row = try reader.next() {
      let problem = DatasetError.malformed(path: path, line: row.line, column: 1, problem: "")
      guard row.fields.count == header.fields.count else {
        throw problem.with(
          column: row.fields.count,
          "\(row.fields.count) fields, but the header has \(header.fields.count)")
      }
      let id = Self.id(of: row.fields[places.id])
      if let earlier = ids.updateValue(row.line, forKey: id) {
        throw problem.with(
          column: places.id + 1,
          "the id '\(row.fields[places.id])' stands already on line \(earlier); ids must differ")
      }
      let size = try places.size(in: row, problem)
      builder.append(
        ItemSeed(
          id: id, revision: 0, sizeClass: UInt8(clamping: Int(min(size?.y ?? 0, 255))),
          reuseKind: UInt8(truncatingIfNeeded: id &>> 56)),
        size: size, section: row.fields[places.section])
    }
    guard !ids.isEmpty else { throw DatasetError.empty(path: path) }
    var collection = builder.collection()
    collection.sourceLines = ["file: \(path)", "bytes read: \(reader.byteCount)"]
    return collection
  }

  /// The number that the text is; else a number made from it (FNV-1a).
  private static func id(of text: String) -> UInt64 {
    UInt64(text) ?? FNV1a.hash(text.utf8)
  }

  /// Where the columns stand, counted from 0.
  struct Places {
    let section: Int
    let id: Int
    let width: Int?
    let height: Int?

    init(_ columns: CSVColumns, header: [String], path: String) throws(DatasetError) {
      func place(_ name: String) throws(DatasetError) -> Int {
        if let place = Self.place(name, header) { return place }
        throw DatasetError.missingColumn(path: path, column: name, header: header)
      }
      section = try place(columns.section)
      id = try place(columns.id)
      if let name = columns.width {
        width = try place(name)
      } else {
        width = Self.place("width", header)
      }
      if let name = columns.height {
        height = try place(name)
      } else {
        height = Self.place("height", header)
      }
    }

    private static func place(_ name: String, _ header: [String]) -> Int? {
      if let place = header.firstIndex(where: { $0.lowercased() == name.lowercased() }) {
        return place
      }
      guard let number = Int(name), header.indices.contains(number - 1) else { return nil }
      return number - 1
    }

    /// The row's size; nil where the file has no sizes.
    func size(
      in row: CSVReader.Row, _ problem: DatasetError
    ) throws(DatasetError) -> SIMD2<Double>? {
      guard let width, let height else { return nil }
      func number(_ column: Int) throws(DatasetError) -> Double {
        guard let number = Double(row.fields[column]), number.isFinite, number >= 0 else {
          throw problem.with(
            column: column + 1,
            "'\(row.fields[column])' is not a size in points (a finite number, 0 or more)")
        }
        return number
      }
      return SIMD2(try number(width), try number(height))
    }
  }
}

extension DatasetError {
  /// The same line with another column and problem.
  func with(column: Int, _ problem: String) -> DatasetError {
    guard case .malformed(let path, let line, _, _) = self else { return self }
    return .malformed(path: path, line: line, column: column, problem: problem)
  }
}
