// Where two sides go on alike after a difference. Whatever is found is a run of equal items, so a
// run missed, or a worse one taken, costs time and never the result: what lies between runs is
// matched by hash, and runs that are not among what stays are moved.

extension Comparison {
  /// Where the next run begins after a difference at `place`; `end` if none is found.
  @inlinable
  mutating func nextRun(_ place: DiffPlace, _ end: DiffPlace) throws(DiffingError) -> DiffPlace {
    if let near = nearRun(place, end) { return near }
    return try farRun(place, end) ?? end
  }

  /// The most items that are passed over on both sides together by trying every place.
  @inlinable static var nearDistance: Int { 6 }

  /// The nearest place at which two items in a row are the same: after a few edits.
  @inlinable
  func nearRun(_ place: DiffPlace, _ end: DiffPlace) -> DiffPlace? {
    for distance in 1...Self.nearDistance {
      for skipped in 0...distance {
        let here = DiffPlace(place.source + skipped, place.target + distance - skipped)
        guard here.source < end.source, here.target < end.target else { continue }
        guard isSameItem(here.source, here.target) else { continue }
        let isLast = here.source + 1 == end.source && here.target + 1 == end.target
        if isLast { return here }
        guard here.source + 1 < end.source, here.target + 1 < end.target else { continue }
        if isSameItem(here.source + 1, here.target + 1) { return here }
      }
    }
    return nil
  }

  /// A place further on at which a longer run begins: after blocks that came, went or moved.
  ///
  /// Both sides are walked in step, and of each a sample is hashed: one item in `stride` of the
  /// source, and of the target, once in a while, as many in a row; so of a run that is long enough one
  /// item is in both samples. The further the walk has gone, the sparser the samples are and the longer
  /// a run must be, so that their tables stay small and no short run that has merely moved is taken.
  ///
  /// Beyond some four million items not so many targets are taken in a row as there is a source taken
  /// of, and a run that is long enough may be missed.
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
        if let other = scratch.targetSamples.position(of: hash, { isTarget($0, id) }),
          let run = run(through: DiffPlace(position, other), from: place, end)
        {
          return run
        }
        let slot = scratch.sourceSamples.slot(of: hash) { isSource($0, id) }
        scratch.sourceSamples.put(hash, position, in: slot)
      }
      let first = min(place.target + walked, end.target)
      for position in first..<min(first + sampling.targetsInARow, end.target) {
        let id = Identity.id(of: target.item(at: position))
        let hash = sampleHash(id)
        if let other = scratch.sourceSamples.position(of: hash, { isSource($0, id) }),
          let run = run(through: DiffPlace(other, position), from: place, end)
        {
          return run
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
      } else if walked == 128 {
        sampling = Sampling(stride: 8, period: 64)
      }
    }
    return nil
  }

  /// Keeps of the samples those that a sparser sampling would have taken.
  @inlinable
  mutating func thinSamples(_ place: DiffPlace, _ sampling: Sampling) {
    scratch.sourceSamples.keep { ($0 - place.source) % sampling.stride == 0 }
    scratch.targetSamples.keep {
      ($0 - place.target) % sampling.period < sampling.targetsInARow
    }
  }

  /// Whether `id` is that of the source at `position`.
  @inlinable
  func isSource(_ position: Int, _ id: Identity.ID) -> Bool {
    Identity.id(of: source.item(at: position)) == id
  }

  /// Whether `id` is that of the target at `position`.
  @inlinable
  func isTarget(_ position: Int, _ id: Identity.ID) -> Bool {
    Identity.id(of: target.item(at: position)) == id
  }

  @inlinable
  @inline(__always)
  mutating func sampleHash(_ id: Identity.ID) -> UInt32 {
    statistics.hashes += 1
    return UInt32(truncatingIfNeeded: hash(id) >> 32)
  }

  /// The beginning of the run of same items through `middle`, if it is long for how far away it is.
  @inlinable
  func run(through middle: DiffPlace, from place: DiffPlace, _ end: DiffPlace) -> DiffPlace? {
    let skipped = middle.source - place.source + middle.target - place.target
    let wanted = min(max(8, skipped / 64), 1024)
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

/// How densely both sides are sampled.
@usableFromInline
struct Sampling {
  /// One source in so many, and so many targets in a row.
  @usableFromInline var stride = 4
  /// Once in so many targets.
  @usableFromInline var period = 16

  @inlinable
  init(stride: Int = 4, period: Int = 16) {
    self.stride = stride
    self.period = period
  }

  /// The targets of a round, of which the table always has room for the most.
  @inlinable var targetsInARow: Int { min(stride, SampleTable.mostSlots / 16) }

  /// Half as many sources; as many targets, in longer rows.
  @inlinable
  mutating func thinSources() {
    stride *= 2
    period *= 2
  }

  /// Half as many targets.
  @inlinable
  mutating func thinTargets() { period *= 2 }
}

/// Positions by the hash of their item; of several with one identifier, the last.
///
/// Which samples it holds depends on identifiers alone, and not on their hashes: the result of a
/// comparison must be the same in a process that hashes otherwise.
@usableFromInline
struct SampleTable: Sendable {
  /// The hash and the position of each sample, by the hash; a position of `.max` is an empty slot. Only
  /// the first `size` are in use.
  @usableFromInline var slots: ContiguousArray<Sample> = []
  /// The slots before they were made more, or fewer samples kept.
  @usableFromInline var before: ContiguousArray<Sample> = []
  /// A power of two.
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

  /// 128 kilobytes: the most that it has while no round puts in more than a sixteenth of it, which the
  /// sources of a round are from some four million items on.
  @inlinable static var mostSlots: Int { 16_384 }

  /// Whether it must be thinned, so that it has room for another round without growing.
  @inlinable var isFull: Bool { count >= Self.mostSlots * 7 / 16 }

  /// Forgets all samples and keeps its memory.
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

  /// The position of the sample with a hash for which `isSame` is true.
  @inlinable
  @inline(__always)
  func position(of hash: UInt32, _ isSame: (Int) -> Bool) -> Int? {
    let sample = slots[slot(of: hash, isSame)]
    return sample.isNone ? nil : Int(sample.position)
  }

  /// Where that sample is, or would be.
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

  /// Puts a sample into the slot where it is to be.
  @inlinable
  mutating func put(_ hash: UInt32, _ position: Int, in slot: Int) {
    if slots[slot].isNone { count += 1 }
    slots[slot] = Sample(hash: hash, position: UInt32(truncatingIfNeeded: position))
    if count * 2 > size { refill(size: size * 4) { _ in true } }
  }

  /// Keeps the samples at positions of which `isWanted` is true.
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
