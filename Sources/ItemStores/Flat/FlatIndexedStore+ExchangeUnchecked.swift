// Unchecked for the reasons that `FlatIndexedStore+Unchecked.swift` gives.

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
    var (source, target) = (0, 0)
    var (nextSegment, nextPlace) = (0, 0)
    while source < items.count {
      // What is taken out or put in just here.
      if nextSegment < segments.count, segments[nextSegment].start == source {
        source = segments[nextSegment].end
        nextSegment += 1
        continue
      }
      if nextPlace < places.count, places[nextPlace].start == target {
        target = places[nextPlace].end
        nextPlace += 1
        continue
      }
      var length = items.count - source
      if nextSegment < segments.count {
        length = Swift.min(length, segments[nextSegment].start - source)
      }
      if nextPlace < places.count { length = Swift.min(length, places[nextPlace].start - target) }
      kept.append(KeptItems(ArraySegment(start: source, count: length), target: target))
      source += length
      target += length
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
