public import Changesets
public import ItemStores

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
