import Glibc
import Processes

/// The entries of one directory, in the byte order of their names.
///
/// Names are bytes because a file system's names need not be text. Unchecked because `readdir` and
/// `fstatat` use pointers. Foundation's enumerator costs several times as much per file and treats
/// names as text.
package struct DirectoryListing {
  package struct File {
    var name: [UInt8]
    var byteCount: Int
    var modifiedSeconds: Int

    package init(name: [UInt8], byteCount: Int, modifiedSeconds: Int) {
      self.name = name
      self.byteCount = byteCount
      self.modifiedSeconds = modifiedSeconds
    }
  }

  package var files: [File] = []
  package var directories: [[UInt8]] = []
  /// The number of entries that the system does not describe.
  package var unreadableCount = 0
  package var firstReason: String?

  package init() {}

  /// Lists the directory at `path`. Does not follow links, and skips everything but files and
  /// directories.
  ///
  /// - Throws: `DatasetError.notADirectory`, or `.unreadable` with the system's reason.
  package init(path: [UInt8]) throws(DatasetError) {
    guard
      let stream = unsafe (path + [0]).withUnsafeBytes({ bytes in
        unsafe bytes.bindMemory(to: CChar.self).baseAddress.flatMap { unsafe opendir($0) }
      })
    else { throw Self.error(errno, at: path) }
    defer { unsafe closedir(stream) }
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { field in
        unsafe Array(field.prefix { $0 != 0 })
      }
      guard name != [0x2e], name != [0x2e, 0x2e] else { continue }
      var status = stat()
      let result = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: name.count + 1) {
          unsafe fstatat(dirfd(stream), $0, &status, AT_SYMLINK_NOFOLLOW)
        }
      }
      if result != 0 {
        guard errno != ENOENT else { continue }  // gone since it was listed
        unreadableCount += 1
        firstReason = firstReason ?? SystemError(code: errno).text
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        files.append(
          File(name: name, byteCount: Int(status.st_size), modifiedSeconds: status.st_mtim.tv_sec))
      case S_IFDIR: directories.append(name)
      default: continue
      }
    }
    guard errno == 0 else { throw Self.error(errno, at: path) }
    files.sort { $0.name.lexicographicallyPrecedes($1.name) }
    directories.sort { $0.lexicographicallyPrecedes($1) }
  }

  private static func error(_ code: Int32, at path: [UInt8]) -> DatasetError {
    let path = String(decoding: path, as: UTF8.self)
    return code == ENOTDIR
      ? .notADirectory(path: path) : .unreadable(path: path, reason: SystemError(code: code).text)
  }
}
