import Changesets
import Geometry

/// A section of a composition at its place: its template, and where the index has it.
struct ComposedSection {
  let number: Int
  let itemCount: Int
  let template: SectionTemplate
  /// The boundary items as they are.
  let boundary: BoundaryTemplate
  let style: LineStyle
  /// The place of the section without the spacing behind it.
  let span: BoundarySpan
  /// The position at which the first group begins.
  let itemsStart: Double
  /// The distance by which the section has scrolled by itself.
  let offset: Double
  /// The sizes that its items prefer, if its groups are measured.
  let measured: [Int: Size]
  /// The groups as they are, if it scrolls by itself.
  let orthogonal: OrthogonalGroups
  /// The distance by which an element may exceed its group across the scroll direction, in points.
  private let crossReach: Double

  /// Creates a section that begins `origin` points behind where `section` does.
  init(
    _ section: ExtentBuffer.Section, _ template: SectionTemplate, _ boundary: BoundaryTemplate,
    _ style: LineStyle, origin: Double, offset: Double, measured: MeasuredItems?
  ) {
    number = section.index
    itemCount = section.itemCount
    self.template = template
    self.boundary = boundary
    self.style = style
    self.offset = offset
    self.measured = measured?.sizes ?? [:]
    var orthogonal = template.orthogonal
    if let measured { orthogonal.own = measured.lengths }
    self.orthogonal = orthogonal
    crossReach = max(template.crossReach, measured?.crossReach ?? 0)
    let metrics = template.metrics
    let start = origin + section.start
    itemsStart = start + (boundary.headerExtent + metrics.leadingInset)
    let footerStart = itemsStart + section.itemsExtent + metrics.trailingInset
    span = BoundarySpan(
      start: start, headerEnd: start + boundary.headerExtent, footerStart: footerStart,
      end: footerStart + boundary.footerExtent)
  }

  /// A Boolean value that indicates whether the section has an extent; one without shows nothing
  /// (CL-15).
  var isVisible: Bool { span.end > span.start }

  // MARK: Items

  /// Returns the attributes of an item of the only section in `scratch`.
  func attributes(ofItem item: Int, _ scratch: borrowing ExtentBuffer) -> LayoutAttributes? {
    let line = scratch.lines[scratch.sections[0].firstLine]
    let place = item - line.firstItem
    var attributes = LayoutAttributes(
      cell: ItemPath(section: number, item: item), frame: frame(ofPlace: place, in: line, scratch))
    attributes.zIndex = self.item(at: place).zIndex
    return attributes
  }

  /// Returns the item of the template at `place` of a line.
  func item(at place: Int) -> SectionTemplate.Item {
    template.items[place % template.items.count]
  }

  /// Returns the group of the item at `place` of `line` solved with the sizes of its items; nil if it
  /// is as the template has it.
  func measuredGroup(_ line: ExtentBuffer.Line, _ place: Int) -> SolvedGroup? {
    guard template.measuresGroups else { return nil }
    let first = line.firstItem + place - place % template.items.count
    return template.measuredGroup(from: first, itemCount: itemCount, measured)
  }

  /// Returns the frame of the item at `place` of `line`, the same as `appendCells` makes.
  func frame(
    ofPlace place: Int, in line: ExtentBuffer.Line, _ scratch: borrowing ExtentBuffer
  ) -> Rect {
    frame(ofPlace: place, in: line, scratch, measuredGroup(line, place))
  }

  /// Returns the frame of an item, whose group is `group` if it is measured.
  func frame(
    ofPlace place: Int, in line: ExtentBuffer.Line, _ scratch: borrowing ExtentBuffer,
    _ group: SolvedGroup?
  ) -> Rect {
    if let group { return frame(ofPlace: place, in: line, group) }
    let item = item(at: place)
    let main = style.rounded(itemsStart + line.start + item.start)
    switch template.arrangement {
    case .fixed, .measured:
      return style.frame(
        main: main, mainExtent: item.extent, cross: style.rounded(item.crossStart),
        item.crossExtent)
    case .lines:
      let own = scratch.extents[line.firstExtent + (line.isEqual ? 0 : place)]
      return style.frame(
        main: main, mainExtent: own.main, cross: style.rounded(item.crossStart), item.crossExtent)
    case .wrapping(let spacing):
      let before = lengthBefore(place, in: line, scratch)
      return wrappedFrame(ofPlace: place, in: line, scratch, after: before, spacing)
    case .orthogonal:
      let group = place / template.items.count
      return style.frame(
        main: main, mainExtent: item.extent,
        cross: style.rounded(orthogonalStart(ofGroup: group) + item.crossStart), item.crossExtent)
    }
  }

  /// Returns the frame of an item of a group that is measured.
  private func frame(
    ofPlace place: Int, in line: ExtentBuffer.Line, _ group: SolvedGroup
  ) -> Rect {
    frame(
      of: group.items[place % template.items.count].frame, in: group, ofPlace: place, in: line)
  }

  /// Returns the frame of a part of a group that is measured and has the item at `place`.
  func frame(
    of frame: Rect, in group: SolvedGroup, ofPlace place: Int, in line: ExtentBuffer.Line
  ) -> Rect {
    let axis = style.axis
    let crossStart =
      template.arrangement == .orthogonal
      ? orthogonalStart(ofGroup: place / template.items.count) : template.crossStart
    return style.frame(
      main: style.rounded(itemsStart + line.start + frame.origin[axis]),
      mainExtent: group.size[axis] > 0 ? frame.size[axis] : 0,
      cross: style.rounded(crossStart + frame.origin[axis.crossing]), frame.size[axis.crossing])
  }

  /// Returns the position at which a group of an orthogonal section begins across the scroll
  /// direction.
  func orthogonalStart(ofGroup group: Int) -> Double {
    orthogonal.start + orthogonal.distance(ofGroup: group) - offset
  }

  /// Returns the length of the items before `place` on a line that wraps. O(items before).
  private func lengthBefore(
    _ place: Int, in line: ExtentBuffer.Line, _ scratch: borrowing ExtentBuffer
  ) -> Double {
    guard !line.isEqual else { return Double(place) * scratch.extents[line.firstExtent].cross }
    var before = 0.0
    for other in 0..<place { before += scratch.extents[line.firstExtent + other].cross }
    return before
  }

  /// Returns the frame of an item on a line that wraps; the items before it are `before` points long.
  private func wrappedFrame(
    ofPlace place: Int, in line: ExtentBuffer.Line, _ scratch: borrowing ExtentBuffer,
    after before: Double, _ spacing: Double
  ) -> Rect {
    let item = template.items[0]
    let main = style.rounded(itemsStart + line.start + item.start)
    let own = scratch.extents[line.firstExtent + (line.isEqual ? 0 : place)]
    let cross = style.rounded(item.crossStart + before + Double(place) * spacing)
    return style.frame(
      main: main, mainExtent: template.sizesAlong ? own.main : item.extent, cross: cross, own.cross)
  }

  /// An item of the section.
  struct Place {
    /// The number in the section.
    var item: Int
    /// The number on `line`.
    var place: Int
    var line: ExtentBuffer.Line
    var frame: Rect
    /// Its group solved with the sizes of its items; nil if it is as the template has it.
    var group: SolvedGroup?
  }

  /// Calls `body` with the items of the section's lines in the buffer that may overlap `rect`.
  ///
  /// O(items on the lines); of an orthogonal section, O(visible items).
  func forEachItem(
    _ section: ExtentBuffer.Section, _ scratch: borrowing ExtentBuffer, near rect: Rect,
    _ body: (Place) -> Void
  ) {
    for number in section.firstLine..<section.firstLine + section.lineCount {
      let line = scratch.lines[number]
      if case .wrapping(let spacing) = template.arrangement, !line.isEqual {
        // The sums of `lengthBefore`, each made from the one before.
        var before = 0.0
        for place in 0..<line.itemCount {
          body(
            Place(
              item: line.firstItem + place, place: place, line: line,
              frame: wrappedFrame(ofPlace: place, in: line, scratch, after: before, spacing)))
          before += scratch.extents[line.firstExtent + place].cross
        }
        continue
      }
      var group: SolvedGroup?
      for (number, place) in places(of: line, near: rect).enumerated() {
        if number == 0 || place % template.items.count == 0 { group = measuredGroup(line, place) }
        body(
          Place(
            item: line.firstItem + place, place: place, line: line,
            frame: frame(ofPlace: place, in: line, scratch, group), group: group))
      }
    }
  }

  /// Returns the places of `line` whose items or badges may overlap `rect`.
  private func places(of line: ExtentBuffer.Line, near rect: Rect) -> Range<Int> {
    guard template.arrangement == .orthogonal else { return 0..<line.itemCount }
    let perGroup = template.items.count
    let groups = orthogonal.groups(
      near: rect, style, offset: offset, reach: crossReach,
      count: template.groupCount(ofItems: line.itemCount))
    let end = min(groups.upperBound * perGroup, line.itemCount)
    return min(groups.lowerBound * perGroup, end)..<end
  }

  /// Returns `line`, the one of an orthogonal section.
  func orthogonalLine(_ line: ExtentBuffer.Line) -> OrthogonalLine {
    OrthogonalLine(
      section: number, firstItem: line.firstItem, itemCount: line.itemCount,
      groupCount: template.groupCount(ofItems: line.itemCount), start: itemsStart + line.start)
  }

  // MARK: Other elements

  /// Appends the elements of the section that overlap `rect`, of its lines in the buffer: first
  /// decorations, then cells, badges and boundary items.
  func append(
    _ section: ExtentBuffer.Section, _ scratch: borrowing ExtentBuffer, in rect: Rect,
    pinned: PinnedRange?, to buffer: inout [LayoutAttributes]
  ) {
    guard isVisible else { return }
    for decoration in template.decorations {
      let attributes = attributes(of: decoration)
      if attributes.frame.overlaps(rect) { buffer.append(attributes) }
    }
    appendCells(section, scratch, overlapping: rect, to: &buffer)
    appendBadges(section, scratch, overlapping: rect, to: &buffer)
    for item in boundary.items {
      let attributes = attributes(of: item, pinned: pinned)
      if attributes.frame.overlaps(rect) { buffer.append(attributes) }
    }
  }

  /// Returns the attributes of a boundary item of the section.
  func attributes(
    of item: BoundaryTemplate.Item, pinned: PinnedRange?
  ) -> LayoutAttributes {
    item.attributes(
      .supplementary(item.kind, ElementPath(section: number)),
      at: item.start(in: span, pinned: pinned), style)
  }

  /// Returns the attributes of a decoration, which fills the section (CL-14).
  func attributes(of decoration: LayoutDecorationItem) -> LayoutAttributes {
    let insets = decoration.contentInsets
    let axis = style.axis
    let main = span.start + insets.leading(axis)
    let cross = insets.leading(axis.crossing)
    var attributes = LayoutAttributes(
      .decoration(decoration.elementKind, ElementPath(section: number)),
      frame: style.frame(
        main: style.rounded(main), mainExtent: max(span.end - span.start - insets.total(axis), 0),
        cross: style.rounded(cross),
        max(template.crossExtent - insets.total(axis.crossing), 0)))
    attributes.zIndex = decoration.zIndex
    if let custom = decoration.custom { attributes.custom = custom }
    return attributes
  }
}
