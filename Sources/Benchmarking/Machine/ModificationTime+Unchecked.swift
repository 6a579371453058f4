import Foundation

/// When a file or a directory last changed, to the nanosecond: Foundation's dates are coarser.
///
/// Unchecked because `stat` takes pointers; none outlives its call.
package struct ModificationTime: Comparable {
  private let seconds: Int
  private let nanoseconds: Int

  /// Of what is at `path`; nil where nothing is, or nothing that may be asked for.
  package init?(ofFileAt path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  package static func < (left: ModificationTime, right: ModificationTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}
