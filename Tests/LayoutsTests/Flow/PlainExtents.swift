import Layouts

/// The rule by which an item joins a line, for `PlainExtents`.
protocol JoinRule: Sendable {
  /// Returns a Boolean value that indicates whether an item of `cross` points joins a line whose
  /// items and gaps take `used` points.
  static func joins(_ cross: Double, after used: Double, _ rule: LineRule) -> Bool
}

/// The right rule (FL-5, FL-21).
enum RightJoin: JoinRule {
  static func joins(_ cross: Double, after used: Double, _ rule: LineRule) -> Bool {
    rule.available > 0 && used + rule.interitemSpacing + cross <= rule.available + 1e-6
  }
}

/// Planted: looks at the line before the item has joined it, and so breaks one item late.
enum LateJoin: JoinRule {
  static func joins(_ cross: Double, after used: Double, _ rule: LineRule) -> Bool {
    used + rule.interitemSpacing <= rule.available + 1e-6
  }
}

/// Planted: less for less or equal, so that a line that is full to the point breaks.
enum StrictJoin: JoinRule {
  static func joins(_ cross: Double, after used: Double, _ rule: LineRule) -> Bool {
    used + rule.interitemSpacing + cross < rule.available
  }
}

/// An injected error: differences instead of sums (FL-22).
enum DifferenceJoin: JoinRule {
  static func joins(_ cross: Double, after used: Double, _ rule: LineRule) -> Bool {
    cross <= rule.available - used - rule.interitemSpacing
  }
}

/// An extent index that keeps every item's extent and breaks all lines for every answer: the
/// dullest one there can be, and a place for planted errors.
struct PlainExtents<Rule: JoinRule>: ExtentIndex {
  private struct Part {
    var shape: Int
    var items: [ItemExtent]
  }

  private(set) var shapes: [SectionShape] = []
  private var parts: [Part] = []
  var work = ExtentWork()

  var sectionCount: Int { parts.count }
  var extent: Double { start(of: parts.count) }

  private func start(of section: Int) -> Double {
    (0..<section).reduce(0) { $0 + fullExtent($1) }
  }

  private func fullExtent(_ section: Int) -> Double {
    let shape = shapes[parts[section].shape]
    return shape.leading + linesExtent(of: section) + shape.trailing
  }

  private func linesExtent(of section: Int) -> Double {
    lines(of: section).last.map { $0.start + $0.thickness } ?? 0
  }

  private func lines(of section: Int) -> [ExtentBuffer.Line] {
    let items = parts[section].items
    let rule = shapes[parts[section].shape].rule
    var lines: [ExtentBuffer.Line] = []
    for (item, extent) in items.enumerated() {
      if let last = lines.last, !rule.isSingleColumn {
        let used = last.crossSum + Double(last.itemCount - 1) * rule.interitemSpacing
        if Rule.joins(extent.cross, after: used, rule) {
          lines[lines.count - 1].itemCount += 1
          lines[lines.count - 1].crossSum += extent.cross
          lines[lines.count - 1].thickness = max(last.thickness, extent.main)
          continue
        }
      }
      let start = lines.last.map { $0.start + $0.thickness + rule.lineSpacing } ?? 0
      lines.append(
        ExtentBuffer.Line(
          firstItem: item, itemCount: 1, start: start, thickness: extent.main,
          crossSum: extent.cross, firstExtent: 0, isEqual: false, isLast: false))
    }
    if !lines.isEmpty { lines[lines.count - 1].isLast = true }
    return lines
  }

  private func append(_ line: ExtentBuffer.Line, of section: Int, to buffer: inout ExtentBuffer) {
    var line = line
    line.firstExtent = buffer.extents.count
    buffer.extents += parts[section].items[line.firstItem..<line.firstItem + line.itemCount]
    buffer.lines.append(line)
  }

  func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer) {
    for number in parts.indices {
      var section = section(at: number)
      guard section.start < end, start < section.start + fullExtent(number), start < end else {
        continue
      }
      section.firstLine = buffer.lines.count
      let first = section.start + shapes[section.shape].leading
      for line in lines(of: number)
      where line.thickness > 0 && first + line.start < end
        && start < first + line.start + line.thickness
      {
        append(line, of: number, to: &buffer)
      }
      section.lineCount = buffer.lines.count - section.firstLine
      buffer.sections.append(section)
    }
  }

  func collect(item: Int, inSection number: Int, into buffer: inout ExtentBuffer) {
    var section = section(at: number)
    section.firstLine = buffer.lines.count
    section.lineCount = 1
    for line in lines(of: number)
    where line.firstItem <= item && item < line.firstItem + line.itemCount {
      append(line, of: number, to: &buffer)
    }
    buffer.sections.append(section)
  }

  func section(at section: Int) -> ExtentBuffer.Section {
    let items = parts[section].items
    return ExtentBuffer.Section(
      index: section, start: start(of: section), itemsExtent: linesExtent(of: section),
      itemCount: items.count, shape: parts[section].shape,
      isUniform: items.allSatisfy { $0 == items[0] })
  }

  mutating func appendShape(_ shape: SectionShape) { shapes.append(shape) }
  mutating func replaceShapes(with newShapes: [SectionShape]) { shapes = newShapes }

  mutating func replaceSections(
    _ range: Range<Int>, count: Int, content: SectionContentSource, extents: ItemExtentsSource
  ) throws(LayoutError) {
    var fresh: [Part] = []
    for number in 0..<count {
      let content = try content(number)
      var items: [ItemExtent] = []
      if let common = content.commonExtent {
        items = Array(repeating: common, count: content.itemCount)
      } else {
        // In two batches, as an index may.
        let half = content.itemCount / 2
        try extents(number, 0..<half, &items)
        try extents(number, half..<content.itemCount, &items)
      }
      fresh.append(Part(shape: content.shape, items: items))
    }
    parts.replaceSubrange(range, with: fresh)
  }

  mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent]
  ) {
    parts[section].items.replaceSubrange(range, with: newExtents)
  }

  mutating func setShape(_ shape: Int, ofSection section: Int) { parts[section].shape = shape }

  func itemExtent(_ item: Int, inSection section: Int) -> ItemExtent { parts[section].items[item] }

  func checkInvariants() {}
}
