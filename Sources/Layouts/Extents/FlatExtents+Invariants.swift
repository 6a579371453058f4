internal import Changesets

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
