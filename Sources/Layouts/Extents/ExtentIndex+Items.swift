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
}
