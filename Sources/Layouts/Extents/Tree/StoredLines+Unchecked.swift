/// The lines of stored lengths, broken as they are read: a chunk stores no line starts.
///
/// Unchecked because breaking a line takes one addition and one comparison an item. A bounds check
/// and retaining the array would take most of the time. Every index is below `count`, which the
/// buffer holds, and `with(_:_:_:)` keeps the array alive.
@safe
struct StoredLines<Value: StoredLength> {
  private let values: UnsafeBufferPointer<Value>
  private let rule: LineRule
  /// The number of items.
  private let count: Int

  /// Calls `body` with the lines of `values`.
  @inline(__always)
  static func with<Answer>(
    _ values: [Value], _ rule: LineRule, _ body: (StoredLines) -> Answer
  ) -> Answer {
    unsafe values.withUnsafeBufferPointer { unsafe body(StoredLines($0, rule)) }
  }

  private init(_ values: UnsafeBufferPointer<Value>, _ rule: LineRule) {
    unsafe self.values = values
    self.rule = rule
    count = rule.isSingleColumn ? values.count : values.count / 2
  }

  @inline(__always)
  private func value(_ place: Int) -> Double {
    unsafe values.baseAddress.unsafelyUnwrapped[place].points
  }

  @inline(__always)
  func extent(at item: Int) -> ItemExtent {
    rule.isSingleColumn
      ? ItemExtent(cross: rule.available, main: value(item))
      : ItemExtent(cross: value(2 &* item), main: value(2 &* item &+ 1))
  }

  /// Returns the sums of all lines, added up as a builder does.
  func sums() -> LineSums {
    var sums = LineSums()
    if rule.isSingleColumn {
      for item in 0..<count { sums.extent += value(item) + rule.lineSpacing }
      sums.count = count
      return sums
    }
    var item = 0
    while item < count {
      let line = line(from: item, at: sums.extent)
      sums.extent += line.thickness + rule.lineSpacing
      sums.lastUsed = line.used
      sums.count &+= 1
      item = line.end
    }
    return sums
  }

  func feed(_ range: Range<Int>, to builder: inout ChunkBuilder) {
    for item in range { builder.append(extent(at: item)) }
  }

  /// A line and its beginning, in points from the chunk's first line.
  private struct Line {
    var first = 0
    var end = 0
    var start = 0.0
    var thickness = 0.0
    var crossSum = 0.0
    /// The length of its items and the gaps between them.
    var used = 0.0
  }

  /// Returns the line that begins with item `first`, `start` points from the chunk's beginning.
  @inline(__always)
  private func line(from first: Int, at start: Double) -> Line {
    var line = Line(first: first, end: first + 1, start: start)
    line.crossSum = value(2 &* first)
    line.thickness = value(2 &* first &+ 1)
    line.used = line.crossSum
    while line.end < count {
      let cross = value(2 &* line.end)
      guard rule.fits(cross, after: line.used) else { break }
      line.used = line.used + rule.interitemSpacing + cross
      line.crossSum += cross
      line.thickness = max(line.thickness, value(2 &* line.end &+ 1))
      line.end &+= 1
    }
    return line
  }

  func append(
    from start: Double, to end: Double, _ origin: LinesOrigin, into buffer: inout ExtentBuffer
  ) {
    if rule.isSingleColumn {
      return appendColumn(from: start, to: end, origin, into: &buffer)
    }
    var position = 0.0
    var item = 0
    while item < count, origin.start + position < end {
      let line = line(from: item, at: position)
      if line.thickness > 0, origin.start + position + line.thickness > start {
        append(line, origin, into: &buffer)
      }
      position += line.thickness + rule.lineSpacing
      item = line.end
    }
    buffer.placesVisited += item
  }

  private func appendColumn(
    from start: Double, to end: Double, _ origin: LinesOrigin, into buffer: inout ExtentBuffer
  ) {
    var position = 0.0
    var item = 0
    while item < count, !(origin.start + position + value(item) > start) {
      position += value(item) + rule.lineSpacing
      item &+= 1
    }
    let first = item
    let firstExtent = buffer.extents.count
    // All lines in one go, then all extents: appending one by one looks for room each time.
    buffer.lines.append(addingCapacity: count &- first) { lines in
      while item < count, origin.start + position < end {
        let main = value(item)
        if main > 0 {
          lines.append(
            line(item: item, main, at: position, origin, firstExtent &+ lines.count))
        }
        position += main + rule.lineSpacing
        item &+= 1
      }
    }
    buffer.extents.append(addingCapacity: item &- first) { extents in
      for item in first..<item {
        let main = value(item)
        if main > 0 { extents.append(ItemExtent(cross: rule.available, main: main)) }
      }
    }
    buffer.placesVisited += item
  }

  func append(lineOf item: Int, _ origin: LinesOrigin, into buffer: inout ExtentBuffer) {
    var position = 0.0
    if rule.isSingleColumn {
      for before in 0..<item { position += value(before) + rule.lineSpacing }
      buffer.placesVisited += item
      return append(item: item, at: position, origin, into: &buffer)
    }
    var line = line(from: 0, at: 0)
    while line.end <= item {
      position += line.thickness + rule.lineSpacing
      line = self.line(from: line.end, at: position)
    }
    buffer.placesVisited += line.end
    append(line, origin, into: &buffer)
  }

  private func append(_ line: Line, _ origin: LinesOrigin, into buffer: inout ExtentBuffer) {
    buffer.lines.append(
      ExtentBuffer.Line(
        firstItem: origin.firstItem + line.first, itemCount: line.end - line.first,
        start: origin.start + line.start, thickness: line.thickness, crossSum: line.crossSum,
        firstExtent: buffer.extents.count, isEqual: false,
        isLast: origin.firstItem + line.end == origin.itemCount))
    for item in line.first..<line.end { buffer.extents.append(extent(at: item)) }
  }

  /// Appends the line of one item of a single column.
  @inline(__always)
  private func append(
    item: Int, at position: Double, _ origin: LinesOrigin, into buffer: inout ExtentBuffer
  ) {
    let extent = ItemExtent(cross: rule.available, main: value(item))
    buffer.lines.append(line(item: item, extent.main, at: position, origin, buffer.extents.count))
    buffer.extents.append(extent)
  }

  /// Returns the line of one item of a single column, `main` points thick.
  @inline(__always)
  private func line(
    item: Int, _ main: Double, at position: Double, _ origin: LinesOrigin, _ firstExtent: Int
  ) -> ExtentBuffer.Line {
    ExtentBuffer.Line(
      firstItem: origin.firstItem + item, itemCount: 1, start: origin.start + position,
      thickness: main, crossSum: rule.available, firstExtent: firstExtent, isEqual: true,
      isLast: origin.firstItem + item + 1 == origin.itemCount)
  }
}

/// Lines, counted and added up.
struct LineSums {
  var count = 0
  /// Their extent, with the line spacing behind each of them, in points.
  var extent = 0.0
  /// The length of the last line's items and the gaps between them, in points.
  var lastUsed = 0.0
}
