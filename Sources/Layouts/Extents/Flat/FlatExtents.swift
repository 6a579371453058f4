import Changesets

/// An extent index in flat arrays: one of all items, one of all lines, and the sections' places in
/// them.
///
/// It stands for engines that number items consecutively: positions count from the content's start.
/// A query is a binary search in one array. An edit moves everything behind it, O(items): that is
/// the cost to compare with.
///
/// An edit moves the positions behind it by the change. Lengths that are not exact in a `Double`
/// gain a rounding error with each edit. The index adds positions up again once the content has
/// become much shorter, or is so long that 1/64 point rounds.
public struct FlatExtents: ExtentIndex {
  /// The shapes that sections refer to by number.
  public internal(set) var shapes: [SectionShape] = []
  /// The work that edits have done so far.
  public var work = ExtentWork()

  // One entry for each section; `starts`, `firstItems` and `firstLines` have one more for the end.
  var sectionShapes: [Int] = []
  /// The number of items of each section that differ from the item before.
  var differences: [Int] = []
  /// The beginnings of the sections, in points.
  var starts: [Double] = [0]
  /// The largest extent of all since positions were last added up from the first on, in points.
  var longestExtent = 0.0
  /// The places of their first items.
  var firstItems: [Int] = [0]
  /// The places of their first lines.
  var firstLines: [Int] = [0]

  /// One entry for each item, section by section; `cross` is 0 in a list.
  var extents: [ItemExtent] = []

  // The place of each line's first item, section by section.
  var lineItems: [Int] = []
  /// The beginning of each line, in points from the content's start.
  var lineStarts: [Double] = []
  /// The largest `main` of their items, in points.
  var thicknesses: [Double] = []

  /// Creates an index of no sections and no shapes. O(1).
  public init() {}
}

// MARK: Queries

extension FlatExtents {
  /// The number of sections. O(1).
  public var sectionCount: Int { sectionShapes.count }

  /// The extent of all sections together, in points. O(1).
  public var extent: Double { starts[sectionCount] }

  /// Returns section `section` without lines. O(1).
  ///
  /// - Precondition: `section` is in `0..<sectionCount`.
  public func section(at section: Int) -> ExtentBuffer.Section {
    checkSection(section, "section(at:)")
    return ExtentBuffer.Section(
      index: section, start: starts[section], itemsExtent: itemsExtent(of: section),
      itemCount: firstItems[section + 1] - firstItems[section], shape: sectionShapes[section],
      isUniform: differences[section] == 0)
  }

  /// Returns the extent of one item. O(1).
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

  /// Appends the sections and lines that overlap `start`..<`end`. O(log sections + appended
  /// elements), and O(log lines) for each section in range.
  public func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer) {
    buffer.appendSections(from: start, to: end, starts: starts) { section, buffer in
      buffer.append(
        self.section(at: section), lines(of: section), shape: shapes[sectionShapes[section]],
        from: start, to: end)
    }
  }

  /// Returns the position of a section's first line, in points from the content's start.
  ///
  /// It is finite, so that distances from it exist.
  func origin(of section: Int) -> Double {
    min(starts[section] + shapes[sectionShapes[section]].leading, .greatestFiniteMagnitude)
  }

  /// Returns the extent of a section's lines and the spacing between them, in points.
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

/// The lines of one section of `FlatExtents`, whose arrays it shares.
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
      buffer.appendLine(ofSingle: line, extent, start: start(ofLine: line), itemCount: items.count)
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
  /// Stops the program if arrays contradict each other; O(items).
  ///
  /// Positions may differ from a fresh layout by 1e-9 of the extent, because moves round.
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
