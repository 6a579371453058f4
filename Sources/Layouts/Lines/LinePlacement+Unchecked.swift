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
        for number in lines {
          let line = scratch.lines[number]
          let spread = isUniform ? grid : spread(of: line, scratch.extents[line.firstExtent])
          unsafe append(line, spread, scratch, in: window, to: cells, &count)
        }
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
    in window: Window, to cells: UnsafeMutableBufferPointer<LayoutAttributes>, _ count: inout Int
  ) {
    let first = scratch.extents[line.firstExtent]
    guard line.isEqual else {
      var before = 0.0
      for place in 0..<line.itemCount {
        let extent = scratch.extents[line.firstExtent + place]
        unsafe append(extent, after: before, place, spread, line, in: window, to: cells, &count)
        before += extent.cross
      }
      return
    }
    unsafe append(equal: first, line, spread, in: window, to: cells, &count)
  }

  /// Appends the cells of a line of equal items: all have one place along the scroll direction.
  @inline(__always)
  private func append(
    equal extent: ItemExtent, _ line: ExtentBuffer.Line, _ spread: Spread, in window: Window,
    to cells: UnsafeMutableBufferPointer<LayoutAttributes>, _ count: inout Int
  ) {
    let main = origin(of: extent, after: 0, 0, spread, line).main
    let length = crossExtent(of: extent)
    // A line of items without length can have any number of them, and shows none.
    guard length > 0, extent.main > 0, main < window.mainEnd,
      window.mainStart < main + extent.main
    else { return }
    for place in 0..<line.itemCount {
      let before = Double(place) * extent.cross
      let cross = origin(of: extent, after: before, place, spread, line).cross
      guard cross < window.crossEnd, window.crossStart < cross + length else { continue }
      unsafe LayoutAttributes.initialize(
        cells.baseAddress.unsafelyUnwrapped + count,
        toCell: ItemPath(section: section, item: line.firstItem &+ place),
        frame: style.frame(main: main, mainExtent: extent.main, cross: cross, length))
      count &+= 1
    }
  }

  @inline(__always)
  private func append(
    _ extent: ItemExtent, after before: Double, _ place: Int, _ spread: Spread,
    _ line: ExtentBuffer.Line, in window: Window,
    to cells: UnsafeMutableBufferPointer<LayoutAttributes>, _ count: inout Int
  ) {
    let (main, cross) = origin(of: extent, after: before, place, spread, line)
    let crossExtent = crossExtent(of: extent)
    // FL-30, along and across.
    guard extent.main > 0, crossExtent > 0, main < window.mainEnd,
      window.mainStart < main + extent.main, cross < window.crossEnd,
      window.crossStart < cross + crossExtent
    else { return }
    let path = ItemPath(section: section, item: line.firstItem + place)
    let frame = style.frame(main: main, mainExtent: extent.main, cross: cross, crossExtent)
    unsafe LayoutAttributes.initialize(
      cells.baseAddress.unsafelyUnwrapped + count, toCell: path, frame: frame)
    count += 1
  }
}
