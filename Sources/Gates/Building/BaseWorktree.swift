import Foundation
import Processes

/// The sources of another commit, in a work tree of the package's repository.
struct BaseWorktree {
  /// The package, somewhere in its repository.
  let packagePath: String
  /// The path of the work tree.
  let path: String
  let tools: PairBuildTools

  /// Checks a commit out in the work tree, whatever it holds from before.
  ///
  /// - Parameter commit: A hash that `commit(_:)` has found.
  /// - Returns: The package in the work tree.
  /// - Throws: `PairBuildError`: `noBaseline` if git refuses, `interrupted`, and `failed` if git cannot
  ///   be started.
  func checkOut(_ commit: String) throws(PairBuildError) -> String {
    let files = FileManager.default
    if try !isCheckedOut(commit) {
      // The tree may be unknown to git, or deleted.
      try? files.removeItem(atPath: path)
      _ = try run(["worktree", "prune"])
      let absolute = URL(filePath: path).path
      let added = try run(["worktree", "add", "--quiet", "--force", "--detach", absolute, commit])
      guard added.isSuccess else {
        throw .noBaseline(
          reason: "git cannot check out \(commit) at '\(path)': \(added.complaint)")
      }
    }
    return try line(["rev-parse", "--show-prefix"]).map { path + "/" + $0 } ?? path
  }

  /// Checks `commit` out in a work tree that exists; false if there is none, or git refuses.
  private func isCheckedOut(_ commit: String) throws(PairBuildError) -> Bool {
    guard FileManager.default.fileExists(atPath: path + "/.git") else { return false }
    return try tools.run(
      "git", ["-C", path, "checkout", "--quiet", "--force", "--detach", commit]
    ).isSuccess
  }

  /// Returns the hash of `name`: a commit, branch or tag.
  ///
  /// - Throws: `PairBuildError`: `noBaseline` without such a commit, with the command that fetches it,
  ///   or without a history; `interrupted`, and `failed` if git cannot be started.
  func commit(_ name: String) throws(PairBuildError) -> String {
    let repository = try run(["rev-parse", "--git-dir"])
    guard repository.isSuccess else {
      throw .noBaseline(
        reason: "'\(packagePath)' has no history that git can read: \(repository.complaint)")
    }
    if let hash = try line(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"]) {
      return hash
    }
    guard try line(["rev-parse", "--is-shallow-repository"]) == "true" else {
      throw .noBaseline(reason: "there is no commit '\(name)'; git fetch origin may bring it")
    }
    throw .noBaseline(
      reason: "there is no commit '\(name)'; this clone is shallow: \(try fetch(of: name))")
  }

  /// Returns the command that brings `name` into a shallow clone.
  private func fetch(of name: String) throws(PairBuildError) -> String {
    let isHexadecimal = name.allSatisfy { $0.isASCII && $0.isHexDigit }
    if isHexadecimal, name.count == 40 { return "git fetch --depth=1 origin \(name)" }
    // A name that counts commits from another one, and a part of a hash, need the history.
    if isHexadecimal && name.count >= 4 || name.contains(where: { "~^@:{".contains($0) }) {
      return "git fetch --unshallow origin"
    }
    let remotes = try line(["remote"])?.split(separator: "\n").map(String.init) ?? []
    if let remote = remotes.first(where: { name.hasPrefix($0 + "/") }) {
      let branch = name.dropFirst(remote.count + 1)
      return "git fetch --depth=1 \(remote) \(branch):refs/remotes/\(remote)/\(branch)"
    }
    return "git fetch --depth=1 origin \(name):refs/heads/\(name), or where it is a tag "
      + "git fetch --depth=1 origin tag \(name)"
  }

  /// Returns the answer of git without surrounding white space; nil if it fails or writes nothing.
  private func line(_ arguments: [String]) throws(PairBuildError) -> String? {
    let answer = try run(arguments)
    return answer.isSuccess && !answer.text.isEmpty ? answer.text : nil
  }

  private func run(_ arguments: [String]) throws(PairBuildError) -> ExternalProgram.Outcome {
    try tools.run("git", ["-C", packagePath] + arguments)
  }
}
