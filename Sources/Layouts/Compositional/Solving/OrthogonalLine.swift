import Changesets
import Geometry

/// The one line of a section that scrolls by itself, whose groups are all as the template has them.
struct OrthogonalLine {
  /// The number of the section.
  var section: Int
  var firstItem: Int
  var itemCount: Int
  var groupCount: Int
  /// The position at which its groups begin along the scroll direction of the layout, in points.
  var start: Double
}

extension SectionTemplate {
  /// Calls `body` with the cells of `line` that overlap `rect` at an offset, in order; the same frames
  /// as `ComposedSection.frame(ofPlace:in:_:)`. They are bytes alone: nothing is counted.
  @inline(__always)
  func forEachCell(
    of line: OrthogonalLine, at offset: Double, _ style: LineStyle, overlapping rect: Rect,
    _ body: (InlineAttributes) -> Void
  ) {
    guard !rect.isEmpty else { return }
    let groups = orthogonal.groups(
      near: rect, style, offset: offset, reach: crossReach, count: line.groupCount)
    let (items, axis) = (self.items, style.axis)
    let (mainStart, mainEnd) = (rect.min(axis), rect.max(axis))
    let (crossStart, crossEnd) = (rect.min(axis.crossing), rect.max(axis.crossing))
    let (start, step) = (orthogonal.start, orthogonal.step)
    for group in groups {
      let groupStart = start + Double(group) * step - offset
      let firstPlace = group * items.count
      for number in 0..<min(items.count, line.itemCount - firstPlace) {
        let item = items[number]
        let cross = style.rounded(groupStart + item.crossStart)
        // Edges that only touch do not overlap, along and across (FL-30).
        guard cross < crossEnd, crossStart < cross + item.crossExtent, item.crossExtent > 0 else {
          continue
        }
        let main = style.rounded(line.start + item.start)
        guard item.extent > 0, main < mainEnd, mainStart < main + item.extent else { continue }
        var cell = InlineAttributes(
          .cell, .cell,
          ItemPath(section: line.section, item: line.firstItem &+ firstPlace &+ number),
          style.frame(main: main, mainExtent: item.extent, cross: cross, item.crossExtent))
        cell.zIndex = item.zIndex
        body(cell)
      }
    }
  }
}
