extension TreeExtents {
  /// Takes sections out and puts others in; of those that move, no item is looked at.
  ///
  /// - Parameters:
  ///   - taken: The sections that go, strictly ascending, by their numbers before.
  ///   - put: The sections that come, strictly ascending, by their numbers after; with a source, the
  ///     one of `taken` that it was, whose shape and items it keeps.
  ///   - content: Gives section k of `put`, asked ascending, once for each without a source.
  ///   - extents: Appends the extents of some items of section k of `put`, in order; asked for each
  ///     item of such a section without a common extent once, ascending, in parts of any length.
  /// - Complexity: O(*k* · log sections) for *k* sections that go or come, O(sections) where that is
  ///   less; and O(items that come without a common extent).
  /// - Precondition: The sections exist, the places are among those that stay, and no source is one
  ///   of two.
  /// - Throws: What the closures throw; the index is then good for nothing but being dropped.
  public mutating func exchangeSections(
    taken: [Int], put: [(section: Int, source: Int?)],
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    let pieces = SectionPieces(taken: taken, put: put, of: sectionCount, "TreeExtents")
    var added: [TreeSection] = []
    added.reserveCapacity(put.count)
    var visited = 0
    for (place, (_, source)) in put.enumerated() {
      if let source {
        added.append(sections.place(at: source, visited: &visited).element)
      } else {
        let given = try content(place)
        checkShape(given.shape, "exchangeSections(taken:put:content:extents:)")
        added.append(try load(given, place, extents))
      }
    }
    work.placesMoved += taken.count + put.count
    if (taken.count + put.count) * Self.sectionsPerEdit < sectionCount {
      for section in taken.reversed() { sections.replaceElement(at: section, with: []) }
      for run in put.runs(by: { $0.section }) {
        sections.insert(Array(added[run]), at: put[run.lowerBound].section)
      }
    } else {
      writeAnew(pieces, added)
    }
  }

  /// How many sections are passed over in the time that one edit of them takes.
  private static var sectionsPerEdit: Int { 16 }

  private mutating func writeAnew(_ pieces: SectionPieces, _ added: [TreeSection]) {
    var before: [TreeSection] = []
    before.reserveCapacity(sectionCount)
    sections.forEach { before.append($0) }
    var after: [TreeSection] = []
    after.reserveCapacity(pieces.sectionCount)
    for piece in pieces.all {
      switch piece {
      case .kept(let range): after += before[range]
      case .new(let place): after.append(added[place])
      }
    }
    sections = SummedTree(after)
  }
}
