import Foundation
import Processes

/// A file that one process at a time has for itself, until the lock is gone or the process ends.
package final class FileLock {
  private let file: SystemFile

  /// Takes the file at `path`, which is made if it is not there.
  ///
  /// - Returns: nil where another process has it.
  /// - Throws: `RecordError.unwritable`.
  package init?(taking path: String) throws(RecordError) {
    do throws(SystemError) {
      file = try SystemFile(opening: path, O_RDWR | O_CREAT)
      guard try file.lock() else { return nil }
    } catch {
      throw .unwritable(path: path, reason: error.text)
    }
  }
}
