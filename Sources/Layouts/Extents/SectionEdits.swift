import Changesets

/// Edits of single items, section by section.
struct SectionEdits {
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

extension SectionEdits.Section {
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
