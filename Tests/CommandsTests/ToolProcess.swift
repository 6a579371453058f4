import Foundation
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
  func start(_ arguments: [String], output: FileHandle? = nil) throws -> Running {
    let scratch = NSTemporaryDirectory() + "cvbench-output-\(UUID().uuidString)"
    let process = Process()
    process.executableURL = path
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: directory)
    process.standardInput = FileHandle.nullDevice
    // Files, as a pipe that nobody reads in time blocks the tool.
    let file = try Self.newFile(scratch + ".out")
    process.standardOutput = output ?? file
    process.standardError = try Self.newFile(scratch + ".err")
    var variables = ProcessInfo.processInfo.environment
    variables["COLUMNS"] = "80"
    // A test's runs are not what a workflow wants to see.
    variables["GITHUB_STEP_SUMMARY"] = nil
    process.environment = variables.merging(environment) { $1 }
    try process.run()
    return Running(process: process, scratch: scratch)
  }

  private static func newFile(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }

  /// A command under way.
  struct Running {
    fileprivate let process: Process
    fileprivate let scratch: String

    /// Sends a signal to the tool, not to its workers.
    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Whether it has not ended.
    var isRunning: Bool { process.isRunning }

    /// What it has written to standard error so far.
    var errorsSoFar: String {
      (try? String(contentsOfFile: scratch + ".err", encoding: .utf8)) ?? ""
    }

    /// The result, once it has ended; a death by signal is 128 and the signal, as in a shell.
    func waitUntilExit() throws -> Result {
      process.waitUntilExit()
      defer {
        try? FileManager.default.removeItem(atPath: scratch + ".out")
        try? FileManager.default.removeItem(atPath: scratch + ".err")
      }
      let isSignal = process.terminationReason == .uncaughtSignal
      return Result(
        status: process.terminationStatus + (isSignal ? 128 : 0),
        output: try String(contentsOfFile: scratch + ".out", encoding: .utf8),
        errors: try String(contentsOfFile: scratch + ".err", encoding: .utf8))
    }
  }
}

/// Runs `body` in an empty directory of its own, deleted at the end.
func inTemporaryDirectory(_ body: (String) throws -> Void) throws {
  let path = NSTemporaryDirectory() + "cvbench-tests-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  try body(path)
}

/// Makes an executable of `content`, which a process of its own puts at `path`.
///
/// The system starts no file that any process has open for writing, and what this one has open may
/// come along with a process that another test starts meanwhile.
func makeExecutable(_ content: Data, at path: String) throws {
  let draft = path + ".draft"
  try content.write(to: URL(filePath: draft))
  let installing = try Process.run(
    URL(filePath: "/usr/bin/install"), arguments: ["-m", "755", draft, path])
  installing.waitUntilExit()
  try #require(installing.terminationStatus == 0)
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
