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
        appendOrthogonalGroups(
          scratch.lines[number], at: offset, overlapping: rect, to: &buffer)
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

  /// Appends the cells of groups that follow each other across the scroll direction, all as the
  /// template has them, at an offset; the same frames as `frame(ofPlace:in:_:)`.
  func appendOrthogonalGroups(
    _ line: ExtentBuffer.Line, at offset: Double, overlapping rect: Rect,
    to buffer: inout [LayoutAttributes]
  ) {
    let groups = orthogonalGroups(of: line, near: rect, offset: offset)
    guard !groups.isEmpty, !rect.isEmpty else { return }
    let items = template.items
    let axis = style.axis
    let (mainStart, mainEnd) = (rect.min(axis), rect.max(axis))
    let (crossStart, crossEnd) = (rect.min(axis.crossing), rect.max(axis.crossing))
    let (start, step) = (template.orthogonal.start, template.orthogonal.step)
    let lineStart = itemsStart + line.start
    let most = min(groups.count * items.count, line.itemCount)
    // Fields, so that the closure copies no section.
    let (section, style) = (number, self.style)
    buffer.append(addingCapacity: most) { cells in
      unsafe cells.withUnsafeMutableBufferPointer { cells, count in
        let first = unsafe cells.baseAddress.unsafelyUnwrapped
        var next = unsafe first
        for group in groups {
          let groupStart = start + Double(group) * step - offset
          let firstPlace = group * items.count
          for number in 0..<min(items.count, line.itemCount - firstPlace) {
            let item = items[number]
            let cross = style.rounded(groupStart + item.crossStart)
            // Edges that only touch do not overlap, along and across (FL-30).
            guard cross < crossEnd, crossStart < cross + item.crossExtent, item.crossExtent > 0
            else { continue }
            let main = style.rounded(lineStart + item.start)
            guard item.extent > 0, main < mainEnd, mainStart < main + item.extent
            else { continue }
            unsafe LayoutAttributes.initialize(
              next,
              toCell: ItemPath(section: section, item: line.firstItem &+ firstPlace &+ number),
              frame: style.frame(
                main: main, mainExtent: item.extent, cross: cross, item.crossExtent))
            if item.zIndex != 0 { unsafe next.pointee.zIndex = item.zIndex }
            unsafe next += 1
          }
        }
        count = unsafe next - first
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
    guard most > 0, !rect.isEmpty else { return }
    let sizesThemselves = arrangement == .lines
    // A field, so that the closure keeps no template.
    let items = items
    let axis = style.axis
    let (mainStart, mainEnd) = (rect.min(axis), rect.max(axis))
    let (crossStart, crossEnd) = (rect.min(axis.crossing), rect.max(axis.crossing))
    buffer.append(addingCapacity: most) { cells in
      unsafe cells.withUnsafeMutableBufferPointer { cells, count in
        let first = unsafe cells.baseAddress.unsafelyUnwrapped
        var next = unsafe first
        for number in lines {
          let line = scratch.lines[number]
          let start = itemsStart + line.start
          for place in 0..<line.itemCount {
            let item = items[place]
            let main = style.rounded(start + item.start)
            let cross = style.rounded(item.crossStart)
            var extent = item.extent
            if sizesThemselves {
              extent = scratch.extents[line.firstExtent + (line.isEqual ? 0 : place)].main
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
