internal import Glibc

/// What the system says of a failed call.
///
/// Unchecked because `strerror` returns a pointer, to a text that lives as long as the process.
enum SystemError {
  static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
