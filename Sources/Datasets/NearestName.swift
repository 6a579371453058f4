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
  /// - Complexity: O(`name.count` · the letters of all names).
  public static func find(_ name: String, among names: [String]) -> String? {
    let source = Array(name.lowercased())
    var nearest: (name: String, distance: Int)?
    for candidate in names {
      let target = Array(candidate.lowercased())
      let isPrefix = target.starts(with: source) || source.starts(with: target)
      let edits = editDistance(source, target)
      let distance = isPrefix && source.count >= 2 ? min(1, edits) : edits
      let limit = max(1, max(source.count, target.count) / 3)
      if distance <= limit, distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
    }
    return nearest?.name
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
