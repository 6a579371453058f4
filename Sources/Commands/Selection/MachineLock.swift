import Foundation
import Processes
import RunRecords

/// The lock that keeps two parts of a run from measuring on one machine at the same time.
///
/// Beside another measurement every time is wrong, and nothing in the figures shows it.
enum MachineLock {
  /// The lock's file, the same for all users of the machine.
  static var path: String {
    let shared = "/run/lock"
    let attributes = try? FileManager.default.attributesOfItem(atPath: shared)
    let permissions = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
    // On some systems it is root's alone.
    let usual = permissions & 0o002 == 0 ? "/tmp" : shared
    return (ProcessInfo.processInfo.environment["CVBENCH_LOCK_DIRECTORY"] ?? usual)
      + "/cvbench-measuring.lock"
  }

  /// Takes the lock, and waits for the process that has it.
  ///
  /// - Parameter isInterrupted: Asked several times a second.
  /// - Returns: The lock, which lasts as long as it lives; nil after a warning where the file cannot
  ///   be made or opened.
  /// - Throws: `ToolError.interrupted`.
  static func take(isInterrupted: () -> Bool) throws(ToolError) -> FileLock? {
    let path = path
    var isTold = false
    while true {
      do throws(RecordError) {
        if let lock = try FileLock(takingForAllUsers: path) { return lock }
      } catch {
        Console.reportError(
          "Warning: nothing keeps another part from measuring beside this one: \(error)")
        return nil
      }
      if !isTold {
        Console.reportError(
          "waiting for another part that measures on this machine ('\(path)'); --shared measures "
            + "beside it")
        isTold = true
      }
      if isInterrupted() { throw .interrupted }
      Pause.wait(seconds: 0.2)
    }
  }
}
