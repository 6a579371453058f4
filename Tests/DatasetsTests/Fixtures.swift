import Foundation
import Testing

/// A folder of one test, removed with its last reference.
final class FixtureFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("datasets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in the folder.
  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder, and those it is in.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: true)
  }

  /// Writes a file, last changed `seconds` after 1970 where given, and makes the folder it is in.
  @discardableResult
  func write(
    _ bytes: some Sequence<UInt8>, to name: String, modifiedSeconds seconds: Int? = nil
  ) throws -> String {
    let url = URL(fileURLWithPath: path(of: name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    if let seconds {
      let date = Date(timeIntervalSince1970: Double(seconds))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
    }
    return url.path
  }
}

/// A git repository of one test, made by git itself.
final class TemporaryRepository {
  let folder: FixtureFolder
  var path: String { folder.path(of: "repository") }

  /// A Boolean value that indicates whether git is installed; prints a note if it is not.
  static let isPossible: Bool = {
    let found = (try? run(["--version"], in: "/"))?.status == 0
    if !found { print("skipped: tests of repositories need the program git, which is missing") }
    return found
  }()

  init() throws {
    folder = try FixtureFolder()
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
    guard result.status == 0 else { throw Failure(arguments: arguments) }
    return result.output
  }

  struct Failure: Error {
    let arguments: [String]
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
  ) throws -> (output: Data, status: Int32) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", path] + arguments
    // What the user has configured is no part of a test.
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": path,
      "GIT_CONFIG_NOSYSTEM": "1",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (bytes, process.terminationStatus)
  }
}
