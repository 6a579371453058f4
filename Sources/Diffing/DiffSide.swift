public import Changesets
public import ItemStores

/// One of two collections that are compared: its items by position, all sections laid end to end.
///
/// Positions are the comparison's own, so they are in range.
@usableFromInline
protocol DiffSide {
  associatedtype Item

  /// The item at `position`.
  func item(at position: Int) -> Item

  /// The path of the item at `position`.
  func path(at position: Int) -> ItemPath

  /// How many items at both ends of `range` are those of `targets`, with equal content; those at the
  /// front first. With no answer for the back, those at the front may be more.
  func unchangedEnds<Identity: ItemIdentity>(
    of range: Range<Int>, in target: Self, _ targets: Range<Int>, _ identity: Identity.Type
  ) -> (front: Int, back: Int?) where Identity.Item == Item

  /// How many items from `start` on are those of `target` from `targetStart` on, with equal content.
  /// At most `limit`, which both have, are looked at.
  func unchangedCount<Identity: ItemIdentity>(
    from start: Int, in target: Self, from targetStart: Int, limit: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Item

  /// How many items before `end` are those of `target` before `targetEnd`, with equal content. At most
  /// `limit`, which both have, are looked at.
  func unchangedCount<Identity: ItemIdentity>(
    before end: Int, in target: Self, before targetEnd: Int, limit: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Item
}

extension DiffSide {
  /// Knows nothing yet.
  @inlinable
  @inline(__always)
  func unchangedEnds<Identity: ItemIdentity>(
    of range: Range<Int>, in target: Self, _ targets: Range<Int>, _ identity: Identity.Type
  ) -> (front: Int, back: Int?) where Identity.Item == Item { (0, nil) }
}

// MARK: Two stretches of memory

extension Span {
  /// How many of the first items are those of `other`, and of the others how many of the last, with
  /// equal content; nil for these where the one that ends the first has only its content changed.
  @inlinable
  @inline(__always)
  func unchangedEnds<Identity: ItemIdentity>(
    of other: Span<Element>, _ identity: Identity.Type
  ) -> (front: Int, back: Int?) where Identity.Item == Element {
    let limit = Swift.min(count, other.count)
    let front = unchangedPrefix(of: other, limit: limit, identity)
    if front == limit { return (front, 0) }
    let (mine, others) = (uncheckedItem(front), other.uncheckedItem(front))
    if Identity.id(of: mine) == Identity.id(of: others) { return (front, nil) }
    return (front, unchangedSuffix(of: other, limit: limit - front, identity))
  }

  /// How many of the first `limit` items are those of `other`, with equal content.
  @inlinable
  @inline(__always)
  func unchangedPrefix<Identity: ItemIdentity>(
    of other: Span<Element>, limit: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Element {
    if isSameMemory(as: other) { return limit }
    var passed = sameBytesPrefix(of: other, limit: limit)
    // Without a branch between them, so that the processor compares several at once.
    while passed &+ 8 <= limit {
      var isSame = true
      for place in passed..<(passed &+ 8) {
        let same = Identity.isSame(uncheckedItem(place), other.uncheckedItem(place))
        isSame = isSame && same
      }
      if !isSame { break }
      passed &+= 8
    }
    while passed < limit {
      if !Identity.isSame(uncheckedItem(passed), other.uncheckedItem(passed)) { break }
      passed &+= 1
    }
    return passed
  }

  /// How many of the last `limit` items are those of `other`, with equal content.
  @inlinable
  @inline(__always)
  func unchangedSuffix<Identity: ItemIdentity>(
    of other: Span<Element>, limit: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Element {
    if count == other.count, isSameMemory(as: other) { return limit }
    var passed = sameBytesSuffix(of: other, limit: limit)
    while passed &+ 8 <= limit {
      var isSame = true
      for place in passed..<(passed &+ 8) {
        let same = Identity.isSame(
          uncheckedItem(count &- 1 &- place), other.uncheckedItem(other.count &- 1 &- place))
        isSame = isSame && same
      }
      if !isSame { break }
      passed &+= 8
    }
    while passed < limit {
      let isSame = Identity.isSame(
        uncheckedItem(count &- 1 &- passed), other.uncheckedItem(other.count &- 1 &- passed))
      if !isSame { break }
      passed &+= 1
    }
    return passed
  }
}

extension ItemIdentity {
  /// Whether two values are of one item, in one state.
  @inlinable
  @inline(__always)
  static func isSame(_ source: Item, _ target: Item) -> Bool {
    id(of: source) == id(of: target) && isUnchanged(source, target)
  }
}

/// A store by global index.
@usableFromInline
struct StoreSide<Store: ItemStore>: DiffSide {
  @usableFromInline let store: Store

  @inlinable
  init(_ store: Store) { self.store = store }

  @inlinable
  @inline(__always)
  func item(at position: Int) -> Store.Item { store.item(atGlobalIndex: position) }

  @inlinable
  func path(at position: Int) -> ItemPath { store.path(ofGlobalIndex: position) }

  /// Ends the walk over a store's chunks.
  @usableFromInline
  struct Stop: Error {
    @inlinable
    init() {}
  }

  /// Both ends at once where either range is one stretch of memory, as most that have changed are.
  @inlinable
  func unchangedEnds<Identity: ItemIdentity>(
    of range: Range<Int>, in target: StoreSide, _ targets: Range<Int>, _ identity: Identity.Type
  ) -> (front: Int, back: Int?) where Identity.Item == Store.Item {
    var ends: (front: Int, back: Int?) = (0, nil)
    // Of longer ones parts, so that a task that is cancelled does not wait.
    guard max(range.count, targets.count) <= Self.mostAtOnce else { return ends }
    do throws(Stop) {
      try store.forEachChunk(inGlobalRange: range) { mine throws(Stop) in
        if mine.count != range.count { throw Stop() }
        try target.store.forEachChunk(inGlobalRange: targets) { other throws(Stop) in
          if other.count != targets.count { throw Stop() }
          ends = mine.unchangedEnds(of: other, identity)
        }
      }
    } catch {}
    return ends
  }

  /// The most items of which both ends are looked at without looking if the task has been cancelled.
  @inlinable static var mostAtOnce: Int { 1 << 16 }

  @inlinable
  func unchangedCount<Identity: ItemIdentity>(
    from start: Int, in target: StoreSide, from targetStart: Int, limit: Int,
    _ identity: Identity.Type
  ) -> Int where Identity.Item == Store.Item {
    var passed = 0
    do throws(Stop) {
      try store.forEachChunk(inGlobalRange: start..<(start + limit)) { mine throws(Stop) in
        let first = passed
        let others = (targetStart + first)..<(targetStart + first + mine.count)
        try target.store.forEachChunk(inGlobalRange: others) { other throws(Stop) in
          let rest = mine.extracting((passed - first)...)
          let same = rest.unchangedPrefix(of: other, limit: other.count, identity)
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
    // Stores walk forward only: a window at a time, the last first.
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

  /// As many items as are looked at before it is known if there is one to pass over.
  @inlinable static var windowSize: Int { 256 }

  /// How many of the last items of `range` are those of `target`.
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
