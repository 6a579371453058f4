import Glibc

/// The entries of one directory, as the system lists them.
///
/// Unchecked because `readdir` and `fstatat` speak in pointers; Foundation's way costs ten times
/// as much a file.
struct DirectoryListing {
  struct File {
    let name: String
    let byteCount: Int
    let modifiedSeconds: Int
  }

  private(set) var files: [File] = []
  private(set) var directories: [String] = []

  /// What stands in the directory at `path`; links are not followed.
  ///
  /// - Throws: `DatasetError.unreadable` with the system's reason.
  init(path: String) throws(DatasetError) {
    guard let stream = unsafe opendir(path) else {
      throw DatasetError.unreadable(path: path, reason: SystemError.reason(errno))
    }
    defer { unsafe closedir(stream) }
    let descriptor = unsafe dirfd(stream)
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        files.append(
          File(
            name: name, byteCount: Int(status.st_size), modifiedSeconds: status.st_mtim.tv_sec))
      case S_IFDIR:
        directories.append(name)
      default:
        continue
      }
    }
  }
}
