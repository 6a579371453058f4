/// The 64-bit hash FNV-1a, the same for the same bytes on every machine.
///
/// It finds contents that were changed by accident, and gives imported items their identifiers.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV non-cryptographic hash
/// algorithm", IETF draft-eastlake-fnv.
package enum FNV1a {
  /// The hash of no bytes.
  @inlinable
  package static var offsetBasis: UInt64 { 0xcbf2_9ce4_8422_2325 }

  /// The hash of `bytes`, or of those behind others.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - hash: The hash of the bytes before them.
  /// - Returns: The hash of all.
  /// - Complexity: O(bytes); no allocation.
  @inlinable
  package static func hash(
    _ bytes: some Sequence<UInt8>, continuing hash: UInt64 = offsetBasis
  ) -> UInt64 {
    bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}

extension UInt64 {
  /// Sixteen lower-case hexadecimal digits, as records have them.
  package var hexadecimalDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
