import Foundation

/// Text from files and other programs, made harmless where it is shown.
///
/// A terminal obeys escape sequences, and the runner of a CI job obeys lines that begin with `::`
/// (GitHub) or hold `##vso[` or `##[` (Azure, GitHub) or `##teamcity[`. Marks of direction reorder
/// what a reader sees. Every output takes its texts through here: records that are read to be
/// shown, the terminal and logs line by line, CSV, Markdown and HTML before they add their own
/// quoting.
package enum ShownText {
  /// Returns `text` on one line, without characters or words that an output obeys.
  ///
  /// Line ends and tabs become spaces, and U+FFFD stands for what is left out. Joiners within emoji
  /// stay. Doing it twice changes nothing more.
  ///
  /// - Complexity: O(bytes); no allocation where nothing changes.
  package static func line(_ text: String) -> String {
    harmless(text, isOneLine: true, keepsStyles: false)
  }

  /// Returns `text`, which may have several lines, without what a terminal or a log obeys.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - keepsStyles: Whether sequences that only style text, as `ESC [ 1 m`, are this tool's own.
  /// - Returns: The lines, as many as before.
  /// - Complexity: O(bytes); no allocation where nothing changes.
  package static func lines(_ text: String, keepsStyles: Bool = false) -> String {
    harmless(text, isOneLine: false, keepsStyles: keepsStyles)
  }

  private static func harmless(_ text: String, isOneLine: Bool, keepsStyles: Bool) -> String {
    guard needsLook(text.utf8, isOneLine: isOneLine) else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    // In one line a word may come to stand first when the line is folded.
    var mayBegin = true
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      if keepsStyles, let end = endOfStyle(in: scalars, from: position) {
        result.append(contentsOf: scalars[position..<end])
        position = end
        continue
      }
      position += 1
      switch scalar {
      case "\n" where !isOneLine:
        result.append(scalar)
        mayBegin = true
        continue
      case "\n", "\r", "\t", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}":
        result.append(scalar == "\t" && !isOneLine ? scalar : " ")
        mayBegin = mayBegin || isOneLine
        continue
      case ":" where mayBegin && position < scalars.count && scalars[position] == ":",
        "#" where beginsCommand(in: scalars, from: position):
        result.append("\u{FFFD}")
      case _ where scalar.isControl: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
      if scalar.properties.isWhitespace {
        mayBegin = mayBegin || isOneLine
      } else {
        mayBegin = false
      }
    }
    return String(result)
  }

  /// Returns whether any byte may be one to replace.
  private static func needsLook(_ bytes: some Sequence<UInt8>, isOneLine: Bool) -> Bool {
    var before: UInt8 = 0
    for byte in bytes {
      if byte < 0x20, isOneLine || byte != UInt8(ascii: "\n") { return true }
      if byte >= 0x7F { return true }
      if byte == before, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#") { return true }
      before = byte
    }
    return false
  }

  /// Returns the end of the sequence `ESC [ … m` at `start`; nil where there is none.
  private static func endOfStyle(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
    guard scalars[start] == "\u{1B}", start + 1 < scalars.count, scalars[start + 1] == "[" else {
      return nil
    }
    var end = start + 2
    while end < scalars.count, ("0"..."9").contains(scalars[end]) || scalars[end] == ";" {
      end += 1
    }
    return end < scalars.count && scalars[end] == "m" ? end + 1 : nil
  }

  /// Returns whether `#`, some letters and `[` follow a `#`.
  private static func beginsCommand(in scalars: [Unicode.Scalar], from start: Int) -> Bool {
    guard start < scalars.count, scalars[start] == "#" else { return false }
    let rest = scalars[(start + 1)...].prefix(32)
    return rest.first { !$0.properties.isAlphabetic } == "["
  }
}

extension ShownText {
  /// Returns the JSON document `bytes` with each of its texts as `line` has it.
  ///
  /// What is no JSON stays as it is: a decoder has better words for it.
  ///
  /// - Complexity: O(bytes); no allocation where nothing changes.
  package static func json(_ bytes: [UInt8]) -> [UInt8] {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    var result: [UInt8] = []
    var copied = 0
    var position = 0
    while let start = bytes[position...].firstIndex(of: quote) {
      var end = start + 1
      var isEscaped = false
      while end < bytes.count, bytes[end] != quote {
        if bytes[end] == backslash {
          isEscaped = true
          end += 1
        }
        end += 1
      }
      guard end < bytes.count else { break }
      position = end + 1
      let text = bytes[(start + 1)..<end]
      guard isEscaped || needsLook(text, isOneLine: true) else { continue }
      let literal = Data(bytes[start...end])
      guard let found = try? JSONDecoder().decode(String.self, from: literal) else { continue }
      let shown = line(found)
      guard !shown.utf8.elementsEqual(found.utf8), let spelled = try? JSONEncoder().encode(shown)
      else { continue }
      result += bytes[copied..<start] + Array(spelled)
      copied = end + 1
    }
    return copied == 0 ? bytes : result + bytes[copied...]
  }
}

extension String {
  /// A Boolean value that indicates whether it has characters that a terminal could obey, or that
  /// turn the direction of what follows.
  package var hasControlCharacters: Bool { unicodeScalars.contains(where: \.isControl) }

  /// The same text, with the replacement character in the place of control characters.
  package var withoutControlCharacters: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether a terminal could obey it, or it turns the direction of
  /// what follows.
  fileprivate var isControl: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // U+202A to U+202E and U+2066 to U+2069 among them; joiners within emoji stay.
    case .format: value != 0x200C && value != 0x200D && value < 0xE0000
    default: false
    }
  }
}
