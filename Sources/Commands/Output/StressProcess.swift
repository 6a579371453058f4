import Processes

/// The process that performs generated operations while this one waits: a failed range check, which
/// stops it, cannot be reported from inside.
struct StressProcess {
  /// The end of the process.
  enum Ending {
    case exited(ExitStatus)
    case killed(signal: Int32)
  }

  /// The arguments after the executable's name.
  let arguments: [String]

  /// Runs it to its end; it writes where this process does.
  func run() throws(ToolError) -> Ending {
    var environment = ExternalProgram.environment
    // A backtrace takes seconds; a user who wants one sets the variable.
    environment["SWIFT_BACKTRACE"] = environment["SWIFT_BACKTRACE"] ?? "enable=no"
    let outcome: ExternalProgram.Outcome
    do {
      outcome = try ExternalProgram.current.run(
        arguments, environment: environment, output: .inherited)
    } catch {
      throw .failed(reason: "\(error)")
    }
    switch outcome.ending {
    case .killed(let signal): return .killed(signal: signal)
    case .exited(let status):
      guard let named = ExitStatus(rawValue: status) else {
        throw .failed(
          reason: "the process of the operations ended with the unknown status \(status)")
      }
      return .exited(named)
    }
  }
}
