/// The memory of a comparison, kept for the next one.
///
/// Positions and ordinals are 32 bits wide, which halves the memory traffic. An *ordinal* counts
/// the items of one side outside unchanged runs, in the order in which they are visited.
@usableFromInline
struct DiffScratch: Sendable {
  /// The pairs of sections that have gaps between their unchanged runs.
  @usableFromInline var segments: ContiguousArray<DiffSegment> = []
  /// The gaps between unchanged runs, segment by segment.
  @usableFromInline var gaps: ContiguousArray<DiffGap> = []
  /// The source positions of items in unchanged runs whose content changed; ascending within a
  /// segment.
  @usableFromInline var changed: ContiguousArray<UInt32> = []
  /// The positions of the targets, by ordinal.
  @usableFromInline var positions: ContiguousArray<UInt32> = []
  /// The ordinal of the matched target, by source ordinal; `none` for none.
  @usableFromInline var partners: ContiguousArray<UInt32> = []
  /// The targets by hash.
  @usableFromInline var table = OrdinalTable()
  /// The hashes that one side has.
  @usableFromInline var filter = HashFilter()
  /// The targets that may have a partner, each with its hash in the upper half; in the
  /// order of their ordinals.
  @usableFromInline var candidates: ContiguousArray<UInt64> = []
  /// The next target with the same identifier, by ordinal; empty while all identifiers differ.
  @usableFromInline var next: ContiguousArray<UInt32> = []
  /// The targets that are matched.
  @usableFromInline var matchedTargets = BitSet()
  /// The sources that stay in place among their neighbours.
  @usableFromInline var stayingSources = BitSet()
  /// The matched sources whose content changed; without room for any until the first.
  @usableFromInline var changedSources = BitSet()
  /// The items that moved past unchanged runs and may stay.
  @usableFromInline var crossings = CrossingScratch()
  /// The scratch memory of the increasing subsequence.
  @usableFromInline var order = OrderScratch()
  /// The sampled sources while the two sides are out of step.
  @usableFromInline var sourceSamples = SampleTable()
  /// The sampled targets.
  @usableFromInline var targetSamples = SampleTable()

  @inlinable
  init() {}

  /// The value that means no partner and no ordinal.
  @inlinable static var none: UInt32 { .max }

  /// Removes the last comparison and keeps the memory.
  @inlinable
  mutating func clear() {
    // Removing from an empty array costs as much as from a full one.
    if !segments.isEmpty { segments.removeAll(keepingCapacity: true) }
    if !gaps.isEmpty { gaps.removeAll(keepingCapacity: true) }
    if !changed.isEmpty { changed.removeAll(keepingCapacity: true) }
    if !positions.isEmpty { positions.removeAll(keepingCapacity: true) }
    if !partners.isEmpty { partners.removeAll(keepingCapacity: true) }
    if !candidates.isEmpty { candidates.removeAll(keepingCapacity: true) }
    if !next.isEmpty { next.removeAll(keepingCapacity: true) }
    matchedTargets.removeAll()
    stayingSources.removeAll()
    changedSources.removeAll()
  }
}

/// A pair of sections that correspond, or an inserted or deleted section.
@usableFromInline
struct DiffSegment: Sendable {
  /// The global range of the section before; empty for an inserted one.
  @usableFromInline var source: Range<Int>
  /// The global range of the section after; empty for a deleted one.
  @usableFromInline var target: Range<Int>
  /// The index before; -1 for an inserted section.
  @usableFromInline var sourceSection: Int
  /// The index after; -1 for a deleted section.
  @usableFromInline var targetSection: Int
  /// The indexes of its gaps.
  @usableFromInline var gaps: Range<Int>
  /// The ordinals of the targets in its gaps.
  @usableFromInline var targetOrdinals: Range<Int>

  @inlinable
  init(
    source: Range<Int>, target: Range<Int>, sourceSection: Int, targetSection: Int,
    gaps: Range<Int>, targetOrdinals: Range<Int>
  ) {
    self.source = source
    self.target = target
    self.sourceSection = sourceSection
    self.targetSection = targetSection
    self.gaps = gaps
    self.targetOrdinals = targetOrdinals
  }

  /// A Boolean value that indicates whether the section is in both collections.
  @inlinable var isMatched: Bool { sourceSection >= 0 && targetSection >= 0 }
}

/// The items between two unchanged runs, on both sides.
@usableFromInline
struct DiffGap: Sendable {
  @usableFromInline var sourceStart: UInt32
  @usableFromInline var sourceEnd: UInt32
  @usableFromInline var targetStart: UInt32
  @usableFromInline var targetEnd: UInt32
  /// The ordinal of the first target.
  @usableFromInline var firstTarget: UInt32
  /// A Boolean value that indicates whether the run in front of the gap moves.
  @usableFromInline var movesRunBefore = false

  @inlinable
  init(source: Range<Int>, target: Range<Int>, firstTarget: Int) {
    self.firstTarget = UInt32(truncatingIfNeeded: firstTarget)
    sourceStart = UInt32(truncatingIfNeeded: source.lowerBound)
    sourceEnd = UInt32(truncatingIfNeeded: source.upperBound)
    targetStart = UInt32(truncatingIfNeeded: target.lowerBound)
    targetEnd = UInt32(truncatingIfNeeded: target.upperBound)
  }

  @inlinable var source: Range<Int> { Int(sourceStart)..<Int(sourceEnd) }
  @inlinable var target: Range<Int> { Int(targetStart)..<Int(targetEnd) }
  /// The ordinals of the targets.
  @inlinable var targetOrdinals: Range<Int> {
    Int(firstTarget)..<Int(firstTarget &+ (targetEnd &- targetStart))
  }
}

/// A set of bits by index.
@usableFromInline
struct BitSet: Sendable {
  @usableFromInline var words: ContiguousArray<UInt64> = []

  @inlinable
  init() {}

  /// Removes all bits and keeps the memory.
  @inlinable
  mutating func removeAll() {
    if !words.isEmpty { words.removeAll(keepingCapacity: true) }
  }

  /// Makes room for `count` bits and clears them.
  @inlinable
  mutating func clear(count: Int) {
    removeAll()
    words.append(contentsOf: repeatElement(0, count: (count + 63) / 64))
  }

  /// Returns the number of bits in a row from `index` on, at most `limit`, that are not set.
  @inlinable
  @inline(__always)
  func unsetCount(from index: Int, limit: Int) -> Int {
    var count = 0
    while count < limit {
      let bit = index + count
      let set = words[bit >> 6] >> UInt64(bit & 63)
      guard set == 0 else { return min(count + set.trailingZeroBitCount, limit) }
      count += 64 - (bit & 63)
    }
    return limit
  }

  @inlinable
  subscript(index: Int) -> Bool {
    @inline(__always) get { words[index >> 6] & (1 << UInt64(index & 63)) != 0 }
    @inline(__always) set {
      let bit: UInt64 = 1 << UInt64(index & 63)
      if newValue { words[index >> 6] |= bit } else { words[index >> 6] &= ~bit }
    }
  }
}
