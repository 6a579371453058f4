import Changesets

/// Edits of single items, section by section.
struct ItemEdits {
  private let taken: [ItemPath]
  private let put: [(path: ItemPath, extent: ItemExtent)]
  private let resized: [(path: ItemPath, extent: ItemExtent)]
  private var (nextTaken, nextPut, nextResized) = (0, 0, 0)

  /// The edits of one section; the paths are those of `ExtentIndex.exchangeItems`.
  struct Section {
    let section: Int
    let taken: ArraySlice<ItemPath>
    let put: ArraySlice<(path: ItemPath, extent: ItemExtent)>
    let resized: ArraySlice<(path: ItemPath, extent: ItemExtent)>

    /// The number of the edits.
    var count: Int { taken.count + put.count + resized.count }
  }

  init(
    taken: [ItemPath], put: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    self.taken = taken
    self.put = put
    self.resized = resized.sorted { $0.path < $1.path }
  }

  /// The edits of the next section that has any; nil behind the last. O(the edits).
  mutating func next() -> Section? {
    let section = min(
      nextTaken < taken.count ? taken[nextTaken].section : .max,
      nextPut < put.count ? put[nextPut].path.section : .max,
      nextResized < resized.count ? resized[nextResized].path.section : .max)
    guard section < .max else { return nil }
    let (firstTaken, firstPut, firstResized) = (nextTaken, nextPut, nextResized)
    while nextTaken < taken.count, taken[nextTaken].section == section { nextTaken += 1 }
    while nextPut < put.count, put[nextPut].path.section == section { nextPut += 1 }
    while nextResized < resized.count, resized[nextResized].path.section == section {
      nextResized += 1
    }
    return Section(
      section: section, taken: taken[firstTaken..<nextTaken], put: put[firstPut..<nextPut],
      resized: resized[firstResized..<nextResized])
  }
}

extension ItemEdits.Section {
  /// The items of the section, `before`, after its edits.
  func applied(to before: ArraySlice<ItemExtent>) -> [ItemExtent] {
    var after: [ItemExtent] = []
    after.reserveCapacity(before.count - taken.count + put.count)
    var source = before.startIndex
    var nextTaken = taken.startIndex
    /// Puts the items there that stay, up to `end` of them in all.
    func keep(upTo end: Int) {
      while after.count < end, source < before.endIndex {
        var length = min(end - after.count, before.endIndex - source)
        if nextTaken < taken.endIndex {
          let left = before.startIndex + taken[nextTaken].item - source
          guard left > 0 else {
            source += 1
            nextTaken += 1
            continue
          }
          length = min(length, left)
        }
        after.append(contentsOf: before[source..<source + length])
        source += length
      }
    }
    for (path, extent) in put {
      keep(upTo: path.item)
      after.append(extent)
    }
    keep(upTo: .max)
    for (path, extent) in resized { after[path.item] = extent }
    return after
  }
}

/// Edits of one section, as runs of items that go and of what comes in their places.
struct ItemSplices {
  /// Ascending; no two of them touch.
  private(set) var splices: [ItemSplice] = []
  /// What comes, in order.
  private(set) var extents: [ItemExtent] = []

  /// The edits of `edited`. O(the edits).
  init(_ edited: ItemEdits.Section) {
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
