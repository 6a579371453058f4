import Changesets
import Geometry

/// The supplementary items of items and of groups.
extension ComposedSection {
  /// Appends the badges that overlap `rect`.
  func appendBadges(
    _ section: ExtentBuffer.Section, _ scratch: borrowing ExtentBuffer, overlapping rect: Rect,
    to buffer: inout [LayoutAttributes]
  ) {
    guard !template.badges.isEmpty else { return }
    forEachItem(section, scratch, near: rect) { place in
      forEachBadge(of: place) { _, badge in
        if badge.frame.overlaps(rect) { buffer.append(badge) }
      }
    }
  }

  /// Returns the badge of `kind` at an item of the only section in `scratch`; nil if there is none.
  func badge(
    _ kind: ElementKind, ofItem item: Int, _ scratch: borrowing ExtentBuffer
  ) -> LayoutAttributes? {
    let line = scratch.lines[scratch.sections[0].firstLine]
    let place = item - line.firstItem
    let group = measuredGroup(line, place)
    var found: LayoutAttributes?
    forEachBadge(
      of: Place(
        item: item, place: place, line: line,
        frame: frame(ofPlace: place, in: line, scratch, group),
        group: group)
    ) { own, badge in
      if own == kind { found = badge }
    }
    return found
  }

  /// Calls `body` with the badges of an item, and of the groups that begin with it; there is none of
  /// an empty one.
  private func forEachBadge(
    of place: Place, _ body: (_ kind: ElementKind, _ badge: LayoutAttributes) -> Void
  ) {
    let item = item(at: place.place)
    for badge in template.badges[item.badges] {
      if let attributes = attributes(of: badge, ofItem: place.item, on: place.frame) {
        body(badge.kind, attributes)
      }
    }
    // A line that wraps has one group, whatever the number of its items.
    guard !item.boxes.isEmpty, place.place == 0 || !isWrapping else { return }
    for box in template.boxes[item.boxes] {
      let frame = frame(of: box, at: place)
      for badge in template.badges[box.badges] {
        if let attributes = attributes(of: badge, ofItem: place.item, on: frame) {
          body(badge.kind, attributes)
        }
      }
    }
  }

  private var isWrapping: Bool {
    if case .wrapping = template.arrangement { true } else { false }
  }

  /// Returns the frame of a group that begins with the item at `place`.
  private func frame(of box: SectionTemplate.Box, at place: Place) -> Rect {
    if let group = place.group {
      return frame(
        of: group.boxes[box.number].frame, in: group, ofPlace: place.place, in: place.line)
    }
    let crossStart =
      template.arrangement == .orthogonal
      ? orthogonalStart(ofGroup: place.place / template.items.count) : 0
    return style.frame(
      main: style.rounded(itemsStart + place.line.start + box.start),
      mainExtent: isWrapping ? place.line.thickness : box.extent,
      cross: style.rounded(crossStart + box.crossStart), box.crossExtent)
  }

  /// Returns the attributes of a badge of an item, or of a group that begins with the item, at
  /// `frame`; nil if that is empty.
  private func attributes(
    of badge: BadgeTemplate, ofItem item: Int, on frame: Rect
  ) -> LayoutAttributes? {
    guard let frame = badge.frame(on: frame) else { return nil }
    var attributes = LayoutAttributes(
      .supplementary(badge.kind, ElementPath(ItemPath(section: number, item: item))),
      frame: Rect(
        x: style.rounded(frame.minX), y: style.rounded(frame.minY), width: frame.size.width,
        height: frame.size.height))
    attributes.zIndex = badge.zIndex
    return attributes
  }
}
