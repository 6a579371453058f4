import Changesets
import Geometry

/// Where the items of one section's lines lie (FL-6 to FL-9).
struct LinePlacement {
  private let section: Int
  private let style: LineStyle
  /// Where the first line begins, in points.
  private let itemsStart: Double
  private let crossStart: Double
  private let available: Double
  private let interitemSpacing: Double
  /// Whether all lines stand on one grid.
  private let isUniform: Bool

  init(
    _ section: ExtentBuffer.Section, _ metrics: SectionMetrics, _ style: LineStyle,
    _ crossExtent: Double
  ) {
    self.section = section.index
    self.style = style
    itemsStart = section.start + (metrics.headerExtent + metrics.leadingInset)
    crossStart = metrics.crossLeadingInset
    available = crossExtent - metrics.crossLeadingInset - metrics.crossTrailingInset
    interitemSpacing = metrics.interitemSpacing
    isUniform =
      style.uniformity == .byValue ? section.isUniform : section.isUniform && style.hasCommonSize
  }

  /// Appends the cells of `line` that overlap `rect`.
  func append(
    _ line: ExtentBuffer.Line, _ scratch: borrowing ExtentBuffer, overlapping rect: Rect,
    to buffer: inout [LayoutAttributes]
  ) {
    let spread = spread(of: line, scratch.extents[line.firstExtent])
    let step = line.isEqual ? 0 : 1
    var before = 0.0
    for place in 0..<line.itemCount {
      let extent = scratch.extents[line.firstExtent + place * step]
      let frame = frame(of: extent, after: before, place, spread, line)
      if frame.overlaps(rect) {
        let path = ItemPath(section: section, item: line.firstItem + place)
        buffer.append(LayoutAttributes(cell: path, frame: frame))
      }
      before = line.isEqual ? Double(place + 1) * extent.cross : before + extent.cross
    }
  }

  /// The attributes of one item of `line`, the same as `append` gives.
  func attributes(
    ofItem item: Int, in line: ExtentBuffer.Line, _ scratch: borrowing ExtentBuffer
  ) -> LayoutAttributes {
    let spread = spread(of: line, scratch.extents[line.firstExtent])
    let place = item - line.firstItem
    var before = 0.0
    if line.isEqual {
      before = Double(place) * scratch.extents[line.firstExtent].cross
    } else {
      for other in 0..<place { before += scratch.extents[line.firstExtent + other].cross }
    }
    let extent = scratch.extents[line.firstExtent + (line.isEqual ? 0 : place)]
    return LayoutAttributes(
      cell: ItemPath(section: section, item: item),
      frame: frame(of: extent, after: before, place, spread, line))
  }

  /// Where a line's first item begins and what lies between its items, in points.
  private typealias Spread = (start: Double, gap: Double)

  @inline(__always)
  private func frame(
    of extent: ItemExtent, after before: Double, _ place: Int, _ spread: Spread,
    _ line: ExtentBuffer.Line
  ) -> Rect {
    let slack = line.thickness - extent.main
    return style.frame(
      main: itemsStart + line.start + (style.lineAlignment == .center ? slack / 2 : 0),
      mainExtent: extent.main,
      cross: crossStart + spread.start + before + Double(place) * spread.gap,
      style.isSingleColumn ? max(available, 0) : extent.cross)
  }

  private func spread(of line: ExtentBuffer.Line, _ first: ItemExtent) -> Spread {
    if style.isSingleColumn { return (0, 0) }
    if isUniform { return spreadOnGrid(first.cross) }
    if line.isLast && style.lastLine == .leading { return (0, interitemSpacing) }
    guard line.itemCount > 1 else { return (max(0, (available - line.crossSum) / 2), 0) }
    return (0, (available - line.crossSum) / Double(line.itemCount - 1))
  }

  /// FL-6: every line of a uniform section uses the gap of a full one.
  private func spreadOnGrid(_ cross: Double) -> Spread {
    let rule = LineRule(
      available: available, interitemSpacing: interitemSpacing, lineSpacing: 0)
    let full = rule.itemsPerLine(cross: cross)
    guard full > 1 else { return (max(0, (available - cross) / 2), 0) }
    guard full < .max else { return (0, 0) }
    return (0, (available - Double(full) * cross) / Double(full - 1))
  }
}
