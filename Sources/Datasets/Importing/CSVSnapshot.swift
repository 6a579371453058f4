import BasicAlgorithms
import Processes

/// The rows of a CSV file with a header: sections by name, items by id.
///
/// Unlike a dataset it keeps the texts, may repeat an id, and may be empty, since it is compared
/// and not measured. Rows of one section need not be adjacent; sections are in the order of their
/// first rows.
public struct CSVSnapshot: Hashable, Sendable {
  /// One row.
  public struct Item: Hashable, Sendable {
    /// The identifier.
    public let id: String
    /// The state of its content; empty if the file has none.
    public let revision: String
  }

  /// A repeated id.
  public struct Repeat: Hashable, Sendable {
    /// The id.
    public let id: String
    /// The line of the repetition.
    public let line: Int
    /// The line of the first occurrence.
    public let firstLine: Int
  }

  /// The file.
  public let path: String
  /// The names of the sections, in order.
  public private(set) var sectionIDs: [String] = []
  /// The items of each section.
  public private(set) var sections: [[Item]] = []
  /// The repeated ids, in the order of the lines.
  public private(set) var repeats: [Repeat] = []
  /// A Boolean value that indicates whether the file has a column of revisions.
  public let hasRevisions: Bool
  /// A hash of the contents.
  public private(set) var checksum = FNV1a.offsetBasis

  /// Reads the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - columns: The columns to read.
  /// - Throws: `DatasetError` if the file cannot be read, has no header, lacks a column or breaks
  ///   the format.
  /// - Complexity: O(bytes), two allocations per row.
  public init(path: String, columns: CSVSnapshotColumns) throws(DatasetError) {
    try self.init(try Self.reader(of: path), path: path, columns: columns)
  }

  /// Reads the `contents` of the file that stood at `path`.
  ///
  /// - Throws: As for a file.
  package init(
    contents: [UInt8], path: String, columns: CSVSnapshotColumns
  ) throws(DatasetError) {
    try self.init(CSVReader(contents: contents, path: path), path: path, columns: columns)
  }

  private init(
    _ rows: CSVReader, path: String, columns: CSVSnapshotColumns
  ) throws(DatasetError) {
    var reader = rows
    self.path = path
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
      try reader.checkFieldCount(header.names.count)
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
        // A byte that no text contains separates `a,bc` from `ab,c`.
        checksum = FNV1a.hash(text.utf8, continuing: checksum)
        checksum = FNV1a.hash([0xff], continuing: checksum)
      }
    }
  }

  private static func reader(of path: String) throws(DatasetError) -> CSVReader {
    do throws(DatasetError) {
      return try CSVReader(path: path)
    } catch .notAFile {
      // The message of that error suggests another kind of dataset, and a snapshot is none.
      throw .unreadable(path: path, reason: InputError.notRegular.text)
    }
  }

  /// The number of items in all sections.
  public var itemCount: Int { sections.reduce(0) { $0 + $1.count } }
}

/// The columns of a CSV file that make a snapshot: named as in the header, ignoring case, or
/// numbered from 1. A name takes precedence over a number.
public struct CSVSnapshotColumns: Hashable, Codable, Sendable {
  /// The column that groups rows into sections.
  public var section = "section"
  /// The column that identifies items.
  public var id = "id"
  /// The column with the state of an item's content; nil means `revision`, if there is one.
  public var revision: String?

  /// Creates the columns named `section` and `id`, and `revision` if the file has it.
  public init() {}

  /// Parses `section=album,id=photo,revision=3`, in any order and all optional.
  ///
  /// A column whose name contains a comma is given by number.
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
