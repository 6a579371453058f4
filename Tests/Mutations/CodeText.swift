/// The lines of a Swift file, with what is code in them.
///
/// Regular expressions without quotes count as code.
package struct CodeText: Sendable {
  /// A bracket that is open where a line begins.
  package struct Opening: Hashable, Sendable {
    package let bracket: UInt8
    /// The line that opens it, from 0.
    package let line: Int
  }

  /// The lines as they are.
  package let lines: [String]
  /// The same number of bytes for each line; those of comments and within strings are spaces.
  package let code: [[UInt8]]
  /// The innermost bracket that is open where a line begins; nil outside of all.
  package let openings: [Opening?]

  /// Reads the text of a file.
  package init(_ text: String) {
    var mask = CodeMask(Array(text.utf8))
    mask.maskAll()
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    code = mask.masked.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map(Array.init)
    openings = Self.openings(of: code)
  }

  /// The code of a line without the spaces around it.
  package func trimmed(_ line: Int) -> String { Self.trimmed(code[line]) }

  /// The code before a line that has some; nil at the beginning of a file.
  package func codeBefore(_ line: Int) -> String? {
    code[..<line].lazy.reversed().map(Self.trimmed).first { !$0.isEmpty }
  }

  /// The code after a line that has some; nil at the end of a file.
  package func codeAfter(_ line: Int) -> String? {
    code[(line + 1)...].lazy.map(Self.trimmed).first { !$0.isEmpty }
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private static func openings(of code: [[UInt8]]) -> [Opening?] {
    var stack: [Opening] = []
    var found: [Opening?] = []
    for (line, bytes) in code.enumerated() {
      found.append(stack.last)
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
          stack.append(Opening(bracket: byte, line: line))
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): _ = stack.popLast()
        default: break
        }
      }
    }
    return found
  }
}

/// Finds what is no code in a file: comments, and strings with what is interpolated into them.
private struct CodeMask {
  private let bytes: [UInt8]
  private(set) var masked: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    masked = bytes
  }

  mutating func maskAll() {
    while position < bytes.count {
      if starts("//") {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        blank(start..<position)
      } else if starts("/*") {
        skipBlockComment()
      } else if let hashes = stringStart() {
        skipString(hashes: hashes)
      } else {
        position += 1
      }
    }
  }

  private func starts(_ text: StaticString, at offset: Int = 0) -> Bool {
    bytes[min(position + offset, bytes.count)...].starts(with: "\(text)".utf8)
  }

  private mutating func blank(_ range: Range<Int>) {
    for index in range where bytes[index] != UInt8(ascii: "\n") {
      masked[index] = UInt8(ascii: " ")
    }
  }

  private mutating func skipBlockComment() {
    let start = position
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        position += 2
      } else if starts("*/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
    blank(start..<min(position, bytes.count))
  }

  /// The number of `#` before the quotation mark of a string that begins here; nil if none does.
  private func stringStart() -> Int? {
    let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
    return starts("\"", at: hashes) ? hashes : nil
  }

  private mutating func skipString(hashes: Int) {
    position += hashes
    let quotes = starts("\"\"\"") ? 3 : 1
    position += quotes
    let start = position
    while position < bytes.count {
      if quotes == 1, bytes[position] == UInt8(ascii: "\n") { break }
      if starts("\\"), areHashes(hashes, at: 1) {
        position += 1 + hashes
        if starts("(") { skipInterpolation() } else { position += 1 }
      } else if quotes == 3 ? starts("\"\"\"") : starts("\""), areHashes(hashes, at: quotes) {
        blank(start..<position)
        position += quotes + hashes
        return
      } else {
        position += 1
      }
    }
    blank(start..<min(position, bytes.count))
  }

  private func areHashes(_ count: Int, at offset: Int) -> Bool {
    bytes[min(position + offset, bytes.count)...].prefix { $0 == UInt8(ascii: "#") }.count >= count
  }

  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      if let hashes = stringStart() {
        skipString(hashes: hashes)
        continue
      }
      if starts("(") { depth += 1 }
      if starts(")") { depth -= 1 }
      position += 1
    } while depth > 0 && position < bytes.count
  }
}
