import Foundation

/// What a journal holds.
public struct JournalContents: Hashable, Sendable {
  /// Which plan the entries belong to.
  public var header: JournalHeader
  /// The finished pieces, in the order they were finished.
  public var entries: [JournalEntry]
  /// What was dropped: a last line that was never finished.
  public var warnings: [Warning]
  /// The bytes up to the end of the last whole line.
  var wholeLength: Int

  /// What every journal begins with: its header's first key in sorted order.
  private static let opening = Array(#"{"options":"#.utf8)

  /// Parses a journal: whole lines, and at most one unfinished line at the end.
  ///
  /// - Complexity: O(bytes), in time and memory.
  init(parsing bytes: [UInt8], path: String) throws(RecordError) {
    let newline = UInt8(ascii: "\n")
    guard let headerEnd = bytes.firstIndex(of: newline) else {
      let isTorn = bytes.starts(with: Self.opening) || Self.opening.starts(with: bytes)
      if isTorn { throw .tornHeader(path: path) }
      throw .foreign(
        path: path, expected: SchemaReference.journal.name, found: "it does not begin like one")
    }
    header = try RecordJSON.decode(
      JournalHeader.self, from: Array(bytes[..<headerEnd]), path: path, schema: .journal)
    entries = []
    warnings = []
    wholeLength = headerEnd + 1
    var line = 2
    while let end = bytes[wholeLength...].firstIndex(of: newline) {
      let piece = Data(bytes[wholeLength..<end])
      guard let entry = try? JSONDecoder().decode(JournalEntry.self, from: piece) else { break }
      entries.append(entry)
      wholeLength = end + 1
      line += 1
    }
    let rest = bytes[wholeLength...]
    // After a power cut a line can be torn and yet end: the blocks of a file may land in any order.
    if let end = rest.firstIndex(of: newline), end + 1 < bytes.count {
      throw .tornLine(path: path, line: line)
    }
    if !rest.isEmpty {
      let message =
        "dropped an unfinished line of \(rest.count) bytes at the end of '\(path)'; "
        + "its piece has to be measured again"
      warnings.append(Warning(code: "torn-journal", message: message))
    }
  }
}
