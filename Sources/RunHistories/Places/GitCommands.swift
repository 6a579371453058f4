import Foundation
import Processes

/// Commands of git in one repository.
struct GitCommands: Sendable {
  private let directory: String

  /// The repository around `directory`.
  init(_ directory: String) { self.directory = directory }

  /// Runs git to its end, however it ends.
  ///
  /// - Throws: `RunHistoryError.git` where git is missing.
  func outcome(
    _ arguments: [String], input: Data? = nil
  ) throws(RunHistoryError) -> ExternalProgram.Outcome {
    guard let git = ExternalProgram(named: "git") else {
      throw .git(reason: "there is no git in PATH, which a history on a branch needs")
    }
    do throws(ProcessError) {
      return try git.run(
        ["-C", directory] + arguments,
        environment: ExternalProgram.gitEnvironment, input: input)
    } catch {
      throw .git(reason: "\(error)")
    }
  }

  /// Runs git, which has to succeed.
  ///
  /// - Throws: `RunHistoryError.git` with git's last words.
  func run(
    _ arguments: [String], input: Data? = nil
  ) throws(RunHistoryError) -> ExternalProgram.Outcome {
    let outcome = try outcome(arguments, input: input)
    guard outcome.isSuccess else {
      throw .git(reason: "git \(arguments.first ?? ""): \(outcome.complaint)")
    }
    return outcome
  }

  /// The answer of git without surrounding white space; nil if it fails or writes nothing.
  func line(_ arguments: [String]) -> String? {
    guard let outcome = try? outcome(arguments), outcome.isSuccess, !outcome.text.isEmpty else {
      return nil
    }
    return outcome.text
  }

  /// Refuses a directory without a repository.
  func require() throws(RunHistoryError) {
    let found = try outcome(["rev-parse", "--git-dir"])
    guard found.isSuccess else {
      throw .git(
        reason: "there is no git repository around '\(directory)' (\(found.complaint)); name a "
          + "directory for the history with --history DIR")
    }
  }

  /// The committer as git knows it, `name <address>`; the tool's own where it knows none.
  func identity() throws(RunHistoryError) -> String {
    // `name <address> 1764093600 +0000`
    guard let known = line(["var", "GIT_COMMITTER_IDENT"]), let end = known.lastIndex(of: ">")
    else {
      return "cvbench <cvbench@localhost>"
    }
    return String(known[...end])
  }
}
