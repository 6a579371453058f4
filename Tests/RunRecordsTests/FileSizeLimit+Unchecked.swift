import Foundation

/// The limit on the size of the files that this process writes.
///
/// Unchecked because the system call takes a pointer.
enum FileSizeLimit {
  /// Lets every write beyond `bytes` fail with EFBIG.
  static func set(bytes: Int) throws {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
      throw CocoaError(.fileReadUnknown)
    }
    limit.rlim_cur = rlim_t(bytes)
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
