import Foundation
package import Processes

/// Replaces a file as a whole: a reader finds the old contents or the new at any moment.
package enum AtomicFile {
  /// The file that `path` means: what its symbolic links lead to, there or not.
  ///
  /// - Parameter path: A path, of a link or of anything else.
  /// - Returns: Where the links end; `path` itself where they go round in a circle.
  /// - Complexity: A system call for each link.
  package static func target(of path: String) -> String {
    var target = path
    // As many links as Linux follows.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else {
        return target
      }
      let directory = target.lastIndex(of: "/").map { target[...$0] } ?? ""
      target = next.hasPrefix("/") ? next : directory + next
    }
    return path
  }

  /// Puts `text` at `path`, as a whole or not at all.
  ///
  /// A failure, or a process killed on its way, leaves what was there.
  ///
  /// - Parameters:
  ///   - text: The whole contents.
  ///   - path: Where nothing is, or a regular file; a symbolic link stays one.
  /// - Throws: `RecordError.unwritable` with the system's reason.
  package static func write(_ text: String, to path: String) throws(RecordError) {
    try write(Array(text.utf8), to: path)
  }

  /// Puts `bytes` at `path`, as a whole or not at all.
  ///
  /// - Parameters:
  ///   - bytes: The whole contents.
  ///   - path: Where nothing is, or a regular file; a symbolic link stays one.
  /// - Throws: `RecordError.unwritable` with the system's reason.
  package static func write(_ bytes: [UInt8], to path: String) throws(RecordError) {
    do throws(SystemError) {
      try replace(path, with: bytes)
    } catch {
      throw .unwritable(path: path, reason: error.text)
    }
  }

  /// Writes `bytes` beside what `path` means, syncs them, and renames them into place.
  ///
  /// A failure up to the renaming leaves what was there, and nothing beside it. A process killed
  /// on its way may leave the hidden temporary file, which a later one removes. A symbolic link at
  /// `path` stays one.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let path = target(of: path)
    let directory = try directory(of: path)
    try withTemporaryFile(holding: bytes, besides: path) { temporary throws(SystemError) in
      try SystemFile.move(temporary, to: path)
    }
    try synchronizeNames(in: directory)
  }

  /// Writes a few bytes to a file beside what `path` means, and removes it.
  package static func probe(besides path: String) throws(SystemError) {
    try withTemporaryFile(holding: Array("{}".utf8), besides: target(of: path)) {
      temporary throws(SystemError) in try SystemFile.remove(temporary)
    }
  }

  /// Calls `body` with the path of a new file that is on the disk, and removes it after an error.
  ///
  /// It is locked meanwhile: what is not was left by a process that is gone, and is removed.
  private static func withTemporaryFile(
    holding bytes: [UInt8], besides path: String,
    _ body: (String) throws(SystemError) -> Void
  ) throws(SystemError) {
    let temporary = "\(directoryPath(of: path))/\(temporaryName())"
    let file = try SystemFile(opening: temporary, O_RDWR | O_APPEND | O_CREAT | O_EXCL)
    do {
      _ = try? file.lock()
      try file.write(bytes)
      try file.synchronize()
      try body(temporary)
    } catch {
      try? SystemFile.remove(temporary)
      throw error
    }
    Leftovers.remove(in: directoryPath(of: path), .typeRegular, where: isLeftover)
  }

  /// A name for a file that has no place yet.
  private static func temporaryName() -> String {
    ".cvbench-\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
  }

  /// Returns whether a file called `name` is what a killed process left of one.
  package static func isLeftover(_ name: String) -> Bool {
    name.hasPrefix(".cvbench-") && name.hasSuffix(".tmp")
  }

  /// The directory that `path` lies in, open.
  static func directory(of path: String) throws(SystemError) -> SystemFile {
    try SystemFile(opening: directoryPath(of: path), O_RDONLY | O_DIRECTORY)
  }

  /// Returns once the names in `directory` are on the disk.
  static func synchronizeNames(in directory: borrowing SystemFile) throws(SystemError) {
    do {
      try directory.synchronize()
    } catch  where error.code == EINVAL {
      // Some file systems cannot sync a directory; the file itself is in place and synced.
    }
  }

  private static func directoryPath(of path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }
}

/// A file or a directory that one process at a time has for itself, until the lock is gone or the
/// process ends.
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

  /// Takes the file at `path`, which is made if it is not there, and which every user may take.
  ///
  /// - Returns: nil where another process has it.
  /// - Throws: `RecordError.unwritable`.
  package init?(takingForAllUsers path: String) throws(RecordError) {
    do throws(SystemError) {
      // Reading is enough to lock. In a directory of all users, none but the owner may say O_CREAT
      // of a file that is there (fs.protected_regular).
      do throws(SystemError) {
        file = try SystemFile(opening: path, O_RDONLY)
      } catch  where error.code == ENOENT {
        file = try SystemFile(opening: path, O_RDONLY | O_CREAT, permissions: 0o644)
      }
      guard try file.lock() else { return nil }
    } catch {
      throw .unwritable(path: path, reason: error.text)
    }
  }

  /// Takes the directory at `path`, which is there; nothing is written into it. It is nil where
  /// another process still has the directory after `seconds`.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - seconds: The longest time to wait for another process.
  /// - Throws: `RecordError.unwritable`.
  package init?(takingDirectory path: String, waiting seconds: Double) throws(RecordError) {
    do throws(SystemError) {
      file = try SystemFile(opening: path, O_RDONLY | O_DIRECTORY)
      let isTaken = try Pause.wait(upTo: seconds, every: 0.005) { () throws(SystemError) in
        try file.lock()
      }
      guard isTaken else { return nil }
    } catch {
      throw .unwritable(path: path, reason: error.text)
    }
  }
}
