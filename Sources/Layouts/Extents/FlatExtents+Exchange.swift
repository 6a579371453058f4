public import Changesets

extension FlatExtents {
  /// Carries out edits of single items: a few one by one, more of them in one pass.
  ///
  /// - Parameters:
  ///   - taken: The items that go, strictly ascending, by their paths before.
  ///   - put: The items that come, strictly ascending, by their paths after.
  ///   - resized: Items that have another extent, none of them in `put`, by their paths after.
  /// - Complexity: O(items and sections).
  /// - Precondition: The items exist, and the places are in their sections.
  public mutating func exchangeItems(
    taken: [ItemPath], put: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    guard writesAnew(forEdits: taken.count + put.count + resized.count) else {
      exchangeOneByOne(taken: taken, put: put, resized: resized)
      return
    }
    writeAnew(SectionEdits(taken: taken, put: put, resized: resized))
  }

  /// Whether there are so many edits that one pass over everything costs less.
  public func writesAnew(forEdits count: Int) -> Bool { count >= Self.leastForAPass }

  /// The edits, each of which moves half of all items in the mean, from which a pass costs less.
  static var leastForAPass: Int { 8 }

  /// Writes all arrays once: the sections that are edited are laid out anew, the others move.
  mutating func writeAnew(_ edits: SectionEdits) {
    var edits = edits
    var after = FlatExtents()
    after.shapes = shapes
    after.work = work
    after.reserve(sections: sectionCount, items: extents.count, lines: lineItems.count)
    var next = 0
    while let edited = edits.next() {
      checkSection(edited.section, "exchangeItems(taken:put:resized:)")
      after.append(next..<edited.section, of: self)
      let items = firstItems[edited.section]..<firstItems[edited.section + 1]
      after.append(
        edited.applied(to: extents[items])[...], shape: sectionShapes[edited.section], before: nil)
      next = edited.section + 1
    }
    after.append(next..<sectionCount, of: self)
    after.longestExtent = max(longestExtent, after.extent)
    after.removeRounding()
    self = after
  }

  mutating func reserve(sections: Int, items: Int, lines: Int) {
    sectionShapes.reserveCapacity(sections)
    differences.reserveCapacity(sections)
    starts.reserveCapacity(sections + 1)
    firstItems.reserveCapacity(sections + 1)
    firstLines.reserveCapacity(sections + 1)
    extents.reserveCapacity(items)
    lineItems.reserveCapacity(lines)
    lineStarts.reserveCapacity(lines)
    thicknesses.reserveCapacity(lines)
  }

  /// Appends sections of `other` as they are, moved to where they are now.
  mutating func append(_ range: Range<Int>, of other: FlatExtents) {
    guard !range.isEmpty else { return }
    let items = other.firstItems[range.lowerBound]..<other.firstItems[range.upperBound]
    let lines = other.firstLines[range.lowerBound]..<other.firstLines[range.upperBound]
    var end = extent
    let shift = end - other.starts[range.lowerBound]
    let itemShift = extents.count - items.lowerBound
    let lineShift = lineItems.count - lines.lowerBound
    sectionShapes += other.sectionShapes[range]
    differences += other.differences[range]
    for section in range {
      let isEmpty = other.starts[section] == other.starts[section + 1]
      // Rounding is to give no extent to a section that has none.
      if !isEmpty { end = max(end, other.starts[section + 1] + shift) }
      starts.append(end)
      firstItems.append(other.firstItems[section + 1] + itemShift)
      firstLines.append(other.firstLines[section + 1] + lineShift)
    }
    extents += other.extents[items]
    thicknesses += other.thicknesses[lines]
    for line in lines {
      lineItems.append(other.lineItems[line] + itemShift)
      lineStarts.append(other.lineStarts[line] + shift)
    }
    work.placesMoved += lines.count + range.count
  }
}
