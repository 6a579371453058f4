import Foundation

/// The system's own words for what went wrong, without Foundation's around them.
enum SystemMessage {
  /// `No space left on device` for an error that carries such a code, else its description.
  static func of(_ error: any Error) -> String {
    let error = error as NSError
    if let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error {
      return of(underlying)
    }
    let preamble = "The operation could not be completed. "
    return error.localizedDescription.replacing(preamble, with: "")
  }
}
