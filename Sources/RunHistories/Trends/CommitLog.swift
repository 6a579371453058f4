import Foundation
import Processes

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
  ///   - tip: The newest commit: a hash, a branch or a tag.
  ///   - directory: A directory in the repository.
  /// - Throws: `RunHistoryError.git` where there is no such commit or no repository.
  /// - Complexity: O(commits), and one process.
  package init(of tip: String, in directory: String = ".") throws(RunHistoryError) {
    let answer = try GitRepository(directory).run(
      ["log", "--topo-order", "--reverse", "--format=%H %s", "--end-of-options", tip])
    self.init(
      String(decoding: answer.output, as: UTF8.self).split(separator: "\n").map { line in
        let parts = line.split(separator: " ", maxSplits: 1)
        return Commit(
          hash: parts.first.map(String.init) ?? "",
          subject: parts.count > 1 ? String(parts[1]) : "")
      })
  }

  /// The place of a commit among them; nil for one that is none of them.
  ///
  /// - Complexity: O(1).
  package func position(of hash: String) -> Int? { positions[hash] }

  /// The full hash of what `name` means in the repository around `directory`.
  ///
  /// - Throws: `RunHistoryError.git` where there is no such commit.
  package static func hash(
    of name: String, in directory: String = "."
  ) throws(RunHistoryError) -> String {
    let repository = GitRepository(directory)
    try repository.require()
    guard
      let hash = repository.line(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"])
    else {
      throw .git(reason: "there is no commit '\(name)'; git fetch origin may bring it")
    }
    return hash
  }
}
