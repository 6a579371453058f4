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
      let absolute = URL(filePath: path).path
      let added = try run(["worktree", "add", "--quiet", "--force", "--detach", absolute, commit])
      guard added.isSuccess else {
        throw .noBaseline(
          reason: "git cannot check out \(commit) at '\(path)': \(added.complaint)")
      }
    }
    let prefix = try run(["rev-parse", "--show-prefix"])
    guard prefix.isSuccess else {
      throw .noBaseline(
        reason: "git does not say where '\(packagePath)' is in its repository: \(prefix.complaint)")
    }
    return prefix.text.isEmpty ? path : path + "/" + prefix.text
  }

  /// Checks `commit` out in a work tree that exists; false if there is none, or git refuses.
  private func isCheckedOut(_ commit: String) throws(PairBuildError) -> Bool {
    guard FileManager.default.fileExists(atPath: path + "/.git") else { return false }
    return try run(
      ["checkout", "--quiet", "--force", "--detach", commit], in: GitRepository(at: path)
    ).isSuccess
  }

  /// Returns the hash of `name`: a commit, branch or tag.
  ///
  /// - Throws: `PairBuildError`: `noBaseline` without such a commit, with the command that fetches it,
  ///   or without a history; `interrupted`, and `failed` if git cannot be started.
  func commit(_ name: String) throws(PairBuildError) -> String {
    do throws(GitError) {
      return try repository.commit(named: name, isInterrupted: tools.isInterrupted)
    } catch {
      guard case .process(let error) = error else { throw .noBaseline(reason: "\(error)") }
      throw .stopped(error)
    }
  }

  private var repository: GitRepository { GitRepository(at: packagePath) }

  /// Runs git without the user's hooks, which are for work that the user checks out.
  private func run(
    _ arguments: [String], in tree: GitRepository? = nil
  ) throws(PairBuildError) -> ExternalProgram.Outcome {
    do throws(ProcessError) {
      return try (tree ?? repository).run(
        ["-c", "core.hooksPath=/dev/null"] + arguments, isInterrupted: tools.isInterrupted)
    } catch {
      throw .stopped(error)
    }
  }
}
