/// The parts of a key stream that one call after the other goes through, with their right sums.
///
/// The parts give different sums, but a scenario must give one answer, and the same with each
/// strategy, however long its calls are: what the first key alone adds. Each sum is shifted by what
/// its part's right sum differs from that. A sum that is wrong stays wrong by as much, and a call
/// that does nothing gives a wrong answer too.
public struct CallSequence {
  /// The keys of a call of look-ups: so many that calling costs under a thousandth of it.
  public static let usualLength = 1 << 14

  /// The keys of one call.
  public let length: Int
  /// The answer of every call.
  public let answer: UInt64
  @usableFromInline let sums: [UInt64]
  @usableFromInline var part = -1

  /// Calls of `most` keys each, or of all where there are fewer; a rest of keys is not used.
  ///
  /// - Parameters:
  ///   - keys: The number of keys, positive.
  ///   - most: The most keys of one call, positive.
  ///   - summand: What the key at a position adds to the right sum.
  @inlinable
  public init(keys: Int, ofAtMost most: Int = usualLength, summand: (Int) -> UInt64) {
    let length = min(keys, most)
    self.length = length
    answer = summand(0)
    sums = (0..<keys / length).map { part in
      (part * length..<(part + 1) * length).reduce(0) { $0 &+ summand($1) }
    }
  }

  /// Makes a sequence of as many keys as `summands`.
  @inlinable
  public init(_ summands: [UInt64], ofAtMost most: Int) {
    self.init(keys: summands.count, ofAtMost: most) { summands[$0] }
  }

  /// The keys of the next call; after the last part the first comes again.
  @inlinable
  public mutating func next() -> Range<Int> {
    part = part + 1 == sums.count ? 0 : part + 1
    return part * length..<(part + 1) * length
  }

  /// The answer of the latest call, which summed up to `sum`.
  @inlinable
  public func answer(for sum: UInt64) -> UInt64 { sum &- sums[part] &+ answer }
}
