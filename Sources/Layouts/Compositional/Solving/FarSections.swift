import BasicAlgorithms
import Geometry

/// The sections of a composition that have elements far outside of their groups, by how far.
///
/// A query looks for them by themselves, so that none of them widens the search for all others.
struct FarSections {
  /// The distance from which an element is far outside of its group, in points. Queries are wider by
  /// nearer ones.
  static let leastReach = 64.0

  /// The sections whose elements lie at most `reach` outside, ascending.
  private struct Class {
    let reach: Double
    var sections: [(number: Int, reach: Double)]
  }

  private var classes: [Class] = []
  /// A Boolean value that indicates whether a section may have become one of them.
  var isStale = false

  /// A Boolean value that indicates whether there is none.
  var isEmpty: Bool { classes.isEmpty }

  /// Appends a section behind all others whose elements lie `distance` outside.
  mutating func append(_ section: Int, reach distance: Double) {
    // Powers of two: few classes, and sections of one are searched for in at most twice their range.
    let reach = max(distance.binade * 2, Self.leastReach)
    if let place = classes.firstIndex(where: { $0.reach == reach }) {
      classes[place].sections.append((section, distance))
    } else {
      classes.append(Class(reach: reach, sections: [(section, distance)]))
    }
  }

  /// Returns a Boolean value that indicates whether `section` is one of them. O(classes · log far
  /// sections).
  func contains(_ section: Int) -> Bool {
    classes.contains { list in
      let place = list.sections.partitioningIndex { $0.number >= section }
      return place < list.sections.count && list.sections[place].number == section
    }
  }

  /// Calls `body` with each section whose elements may overlap `start`..<`end`, and its reach.
  ///
  /// - Parameters:
  ///   - start: The beginning of the range, in points from the content's first section.
  ///   - end: The end of the range.
  ///   - span: Returns the beginning and the end of a section.
  ///   - body: Called section by section, not in order.
  /// - Complexity: O(classes · log far sections) calls of `span`; no allocation.
  func forEach(
    from start: Double, to end: Double, span: (Int) -> (start: Double, end: Double),
    _ body: (_ section: Int, _ span: (start: Double, end: Double), _ reach: Double) -> Void
  ) {
    for list in classes {
      var place = list.sections.partitioningIndex { span($0.number).end + list.reach > start }
      while place < list.sections.count {
        let (section, reach) = list.sections[place]
        let found = span(section)
        guard found.start - list.reach < end else { break }
        if found.end + reach > start, found.start - reach < end { body(section, found, reach) }
        place += 1
      }
    }
  }
}

extension LineSolver {
  /// Looks for the sections with elements far outside of their groups. O(sections) if there may be
  /// any.
  mutating func updateFarSections() {
    farSections = FarSections()
    guard let composition else { return }
    let hasOwn =
      ownBoundaries.hasFarElements
      || measuredItems.values.contains { $0.reach > FarSections.leastReach }
    guard composition.hasFarElements || hasOwn else { return }
    for section in 0..<index.sectionCount {
      let template = template(of: index.section(at: section).shape, composition)
      let reach = max(
        template.reach, measuredItems[section]?.reach ?? 0, ownBoundaries[section]?.reach ?? 0)
      if reach > FarSections.leastReach { farSections.append(section, reach: reach) }
    }
  }

  /// Collects the sections and lines of a composition whose elements may overlap `start`..<`end`, in
  /// points from its first section. Sections ascend.
  func collect(
    _ composition: LayoutComposition, from start: Double, to end: Double,
    into scratch: inout ExtentBuffer
  ) {
    let near = composition.nearReach
    index.collect(from: start - near, to: end + near, into: &scratch)
    guard !farSections.isEmpty else { return }
    scratch.sections.removeAll { farSections.contains($0.index) }
    let count = scratch.sections.count
    farSections.forEach(from: start, to: end) { section in
      let place = index.section(at: section)
      let shape = index.shapes[place.shape]
      return (place.start, place.start + (shape.leading + place.itemsExtent + shape.trailing))
    } _: { section, span, reach in
      // Lines of the neighbours come with it, as ends of sections are rounded sums.
      let first = scratch.sections.count
      let slack = max(1, span.end * roundingOfPositions)
      index.collect(
        from: max(start - reach, span.start - slack), to: min(end + reach, span.end + slack),
        into: &scratch)
      let own = scratch.sections[first...].first { $0.index == section }
      scratch.sections.removeSubrange(first...)
      if let own { scratch.sections.append(own) }
    }
    if scratch.sections.count > count { scratch.sections.sort { $0.index < $1.index } }
  }
}
