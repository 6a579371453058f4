import BasicAlgorithms

/// An importer that reads a CSV file with a header as a collection: one item per row.
///
/// Rows of one section need not be adjacent; sections are in the order of their first rows.
struct CSVImporter {
  private let columns: CSVColumns

  init(_ columns: CSVColumns) { self.columns = columns }

  /// Reads the collection in the file at `path`.
  ///
  /// - Throws: `DatasetError` if the file cannot be read, breaks the format or has no rows.
  func collection(at path: String) throws(DatasetError) -> ImportedCollection {
    var reader = try CSVReader(path: path)
    guard try reader.readRow() else { throw DatasetError.empty(path: path) }
    let header = (0..<reader.fieldCount).map { reader.text(ofField: $0) }
    let places = try CSVColumnPlaces(columns, header: header, path: path)
    var grouping = SectionGrouping()
    grouping.rows = ImportedRows(path: path, columns: header)
    var linesByID: [UInt64: Int] = [:]
    while try reader.readRow() {
      try reader.checkFieldCount(header.count)
      let id = Self.id(of: reader.bytes(ofField: places.id))
      if let earlier = linesByID.updateValue(reader.rowLine, forKey: id) {
        throw reader.malformed(
          field: places.id,
          "the id '\(reader.text(ofField: places.id))' stands already on line \(earlier); "
            + "ids must differ")
      }
      var size: SIMD2<Double>?
      if let (width, height) = places.size {
        size = SIMD2(try Self.points(width, in: reader), try Self.points(height, in: reader))
      }
      grouping.append(
        ItemSeed(
          id: id, revision: 0, sizeClass: UInt8(min(size?.y ?? 0, 255)),
          reuseKind: UInt8(truncatingIfNeeded: id &>> 56)),
        size: size, section: reader.text(ofField: places.section))
      grouping.rows?.append(reader)
    }
    guard !linesByID.isEmpty else { throw DatasetError.empty(path: path) }
    var collection = grouping.collection()
    collection.details.sourceLines = ["file: \(path)", "bytes read: \(reader.byteCount)"]
    if let lone = places.loneSizeColumn {
      collection.details.warnings = [
        "'\(path)' has a column '\(lone)' but not the other of width and height; it is not used"
      ]
    }
    return collection
  }

  /// Returns the number that the text spells in the usual notation; else its FNV-1a hash.
  private static func id(of text: ArraySlice<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    for byte in text {
      let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tens.addingReportingOverflow(UInt64(byte) &- 0x30)
      guard byte >= 0x30, byte <= 0x39, !overflows, !overflowsToo else { return FNV1a.hash(text) }
      number = sum
    }
    let isUsual = text.count == 1 || (text.first ?? 0x30) != 0x30
    return isUsual ? number : FNV1a.hash(text)
  }

  private static func points(_ field: Int, in reader: CSVReader) throws(DatasetError) -> Double {
    let text = reader.text(ofField: field)
    guard let points = Double(text), points.isFinite, points >= 0 else {
      throw reader.malformed(
        field: field, "'\(text)' is not a size in points (a finite number, 0 or more)")
    }
    return points
  }
}

/// The columns of a CSV file that are imported: named as in the header, ignoring case, or numbered
/// from 1. A name takes precedence over a number.
public struct CSVColumns: Hashable, Sendable {
  /// The column that groups rows into sections.
  public var section: String
  /// The column that identifies items.
  public var id: String
  /// The width in points; nil means `width`, if there is such a column.
  public var width: String?
  /// The height in points; nil means `height`, if there is such a column.
  public var height: String?

  /// Creates the columns named `section` and `id`, and `width` and `height` if the file has them.
  public init(
    section: String = "section", id: String = "id", width: String? = nil, height: String? = nil
  ) {
    self.section = section
    self.id = id
    self.width = width
    self.height = height
  }

  /// Parses `section=album,id=2,width=w,height=h`, in any order and all optional.
  ///
  /// A column whose name contains a comma is given by number.
  /// - Throws: `DatasetError.unusableColumns`.
  public init(parsing text: String) throws(DatasetError) {
    self.init()
    for (name, column) in try Self.pairs(in: text, of: ["section", "id", "width", "height"]) {
      switch name {
      case "section": section = column
      case "id": id = column
      case "width": width = column
      default: height = column
      }
    }
  }

  /// Returns the columns in `text`, with each of `names` at most once.
  ///
  /// - Throws: `DatasetError.unusableColumns`.
  static func pairs(
    in text: String, of names: [String]
  ) throws(DatasetError) -> [(name: Substring, column: String)] {
    var pairs: [(name: Substring, column: String)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, names.contains(String(sides[0])),
        !pairs.contains(where: { $0.name == sides[0] })
      else {
        throw DatasetError.unusableColumns(text, part: String(part), names: names)
      }
      pairs.append((sides[0], String(sides[1])))
    }
    return pairs
  }

  /// The text that `init(parsing:)` reads back.
  var text: String {
    (["section=\(section)", "id=\(id)"]
      + [width.map { "width=\($0)" }, height.map { "height=\($0)" }]
      .compactMap(\.self)).joined(separator: ",")
  }
}

/// The indexes of the columns in a CSV file.
struct CSVColumnPlaces {
  let section: Int
  let id: Int
  /// The indexes of width and height; nil if the file lacks one.
  let size: (width: Int, height: Int)?
  /// The name of the width or height column if the file has only one of them.
  let loneSizeColumn: String?

  /// Finds `columns` in `header`.
  ///
  /// - Throws: `DatasetError.missingColumn`, or `.malformed` for a repeated name.
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

/// The first row of a CSV file: the names of its columns.
struct CSVHeader {
  let names: [String]
  let path: String

  /// Returns the index of the column with that name or number; nil if there is none.
  ///
  /// - Throws: `DatasetError.malformed` for a repeated name.
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

  /// Returns the index of a required column.
  ///
  /// - Throws: `DatasetError.missingColumn`, or `.malformed` for a repeated name.
  func required(_ name: String) throws(DatasetError) -> Int {
    if let place = try place(name) { return place }
    throw DatasetError.missingColumn(path: path, column: name, header: names)
  }
}
