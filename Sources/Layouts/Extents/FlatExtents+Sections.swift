extension FlatExtents {
  /// Takes sections out and puts others in: a few by runs, more of them in one pass.
  ///
  /// - Parameters:
  ///   - taken: The sections that go, strictly ascending, by their numbers before.
  ///   - put: The sections that come, strictly ascending, by their numbers after; with a source, the
  ///     one of `taken` that it was, whose shape and items it keeps.
  ///   - content: Gives section k of `put`, asked ascending, once for each without a source.
  ///   - extents: Appends the extents of some items of section k of `put`, in order; asked for each
  ///     item of such a section without a common extent once, ascending, in parts of any length.
  /// - Complexity: O(items and sections).
  /// - Precondition: The sections exist, the places are among those that stay, and no source is one
  ///   of two.
  /// - Throws: What the closures throw; the index is then good for nothing but being dropped.
  public mutating func exchangeSections(
    taken: [Int], put: [(section: Int, source: Int?)],
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    guard taken.count + put.count >= Self.leastForAPass else {
      return try exchangeRuns(taken: taken, put: put, content: content, extents: extents)
    }
    let pieces = SectionPieces(taken: taken, put: put, of: sectionCount, "FlatExtents")
    var after = FlatExtents()
    after.shapes = shapes
    after.work = work
    after.reserve(
      sections: sectionCount + put.count, items: self.extents.count, lines: lineItems.count)
    for piece in pieces.all {
      switch piece {
      case .kept(let range): after.append(range, of: self)
      case .new(let place):
        let given = try content(place)
        checkShape(given.shape, "exchangeSections(taken:put:content:extents:)")
        after.append(try given.extents(place, extents)[...], shape: given.shape, before: nil)
      }
    }
    after.longestExtent = max(longestExtent, after.extent)
    after.removeRounding()
    self = after
  }
}
