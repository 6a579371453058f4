/// The memory of a comparison, kept for the next one.
///
/// Positions and ordinals are 32 bits wide: half the memory to read. An *ordinal* counts the items
/// outside of unchanged runs, of one side, in the order in which they are looked at.
@usableFromInline
struct DiffScratch: Sendable {
  /// Pairs of sections with something between their unchanged runs.
  @usableFromInline var segments: ContiguousArray<DiffSegment> = []
  /// What lies between unchanged runs, segment by segment.
  @usableFromInline var gaps: ContiguousArray<DiffGap> = []
  /// Positions in the source of the items of unchanged runs whose content has changed; ascending
  /// within a segment.
  @usableFromInline var changed: ContiguousArray<UInt32> = []
  /// The positions of the targets, by ordinal.
  @usableFromInline var positions: ContiguousArray<UInt32> = []
  /// The ordinal of the target that a source is matched with, by its own; `none` for none.
  @usableFromInline var partners: ContiguousArray<UInt32> = []
  /// Targets by hash.
  @usableFromInline var table = OrdinalTable()
  /// The next target with the same identifier, by ordinal; empty while all are different.
  @usableFromInline var next: ContiguousArray<UInt32> = []
  /// Which targets are matched.
  @usableFromInline var matchedTargets = BitSet()
  /// Which sources stay where they are among their neighbours.
  @usableFromInline var stayingSources = BitSet()
  /// Which matched sources have other content.
  @usableFromInline var changedSources = BitSet()
  /// What a longest increasing subsequence is found with.
  @usableFromInline var order = OrderScratch()
  /// Hashes of samples while the two sides are out of step.
  @usableFromInline var sourceSamples = SampleTable()
  /// The same for the target.
  @usableFromInline var targetSamples = SampleTable()

  @inlinable
  init() {}

  /// No partner, no ordinal.
  @inlinable static var none: UInt32 { .max }

  /// Forgets the last comparison and keeps its memory.
  @inlinable
  mutating func clear() {
    segments.removeAll(keepingCapacity: true)
    gaps.removeAll(keepingCapacity: true)
    changed.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    partners.removeAll(keepingCapacity: true)
    next.removeAll(keepingCapacity: true)
  }
}

/// Two sections that correspond, or one that comes or goes.
@usableFromInline
struct DiffSegment: Sendable {
  /// The global range of the section before; empty for one that comes.
  @usableFromInline var source: Range<Int>
  /// The global range of the section after; empty for one that goes.
  @usableFromInline var target: Range<Int>
  /// Its index before; -1 for one that comes.
  @usableFromInline var sourceSection: Int
  /// Its index after; -1 for one that goes.
  @usableFromInline var targetSection: Int
  /// Its gaps.
  @usableFromInline var gaps: Range<Int>
  /// The ordinals of the targets in its gaps.
  @usableFromInline var targetOrdinals: Range<Int>
  /// Whether the run behind its last gap is not among what stays.
  @usableFromInline var movesLastRun = false

  @inlinable
  init(
    source: Range<Int>, target: Range<Int>, sourceSection: Int, targetSection: Int,
    gaps: Range<Int>
  ) {
    self.source = source
    self.target = target
    self.sourceSection = sourceSection
    self.targetSection = targetSection
    self.gaps = gaps
    targetOrdinals = 0..<0
  }

  /// Whether it is in both.
  @inlinable var isMatched: Bool { sourceSection >= 0 && targetSection >= 0 }
}

/// The items between two unchanged runs, on both sides.
@usableFromInline
struct DiffGap: Sendable {
  @usableFromInline var sourceStart: UInt32
  @usableFromInline var sourceEnd: UInt32
  @usableFromInline var targetStart: UInt32
  @usableFromInline var targetEnd: UInt32
  /// The ordinal of its first target.
  @usableFromInline var firstTarget: UInt32 = 0
  /// Whether the run in front of it is not among what stays.
  @usableFromInline var movesRunBefore = false

  @inlinable
  init(source: Range<Int>, target: Range<Int>) {
    sourceStart = UInt32(truncatingIfNeeded: source.lowerBound)
    sourceEnd = UInt32(truncatingIfNeeded: source.upperBound)
    targetStart = UInt32(truncatingIfNeeded: target.lowerBound)
    targetEnd = UInt32(truncatingIfNeeded: target.upperBound)
  }

  @inlinable var source: Range<Int> { Int(sourceStart)..<Int(sourceEnd) }
  @inlinable var target: Range<Int> { Int(targetStart)..<Int(targetEnd) }
}

/// Bits by index.
@usableFromInline
struct BitSet: Sendable {
  @usableFromInline var words: ContiguousArray<UInt64> = []

  @inlinable
  init() {}

  /// Makes room for `count` bits, none of them set.
  @inlinable
  mutating func clear(count: Int) {
    words.removeAll(keepingCapacity: true)
    words.append(contentsOf: repeatElement(0, count: (count + 63) / 64))
  }

  /// How many bits in a row from `index` on are not set; `limit` at most.
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
