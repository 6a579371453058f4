/// One `--filter` or `--exclude`: which case ids it takes.
///
/// - A complete case id takes that case alone (as a substring, `…/items=1000` would also take
///   `…/items=10000`).
/// - A text with `*` (any characters, `/` too) or `?` (any one) must match the whole id, or the
///   whole name of the scenario, its second part: `item-*`.
/// - Any other text takes the ids that contain it.
package enum CaseFilter: Hashable, Sendable {
  case caseID(CaseID)
  case glob(String)
  case substring(String)

  package init(_ text: String) {
    if let id = CaseID(text) {
      self = .caseID(id)
    } else if text.contains("*") || text.contains("?") {
      self = .glob(text)
    } else {
      self = .substring(text)
    }
  }

  /// What the user wrote.
  var text: String {
    switch self {
    case .caseID(let id): id.description
    case .glob(let text), .substring(let text): text
    }
  }

  /// Whether the case with `id` is taken. Letter case counts.
  package func matches(_ id: String) -> Bool {
    switch self {
    case .caseID(let own): own.description == id
    case .glob(let pattern):
      [id[...], Self.scenario(of: id)].contains { text in
        text.map { Self.glob(Array(pattern), matches: Array($0)) } ?? false
      }
    case .substring(let text): id.contains(text)
    }
  }

  private static func scenario(of id: String) -> Substring? {
    id.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).dropFirst().first
  }

  /// Matches without recursion: after a mismatch, the last `*` takes one more character.
  ///
  /// - Complexity: O(`pattern.count` · `text.count`).
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
