import Foundation

/// Symbols as people read them.
///
/// Unchecked because the runtime's function takes pointers; none outlives its call.
package enum SymbolName {
  /// The declaration that `symbol` stands for in Swift.
  ///
  /// - Parameter symbol: As in an executable.
  /// - Returns: A readable text; `symbol` itself where it is no Swift.
  /// - Complexity: O(length of the name), with two allocations.
  package static func demangled(_ symbol: String) -> String {
    guard
      let text = unsafe runtimeDemangle(symbol, UInt(symbol.utf8.count), nil, nil, 0)
    else { return symbol }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}

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
    demangled(symbol)
      .replacing(/\(([^\s()]+) in _[0-9A-F]{32}\)/) { $0.output.1 }
      .replacing(/\bSwift\./, with: "")
  }
}
