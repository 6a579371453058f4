import Foundation
package import Processes

extension GitRepository {
  /// The arguments of git for a log, except for the separation of names.
  ///
  /// They override the user's configuration. `-m` shows a merge as its change to the first parent.
  static let logArguments = [
    "log", "--first-parent", "-m", "--reverse", "--name-status", "-M50%", "-l1000", "--root",
    "--no-color", "--no-ext-diff", "--no-relative", "--no-show-signature", "--no-notes",
    "--ignore-submodules=none", "--format=commit %H %ct",
  ]

  /// The settings for which older versions have no option.
  static let logSettings = ["-c", "log.showRoot=true", "-c", "log.diffMerges=first-parent"]

  /// Returns the log along first parents, oldest first, with names that end with zero bytes.
  ///
  /// - Throws: `HistoryError` if there is no repository, no git or no complete history.
  package func log() throws(HistoryError) -> [UInt8] {
    guard !path.isEmpty, FileManager.default.fileExists(atPath: path + "/.") else {
      throw .missing(path: path)
    }
    let shallow = try answer(["rev-parse", "--is-shallow-repository"])
    guard shallow.status == 0 else {
      if shallow.error.contains("not a git repository") { throw .notARepository(path: path) }
      throw .gitFailed(path: path, reason: shallow.error)
    }
    if String(decoding: shallow.output, as: UTF8.self).hasPrefix("true") {
      throw .shallow(path: path)
    }
    guard try answer(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]).status == 0 else {
      throw .noCommits(path: path)
    }
    let log = try answer(Self.logSettings + Self.logArguments + ["-z", "HEAD"])
    guard log.status == 0 else { throw .gitFailed(path: path, reason: log.error) }
    return log.output
  }

  private func answer(
    _ arguments: [String]
  ) throws(HistoryError) -> (output: [UInt8], error: String, status: Int32) {
    let outcome: ExternalProgram.Outcome
    do throws(ProcessError) {
      outcome = try run(arguments)
    } catch {
      if case .missing = error { throw .noGit }
      throw .gitFailed(path: path, reason: "\(error)")
    }
    let status: Int32 = if case .exited(let status) = outcome.ending { status } else { 128 }
    let text = outcome.errorText
    return (Array(outcome.output), text.isEmpty ? "it \(outcome.ending)" : text, status)
  }
}
