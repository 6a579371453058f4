package import Foundation
import Processes
import RunRecords

/// The commits that lead to one, the oldest first.
package struct CommitLog: Sendable {
  /// A commit.
  package struct Commit: Hashable, Sendable {
    /// The full hash.
    package var hash: String
    /// The first line of its message.
    package var subject: String

    package init(hash: String, subject: String) {
      self.hash = hash
      self.subject = subject
    }
  }

  /// The commits; no commit stands before one that it comes from.
  package let commits: [Commit]
  private let positions: [String: Int]

  /// The log of `commits`, the oldest first.
  package init(_ commits: [Commit]) {
    self.commits = commits
    positions = Dictionary(
      commits.enumerated().map { ($1.hash, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads the log of a repository.
  ///
  /// - Parameters:
  ///   - tip: The newest commit: a hash, a branch or a tag; or a range of git's.
  ///   - directory: A directory in the repository.
  ///   - isFirstParentOnly: Whether the commits of merged branches are left out.
  /// - Throws: `RunHistoryError.git` where there is no such commit or no repository.
  /// - Complexity: O(commits), and one process.
  package init(
    of tip: String, in directory: String = ".", isFirstParentOnly: Bool = false
  ) throws(RunHistoryError) {
    let options = ["--topo-order", "--reverse"] + (isFirstParentOnly ? ["--first-parent"] : [])
    let answer = try GitRepository(at: directory).success(
      ["-c", "log.showSignature=false", "log"] + options
        + ["--format=%H%x00%s", "--end-of-options", tip])
    self.init(parsing: answer.output)
  }

  /// Parses what git writes with the format of `init(of:)`: a hash, a zero byte and a subject a line.
  ///
  /// - Complexity: O(bytes).
  package init(parsing output: Data) {
    self.init(
      output.split(separator: UInt8(ascii: "\n")).map { line in
        let parts = line.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        return Commit(
          hash: texts[0],
          subject: texts.count > 1 ? texts[1].filter { !"\($0)".hasControlCharacters } : "")
      })
  }

  /// The place of a commit among them; nil for an unknown commit.
  ///
  /// - Complexity: O(1).
  package func position(of hash: String) -> Int? { positions[hash] }

  /// The full hash of what `name` means in the repository around `directory`.
  ///
  /// - Throws: `RunHistoryError.git` where there is no such commit.
  package static func hash(
    of name: String, in directory: String = "."
  ) throws(RunHistoryError) -> String {
    do throws(GitError) {
      return try GitRepository(at: directory).commit(named: name)
    } catch {
      throw .git(reason: "\(error)")
    }
  }
}

extension CommitLog {
  /// The commits after `good` up to `bad`, the oldest first; a merged branch counts as one.
  ///
  /// - Returns: The commits; none where `good` does not lead to `bad`.
  /// - Throws: `RunHistoryError.git`.
  package static func commits(
    from good: String, to bad: String, in directory: String
  ) throws(RunHistoryError) -> [Commit] {
    let repository = GitRepository(at: directory)
    guard try repository.outcome(["merge-base", "--is-ancestor", good, bad]).isSuccess else {
      return []
    }
    return try CommitLog(of: "\(good)..\(bad)", in: directory, isFirstParentOnly: true).commits
  }

  /// Returns whether `commit` is `tip` or leads to it; false where either is unknown.
  ///
  /// - Throws: `RunHistoryError.git` where git cannot be run.
  package static func contains(
    _ commit: String, in tip: String, of directory: String = "."
  ) throws(RunHistoryError) -> Bool {
    try GitRepository(at: directory).outcome(["merge-base", "--is-ancestor", commit, tip]).isSuccess
  }
}
