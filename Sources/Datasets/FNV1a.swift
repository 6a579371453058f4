/// The hash that names become ids by: the same on every machine and in every run.
///
/// Source: Fowler, Noll & Vo, draft-eastlake-fnv.
package enum FNV1a {
  /// The hash of no bytes.
  static let offsetBasis: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The hash of the bytes that led to `hash`, followed by `bytes`.
  package static func hash(_ bytes: some Sequence<UInt8>, continuing hash: UInt64 = offsetBasis)
    -> UInt64
  {
    bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
