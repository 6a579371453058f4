import Changesets
import Geometry

/// The placement of the items on the lines of one section (FL-6, FL-7, FL-8, FL-9).
struct LinePlacement {
  let section: Int
  let style: LineStyle
  /// The position at which the first line begins, in points.
  let itemsStart: Double
  let crossStart: Double
  let available: Double
  let interitemSpacing: Double
  /// A Boolean value that indicates whether all lines stand on one grid.
  let isUniform: Bool

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

  /// Returns the attributes of one item of `line`, the same as `append` makes.
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
      frame: style.frame(
        main: mainOrigin(of: extent, line), mainExtent: extent.main,
        cross: crossOrigin(after: before, place, spread), crossExtent(of: extent)))
  }

  /// The offset of a line's first item and the gap between its items, in points.
  typealias Spread = (start: Double, gap: Double)

  /// Returns the position at which an item begins along the scroll direction, in points (FL-9).
  @inline(__always)
  func mainOrigin(of extent: ItemExtent, _ line: ExtentBuffer.Line) -> Double {
    let start = itemsStart + line.start
    guard style.lineAlignment == .center else { return style.rounded(start) }
    return style.rounded(start + (line.thickness - extent.main) / 2)
  }

  /// Returns the position at which item number `place` of a line begins; the items before it take
  /// `before` points.
  @inline(__always)
  func crossOrigin(after before: Double, _ place: Int, _ spread: Spread) -> Double {
    style.rounded(crossStart + spread.start + before + Double(place) * spread.gap)
  }

  /// Returns the length of an item across the scroll direction: in a single column, the line's.
  @inline(__always)
  func crossExtent(of extent: ItemExtent) -> Double {
    style.isSingleColumn ? max(available, 0) : extent.cross
  }

  func spread(of line: ExtentBuffer.Line, _ first: ItemExtent) -> Spread {
    if style.isSingleColumn { return (0, 0) }
    if isUniform { return spreadOnGrid(line, first.cross) }
    if line.isLast && style.lastLine == .leading { return (0, interitemSpacing) }
    guard line.itemCount > 1 else { return (max(0, (available - line.crossSum) / 2), 0) }
    return (0, (available - line.crossSum) / Double(line.itemCount - 1))
  }

  /// Returns the spread of a uniform section, whose lines all use the gap of a full line (FL-6).
  private func spreadOnGrid(_ line: ExtentBuffer.Line, _ cross: Double) -> Spread {
    var full = line.itemCount
    if line.isLast {
      let rule = LineRule(available: available, interitemSpacing: interitemSpacing, lineSpacing: 0)
      full = rule.itemsPerLine(cross: cross)
    }
    guard full > 1 else { return (max(0, (available - cross) / 2), 0) }
    guard full < .max else { return (0, 0) }
    return (0, (available - Double(full) * cross) / Double(full - 1))
  }
}
