/// The items and lines of one section of `NestedExtents`.
///
/// A list keeps `mains` and `starts` only, 16 bytes an item. Any other section keeps `extents` and
/// `lines`, 16 bytes an item and 24 a line.
struct NestedSection: SectionLines, Sendable {
  /// A line of a section that is no list.
  struct Line: Hashable, Sendable {
    /// The position of its first item.
    var firstItem: Int
    /// The position of its beginning, in points from the first line.
    var start: Double
    /// The largest `main` of its items, in points.
    var thickness: Double
  }

  /// The number of its shape.
  var shape: Int
  /// The number of items that differ from the item before.
  var differences = 0
  /// The extents of the items; empty for a list.
  var extents: [ItemExtent] = []
  /// Its lines; empty for a list.
  var lines: [Line] = []
  /// The `main` of a list's items, in points.
  var mains: [Double] = []
  /// The beginnings of a list's items, in points from the first.
  var starts: [Double] = []

  // MARK: Queries

  /// The number of items. O(1).
  var itemCount: Int { extents.count + mains.count }

  /// The number of lines. O(1).
  var lineCount: Int { lines.count + starts.count }

  /// A Boolean value that indicates whether all items have equal extents; true without items.
  var isUniform: Bool { differences == 0 }

  /// The extent of the lines and the spacing between them, in points. O(1).
  var itemsExtent: Double {
    let count = lineCount
    return count == 0 ? 0 : start(ofLine: count - 1) + thickness(ofLine: count - 1)
  }

  /// Returns the position at which a line begins, in points from the first.
  @inline(__always)
  func start(ofLine line: Int) -> Double { mains.isEmpty ? lines[line].start : starts[line] }

  /// Returns the largest `main` on a line, in points.
  @inline(__always)
  func thickness(ofLine line: Int) -> Double { mains.isEmpty ? lines[line].thickness : mains[line] }

  /// Returns the line of an item that exists. O(log lines).
  func line(ofItem item: Int, counting visited: inout Int) -> Int {
    guard mains.isEmpty else { return item }
    return lines.indices.firstPlace(counting: &visited) { lines[$0].firstItem > item } - 1
  }

  /// Returns the extent of an item that exists; all of a list are as long as its line.
  func extent(ofItem item: Int, rule: LineRule) -> ItemExtent {
    mains.isEmpty ? extents[item] : ItemExtent(cross: rule.available, main: mains[item])
  }

  /// Returns the extents of all items. O(items).
  func allExtents(rule: LineRule) -> [ItemExtent] {
    mains.isEmpty ? extents : mains.map { ItemExtent(cross: rule.available, main: $0) }
  }

  /// Appends a line that exists.
  func append(line: Int, rule: LineRule, to buffer: inout ExtentBuffer) {
    guard mains.isEmpty else {
      buffer.appendLine(
        ofSingle: line, extent(ofItem: line, rule: rule), start: starts[line],
        itemCount: mains.count)
      return
    }
    let isLast = line == lines.count - 1
    let end = isLast ? extents.count : lines[line + 1].firstItem
    buffer.appendLine(
      lines[line].firstItem..<end, of: extents, origin: 0, start: lines[line].start,
      thickness: lines[line].thickness, isEqual: isUniform, isLast: isLast)
  }
}

extension NestedSection {
  /// Replaces the items `range` with `newExtents`. O(items behind, which move + formed lines), and
  /// a scan of the lines behind up to one that begins where it did.
  mutating func replaceItems(
    _ range: Range<Int>, with newExtents: [ItemExtent], rule: LineRule,
    counting work: inout ExtentWork
  ) {
    let shift = newExtents.count - range.count
    work.placesMoved += newExtents.count + (shift == 0 ? 0 : itemCount - range.upperBound)
    if rule.isSingleColumn {
      replaceListItems(range, with: newExtents, rule: rule, counting: &work)
      return
    }
    differences -= extents.differences(around: range, in: extents.indices)
    extents.replaceSubrange(range, with: newExtents)
    differences += extents.differences(
      around: range.lowerBound..<range.lowerBound + newExtents.count, in: extents.indices)
    let change = LineBreaker.reformLines(
      by: rule, of: extents, upTo: extents.count, edited: range, count: newExtents.count,
      lines: lines.indices, counting: &work
    ) { lines[$0].firstItem }
    apply(change, shift: shift, spacing: rule.lineSpacing, counting: &work)
  }

  private mutating func apply(
    _ change: LineChange, shift: Int, spacing: Double, counting work: inout ExtentWork
  ) {
    let first = change.replaced.lowerBound
    let behind = first + change.lines.count
    let isMoving = change.lines.count != change.replaced.count
    lines.replaceSubrange(
      change.replaced,
      with: change.lines.lazy.map {
        Line(firstItem: $0.firstPlace, start: 0, thickness: $0.thickness)
      })
    if shift != 0 {
      for line in behind..<lines.count { lines[line].firstItem += shift }
    }
    if shift != 0 || isMoving { work.placesMoved += lines.count - behind }
    updateLineStarts(from: first, setBefore: behind, spacing: spacing, counting: &work)
  }

  /// Adds up the beginnings of the lines from `first` on. Lines before `end` have no beginning yet;
  /// those from there on hold the beginnings before the edit.
  private mutating func updateLineStarts(
    from first: Int, setBefore end: Int, spacing: Double, counting work: inout ExtentWork
  ) {
    var line = first
    var start = line == 0 ? 0 : lines[line - 1].start + lines[line - 1].thickness + spacing
    while line < lines.count {
      // Behind a line that stays, the same additions give the same sums.
      if line >= end, lines[line].start == start { return }
      lines[line].start = start
      start = start + lines[line].thickness + spacing
      line += 1
      work.placesMoved += 1
    }
  }

  private mutating func replaceListItems(
    _ range: Range<Int>, with newExtents: [ItemExtent], rule: LineRule,
    counting work: inout ExtentWork
  ) {
    let end = range.lowerBound + newExtents.count
    differences -= mains.differences(around: range, in: mains.indices)
    mains.replaceSubrange(range, with: newExtents.lazy.map(\.main))
    differences += mains.differences(around: range.lowerBound..<end, in: mains.indices)
    starts.replaceSubrange(range, with: repeatElement(0, count: newExtents.count))
    work.itemsRebroken += newExtents.count
    work.linesRebroken += newExtents.count
    updateStarts(from: range.lowerBound, setBefore: end, spacing: rule.lineSpacing, counting: &work)
  }

  /// Adds up the beginnings of a list's items as `updateLineStarts` does.
  private mutating func updateStarts(
    from first: Int, setBefore end: Int, spacing: Double, counting work: inout ExtentWork
  ) {
    var item = first
    var start = item == 0 ? 0 : starts[item - 1] + mains[item - 1] + spacing
    while item < mains.count {
      if item >= end, starts[item] == start { return }
      starts[item] = start
      start = start + mains[item] + spacing
      item += 1
      work.placesMoved += 1
    }
  }

  /// Lays the items out by another rule.
  ///
  /// The items of a section that was a list are as long as its line was.
  mutating func changeRule(from old: LineRule, to new: LineRule, counting work: inout ExtentWork) {
    guard old != new, itemCount > 0 else { return }
    if old.isSingleColumn != new.isSingleColumn {
      var content = extents
      if old.isSingleColumn {
        content = mains.map { ItemExtent(cross: old.available, main: $0) }
      }
      self = NestedSection(shape: shape)
      replaceItems(0..<0, with: content, rule: new, counting: &work)
    } else if new.isSingleColumn {
      updateStarts(from: 0, setBefore: mains.count, spacing: new.lineSpacing, counting: &work)
    } else {
      formLines(by: new, counting: &work)
    }
  }

  /// Forms all lines of the section.
  private mutating func formLines(by rule: LineRule, counting work: inout ExtentWork) {
    lines.removeAll(keepingCapacity: true)
    let change = LineBreaker.reformLines(
      by: rule, of: extents, upTo: extents.count, edited: 0..<0, count: extents.count,
      lines: 0..<0, counting: &work
    ) { _ in 0 }
    apply(change, shift: 0, spacing: rule.lineSpacing, counting: &work)
  }
}
