import Foundation
import Processes
import TestSupport
import Testing

/// The built tool, run as its users run it.
struct ToolProcess {
  /// How one command ended, and what it wrote.
  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  /// The command-line tool itself.
  static let cvbench = ToolProcess(executable: "cvbench")
  /// A foreign executable with the whole tool in it, over the suite of `CommandsFixture`.
  static let fixture = ToolProcess(executable: "CommandsFixture")

  /// The name of an executable beside the tests' own.
  let executable: String
  /// Where it runs.
  var directory = NSTemporaryDirectory()
  /// Environment variables beside the tests' own.
  var environment: [String: String] = [:]

  /// The file of that executable.
  static var fixturePath: String { fixture.path.path }

  private var path: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: executable)
  }

  /// Runs one command line to its end.
  func run(_ arguments: [String]) throws -> Result {
    try start(arguments).waitUntilExit()
  }

  /// Starts one command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the tool's name.
  ///   - output: The path of its standard output; nil for a file that the result is read from.
  /// - Returns: The command under way.
  /// - Throws: `ProcessError`.
  func start(_ arguments: [String], output: String? = nil) throws -> Running {
    let scratch = NSTemporaryDirectory() + "cvbench-output-\(UUID().uuidString)"
    var variables = ProcessInfo.processInfo.environment
    variables["COLUMNS"] = "80"
    // A test's runs are not what a workflow wants to see.
    variables["GITHUB_STEP_SUMMARY"] = nil
    variables["CI"] = nil
    // Parts that people measure on this machine at the same time are not waited for.
    variables["CVBENCH_LOCK_DIRECTORY"] = directory
    // Files, as a pipe that nobody reads in time blocks the tool.
    let line =
      "cd \"$0\" && out=$1 && err=$2 && shift 2 && exec \"$@\" </dev/null >\"$out\" 2>\"$err\""
    let process = try ChildProcess(
      "/bin/sh",
      ["-c", line, directory, output ?? scratch + ".out", scratch + ".err", path.path] + arguments,
      environment: variables.merging(environment) { $1 })
    return Running(process: process, scratch: scratch)
  }

  /// A command under way.
  struct Running {
    fileprivate let process: ChildProcess
    fileprivate let scratch: String

    /// Sends a signal to the tool, not to its workers.
    func send(_ signal: Int32) { kill(process.identifier, signal) }

    /// Whether it has not ended.
    var isRunning: Bool { process.isRunning }

    /// What it has written to standard error so far.
    var errorsSoFar: String { Self.text(of: scratch + ".err") }

    /// The result, once it has ended; a death by signal is 128 and the signal, as in a shell.
    func waitUntilExit() throws -> Result {
      let status = process.waitForEnding().shellStatus
      process.kill()
      let files = (output: scratch + ".out", errors: scratch + ".err")
      defer {
        try? FileManager.default.removeItem(atPath: files.output)
        try? FileManager.default.removeItem(atPath: files.errors)
      }
      return Result(
        status: status, output: Self.text(of: files.output), errors: Self.text(of: files.errors))
    }

    /// What a file holds; nothing before the shell has made it.
    private static func text(of path: String) -> String {
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
  }
}

/// Runs `body` in a new directory, deleted at the end.
func inTemporaryDirectory(_ body: (String) throws -> Void) throws {
  let path = NSTemporaryDirectory() + "cvbench-tests-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  try body(path)
}

/// Makes an executable of `content`, which another process puts at `path`.
///
/// The system starts no file that any process has open for writing, and what this one has open may
/// come along with a process that another test starts meanwhile.
func makeExecutable(_ content: Data, at path: String) throws {
  let draft = path + ".draft"
  try content.write(to: URL(filePath: draft))
  let installing = try ExternalProgram(path: "/usr/bin/install").run(["-m", "755", draft, path])
  try #require(installing.isSuccess, "\(installing.errorText)")
  try FileManager.default.removeItem(atPath: draft)
}

/// Texts that must stay as they are, in `Goldens/`.
enum Golden {
  /// Compares `text` with the golden file `name`.
  ///
  /// With `CVBENCH_RECORD_GOLDENS=1` in the environment, the file is written instead: read the
  /// difference before it is committed.
  static func expect(
    _ text: String, equals name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
      .appending(path: name)
    if ProcessInfo.processInfo.environment["CVBENCH_RECORD_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "\(name)", sourceLocation: sourceLocation)
  }
}
