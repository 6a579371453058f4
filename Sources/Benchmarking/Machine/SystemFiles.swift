import Foundation

/// What the system says of itself in small text files.
enum SystemFiles {
  /// The text of `path` without surrounding white space; nil where it is missing or empty.
  static func text(_ path: String) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed
  }

  /// The lines of `path`, cut at the first `separator` into a key and a value.
  static func fields(_ path: String, separator: Character) -> [(key: String, value: String)] {
    (text(path) ?? "").split(separator: "\n").compactMap { line in
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (
        parts[0].trimmingCharacters(in: .whitespaces),
        parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
      )
    }
  }
}
