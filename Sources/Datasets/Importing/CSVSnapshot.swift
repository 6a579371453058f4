/// The rows of a CSV file with a header, as they stand: sections by name, items by id.
///
/// Unlike a dataset it keeps the texts, may hold an id twice, and may be empty: what is compared need
/// not be what is measured. Rows of one section need not stand together; sections come in the order of
/// their first rows.
public struct CSVSnapshot: Hashable, Sendable {
  /// One row.
  public struct Item: Hashable, Sendable {
    /// Which item it is.
    public let id: String
    /// The state of its content; empty where the file does not say.
    public let revision: String
  }

  /// An id that stands in the file again.
  public struct Repeat: Hashable, Sendable {
    /// The id.
    public let id: String
    /// The line where it stands again.
    public let line: Int
    /// The line where it stands first.
    public let firstLine: Int
  }

  /// The file.
  public let path: String
  /// The names of the sections.
  public private(set) var sectionIDs: [String] = []
  /// The items of each section.
  public private(set) var sections: [[Item]] = []
  /// The ids that stand there more than once, in the order of the lines.
  public private(set) var repeats: [Repeat] = []
  /// Whether there is a column of revisions.
  public let hasRevisions: Bool
  /// A number that differs for other contents.
  public private(set) var checksum = FNV1a.offsetBasis

  /// Reads the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - columns: Which of its columns to read.
  /// - Throws: `DatasetError` for a file that cannot be read, has no header, lacks a column or breaks
  ///   the format.
  /// - Complexity: O(bytes), two allocations a row.
  public init(path: String, columns: CSVSnapshotColumns) throws(DatasetError) {
    self.path = path
    var reader = try Self.reader(of: path)
    guard try reader.readRow() else { throw DatasetError.noHeader(path: path) }
    let header = CSVHeader(
      names: (0..<reader.fieldCount).map { reader.text(ofField: $0) }, path: path)
    let (section, id) = (try header.required(columns.section), try header.required(columns.id))
    let revision =
      if let name = columns.revision { try header.required(name) } else {
        try header.place("revision")
      }
    hasRevisions = revision != nil
    var sectionsByName: [String: Int] = [:]
    var linesByID: [String: Int] = [:]
    while try reader.readRow() {
      guard reader.fieldCount == header.names.count else {
        throw reader.malformed(
          field: min(reader.fieldCount, header.names.count),
          "the header has \(header.names.count) fields, this row \(reader.fieldCount)")
      }
      let item = Item(
        id: reader.text(ofField: id), revision: revision.map { reader.text(ofField: $0) } ?? "")
      let name = reader.text(ofField: section)
      let place = sectionsByName[name] ?? sections.count
      if place == sections.count {
        sectionsByName[name] = place
        sectionIDs.append(name)
        sections.append([])
      }
      sections[place].append(item)
      if let first = linesByID[item.id] {
        repeats.append(Repeat(id: item.id, line: reader.rowLine, firstLine: first))
      } else {
        linesByID[item.id] = reader.rowLine
      }
      for text in [name, item.id, item.revision] {
        // A byte that no text holds keeps `a,bc` and `ab,c` apart.
        checksum = FNV1a.hash(text.utf8, continuing: checksum)
        checksum = FNV1a.hash([0xff], continuing: checksum)
      }
    }
  }

  private static func reader(of path: String) throws(DatasetError) -> CSVReader {
    do throws(DatasetError) {
      return try CSVReader(path: path)
    } catch .notAFile {
      // That one's message names another kind of dataset, and this is none.
      throw .unreadable(path: path, reason: TraceFile.notAFile)
    }
  }

  /// The number of items in all sections.
  public var itemCount: Int { sections.reduce(0) { $0 + $1.count } }
}

/// Which columns of a CSV file say what a snapshot is of: by the header's names, letter case aside, or
/// numbered from 1. A name wins over a number.
public struct CSVSnapshotColumns: Hashable, Codable, Sendable {
  /// The column by which rows are grouped into sections.
  public var section = "section"
  /// The column that tells items apart.
  public var id = "id"
  /// The column that says which state an item's content has; nil means `revision`, if there is one.
  public var revision: String?

  /// The columns named `section`, `id` and, where the file has it, `revision`.
  public init() {}

  /// Reads `section=album,id=photo,revision=3`, in any order, all of them optional.
  ///
  /// A column whose name holds a comma is named by its number.
  /// - Throws: `DatasetError.unusableColumns`.
  public init(parsing text: String) throws(DatasetError) {
    for (name, column) in try CSVColumns.pairs(in: text, of: ["section", "id", "revision"]) {
      switch name {
      case "section": section = column
      case "id": id = column
      default: revision = column
      }
    }
  }
}
