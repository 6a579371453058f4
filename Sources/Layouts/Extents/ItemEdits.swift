import Changesets

/// Edits of single items, section by section.
struct ItemEdits {
  private let removed: [ItemPath]
  private let inserted: [(path: ItemPath, extent: ItemExtent)]
  private let resized: [(path: ItemPath, extent: ItemExtent)]
  private var (nextRemoved, nextInserted, nextResized) = (0, 0, 0)

  /// The edits of one section, with the paths of `ExtentIndex.exchangeItems`.
  struct Section {
    let section: Int
    let removed: ArraySlice<ItemPath>
    let inserted: ArraySlice<(path: ItemPath, extent: ItemExtent)>
    let resized: ArraySlice<(path: ItemPath, extent: ItemExtent)>

    /// The number of the edits.
    var count: Int { removed.count + inserted.count + resized.count }
  }

  init(
    removed: [ItemPath], inserted: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    self.removed = removed
    self.inserted = inserted
    self.resized = resized.sorted { $0.path < $1.path }
  }

  /// Returns the edits of the next section that has any; nil behind the last. O(edits).
  mutating func next() -> Section? {
    let section = min(
      nextRemoved < removed.count ? removed[nextRemoved].section : .max,
      nextInserted < inserted.count ? inserted[nextInserted].path.section : .max,
      nextResized < resized.count ? resized[nextResized].path.section : .max)
    guard section < .max else { return nil }
    let (firstRemoved, firstInserted, firstResized) = (nextRemoved, nextInserted, nextResized)
    while nextRemoved < removed.count, removed[nextRemoved].section == section { nextRemoved += 1 }
    while nextInserted < inserted.count, inserted[nextInserted].path.section == section {
      nextInserted += 1
    }
    while nextResized < resized.count, resized[nextResized].path.section == section {
      nextResized += 1
    }
    return Section(
      section: section, removed: removed[firstRemoved..<nextRemoved],
      inserted: inserted[firstInserted..<nextInserted],
      resized: resized[firstResized..<nextResized])
  }
}

extension ItemEdits.Section {
  /// Returns the items of the section, `before`, after its edits.
  func applied(to before: ArraySlice<ItemExtent>) -> [ItemExtent] {
    var after: [ItemExtent] = []
    after.reserveCapacity(before.count - removed.count + inserted.count)
    var source = before.startIndex
    var nextRemoved = removed.startIndex
    /// Puts the items there that stay, up to `end` of them in all.
    func keep(upTo end: Int) {
      while after.count < end, source < before.endIndex {
        var length = min(end - after.count, before.endIndex - source)
        if nextRemoved < removed.endIndex {
          let left = before.startIndex + removed[nextRemoved].item - source
          guard left > 0 else {
            source += 1
            nextRemoved += 1
            continue
          }
          length = min(length, left)
        }
        after.append(contentsOf: before[source..<source + length])
        source += length
      }
    }
    for (path, extent) in inserted {
      keep(upTo: path.item)
      after.append(extent)
    }
    keep(upTo: .max)
    for (path, extent) in resized { after[path.item] = extent }
    return after
  }
}

/// The edits of one section, as runs of items and their replacements.
struct ItemSplices {
  /// Ascending; no two of them touch.
  private(set) var splices: [ItemSplice] = []
  /// The extents of all replacements, in order.
  private(set) var extents: [ItemExtent] = []

  /// Creates the splices of `edited`. O(edits).
  init(_ edited: ItemEdits.Section) {
    splices.reserveCapacity(edited.count)
    extents.reserveCapacity(edited.inserted.count + edited.resized.count)
    // The first item that has not been looked at, by its position before and after.
    var (before, after) = (0, 0)
    var (removed, inserted, resized) = (
      edited.removed[...], edited.inserted[...], edited.resized[...]
    )
    while true {
      let nextRemoved = removed.first?.item ?? .max
      let nextInserted = inserted.first?.path.item ?? .max
      let nextResized = resized.first?.path.item ?? .max
      let kept = min(nextRemoved - before, nextInserted - after, nextResized - after)
      if nextResized < after, let (_, extent) = resized.popFirst() {
        // The last extent of an item named twice counts.
        extents[extents.count - 1] = extent
      } else if kept > 0 {
        guard !(removed.isEmpty && inserted.isEmpty && resized.isEmpty) else { return }
        before += kept
        after += kept
      } else if nextInserted <= after, let (_, extent) = inserted.popFirst() {
        append(before..<before, extent)
        after += 1
      } else if nextRemoved <= before {
        removed.removeFirst()
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

  /// The growth of the section's item count.
  var growth: Int { splices.reduce(0) { $0 + $1.growth } }
}

/// A run of items and its replacement.
struct ItemSplice {
  /// The items that leave, by their positions before all edits.
  let range: Range<Int>
  /// The places of what comes, in the extents that belong to it.
  let added: Range<Int>

  /// The growth of the item count.
  var growth: Int { added.count - range.count }
}
