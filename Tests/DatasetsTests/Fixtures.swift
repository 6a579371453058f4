import Foundation
import Processes
import TestSupport
import Testing

/// A git repository of one test, made by git itself.
final class TemporaryRepository {
  let folder: TemporaryFolder
  var path: String { folder.path(of: "repository") }

  /// A Boolean value that indicates whether git is installed; prints a note if it is not.
  static let isPossible: Bool = {
    let found = (try? run(["--version"], in: "/"))?.isSuccess == true
    if !found { print("skipped: tests of repositories need the program git, which is missing") }
    return found
  }()

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("repository")
    try git("init", "-q", "-b", "main")
  }

  /// Runs git in it.
  ///
  /// - Returns: What it writes.
  @discardableResult
  func git(_ arguments: String...) throws -> Data {
    let result = try Self.run(
      ["-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "commit.gpgSign=false"]
        + arguments, in: path)
    guard result.isSuccess else { throw Failure(arguments: arguments, outcome: result) }
    return result.output
  }

  struct Failure: Error {
    let arguments: [String]
    let outcome: ExternalProgram.Outcome
  }

  /// Writes a file of `lines` lines, told apart by `text`.
  func write(_ name: String, _ text: String, lines: Int = 20) throws {
    let content = (0..<lines).map { "\(text) \($0)\n" }.joined()
    try folder.write(content.utf8, to: "repository/" + name)
  }

  /// Commits all that there is.
  func commit() throws {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", "a message\n\ncommit 0001 1\nA\tnot-a-file")
  }

  private static func run(
    _ arguments: [String], in path: String
  ) throws -> ExternalProgram.Outcome {
    try ExternalProgram(path: "/usr/bin/env")
      .run(
        ["git", "-C", path] + arguments, environment: ExternalProgram.unconfiguredGit(home: path))
  }
}
