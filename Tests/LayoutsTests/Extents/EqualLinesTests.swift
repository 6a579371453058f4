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
}
