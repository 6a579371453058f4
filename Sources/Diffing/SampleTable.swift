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
