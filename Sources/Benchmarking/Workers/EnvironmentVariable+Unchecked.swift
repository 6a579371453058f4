import Foundation

/// One variable of this process's environment.
///
/// Foundation makes a dictionary of all of them first, and what lies where on the heap from then on
/// hangs on every variable of whoever started the process.
///
/// Unchecked because `getenv` returns a pointer, which is read before anything else can change it.
enum EnvironmentVariable {
  /// The value of `name`; nil where it is not set.
  static func value(of name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe String(cString: text)
  }
}
