import Foundation

/// A stamp that tells a file from one that has taken its place. The stamp of a script does not
/// cover the programs that the script starts.
struct FileStamp: Hashable, Sendable {
  private let number: UInt64
  private let size: UInt64
  private let modified: Date

  /// The stamp of the file at `url`, links followed; nil where there is none.
  init?(of url: URL) {
    let path = url.resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let number = attributes[.systemFileNumber] as? NSNumber,
      let size = attributes[.size] as? NSNumber,
      let modified = attributes[.modificationDate] as? Date
    else { return nil }
    self.number = number.uint64Value
    self.size = size.uint64Value
    self.modified = modified
  }
}
