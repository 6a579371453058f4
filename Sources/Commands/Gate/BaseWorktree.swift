import Benchmarking
import Foundation

/// The sources of another commit, in a work tree of the package's own repository.
struct BaseWorktree {
  /// The package, somewhere in its repository.
  let packagePath: String
  /// Where the work tree is, or is to be.
  let path: String

  /// Brings the work tree to a commit, whatever is in it from before.
  ///
  /// - Parameter name: A commit, branch or tag.
  /// - Returns: The package in the work tree.
  /// - Throws: `ToolError.noBaseline` where there is no such commit, with the line that fetches it,
  ///   or git refuses; `.cannotWrite`.
  func checkOut(_ name: String) throws(ToolError) -> String {
    guard git(["rev-parse", "--git-dir"]) != nil else {
      throw .noBaseline(
        reason: "'\(packagePath)' is in no git repository; build the base yourself, for --base")
    }
    let commit = try commit(name)
    let files = FileManager.default
    do {
      try files.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path, reason: SystemMessage.of(error))
    }
    if !isCheckedOut(commit) {
      // A tree that git no longer knows, or that somebody has deleted.
      try? files.removeItem(atPath: path)
      _ = run(["worktree", "prune"])
      let absolute = URL(filePath: path).path
      let answer = run(["worktree", "add", "--quiet", "--force", "--detach", absolute, commit])
      guard answer?.status == 0 else {
        let reason = (answer?.output ?? "there is no git").trimmingCharacters(in: .newlines)
        throw .noBaseline(reason: "git cannot check out \(commit) at '\(path)': \(reason)")
      }
    }
    return git(["rev-parse", "--show-prefix"]).map { path + "/" + $0 } ?? path
  }

  /// Whether the work tree is there and could be brought to `commit`.
  private func isCheckedOut(_ commit: String) -> Bool {
    guard FileManager.default.fileExists(atPath: path + "/.git") else { return false }
    return ExternalProgram(named: "git")?
      .run(["-C", path, "checkout", "--quiet", "--force", "--detach", commit])?.status == 0
  }

  /// The hash of `name`.
  private func commit(_ name: String) throws(ToolError) -> String {
    if let hash = git(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"]) { return hash }
    let remote = name.hasPrefix("origin/")
    let branch = remote ? String(name.dropFirst("origin/".count)) : name
    guard git(["rev-parse", "--is-shallow-repository"]) == "true" else {
      throw .noBaseline(reason: "there is no commit '\(name)'; git fetch origin may bring it")
    }
    let target = remote ? ":refs/remotes/origin/\(branch)" : ":refs/heads/\(branch)"
    throw .noBaseline(
      reason: "there is no commit '\(name)'; this clone is shallow: "
        + "git fetch --depth=1 origin \(branch)\(target)")
  }

  /// What git answers in the package's repository; nil where it fails or says nothing.
  private func git(_ arguments: [String]) -> String? {
    SystemTool.output(of: "git", ["-C", packagePath] + arguments)
  }

  private func run(_ arguments: [String]) -> (output: String, status: Int32)? {
    ExternalProgram(named: "git")?.run(["-C", packagePath] + arguments)
  }
}
