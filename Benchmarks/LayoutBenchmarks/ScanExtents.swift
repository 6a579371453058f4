import Layouts

/// The naive extent index: all lines in one array, which every query scans and every edit makes
/// again.
///
/// It stands for a layout that keeps an array of frames and filters it. Figures are compared with
/// it, and tests compare the other indexes with it as the plainest model.
struct ScanExtents: ExtentIndex {
  private(set) var shapes: [SectionShape] = []
  var work = ExtentWork()
  private var contents: [ScannedSection] = []
  /// The sections, with their lines in `lines`.
  private var sections: [ExtentBuffer.Section] = []
  private var lines: [ExtentBuffer.Line] = []
  private(set) var extent = 0.0

  init() {}

  var sectionCount: Int { contents.count }

  func section(at section: Int) -> ExtentBuffer.Section {
    var answer = sections[section]
    answer.firstLine = 0
    answer.lineCount = 0
    return answer
  }

  func itemExtent(_ item: Int, inSection section: Int) -> ItemExtent {
    let rule = shapes[contents[section].shape].rule
    var extent = contents[section].items[item]
    if rule.isSingleColumn { extent.cross = rule.available }
    return extent
  }

  func checkInvariants() {}
}

// MARK: Queries

extension ScanExtents {
  func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer) {
    guard end > start else { return }
    for section in sections {
      let shape = shapes[section.shape]
      let origin = section.start + shape.leading
      let firstLine = buffer.lines.count
      for line in section.firstLine..<section.firstLine + section.lineCount {
        let lineStart = origin + lines[line].start
        if lines[line].thickness > 0, lineStart < end, lineStart + lines[line].thickness > start {
          append(line, of: section.index, into: &buffer)
        }
      }
      buffer.placesVisited += section.lineCount + 1
      let height = shape.leading + section.itemsExtent + shape.trailing
      guard height > 0, section.start < end, section.start + height > start else { continue }
      var answer = section
      answer.firstLine = firstLine
      answer.lineCount = buffer.lines.count - firstLine
      buffer.sections.append(answer)
    }
  }

  func collect(item: Int, inSection section: Int, into buffer: inout ExtentBuffer) {
    var answer = sections[section]
    let all = answer.firstLine..<answer.firstLine + answer.lineCount
    answer.firstLine = buffer.lines.count
    answer.lineCount = 1
    for line in all {
      buffer.placesVisited += 1
      let first = lines[line].firstItem
      if item >= first, item < first + lines[line].itemCount {
        append(line, of: section, into: &buffer)
      }
    }
    buffer.sections.append(answer)
  }

  private func append(_ number: Int, of section: Int, into buffer: inout ExtentBuffer) {
    var line = lines[number]
    line.firstExtent = buffer.extents.count
    let rule = shapes[contents[section].shape].rule
    for item in line.firstItem..<line.firstItem + line.itemCount {
      var extent = contents[section].items[item]
      if rule.isSingleColumn { extent.cross = rule.available }
      buffer.extents.append(extent)
    }
    buffer.lines.append(line)
  }
}

// MARK: Edits

extension ScanExtents {
  mutating func appendShape(_ shape: SectionShape) { shapes.append(shape) }

  mutating func replaceShapes(with newShapes: [SectionShape]) {
    shapes = newShapes
    makeLines()
  }

  mutating func replaceSections(
    _ range: Range<Int>, count: Int, content: SectionContentSource, extents: ItemExtentsSource
  ) throws(LayoutError) {
    var new: [ScannedSection] = []
    new.reserveCapacity(count)
    for place in 0..<count {
      let given = try content(place)
      var items: [ItemExtent] = []
      if let common = given.commonExtent {
        items = Array(repeating: common, count: given.itemCount)
      } else {
        items.reserveCapacity(given.itemCount)
        try extents(place, 0..<given.itemCount, &items)
      }
      new.append(ScannedSection(shape: given.shape, items: items))
    }
    contents.replaceSubrange(range, with: new)
    makeLines()
  }

  mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent]
  ) {
    contents[section].items.replaceSubrange(range, with: newExtents)
    makeLines()
  }

  mutating func setShape(_ shape: Int, ofSection section: Int) {
    contents[section].shape = shape
    makeLines()
  }

  /// Breaks all lines of all sections.
  private mutating func makeLines() {
    sections.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    var start = 0.0
    for index in contents.indices {
      let content = contents[index]
      let shape = shapes[content.shape]
      let firstLine = lines.count
      appendLines(of: content, shape.rule)
      let itemsExtent = lines.count > firstLine ? lines[lines.count - 1].end : 0
      var section = ExtentBuffer.Section(
        index: index, start: start, itemsExtent: itemsExtent, itemCount: content.items.count,
        shape: content.shape, isUniform: content.isUniform(shape.rule))
      section.firstLine = firstLine
      section.lineCount = lines.count - firstLine
      sections.append(section)
      start += shape.leading + itemsExtent + shape.trailing
    }
    extent = start
    work.placesMoved += sections.count + lines.count
  }

  private mutating func appendLines(of content: ScannedSection, _ rule: LineRule) {
    let items = content.items
    var item = 0
    var start = 0.0
    while item < items.count {
      let first = item
      var used = items[item].cross
      var sum = rule.isSingleColumn ? rule.available : used
      var thickness = items[item].main
      item += 1
      while item < items.count, rule.fits(items[item].cross, after: used) {
        used = used + rule.interitemSpacing + items[item].cross
        sum += items[item].cross
        thickness = max(thickness, items[item].main)
        item += 1
      }
      lines.append(
        ExtentBuffer.Line(
          firstItem: first, itemCount: item - first, start: start, thickness: thickness,
          crossSum: sum, firstExtent: 0, isEqual: false, isLast: item == items.count))
      start += thickness + rule.lineSpacing
      work.linesRebroken += 1
      work.itemsRebroken += item - first
    }
  }
}

/// A section as it was given.
private struct ScannedSection {
  var shape: Int
  var items: [ItemExtent]

  /// Returns a Boolean value that indicates whether all items have equal extents; in a list, equal
  /// heights.
  func isUniform(_ rule: LineRule) -> Bool {
    guard let first = items.first else { return true }
    return items.allSatisfy {
      $0.main == first.main && (rule.isSingleColumn || $0.cross == first.cross)
    }
  }
}

extension ExtentBuffer.Line {
  /// The position of its end, in points from the section's first line.
  fileprivate var end: Double { start + thickness }
}
