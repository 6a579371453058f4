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

  @inlinable var itemCount: Int { items.count }

  @inlinable
  @inline(__always)
  func item(at position: Int) -> Item { items.uncheckedElement(at: position) }

  @inlinable
  @inline(__always)
  func path(at position: Int) -> ItemPath { ItemPath(section: section, item: position) }

  @inlinable
  func sameCount<Identity: ItemIdentity>(
    from start: Int, in target: ArraySide, from targetStart: Int, limit: Int,
    _ changed: inout ContiguousArray<UInt32>, _ identity: Identity.Type
  ) -> Int where Identity.Item == Item {
    let (mine, others) = (items.span, target.items.span)
    return mine.extracting(start..<(start + limit))
      .samePrefix(
        of: others.extracting(targetStart..<(targetStart + limit)), limit: limit, at: start,
        &changed, identity)
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

  /// Returns the end of the items from `start` on whose bytes equal those of `other`, rounded down
  /// to whole blocks; at most `limit`.
  ///
  /// Equal bytes are one value in one state, whatever its type, and comparing them takes a tenth of
  /// the time. Items whose bytes differ may still be equal: strings at two addresses.
  @inlinable
  @inline(__always)
  func sameBytesPrefix(of other: Span<Element>, from start: Int, limit: Int) -> Int {
    let stride = MemoryLayout<Element>.stride
    return unsafe withUnsafeRawBytes { mine in
      unsafe other.withUnsafeRawBytes { others in
        let end = limit &* stride &- ByteBlock.size
        var passed = start &* stride
        while passed <= end, unsafe ByteBlock.areSame(mine, others, passed, passed) {
          passed &+= ByteBlock.size
        }
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
}
