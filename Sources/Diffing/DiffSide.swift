public import Changesets
public import ItemStores

/// One of the two collections of a comparison: its items by position, all sections end to end.
///
/// The comparison passes only positions that are in range.
@usableFromInline
protocol DiffSide {
  associatedtype Item

  /// The number of items.
  var itemCount: Int { get }

  /// Returns the item at `position`.
  func item(at position: Int) -> Item

  /// Returns the path of the item at `position`.
  func path(at position: Int) -> ItemPath

  /// Returns the number of items at the front of `range` that are those of `targets`, and the
  /// number at the back that equal those of `targets` in identity and content. Appends the
  /// positions of items at the front whose content differs to `changed`. If `back` is nil, more
  /// items at the front may be the same.
  func sameEnds<Identity: ItemIdentity>(
    of range: Range<Int>, in target: Self, _ targets: Range<Int>,
    _ changed: inout ContiguousArray<UInt32>, _ identity: Identity.Type
  ) -> (front: Int, back: Int?) where Identity.Item == Item

  /// Returns the number of items from `start` on that are those of `target` from `targetStart` on.
  /// Appends the positions of those whose content differs to `changed`. Looks at no more than
  /// `limit` items, which both sides have.
  func sameCount<Identity: ItemIdentity>(
    from start: Int, in target: Self, from targetStart: Int, limit: Int,
    _ changed: inout ContiguousArray<UInt32>, _ identity: Identity.Type
  ) -> Int where Identity.Item == Item

  /// Returns the number of items before `end` that equal those of `target` before `targetEnd`, in
  /// identity and content. Looks at no more than `limit` items, which both sides have.
  func unchangedCount<Identity: ItemIdentity>(
    before end: Int, in target: Self, before targetEnd: Int, limit: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Item
}

extension DiffSide {
  /// Returns no equal items: a side without a faster answer scans.
  @inlinable
  @inline(__always)
  func sameEnds<Identity: ItemIdentity>(
    of range: Range<Int>, in target: Self, _ targets: Range<Int>,
    _ changed: inout ContiguousArray<UInt32>, _ identity: Identity.Type
  ) -> (front: Int, back: Int?) where Identity.Item == Item { (0, nil) }
}

// MARK: Two spans

extension Span {
  /// Returns the numbers of leading items that are those of `other`, and of trailing items that
  /// equal those of `other` in identity and content.
  ///
  /// Appends the positions of leading items whose content differs to `changed`; the first item is
  /// at `position`.
  @inlinable
  @inline(__always)
  func sameEnds<Identity: ItemIdentity>(
    of other: Span<Element>, at position: Int, _ changed: inout ContiguousArray<UInt32>,
    _ identity: Identity.Type
  ) -> (front: Int, back: Int) where Identity.Item == Element {
    let limit = Swift.min(count, other.count)
    let front = samePrefix(of: other, limit: limit, at: position, &changed, identity)
    if front == limit { return (front, 0) }
    return (front, unchangedSuffix(of: other, limit: limit - front, identity))
  }

  /// Returns the number of leading items, out of the first `limit`, that are those of `other`.
  ///
  /// Appends the positions of those whose content differs to `changed`; the first item is at
  /// `position`. The processor looks ahead beyond them, since the place of the next comparison
  /// does not depend on which of eight items differ.
  @inlinable
  @inline(__always)
  func samePrefix<Identity: ItemIdentity>(
    of other: Span<Element>, limit: Int, at position: Int,
    _ changed: inout ContiguousArray<UInt32>, _ identity: Identity.Type
  ) -> Int where Identity.Item == Element {
    if isSameMemory(as: other) { return limit }
    var passed = 0
    var comparesBytes = true
    while passed < limit {
      if comparesBytes { passed = sameBytesPrefix(of: other, from: passed, limit: limit) }
      let length = Swift.min(8, limit &- passed)
      var different = length == 8 ? differences(from: other, at: passed, identity) : 1 << length - 1
      // Equal items whose bytes differ, as of strings, are often followed by more.
      if different == 0 { comparesBytes = false }
      while different != 0 {
        let place = passed &+ different.trailingZeroBitCount
        let (mine, others) = (uncheckedItem(place), other.uncheckedItem(place))
        if !Identity.isSame(mine, others) {
          guard Identity.hasSameID(mine, others) else { return place }
          changed.append(UInt32(truncatingIfNeeded: position &+ place))
        }
        different &= different &- 1
      }
      passed &+= length
    }
    return passed
  }

  /// Returns a bit for each of eight items from `start` on: 0 for those that clearly equal their
  /// counterparts of `other` in identity and content.
  @inlinable
  @inline(__always)
  func differences<Identity: ItemIdentity>(
    from other: Span<Element>, at start: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Element {
    // Without a branch between them, so that the processor compares several at once.
    var different: UInt8 = 0
    for place in 0..<8 {
      let isSame = Identity.isClearlySame(
        uncheckedItem(start &+ place), other.uncheckedItem(start &+ place))
      different |= (isSame ? 0 : 1) << UInt8(truncatingIfNeeded: place)
    }
    return Int(different)
  }

  /// Returns the number of trailing items, out of the last `limit`, that equal those of `other` in
  /// identity and content.
  @inlinable
  @inline(__always)
  func unchangedSuffix<Identity: ItemIdentity>(
    of other: Span<Element>, limit: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Element {
    if count == other.count, isSameMemory(as: other) { return limit }
    var passed = sameBytesSuffix(of: other, limit: limit)
    while passed < limit {
      let isSame = Identity.isSame(
        uncheckedItem(count &- 1 &- passed), other.uncheckedItem(other.count &- 1 &- passed))
      if !isSame { break }
      passed &+= 1
      while passed &+ 8 <= limit {
        var different: UInt8 = 0
        for place in passed..<(passed &+ 8) {
          let isSame = Identity.isClearlySame(
            uncheckedItem(count &- 1 &- place), other.uncheckedItem(other.count &- 1 &- place))
          different |= (isSame ? 0 : 1) << UInt8(truncatingIfNeeded: place &- passed)
        }
        passed &+= different.trailingZeroBitCount
        if different != 0 { break }
      }
    }
    return passed
  }
}

/// A store whose items are read by global index.
@usableFromInline
struct StoreSide<Store: ItemStore>: DiffSide {
  @usableFromInline let store: Store

  @inlinable
  init(_ store: Store) { self.store = store }

  @inlinable var itemCount: Int { store.itemCount }

  @inlinable
  @inline(__always)
  func item(at position: Int) -> Store.Item { store.item(atGlobalIndex: position) }

  @inlinable
  func path(at position: Int) -> ItemPath { store.path(ofGlobalIndex: position) }

  /// The error that ends a walk over a store's chunks.
  @usableFromInline
  struct Stop: Error {
    @inlinable
    init() {}
  }

  /// Returns both ends at once if each range is one chunk, as most changed ranges are.
  @inlinable
  func sameEnds<Identity: ItemIdentity>(
    of range: Range<Int>, in target: StoreSide, _ targets: Range<Int>,
    _ changed: inout ContiguousArray<UInt32>, _ identity: Identity.Type
  ) -> (front: Int, back: Int?) where Identity.Item == Store.Item {
    var ends: (front: Int, back: Int?) = (0, nil)
    // Longer ranges are compared in parts, so that a cancelled task ends soon.
    guard max(range.count, targets.count) <= Self.mostAtOnce else { return ends }
    do throws(Stop) {
      try store.forEachChunk(inGlobalRange: range) { mine throws(Stop) in
        if mine.count != range.count { throw Stop() }
        try target.store.forEachChunk(inGlobalRange: targets) { other throws(Stop) in
          if other.count != targets.count { throw Stop() }
          ends = mine.sameEnds(of: other, at: range.lowerBound, &changed, identity)
        }
      }
    } catch {}
    return ends
  }

  /// The most items that are compared without a check for cancellation.
  @inlinable static var mostAtOnce: Int { 1 << 16 }

  @inlinable
  func sameCount<Identity: ItemIdentity>(
    from start: Int, in target: StoreSide, from targetStart: Int, limit: Int,
    _ changed: inout ContiguousArray<UInt32>, _ identity: Identity.Type
  ) -> Int where Identity.Item == Store.Item {
    var passed = 0
    do throws(Stop) {
      try store.forEachChunk(inGlobalRange: start..<(start + limit)) { mine throws(Stop) in
        let first = passed
        let others = (targetStart + first)..<(targetStart + first + mine.count)
        try target.store.forEachChunk(inGlobalRange: others) { other throws(Stop) in
          let rest = mine.extracting((passed - first)...)
          // A store may hand out more than it was asked for.
          let length = min(rest.count, other.count, limit - passed)
          let same = rest.samePrefix(
            of: other, limit: length, at: start + passed, &changed, identity)
          passed += same
          if same < other.count { throw Stop() }
        }
      }
    } catch {}
    return passed
  }

  @inlinable
  func unchangedCount<Identity: ItemIdentity>(
    before end: Int, in target: StoreSide, before targetEnd: Int, limit: Int,
    _ identity: Identity.Type
  ) -> Int where Identity.Item == Store.Item {
    // Stores walk forwards only, so one window after the other is read, last first.
    var passed = 0
    while passed < limit {
      let window = min(Self.windowSize, limit - passed)
      let same = unchangedTail(
        (end - passed - window)..<(end - passed), in: target,
        from: targetEnd - passed - window, identity)
      passed += same
      if same < window { break }
    }
    return passed
  }

  /// The number of items that are read before it is known whether any is equal.
  @inlinable static var windowSize: Int { 256 }

  /// Returns the number of trailing items of `range` that equal those of `target`.
  @inlinable
  func unchangedTail<Identity: ItemIdentity>(
    _ range: Range<Int>, in target: StoreSide, from targetStart: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Store.Item {
    var tail = 0
    var walked = 0
    store.forEachChunk(inGlobalRange: range) { mine in
      let first = walked
      let others = (targetStart + first)..<(targetStart + first + mine.count)
      target.store.forEachChunk(inGlobalRange: others) { other in
        let part = mine.extracting((walked - first)..<(walked - first + other.count))
        let same = part.unchangedSuffix(of: other, limit: other.count, identity)
        tail = same == other.count ? tail + same : same
        walked += other.count
      }
    }
    return tail
  }
}
