// Unchecked because slots come from hashes reduced to their number, and ordinals from the table.

/// A hash table from identifiers to the ordinals of targets, in open addressing.
///
/// A slot has 32 bits: an ordinal plus one, and above it as many bits of the hash as fit, so that
/// few unequal items are compared. Of equal identifiers the table holds the one entered last.
@usableFromInline
struct OrdinalTable: Sendable {
  @usableFromInline var slots: ContiguousArray<UInt32> = []
  /// The bits of a slot that hold the ordinal plus one.
  @usableFromInline var mask: UInt32 = 0

  @inlinable
  init() {}

  /// Removes all ordinals and makes room for `count` of those below `end`.
  @inlinable
  mutating func clear(count: Int, below end: Int) {
    mask = UInt32.max >> UInt32(UInt32(truncatingIfNeeded: end + 1).leadingZeroBitCount)
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: count * 2 + 1))
  }

  /// Returns the slot, out of `count`, at which the search for a hash begins.
  @inlinable
  @inline(__always)
  static func home(of hash: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(truncatingIfNeeded: count)) >> 32)
  }

  /// Stores `ordinal` in the slot that `find` returned for its hash.
  @inlinable
  @inline(__always)
  mutating func enter(_ ordinal: Int, _ hash: UInt64, in slot: Int) {
    assert(slot >= 0 && slot < slots.count)
    let entry = (UInt32(truncatingIfNeeded: hash) & ~mask) | UInt32(truncatingIfNeeded: ordinal + 1)
    unsafe slots.withUnsafeMutableBufferPointer { unsafe $0[slot] = entry }
  }

  /// Replaces the ordinal in `slot` by another with the same identifier.
  @inlinable
  mutating func replace(_ slot: Int, _ ordinal: Int) {
    slots[slot] = (slots[slot] & ~mask) | UInt32(truncatingIfNeeded: ordinal + 1)
  }

  /// Returns the ordinal with `hash` for which `isSame` is true, and its slot; -1 and the empty
  /// slot for it if there is none.
  @inlinable
  @inline(__always)
  func find(_ hash: UInt64, _ isSame: (Int) -> Bool) -> (ordinal: Int, slot: Int) {
    let tag = UInt32(truncatingIfNeeded: hash) & ~mask
    return unsafe slots.withUnsafeBufferPointer { slots in
      let count = slots.count
      var slot = Self.home(of: hash, count)
      while true {
        let found = unsafe slots[slot]
        if found == 0 { return (-1, slot) }
        if found & ~mask == tag {
          let ordinal = Int(truncatingIfNeeded: found & mask) &- 1
          if isSame(ordinal) { return (ordinal, slot) }
        }
        slot &+= 1
        if slot == count { slot = 0 }
      }
    }
  }
}

// MARK: Many at once

extension OrdinalTable {
  /// Reads the first slot of each of the first `count` hashes of a block into its entries.
  ///
  /// No read depends on another, so the processor fetches many at once; in single look-ups a branch
  /// depends on each read. Never inlined: if the caller ignored the entries, the compiler would
  /// drop the reads.
  @inlinable
  @inline(never)
  func fetch(_ block: inout LookUpBlock, count: Int) {
    unsafe slots.withUnsafeBufferPointer { slots in
      for index in 0..<count {
        block.entries[index] = unsafe slots[Self.home(of: block.hashes[index], slots.count)]
      }
    }
  }

  /// Replaces each entry of a full block by the first ordinal whose hash may match;
  /// `DiffScratch.none` if there is none.
  @inlinable
  @inline(__always)
  func findCandidates(_ block: inout LookUpBlock) {
    for index in 0..<LookUpBlock.length {
      let hash = block.hashes[index]
      let found = block.entries[index]
      if found != 0, (found ^ UInt32(truncatingIfNeeded: hash)) & ~mask != 0 {
        block.entries[index] = UInt32(truncatingIfNeeded: find(hash) { _ in true }.ordinal)
      } else {
        block.entries[index] = (found & mask) &- 1
      }
    }
  }
}

extension DiffScratch {
  /// Returns the position of target `ordinal`.
  @inlinable
  @inline(__always)
  func position(_ ordinal: Int) -> Int {
    assert(ordinal >= 0 && ordinal < positions.count)
    return unsafe positions.withUnsafeBufferPointer { unsafe Int($0[ordinal]) }
  }
}
