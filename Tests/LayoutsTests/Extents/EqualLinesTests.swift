import Layouts
import Testing

/// Lines of equal items, which a tree finds by arithmetic.
@Suite struct EqualLinesTests {
  /// Returns a tree of one section of `count` equal items.
  private static func index(
    of item: ItemExtent, count: Int, rule: LineRule
  ) throws -> any ExtentIndex {
    var index: any ExtentIndex = TreeExtents()
    index.appendShape(SectionShape(leading: 0, trailing: 0, rule: rule))
    try index.replaceSections(0..<0, count: 1) { _ in
      SectionContent(shape: 0, itemCount: count, commonExtent: item)
    } extents: { _, _, _ in
    }
    return index
  }

  /// As many lines as nothing can walk, store or reserve memory for; first alone, then in two runs
  /// around a thicker item.
  @Test func aTrillionLinesAreNotWalked() throws {
    let count = 1 << 40
    var index = try Self.index(
      of: ExtentWorkTests.item, count: 3 * count, rule: ExtentWorkTests.rule)
    func check(_ line: Int, at start: Double) {
      var buffer = ExtentBuffer()
      index.collect(from: start + 5, to: start + 20, into: &buffer)
      #expect(buffer.lines.map(\.firstItem) == [3 * line, 3 * line + 3])
      #expect(buffer.lines.map(\.start) == [start, start + 15])
      buffer.removeAll()
      index.collect(from: start - 4, to: start, into: &buffer)
      #expect(buffer.lines.isEmpty)
    }
    #expect(index.extent == 15 * Double(count) - 5)
    for line in [1, count / 4, count / 2, count - 2] { check(line, at: 15 * Double(line)) }
    let middle = 3 * count / 2
    index.replaceItems(
      middle..<middle + 1, inSection: 0, with: [ItemExtent(cross: 30, main: 12)])
    #expect(index.extent == 15 * Double(count) - 3)
    for line in [1, count / 4] { check(line, at: 15 * Double(line)) }
    for line in [count / 2 + 9, count / 4 * 3, count - 2] { check(line, at: 15 * Double(line) + 2) }
  }

  @Test(arguments: TestedIndex.allCases)
  func aRangeInALongInsetHasNoLines(_ tested: TestedIndex) throws {
    for isLeading in [false, true] {
      let shape = SectionShape(
        leading: isLeading ? 1e30 : 0, trailing: isLeading ? 0 : 1e30, rule: ExtentWorkTests.rule)
      let index = try ExtentModel(
        shapes: [shape],
        sections: [.init(shape: 0, items: Array(repeating: ExtentWorkTests.item, count: 7))]
      ).makeIndex(tested)
      var buffer = ExtentBuffer()
      index.collect(from: 1e25, to: 1e26, into: &buffer)
      #expect(buffer.sections.map(\.lineCount) == [0])
      #expect(buffer.lines.isEmpty && buffer.extents.isEmpty)
    }
  }

  /// An item in front of `count` equal ones, with lengths whose sums, products and quotients round.
  private typealias Content = (first: Double?, length: Double, count: Int)

  private static func index(of content: Content) throws -> any ExtentIndex {
    let rule = LineRule(available: 100, interitemSpacing: 10, lineSpacing: 0)
    var index = try index(
      of: ItemExtent(cross: 60, main: content.length), count: content.count, rule: rule)
    if let first = content.first {
      index.replaceItems(0..<0, inSection: 0, with: [ItemExtent(cross: 60, main: first)])
    }
    return index
  }

  /// Returns ranges that begin and end within two bits of `edge`.
  private static func ranges(at edge: Double, of length: Double) -> [(Double, Double)] {
    [edge.nextDown.nextDown, edge.nextDown, edge, edge.nextUp, edge.nextUp.nextUp].flatMap {
      [($0, $0 + length), ($0 - length, $0)]
    }
  }

  /// A range at an edge has the lines that overlap it as they are placed, to the last bit.
  ///
  /// Ranges that begin at the end of the last line are left out: a tree finds runs by other sums.
  @Test func rangesAtRoundedEdgesHaveTheLinesInThem() throws {
    let contents: [Content] = [
      (nil, 0.9, 100), (nil, 33.3, 100), (5.7, 0.1, 100), (33.3, 0.9, 100), (0x1p-48, 0.7, 48),
      (0x1p53, 2049, 40), (0x1.8p-52, 1.5, 40),
    ]
    for content in contents {
      let index = try Self.index(of: content)
      var all = ExtentBuffer()
      index.collect(from: -1, to: .infinity, into: &all)
      #expect(all.lines.count == content.count + (content.first == nil ? 0 : 1))
      let last = try #require(all.lines.last).start
      let edges = Set(all.lines.flatMap { [$0.start, $0.start + $0.thickness] })
      let ranges = edges.flatMap { Self.ranges(at: $0, of: content.length * 1.5) }
      for (start, end) in ranges where start < last {
        var buffer = ExtentBuffer()
        index.collect(from: start, to: end, into: &buffer)
        let overlapping = all.lines.filter { $0.start < end && $0.start + $0.thickness > start }
        if buffer.lines.map(\.firstItem) != overlapping.map(\.firstItem) {
          Issue.record("\(content): \(start)..<\(end) has \(buffer.lines)")
        }
      }
    }
  }
}
