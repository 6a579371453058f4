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
