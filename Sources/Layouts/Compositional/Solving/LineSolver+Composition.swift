import Changesets
import Geometry

extension LineSolver {
  /// Returns the place of all content, which has sections.
  func contentSpan(_ composition: LayoutComposition) -> BoundarySpan {
    let boundary = contentBoundary(composition)
    let footerStart = boundary.headerExtent + (index.extent - composition.spacing)
    return BoundarySpan(
      start: 0, headerEnd: boundary.headerExtent, footerStart: footerStart,
      end: footerStart + boundary.footerExtent)
  }

  /// Returns a section of the composition at its place.
  func composed(
    _ section: ExtentBuffer.Section, _ composition: LayoutComposition
  ) -> ComposedSection {
    composed(section, template(of: section.shape, composition), composition)
  }

  private func composed(
    _ section: ExtentBuffer.Section, _ template: SectionTemplate, _ composition: LayoutComposition
  ) -> ComposedSection {
    ComposedSection(
      section, template, boundary(ofSection: section.index, template), style,
      origin: contentBoundary(composition).headerExtent,
      offset: template.arrangement == .orthogonal
        ? orthogonalOffsets.offset(ofSection: section.index) : 0,
      measured: template.measuresGroups ? measuredItems[section.index] : nil)
  }

  /// Returns the template that a shape was made from.
  func template(of shape: Int, _ composition: LayoutComposition) -> SectionTemplate {
    composition.templates[metrics[shape].composed?.template ?? 0]
  }

  /// Appends the elements that overlap `rect`: those of all content, then section by section.
  func append(
    _ composition: LayoutComposition, in rect: Rect, pinned: PinnedRange?,
    _ scratch: inout ExtentBuffer, to buffer: inout [LayoutAttributes]
  ) {
    guard index.sectionCount > 0 else { return }
    var origin = 0.0
    if composition.hasBoundary {
      let boundary = contentBoundary(composition)
      origin = boundary.headerExtent
      let span = contentSpan(composition)
      for item in boundary.items {
        let attributes = Self.attributes(of: item, in: span, pinned: pinned, style)
        if attributes.frame.overlaps(rect) { buffer.append(attributes) }
      }
    }
    let pixel = style.pixelScale.map { 1 / $0 } ?? 0
    let (start, end) = (rect.min(style.axis) - origin, rect.max(style.axis) - origin)
    let slack = (max(start.magnitude, end.magnitude) + origin) * roundingOfPositions
    collect(
      composition, from: start - (pixel * pixelSlack + slack), to: end + (pixel + slack),
      into: &scratch)
    let pinned = pinnedRangeOfSections(pinned, composition)
    for number in scratch.sections.indices {
      let section = scratch.sections[number]
      let template = template(of: section.shape, composition)
      guard !template.isPlain else {
        // Everything else of a composed section has nothing to show, but counts references.
        template.appendCells(
          section, scratch, itemsStart: origin + section.start + template.metrics.leadingInset,
          style, overlapping: rect, to: &buffer)
        continue
      }
      composed(section, template, composition).append(
        section, scratch, in: rect, pinned: pinned, to: &buffer)
    }
  }

  /// Returns the range in which a section's items stick: within those of all content.
  func pinnedRangeOfSections(
    _ pinned: PinnedRange?, _ composition: LayoutComposition
  ) -> PinnedRange? {
    guard var pinned else { return nil }
    let extents = contentBoundary(composition).pinnedExtents
    pinned.start += extents.start
    pinned.end -= extents.end
    return pinned
  }

  private static func attributes(
    of item: BoundaryTemplate.Item, in span: BoundarySpan, pinned: PinnedRange?, _ style: LineStyle
  ) -> LayoutAttributes {
    item.attributes(
      .supplementary(item.kind, ElementPath([0])), at: item.start(in: span, pinned: pinned), style)
  }

  /// Returns the attributes of a boundary item or a badge; nil if there is no such element.
  func attributes(
    _ composition: LayoutComposition, ofKind kind: ElementKind, at path: ElementPath,
    pinned: PinnedRange?, _ scratch: inout ExtentBuffer
  ) -> LayoutAttributes? {
    guard let place = path.itemPath else {
      guard path.count == 1, path.section == 0, index.sectionCount > 0,
        let item = contentBoundary(composition).items.first(where: { $0.kind == kind })
      else { return nil }
      return Self.attributes(of: item, in: contentSpan(composition), pinned: pinned, style)
    }
    guard place.section >= 0, place.section < index.sectionCount else { return nil }
    let section = index.section(at: place.section)
    let placed = composed(section, composition)
    guard placed.isVisible else { return nil }
    if place.item == 0, let item = placed.boundary.items.first(where: { $0.kind == kind }) {
      return placed.attributes(of: item, pinned: pinnedRangeOfSections(pinned, composition))
    }
    guard hasItem(at: place), !placed.template.badges.isEmpty else { return nil }
    scratch.removeAll()
    index.collect(item: place.item, inSection: place.section, into: &scratch)
    return placed.badge(kind, ofItem: place.item, scratch)
  }

  /// Returns the attributes of a decoration; nil if there is no such element.
  func attributes(ofDecoration kind: ElementKind, at path: ElementPath) -> LayoutAttributes? {
    guard let composition, let place = path.itemPath, place.item == 0, place.section >= 0,
      place.section < index.sectionCount
    else { return nil }
    let placed = composed(index.section(at: place.section), composition)
    guard placed.isVisible,
      let decoration = placed.template.decorations.first(where: { $0.elementKind == kind })
    else { return nil }
    return placed.attributes(of: decoration)
  }
}
