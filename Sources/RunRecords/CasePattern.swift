/// Which cases a text takes: one by its whole identifier, or those that a pattern matches.
///
/// `*` stands for any characters, `/` too, and `?` for any one. A pattern must match the whole
/// identifier, or the whole name of the scenario, its second part: `item-*`. Letter case counts.
package struct CasePattern: Hashable, Sendable {
  /// What stands in the file or on the command line.
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// A pattern without white space, and no comment, that takes `id`.
  ///
  /// It takes that case alone, but for one that differs from it in white space only.
  package init(spelling id: String) {
    let spelled = String(id.map { $0.isWhitespace ? "?" : $0 })
    text = spelled.hasPrefix("#") ? "?" + spelled.dropFirst() : spelled
  }

  /// Whether the text is a pattern, and not an identifier.
  package var isGlob: Bool { text.contains("*") || text.contains("?") }

  /// Whether the case with `id` is taken.
  ///
  /// - Complexity: O(`text.count` · `id.count`) for a pattern.
  package func matches(_ id: String) -> Bool {
    isGlob ? Self.glob(text, takes: id) : text == id
  }

  /// Whether `pattern` matches the whole of `id`, or the whole name of its scenario.
  ///
  /// - Complexity: O(`pattern.count` · `id.count`).
  package static func glob(_ pattern: String, takes id: String) -> Bool {
    let pattern = Array(pattern)
    return glob(pattern, matches: Array(id))
      || scenario(of: id).map { glob(pattern, matches: Array($0)) } ?? false
  }

  private static func scenario(of id: String) -> Substring? {
    id.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).dropFirst().first
  }

  /// Matches without recursion: after a mismatch, the last `*` takes one more character.
  private static func glob(_ pattern: [Character], matches text: [Character]) -> Bool {
    var (patternIndex, textIndex) = (0, 0)
    var retry: (pattern: Int, text: Int)?
    while textIndex < text.count {
      if patternIndex < pattern.count, pattern[patternIndex] == "*" {
        retry = (patternIndex, textIndex)
        patternIndex += 1
      } else if patternIndex < pattern.count,
        pattern[patternIndex] == "?" || pattern[patternIndex] == text[textIndex]
      {
        patternIndex += 1
        textIndex += 1
      } else if let last = retry {
        retry = (last.pattern, last.text + 1)
        (patternIndex, textIndex) = (last.pattern + 1, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy { $0 == "*" }
  }
}
