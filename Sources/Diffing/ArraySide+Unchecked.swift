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
  func item(at position: Int) -> Item {
    assert(position >= 0 && position < items.count)
    return unsafe items.withUnsafeBufferPointer { unsafe $0[position] }
  }

  @inlinable
  @inline(__always)
  func forEachItem(in range: Range<Int>, _ body: (Int, Item) -> Void) {
    for position in range { body(position, item(at: position)) }
  }

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
  /// The item at `place`, which must exist.
  @inlinable
  @inline(__always)
  func uncheckedItem(_ place: Int) -> Element {
    assert(place >= 0 && place < count)
    return unsafe self[unchecked: place]
  }

  /// Whether both begin at one place in memory, which has never to be compared with itself.
  @inlinable
  func isSameMemory(as other: Span<Element>) -> Bool {
    unsafe withUnsafeBufferPointer { mine in
      unsafe other.withUnsafeBufferPointer { unsafe $0.baseAddress == mine.baseAddress }
    }
  }
}
