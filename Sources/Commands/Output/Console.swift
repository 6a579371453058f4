import Foundation
import Processes

/// Where commands write. A failure to write standard output is an error like any other.
struct Console: Sendable {
  static let standardOutput = Console(handle: .standardOutput, name: "standard output")
  static let standardError = Console(handle: .standardError, name: "standard error")

  let handle: FileHandle
  let name: String

  /// Writes `text` as it is; nothing is buffered.
  func write(_ text: String) throws(ToolError) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      throw .cannotWrite(path: name, reason: SystemError.message(of: error))
    }
  }

  /// Writes `text` and a line end.
  func writeLine(_ text: String) throws(ToolError) { try write(text + "\n") }

  /// Writes on standard error; when even that is closed, the exit status has to do.
  static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Tells the user on standard error.
  static func reportError(_ message: String) { writeError(message + "\n") }
}
