import Foundation
import Processes
import StressTesting

/// The other process that writes to the databases of generated operations: `stress-writer`. It starts
/// with the first line that it is sent, and ends with this object.
final class StressWriterChild: StressWriterProcess {
  /// The hidden subcommand that the process runs.
  static let subcommand = "stress-writer"
  private static let timeoutSeconds = 60.0

  private var process: ChildProcess?

  deinit { process?.kill() }

  func answer(to line: String) throws -> String {
    let process =
      try self.process
      ?? ChildProcess(
        ExternalProgram.current.path, [Self.subcommand], environment: ExternalProgram.environment)
    self.process = process
    try process.writeLine(Data(line.utf8))
    let end = ContinuousClock.now + .seconds(Self.timeoutSeconds)
    while process.isTalking, ContinuousClock.now < end {
      if let answer = process.readLines(milliseconds: 1_000).first {
        return String(decoding: answer, as: UTF8.self)
      }
    }
    throw ToolError.failed(reason: "the process that writes gave no answer: \(process.lastWords)")
  }
}
