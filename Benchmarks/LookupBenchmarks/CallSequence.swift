/// The parts of a key stream that one call after the other goes through, with their right sums.
///
/// The parts give different sums, but a scenario's calls must give one answer: each sum is
/// shifted by the difference between its part's right sum and the first part's. A sum that is
/// wrong stays wrong by as much, and a call that does nothing gives a wrong answer too.
@usableFromInline
struct CallSequence {
  /// The keys of one call.
  @usableFromInline let length: Int
  @usableFromInline let sums: [UInt64]
  @usableFromInline var part = -1

  /// Calls of `most` keys each, or of all where there are fewer; a rest of keys is not used.
  ///
  /// - Parameters:
  ///   - keys: The number of keys, positive.
  ///   - most: The most keys of one call, positive.
  ///   - summand: What the key at a position adds to the right sum.
  @inlinable
  init(keys: Int, ofAtMost most: Int = 1 << 14, summand: (Int) -> UInt64) {
    let length = min(keys, most)
    self.length = length
    sums = (0..<keys / length).map { part in
      (part * length..<(part + 1) * length).reduce(0) { $0 &+ summand($1) }
    }
  }

  /// Calls whose right sum is the same whatever their keys.
  @inlinable
  init(keys: Int, ofAtMost most: Int, constantSum: UInt64) {
    length = min(keys, most)
    sums = Array(repeating: constantSum, count: keys / length)
  }

  /// The answer of every call.
  @inlinable
  var answer: UInt64 { sums[0] }

  /// The keys of the next call; after the last part the first comes again.
  @inlinable
  mutating func next() -> Range<Int> {
    part = part + 1 == sums.count ? 0 : part + 1
    return part * length..<(part + 1) * length
  }

  /// The answer of the latest call, which summed up to `sum`.
  @inlinable
  func answer(for sum: UInt64) -> UInt64 { sum &- sums[part] &+ sums[0] }
}
