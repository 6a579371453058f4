public import Changesets

extension ExtentIndex {
  /// Puts `count` new sections in place of the sections `range`, asking for one item at a time.
  ///
  /// - Parameters:
  ///   - range: Sections to remove, in `0...sectionCount`.
  ///   - count: The number of sections to put there.
  ///   - content: Gives the k-th new section, asked ascending, once each.
  ///   - extent: Gives the extent of an item by the k of its section and its position; asked
  ///     ascending, once each, for sections without a common extent.
  /// - Throws: What the closures throw; the index is then good for nothing but being dropped.
  public mutating func replaceSections(
    _ range: Range<Int>, count: Int,
    content: (Int) throws(LayoutError) -> SectionContent,
    extent: (Int, Int) throws(LayoutError) -> ItemExtent
  ) throws(LayoutError) {
    try replaceSections(range, count: count, content: content) {
      place, items, extents throws(LayoutError) in
      for item in items { extents.append(try extent(place, item)) }
    }
  }

  /// Carries the edits out one by one: what goes from the last on, what comes from the first on, then
  /// what has another extent.
  public mutating func exchangeItems(
    taken: [ItemPath], put: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    exchangeOneByOne(taken: taken, put: put, resized: resized)
  }

  /// What `exchangeItems` does by itself.
  mutating func exchangeOneByOne(
    taken: some BidirectionalCollection<ItemPath>,
    put: some Sequence<(path: ItemPath, extent: ItemExtent)>,
    resized: some Sequence<(path: ItemPath, extent: ItemExtent)>
  ) {
    for path in taken.reversed() {
      replaceItems(path.item..<path.item + 1, inSection: path.section, with: [])
    }
    var one = [ItemExtent(cross: 0, main: 0)]
    for (path, extent) in put {
      one[0] = extent
      replaceItems(path.item..<path.item, inSection: path.section, with: one)
    }
    for (path, extent) in resized {
      one[0] = extent
      replaceItems(path.item..<path.item + 1, inSection: path.section, with: one)
    }
  }

  /// False: edits are carried out one by one.
  public func writesAnew(forEdits count: Int) -> Bool { false }
}
