import Foundation
import Processes

/// A reader of the rows of a CSV file (RFC 4180), in chunks.
///
/// The alternative, SwiftCSV, keeps the whole file and its rows in memory and does not report the
/// line of an error.
package struct CSVReader {
  private let path: String
  /// The file; nil where all bytes are there already.
  private let file: OpenFile?
  private let chunkByteCount: Int
  /// The most bytes of the file.
  private let limit: Int
  private var chunk: [UInt8] = []
  private var position = 0
  /// The line of the next byte, counted from 1.
  private var line = 1
  /// The fields of the current row, end to end.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// The line in which the current row starts.
  package private(set) var rowLine = 0
  /// The number of bytes read so far.
  package private(set) var byteCount = 0

  /// Opens the file at `path`, and skips its byte order mark.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - chunkByteCount: The number of bytes to read at once, at least 3.
  ///   - limit: The most bytes of the file; by default `InputLimit.data`.
  /// - Throws: `DatasetError.unreadable`, or `.notAFile` for a pipe, which may never end.
  package init(
    path: String, chunkByteCount: Int = 1 << 18, limit: Int? = nil
  ) throws(DatasetError) {
    self.limit = limit ?? InputLimit.data
    self.path = path
    file = OpenFile(try TraceFile.open(path))
    self.chunkByteCount = chunkByteCount
    if try hasByte(), chunk.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
  }

  /// Reads `contents`, which stood at `path`, and skips their byte order mark.
  package init(contents: [UInt8], path: String) {
    self.path = path
    (file, chunkByteCount, limit) = (nil, 0, contents.count)
    (chunk, byteCount) = (contents, contents.count)
    if chunk.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
  }
}

// MARK: Fields

extension CSVReader {
  /// The number of fields in the current row.
  package var fieldCount: Int { ends.count }

  /// Returns the bytes of a field of the current row, without its quotes.
  func bytes(ofField field: Int) -> ArraySlice<UInt8> {
    bytes[(field == 0 ? 0 : ends[field - 1])..<ends[field]]
  }

  /// Returns the text of a field of the current row, without its quotes.
  package func text(ofField field: Int) -> String {
    String(decoding: bytes(ofField: field), as: UTF8.self)
  }

  /// Throws unless the current row has as many fields as the header.
  func checkFieldCount(_ count: Int) throws(DatasetError) {
    guard fieldCount != count else { return }
    throw malformed(
      field: min(fieldCount, count), "the header has \(count) fields, this row \(fieldCount)")
  }

  /// Returns an error in a field of the current row.
  func malformed(field: Int, _ problem: String) -> DatasetError {
    .malformed(path: path, line: rowLine, column: field + 1, problem: problem)
  }
}

// MARK: Reading

extension CSVReader {
  /// Reads the next row and skips blank lines; returns false at the end of the file.
  package mutating func readRow() throws(DatasetError) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    while try skipLineEnd() {}
    guard try hasByte() else { return false }
    rowLine = line
    repeat { try readField() } while try skip(.comma)
    _ = try skipLineEnd()
    return true
  }

  private mutating func readField() throws(DatasetError) {
    let start = bytes.count
    if try skip(.quote) {
      try readQuoted()
    } else {
      try appendBytes { $0 == .comma || $0 == .quote || $0 == .lineFeed || $0 == .carriageReturn }
      if try hasByte(), chunk[position] == .quote {
        throw here("a quote inside a field that does not start with one")
      }
    }
    let field = bytes[start...]
    if field.contains(where: { $0 >= 0x80 }), String(validating: field, as: UTF8.self) == nil {
      let found = field.prefix(16).map { String($0, radix: 16) }.joined(separator: " ")
      throw here("the bytes \(found) are not UTF-8; save the file as UTF-8")
    }
    ends.append(bytes.count)
  }

  /// Reads the rest of a field after its opening quote.
  private mutating func readQuoted() throws(DatasetError) {
    let opening = here("a quoted field that is not closed before the end of the file")
    while true {
      try appendBytes { $0 == .quote || $0 == .lineFeed }
      guard try hasByte() else { throw opening }
      let isQuote = try skip(.quote)
      if isQuote, try !skip(.quote) { break }
      bytes.append(isQuote ? .quote : .lineFeed)
      if !isQuote {
        position += 1
        line += 1
      }
    }
    guard try hasByte() else { return }
    let next = chunk[position]
    guard next == .comma || next == .lineFeed || next == .carriageReturn else {
      throw here("'\(Character(Unicode.Scalar(next)))' after a closing quote")
    }
  }

  /// Appends bytes to the row up to the first that satisfies `isEnd`.
  private mutating func appendBytes(upTo isEnd: (UInt8) -> Bool) throws(DatasetError) {
    while try hasByte() {
      let end = chunk[position...].firstIndex(where: isEnd) ?? chunk.count
      bytes.append(contentsOf: chunk[position..<end])
      position = end
      if end < chunk.count { return }
    }
  }

  /// Skips a line end: CR LF, LF or CR.
  private mutating func skipLineEnd() throws(DatasetError) -> Bool {
    let isReturn = try skip(.carriageReturn)
    let isFeed = try skip(.lineFeed)
    guard isReturn || isFeed else { return false }
    line += 1
    return true
  }

  private mutating func skip(_ byte: UInt8) throws(DatasetError) -> Bool {
    guard try hasByte(), chunk[position] == byte else { return false }
    position += 1
    return true
  }

  /// Returns whether there is a byte at `position`; reads the next chunk if necessary.
  private mutating func hasByte() throws(DatasetError) -> Bool {
    if position < chunk.count { return true }
    guard let file else { return false }
    do throws(SystemError) {
      chunk = try file.file.readNext(chunkByteCount)
    } catch {
      throw DatasetError.unreadable(path: path, reason: error.text)
    }
    position = 0
    byteCount += chunk.count
    guard byteCount <= limit else {
      throw DatasetError.unreadable(path: path, reason: InputError.tooLarge(limit: limit).text)
    }
    return !chunk.isEmpty
  }

  /// Returns an error in the field that is being read.
  private func here(_ problem: String) -> DatasetError {
    .malformed(path: path, line: line, column: ends.count + 1, problem: problem)
  }
}

/// An open file that copies of a reader share.
private final class OpenFile {
  let file: SystemFile

  init(_ file: consuming SystemFile) { self.file = file }
}

extension UInt8 {
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
}
