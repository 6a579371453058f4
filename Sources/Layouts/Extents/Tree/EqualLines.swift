/// The lines of items of one extent, computed by arithmetic for any number of items.
struct EqualLines {
  let extent: ItemExtent
  let count: Int
  let rule: LineRule
  /// The number of items on a full line.
  let itemsPerLine: Int
  /// The number of lines.
  let lineCount: Int
  /// The distance between the beginnings of two lines, in points; finite, so that the first line
  /// always begins at 0.
  let step: Double

  init(_ extent: ItemExtent, count: Int, _ rule: LineRule) {
    self.extent = extent
    self.count = count
    self.rule = rule
    itemsPerLine = rule.itemsPerLine(cross: extent.cross)
    lineCount = count == 0 ? 0 : (count - 1) / itemsPerLine + 1
    step = min(extent.main + rule.lineSpacing, .greatestFiniteMagnitude)
  }

  /// Returns the position at which line number `line` begins, in points.
  func start(ofLine line: Int) -> Double { Double(line) * step }

  /// The number of items on the last line.
  var lastLineItemCount: Int { count - (lineCount - 1) * itemsPerLine }

  /// The length of the last line's items and the gaps between them, in points.
  var lastLineUsed: Double { rule.length(of: lastLineItemCount, cross: extent.cross) }

  /// Finds the first line for which `isBehind` holds. O(1).
  ///
  /// - Parameters:
  ///   - offset: About where it is, in points from the beginning of the first line.
  ///   - isBehind: Holds for a line only if it does for all behind it.
  /// - Returns: The line; `lineCount` if `isBehind` holds for none.
  @inline(__always)
  private func firstLine(near offset: Double, where isBehind: (Int) -> Bool) -> Int {
    let guess = offset / step
    var line = guess < Double(lineCount) ? Int(max(guess, 0)) : lineCount
    // The division rounds; the definition decides.
    while line < lineCount, !isBehind(line) { line &+= 1 }
    while line > 0, isBehind(line &- 1) { line &-= 1 }
    return line
  }
}

/// The place of a run of lines in its section.
struct LinesOrigin {
  /// The position of its first item in the section.
  var firstItem: Int
  /// The position of its first line, in points from the section's first line.
  var start: Double
  /// The number of items of the whole section.
  var itemCount: Int
}

extension EqualLines {
  /// Appends the lines that overlap `start`..<`end`, in points from the section's first line.
  func append(
    from start: Double, to end: Double, _ origin: LinesOrigin, into buffer: inout ExtentBuffer
  ) {
    guard extent.main > 0 else { return }
    // The sums by which lines are placed decide, so that what is placed in the range is appended.
    let first = firstLine(near: start - origin.start) {
      origin.start + self.start(ofLine: $0) + extent.main > start
    }
    let last = firstLine(near: end - origin.start) { origin.start + self.start(ofLine: $0) >= end }
    guard first < last else { return }
    let firstExtent = buffer.extents.count
    buffer.lines.append(addingCapacity: last &- first) { lines in
      for line in first..<last {
        let position = origin.start + self.start(ofLine: line)
        lines.append(self.line(line, at: position, origin, firstExtent))
      }
    }
    buffer.placesVisited += last &- first
    buffer.extents.append(commonExtent)
  }

  /// The extent that all items report: in a single column, with the line's length.
  private var commonExtent: ItemExtent {
    ItemExtent(cross: rule.isSingleColumn ? rule.available : extent.cross, main: extent.main)
  }

  /// Returns line number `line`, which begins at `position`; its extent is in the buffer, or will
  /// be.
  @inline(__always)
  private func line(
    _ line: Int, at position: Double, _ origin: LinesOrigin, _ firstExtent: Int
  ) -> ExtentBuffer.Line {
    let first = line &* itemsPerLine
    let items = min(itemsPerLine, count &- first)
    return ExtentBuffer.Line(
      firstItem: origin.firstItem &+ first, itemCount: items, start: position,
      thickness: extent.main, crossSum: Double(items) * commonExtent.cross,
      firstExtent: firstExtent, isEqual: true,
      isLast: origin.firstItem &+ first &+ items == origin.itemCount)
  }

  /// Appends one line.
  func append(line: Int, _ origin: LinesOrigin, into buffer: inout ExtentBuffer) {
    buffer.placesVisited += 1
    buffer.lines.append(
      self.line(line, at: origin.start + start(ofLine: line), origin, buffer.extents.count))
    buffer.extents.append(commonExtent)
  }
}
