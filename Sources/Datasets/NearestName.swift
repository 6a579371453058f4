/// Suggests an existing name for a misspelt one, for messages.
public enum NearestName {
  /// Returns the one of `names` with the fewest edits from `name`; nil if none is near enough to be
  /// a typo.
  ///
  /// Letter case is ignored, and ties go to the first. A name is near if the edits are at most a
  /// third of the letters of the longer one (one edit is always allowed), or if one name begins
  /// with the other.
  ///
  /// - Parameters:
  ///   - name: The misspelt name.
  ///   - names: The existing names.
  /// - Returns: The nearest name, if any is near.
  /// - Complexity: O(`name.count` · the letters of those names that are about as long); a name of
  ///   more than 256 letters is no typo.
  public static func find(_ name: String, among names: [String]) -> String? {
    guard let source = letters(of: name) else { return nil }
    var nearest: (name: String, distance: Int)?
    for candidate in names {
      guard let target = letters(of: candidate) else { continue }
      let isPrefix = target.starts(with: source) || source.starts(with: target)
      let limit = max(1, max(source.count, target.count) / 3)
      let distance: Int
      if isPrefix, source.count >= 2 {
        distance = source == target ? 0 : 1
      } else {
        // Each letter that the longer one has more is one edit.
        guard abs(source.count - target.count) <= limit else { continue }
        distance = editDistance(source, target)
      }
      if distance <= limit, distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
    }
    return nearest?.name
  }

  private static let mostLetters = 256

  /// The most bytes of a text that is compared with names, for what counts them before its letters:
  /// counting letters reads all of it.
  package static let mostBytes = 8 * mostLetters

  /// Returns the lower-case letters of `name`; nil where they are more than a name has.
  package static func letters(of name: String) -> [Character]? {
    guard name.utf8.count <= mostBytes else { return nil }
    let letters = Array(name.lowercased())
    return letters.count <= mostLetters ? letters : nil
  }

  /// Returns the fewest insertions, deletions, replacements and swaps of neighbours from one to the
  /// other.
  ///
  /// Source: the "optimal string alignment" variant of Damerau–Levenshtein, three rows at a time.
  /// - Complexity: O(`source.count` · `target.count`).
  package static func editDistance(_ source: [Character], _ target: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...target.count)
    for row in source.indices {
      var current = [row + 1]
      for column in target.indices {
        let isSame = source[row] == target[column]
        var cost = min(
          previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, source[row] == target[column - 1],
          source[row - 1] == target[column]
        {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[target.count]
  }
}
