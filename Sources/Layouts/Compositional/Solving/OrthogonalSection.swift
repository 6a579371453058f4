import BasicAlgorithms
import Geometry

/// A section that scrolls by itself at its place, which holds until the next preparation: only its
/// offset changes in between.
final class OrthogonalSection {
  /// The section at the offset that it had when it was made.
  let section: ComposedSection
  /// The number of its groups.
  let groupCount: Int
  /// A Boolean value that indicates whether its elements are cells alone, as the template has them.
  fileprivate let isPlain: Bool
  /// The section as the index has it.
  fileprivate let place: ExtentBuffer.Section
  /// Its one line; nil without items.
  fileprivate let line: ExtentBuffer.Line?

  fileprivate init(
    _ section: ComposedSection, _ place: ExtentBuffer.Section, _ line: ExtentBuffer.Line?
  ) {
    self.section = section
    self.place = place
    self.line = line
    let template = section.template
    groupCount = template.groupCount(ofItems: place.itemCount)
    isPlain =
      section.isVisible && template.badges.isEmpty && !template.measuresGroups
      && template.decorations.isEmpty && section.boundary.items.isEmpty
  }
}

/// The sections that have scrolled by themselves since the last preparation.
struct OrthogonalSections {
  private var numbers: [Int] = []
  private var sections: [OrthogonalSection] = []

  /// Forgets all of them; keeps its memory.
  mutating func removeAll() {
    guard !numbers.isEmpty else { return }
    numbers.removeAll(keepingCapacity: true)
    sections.removeAll(keepingCapacity: true)
  }

  /// The section of a number; nil if it is not known. O(log sections).
  subscript(number: Int) -> OrthogonalSection? {
    let place = numbers.partitioningIndex { $0 >= number }
    return place < numbers.count && numbers[place] == number ? sections[place] : nil
  }

  /// Keeps a section that is not known.
  mutating func insert(_ section: OrthogonalSection) {
    let place = numbers.partitioningIndex { $0 >= section.place.index }
    numbers.insert(section.place.index, at: place)
    sections.insert(section, at: place)
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
    if keeps { orthogonalSections.insert(section) }
    return section
  }

  /// Appends the elements that overlap `rect` of a section that scrolls by itself, as the query about
  /// all sections has them.
  ///
  /// - Returns: False, and nothing is appended, for other sections.
  /// - Complexity: O(visible items); no allocation if the section has been asked about since the last
  ///   preparation.
  func appendAttributes(
    ofSection number: Int, in rect: Rect, pinned: PinnedRange?,
    to buffer: inout [LayoutAttributes]
  ) -> Bool {
    guard let orthogonal = orthogonalSection(number, keeps: true) else { return false }
    guard !rect.isEmpty else { return true }
    if orthogonal.isPlain {
      guard let line = orthogonal.line else { return true }
      orthogonal.section.appendOrthogonalGroups(
        line, at: solver.orthogonalOffsets[number], overlapping: rect, to: &buffer)
    } else if let composition = solver.composition {
      scratch.removeAll()
      if let line = orthogonal.line { scratch.lines.append(line) }
      solver.composed(orthogonal.place, composition).append(
        orthogonal.place, scratch, in: rect,
        pinned: solver.pinnedRangeOfSections(pinned, composition), to: &buffer)
    }
    return true
  }
}
