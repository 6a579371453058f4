import BasicAlgorithms
import Foundation
import Processes

/// A copy of an imported collection or of a trace, which all processes of one run read.
///
/// A live directory tree changes while it is measured. The tool reads it once, writes the copy, and
/// names the file to its workers as the collection `snapshot:FILE`:
///
/// ```swift
/// let bytes = InputSnapshot(of: dataset, origin: "directory:/usr/share").bytes
/// // Written to share.snapshot, and in another process:
/// let same = try Dataset(spec: "snapshot:share.snapshot", items: 0, seed: 1)
/// ```
///
/// The file is a line that names the format, a line of JSON (`Header`), and the contents. Reading
/// checks the length and the digest, so a damaged file is an error and never another collection.
public struct InputSnapshot: Sendable {
  /// The line before the contents.
  public struct Header: Codable, Hashable, Sendable {
    /// The kind of the contents.
    public let kind: Kind
    /// The source as the user named it: `directory:/usr/share`.
    public let origin: String
    /// The name in case ids: `directory`; empty for a trace.
    public let name: String
    /// The number of sections of a collection.
    public let sections: Int
    /// The number of items of a collection.
    public let items: Int
    /// A Boolean value that indicates whether items have sizes in points.
    public let hasSizes: Bool
    /// The lines about the source for `Dataset.summaryLines`.
    let sourceLines: [String]
    /// The sentences about parts of the source that could not be read.
    let warnings: [String]
    /// The file whose rows the copy holds, and its columns; nil for other sources.
    let rows: Rows?
    /// The number of bytes that follow.
    fileprivate(set) var byteCount = 0
    /// A hash of the bytes that follow, in hexadecimal digits.
    fileprivate(set) var hash = ""
  }

  /// The source of the rows in a copy.
  struct Rows: Codable, Hashable, Sendable {
    let path: String
    let columns: [String]
  }

  /// The kind of the contents.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// Sections and items.
    case collection
    /// The text of a scroll trace or an update trace.
    case trace
  }

  /// The line before the contents.
  public let header: Header
  /// The bytes behind the header: of a trace, its file.
  public let contents: [UInt8]

  /// Copies `dataset`, which was read from `origin`.
  ///
  /// - Complexity: O(*n*) time and memory for *n* items and sections.
  public init(of dataset: Dataset, origin: String) {
    let sizes = dataset.imported?.sizes ?? []
    var writer = SnapshotWriter()
    for size in dataset.sectionSizes { writer.append(UInt64(size)) }
    for index in 0..<dataset.itemCount { writer.append(dataset.seed(atGlobalIndex: index)) }
    for size in sizes {
      writer.append(size.x.bitPattern)
      writer.append(size.y.bitPattern)
    }
    let rows = dataset.imported?.rows
    rows?.write(to: &writer)
    self.init(
      Header(
        kind: .collection, origin: origin, name: dataset.name,
        sections: dataset.sectionSizes.count, items: dataset.itemCount, hasSizes: !sizes.isEmpty,
        sourceLines: dataset.imported?.sourceLines ?? [], warnings: dataset.warnings,
        rows: rows.map { Rows(path: $0.path, columns: $0.columns) }),
      writer.bytes)
  }

  /// Copies the file of a trace.
  ///
  /// - Parameters:
  ///   - path: The file, or another snapshot of one.
  ///   - origin: The trace as the user named it.
  /// - Throws: `DatasetError` if the file cannot be read.
  public init(ofTraceAt path: String, origin: String) throws(DatasetError) {
    self.init(
      Header(
        kind: .trace, origin: origin, name: "", sections: 0, items: 0, hasSizes: false,
        sourceLines: [], warnings: [], rows: nil),
      Array(try TraceFile.data(at: path)))
  }

  private init(_ header: Header, _ contents: [UInt8]) {
    var header = header
    header.byteCount = contents.count
    header.hash = Self.hash(contents)
    self.header = header
    self.contents = contents
  }

  /// The whole file.
  public var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and whole numbers always encode; a file without its header is refused when it is read.
    let line = (try? encoder.encode(header)) ?? Data()
    return Array(Self.firstLine.utf8) + Array(line) + [UInt8(ascii: "\n")] + contents
  }

  static let firstLine = "cvbench snapshot 1\n"

  private static func hash(_ contents: [UInt8]) -> String {
    String(FNV1a.hash(contents), radix: 16)
  }
}

// MARK: Reading

extension InputSnapshot {
  /// Reads the snapshot at `path`, and checks that it is whole.
  ///
  /// - Throws: `DatasetError.unusableSnapshot` with the damage.
  /// - Complexity: O(bytes), in time and memory.
  public init(path: String) throws(DatasetError) {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try SystemFile.contents(of: path)
    } catch {
      throw .unusableSnapshot(path: path, problem: error.text)
    }
    try self.init(bytes: bytes, path: path)
  }

  /// Reads the snapshot that `bytes`, the file at `path`, hold.
  init(bytes: [UInt8], path: String) throws(DatasetError) {
    func unusable(_ problem: String) -> DatasetError {
      .unusableSnapshot(path: path, problem: problem)
    }
    guard bytes.starts(with: Self.firstLine.utf8) else {
      throw unusable(
        bytes.isEmpty ? "it is empty" : "it does not begin as this version's snapshots do")
    }
    let rest = bytes.dropFirst(Self.firstLine.utf8.count)
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")),
      let header = try? JSONDecoder().decode(Header.self, from: Data(rest[..<end]))
    else { throw unusable("its header is damaged") }
    let contents = Array(rest[(end + 1)...])
    guard contents.count == header.byteCount else {
      throw unusable(
        "it holds \(contents.count) of \(header.byteCount) bytes behind its header")
    }
    guard Self.hash(contents) == header.hash else {
      throw unusable("its bytes do not have the hash that its header names")
    }
    self.header = header
    self.contents = contents
  }

  /// Returns whether the file at `path` begins as a snapshot does, whole or not.
  public static func isOne(at path: String) -> Bool {
    let start = try? SystemFile(reading: path).readNext(firstLine.utf8.count)
    return start.map { $0.elementsEqual(firstLine.utf8) } ?? false
  }

  /// Returns the collection in the snapshot.
  ///
  /// - Parameter path: The file, for errors.
  /// - Returns: The sections and items.
  /// - Throws: `DatasetError.unusableSnapshot` for a trace, or for counts that do not fit the
  ///   bytes.
  func collection(path: String) throws(DatasetError) -> ImportedCollection {
    guard header.kind == .collection else {
      throw .unusableSnapshot(path: path, problem: "it holds a trace and no collection")
    }
    var reader = SnapshotReader(contents)
    var sections: [Int] = []
    var seeds: [ItemSeed] = []
    var sizes: [SIMD2<Double>] = []
    // Counts that lie must not reserve memory: growth ends where the bytes do.
    for _ in 0..<max(0, header.sections) {
      guard let size = reader.number(), let count = Int(exactly: size) else { break }
      sections.append(count)
    }
    for _ in 0..<max(0, header.items) {
      guard let seed = reader.seed() else { break }
      seeds.append(seed)
    }
    for _ in 0..<(header.hasSizes ? seeds.count : 0) {
      guard let x = reader.number(), let y = reader.number() else { break }
      sizes.append(SIMD2(Double(bitPattern: x), Double(bitPattern: y)))
    }
    var rows: ImportedRows?
    if let header = header.rows {
      rows = ImportedRows(
        path: header.path, columns: header.columns, items: seeds.count, from: &reader)
    }
    let sum = sections.reduce((sum: 0, isTooLarge: false)) { total, size in
      let (sum, overflows) = total.sum.addingReportingOverflow(size)
      return (sum, total.isTooLarge || overflows)
    }
    guard reader.isAtEnd, sections.count == header.sections, seeds.count == header.items,
      sizes.count == (header.hasSizes ? seeds.count : 0), !sum.isTooLarge, sum.sum == seeds.count,
      (rows == nil) == (header.rows == nil)
    else {
      throw .unusableSnapshot(path: path, problem: "its counts do not fit its bytes")
    }
    return ImportedCollection(
      seeds: seeds, sectionSizes: sections,
      details: ImportedCollection.Details(
        sizes: sizes, sourceLines: header.sourceLines, warnings: header.warnings,
        rows: rows))
  }
}

/// Numbers as bytes, the lowest first.
struct SnapshotWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: UInt64, byteCount: Int = 8) {
    for place in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: number &>> (8 * place))) }
  }

  mutating func append(contentsOf others: [UInt8]) { bytes += others }

  mutating func append(_ seed: ItemSeed) {
    append(seed.id)
    append(UInt64(seed.revision), byteCount: 4)
    append(UInt64(seed.sizeClass) | UInt64(seed.reuseKind) << 8, byteCount: 2)
  }
}

/// Numbers out of bytes, the lowest first; nil behind the end.
struct SnapshotReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func number(byteCount: Int = 8) -> UInt64? {
    guard bytes.count - position >= byteCount else { return nil }
    var number: UInt64 = 0
    for place in 0..<byteCount { number |= UInt64(bytes[position + place]) &<< (8 * place) }
    position += byteCount
    return number
  }

  /// Reads `count` numbers that are no larger than an `Int`; nil if there are fewer.
  mutating func numbers(_ count: Int) -> [Int]? {
    guard count >= 0, count <= (bytes.count - position) / 8 else { return nil }
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count {
      guard let number = number().flatMap({ Int(exactly: $0) }) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Reads `count` bytes; nil if there are fewer.
  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= bytes.count - position else { return nil }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func seed() -> ItemSeed? {
    guard let id = number(), let revision = number(byteCount: 4), let rest = number(byteCount: 2)
    else { return nil }
    return ItemSeed(
      id: id, revision: UInt32(truncatingIfNeeded: revision),
      sizeClass: UInt8(truncatingIfNeeded: rest), reuseKind: UInt8(truncatingIfNeeded: rest >> 8))
  }
}
