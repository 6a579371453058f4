import Foundation
package import Processes

/// An open file, closed with its value's life: what Foundation's handles do not offer.
///
/// Unchecked because the system calls take pointers; none outlives its call.
package struct SystemFile: ~Copyable {
  private let descriptor: Int32

  /// Opens `path`, and creates it when `flags` say so, with `permissions` under the umask.
  init(
    opening path: String, _ flags: Int32, permissions: mode_t = 0o666
  ) throws(SystemError) {
    descriptor = try Self.retrying { unsafe open(path, flags | O_CLOEXEC, permissions) }
  }

  deinit {
    // A lock outlives the closing while a process that is just being started still has a copy.
    _ = flock(descriptor, LOCK_UN)
    _ = close(descriptor)
  }

  /// Returns a Boolean value that indicates whether this is a regular file: neither a directory nor
  /// a pipe nor a device.
  func isRegular() throws(SystemError) -> Bool {
    var status = stat()
    _ = try Self.retrying { unsafe fstat(descriptor, &status) }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns a Boolean value that indicates whether this file is what lies at `path`: it may have
  /// been removed or replaced since.
  func isStill(at path: String) throws(SystemError) -> Bool {
    var own = stat()
    var current = stat()
    _ = try Self.retrying { unsafe fstat(descriptor, &own) }
    do {
      _ = try Self.retrying { unsafe stat(path, &current) }
    } catch  where error.code == ENOENT {
      return false
    }
    return (own.st_dev, own.st_ino) == (current.st_dev, current.st_ino)
  }

  /// The content of the file at `path`.
  ///
  /// - Throws: `RecordError.unreadable`, when the system refuses.
  static func contents(of path: String) throws(RecordError) -> [UInt8] {
    do {
      return try SystemFile(opening: path, O_RDONLY).readAll()
    } catch {
      throw .unreadable(path: path, reason: error.text)
    }
  }

  /// Everything from the current position to the end.
  package func readAll() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try Self.retrying { unsafe read(descriptor, &chunk, chunk.count) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Writes all of `bytes`: in one call, unless the system takes only a part of them.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try Self.retrying {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe Foundation.write(
            descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        }
      }
    }
  }

  /// Cuts the file off after `length` bytes.
  package func truncate(to length: Int) throws(SystemError) {
    _ = try Self.retrying { ftruncate(descriptor, off_t(length)) }
  }

  /// Returns once contents and metadata are on the disk.
  func synchronize() throws(SystemError) {
    _ = try Self.retrying { fsync(descriptor) }
  }

  /// Returns once the contents are on the disk, and what is needed to find them.
  func synchronizeData() throws(SystemError) {
    #if os(Linux)
      _ = try Self.retrying { fdatasync(descriptor) }
    #else
      try synchronize()
    #endif
  }

  /// Takes the file for this process until it is closed; false when another one has it.
  func lock() throws(SystemError) -> Bool {
    do {
      _ = try Self.retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch  where error.code == EWOULDBLOCK {
      return false
    }
  }

  /// Puts the file at `source` in the place of what is at `target`, in one step.
  static func move(_ source: String, to target: String) throws(SystemError) {
    _ = try retrying { unsafe rename(source, target) }
  }

  /// Removes the name `path`.
  package static func remove(_ path: String) throws(SystemError) {
    _ = try retrying { unsafe unlink(path) }
  }

  /// The result of a system call that returns -1 on failure, repeated while signals interrupt it.
  private static func retrying<Result: SignedInteger>(
    _ call: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(code: code) }
    }
  }
}
