import Foundation

/// The rows of a CSV file (RFC 4180), read in pieces.
///
/// Our own because the alternative, SwiftCSV, holds the whole file and its rows in memory and does
/// not say in which line an error stands.
struct CSVReader {
  private let path: String
  private let file: FileHandle
  private var buffer: [UInt8] = []
  private var position = 0
  /// The line of the next character, from 1.
  private var line = 1
  /// The bytes read so far.
  private(set) var byteCount = 0

  /// One row: its fields, and the line on which it starts.
  struct Row {
    let line: Int
    let fields: [String]
  }

  /// A reader of the file at `path`, behind its byte order mark if it has one.
  init(path: String) throws(DatasetError) {
    self.path = path
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw DatasetError.unreadable(path: path, reason: SystemError.reason(errno))
    }
    self.file = file
    if try peek() != nil, buffer.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
  }

  /// The next row, blank lines left out; nil at the end of the file.
  mutating func next() throws(DatasetError) -> Row? {
    while let byte = try peek(), byte == 0x0a || byte == 0x0d { skipLineEnd(byte) }
    guard try peek() != nil else { return nil }
    let start = line
    var fields: [String] = []
    while true {
      let field = try readField(number: fields.count + 1)
      fields.append(field)
      guard let byte = try peek() else { break }
      if byte == 0x2c {
        position += 1
      } else {
        skipLineEnd(byte)
        if byte == 0x0d, try peek() == 0x0a { skipLineEnd(0x0a) }
        break
      }
    }
    return Row(line: start, fields: fields)
  }

  private mutating func readField(number: Int) throws(DatasetError) -> String {
    var bytes: [UInt8] = []
    if try peek() == 0x22 {
      bytes = try readQuoted(number)
    } else {
      while let byte = try peek(), byte != 0x2c, byte != 0x0a, byte != 0x0d {
        if byte == 0x22 {
          throw malformed(number, "a quote inside a field that does not start with one")
        }
        bytes.append(byte)
        position += 1
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw malformed(number, "bytes that are not UTF-8: \(bytes.prefix(16))")
    }
    return text
  }

  private mutating func readQuoted(_ number: Int) throws(DatasetError) -> [UInt8] {
    let start = line
    var bytes: [UInt8] = []
    position += 1
    while true {
      guard let byte = try peek() else {
        throw DatasetError.malformed(
          path: path, line: start, column: number,
          problem: "a quoted field that is not closed before the end of the file")
      }
      position += 1
      if byte == 0x22 {
        guard try peek() == 0x22 else { break }
        position += 1
      } else if byte == 0x0a {
        line += 1
      }
      bytes.append(byte)
    }
    if let byte = try peek(), byte != 0x2c, byte != 0x0a, byte != 0x0d {
      throw malformed(number, "'\(Character(Unicode.Scalar(byte)))' after a closing quote")
    }
    return bytes
  }

  private func malformed(_ column: Int, _ problem: String) -> DatasetError {
    DatasetError.malformed(path: path, line: line, column: column, problem: problem)
  }

  private mutating func skipLineEnd(_ byte: UInt8) {
    position += 1
    if byte == 0x0a { line += 1 }
  }

  /// The next byte, which stays; nil at the end of the file.
  private mutating func peek() throws(DatasetError) -> UInt8? {
    if position < buffer.count { return buffer[position] }
    do {
      buffer = Array(try file.read(upToCount: 1 << 18) ?? Data())
    } catch {
      throw DatasetError.unreadable(path: path, reason: error.localizedDescription)
    }
    position = 0
    byteCount += buffer.count
    return buffer.first
  }
}
