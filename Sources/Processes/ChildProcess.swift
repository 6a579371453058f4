package import Foundation

/// A process that lives on and speaks in lines: it reads requests and writes answers.
///
/// Used from one thread, and waits for nothing but its pipes.
///
///     let worker = try ChildProcess("/usr/bin/cat", [], environment: [:])
///     try worker.writeLine(Data("hello".utf8))
///     let lines = worker.readLines(milliseconds: 1_000)
///     worker.kill()
///
/// `ExternalProgram` runs one-shot tools, and `ChildProcess` talks to workers: a tool is over when it
/// has ended, a worker when it no longer answers. Both stand on one start, one poll and one kill.
package final class ChildProcess {
  /// The most bytes of a line on its standard output.
  package static let longestLine = LineBuffer.longestLine

  private let process: PipedProcess
  private var outputLines = LineBuffer(limit: longestLine)
  private var errorLines = LineBuffer(limit: 4_096, cutsLongLines: true)
  private var lastErrorLines: [String] = []
  private var isKilledForPipe = false

  /// Starts `path`.
  ///
  /// - Parameters:
  ///   - path: An executable file.
  ///   - arguments: The arguments after its name.
  ///   - environment: All variables.
  /// - Throws: `ProcessError.cannotStart`.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String]
  ) throws(ProcessError) {
    process = try PipedProcess(
      path, arguments, environment: environment, hasInput: true, isCaptured: true)
  }

  /// Writes `line`, and its end, to the process's standard input.
  ///
  /// - Throws: The system's error, as for a process that has ended.
  package func writeLine(_ line: Data) throws {
    try process.write(line + Data("\n".utf8))
  }

  /// Closes the process's standard input: no line comes any more.
  package func closeInput() { process.closeInput() }

  /// Reads the lines that the process has completed on its standard output. A process whose pipe
  /// fails is killed.
  ///
  /// - Parameter milliseconds: The longest to wait for bytes.
  /// - Returns: The lines without their ends; none if nothing came in that time.
  package func readLines(milliseconds: Int32) -> [Data] {
    let bytes = process.read(milliseconds: milliseconds)
    lastErrorLines += errorLines.lines(completedBy: bytes.errors)
      .map { String(decoding: $0, as: UTF8.self) }
    if let failure = process.failure, !isKilledForPipe {
      // Nothing that it says from now on could be trusted to be whole.
      isKilledForPipe = true
      lastErrorLines.append("a pipe to it fails: \(failure.text)")
      process.kill()
    }
    lastErrorLines = lastErrorLines.suffix(5)
    return outputLines.lines(completedBy: bytes.output)
  }

  /// A Boolean value that indicates whether the process has begun a line that it has not completed.
  package var isAmidLine: Bool { outputLines.isAmidLine }

  /// A Boolean value that indicates whether a line was longer than `longestLine`. No line is read
  /// any more.
  package var hasOverlongLine: Bool { outputLines.isOverfull }

  /// The number that the system knows the process by.
  package var identifier: Int32 { process.identifier }

  /// A Boolean value that indicates whether the process may still write.
  package var isTalking: Bool { process.isOpen }

  /// A Boolean value that indicates whether the process still runs.
  package var isRunning: Bool { process.isRunning }

  /// Waits for the process's end, and returns how it ended.
  package func waitForEnding() -> ProcessEnding { process.ending }

  /// The last lines on its standard error, at most five.
  package var lastWords: String { lastErrorLines.joined(separator: "\n") }

  /// Kills the process and everything that it started, and closes the pipes.
  package func kill() { process.kill() }
}
