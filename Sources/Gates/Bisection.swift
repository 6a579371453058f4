/// A search by halves for the first commit of a list that is bad.
///
/// Skips commits that cannot be judged: the nearest untried ones stand in for them, and at the end
/// the culprit may be one of several.
///
///     var search = Bisection(of: commits)
///     while let commit = search.next { search.record(judge(commit), of: commit) }
///     print(search.suspects)
///
/// Source of skipping: git-bisect(1), "Bisect skip".
package struct Bisection: Sendable {
  /// An answer about a commit.
  package enum Answer: String, Codable, Hashable, Sendable {
    case good, bad
    /// It does not build, fails, or cannot be told.
    case skipped
  }

  /// The commits after the good one up to the bad one, the oldest first.
  package let commits: [String]
  /// The answers that are known.
  package private(set) var answers: [String: Answer] = [:]

  /// Begins a search; the last of `commits` is bad, and what comes before the first is good.
  package init(of commits: [String]) { self.commits = commits }

  /// Notes the answer about a commit.
  package mutating func record(_ answer: Answer, of commit: String) { answers[commit] = answer }

  /// The place of the last commit known to be good; -1 for the one before the list.
  private var lastGood: Int {
    commits[..<firstBad].lastIndex { answers[$0] == .good } ?? -1
  }

  /// The place of the first commit known to be bad.
  private var firstBad: Int {
    commits.firstIndex { answers[$0] == .bad } ?? commits.count - 1
  }

  /// The commit to ask about next: the one nearest to the middle; nil at the end.
  ///
  /// - Complexity: O(*n*).
  package var next: String? {
    let (low, high) = (lastGood, firstBad)
    let middle = (low + high) / 2
    let open = ((low + 1)..<high).filter { answers[commits[$0]] == nil }
    return open.min { abs($0 - middle) < abs($1 - middle) }.map { commits[$0] }
  }

  /// The commits of which one is the first bad one, the oldest first.
  package var suspects: ArraySlice<String> {
    commits.isEmpty ? [] : commits[(lastGood + 1)...firstBad]
  }

  /// The commit before the suspects; nil for the good one before the list.
  package var lastGoodCommit: String? { lastGood < 0 ? nil : commits[lastGood] }

  /// The most commits that are left to ask about.
  package var remainingSteps: Int {
    var (count, open) = (0, firstBad - lastGood)
    while open > 1 {
      open = (open + 1) / 2
      count += 1
    }
    return count
  }
}
