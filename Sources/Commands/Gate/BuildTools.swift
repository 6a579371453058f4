import Processes

/// The programs that build both sides of a gate, which end when the user interrupts.
struct BuildTools {
  /// Asked several times a second.
  let isInterrupted: () -> Bool

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - name: A program to look up in `PATH`.
  ///   - arguments: Its arguments.
  /// - Returns: How it ended.
  /// - Throws: `ToolError.noBaseline` if it is missing, `.interrupted` after it has been ended with
  ///   everything that it started, and `.failed` if it cannot be started.
  func run(_ name: String, _ arguments: [String]) throws(ToolError) -> ExternalProgram.Outcome {
    guard !isInterrupted() else { throw .interrupted }
    guard let program = ExternalProgram(named: name) else {
      throw .noBaseline(reason: "there is no \(name) in PATH, which --base-ref needs")
    }
    do throws(ProcessError) {
      return try program.run(arguments, isInterrupted: isInterrupted)
    } catch {
      throw error == .interrupted ? .interrupted : .failed(reason: "\(error)")
    }
  }
}
