import Foundation

/// The process that performs generated operations while this one waits: what stops it, as a range
/// check does, cannot be reported from inside.
struct StressProcess {
  /// How it ended.
  enum Ending {
    case exited(ExitStatus)
    case killed(signal: Int32)
  }

  /// The arguments after the executable's name.
  let arguments: [String]

  /// Runs it to its end; it writes where this process does.
  func run() throws(ToolError) -> Ending {
    let process = Process()
    // The running one, even when its file has been replaced since.
    process.executableURL = URL(filePath: "/proc/self/exe")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    var environment = ProcessInfo.processInfo.environment
    // A backtrace takes seconds; who wants one says so.
    environment["SWIFT_BACKTRACE"] = environment["SWIFT_BACKTRACE"] ?? "enable=no"
    process.environment = environment
    do {
      try process.run()
    } catch {
      throw .failed(reason: "no process can be started: \(SystemMessage.of(error))")
    }
    process.waitUntilExit()
    let status = process.terminationStatus
    guard process.terminationReason == .exit else { return .killed(signal: status) }
    guard let named = ExitStatus(rawValue: status) else {
      throw .failed(reason: "the process of the operations ended with the unknown status \(status)")
    }
    return .exited(named)
  }
}
