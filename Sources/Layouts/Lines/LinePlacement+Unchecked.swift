import Changesets
import Geometry

extension LinePlacement {
  /// Appends the cells of `section`'s lines that overlap `rect`.
  ///
  /// Unchecked because appending a value that may own an object copies, counts and destroys a
  /// temporary for each cell: 37 ns a cell, against 8 in place. The buffer reserves memory for all
  /// places that the loop visits, and each place is written at most once.
  func append(
    _ section: ExtentBuffer.Section, _ scratch: borrowing ExtentBuffer, overlapping rect: Rect,
    to buffer: inout [LayoutAttributes]
  ) {
    guard section.lineCount > 0 else { return }
    let lines = section.firstLine..<section.firstLine + section.lineCount
    let window = Window(rect, style.axis)
    if style.isSingleColumn { return appendColumn(lines, scratch, in: window, to: &buffer) }
    let firstLine = scratch.lines[section.firstLine]
    let grid = spread(of: firstLine, scratch.extents[firstLine.firstExtent])
    var most = 0
    for number in lines {
      let line = scratch.lines[number]
      most += isLong(line) ? places(of: line, scratch, grid, in: window).count : line.itemCount
    }
    guard most > 0 else { return }
    buffer.append(addingCapacity: most) { cells in
      unsafe cells.withUnsafeMutableBufferPointer { cells, count in
        let first = unsafe cells.baseAddress.unsafelyUnwrapped
        var next = unsafe first
        for number in lines {
          let line = scratch.lines[number]
          let spread = isUniform ? grid : spread(of: line, scratch.extents[line.firstExtent])
          let places =
            isLong(line) ? places(of: line, scratch, grid, in: window) : 0..<line.itemCount
          unsafe append(line, places, spread, scratch, in: window, to: &next)
        }
        count = unsafe next - first
      }
    }
  }

  /// Appends the cells of a single column's lines: one each, all at one place across.
  private func appendColumn(
    _ lines: Range<Int>, _ scratch: borrowing ExtentBuffer, in window: Window,
    to buffer: inout [LayoutAttributes]
  ) {
    let length = max(available, 0)
    let cross = style.rounded(crossStart)
    guard length > 0, cross < window.crossEnd, window.crossStart < cross + length else { return }
    buffer.append(addingCapacity: lines.count) { cells in
      unsafe cells.withUnsafeMutableBufferPointer { cells, count in
        let first = unsafe cells.baseAddress.unsafelyUnwrapped
        var next = unsafe first
        for number in lines {
          let extent = scratch.lines[number].thickness
          // The item is as thick as its line, however it is aligned.
          let main = style.rounded(itemsStart + scratch.lines[number].start)
          guard main < window.mainEnd, window.mainStart < main + extent else { continue }
          let path = ItemPath(section: section, item: scratch.lines[number].firstItem)
          unsafe LayoutAttributes.initialize(
            next, toCell: path,
            frame: style.frame(main: main, mainExtent: extent, cross: cross, length))
          unsafe next += 1
        }
        count = unsafe next - first
      }
    }
  }

  /// A rectangle along and across the scroll direction.
  private struct Window {
    let mainStart: Double
    let mainEnd: Double
    let crossStart: Double
    let crossEnd: Double

    init(_ rect: Rect, _ axis: Axis) {
      mainStart = rect.min(axis)
      mainEnd = rect.max(axis)
      crossStart = rect.min(axis.crossing)
      crossEnd = rect.max(axis.crossing)
    }
  }

  /// Returns a Boolean value that indicates whether a line has so many equal items that computing
  /// the visible ones pays.
  @inline(__always)
  private func isLong(_ line: ExtentBuffer.Line) -> Bool { line.itemCount > 64 && line.isEqual }

  /// Returns the places of a long line's items that can overlap `window`, and a few beside them.
  ///
  /// Equal arguments give equal answers: the caller reserves memory by them. O(1).
  @inline(never)
  private func places(
    of line: ExtentBuffer.Line, _ scratch: borrowing ExtentBuffer, _ grid: Spread,
    in window: Window
  ) -> Range<Int> {
    let extent = scratch.extents[line.firstExtent]
    let length = crossExtent(of: extent)
    guard length > 0 else { return 0..<0 }
    let spread = isUniform ? grid : spread(of: line, extent)
    let step = length + spread.gap
    // A gap below 0 is the tolerance of a line's length, which may exceed an item's length.
    guard step >= length / 2 else { return 0..<line.itemCount }
    let first = crossStart + spread.start
    let pixel = style.pixelScale.map { 1 / $0 } ?? 0
    // Frames are sums and products that round; so do the quotients.
    let slack = 2 + 0x1p-48 * (first / step + Double(line.itemCount))
    // A position just before a pixel counts as on it.
    let start = window.crossStart - pixel * pixelSlack
    let low = (start - length - first) / step - slack
    let high = (window.crossEnd + pixel - first) / step + slack
    let count = Double(line.itemCount)
    // All places if a quotient is NaN.
    let lower = low > 0 ? (low < count ? Int(low) : line.itemCount) : 0
    let upper = high < count ? (high > 0 ? Int(high) + 1 : 0) : line.itemCount
    return lower..<max(lower, upper)
  }

  @inline(__always)
  private func append(
    _ line: ExtentBuffer.Line, _ places: Range<Int>, _ spread: Spread,
    _ scratch: borrowing ExtentBuffer, in window: Window,
    to next: inout UnsafeMutablePointer<LayoutAttributes>
  ) {
    let first = scratch.extents[line.firstExtent]
    guard line.isEqual else {
      var before = 0.0
      for place in 0..<line.itemCount {
        let extent = scratch.extents[line.firstExtent + place]
        unsafe append(extent, after: before, place, spread, line, in: window, to: &next)
        before += extent.cross
      }
      return
    }
    unsafe append(equal: first, line, places, spread, in: window, to: &next)
  }

  /// Appends the cells of a line of equal items, which all begin at one position along the scroll
  /// direction.
  @inline(__always)
  private func append(
    equal extent: ItemExtent, _ line: ExtentBuffer.Line, _ places: Range<Int>, _ spread: Spread,
    in window: Window, to next: inout UnsafeMutablePointer<LayoutAttributes>
  ) {
    let main = mainOrigin(of: extent, line)
    let length = crossExtent(of: extent)
    // A line can hold any number of items without length, and none of them is visible.
    guard length > 0, main < window.mainEnd, window.mainStart < main + extent.main else { return }
    let start = Point(x: crossStart + spread.start, y: main)
    let size = Size(width: length, height: extent.main)
    if style.axis == .vertical {
      unsafe append(
        line, places, start, size, spread.gap, in: window, to: &next
      ) { Rect(origin: $0, size: $1) }
    } else {
      unsafe append(
        line, places, start, size, spread.gap, in: window, to: &next
      ) { Rect(x: $0.y, y: $0.x, width: $1.height, height: $1.width) }
    }
  }

  /// Appends the cells of a line of equal items, in the coordinates of a vertical layout.
  @inline(__always)
  private func append(
    _ line: ExtentBuffer.Line, _ places: Range<Int>, _ start: Point, _ size: Size, _ gap: Double,
    in window: Window, to next: inout UnsafeMutablePointer<LayoutAttributes>,
    frame: (Point, Size) -> Rect
  ) {
    var origin = start
    for place in places {
      origin.x = style.rounded(start.x + Double(place) * size.width + Double(place) * gap)
      guard origin.x < window.crossEnd, window.crossStart < origin.x + size.width else { continue }
      let path = ItemPath(section: section, item: line.firstItem &+ place)
      unsafe LayoutAttributes.initialize(next, toCell: path, frame: frame(origin, size))
      unsafe next += 1
    }
  }

  @inline(__always)
  private func append(
    _ extent: ItemExtent, after before: Double, _ place: Int, _ spread: Spread,
    _ line: ExtentBuffer.Line, in window: Window,
    to next: inout UnsafeMutablePointer<LayoutAttributes>
  ) {
    let main = mainOrigin(of: extent, line)
    let cross = crossOrigin(after: before, place, spread)
    let crossExtent = crossExtent(of: extent)
    // Edges that only touch do not overlap, along and across (FL-30).
    guard extent.main > 0, crossExtent > 0, main < window.mainEnd,
      window.mainStart < main + extent.main, cross < window.crossEnd,
      window.crossStart < cross + crossExtent
    else { return }
    unsafe LayoutAttributes.initialize(
      next, toCell: ItemPath(section: section, item: line.firstItem &+ place),
      frame: style.frame(main: main, mainExtent: extent.main, cross: cross, crossExtent))
    unsafe next += 1
  }
}
