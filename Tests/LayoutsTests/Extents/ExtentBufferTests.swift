import Layouts
import Testing

/// What answers say besides positions, and the memory of the buffer.
@Suite struct ExtentBufferTests {
  /// A section that is asked for alone has no lines in a buffer.
  @Test(arguments: TestedIndex.allCases)
  func aSectionAloneHasNoLines(_ tested: TestedIndex) throws {
    let index = try ExtentWorkTests.index(tested, sections: 1, of: [ExtentWorkTests.item])
    #expect(index.section(at: 0).firstLine == 0)
    #expect(index.section(at: 0).lineCount == 0)
  }

  @Test(arguments: TestedIndex.allCases)
  func anAnswerFollowsTheOneBefore(_ tested: TestedIndex) throws {
    let index = try ExtentWorkTests.index(
      tested, sections: 3, of: (0..<10).map { ItemExtent(cross: 30, main: 10 + Double($0 % 2)) })
    var (both, first, second) = (ExtentBuffer(), ExtentBuffer(), ExtentBuffer())
    index.collect(from: 20, to: 90, into: &first)
    index.collect(item: 7, inSection: 1, into: &second)
    index.collect(from: 20, to: 90, into: &both)
    index.collect(item: 7, inSection: 1, into: &both)
    index.collect(from: 20, to: 90, into: &both)
    #expect(both.answer == first.answer + second.answer + first.answer)
  }

  /// The lines of equal items, and the rows of a list, hold one extent each or one for all.
  @Test(arguments: TestedIndex.allCases)
  func linesOfOneExtentSaySo(_ tested: TestedIndex) throws {
    var list = ExtentWorkTests.rule
    list.isSingleColumn = true
    let rows = (0..<20).map { ItemExtent(cross: 100, main: 10 + Double($0 % 7)) }
    for index in [
      try ExtentWorkTests.index(
        tested, sections: 1, of: Array(repeating: ExtentWorkTests.item, count: 20)),
      try ExtentWorkTests.index(tested, sections: 1, of: rows, rule: list),
    ] {
      var buffer = ExtentBuffer()
      index.collect(from: 0, to: 1_000, into: &buffer)
      #expect(buffer.extents.count <= buffer.lines.count)
      for item in 0..<20 { index.collect(item: item, inSection: 0, into: &buffer) }
      #expect(buffer.lines.allSatisfy { $0.isEqual })
    }
  }

  /// The extents of different items stand there once each, in order.
  @Test(arguments: TestedIndex.allCases)
  func linesHoldTheExtentsOfTheirItems(_ tested: TestedIndex) throws {
    let items = (0..<10).map { ItemExtent(cross: 30, main: 10 + Double($0 % 2)) }
    let index = try ExtentWorkTests.index(tested, sections: 1, of: items)
    var buffer = ExtentBuffer()
    index.collect(from: 0, to: 1_000, into: &buffer)
    #expect(buffer.extents == items)
    #expect(buffer.lines.map(\.firstExtent) == [0, 3, 6, 9])
  }

  @Test func anEmptiedBufferKeepsItsMemoryAndItsCount() throws {
    let index = try ExtentWorkTests.index(.tree, sections: 9, of: [ExtentWorkTests.item])
    var buffer = ExtentBuffer()
    #expect(buffer.placesVisited == 0)
    index.collect(from: 0, to: 1_000, into: &buffer)
    let (visited, sections) = (buffer.placesVisited, buffer.sections.capacity)
    let (lines, extents) = (buffer.lines.capacity, buffer.extents.capacity)
    buffer.removeAll()
    #expect(buffer.sections.isEmpty && buffer.lines.isEmpty && buffer.extents.isEmpty)
    #expect(buffer.sections.capacity == sections)
    #expect(buffer.lines.capacity == lines)
    #expect(buffer.extents.capacity == extents)
    #expect(buffer.placesVisited == visited && visited > 0)
  }
}
