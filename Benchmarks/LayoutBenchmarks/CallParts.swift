/// The parts of a key stream that one call after the other goes through, with their right sums.
///
/// A scenario must give one answer, and the same with each strategy, however long its calls are:
/// what the first key alone adds. Each sum is shifted by what its part's right sum differs from
/// that, so that a wrong sum stays wrong by as much.
package struct CallParts {
  /// The keys of one call.
  let length: Int
  /// The answer of every call.
  package let answer: UInt64
  private let sums: [UInt64]
  private var part = -1

  /// Calls of `most` keys each, or of all where there are fewer; a rest of keys is not used.
  ///
  /// - Parameters:
  ///   - summands: What each key adds to the right sum; not empty.
  ///   - most: The most keys of one call, positive.
  package init(_ summands: [UInt64], ofAtMost most: Int) {
    let length = min(summands.count, most)
    self.length = length
    answer = summands[0]
    sums = (0..<summands.count / length).map { part in
      (part * length..<(part + 1) * length).reduce(0) { $0 &+ summands[$1] }
    }
  }

  /// The keys of the next call; after the last part the first comes again.
  package mutating func next() -> Range<Int> {
    part = part + 1 == sums.count ? 0 : part + 1
    return part * length..<(part + 1) * length
  }

  /// The answer of the latest call, which summed up to `sum`.
  package func answer(for sum: UInt64) -> UInt64 { sum &- sums[part] &+ answer }
}
