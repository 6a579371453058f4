package import Foundation

/// An open file, closed with its value's life: what Foundation's handles do not offer.
///
/// Unchecked because the system calls take pointers; none outlives its call.
package struct SystemFile: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Opens `path`, and creates it when `flags` say so, with `permissions` under the umask.
  package init(
    opening path: String, _ flags: Int32, permissions: mode_t = 0o666
  ) throws(SystemError) {
    descriptor = try Descriptor.retrying { unsafe open(path, flags | O_CLOEXEC, permissions) }
  }

  deinit {
    // A lock outlives the closing while a process that is just being started still has a copy.
    _ = flock(descriptor, LOCK_UN)
    _ = close(descriptor)
  }

  /// Returns a Boolean value that indicates whether this is a regular file: neither a directory nor
  /// a pipe nor a device.
  package func isRegular() throws(SystemError) -> Bool { try kind() == S_IFREG }

  /// The kind of file, as the system numbers them.
  private func kind() throws(SystemError) -> mode_t { try status().st_mode & S_IFMT }

  private func status() throws(SystemError) -> stat {
    var status = stat()
    _ = try Descriptor.retrying { unsafe fstat(descriptor, &status) }
    return status
  }

  /// Returns a Boolean value that indicates whether this file is what lies at `path`: it may have
  /// been removed or replaced since.
  package func isStill(at path: String) throws(SystemError) -> Bool {
    var own = stat()
    var current = stat()
    _ = try Descriptor.retrying { unsafe fstat(descriptor, &own) }
    do {
      _ = try Descriptor.retrying { unsafe stat(path, &current) }
    } catch  where error.code == ENOENT {
      return false
    }
    return (own.st_dev, own.st_ino) == (current.st_dev, current.st_ino)
  }

  /// Writes all of `bytes`: in one call, unless the system takes only a part of them.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try Descriptor.write(bytes, to: descriptor)
  }

  /// Cuts the file off after `length` bytes.
  package func truncate(to length: Int) throws(SystemError) {
    _ = try Descriptor.retrying { ftruncate(descriptor, off_t(length)) }
  }

  /// Returns once contents and metadata are on the disk.
  package func synchronize() throws(SystemError) {
    _ = try Descriptor.retrying { fsync(descriptor) }
  }

  /// Returns once the contents are on the disk, and what is needed to find them.
  package func synchronizeData() throws(SystemError) {
    #if os(Linux)
      _ = try Descriptor.retrying { fdatasync(descriptor) }
    #else
      try synchronize()
    #endif
  }

  /// Opens a regular file to be read, and no other: a pipe, a device or a socket may never end.
  ///
  /// It waits for nothing, as opening a pipe without a writer would.
  ///
  /// - Throws: `InputError`.
  package init(reading path: String) throws(InputError) {
    self = try Self.regularFile(at: path)
  }

  private static func regularFile(at path: String) throws(InputError) -> SystemFile {
    do throws(SystemError) {
      let file = try SystemFile(opening: path, O_RDONLY | O_NONBLOCK)
      let kind = try file.kind()
      guard kind == S_IFREG else { throw SystemError(code: kind == S_IFDIR ? EISDIR : ENXIO) }
      return file
    } catch {
      // The system's own answer for a socket.
      throw error.code == ENXIO ? .notRegular : .system(error)
    }
  }

  /// Everything from the current position to the end, if that is no more than `limit` bytes.
  ///
  /// - Throws: `InputError`; a file that says that it is larger is not read.
  package func readAll(atMost limit: Int) throws(InputError) -> [UInt8] {
    let found: [UInt8]?
    do throws(SystemError) {
      found = try bytes(upTo: limit)
    } catch {
      throw .system(error)
    }
    guard let found else { throw .tooLarge(limit: limit) }
    return found
  }

  /// Everything from the current position to the end; nil if that is more than `limit` bytes.
  private func bytes(upTo limit: Int) throws(SystemError) -> [UInt8]? {
    // What the kernel makes up, as in /proc, says 0, and a file may grow while it is read.
    let size = Int(try status().st_size)
    guard size <= limit else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try Descriptor.read(descriptor, into: &chunk)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { return nil }
    }
  }

  /// Returns the next `count` bytes, or those up to the end.
  ///
  /// - Complexity: O(`count`), in time and memory.
  package func readNext(_ count: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var chunk = [UInt8](repeating: 0, count: count - bytes.count)
      let found = try Descriptor.read(descriptor, into: &chunk)
      guard found > 0 else { break }
      bytes += chunk[..<found]
    }
    return bytes
  }

  /// Everything in the regular file at `path`, if that is no more than `limit` bytes.
  ///
  /// - Throws: `InputError`.
  /// - Complexity: O(bytes), in time and memory.
  package static func contents(
    of path: String, atMost limit: Int = InputLimit.data
  ) throws(InputError) -> [UInt8] {
    try SystemFile(reading: path).readAll(atMost: limit)
  }

  /// The text of the regular file at `path`, in UTF-8, if that is no more than `limit` bytes.
  ///
  /// - Throws: `InputError`.
  package static func text(
    of path: String, atMost limit: Int = InputLimit.text
  ) throws(InputError) -> String {
    let bytes = try contents(of: path, atMost: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return text
  }

  /// Takes the file for this process until it is closed; false when another one has it.
  package func lock() throws(SystemError) -> Bool {
    do {
      _ = try Descriptor.retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch  where error.code == EWOULDBLOCK {
      return false
    }
  }

  /// Puts the file at `source` in the place of what is at `target`, in one step.
  package static func move(_ source: String, to target: String) throws(SystemError) {
    _ = try Descriptor.retrying { unsafe rename(source, target) }
  }

  /// Removes the name `path`.
  package static func remove(_ path: String) throws(SystemError) {
    _ = try Descriptor.retrying { unsafe unlink(path) }
  }
}
