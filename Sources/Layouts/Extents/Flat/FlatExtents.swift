internal import Changesets

/// One array of all items, one of all lines, and where sections begin in them.
///
/// The layout of an engine that numbers items through: positions are counted from the content's
/// start. A query is a binary search in one array; an edit moves everything behind it, O(items),
/// which is the point of having it to compare with. Positions behind an edit are moved by what it
/// changed, so that lengths that are not exact in a `Double` pick up an error of rounding with each
/// edit. They are added up anew where the content has become much shorter, or is so long that 64ths
/// of a point round: what was rounded then is not to stay.
public struct FlatExtents: ExtentIndex {
  /// The shapes that sections refer to by number.
  public internal(set) var shapes: [SectionShape] = []
  /// What edits have done so far.
  public var work = ExtentWork()

  // For each section, and in `starts`, `firstItems` and `firstLines` for the end.
  var sectionShapes: [Int] = []
  /// How many items of each section differ from the one before.
  var differences: [Int] = []
  /// Where sections begin, in points.
  var starts: [Double] = [0]
  /// The largest extent of all since positions were last added up from the first on, in points.
  var longestExtent = 0.0
  /// The places of their first items.
  var firstItems: [Int] = [0]
  /// The places of their first lines.
  var firstLines: [Int] = [0]

  /// For each item, section by section; `cross` is 0 in a list.
  var extents: [ItemExtent] = []

  // For each line, section by section.
  /// The places of the lines' first items.
  var lineItems: [Int] = []
  /// Where lines begin, in points from the content's start.
  var lineStarts: [Double] = []
  /// The largest `main` of their items, in points.
  var thicknesses: [Double] = []

  /// An index of no sections and no shapes. O(1).
  public init() {}
}

// MARK: Queries

extension FlatExtents {
  /// The number of sections. O(1).
  public var sectionCount: Int { sectionShapes.count }

  /// The extent of all sections together, in points. O(1).
  public var extent: Double { starts[sectionCount] }

  /// Section `section`, without lines. O(1).
  ///
  /// - Precondition: `section` is in `0..<sectionCount`.
  public func section(at section: Int) -> ExtentBuffer.Section {
    checkSection(section, "section(at:)")
    return ExtentBuffer.Section(
      index: section, start: starts[section], itemsExtent: itemsExtent(of: section),
      itemCount: firstItems[section + 1] - firstItems[section], shape: sectionShapes[section],
      isUniform: differences[section] == 0)
  }

  /// The extent of one item. O(1).
  ///
  /// - Precondition: The item exists.
  public func itemExtent(_ item: Int, inSection section: Int) -> ItemExtent {
    checkItem(item, inSection: section, "itemExtent(_:inSection:)")
    let rule = shapes[sectionShapes[section]].rule
    var extent = extents[firstItems[section] + item]
    if rule.isSingleColumn { extent.cross = rule.available }
    return extent
  }

  /// Appends section `section` with the one line that holds `item`.
  ///
  /// - Complexity: O(log lines of the section + items on the line).
  /// - Precondition: The item exists.
  public func collect(item: Int, inSection section: Int, into buffer: inout ExtentBuffer) {
    checkItem(item, inSection: section, "collect(item:inSection:into:)")
    buffer.append(
      self.section(at: section), lines(of: section), rule: shapes[sectionShapes[section]].rule,
      item: item)
  }

  /// Appends each section that overlaps `start`..<`end` (points from the content's start) with more
  /// than an edge, ascending, with those of its lines that do.
  ///
  /// - Complexity: O(log sections), and for each section in range O(log lines), and what is
  ///   appended.
  public func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer) {
    buffer.appendSections(from: start, to: end, starts: starts) { section, buffer in
      buffer.append(
        self.section(at: section), lines(of: section), shape: shapes[sectionShapes[section]],
        from: start, to: end)
    }
  }

  /// Where the first line of a section begins, in points from the content's start.
  ///
  /// Finite, so that there are distances from it.
  func origin(of section: Int) -> Double {
    min(starts[section] + shapes[sectionShapes[section]].leading, .greatestFiniteMagnitude)
  }

  /// What lines of a section and the spacing between them take, in points.
  func itemsExtent(of section: Int) -> Double {
    let last = firstLines[section + 1] - 1
    guard last >= firstLines[section] else { return 0 }
    return lineStarts[last] - origin(of: section) + thicknesses[last]
  }

  private func lines(of section: Int) -> FlatSectionLines {
    FlatSectionLines(
      lines: firstLines[section]..<firstLines[section + 1],
      items: firstItems[section]..<firstItems[section + 1], origin: origin(of: section),
      isUniform: differences[section] == 0, extents: extents, lineItems: lineItems,
      lineStarts: lineStarts, thicknesses: thicknesses)
  }
}

/// The lines of one section of `FlatExtents`, which lends its arrays.
private struct FlatSectionLines: SectionLines {
  let lines: Range<Int>
  let items: Range<Int>
  let origin: Double
  let isUniform: Bool
  let extents: [ItemExtent]
  let lineItems: [Int]
  let lineStarts: [Double]
  let thicknesses: [Double]

  var lineCount: Int { lines.count }

  func start(ofLine line: Int) -> Double { lineStarts[lines.lowerBound + line] - origin }

  func thickness(ofLine line: Int) -> Double { thicknesses[lines.lowerBound + line] }

  func line(ofItem item: Int, counting visited: inout Int) -> Int {
    let place = items.lowerBound + item
    let behind = lines.firstPlace(counting: &visited) { lineItems[$0] > place }
    return behind - 1 - lines.lowerBound
  }

  func append(line: Int, rule: LineRule, to buffer: inout ExtentBuffer) {
    let place = lines.lowerBound + line
    if rule.isSingleColumn {
      let extent = ItemExtent(cross: rule.available, main: thicknesses[place])
      buffer.appendLine(
        ofSingle: line, extent, start: start(ofLine: line), itemCount: items.count)
      return
    }
    let isLast = place + 1 == lines.upperBound
    buffer.appendLine(
      lineItems[place]..<(isLast ? items.upperBound : lineItems[place + 1]), of: extents,
      origin: items.lowerBound, start: start(ofLine: line), thickness: thicknesses[place],
      isEqual: isUniform, isLast: isLast)
  }
}

extension FlatExtents {
  /// Stops the program where arrays contradict each other; O(items).
  ///
  /// Positions are held against a fresh layout to 1e-9 of the extent: moving them rounds.
  public func checkInvariants() {
    require(
      [starts.count, firstItems.count, firstLines.count].allSatisfy { $0 == sectionCount + 1 }
        && differences.count == sectionCount,
      "FlatExtents: \(sectionCount) sections have \(starts.count) starts, \(firstItems.count) "
        + "first items and \(firstLines.count) first lines")
    require(
      lineStarts.count == lineItems.count && thicknesses.count == lineItems.count,
      "FlatExtents: \(lineItems.count) lines have \(lineStarts.count) starts")
    var fresh = self
    fresh.replaceShapes(with: shapes)
    require(
      differences == fresh.differences && firstItems == fresh.firstItems
        && firstLines == fresh.firstLines && lineItems == fresh.lineItems
        && extents == fresh.extents && thicknesses == fresh.thicknesses,
      "FlatExtents: sections or lines are not what the items form")
    let tolerance = fresh.extent.magnitude * 1e-9
    for (section, start) in starts.enumerated() {
      require(
        start == fresh.starts[section]
          || (start - fresh.starts[section]).magnitude <= tolerance,
        "FlatExtents: section \(section) begins at \(start), not \(fresh.starts[section])")
    }
    for (line, start) in lineStarts.enumerated() {
      require(
        start == fresh.lineStarts[line]
          || (start - fresh.lineStarts[line]).magnitude <= tolerance,
        "FlatExtents: line \(line) begins at \(start), not \(fresh.lineStarts[line])")
    }
  }
}
