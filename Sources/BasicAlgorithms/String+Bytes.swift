extension String {
  /// Returns whether both have the same bytes in UTF-8; `==` takes what looks the same as equal.
  ///
  /// - Complexity: O(bytes); no allocation.
  package func hasSameBytes(as other: String) -> Bool {
    let (bytes, others) = (utf8Span.span, other.utf8Span.span)
    guard bytes.count == others.count else { return false }
    return bytes.indices.allSatisfy { bytes[$0] == others[$0] }
  }
}
