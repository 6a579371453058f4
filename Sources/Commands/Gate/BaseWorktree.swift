import Benchmarking
import Foundation
import Processes

/// The sources of another commit, in a work tree of the package's own repository.
struct BaseWorktree {
  /// The package, somewhere in its repository.
  let packagePath: String
  /// The path of the work tree, which need not exist yet.
  let path: String
  let tools: BuildTools

  /// Brings the work tree to a commit, whatever is in it from before.
  ///
  /// - Parameter commit: What `commit(_:)` has found.
  /// - Returns: The package in the work tree.
  /// - Throws: `ToolError.noBaseline` where git refuses, `.interrupted`, and `.failed` where it cannot
  ///   be started.
  func checkOut(_ commit: String) throws(ToolError) -> String {
    let files = FileManager.default
    if try !isCheckedOut(commit) {
      // A tree that git no longer knows, or that somebody has deleted.
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

  /// Checks `commit` out in the work tree; returns false where there is no work tree or git
  /// refuses.
  private func isCheckedOut(_ commit: String) throws(ToolError) -> Bool {
    guard FileManager.default.fileExists(atPath: path + "/.git") else { return false }
    return try tools.run(
      "git", ["-C", path, "checkout", "--quiet", "--force", "--detach", commit]
    ).isSuccess
  }

  /// The hash of `name`: a commit, branch or tag.
  ///
  /// - Throws: `ToolError.noBaseline` where there is no such commit, with the line that fetches it,
  ///   or no history; `.interrupted`, and `.failed` where git cannot be started.
  func commit(_ name: String) throws(ToolError) -> String {
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

  /// The command that brings `name` into a shallow clone.
  private func fetch(of name: String) throws(ToolError) -> String {
    let isHexadecimal = name.allSatisfy { $0.isASCII && $0.isHexDigit }
    if isHexadecimal, name.count == 40 { return "git fetch --depth=1 origin \(name)" }
    // What counts commits from another one, and a part of a hash, need the history.
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

  /// Returns git's output without line ends around it; nil where git fails or prints nothing.
  private func line(_ arguments: [String]) throws(ToolError) -> String? {
    let answer = try run(arguments)
    return answer.isSuccess && !answer.text.isEmpty ? answer.text : nil
  }

  private func run(_ arguments: [String]) throws(ToolError) -> ExternalProgram.Outcome {
    try tools.run("git", ["-C", packagePath] + arguments)
  }
}
