// Unchecked because a place comes from the upper bits of a hash, and there is one for all of their
// values.

/// A set of hashes that may also report others: at most one in eight, up to 2²⁹ hashes.
@usableFromInline
package struct HashFilter: Sendable {
  @usableFromInline var words: ContiguousArray<UInt64> = []
  /// The number of bits of a hash that are not part of its place.
  @usableFromInline var shift: UInt32 = 0

  @inlinable
  init() {}

  /// Returns the number of bits of a place, for a filter of `count` hashes, at least one: there are
  /// eight to sixteen places for each, but at least 64, a word, and at most 2³².
  @inlinable
  package static func placeBits(count: Int) -> Int {
    max(6, min(32, Int.bitWidth - (count &* 8 &- 1).leadingZeroBitCount))
  }

  /// Removes all hashes and makes room for `count`, at least one.
  @inlinable
  mutating func clear(count: Int) {
    assert(count > 0)
    let bits = Self.placeBits(count: count)
    shift = UInt32(truncatingIfNeeded: 32 &- bits)
    words.removeAll(keepingCapacity: true)
    words.append(contentsOf: repeatElement(0, count: 1 << (bits - 6)))
  }

  /// Inserts a hash.
  @inlinable
  @inline(__always)
  mutating func insert(_ hash: UInt32) {
    let place = Int(hash) &>> Int(shift)
    assert(place &>> 6 < words.count)
    unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe words[place &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: place)
    }
  }

  /// Inserts the upper halves of `hashes`.
  @inlinable
  @inline(__always)
  mutating func insert(_ hashes: Span<UInt64>) {
    let shift = UInt64(shift) &+ 32
    var words = words.mutableSpan
    for index in hashes.indices {
      let place = unsafe hashes[unchecked: index] &>> shift
      let word = Int(truncatingIfNeeded: place &>> 6)
      assert(word < words.count)
      unsafe words[unchecked: word] |= 1 &<< place
    }
  }

  /// Returns a bit for each of up to 32 hashes: 0 if it was not inserted.
  @inlinable
  @inline(__always)
  func matches(_ hashes: Span<UInt32>) -> UInt32 {
    let words = words.span
    var found: UInt32 = 0
    for index in hashes.indices {
      let place = unsafe UInt64(hashes[unchecked: index] &>> shift)
      assert(place &>> 6 < words.count)
      let bit = unsafe words[unchecked: Int(truncatingIfNeeded: place &>> 6)] &>> place & 1
      found |= UInt32(truncatingIfNeeded: bit) &<< UInt32(truncatingIfNeeded: index)
    }
    return found
  }
}

extension DiffScratch {
  /// Returns the number of sources in a row from `ordinal` on, at most `limit`, that have no
  /// partner.
  @inlinable
  @inline(__always)
  func unmatchedSources(from ordinal: Int, limit: Int) -> Int {
    assert(ordinal >= 0 && ordinal + limit <= partners.count)
    return unsafe partners.withUnsafeBufferPointer { partners in
      var count = 0
      while count < limit, unsafe partners[ordinal &+ count] == Self.none {
        count &+= 1
        // Without a branch between them, so that the processor compares several at once.
        while count &+ 16 <= limit {
          var all = Self.none
          for place in 0..<16 { unsafe all &= partners[ordinal &+ count &+ place] }
          if all != Self.none { break }
          count &+= 16
        }
      }
      return count
    }
  }
}
