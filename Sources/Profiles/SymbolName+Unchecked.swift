import Foundation

/// Symbols as people read them.
///
/// Unchecked because the runtime's function takes pointers; none outlives its call.
package enum SymbolName {
  /// The declaration that `symbol` stands for in Swift or C++.
  ///
  /// - Parameter symbol: As in an executable.
  /// - Returns: A readable text; `symbol` itself where it is of another language.
  /// - Complexity: O(length of the name), with two allocations.
  package static func demangled(_ symbol: String) -> String {
    guard
      let text = unsafe runtimeDemangle(symbol, UInt(symbol.utf8.count), nil, nil, 0)
        ?? (symbol.hasPrefix("_Z") ? cPlusPlusDemangle?(symbol, nil, nil, nil) : nil)
    else { return symbol }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}

/// The function of the C++ library that the Swift runtime is linked with; nil without one.
private let cPlusPlusDemangle: CPlusPlusDemangle? = {
  // The pointer that stands for the whole process in the search.
  guard let found = unsafe dlsym(nil, "__cxa_demangle") else { return nil }
  return unsafe unsafeBitCast(found, to: CPlusPlusDemangle.self)
}()

private typealias CPlusPlusDemangle =
  @convention(c) (
    UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<UInt>?,
    UnsafeMutablePointer<Int32>?
  ) -> UnsafeMutablePointer<CChar>?

/// The Swift runtime's own; it returns a string to be freed, or nil for other languages' symbols.
@_silgen_name("swift_demangle")
private func runtimeDemangle(
  _ name: UnsafePointer<CChar>, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
  _ bufferSize: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

extension SymbolName {
  /// The declaration that `symbol` stands for, without what every reader knows or nobody reads: the
  /// module `Swift`, and the discriminator of a private declaration's file.
  ///
  /// - Parameter symbol: As in an executable.
  /// - Returns: A readable text; `symbol` itself where it is no Swift.
  /// - Complexity: O(length of the name).
  package static func readable(_ symbol: String) -> String {
    withoutDiscriminators(demangled(symbol)).replacing(/\bSwift\./, with: "")
  }

  /// `text` without the discriminators of private declarations' files.
  static func withoutDiscriminators(_ text: String) -> String {
    text.replacing(/\(([^\s()]+) in _[0-9A-F]{32}\)/) { $0.output.1 }
  }
}
