/// Finds what was probably meant by a name that does not exist, for messages.
public enum NearestName {
  /// The one of `names` with the fewest edits from `name`; nil where all are too far to be a typo.
  ///
  /// Letter case is ignored, ties go to the first. Too far is more than a third of the letters
  /// of the longer one (at least one edit is always allowed), unless one begins with the other.
  ///
  /// - Parameters:
  ///   - name: What was found instead of a name.
  ///   - names: What exists.
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

  /// The fewest insertions, deletions, replacements and swaps of neighbours from one to the other.
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
