import Foundation

/// Replaces a file as a whole: whoever looks, at any moment, finds the old contents or the new.
enum AtomicFile {
  /// Writes `bytes` beside `path`, syncs them, and renames them into place.
  ///
  /// A failure up to the renaming leaves what was at `path`, and nothing beside it. A process killed
  /// on its way may leave the hidden temporary file.
  ///
  /// - Returns: The new file, open for reading and appending.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) -> SystemFile {
    let directoryPath = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let directory = try SystemFile(opening: directoryPath, O_RDONLY | O_DIRECTORY)
    let suffix = String(UInt64.random(in: .min ... .max), radix: 16)
    let temporary = "\(directoryPath)/.cvbench-\(suffix).tmp"
    let file = try SystemFile(opening: temporary, O_RDWR | O_APPEND | O_CREAT | O_EXCL)
    do {
      try file.write(bytes)
      try file.synchronize()
      try SystemFile.move(temporary, to: path)
    } catch {
      try? SystemFile.remove(temporary)
      throw error
    }
    do {
      try directory.synchronize()
    } catch  where error.code == EINVAL {
      // Some file systems cannot sync a directory; the file itself is in place and synced.
    }
    return file
  }
}
