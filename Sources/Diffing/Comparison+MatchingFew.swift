// Matches the items of two sides that hardly have any in common, as where a list is replaced.
//
// Most items are ruled out without a look at a table or at another item: a target whose hash no
// source has, and then a source whose hash none of the remaining targets has. What a filter lets
// pass is compared. Where it lets many pass, the sides have items in common, and all are matched by
// hash.
//
// Source: B. H. Bloom 1970, doi:10.1145/362686.362692, with one hash.

extension Comparison {
  /// A Boolean value that indicates whether many items were sampled, and none of them on both sides.
  @inlinable var areSamplesDisjoint: Bool {
    sampleCount >= Self.manySamples && !hasCommonSample
  }

  /// The number of samples from which on they speak for all items.
  @inlinable static var manySamples: Int { 64 }

  /// The number of candidates for which there is room: more than the filter lets pass by chance, so
  /// that the memory does not depend on the seed of the hashes.
  @inlinable var expectedCandidates: Int { min(targetCount, targetCount / 4 + 64) }

  /// Matches sources with targets as `match()` does, where few match.
  @inlinable
  mutating func matchFew() throws(DiffingError) {
    try hashAllSources()
    guard try listCandidates() else {
      for ordinal in scratch.partners.indices { scratch.partners[ordinal] = DiffScratch.none }
      try fillTable()
      return try matchByHash()
    }
    scratch.table.clear(
      count: max(scratch.candidates.count, expectedCandidates), below: targetCount)
    scratch.filter.clear(count: sourceCount)
    for index in scratch.candidates.indices.reversed() {
      if index & 0xffff == 0 { try checkCancellation() }
      let candidate = scratch.candidates[index]
      let hash = UInt32(truncatingIfNeeded: candidate >> 32)
      scratch.filter.insert(hash)
      enter(Int(UInt32(truncatingIfNeeded: candidate)), Self.tableHash(hash))
    }
    try matchCandidates()
  }

  /// Returns the hash for the table that stands for 32 bits of a hash.
  @inlinable
  @inline(__always)
  static func tableHash(_ hash: UInt32) -> UInt64 {
    // Candidates share the upper bits of their hashes with a source, and are many where sources are
    // few. So every bit has to decide over the slot, which the table takes from the upper half.
    UInt64(hash) &* 0x9e37_79b9_7f4a_7c15
  }

  /// Enters the hashes of all sources into the filter, and stores each in place of the partner.
  @inlinable
  mutating func hashAllSources() throws(DiffingError) {
    scratch.filter.clear(count: sourceCount)
    statistics.hashes += sourceCount
    var block = LookUpBlock()
    var cursor = GapCursor()
    var first = 0
    while first < sourceCount {
      if first & 0xffff < LookUpBlock.length { try checkCancellation() }
      let count = min(LookUpBlock.length, sourceCount - first)
      cursor.read(&block.sources, count: count, scratch.gaps.span)
      hashSources(&block, count: count)
      scratch.filter.insert(block.hashes.span.extracting(first: count))
      var partners = scratch.partners.mutableSpan
      for index in 0..<count {
        partners[first &+ index] = UInt32(truncatingIfNeeded: block.hashes[index] >> 32)
      }
      first += count
    }
  }

  /// Lists the targets whose hash a source has; false if they are more than chance explains.
  @inlinable
  mutating func listCandidates() throws(DiffingError) -> Bool {
    scratch.candidates.reserveCapacity(expectedCandidates)
    var block = LookUpBlock()
    var first = 0
    while first < targetCount {
      if first & 0xffff < LookUpBlock.length { try checkCancellation() }
      let count = min(LookUpBlock.length, targetCount - first)
      hashTargets(first..<first + count, &block)
      statistics.hashes += count
      for index in 0..<count {
        block.entries[index] = UInt32(truncatingIfNeeded: block.hashes[index] >> 32)
      }
      var found = scratch.filter.matches(block.entries.span.extracting(first: count))
      while found != 0 {
        let index = found.trailingZeroBitCount
        scratch.candidates.append(
          UInt64(block.entries[index]) << 32 | UInt64(truncatingIfNeeded: first &+ index))
        found &= found &- 1
      }
      if scratch.candidates.count > expectedCandidates { return false }
      first += count
    }
    return true
  }

  /// Looks up the sources whose hash a candidate has.
  @inlinable
  mutating func matchCandidates() throws(DiffingError) {
    var block = LookUpBlock()
    var cursor = GapCursor()
    var first = 0
    while first < sourceCount {
      if first & 0xffff < LookUpBlock.length { try checkCancellation() }
      let count = min(LookUpBlock.length, sourceCount - first)
      cursor.read(&block.sources, count: count, scratch.gaps.span)
      var partners = scratch.partners.mutableSpan
      for index in 0..<count {
        block.entries[index] = partners[first &+ index]
        partners[first &+ index] = DiffScratch.none
      }
      var found = scratch.filter.matches(block.entries.span.extracting(first: count))
      while found != 0 {
        let index = found.trailingZeroBitCount
        let item = source.item(at: Int(block.sources[index]))
        let partner = take(Identity.id(of: item), Self.tableHash(block.entries[index]))
        if partner >= 0 { pair(first &+ index, item, with: partner) }
        found &= found &- 1
      }
      first += count
    }
  }
}
