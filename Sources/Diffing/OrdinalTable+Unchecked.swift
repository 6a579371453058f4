// Unchecked because slots come from hashes reduced to their number, and ordinals from the table.

/// The ordinals of targets by the hash of their identifiers, in open addressing.
///
/// A slot is 32 bits: an ordinal plus one, and above it as many bits of the hash as there is room for,
/// so that hardly an item is looked at that is another. Of several with one identifier the last one
/// entered stands in the table.
@usableFromInline
struct OrdinalTable: Sendable {
  @usableFromInline var slots: ContiguousArray<UInt32> = []
  /// The bits of a slot that hold the ordinal plus one.
  @usableFromInline var mask: UInt32 = 0

  @inlinable
  init() {}

  /// Makes room for `count` ordinals, of which none is in it.
  @inlinable
  mutating func clear(count: Int) {
    mask = UInt32.max >> UInt32(UInt32(truncatingIfNeeded: count + 1).leadingZeroBitCount)
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: count + count / 2 + count / 4 + 1))
  }

  /// The slot out of `count` where looking for a hash begins.
  @inlinable
  @inline(__always)
  static func home(of hash: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(truncatingIfNeeded: count)) >> 32)
  }

  /// Enters `ordinal` in the slot that `find` has given for its hash.
  @inlinable
  @inline(__always)
  mutating func enter(_ ordinal: Int, _ hash: UInt64, in slot: Int) {
    assert(slot >= 0 && slot < slots.count)
    let entry =
      (UInt32(truncatingIfNeeded: hash) & ~mask) | UInt32(truncatingIfNeeded: ordinal + 1)
    unsafe slots.withUnsafeMutableBufferPointer { unsafe $0[slot] = entry }
  }

  /// Puts another ordinal in the place of the one in `slot`, which has the same identifier.
  @inlinable
  mutating func replace(_ slot: Int, _ ordinal: Int) {
    slots[slot] = (slots[slot] & ~mask) | UInt32(truncatingIfNeeded: ordinal + 1)
  }

  /// The ordinal with a hash for which `isSame` is true, and its slot; -1, and the slot where it would
  /// be, if there is none.
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
  /// Nothing waits for what is read, so the processor fetches many at once; in a look-up, where a
  /// branch depends on each, it would fetch them one by one. Not inlined, as where nobody looks at the
  /// entries nothing would be read.
  @inlinable
  @inline(never)
  func fetch(_ block: inout LookUpBlock, count: Int) {
    unsafe slots.withUnsafeBufferPointer { slots in
      for index in 0..<count {
        block.entries[index] = unsafe slots[Self.home(of: block.hashes[index], slots.count)]
      }
    }
  }

  /// Puts in the place of each entry of a full block the first ordinal whose hash may be that;
  /// `DiffScratch.none` if there is none.
  @inlinable
  @inline(__always)
  func findCandidates(_ block: inout LookUpBlock) {
    for index in 0..<LookUpBlock.length {
      let hash = block.hashes[index]
      var found = block.entries[index]
      if found != 0, (found ^ UInt32(truncatingIfNeeded: hash)) & ~mask != 0 {
        found = UInt32(truncatingIfNeeded: find(hash) { _ in true }.ordinal + 1)
      }
      block.entries[index] = (found & mask) &- 1
    }
  }
}

extension DiffScratch {
  /// The position of target `ordinal`.
  @inlinable
  @inline(__always)
  func position(_ ordinal: Int) -> Int {
    assert(ordinal >= 0 && ordinal < positions.count)
    return unsafe positions.withUnsafeBufferPointer { unsafe Int($0[ordinal]) }
  }
}
