import BasicAlgorithms

/// The lines of one section, stored in arrays.
protocol SectionLines {
  /// The number of lines.
  var lineCount: Int { get }

  /// Returns the position at which a line begins, in points from the first line; never less than
  /// the end of the line before.
  func start(ofLine line: Int) -> Double

  /// Returns the largest `main` on a line, in points.
  func thickness(ofLine line: Int) -> Double

  /// Returns the line of an item that exists.
  func line(ofItem item: Int, counting visited: inout Int) -> Int

  /// Appends a line, broken by `rule`.
  func append(line: Int, rule: LineRule, to buffer: inout ExtentBuffer)
}

extension ExtentBuffer {
  /// Calls `append` with each section that overlaps `start`..<`end`, in points.
  ///
  /// - Parameters:
  ///   - start: The beginning of the range.
  ///   - end: The end of the range.
  ///   - starts: The beginnings of all sections, followed by the end of the last one.
  ///   - append: Appends a section to the buffer.
  /// - Complexity: O(log sections), once more for each run of sections without an extent.
  @inline(__always)
  mutating func appendSections(
    from start: Double, to end: Double, starts: [Double],
    append: (Int, inout ExtentBuffer) -> Void
  ) {
    guard start < end else { return }
    let count = starts.count - 1
    var section = (0..<count).firstPlace(counting: &placesVisited) { starts[$0 + 1] > start }
    while section < count, starts[section] < end {
      if starts[section + 1] > starts[section] {
        append(section, &self)
        section += 1
      } else {
        let point = starts[section]
        section = (section + 1..<count).firstPlace(counting: &placesVisited) {
          starts[$0 + 1] > point
        }
      }
    }
  }

  /// Appends a section and those of its lines that overlap `start`..<`end`, in points. O(log lines
  /// + appended lines); O(log lines) more for each run of lines without an extent.
  mutating func append(
    _ section: Section, _ lines: some SectionLines, shape: SectionShape, from start: Double,
    to end: Double
  ) {
    var section = section
    section.firstLine = self.lines.count
    // The sums by which items are placed, so that what is placed in the range is in the answer.
    let origin = section.start + shape.leading
    var line = lines.firstLine(
      from: 0, endingBehind: start, origin: origin, counting: &placesVisited)
    while line < lines.lineCount, origin + lines.start(ofLine: line) < end {
      if lines.thickness(ofLine: line) > 0 {
        lines.append(line: line, rule: shape.rule, to: &self)
        placesVisited += 1
        line += 1
      } else {
        line = lines.firstLine(
          from: line + 1, endingBehind: origin + lines.start(ofLine: line), origin: origin,
          counting: &placesVisited)
      }
    }
    section.lineCount = self.lines.count - section.firstLine
    sections.append(section)
    placesVisited += 1
  }

  /// Appends a section with the line that holds `item`. O(log lines + items on the line); O(1) in a
  /// single column, where each line holds one item.
  mutating func append(_ section: Section, _ lines: some SectionLines, rule: LineRule, item: Int) {
    var section = section
    section.firstLine = self.lines.count
    section.lineCount = 1
    sections.append(section)
    let line = rule.isSingleColumn ? item : lines.line(ofItem: item, counting: &placesVisited)
    lines.append(line: line, rule: rule, to: &self)
    placesVisited += 2
  }
}

extension SectionLines {
  /// Returns the first line from `first` on that ends behind `point`; the section's first line
  /// begins at `origin`, in points. O(log lines).
  @inline(__always)
  fileprivate func firstLine(
    from first: Int, endingBehind point: Double, origin: Double, counting visited: inout Int
  ) -> Int {
    (first..<lineCount).firstPlace(counting: &visited) {
      origin + start(ofLine: $0) + thickness(ofLine: $0) > point
    }
  }
}

extension Range<Int> {
  /// Returns the first place for which `isBehind` holds.
  ///
  /// - Parameters:
  ///   - visited: Counts the places looked at.
  ///   - isBehind: Holds for a place only if it does for all behind it.
  /// - Returns: A place of the range, or its upper bound.
  /// - Complexity: O(log *n*); no allocation.
  @inline(__always)
  func firstPlace(counting visited: inout Int, where isBehind: (Int) -> Bool) -> Int {
    partitioningIndex {
      visited += 1
      return isBehind($0)
    }
  }
}

extension Array where Element: Equatable {
  /// Returns the number of unequal neighbours that an edit of `edited` separates or joins: within
  /// `edited`, and at its two ends inside `section`.
  ///
  /// An empty `edited` counts the pair that meets there. O(*edited*).
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
  /// `origin`. O(items on the line); O(1) if they are equal and a whole number of points long.
  mutating func appendLine(
    _ places: Range<Int>, of extents: [ItemExtent], origin: Int, start: Double, thickness: Double,
    isEqual: Bool, isLast: Bool
  ) {
    lines.append(
      Line(
        firstItem: places.lowerBound - origin, itemCount: places.count, start: start,
        thickness: thickness, crossSum: extents.crossSum(of: places, areEqual: isEqual),
        firstExtent: self.extents.count, isEqual: isEqual, isLast: isLast))
    if isEqual {
      self.extents.append(extents[places.lowerBound])
    } else {
      self.extents.append(contentsOf: extents[places])
    }
  }

  /// Appends the line of a single item, in a section of `itemCount` single-item lines.
  mutating func appendLine(
    ofSingle item: Int, _ extent: ItemExtent, start: Double, itemCount: Int
  ) {
    lines.append(
      Line(
        firstItem: item, itemCount: 1, start: start, thickness: extent.main, crossSum: extent.cross,
        firstExtent: extents.count, isEqual: true, isLast: item == itemCount - 1))
    extents.append(extent)
  }
}

extension [ItemExtent] {
  /// Returns the sum of the lengths of the items at `places`, added up from the first on.
  fileprivate func crossSum(of places: Range<Int>, areEqual: Bool) -> Double {
    if areEqual, let first = places.first {
      // Sums of whole numbers do not round, so that their product is the same.
      let (cross, count) = (self[first].cross, Double(places.count))
      if cross == cross.rounded(), cross * count < 0x1p52 { return cross * count }
    }
    var sum = 0.0
    for place in places { sum += self[place].cross }
    return sum
  }
}
