// Unchecked because every position has been checked by the caller, which says so in the store's own
// words; and because only raw memory lets items move within an array without being copied.

/// Neighbouring items of a flat array, or the gap in front of its item `start` that `count` new ones
/// are to fill.
@frozen
@usableFromInline
struct ArraySegment {
  @usableFromInline var start: Int
  @usableFromInline var count: Int
  @inlinable var end: Int { start &+ count }

  @inlinable
  init(start: Int, count: Int) {
    self.start = start
    self.count = count
  }
}

extension [ArraySegment] {
  /// Adds the place `start` to the last segment if that `continues` there, else a segment of one.
  @inlinable
  @inline(__always)
  mutating func append(_ start: Int, where continues: (ArraySegment) -> Bool) {
    if let last = indices.last, continues(self[last]) {
      self[last].count += 1
    } else {
      append(ArraySegment(start: start, count: 1))
    }
  }
}

extension FlatIndexedStore {
  /// Puts `newItems` into `gaps`, which ascend and hold as many as there are.
  @inlinable
  mutating func spread(_ newItems: [Item], at gaps: [ArraySegment]) {
    let room = items.count + newItems.count
    guard items.isUnique() else { return items = spreading(newItems, at: gaps, room: room) }
    guard items.capacity >= room else {
      return items = spreading(newItems, at: gaps, room: Swift.max(room, 2 * items.count))
    }
    // The right count comes first, from items that then make room for the ones moving up.
    let count = items.count
    items.append(contentsOf: newItems)
    unsafe items.withUnsafeMutableBufferPointer { items in
      guard let items = items.baseAddress else { return }
      unsafe (items + count).deinitialize(count: newItems.count)
      unsafe newItems.withUnsafeBufferPointer { newItems in
        var end = count
        var left = newItems.count
        var index = gaps.count
        while index > 0, let source = newItems.baseAddress {
          index -= 1
          let gap = gaps[index]
          unsafe (items + gap.start + left).moveInitialize(
            from: items + gap.start, count: end - gap.start)
          left -= gap.count
          unsafe (items + gap.start + left).initialize(from: source + left, count: gap.count)
          end = gap.start
        }
      }
    }
  }

  /// A copy of the items with `newItems` in `gaps`, and room for `room` of them.
  @inlinable
  func spreading(_ newItems: [Item], at gaps: [ArraySegment], room: Int) -> ContiguousArray<Item> {
    unsafe items.withUnsafeBufferPointer { items in
      unsafe newItems.withUnsafeBufferPointer { newItems in
        unsafe ContiguousArray(unsafeUninitializedCapacity: room) { edited, count in
          var start = 0
          var used = 0
          for gap in gaps {
            unsafe Self.append(items, start..<gap.start, to: edited, &count)
            unsafe Self.append(newItems, used..<used + gap.count, to: edited, &count)
            start = gap.start
            used += gap.count
          }
          unsafe Self.append(items, start..<items.count, to: edited, &count)
        }
      }
    }
  }

  /// Takes the items of `segments`, which ascend and hold `removedCount`, out and returns them.
  @inlinable
  mutating func takeOut(_ segments: [ArraySegment], count removedCount: Int) -> [Item] {
    if removedCount == 0 { return [] }
    guard items.isUnique() else {
      let removed = taking(segments, count: removedCount)
      items = dropping(segments, count: removedCount)
      return removed
    }
    let count = items.count
    let removed = unsafe [Item](unsafeUninitializedCapacity: removedCount) { removed, filled in
      unsafe items.withUnsafeMutableBufferPointer { items in
        guard let items = items.baseAddress, let removed = removed.baseAddress else { return }
        var target = segments[0].start
        for index in segments.indices {
          let segment = segments[index]
          unsafe (removed + filled).moveInitialize(
            from: items + segment.start, count: segment.count)
          filled += segment.count
          let end = index + 1 < segments.count ? segments[index + 1].start : count
          unsafe (items + target).moveInitialize(
            from: items + segment.end, count: end - segment.end)
          target += end - segment.end
        }
        // What lies behind the last item must be items before the array can drop them.
        unsafe (items + target).initialize(from: removed, count: filled)
      }
    }
    items.removeLast(removedCount)
    return removed
  }

  /// A copy of the items of `segments`.
  @inlinable
  func taking(_ segments: [ArraySegment], count: Int) -> [Item] {
    var taken: [Item] = []
    taken.reserveCapacity(count)
    for segment in segments { taken.append(contentsOf: items[segment.start..<segment.end]) }
    return taken
  }

  /// A copy of the items without those of `segments`.
  @inlinable
  func dropping(_ segments: [ArraySegment], count removedCount: Int) -> ContiguousArray<Item> {
    unsafe items.withUnsafeBufferPointer { items in
      unsafe ContiguousArray(unsafeUninitializedCapacity: items.count - removedCount) {
        edited, count in
        var start = 0
        for segment in segments {
          unsafe Self.append(items, start..<segment.start, to: edited, &count)
          start = segment.end
        }
        unsafe Self.append(items, start..<items.count, to: edited, &count)
      }
    }
  }

  /// Moves the items in `range` so that they start at `target` once they have been taken out.
  @inlinable
  mutating func moveItems(_ range: Range<Int>, to target: Int) {
    let length = range.count
    if length == 0 || target == range.lowerBound { return }
    unsafe items.withUnsafeMutableBufferPointer { items in
      guard let items = items.baseAddress else { return }
      unsafe withUnsafeTemporaryAllocation(of: Item.self, capacity: length) { moved in
        guard let moved = moved.baseAddress else { return }
        unsafe moved.moveInitialize(from: items + range.lowerBound, count: length)
        if target > range.lowerBound {
          unsafe (items + range.lowerBound).moveInitialize(
            from: items + range.upperBound, count: target - range.lowerBound)
        } else {
          unsafe (items + target + length).moveInitialize(
            from: items + target, count: range.lowerBound - target)
        }
        unsafe (items + target).moveInitialize(from: moved, count: length)
      }
    }
  }

  /// Copies `range` of `source` behind the first `count` items of `target`.
  @inlinable
  @inline(__always)
  static func append(
    _ source: UnsafeBufferPointer<Item>, _ range: Range<Int>,
    to target: UnsafeMutableBufferPointer<Item>, _ count: inout Int
  ) {
    guard let source = source.baseAddress, let target = target.baseAddress else { return }
    unsafe (target + count).initialize(from: source + range.lowerBound, count: range.count)
    count += range.count
  }
}

extension FlatIndexedStore {
  /// Takes the items of `segments` out, which hold `removedCount`, and puts `newItems` in, which make
  /// up `places` after it. Both ascend.
  @inlinable
  mutating func exchange(
    _ segments: [ArraySegment], count removedCount: Int, by newItems: [Item],
    at places: [ArraySegment]
  ) {
    let count = items.count
    let after = count - removedCount + newItems.count
    let kept = keptItems(segments, places)
    guard items.isUnique(), items.capacity >= after else {
      // As much room as an array makes that grows.
      let room = items.isUnique() && items.capacity < after ? Swift.max(after, 2 * count) : after
      return items = exchanging(kept, by: newItems, at: places, count: after, room: room)
    }
    // The array only ever holds items: what it grows by is overwritten, and what it shrinks by is
    // written again before it goes.
    let growth = after - count
    if growth > 0 { items.append(contentsOf: newItems[..<growth]) }
    let filler = growth < 0 ? items[segments[0].start] : nil
    unsafe items.withUnsafeMutableBufferPointer { items in
      guard let items = items.baseAddress else { return }
      if growth > 0 { unsafe (items + count).deinitialize(count: growth) }
      for index in segments.indices {
        unsafe (items + segments[index].start).deinitialize(count: segments[index].count)
      }
      unsafe ContiguousArray.move(kept, in: items)
      unsafe newItems.withUnsafeBufferPointer { newItems in
        guard let newItems = newItems.baseAddress else { return }
        var used = 0
        for index in places.indices {
          let place = places[index]
          unsafe (items + place.start).initialize(from: newItems + used, count: place.count)
          used &+= place.count
        }
      }
      if let filler { unsafe (items + after).initialize(repeating: filler, count: -growth) }
    }
    if growth < 0 { items.removeLast(-growth) }
  }

  /// The runs of items that stay, each as long as can be moved at once; none is empty.
  @inlinable
  func keptItems(_ segments: [ArraySegment], _ places: [ArraySegment]) -> [KeptItems] {
    var kept: [KeptItems] = []
    kept.reserveCapacity(segments.count + places.count + 1)
    let count = items.count
    var (source, target) = (0, 0)
    var (segment, place) = (0, 0)
    // The next segment and the next place; behind the last ones, one that is never reached.
    let none = ArraySegment(start: .max, count: 0)
    var taken = segments.first ?? none
    var put = places.first ?? none
    while source < count {
      if taken.start == source {
        source = taken.end
        segment &+= 1
        taken = segment < segments.count ? segments[segment] : none
      } else if put.start == target {
        target = put.end
        place &+= 1
        put = place < places.count ? places[place] : none
      } else {
        let length = Swift.min(count &- source, taken.start &- source, put.start &- target)
        kept.append(KeptItems(ArraySegment(start: source, count: length), target: target))
        source &+= length
        target &+= length
      }
    }
    return kept
  }

  /// A copy of what stays, with `newItems` at `places`, and room for `room` items.
  @inlinable
  func exchanging(
    _ kept: [KeptItems], by newItems: [Item], at places: [ArraySegment], count: Int, room: Int
  ) -> ContiguousArray<Item> {
    unsafe items.withUnsafeBufferPointer { items in
      unsafe newItems.withUnsafeBufferPointer { newItems in
        unsafe ContiguousArray(unsafeUninitializedCapacity: room) { edited, filled in
          guard let target = edited.baseAddress else { return }
          if let items = items.baseAddress {
            for index in kept.indices {
              let run = kept[index]
              unsafe (target + run.target).initialize(
                from: items + run.items.start, count: run.items.count)
            }
          }
          if let newItems = newItems.baseAddress {
            var used = 0
            for index in places.indices {
              let place = places[index]
              unsafe (target + place.start).initialize(from: newItems + used, count: place.count)
              used &+= place.count
            }
          }
          filled = count
        }
      }
    }
  }
}
