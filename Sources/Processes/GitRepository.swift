package import Foundation

/// A git repository on this machine, asked by running git.
///
///     let repository = GitRepository(at: ".")
///     let head = try repository.commit(named: "HEAD")
///     let names = repository.line(["ls-files"])
///
/// The user's language and questions for passwords are turned off; other settings of git hold.
package struct GitRepository: Sendable {
  /// A directory in the repository.
  package let path: String
  /// The directories to look for git in; nil for `PATH`.
  private let searchPath: String?

  /// The repository around the directory at `path`.
  package init(at path: String, searchPath: String? = nil) {
    (self.path, self.searchPath) = (path, searchPath)
  }

  /// Runs git to its end, with whatever status.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - input: The bytes on its standard input.
  ///   - isInterrupted: Asked several times a second; once it is true, git is ended.
  /// - Returns: How it ended, and what it wrote.
  /// - Throws: `ProcessError`: `missing` without git, `killed`, `interrupted`.
  package func run(
    _ arguments: [String], input: Data? = nil, isInterrupted: () -> Bool = { false }
  ) throws(ProcessError) -> ExternalProgram.Outcome {
    guard let git = ExternalProgram(named: "git", in: searchPath) else {
      throw .missing(program: "git")
    }
    let outcome = try git.run(
      ["-C", path] + arguments, environment: ExternalProgram.gitEnvironment, input: input,
      isInterrupted: isInterrupted)
    if case .killed(let signal) = outcome.ending {
      // The signal that interrupts this process may have gone to git, too.
      throw isInterrupted() ? .interrupted : .killed(path: git.path, signal: signal)
    }
    return outcome
  }

  /// Returns the answer of git without surrounding white space; nil if it fails or writes nothing.
  ///
  /// - Throws: What `run` throws, as nobody knows the answer then.
  private func lineIfAny(_ arguments: [String]) throws(ProcessError) -> String? {
    let outcome = try run(arguments)
    return outcome.isSuccess && !outcome.text.isEmpty ? outcome.text : nil
  }

  /// The answer of git without surrounding white space; nil if it cannot be run, too.
  package func line(_ arguments: [String]) -> String? {
    do throws(ProcessError) {
      return try lineIfAny(arguments)
    } catch {
      return nil
    }
  }

  /// Returns the full hash of a commit, branch or tag.
  ///
  /// - Throws: `GitError`: `noRepository`, `noCommit` with the command that fetches it, `process`.
  package func commit(
    named name: String, isInterrupted: () -> Bool = { false }
  ) throws(GitError) -> String {
    try requireRepository(isInterrupted: isInterrupted)
    do throws(ProcessError) {
      let words = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]
      if let hash = try lineIfAny(words) { return hash }
    } catch {
      throw .process(error)
    }
    guard isShallow else {
      throw .noCommit(name: name, next: "git fetch origin may bring it")
    }
    throw .noCommit(name: name, next: "this clone is shallow: \(fetch(of: name))")
  }

  /// A Boolean value that indicates whether the clone lacks older commits.
  package var isShallow: Bool { line(["rev-parse", "--is-shallow-repository"]) == "true" }

  /// Refuses a directory without a repository.
  ///
  /// - Throws: `GitError`.
  package func requireRepository(isInterrupted: () -> Bool = { false }) throws(GitError) {
    let found: ExternalProgram.Outcome
    do throws(ProcessError) {
      found = try run(["rev-parse", "--git-dir"], isInterrupted: isInterrupted)
    } catch {
      throw .process(error)
    }
    guard !found.isSuccess else { return }
    // Advice may follow, as for a directory of another owner.
    let words = found.errorText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    throw .noRepository(path: path, reason: words.isEmpty ? found.complaint : words)
  }

  /// Returns the command that brings `name` into a shallow clone.
  private func fetch(of name: String) -> String {
    let isHexadecimal = name.allSatisfy { $0.isASCII && $0.isHexDigit }
    if isHexadecimal, name.count == 40 { return "git fetch --depth=1 origin \(name)" }
    // A name that counts commits from another one, and a part of a hash, need the history.
    if isHexadecimal && name.count >= 4 || name.contains(where: { "~^@:{".contains($0) }) {
      return "git fetch --unshallow origin"
    }
    let remotes = line(["remote"])?.split(separator: "\n").map(String.init) ?? []
    if let remote = remotes.first(where: { name.hasPrefix($0 + "/") }) {
      let branch = name.dropFirst(remote.count + 1)
      return "git fetch --depth=1 \(remote) \(branch):refs/remotes/\(remote)/\(branch)"
    }
    return "git fetch --depth=1 origin \(name):refs/heads/\(name), or where it is a tag "
      + "git fetch --depth=1 origin tag \(name)"
  }
}

/// The reason why a repository has no answer.
package enum GitError: Error, Hashable, CustomStringConvertible {
  case noRepository(path: String, reason: String)
  /// There is no such commit; `next` says how to get it.
  case noCommit(name: String, next: String)
  case process(ProcessError)

  package var description: String {
    switch self {
    case .noRepository(let path, let reason):
      "'\(path)' has no history that git can read: \(reason)"
    case .noCommit(let name, let next): "there is no commit '\(name)'; \(next)"
    case .process(let error): "\(error)"
    }
  }
}
