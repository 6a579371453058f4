import Foundation
import Processes

extension GitRepository {
  /// Runs git to its end, with whatever status.
  ///
  /// - Throws: `RunHistoryError.git` where git is missing or killed.
  func outcome(
    _ arguments: [String], input: Data? = nil
  ) throws(RunHistoryError) -> ExternalProgram.Outcome {
    do throws(ProcessError) {
      return try run(arguments, input: input)
    } catch {
      throw .git(reason: "\(error)")
    }
  }

  /// Runs git, which has to succeed.
  ///
  /// - Throws: `RunHistoryError.git` with git's last words.
  func success(
    _ arguments: [String], input: Data? = nil
  ) throws(RunHistoryError) -> ExternalProgram.Outcome {
    let outcome = try outcome(arguments, input: input)
    guard outcome.isSuccess else {
      throw .git(reason: "git \(arguments.first ?? ""): \(outcome.complaint)")
    }
    return outcome
  }

  /// Returns the answer of git without surrounding white space; nil if it writes nothing, or says by
  /// status 1 that there is none.
  ///
  /// - Throws: `RunHistoryError.git` where git is missing or fails in another way.
  func answerIfAny(_ arguments: [String]) throws(RunHistoryError) -> String? {
    let outcome = try outcome(arguments)
    // Of a branch whose file is damaged, git says the same and warns.
    if outcome.ending == .exited(status: 1), !outcome.errorText.contains("broken ref") {
      return nil
    }
    guard outcome.isSuccess else {
      throw .git(reason: "git \(arguments.first ?? ""): \(outcome.complaint)")
    }
    return outcome.text.isEmpty ? nil : outcome.text
  }

  /// Refuses a directory without a repository.
  ///
  /// - Throws: `RunHistoryError.noRepository`; `.git` where git cannot tell, or does not take one that
  ///   is there.
  func requireHistory() throws(RunHistoryError) {
    do throws(GitError) {
      try requireRepository()
    } catch {
      // Of one that belongs to somebody else, or is damaged, git says something else.
      guard case .noRepository(_, let reason) = error, reason.contains("not a git repository")
      else { throw .git(reason: "\(error)") }
      throw .noRepository(path: path, reason: reason)
    }
  }

  /// The committer as git knows it, `name <address>`; the tool's own where it knows none.
  var identity: String {
    // `name <address> 1764093600 +0000`
    guard let known = line(["var", "GIT_COMMITTER_IDENT"]), let end = known.lastIndex(of: ">")
    else {
      return "cvbench <cvbench@localhost>"
    }
    return String(known[...end])
  }
}
