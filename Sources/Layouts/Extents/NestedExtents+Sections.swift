extension NestedExtents {
  /// Takes sections out and puts others in; those that move keep their lines.
  ///
  /// - Parameters:
  ///   - taken: The sections that go, strictly ascending, by their numbers before.
  ///   - put: The sections that come, strictly ascending, by their numbers after; with a source, the
  ///     one of `taken` that it was, whose shape and items it keeps.
  ///   - content: Gives section k of `put`, asked ascending, once for each without a source.
  ///   - extents: Appends the extents of some items of section k of `put`, in order; asked for each
  ///     item of such a section without a common extent once, ascending, in parts of any length.
  /// - Complexity: O(items that come + sections).
  /// - Precondition: The sections exist, the places are among those that stay, and no source is one
  ///   of two.
  /// - Throws: What the closures throw; the index is then good for nothing but being dropped.
  public mutating func exchangeSections(
    taken: [Int], put: [(section: Int, source: Int?)],
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    let pieces = SectionPieces(taken: taken, put: put, of: sectionCount, "NestedExtents")
    var after: [NestedSection] = []
    after.reserveCapacity(pieces.sectionCount)
    var extentsAfter: [Double] = []
    extentsAfter.reserveCapacity(pieces.sectionCount)
    for piece in pieces.all {
      switch piece {
      case .kept(let range):
        after += sections[range]
        extentsAfter += sectionExtents[range]
      case .new(let place):
        let given = try content(place)
        checkShape(given.shape, "exchangeSections(taken:put:content:extents:)")
        after.append(try makeSection(given, place, extents))
        extentsAfter.append(0)
      }
    }
    work.placesMoved += after.count
    sections = after
    sectionExtents = extentsAfter
    for (section, source) in put where source == nil { updateExtent(of: section) }
    starts = Array(repeating: 0, count: after.count + 1)
    updateStarts(from: 0, setBefore: after.count)
  }
}
