import Foundation

/// Waits on several pipes at once, which Foundation's handles cannot.
///
/// Unchecked because `poll` takes a pointer, which does not outlive its call.
enum PipePoll {
  /// Waits until one of `handles` can be read without waiting, or is at its end.
  ///
  /// - Parameters:
  ///   - handles: Open pipes.
  ///   - milliseconds: The longest to wait; a signal ends it earlier.
  /// - Returns: The positions in `handles` of those that can be read.
  static func readable(_ handles: [FileHandle], milliseconds: Int32) -> [Int] {
    var requests = handles.map {
      pollfd(fd: $0.fileDescriptor, events: Int16(POLLIN), revents: 0)
    }
    guard unsafe poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return [] }
    return requests.indices.filter { requests[$0].revents != 0 }
  }
}
