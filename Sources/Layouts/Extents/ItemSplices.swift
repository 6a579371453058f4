import Changesets

/// Edits of one section, as runs of items that go and of what comes in their places.
struct ItemSplices {
  /// Ascending; no two of them touch.
  private(set) var splices: [ItemSplice] = []
  /// What comes, in order.
  private(set) var extents: [ItemExtent] = []

  /// The edits of `edited`. O(the edits).
  init(_ edited: SectionEdits.Section) {
    splices.reserveCapacity(edited.count)
    extents.reserveCapacity(edited.put.count + edited.resized.count)
    // The first item that has not been looked at, by its position before and after.
    var (before, after) = (0, 0)
    var (taken, put, resized) = (edited.taken[...], edited.put[...], edited.resized[...])
    while true {
      let nextTaken = taken.first?.item ?? .max
      let nextPut = put.first?.path.item ?? .max
      let nextResized = resized.first?.path.item ?? .max
      let kept = min(nextTaken - before, nextPut - after, nextResized - after)
      if nextResized < after, let (_, extent) = resized.popFirst() {
        // Of an item that is named twice, the last extent holds.
        extents[extents.count - 1] = extent
      } else if kept > 0 {
        guard !(taken.isEmpty && put.isEmpty && resized.isEmpty) else { return }
        before += kept
        after += kept
      } else if nextPut <= after, let (_, extent) = put.popFirst() {
        append(before..<before, extent)
        after += 1
      } else if nextTaken <= before {
        taken.removeFirst()
        append(before..<before + 1, nil)
        before += 1
      } else if let (_, extent) = resized.popFirst() {
        append(before..<before + 1, extent)
        before += 1
        after += 1
      }
    }
  }

  private mutating func append(_ range: Range<Int>, _ extent: ItemExtent?) {
    let place = extents.count
    if let extent { extents.append(extent) }
    if let last = splices.indices.last, splices[last].range.upperBound == range.lowerBound {
      splices[last] = ItemSplice(
        range: splices[last].range.lowerBound..<range.upperBound,
        added: splices[last].added.lowerBound..<extents.count)
    } else {
      splices.append(ItemSplice(range: range, added: place..<extents.count))
    }
  }

  /// By how much the section's count grows.
  var growth: Int { splices.reduce(0) { $0 + $1.growth } }
}

/// Items that go, and what comes in their place.
struct ItemSplice {
  /// The items that go, by their positions before all edits.
  let range: Range<Int>
  /// The places of what comes, in the extents that belong to it.
  let added: Range<Int>

  /// By how much the count grows.
  var growth: Int { added.count - range.count }
}
