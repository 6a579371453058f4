import Changesets

/// An extent index of nested arrays: lines for each section, and the sections' positions.
///
/// It stands for a layout written by hand. Sections hold items and lines in their arrays, beside
/// one array of prefix sums. An edit moves the items behind it in its section and the sections
/// behind that: O(items of the section + sections). Positions are added up again from the edit on,
/// in the order of a first layout, so that no rounding error grows.
public struct NestedExtents: ExtentIndex {
  /// The shapes that sections refer to by number.
  public internal(set) var shapes: [SectionShape] = []
  /// The work that edits have done so far.
  public var work = ExtentWork()
  var sections: [NestedSection] = []
  /// The extent of each section, in points; kept beside `starts`, so that an edit reads no later
  /// section.
  var sectionExtents: [Double] = []
  /// The beginnings of all sections, in points, followed by the end of the last one.
  var starts: [Double] = [0]

  /// Creates an index of no sections and no shapes. O(1).
  public init() {}
}

// MARK: Queries

extension NestedExtents {
  /// The number of sections. O(1).
  public var sectionCount: Int { sections.count }

  /// The extent of all sections together, in points. O(1).
  public var extent: Double { starts[sections.count] }

  /// Returns section `section` without lines. O(1).
  ///
  /// - Precondition: `section` is in `0..<sectionCount`.
  public func section(at section: Int) -> ExtentBuffer.Section {
    checkSection(section, "section(at:)")
    let content = sections[section]
    return ExtentBuffer.Section(
      index: section, start: starts[section], itemsExtent: content.itemsExtent,
      itemCount: content.itemCount, shape: content.shape, isUniform: content.isUniform)
  }

  /// Returns the extent of one item. O(1).
  ///
  /// - Precondition: The item exists.
  public func itemExtent(_ item: Int, inSection section: Int) -> ItemExtent {
    checkItem(item, inSection: section, "itemExtent(_:inSection:)")
    let content = sections[section]
    return content.extent(ofItem: item, rule: shapes[content.shape].rule)
  }

  /// Appends section `section` with the one line that holds `item`.
  ///
  /// - Complexity: O(log lines of the section + items on the line).
  /// - Precondition: The item exists.
  public func collect(item: Int, inSection section: Int, into buffer: inout ExtentBuffer) {
    checkItem(item, inSection: section, "collect(item:inSection:into:)")
    let content = sections[section]
    buffer.append(self.section(at: section), content, rule: shapes[content.shape].rule, item: item)
  }

  /// Appends the sections and lines that overlap `start`..<`end`. O(log sections + appended
  /// elements), and O(log lines) for each section in range.
  public func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer) {
    buffer.appendSections(from: start, to: end, starts: starts) { section, buffer in
      let content = sections[section]
      buffer.append(
        self.section(at: section), content, shape: shapes[content.shape], from: start, to: end)
    }
  }
}

extension NestedExtents {
  /// Stops the program if arrays contradict each other; O(items).
  public func checkInvariants() {
    require(
      sectionExtents.count == sections.count && starts.count == sections.count + 1,
      "NestedExtents: \(sections.count) sections have \(sectionExtents.count) extents and "
        + "\(starts.count) starts")
    require(starts[0] == 0, "NestedExtents: the first section begins at \(starts[0])")
    for (number, section) in sections.enumerated() {
      let shape = shapes[section.shape]
      section.checkInvariants(rule: shape.rule, number: number)
      require(
        sectionExtents[number] == shape.leading + section.itemsExtent + shape.trailing,
        "NestedExtents: section \(number) takes \(sectionExtents[number])")
      require(
        starts[number + 1] == starts[number] + sectionExtents[number],
        "NestedExtents: section \(number) ends at \(starts[number + 1])")
    }
  }
}

extension NestedSection {
  fileprivate func checkInvariants(rule: LineRule, number: Int) {
    require(
      mains.count == starts.count && (mains.isEmpty || extents.isEmpty && lines.isEmpty),
      "NestedExtents: section \(number) is a list and none")
    require(
      itemCount == 0 || rule.isSingleColumn == !mains.isEmpty,
      "NestedExtents: section \(number) is a list or not, and its rule says otherwise")
    var fresh = NestedSection(shape: shape)
    var work = ExtentWork()
    fresh.replaceItems(
      0..<0, with: (0..<itemCount).map { extent(ofItem: $0, rule: rule) }, rule: rule,
      counting: &work)
    require(
      differences == fresh.differences,
      "NestedExtents: section \(number) counts \(differences) differences of \(fresh.differences)")
    require(
      starts == fresh.starts && lines == fresh.lines,
      "NestedExtents: section \(number) has lines that its items do not form")
  }
}
