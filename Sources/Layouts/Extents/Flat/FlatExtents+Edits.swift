public import Changesets

extension FlatExtents {
  /// Puts `newExtents` in place of the items `range` of `section`. O(items and sections).
  ///
  /// - Precondition: The range is one of the section's items or empty at its end.
  public mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent]
  ) {
    checkItems(range, inSection: section, "replaceItems(_:inSection:with:)")
    let rule = shapes[sectionShapes[section]].rule
    let before = firstItems[section]..<firstItems[section + 1]
    let edited = before.lowerBound + range.lowerBound..<before.lowerBound + range.upperBound
    let after = edited.lowerBound..<edited.lowerBound + newExtents.count
    let shift = after.count - edited.count
    let items = before.lowerBound..<before.upperBound + shift
    differences[section] -= extents.differences(around: edited, in: before)
    if shift == 0 {
      for place in after {
        extents[place] = newExtents[place - after.lowerBound].stored(by: rule)
      }
    } else {
      extents.replaceSubrange(edited, with: newExtents.map { $0.stored(by: rule) })
    }
    differences[section] += extents.differences(around: after, in: items)
    work.placesMoved += after.count + (shift == 0 ? 0 : extents.count - after.upperBound)
    var counted = work
    let change = LineBreaker.reformLines(
      by: rule, of: extents, upTo: items.upperBound, edited: edited, count: after.count,
      lines: firstLines[section]..<firstLines[section + 1], counting: &counted
    ) { lineItems[$0] }
    work = counted
    apply(change, to: section, itemShift: shift)
  }

  /// Gives section `section` another shape. O(items and sections).
  ///
  /// - Precondition: The section and the shape exist.
  public mutating func setShape(_ shape: Int, ofSection section: Int) {
    checkSection(section, "setShape(_:ofSection:)")
    checkShape(shape, "setShape(_:ofSection:)")
    let items = firstItems[section]..<firstItems[section + 1]
    let old = shapes[sectionShapes[section]].rule
    let new = shapes[shape].rule
    for place in items { extents[place] = extents[place].stored(by: new, before: old) }
    differences[section] = extents.differences(around: items, in: items)
    sectionShapes[section] = shape
    var change = LineBreaker.reformLines(
      by: new, of: extents, upTo: items.upperBound, edited: items.lowerBound..<items.lowerBound,
      count: items.count, lines: 0..<0, counting: &work
    ) { _ in 0 }
    change.replaced = firstLines[section]..<firstLines[section + 1]
    apply(change, to: section, itemShift: 0)
  }

  /// Puts lines in place, and moves everything behind them.
  private mutating func apply(_ change: LineChange, to section: Int, itemShift: Int) {
    let first = change.replaced.lowerBound
    let behind = first + change.lines.count
    let lineShift = change.lines.count - change.replaced.count
    lineItems.replaceSubrange(change.replaced, with: change.lines.lazy.map(\.firstPlace))
    thicknesses.replaceSubrange(change.replaced, with: change.lines.lazy.map(\.thickness))
    lineStarts.replaceSubrange(change.replaced, with: repeatElement(0, count: change.lines.count))
    firstLines[section + 1] += lineShift
    let spacing = shapes[sectionShapes[section]].rule.lineSpacing
    var start = origin(of: section)
    if first > firstLines[section] {
      start = lineStarts[first - 1] + thicknesses[first - 1] + spacing
    }
    for line in first..<behind {
      lineStarts[line] = start
      start = start + thicknesses[line] + spacing
    }
    // Later lines move as far as the next line, or as the section's end if it has no next line.
    let oldEnd = starts[section + 1]
    let shift: Double
    if behind < firstLines[section + 1] {
      shift = start - lineStarts[behind]
      starts[section + 1] += shift
    } else {
      starts[section + 1] = end(of: section)
      shift = starts[section + 1] - oldEnd
    }
    firstItems[section + 1] += itemShift
    work.placesMoved += change.lines.count + 1
    moveLines(from: behind, by: shift, itemShift: itemShift)
    moveSections(
      behind: section + 1, oldStart: oldEnd, by: shift, itemShift: itemShift, lineShift: lineShift)
    if shift == 0, itemShift == 0, lineShift != 0 { work.placesMoved += lineItems.count - behind }
    removeRounding()
  }

  /// Adds up all positions again if moves may have left large rounding errors.
  ///
  /// A move is exact if lengths are multiples of 1/64 point and no position has reached 2^47.
  /// Otherwise it adds a rounding error, a fraction of the present extent: too much once the
  /// content is much shorter.
  mutating func removeRounding() {
    longestExtent = max(longestExtent, extent)
    // The condition also holds for an extent of NaN.
    guard !(longestExtent < 0x1p47 && extent >= longestExtent / 4) else { return }
    for section in 0..<sectionCount {
      let spacing = shapes[sectionShapes[section]].rule.lineSpacing
      var start = origin(of: section)
      for line in firstLines[section]..<firstLines[section + 1] {
        lineStarts[line] = start
        start = start + thicknesses[line] + spacing
      }
      starts[section + 1] = end(of: section)
    }
    longestExtent = extent
    work.placesMoved += lineStarts.count + sectionCount
  }

  /// Returns the end of a section by its lines, in points.
  func end(of section: Int) -> Double {
    let shape = shapes[sectionShapes[section]]
    return starts[section] + (shape.leading + itemsExtent(of: section) + shape.trailing)
  }

  private mutating func moveLines(from first: Int, by shift: Double, itemShift: Int) {
    guard shift != 0 || itemShift != 0 else { return }
    for line in first..<lineStarts.count {
      lineStarts[line] += shift
      lineItems[line] += itemShift
    }
    work.placesMoved += lineStarts.count - first
  }

  /// Moves the sections behind `first`, which began at `oldStart` and has been moved.
  private mutating func moveSections(
    behind first: Int, oldStart: Double, by shift: Double, itemShift: Int, lineShift: Int
  ) {
    guard first < starts.count - 1, shift != 0 || itemShift != 0 || lineShift != 0 else { return }
    let newStart = starts[first]
    for section in first + 1..<starts.count {
      // Rounding is to give no extent to a section that has none.
      starts[section] =
        starts[section] == oldStart ? newStart : max(newStart, starts[section] + shift)
      firstItems[section] += itemShift
      firstLines[section] += lineShift
    }
    work.placesMoved += starts.count - first - 1
  }
}

extension ItemExtent {
  /// Returns the extent as `rule` stores it, from an extent that `old` stored or a new one. A list
  /// stores no `cross`; its items are as long as its line.
  fileprivate func stored(by rule: LineRule, before old: LineRule? = nil) -> ItemExtent {
    var extent = self
    if rule.isSingleColumn {
      extent.cross = 0
    } else if let old, old.isSingleColumn {
      extent.cross = old.available
    }
    return extent
  }
}

// MARK: Sections

extension FlatExtents {
  /// Adds a shape; its number is the count of shapes before. O(1) amortised.
  public mutating func appendShape(_ shape: SectionShape) { shapes.append(shape) }

  /// Puts another shape in the place of one that no section has. O(1).
  public mutating func replaceUnusedShape(_ number: Int, with shape: SectionShape) {
    shapes[number] = shape
  }

  /// Gives all shapes new values. O(items and sections).
  ///
  /// - Precondition: `newShapes` has as many shapes as there are.
  public mutating func replaceShapes(with newShapes: [SectionShape]) {
    checkShapeCount(newShapes.count)
    var fresh = FlatExtents()
    fresh.shapes = newShapes
    fresh.work = work
    for (section, shape) in sectionShapes.enumerated() {
      let old = shapes[shape].rule
      fresh.append(
        extents[firstItems[section]..<firstItems[section + 1]], shape: shape, before: old)
    }
    fresh.longestExtent = fresh.extent
    self = fresh
  }

  /// Replaces the sections `range` with `count` new ones. O(items and sections).
  public mutating func replaceSections(
    _ range: Range<Int>, count: Int, content: SectionContentSource, extents: ItemExtentsSource
  ) throws(LayoutError) {
    checkSections(range, "replaceSections(_:count:content:extents:)")
    var added = FlatExtents()
    added.shapes = shapes
    added.work = work
    for place in 0..<count {
      let given = try content(place)
      checkShape(given.shape, "replaceSections(_:count:content:extents:)")
      added.append(try given.extents(place, extents)[...], shape: given.shape, before: nil)
    }
    work = added.work
    splice(added, inPlaceOf: range)
  }

  /// Appends a section behind the others.
  mutating func append(_ content: ArraySlice<ItemExtent>, shape: Int, before old: LineRule?) {
    let rule = shapes[shape].rule
    let section = sectionCount
    let first = extents.count
    extents.append(contentsOf: content.lazy.map { $0.stored(by: rule, before: old) })
    let items = first..<extents.count
    let change = LineBreaker.reformLines(
      by: rule, of: extents, upTo: items.upperBound, edited: first..<first, count: items.count,
      lines: 0..<0, counting: &work
    ) { _ in 0 }
    sectionShapes.append(shape)
    differences.append(extents.differences(around: items, in: items))
    var start = origin(of: section)
    for line in change.lines {
      lineItems.append(line.firstPlace)
      lineStarts.append(start)
      thicknesses.append(line.thickness)
      start = start + line.thickness + rule.lineSpacing
    }
    firstItems.append(extents.count)
    firstLines.append(lineItems.count)
    starts.append(end(of: section))
    work.placesMoved += items.count + change.lines.count + 1
  }

  /// Puts the sections of `added` in place of `range`, and moves everything behind them.
  private mutating func splice(_ added: FlatExtents, inPlaceOf range: Range<Int>) {
    let count = added.sectionCount
    let start = starts[range.lowerBound]
    let firstItem = firstItems[range.lowerBound]
    let firstLine = firstLines[range.lowerBound]
    let items = firstItem..<firstItems[range.upperBound]
    let lines = firstLine..<firstLines[range.upperBound]
    let oldEnd = starts[range.upperBound]
    let shift = start + added.extent - oldEnd
    let ends = range.lowerBound + 1..<range.upperBound + 1
    extents.replaceSubrange(items, with: added.extents)
    lineItems.replaceSubrange(lines, with: added.lineItems.lazy.map { $0 + firstItem })
    lineStarts.replaceSubrange(lines, with: added.lineStarts.lazy.map { $0 + start })
    thicknesses.replaceSubrange(lines, with: added.thicknesses)
    sectionShapes.replaceSubrange(range, with: added.sectionShapes)
    differences.replaceSubrange(range, with: added.differences)
    starts.replaceSubrange(ends, with: added.starts[1...].lazy.map { $0 + start })
    firstItems.replaceSubrange(ends, with: added.firstItems[1...].lazy.map { $0 + firstItem })
    firstLines.replaceSubrange(ends, with: added.firstLines[1...].lazy.map { $0 + firstLine })
    let itemShift = added.extents.count - items.count
    if itemShift != 0 { work.placesMoved += extents.count - firstItem - added.extents.count }
    moveLines(from: firstLine + added.lineItems.count, by: shift, itemShift: itemShift)
    moveSections(
      behind: range.lowerBound + count, oldStart: oldEnd, by: shift, itemShift: itemShift,
      lineShift: added.lineItems.count - lines.count)
    removeRounding()
  }
}

extension FlatExtents {
  /// Applies edits of single items: a few one by one, more in one pass. O(items and sections).
  public mutating func exchangeItems(
    removed: [ItemPath], inserted: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    guard rewritesEverything(forEdits: removed.count + inserted.count + resized.count) else {
      exchangeOneByOne(removed: removed, inserted: inserted, resized: resized)
      return
    }
    rewrite(ItemEdits(removed: removed, inserted: inserted, resized: resized))
  }

  /// Returns a Boolean value that indicates whether one pass over everything costs less than the
  /// edits.
  public func rewritesEverything(forEdits count: Int) -> Bool { count >= Self.minimumForRewrite }

  /// The edits, each of which moves half of all items in the mean, from which a pass costs less.
  static var minimumForRewrite: Int { 8 }

  /// Writes all arrays once: lays out the edited sections, and moves the others.
  mutating func rewrite(_ edits: ItemEdits) {
    var edits = edits
    var after = FlatExtents()
    after.shapes = shapes
    after.work = work
    after.reserve(sections: sectionCount, items: extents.count, lines: lineItems.count)
    var next = 0
    while let edited = edits.next() {
      checkSection(edited.section, "exchangeItems(removed:inserted:resized:)")
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

  /// Appends sections of `other`, moved to the end of these.
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

extension FlatExtents {
  /// Removes and inserts sections: a few run by run, more in one pass. O(items and sections).
  public mutating func exchangeSections(
    removed: [Int], inserted: [(section: Int, source: Int?)],
    content: SectionContentSource, extents: ItemExtentsSource
  ) throws(LayoutError) {
    guard removed.count + inserted.count >= Self.minimumForRewrite else {
      return try exchangeSectionsInRuns(
        removed: removed, inserted: inserted, content: content, extents: extents)
    }
    let runs = SectionRuns(removed: removed, inserted: inserted, of: sectionCount, "FlatExtents")
    var after = FlatExtents()
    after.shapes = shapes
    after.work = work
    after.reserve(
      sections: sectionCount + inserted.count, items: self.extents.count, lines: lineItems.count)
    for run in runs.all {
      switch run {
      case .kept(let range): after.append(range, of: self)
      case .new(let place):
        let given = try content(place)
        checkShape(given.shape, "exchangeSections(removed:inserted:content:extents:)")
        after.append(try given.extents(place, extents)[...], shape: given.shape, before: nil)
      }
    }
    after.longestExtent = max(longestExtent, after.extent)
    after.removeRounding()
    self = after
  }
}
