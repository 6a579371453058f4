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

  /// Returns the first line that ends behind `offset`; `lineCount` if none does. O(1).
  @inline(__always)
  func firstLine(endingAfter offset: Double) -> Int {
    guard extent.main > 0 else { return lineCount }
    guard offset >= step else { return offset < extent.main ? 0 : min(1, lineCount) }
    let guess = offset / step
    guard guess < Double(lineCount) else { return lineCount }
    var line = Int(guess)
    // The division rounds; the definition decides.
    while line < lineCount, !(start(ofLine: line) + extent.main > offset) { line += 1 }
    while line > 0, start(ofLine: line - 1) + extent.main > offset { line -= 1 }
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
    var line = firstLine(endingAfter: start - origin.start)
    // Rounding may let a line that ended behind the difference end at the sum.
    while line < lineCount, !(origin.start + self.start(ofLine: line) + extent.main > start) {
      line += 1
    }
    let last = endLine(from: line, to: end, origin)
    guard line < last else { return }
    let firstExtent = buffer.extents.count
    buffer.lines.append(addingCapacity: last &- line) { lines in
      for line in line..<last {
        let position = origin.start + self.start(ofLine: line)
        lines.append(self.line(line, at: position, origin, firstExtent))
      }
    }
    buffer.placesVisited += last &- line
    buffer.extents.append(commonExtent)
  }

  /// Returns the first line from `line` on that begins at `end` or behind it; `lineCount` if none
  /// does. O(1).
  @inline(__always)
  private func endLine(from line: Int, to end: Double, _ origin: LinesOrigin) -> Int {
    let guess = (end - origin.start) / step
    var last = guess < Double(lineCount) ? max(line, Int(max(guess, 0))) : lineCount
    // The division rounds; the definition decides.
    while last < lineCount, origin.start + start(ofLine: last) < end { last &+= 1 }
    while last > line, !(origin.start + start(ofLine: last &- 1) < end) { last &-= 1 }
    return last
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
