import Changesets
import Geometry

extension LinePlacement {
  /// Appends the cells of `section`'s lines that overlap `rect`.
  ///
  /// Unchecked because appending a value that may own an object copies, counts and destroys a
  /// temporary for each cell: 37 ns a cell, against 8 where it is made in place. The memory is the
  /// buffer's own, reserved for all items of all lines, and each is written at most once.
  func append(
    _ section: ExtentBuffer.Section, _ scratch: borrowing ExtentBuffer, overlapping rect: Rect,
    to buffer: inout [LayoutAttributes]
  ) {
    let lines = section.firstLine..<section.firstLine + section.lineCount
    var most = 0
    for line in lines { most += scratch.lines[line].itemCount }
    guard most > 0 else { return }
    let window = Window(rect, style.axis)
    let firstLine = scratch.lines[section.firstLine]
    let grid = spread(of: firstLine, scratch.extents[firstLine.firstExtent])
    buffer.append(addingCapacity: most) { cells in
      unsafe cells.withUnsafeMutableBufferPointer { cells, count in
        let first = unsafe cells.baseAddress.unsafelyUnwrapped
        var next = unsafe first
        for number in lines {
          let line = scratch.lines[number]
          let spread = isUniform ? grid : spread(of: line, scratch.extents[line.firstExtent])
          unsafe append(line, spread, scratch, in: window, to: &next)
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

  @inline(__always)
  private func append(
    _ line: ExtentBuffer.Line, _ spread: Spread, _ scratch: borrowing ExtentBuffer,
    in window: Window, to next: inout UnsafeMutablePointer<LayoutAttributes>
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
    unsafe append(equal: first, line, spread, in: window, to: &next)
  }

  /// Appends the cells of a line of equal items: all have one place along the scroll direction.
  @inline(__always)
  private func append(
    equal extent: ItemExtent, _ line: ExtentBuffer.Line, _ spread: Spread, in window: Window,
    to next: inout UnsafeMutablePointer<LayoutAttributes>
  ) {
    let main = mainOrigin(of: extent, line)
    let length = crossExtent(of: extent)
    // A line of items without length can have any number of them, and shows none.
    guard length > 0, extent.main > 0, main < window.mainEnd,
      window.mainStart < main + extent.main
    else { return }
    let start = Point(x: crossStart + spread.start, y: main)
    let size = Size(width: length, height: extent.main)
    if style.axis == .vertical {
      unsafe append(
        line, start, size, spread.gap, in: window, to: &next
      ) { Rect(origin: $0, size: $1) }
    } else {
      unsafe append(
        line, start, size, spread.gap, in: window, to: &next
      ) { Rect(x: $0.y, y: $0.x, width: $1.height, height: $1.width) }
    }
  }

  /// Appends the cells of a line of equal items, given as if the layout scrolled vertically.
  @inline(__always)
  private func append(
    _ line: ExtentBuffer.Line, _ start: Point, _ size: Size, _ gap: Double, in window: Window,
    to next: inout UnsafeMutablePointer<LayoutAttributes>, frame: (Point, Size) -> Rect
  ) {
    var origin = start
    for place in 0..<line.itemCount {
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
    // FL-30, along and across.
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
