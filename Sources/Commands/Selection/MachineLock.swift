import Foundation
import Processes
import RunRecords

/// The lock that keeps two parts of a run from measuring on one machine at the same time.
///
/// Beside another measurement every time is wrong, and nothing in the figures shows it.
enum MachineLock {
  /// The lock's file: of this user's session where there is one, else of the machine.
  static var path: String {
    let session = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
    let directories = [session, "/run/lock", NSTemporaryDirectory()].compactMap(\.self)
    let files = FileManager.default
    let place = directories.first { files.isWritableFile(atPath: $0) } ?? NSTemporaryDirectory()
    return (place.hasSuffix("/") ? place : place + "/") + "cvbench-measuring.lock"
  }

  /// Takes the lock, and waits for the process that has it.
  ///
  /// - Parameter isInterrupted: Asked several times a second.
  /// - Returns: The lock, which lasts as long as it lives.
  /// - Throws: `ToolError`: `interrupted`, or `record` where the file cannot be made.
  static func take(isInterrupted: () -> Bool) throws(ToolError) -> FileLock {
    let path = path
    var isTold = false
    while true {
      if let lock = try ToolError.wrap(try FileLock(taking: path), as: ToolError.record) {
        return lock
      }
      if !isTold {
        Console.reportError(
          "waiting for another part that measures on this machine ('\(path)'); --shared measures "
            + "beside it")
        isTold = true
      }
      if isInterrupted() { throw .interrupted }
      Thread.sleep(forTimeInterval: 0.2)
    }
  }
}
