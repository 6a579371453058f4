// Finds where two sides continue alike after a difference. Every find is a run of equal items, so a
// missed or worse run costs time and may choose another of several smallest answers, but never a wrong
// one: items between runs are matched by hash, and runs outside the increasing subsequence move. Where
// identifiers repeat, other occurrences may match.

extension Comparison {
  /// Returns the beginning of the next run after a difference at `place`; `end` if none is found.
  @inlinable
  mutating func nextRun(_ place: DiffPlace, _ end: DiffPlace) throws(DiffingError) -> DiffPlace {
    if let near = Self.nearRun(source, target, place, end) { return near }
    return try farRun(place, end) ?? end
  }

  /// The most items that are skipped on both sides together by trying every place.
  @inlinable static var nearDistance: Int { 12 }

  /// Returns the nearest place at which two items in a row are equal: finds the end of a few edits.
  ///
  /// Static, since the call of a method would copy the comparison.
  @inlinable
  static func nearRun(
    _ source: Side, _ target: Side, _ place: DiffPlace, _ end: DiffPlace
  ) -> DiffPlace? {
    let room = DiffPlace(end.source - place.source, end.target - place.target)
    let isFarFromEnds = min(room.source, room.target) > nearDistance + 1
    for distance in 1...nearDistance {
      for skipped in 0...distance {
        let other = distance &- skipped
        guard isFarFromEnds || skipped < room.source && other < room.target else { continue }
        let here = DiffPlace(place.source &+ skipped, place.target &+ other)
        guard isSameItem(source, target, here, 0) else { continue }
        if isFarFromEnds || skipped + 1 < room.source && other + 1 < room.target {
          if isSameItem(source, target, here, 1) { return here }
        } else if skipped + 1 == room.source, other + 1 == room.target {
          return here
        }
      }
    }
    return nil
  }

  /// Returns whether the items `offset` behind `place` have the same identifier.
  @inlinable
  @inline(__always)
  static func isSameItem(
    _ source: Side, _ target: Side, _ place: DiffPlace, _ offset: Int
  ) -> Bool {
    Identity.hasSameID(
      source.item(at: place.source &+ offset), target.item(at: place.target &+ offset))
  }

  /// Returns a place further on at which a longer run begins: finds the end of blocks that were
  /// inserted, deleted or moved.
  ///
  /// Walks both sides in step and hashes a sample of each: one source in `stride`, and once per
  /// period as many targets in a row. A run that is long enough therefore has one item in both
  /// samples. The further the walk goes, the sparser the samples and the longer the runs that are
  /// accepted. The tables stay small, and no short run that merely moved is taken.
  ///
  /// Beyond some four million items, fewer targets are taken in a row than the stride of the
  /// sources, and a long run may be missed.
  @inlinable
  mutating func farRun(_ place: DiffPlace, _ end: DiffPlace) throws(DiffingError) -> DiffPlace? {
    scratch.sourceSamples.clear()
    scratch.targetSamples.clear()
    var sampling = Sampling()
    var walked = 0
    while place.source + walked < end.source || place.target + walked < end.target {
      try checkCancellation()
      for position in stride(
        from: place.source + walked, to: min(place.source + walked + sampling.period, end.source),
        by: sampling.stride)
      {
        let id = Identity.id(of: source.item(at: position))
        let hash = sampleHash(id)
        if let other = scratch.targetSamples.position(of: hash, { isTarget($0, id) }) {
          hasCommonSample = true
          if let run = run(through: DiffPlace(position, other), from: place, end) { return run }
        }
        let slot = scratch.sourceSamples.slot(of: hash) { isSource($0, id) }
        scratch.sourceSamples.put(hash, position, in: slot)
      }
      let first = min(place.target + walked, end.target)
      for position in first..<min(first + sampling.targetsInARow, end.target) {
        let id = Identity.id(of: target.item(at: position))
        let hash = sampleHash(id)
        if let other = scratch.sourceSamples.position(of: hash, { isSource($0, id) }) {
          hasCommonSample = true
          if let run = run(through: DiffPlace(other, position), from: place, end) { return run }
        }
        let slot = scratch.targetSamples.slot(of: hash) { isTarget($0, id) }
        scratch.targetSamples.put(hash, position, in: slot)
      }
      walked += sampling.period
      if scratch.sourceSamples.isFull {
        sampling.thinSources()
        thinSamples(place, sampling)
      } else if scratch.targetSamples.isFull {
        sampling.thinTargets()
        thinSamples(place, sampling)
      } else {
        sampling.thin(walked: walked)
      }
    }
    return nil
  }

  /// Keeps the samples that a sparser sampling would have taken.
  @inlinable
  mutating func thinSamples(_ place: DiffPlace, _ sampling: Sampling) {
    scratch.sourceSamples.keep { ($0 - place.source) % sampling.stride == 0 }
    scratch.targetSamples.keep { ($0 - place.target) % sampling.period < sampling.targetsInARow }
  }

  /// Returns whether the source at `position` has the identifier `id`.
  @inlinable
  func isSource(_ position: Int, _ id: Identity.ID) -> Bool {
    Identity.isSameID(Identity.id(of: source.item(at: position)), id)
  }

  /// Returns whether the target at `position` has the identifier `id`.
  @inlinable
  func isTarget(_ position: Int, _ id: Identity.ID) -> Bool {
    Identity.isSameID(Identity.id(of: target.item(at: position)), id)
  }

  @inlinable
  @inline(__always)
  mutating func sampleHash(_ id: Identity.ID) -> UInt32 {
    statistics.hashes += 1
    sampleCount += 1
    return UInt32(truncatingIfNeeded: hash(id) >> 32)
  }

  /// Returns the beginning of the run of equal items through `middle`, if the run is long for its
  /// distance.
  @inlinable
  func run(through middle: DiffPlace, from place: DiffPlace, _ end: DiffPlace) -> DiffPlace? {
    let skipped = middle.source - place.source + middle.target - place.target
    let wanted = min(max(min(max(3, skipped / 16), 8), skipped / 64), 1024)
    var after = middle
    while after.source < end.source, after.target < end.target,
      after.source - middle.source < wanted, isSameItem(after.source, after.target)
    {
      after.advance(by: 1)
    }
    guard after.source > middle.source else { return nil }
    var first = middle
    while first.source > place.source, first.target > place.target,
      isSameItem(first.source - 1, first.target - 1)
    {
      first.advance(by: -1)
    }
    return after.source - first.source >= wanted ? first : nil
  }
}

/// The density with which both sides are sampled.
@usableFromInline
struct Sampling {
  /// The distance between two sampled sources, and the most targets that are sampled in a row.
  @usableFromInline var stride = 2
  /// The distance between two rows of sampled targets.
  @usableFromInline var period = 2

  @inlinable
  init() {}

  /// The number of targets sampled per period; the table always has room for them.
  @inlinable var targetsInARow: Int { min(stride, SampleTable.mostSlots / 16) }

  /// Samples less after as many items that a run must be longer to be accepted.
  @inlinable
  mutating func thin(walked: Int) {
    switch walked {
    case 32: (stride, period) = (4, 4)
    case 64: (stride, period) = (4, 16)
    case 128: (stride, period) = (8, 64)
    default: if walked >= 64 * period { thinSources() }
    }
  }

  /// Halves the sources; samples as many targets, in longer rows.
  @inlinable
  mutating func thinSources() {
    stride *= 2
    period *= 2
  }

  /// Halves the targets.
  @inlinable
  mutating func thinTargets() { period *= 2 }
}

/// A table of sampled positions by the hash of their identifier; of equal identifiers it holds the
/// last position.
///
/// The identifiers alone decide which samples it holds, never their hashes: the result must be the
/// same in every process.
@usableFromInline
struct SampleTable: Sendable {
  /// The samples in open addressing; a position of `.max` marks an empty slot. Only the first
  /// `size` slots are in use.
  @usableFromInline var slots: ContiguousArray<Sample> = []
  /// The previous slots while the table is refilled.
  @usableFromInline var before: ContiguousArray<Sample> = []
  /// The number of slots in use, a power of two.
  @usableFromInline var size = 0
  @usableFromInline var count = 0

  @usableFromInline
  struct Sample: Sendable {
    @usableFromInline var hash: UInt32
    @usableFromInline var position: UInt32

    @inlinable
    init(hash: UInt32, position: UInt32) {
      self.hash = hash
      self.position = position
    }

    @inlinable static var none: Sample { Sample(hash: 0, position: .max) }
    @inlinable var isNone: Bool { position == .max }
  }

  @inlinable
  init() {}

  /// The most slots, 128 kilobytes. The table stays within them while no round adds more than a
  /// sixteenth, which the sources of a round do from some four million items on.
  @inlinable static var mostSlots: Int { 16_384 }

  /// A Boolean value that indicates whether the table must be thinned to have room for another
  /// round.
  @inlinable var isFull: Bool { count >= Self.mostSlots * 7 / 16 }

  /// Removes all samples and keeps the memory.
  @inlinable
  mutating func clear() { empty(size: 64) }

  @inlinable
  mutating func empty(size: Int) {
    for slot in 0..<min(size, slots.count) { slots[slot] = .none }
    if slots.count < size {
      slots.append(contentsOf: repeatElement(.none, count: size - slots.count))
    }
    self.size = size
    count = 0
  }

  /// Returns the position of the sample with `hash` for which `isSame` is true; nil if there is
  /// none.
  @inlinable
  @inline(__always)
  func position(of hash: UInt32, _ isSame: (Int) -> Bool) -> Int? {
    let sample = slots[slot(of: hash, isSame)]
    return sample.isNone ? nil : Int(sample.position)
  }

  /// Returns the slot of that sample, or the empty slot for it.
  @inlinable
  @inline(__always)
  func slot(of hash: UInt32, _ isSame: (Int) -> Bool) -> Int {
    let mask = size - 1
    var slot = Int(hash) & mask
    while true {
      let sample = slots[slot]
      if sample.isNone { return slot }
      if sample.hash == hash, isSame(Int(sample.position)) { return slot }
      slot = (slot + 1) & mask
    }
  }

  /// Stores a sample in its slot, which `slot(of:_:)` returned.
  @inlinable
  mutating func put(_ hash: UInt32, _ position: Int, in slot: Int) {
    if slots[slot].isNone { count += 1 }
    slots[slot] = Sample(hash: hash, position: UInt32(truncatingIfNeeded: position))
    if count * 2 > size { refill(size: size * 4) { _ in true } }
  }

  /// Keeps the samples whose positions satisfy `isWanted`.
  @inlinable
  mutating func keep(_ isWanted: (Int) -> Bool) { refill(size: size, isWanted) }

  @inlinable
  mutating func refill(size newSize: Int, _ isWanted: (Int) -> Bool) {
    let oldSize = size
    swap(&slots, &before)
    empty(size: newSize)
    for index in 0..<oldSize where !before[index].isNone {
      let sample = before[index]
      guard isWanted(Int(sample.position)) else { continue }
      let free = slot(of: sample.hash) { _ in false }
      slots[free] = sample
      count += 1
    }
  }
}
