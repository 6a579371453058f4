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
    var walk = EditWalk(over: before.count, removals: removed.indices, insertions: inserted.indices)
    while let run = walk.next(removal: { removed[$0].item }, insertion: { inserted[$0].path.item })
    {
      switch run {
      case .remove: break
      case .keep(let items, _):
        let start = before.startIndex
        after += before[start + items.lowerBound..<start + items.upperBound]
      case .insert(let number): after.append(inserted[number].extent)
      }
    }
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
    let (removed, inserted) = (edited.removed, edited.inserted)
    var resized = edited.resized[...]
    // The place after of the item whose extent was appended last.
    var lastNamed = -1
    var walk = EditWalk(
      over: ItemPath.countLimit, removals: removed.indices, insertions: inserted.indices)
    while let run = walk.next(removal: { removed[$0].item }, insertion: { inserted[$0].path.item })
    {
      switch run {
      case .remove:
        append(walk.source - 1..<walk.source, nil)
        continue
      case .insert(let number):
        append(walk.source..<walk.source, inserted[number].extent)
        lastNamed = walk.target - 1
      case .keep: break
      }
      while let next = resized.first, next.path.item < walk.target {
        resized.removeFirst()
        if next.path.item == lastNamed {
          // The last extent of an item named twice counts.
          extents[extents.count - 1] = next.extent
        } else {
          lastNamed = next.path.item
          let item = walk.source - (walk.target - lastNamed)
          append(item..<item + 1, next.extent)
        }
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
