import Changesets
import Datasets
import Geometry
import Layouts

/// A model of lines of different sizes: the position and first item of each line, found by binary
/// search.
final class FlowModel: FrameModel {
  private let collection: LayoutCollection
  private let pattern: SizePattern
  private let rule = LineRule(
    available: PhoneScreen.portrait.width, interitemSpacing: 10, lineSpacing: 10)
  /// The positions of all lines, followed by the end of the last one, in points.
  private var starts: [Double] = []
  /// The global index of each line's first item, and the item count behind the last.
  private var firsts: [Int32] = []

  init(_ pattern: SizePattern, _ collection: LayoutCollection) {
    self.collection = collection
    self.pattern = pattern
    starts.reserveCapacity(collection.itemCount / 2 + 2)
    firsts.reserveCapacity(collection.itemCount / 2 + 2)
    var start = 0.0
    for section in collection.sectionSizes.indices {
      start = appendLines(of: section, from: start)
    }
    starts.append(start)
    firsts.append(Int32(collection.itemCount))
  }

  /// Breaks the lines of a section that begins at `start`, and returns its end.
  private func appendLines(of section: Int, from start: Double) -> Double {
    var index = collection.offsets.starts[section]
    let end = collection.offsets.starts[section + 1]
    var start = start
    while index < end {
      starts.append(start)
      firsts.append(Int32(index))
      let first = pattern.size(at: index)
      var used = first.width
      var thickness = first.height
      index += 1
      while index < end {
        let size = pattern.size(at: index)
        guard rule.fits(size.width, after: used) else { break }
        used += rule.interitemSpacing + size.width
        thickness = max(thickness, size.height)
        index += 1
      }
      start += thickness + (index < end ? rule.lineSpacing : 0)
    }
    return start
  }

  var extent: Double { starts[starts.count - 1] }

  func append(from start: Double, to end: Double, into buffer: inout [LayoutAttributes]) {
    let count = starts.count - 1
    var line = starts.lastPlace(notBehind: start, below: count)
    var section = collection.offsets.section(ofGlobalIndex: Int(firsts[line]))
    while line < count, starts[line] < end {
      while collection.offsets.starts[section + 1] <= Int(firsts[line]) { section += 1 }
      appendItems(of: line, section, behind: start, before: end, into: &buffer)
      line += 1
    }
  }

  func attributes(at path: ItemPath) -> LayoutAttributes {
    let index = collection.offsets.globalIndex(of: path)
    var first = 0
    var end = firsts.count - 1
    while end - first > 1 {
      let middle = (first + end) / 2
      if firsts[middle] <= index { first = middle } else { end = middle }
    }
    let items = Int(firsts[first])..<Int(firsts[first + 1])
    let line = Line(items, path.section, start: starts[first], self)
    var before = 0.0
    for other in items.lowerBound..<index { before += pattern.size(at: other).width }
    return line.attributes(of: index, after: before)
  }

  private func appendItems(
    of number: Int, _ section: Int, behind start: Double, before end: Double,
    into buffer: inout [LayoutAttributes]
  ) {
    let items = Int(firsts[number])..<Int(firsts[number + 1])
    let line = Line(items, section, start: starts[number], self)
    guard line.start + line.thickness > start else { return }
    var before = 0.0
    for index in items {
      let attributes = line.attributes(of: index, after: before)
      if attributes.frame.maxY > start, attributes.frame.minY < end { buffer.append(attributes) }
      before += attributes.size.width
    }
  }

  /// A line, and what lies between its items.
  private struct Line {
    let start: Double
    private(set) var thickness = 0.0
    private let section: Int
    private let items: Range<Int>
    private let sectionStart: Int
    private let gap: Double
    private let pattern: SizePattern

    init(_ items: Range<Int>, _ section: Int, start: Double, _ model: FlowModel) {
      self.start = start
      self.section = section
      self.items = items
      pattern = model.pattern
      sectionStart = model.collection.offsets.starts[section]
      var sum = 0.0
      for index in items {
        let size = pattern.size(at: index)
        sum += size.width
        thickness = max(thickness, size.height)
      }
      gap = model.gap(of: items, section, sum: sum)
    }

    func attributes(of index: Int, after before: Double) -> LayoutAttributes {
      let size = pattern.size(at: index)
      return LayoutAttributes(
        cell: ItemPath(section: section, item: index - sectionStart),
        frame: Rect(
          x: before + Double(index - items.lowerBound) * gap,
          y: start + (thickness - size.height) / 2, width: size.width, height: size.height))
    }
  }

  /// Returns the gap between the items of a line: justified, except on the section's last line
  /// (FL-8).
  ///
  /// A section of equal items would be one grid. With these sizes that takes a section of one item,
  /// which has no gaps, or of few items that are equal by chance.
  private func gap(of items: Range<Int>, _ section: Int, sum: Double) -> Double {
    if items.upperBound == collection.offsets.starts[section + 1] {
      return isUniform(section)
        ? gridGap(pattern.size(at: items.lowerBound).width)
        : rule.interitemSpacing
    }
    return items.count > 1 ? (rule.available - sum) / Double(items.count - 1) : 0
  }

  private func isUniform(_ section: Int) -> Bool {
    let items = collection.offsets.starts[section]..<collection.offsets.starts[section + 1]
    let first = pattern.size(at: items.lowerBound)
    return items.allSatisfy { pattern.size(at: $0) == first }
  }

  private func gridGap(_ width: Double) -> Double {
    let columns = rule.itemsPerLine(cross: width)
    return columns > 1 ? (rule.available - Double(columns) * width) / Double(columns - 1) : 0
  }
}
