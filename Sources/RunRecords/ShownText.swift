import BasicAlgorithms
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
    let scalars = text.unicodeScalars
    /// What is shown instead; nil as long as nothing is replaced.
    var result: String.UnicodeScalarView?
    // In one line a word may come to stand first when the line is folded.
    var mayBegin = true
    var position = scalars.startIndex
    while position < scalars.endIndex {
      if keepsStyles, let end = endOfStyle(scalars[position...]) {
        result?.append(contentsOf: scalars[position..<end])
        position = end
        continue
      }
      let scalar = scalars[position]
      let next = scalars.index(after: position)
      let shown: Unicode.Scalar =
        switch scalar {
        case "\n" where !isOneLine, "\t" where !isOneLine: scalar
        case "\n", "\r", "\t", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": " "
        case ":" where mayBegin && scalars[next...].first == ":",
          "#" where beginsCommand(after: scalars[next...]):
          "\u{FFFD}"
        case _ where scalar.isControl: "\u{FFFD}"
        default: scalar
        }
      if shown != scalar, result == nil {
        result = String.UnicodeScalarView(scalars[..<position])
      }
      result?.append(shown)
      if scalar == "\n", !isOneLine {
        mayBegin = true
      } else if scalar.properties.isWhitespace {
        mayBegin = mayBegin || isOneLine
      } else {
        mayBegin = false
      }
      position = next
    }
    return result.map { String($0) } ?? text
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

  /// Returns the end of the sequence `ESC [ … m` that `rest` begins with; nil where there is none.
  private static func endOfStyle(_ rest: Substring.UnicodeScalarView) -> String.Index? {
    guard rest.starts(with: "\u{1B}[".unicodeScalars) else { return nil }
    let end = rest.dropFirst(2).firstIndex { !("0"..."9").contains($0) && $0 != ";" }
    guard let end, rest[end] == "m" else { return nil }
    return rest.index(after: end)
  }

  /// Returns whether `rest`, which stands behind a `#`, is another one, some letters and `[`.
  private static func beginsCommand(after rest: Substring.UnicodeScalarView) -> Bool {
    guard rest.first == "#" else { return false }
    return rest.dropFirst().prefix(32).first { !$0.properties.isAlphabetic } == "["
  }
}

extension ShownText {
  /// Returns the JSON document `bytes` with each of its texts as `line` has it.
  ///
  /// What is no JSON stays as it is: a decoder has better words for it.
  ///
  /// - Complexity: O(bytes); where nothing changes, only texts with escapes or beyond ASCII allocate.
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
      // A raw control character is no JSON, and has to stay.
      let found =
        isEscaped || text.contains { $0 < 0x20 }
        ? try? JSONDecoder().decode(String.self, from: Data(bytes[start...end]))
        : String(validating: text, as: UTF8.self)
      guard let found else { continue }
      let shown = line(found)
      guard !shown.hasSameBytes(as: found), let spelled = try? JSONEncoder().encode(shown)
      else { continue }
      result += bytes[copied..<start] + Array(spelled)
      copied = end + 1
    }
    return copied == 0 ? bytes : result + bytes[copied...]
  }
}

extension ShownText {
  /// Returns the JSON document `text`, whose texts are read as before, without words that the runner
  /// of a CI job obeys: of `##vso[`, the first character is spelled `\u0023`.
  ///
  /// - Complexity: O(bytes); no allocation where nothing changes.
  package static func printed(json text: String) -> String {
    let scalars = text.unicodeScalars
    var result = String.UnicodeScalarView()
    var copied = scalars.startIndex
    var position = copied
    while let place = scalars[position...].firstIndex(of: "#") {
      position = scalars.index(after: place)
      guard beginsCommand(after: scalars[position...]) else { continue }
      result += scalars[copied..<place]
      result += "\\u0023".unicodeScalars
      copied = position
    }
    guard copied > scalars.startIndex else { return text }
    result += scalars[copied...]
    return String(result)
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
