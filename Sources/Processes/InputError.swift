/// The most bytes of a file that is read as a whole.
///
/// Enough for anything that this tool writes, and too little to fill a machine's memory by mistake.
package enum InputLimit {
  /// Records, journals, collections, traces and what tools write.
  package static let data = 1 << 30
  /// Texts that people write: configurations, budgets, accepted changes, scripts.
  package static let text = 64 << 20
}

/// The reason why a file is not read.
package enum InputError: Error, Hashable {
  /// The system refuses.
  case system(SystemError)
  /// A pipe, a device or a socket.
  case notRegular
  /// It has more bytes than this.
  case tooLarge(limit: Int)
  /// Its bytes are no text in UTF-8.
  case notUTF8

  /// The reason in words, after the name of the file: the system's own where it refuses.
  package var text: String {
    switch self {
    case .system(let error): error.text
    case .notRegular: "it is no regular file; store what comes through a pipe in one first"
    case .tooLarge(let limit): "it has more than \(limit >> 20) MiB"
    case .notUTF8: "it is no text in UTF-8"
    }
  }
}
