public import Changesets

extension NestedExtents {
  /// Adds a shape; its number is the count of shapes before. O(1) amortised.
  public mutating func appendShape(_ shape: SectionShape) { shapes.append(shape) }

  /// Gives all shapes new values. O(items), less where lines stay as they are.
  ///
  /// - Precondition: `newShapes` has as many shapes as there are.
  public mutating func replaceShapes(with newShapes: [SectionShape]) {
    checkShapeCount(newShapes.count)
    let oldShapes = shapes
    shapes = newShapes
    for section in sections.indices {
      let shape = sections[section].shape
      sections[section].changeRule(
        from: oldShapes[shape].rule, to: newShapes[shape].rule, counting: &work)
      updateExtent(of: section)
    }
    updateStarts(from: 0, setBefore: sections.count)
  }

  /// Gives section `section` another shape. O(items of the section + sections behind).
  ///
  /// - Precondition: The section and the shape exist.
  public mutating func setShape(_ shape: Int, ofSection section: Int) {
    checkSection(section, "setShape(_:ofSection:)")
    checkShape(shape, "setShape(_:ofSection:)")
    let old = sections[section].shape
    sections[section].shape = shape
    sections[section].changeRule(
      from: shapes[old].rule, to: shapes[shape].rule, counting: &work)
    updateExtent(of: section)
    updateStarts(from: section, setBefore: section)
  }

  /// Puts `newExtents` in place of the items `range` of `section`.
  ///
  /// - Complexity: O(items of the section + sections behind).
  /// - Precondition: The range is one of the section's items or empty at its end.
  public mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent]
  ) {
    checkItems(range, inSection: section, "replaceItems(_:inSection:with:)")
    let rule = shapes[sections[section].shape].rule
    sections[section].replaceItems(range, with: newExtents, rule: rule, counting: &work)
    updateExtent(of: section)
    updateStarts(from: section, setBefore: section)
  }

  /// Puts `count` new sections in place of the sections `range`.
  ///
  /// - Parameters:
  ///   - range: Sections to remove, in `0...sectionCount`.
  ///   - count: The number of sections to put there.
  ///   - content: Gives the k-th new section, asked ascending, once each.
  ///   - extents: Appends the extents of some items of the k-th new section, in order; asked for
  ///     each item of a section without a common extent once, ascending, in parts of any length.
  /// - Complexity: O(items that come or go + sections).
  /// - Throws: What the closures throw; the index is then good for nothing but being dropped.
  public mutating func replaceSections(
    _ range: Range<Int>, count: Int,
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    checkSections(range, "replaceSections(_:count:content:extents:)")
    var added: [NestedSection] = []
    added.reserveCapacity(count)
    for place in 0..<count {
      let given = try content(place)
      checkShape(given.shape, "replaceSections(_:count:content:extents:)")
      added.append(try makeSection(given, place, extents))
    }
    if count != range.count { work.placesMoved += sections.count - range.upperBound }
    work.placesMoved += count
    sections.replaceSubrange(range, with: added)
    sectionExtents.replaceSubrange(range, with: repeatElement(0, count: count))
    starts.replaceSubrange(
      range.lowerBound + 1..<range.upperBound + 1, with: repeatElement(0, count: count))
    let end = range.lowerBound + count
    for section in range.lowerBound..<end { updateExtent(of: section) }
    updateStarts(from: range.lowerBound, setBefore: end)
  }

  /// A section of `content`, the section `place` of those that `extents` knows.
  mutating func makeSection(
    _ content: SectionContent, _ place: Int,
    _ extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) -> NestedSection {
    let extents = try content.extents(place, extents)
    var section = NestedSection(shape: content.shape)
    section.replaceItems(
      0..<0, with: extents, rule: shapes[content.shape].rule, counting: &work)
    return section
  }

  mutating func updateExtent(of section: Int) {
    let shape = shapes[sections[section].shape]
    sectionExtents[section] = shape.leading + sections[section].itemsExtent + shape.trailing
  }

  /// Adds up where the sections from `first` on end; those from `end` on take what they took.
  mutating func updateStarts(from first: Int, setBefore end: Int) {
    var section = first
    var start = starts[first]
    while section < sections.count {
      start += sectionExtents[section]
      // Where a section ends as it did, so do those behind it that take what they took.
      if section >= end, starts[section + 1] == start { return }
      starts[section + 1] = start
      section += 1
      work.placesMoved += 1
    }
  }
}

extension NestedExtents {
  /// Carries out edits of single items, section by section, and adds up once where sections begin.
  ///
  /// - Parameters:
  ///   - taken: The items that go, strictly ascending, by their paths before.
  ///   - put: The items that come, strictly ascending, by their paths after.
  ///   - resized: Items that have another extent, none of them in `put`, by their paths after.
  /// - Complexity: For each section that is edited O(its edits · its items), or less, O(its items) for
  ///   many edits; and O(sections).
  /// - Precondition: The items exist, and the places are in their sections.
  public mutating func exchangeItems(
    taken: [ItemPath], put: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    var edits = ItemEdits(taken: taken, put: put, resized: resized)
    var first: Int?
    var last = 0
    while let edited = edits.next() {
      checkSection(edited.section, "exchangeItems(taken:put:resized:)")
      perform(edited)
      updateExtent(of: edited.section)
      first = first ?? edited.section
      last = edited.section
    }
    if let first { updateStarts(from: first, setBefore: last) }
  }

  private mutating func perform(_ edited: ItemEdits.Section) {
    let section = edited.section
    let rule = shapes[sections[section].shape].rule
    guard edited.count < Self.leastForAPass else {
      let before = sections[section].allExtents(rule: rule)
      let after = edited.applied(to: before[...])
      sections[section].replaceItems(
        0..<before.count, with: after, rule: rule, counting: &work)
      return
    }
    for path in edited.taken.reversed() {
      sections[section].replaceItems(
        path.item..<path.item + 1, with: [], rule: rule, counting: &work)
    }
    for (path, extent) in edited.put {
      sections[section].replaceItems(
        path.item..<path.item, with: [extent], rule: rule, counting: &work)
    }
    for (path, extent) in edited.resized {
      sections[section].replaceItems(
        path.item..<path.item + 1, with: [extent], rule: rule, counting: &work)
    }
  }

  /// The edits of one section, each of which moves half of its items in the mean, from which to write
  /// all of it anew costs less.
  static var leastForAPass: Int { 8 }
}

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
    let pieces = SectionRuns(taken: taken, put: put, of: sectionCount, "NestedExtents")
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
