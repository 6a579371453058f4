public import Changesets

extension NestedExtents {
  /// Adds a shape; its number is the count of shapes before. O(1) amortised.
  public mutating func appendShape(_ shape: SectionShape) { shapes.append(shape) }

  /// Puts another shape in the place of one that no section has. O(1).
  public mutating func replaceUnusedShape(_ number: Int, with shape: SectionShape) {
    shapes[number] = shape
  }

  /// Replaces all shapes. O(items); less if lines stay as they are.
  ///
  /// - Precondition: `newShapes` has as many shapes as `shapes`.
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
    sections[section].changeRule(from: shapes[old].rule, to: shapes[shape].rule, counting: &work)
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

  /// Replaces the sections `range` with `count` new ones. O(removed and new items + sections).
  public mutating func replaceSections(
    _ range: Range<Int>, count: Int, content: SectionContentSource, extents: ItemExtentsSource
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

  /// Returns a section of `content`, which `extents` knows as section `place`.
  mutating func makeSection(
    _ content: SectionContent, _ place: Int,
    _ extents: ItemExtentsSource
  ) throws(LayoutError) -> NestedSection {
    let extents = try content.extents(place, extents)
    var section = NestedSection(shape: content.shape)
    section.replaceItems(0..<0, with: extents, rule: shapes[content.shape].rule, counting: &work)
    return section
  }

  mutating func updateExtent(of section: Int) {
    let shape = shapes[sections[section].shape]
    sectionExtents[section] = shape.leading + sections[section].itemsExtent + shape.trailing
  }

  /// Adds up the ends of the sections from `first` on; sections from `end` on keep their extents.
  mutating func updateStarts(from first: Int, setBefore end: Int) {
    var section = first
    var start = starts[first]
    while section < sections.count {
      start += sectionExtents[section]
      // Sections behind one that keeps its end keep theirs.
      if section >= end, starts[section + 1] == start { return }
      starts[section + 1] = start
      section += 1
      work.placesMoved += 1
    }
  }
}

extension NestedExtents {
  /// Applies edits of single items section by section, and adds up the sections' positions once.
  /// O(edits · items) or, for many edits, O(items) for each edited section; O(sections).
  public mutating func exchangeItems(
    removed: [ItemPath], inserted: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    var edits = ItemEdits(removed: removed, inserted: inserted, resized: resized)
    var first: Int?
    var last = 0
    while let edited = edits.next() {
      checkSection(edited.section, "exchangeItems(removed:inserted:resized:)")
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
    guard edited.count < Self.minimumForRewrite else {
      let before = sections[section].allExtents(rule: rule)
      let after = edited.applied(to: before[...])
      sections[section].replaceItems(0..<before.count, with: after, rule: rule, counting: &work)
      return
    }
    for path in edited.removed.reversed() {
      sections[section].replaceItems(
        path.item..<path.item + 1, with: [], rule: rule, counting: &work)
    }
    for (path, extent) in edited.inserted {
      sections[section].replaceItems(
        path.item..<path.item, with: [extent], rule: rule, counting: &work)
    }
    for (path, extent) in edited.resized {
      sections[section].replaceItems(
        path.item..<path.item + 1, with: [extent], rule: rule, counting: &work)
    }
  }

  /// The number of edits of one section from which rewriting the section costs less; each edit
  /// moves half of its items on average.
  static var minimumForRewrite: Int { 8 }
}

extension NestedExtents {
  /// Removes and inserts sections; those that move keep their lines. O(new items + sections).
  public mutating func exchangeSections(
    removed: [Int], inserted: [(section: Int, source: Int?)],
    content: SectionContentSource, extents: ItemExtentsSource
  ) throws(LayoutError) {
    let runs = SectionRuns(removed: removed, inserted: inserted, of: sectionCount, "NestedExtents")
    var after: [NestedSection] = []
    after.reserveCapacity(runs.sectionCount)
    var extentsAfter: [Double] = []
    extentsAfter.reserveCapacity(runs.sectionCount)
    for run in runs.all {
      switch run {
      case .kept(let range):
        after += sections[range]
        extentsAfter += sectionExtents[range]
      case .new(let place):
        let given = try content(place)
        checkShape(given.shape, "exchangeSections(removed:inserted:content:extents:)")
        after.append(try makeSection(given, place, extents))
        extentsAfter.append(0)
      }
    }
    work.placesMoved += after.count
    sections = after
    sectionExtents = extentsAfter
    for (section, source) in inserted where source == nil { updateExtent(of: section) }
    starts = Array(repeating: 0, count: after.count + 1)
    updateStarts(from: 0, setBefore: after.count)
  }
}
