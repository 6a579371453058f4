/// Where the columns of a CSV file stand, counted from 0.
struct CSVColumnPlaces {
  let section: Int
  let id: Int
  /// Nil where the file has not both.
  let size: (width: Int, height: Int)?
  /// The width's or height's name, where the file has only that one.
  let loneSizeColumn: String?

  /// Finds `columns` in `header`.
  ///
  /// - Throws: `DatasetError.missingColumn`, or `.malformed` for a name that stands there twice.
  init(_ columns: CSVColumns, header: [String], path: String) throws(DatasetError) {
    let header = CSVHeader(names: header, path: path)
    section = try header.required(columns.section)
    id = try header.required(columns.id)
    let width =
      if let name = columns.width { try header.required(name) } else { try header.place("width") }
    let height =
      if let name = columns.height { try header.required(name) } else { try header.place("height") }
    if let width, let height {
      size = (width, height)
      loneSizeColumn = nil
    } else {
      size = nil
      loneSizeColumn = (width ?? height).map { header.names[$0] }
    }
  }
}

/// The first row of a CSV file: what its columns are named.
struct CSVHeader {
  let names: [String]
  let path: String

  /// Where the column named `name`, or numbered so, stands, counted from 0; nil where none is.
  ///
  /// - Throws: `DatasetError.malformed` for a name that stands there twice.
  func place(_ name: String) throws(DatasetError) -> Int? {
    let named = names.indices.filter { names[$0].lowercased() == name.lowercased() }
    if named.count > 1 {
      throw DatasetError.malformed(
        path: path, line: 1, column: named[1] + 1,
        problem: "two columns are named '\(name)'; say which to read by its number")
    }
    return named.first
      ?? Int(name).map { $0 - 1 }.flatMap { names.indices.contains($0) ? $0 : nil }
  }

  /// The same for a column that must be there.
  ///
  /// - Throws: `DatasetError.missingColumn` besides.
  func required(_ name: String) throws(DatasetError) -> Int {
    if let place = try place(name) { return place }
    throw DatasetError.missingColumn(path: path, column: name, header: names)
  }
}
