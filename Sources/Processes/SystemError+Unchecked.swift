import Foundation

/// A system call that failed.
///
/// Unchecked because `strerror` returns a pointer, to a text that lives as long as the process.
package struct SystemError: Error, Hashable {
  /// The value of `errno`.
  package var code: Int32

  package init(code: Int32) { self.code = code }

  /// The system's description: `No space left on device`.
  package var text: String { unsafe String(cString: strerror(code)) }

  /// Returns the system's own words for `error`, without Foundation's around them.
  package static func message(of error: any Error) -> String {
    if let error = error as? SystemError { return error.text }
    if let error = error as? InputError { return error.text }
    let error = error as NSError
    if let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error {
      return message(of: underlying)
    }
    return error.localizedDescription.replacing("The operation could not be completed. ", with: "")
  }
}
