import Benchmarking
import Foundation

/// The programs that build both sides of a gate, which end when the user interrupts.
struct BuildTools {
  /// Asked several times a second.
  let isInterrupted: () -> Bool

  /// How a program ended, and what it wrote.
  struct Answer {
    let output: String
    let errors: String
    let status: Int32

    /// The last thing it complained of.
    var complaint: String {
      errors.split(separator: "\n").last.map(String.init) ?? "it ended with status \(status)"
    }
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - name: A name to be found through the search path.
  ///   - arguments: What it is told.
  /// - Returns: How it ended.
  /// - Throws: `ToolError.noBaseline` where it is missing, `.interrupted` after it has been ended,
  ///   with all that it has started, and `.failed` where it cannot be started.
  func run(_ name: String, _ arguments: [String]) throws(ToolError) -> Answer {
    guard !isInterrupted() else { throw .interrupted }
    guard let program = ExternalProgram(named: name) else {
      throw .noBaseline(reason: "there is no \(name) in PATH, which --base-ref needs")
    }
    // Files: nobody reads a pipe while the user may interrupt.
    let scratch = NSTemporaryDirectory() + "cvbench-build-\(UUID().uuidString)"
    let files = [scratch + ".out", scratch + ".err"]
    defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
    let process = Process()
    do {
      for file in files { try Data().write(to: URL(filePath: file)) }
      process.executableURL = URL(filePath: program.path)
      process.arguments = arguments
      process.environment = SystemTool.environment
      process.standardOutput = try FileHandle(forWritingTo: URL(filePath: files[0]))
      process.standardError = try FileHandle(forWritingTo: URL(filePath: files[1]))
      process.standardInput = FileHandle.nullDevice
      try process.run()
    } catch {
      throw .failed(reason: "\(program.path) cannot be started: \(SystemMessage.of(error))")
    }
    try wait(for: process)
    let texts = files.map { (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "" }
    return Answer(output: texts[0], errors: texts[1], status: process.terminationStatus)
  }

  /// Waits until `process` has ended, or the user wants it to.
  private func wait(for process: Process) throws(ToolError) {
    while process.isRunning {
      guard isInterrupted() else {
        usleep(20_000)
        continue
      }
      // It leads a group of its own, with the compilers that it has started.
      let group = -process.processIdentifier
      kill(group, SIGTERM)
      for _ in 0..<100 where process.isRunning { usleep(20_000) }
      kill(group, SIGKILL)
      process.waitUntilExit()
      throw .interrupted
    }
  }
}
