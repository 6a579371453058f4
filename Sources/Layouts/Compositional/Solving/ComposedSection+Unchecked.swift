import Changesets
import Geometry

extension ComposedSection {
  /// Appends the cells of `section`'s lines that overlap `rect`.
  ///
  /// Unchecked because appending a value that may own an object copies, counts and destroys a
  /// temporary for each cell, as in `LinePlacement`. The buffer reserves memory for all places that
  /// the loop visits, and each place is written at most once.
  func appendCells(
    _ section: ExtentBuffer.Section, _ scratch: borrowing ExtentBuffer, overlapping rect: Rect,
    to buffer: inout [LayoutAttributes]
  ) {
    let lines = section.firstLine..<section.firstLine + section.lineCount
    switch template.arrangement {
    case .fixed, .lines:
      template.appendCells(
        section, scratch, itemsStart: itemsStart, style, overlapping: rect, to: &buffer)
    case .orthogonal where !template.measuresGroups:
      for number in lines {
        let line = orthogonalLine(scratch.lines[number])
        template.forEachCell(of: line, at: offset, style, overlapping: rect) { cell in
          buffer.append(LayoutAttributes(cell))
        }
      }
    case .wrapping, .measured, .orthogonal:
      let path = number
      forEachItem(section, scratch, near: rect) { place in
        guard place.frame.overlaps(rect) else { return }
        var cell = LayoutAttributes(
          cell: ItemPath(section: path, item: place.item), frame: place.frame)
        cell.zIndex = item(at: place.place).zIndex
        buffer.append(cell)
      }
    }
  }
}

extension SectionTemplate {
  /// Appends the cells of `section`'s lines that overlap `rect`: groups that follow each other along
  /// the scroll direction, the first of which begins at `itemsStart`.
  func appendCells(
    _ section: ExtentBuffer.Section, _ scratch: borrowing ExtentBuffer, itemsStart: Double,
    _ style: LineStyle, overlapping rect: Rect, to buffer: inout [LayoutAttributes]
  ) {
    let lines = section.firstLine..<section.firstLine + section.lineCount
    var most = 0
    for number in lines { most += scratch.lines[number].itemCount }
    guard most > 0 else { return }
    let sizesThemselves = arrangement == .lines
    // Copied, as the closure would otherwise retain the template and the whole buffer.
    let (items, scratchLines) = (items, scratch.lines)
    let extents = sizesThemselves ? scratch.extents : []
    let axis = style.axis
    let (mainStart, mainEnd) = (rect.min(axis), rect.max(axis))
    let (crossStart, crossEnd) = (rect.min(axis.crossing), rect.max(axis.crossing))
    buffer.append(addingCapacity: most) { cells in
      unsafe cells.withUnsafeMutableBufferPointer { cells, count in
        let first = unsafe cells.baseAddress.unsafelyUnwrapped
        var next = unsafe first
        for number in lines {
          let line = scratchLines[number]
          let start = itemsStart + line.start
          for place in 0..<line.itemCount {
            let item = items[place]
            let main = style.rounded(start + item.start)
            let cross = style.rounded(item.crossStart)
            var extent = item.extent
            if sizesThemselves {
              extent = extents[line.firstExtent + (line.isEqual ? 0 : place)].main
            }
            // Edges that only touch do not overlap, along and across (FL-30).
            guard extent > 0, item.crossExtent > 0, main < mainEnd, mainStart < main + extent,
              cross < crossEnd, crossStart < cross + item.crossExtent
            else { continue }
            unsafe LayoutAttributes.initialize(
              next, toCell: ItemPath(section: section.index, item: line.firstItem &+ place),
              frame: style.frame(
                main: main, mainExtent: extent, cross: cross, item.crossExtent))
            if item.zIndex != 0 { unsafe next.pointee.zIndex = item.zIndex }
            unsafe next += 1
          }
        }
        count = unsafe next - first
      }
    }
  }
}
