public import BasicAlgorithms
public import Changesets

// Unchecked because a comparison takes every position from the ranges that it was given.

/// An array as one section.
@usableFromInline
struct ArraySide<Item>: DiffSide {
  @usableFromInline let items: [Item]
  @usableFromInline let section: Int

  @inlinable
  init(_ items: [Item], section: Int) {
    self.items = items
    self.section = section
  }

  @inlinable
  @inline(__always)
  func item(at position: Int) -> Item { items.uncheckedElement(at: position) }

  @inlinable
  @inline(__always)
  func path(at position: Int) -> ItemPath { ItemPath(section: section, item: position) }

  @inlinable
  func unchangedCount<Identity: ItemIdentity>(
    from start: Int, in target: ArraySide, from targetStart: Int, limit: Int,
    _ identity: Identity.Type
  ) -> Int where Identity.Item == Item {
    let (mine, others) = (items.span, target.items.span)
    return mine.extracting(start..<(start + limit))
      .unchangedPrefix(
        of: others.extracting(targetStart..<(targetStart + limit)), limit: limit, identity)
  }

  @inlinable
  func unchangedCount<Identity: ItemIdentity>(
    before end: Int, in target: ArraySide, before targetEnd: Int, limit: Int,
    _ identity: Identity.Type
  ) -> Int where Identity.Item == Item {
    let (mine, others) = (items.span, target.items.span)
    return mine.extracting((end - limit)..<end)
      .unchangedSuffix(
        of: others.extracting((targetEnd - limit)..<targetEnd), limit: limit, identity)
  }
}

extension Span {
  /// Returns the item at `place`, which must exist.
  @inlinable
  @inline(__always)
  func uncheckedItem(_ place: Int) -> Element {
    assert(place >= 0 && place < count)
    return unsafe self[unchecked: place]
  }

  /// Returns whether both spans begin at one address. Memory never has to be compared with itself.
  @inlinable
  func isSameMemory(as other: Span<Element>) -> Bool {
    unsafe withUnsafeBufferPointer { mine in
      unsafe other.withUnsafeBufferPointer { unsafe $0.baseAddress == mine.baseAddress }
    }
  }

  /// Returns the number of leading items whose bytes equal those of `other`, out of the first
  /// `limit`; without those of the last block if it is not full.
  ///
  /// Equal bytes are one value in one state, whatever its type, and comparing them takes a tenth of
  /// the time. Items whose bytes differ may still be equal: strings at two addresses.
  @inlinable
  @inline(__always)
  func sameBytesPrefix(of other: Span<Element>, limit: Int) -> Int {
    let stride = MemoryLayout<Element>.stride
    return unsafe withUnsafeRawBytes { mine in
      unsafe other.withUnsafeRawBytes { others in
        let end = limit &* stride &- ByteBlock.size
        var passed = 0
        while passed <= end, unsafe ByteBlock.areSame(mine, others, passed, passed) {
          passed &+= ByteBlock.size
        }
        if passed <= end { passed &+= unsafe ByteBlock.sameCount(mine, others, passed) }
        return passed / stride
      }
    }
  }

  /// Returns the number of trailing items whose bytes equal those of `other`, out of the last
  /// `limit`, rounded down to whole blocks.
  @inlinable
  @inline(__always)
  func sameBytesSuffix(of other: Span<Element>, limit: Int) -> Int {
    let stride = MemoryLayout<Element>.stride
    return unsafe withUnsafeRawBytes { mine in
      unsafe other.withUnsafeRawBytes { others in
        let (mineEnd, otherEnd) = (count &* stride, other.count &* stride)
        let end = limit &* stride
        var passed = ByteBlock.size
        while passed <= end,
          unsafe ByteBlock.areSame(mine, others, mineEnd &- passed, otherEnd &- passed)
        {
          passed &+= ByteBlock.size
        }
        return (passed &- ByteBlock.size) / stride
      }
    }
  }

  /// Calls `body` with the items' memory.
  @inlinable
  @inline(__always)
  func withUnsafeRawBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { items in
      unsafe body(UnsafeRawBufferPointer(items))
    }
  }
}

/// A block of bytes that is compared at once.
@usableFromInline
enum ByteBlock {
  @inlinable static var size: Int { 64 }

  /// Returns whether the blocks at two offsets have equal bytes. Both blocks must lie within the
  /// memory.
  @inlinable
  @inline(__always)
  static func areSame(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ offset: Int,
    _ otherOffset: Int
  ) -> Bool {
    var difference: UInt64 = 0
    for word in stride(from: 0, to: size, by: 8) {
      let mine = unsafe first.loadUnaligned(fromByteOffset: offset &+ word, as: UInt64.self)
      let other = unsafe second.loadUnaligned(fromByteOffset: otherOffset &+ word, as: UInt64.self)
      difference |= mine ^ other
    }
    return difference == 0
  }

  /// Returns the number of leading bytes that are equal in two blocks that differ, rounded down to
  /// whole words. Both blocks must lie within the memory.
  ///
  /// Never inlined: the compiler would share its loads with the loop in front, which then compares
  /// word by word, in twice the instructions.
  @inlinable
  @inline(never)
  static func sameCount(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ offset: Int
  ) -> Int {
    var different = 1 << (size / 8)
    for word in 0..<(size / 8) {
      let mine = unsafe first.loadUnaligned(fromByteOffset: offset &+ word &* 8, as: UInt64.self)
      let other = unsafe second.loadUnaligned(fromByteOffset: offset &+ word &* 8, as: UInt64.self)
      different |= (mine == other ? 0 : 1) << word
    }
    return different.trailingZeroBitCount &* 8
  }
}
