import Layouts

/// A section as an extent index or the model answers it, with the lines of the query.
struct AnsweredSection: Equatable {
  struct Line: Equatable {
    var firstItem: Int
    var start: Double
    var thickness: Double
    var crossSum: Double
    var isLast: Bool
    var extents: [ItemExtent]
  }

  var index: Int
  var start: Double
  var itemsExtent: Double
  var itemCount: Int
  var shape: Int
  var isUniform: Bool
  var lines: [Line] = []
}

extension AnsweredSection {
  init(_ section: ExtentBuffer.Section) {
    self.init(
      index: section.index, start: section.start, itemsExtent: section.itemsExtent,
      itemCount: section.itemCount, shape: section.shape, isUniform: section.isUniform)
  }

  /// Returns a Boolean value that indicates whether lengths differ from `other` by at most
  /// `tolerance` and everything else is equal.
  func isEqual(to other: AnsweredSection, within tolerance: Double) -> Bool {
    if tolerance == 0 { return self == other }
    guard abs(start - other.start) <= tolerance, lines.count == other.lines.count,
      abs(itemsExtent - other.itemsExtent) <= tolerance
    else { return false }
    var moved = self
    moved.start = other.start
    moved.itemsExtent = other.itemsExtent
    for place in lines.indices {
      guard abs(lines[place].start - other.lines[place].start) <= tolerance,
        abs(lines[place].crossSum - other.lines[place].crossSum) <= tolerance
      else { return false }
      moved.lines[place].start = other.lines[place].start
      moved.lines[place].crossSum = other.lines[place].crossSum
    }
    return moved == other
  }
}

extension ExtentBuffer {
  /// The content of the buffer as values.
  var answer: [AnsweredSection] {
    sections.map { section in
      var answered = AnsweredSection(section)
      for line in lines[section.firstLine..<section.firstLine + section.lineCount] {
        let extents =
          line.isEqual
          ? Array(repeating: self.extents[line.firstExtent], count: line.itemCount)
          : Array(self.extents[line.firstExtent..<line.firstExtent + line.itemCount])
        answered.lines.append(
          AnsweredSection.Line(
            firstItem: line.firstItem, start: line.start, thickness: line.thickness,
            crossSum: line.crossSum, isLast: line.isLast, extents: extents))
      }
      return answered
    }
  }
}
