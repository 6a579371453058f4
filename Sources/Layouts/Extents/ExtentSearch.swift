extension Range<Int> {
  /// The first place for which `isBehind` holds.
  ///
  /// - Parameters:
  ///   - visited: Counts the places looked at.
  ///   - isBehind: Holds for a place only if it does for all behind it.
  /// - Returns: A place of the range, or its upper bound.
  /// - Complexity: O(log *n*); no allocation.
  @inline(__always)
  func firstPlace(counting visited: inout Int, where isBehind: (Int) -> Bool) -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = low + (high - low) / 2
      visited += 1
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Array where Element: Equatable {
  /// How many neighbours differ that an edit of `edited` separates or brings together: among the
  /// elements of `edited`, and where they touch those beside them in `section`.
  ///
  /// With an empty `edited`, the two elements that meet there. O(*edited*).
  func differences(around edited: Range<Int>, in section: Range<Int>) -> Int {
    var count = 0
    var place = Swift.max(edited.lowerBound, section.lowerBound + 1)
    let end = Swift.min(edited.upperBound + 1, section.upperBound)
    while place < end {
      if self[place - 1] != self[place] { count += 1 }
      place += 1
    }
    return count
  }
}

extension ExtentBuffer {
  /// Appends a line whose items stand at `places` of `extents`, in a section that begins at place
  /// `origin`. O(items on the line).
  mutating func appendLine(
    _ places: Range<Int>, of extents: [ItemExtent], origin: Int, start: Double, thickness: Double,
    isEqual: Bool, isLast: Bool
  ) {
    var crossSum = 0.0
    for place in places { crossSum += extents[place].cross }
    lines.append(
      Line(
        firstItem: places.lowerBound - origin, itemCount: places.count, start: start,
        thickness: thickness, crossSum: crossSum, firstExtent: self.extents.count,
        isEqual: isEqual, isLast: isLast))
    if isEqual {
      self.extents.append(extents[places.lowerBound])
    } else {
      self.extents.append(contentsOf: extents[places])
    }
  }

  /// Appends the line of an item that has one of its own, in a section of `itemCount` such.
  mutating func appendLine(
    ofSingle item: Int, _ extent: ItemExtent, start: Double, itemCount: Int
  ) {
    lines.append(
      Line(
        firstItem: item, itemCount: 1, start: start, thickness: extent.main,
        crossSum: extent.cross, firstExtent: extents.count, isEqual: true,
        isLast: item == itemCount - 1))
    extents.append(extent)
  }
}
