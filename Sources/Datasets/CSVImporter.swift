/// Reads a CSV file with a header as a collection: a row an item.
///
/// Rows of one section need not stand together; sections come in the order of their first rows.
struct CSVImporter {
  private let columns: CSVColumns

  init(_ columns: CSVColumns) {
    self.columns = columns
  }

  /// The collection in the file at `path`.
  ///
  /// - Throws: `DatasetError` for a file that cannot be read, breaks the format or has no rows.
  func collection(at path: String) throws(DatasetError) -> ImportedCollection {
    var reader = try CSVReader(path: path)
    guard try reader.readRow() else { throw DatasetError.empty(path: path) }
    let header = (0..<reader.fieldCount).map { reader.text(ofField: $0) }
    let places = try CSVColumnPlaces(columns, header: header, path: path)
    var grouping = SectionGrouping()
    var linesByID: [UInt64: Int] = [:]
    while try reader.readRow() {
      guard reader.fieldCount == header.count else {
        throw reader.malformed(
          field: min(reader.fieldCount, header.count),
          "the header has \(header.count) fields, this row \(reader.fieldCount)")
      }
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

  /// The number that the text is, in the usual notation; else a number made from it (FNV-1a).
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
