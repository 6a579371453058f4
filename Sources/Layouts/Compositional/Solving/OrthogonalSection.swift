import Changesets
import Geometry

/// A section that scrolls by itself at its place, which holds until the next preparation: only its
/// offset changes in between.
final class OrthogonalSection {
  let template: SectionTemplate
  let groups: OrthogonalGroups
  /// The number of its groups.
  let groupCount: Int
  /// The largest offset, in points.
  let maximumOffset: Double
  private let elements: Elements
  private let style: LineStyle

  /// The elements that the section shows.
  private enum Elements {
    case none
    /// Cells alone, as the template has them.
    case cells(OrthogonalLine)
    /// Any elements, of the section and its one line as the index has them; without items there is no
    /// line.
    case any(ExtentBuffer.Section, ExtentBuffer.Line?)
  }

  fileprivate init(
    _ section: ComposedSection, _ place: ExtentBuffer.Section, _ line: ExtentBuffer.Line?
  ) {
    template = section.template
    groups = section.orthogonal
    groupCount = section.template.groupCount(ofItems: section.itemCount)
    maximumOffset = section.orthogonal.maximumOffset(groupCount: groupCount)
    style = section.style
    let hasCellsOnly =
      template.badges.isEmpty && !template.measuresGroups && template.decorations.isEmpty
      && section.boundary.items.isEmpty
    if !section.isVisible || hasCellsOnly && line == nil {
      elements = .none
    } else if hasCellsOnly, let line {
      elements = .cells(section.orthogonalLine(line))
    } else {
      elements = .any(place, line)
    }
  }

  /// Returns `offset` within the section's content.
  func clamped(_ offset: Double) -> Double { min(max(offset, 0), maximumOffset) }

  /// Puts the elements of the section at `offset` that overlap `rect` in the place of those at
  /// `places`; the same as the query about all sections has.
  ///
  /// Cells alone are written over those before. All else is made by `makeElements`.
  ///
  /// - Returns: The places of the elements.
  fileprivate func replaceElements(
    at places: Range<Int>, of buffer: inout [LayoutAttributes], at offset: Double, in rect: Rect,
    makeElements: (ExtentBuffer.Section, ExtentBuffer.Line?) -> [LayoutAttributes]
  ) -> Range<Int> {
    var end = places.lowerBound
    switch elements {
    case .none: break
    case .cells(let line):
      template.forEachCell(of: line, at: offset, style, overlapping: rect) { cell in
        if end < places.upperBound {
          buffer[end].take(cell)
        } else {
          buffer.insert(LayoutAttributes(cell), at: end)
        }
        end += 1
      }
    case .any(let section, let line):
      let made = makeElements(section, line)
      buffer.replaceSubrange(places, with: made)
      return places.lowerBound..<places.lowerBound + made.count
    }
    if end < places.upperBound { buffer.removeSubrange(end..<places.upperBound) }
    return places.lowerBound..<end
  }
}

extension PreparedLines {
  /// Returns a section that scrolls by itself; nil for others.
  ///
  /// The answer is kept until the next preparation if `keeps` is true: the lines must stay as they are.
  ///
  /// - Complexity: O(log sections) with a tree; an allocation the first time.
  func orthogonalSection(_ number: Int, keeps: Bool) -> OrthogonalSection? {
    if keeps, let known = orthogonalSections[number] { return known }
    guard let composition = solver.composition, number >= 0, number < solver.index.sectionCount,
      template(ofSection: number)?.arrangement == .orthogonal
    else { return nil }
    var place = solver.index.section(at: number)
    var line: ExtentBuffer.Line?
    if place.itemCount > 0 {
      scratch.removeAll()
      solver.index.collect(item: 0, inSection: number, into: &scratch)
      (place, line) = (scratch.sections[0], scratch.lines[0])
      (place.firstLine, place.lineCount) = (0, 1)
    }
    let section = OrthogonalSection(solver.composed(place, composition), place, line)
    if keeps { orthogonalSections[number] = section }
    return section
  }

  /// Puts the elements that overlap `rect` of a section that scrolls by itself in the place of those at
  /// `places`, as the query about all sections has them.
  ///
  /// - Returns: The places of the elements; nil, and nothing is replaced, for other sections.
  /// - Complexity: O(visible items + elements behind `places`); no allocation if the section has been
  ///   asked about since the last preparation, and there is memory enough.
  func replaceElements(
    ofSection number: Int, in rect: Rect, pinned: PinnedRange?, at places: Range<Int>,
    of buffer: inout [LayoutAttributes]
  ) -> Range<Int>? {
    guard let section = orthogonalSection(number, keeps: true) else { return nil }
    return section.replaceElements(
      at: places, of: &buffer, at: solver.orthogonalOffsets.offset(ofSection: number), in: rect
    ) { place, line in
      found.removeAll(keepingCapacity: true)
      guard let composition = solver.composition, !rect.isEmpty else { return found }
      scratch.removeAll()
      if let line { scratch.lines.append(line) }
      solver.composed(place, composition).append(
        place, scratch, in: rect, pinned: solver.pinnedRangeOfSections(pinned, composition),
        to: &found)
      return found
    }
  }
}
