import Benchmarking
import LayoutBenchmarks
import Layouts
import Testing

/// An index that leaves the first line of every answer out must not become a figure.
@Test func aWrongIndexGivesNoRightAnswer() throws {
  let wrong = LayoutExtents("wrong", WrongExtents.self)
  let context = ScenarioContext(dataset: "one-section", items: 60, seed: 42)
  let known = wrong.scenarios.filter {
    $0.name.hasPrefix("first-") || $0.name.hasPrefix("visible-")
      || $0.name.hasPrefix("attributes-")
  }
  #expect(known.count == 17)
  for scenario in known {
    let measurement = try scenario.setUp(context)
    #expect(measurement.body() != measurement.expectedAnswer, "\(scenario.name)")
  }
}

@Test func anEmptyCollectionIsRefused() throws {
  let context = ScenarioContext(dataset: "uniform-1000", items: 0, seed: 42)
  let scenario = try #require(Suite.layout.scenarios.first)
  let error = #expect(throws: (any Error).self) { try scenario.setUp(context) }
  #expect(error.map { "\($0)" }?.contains("uniform-1000") == true)
}

private struct WrongExtents: ExtentIndex {
  private var right = TreeExtents()

  init() {}

  var shapes: [SectionShape] { right.shapes }
  var sectionCount: Int { right.sectionCount }
  var extent: Double { right.extent }
  var work: ExtentWork {
    get { right.work }
    set { right.work = newValue }
  }

  func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer) {
    right.collect(from: start, to: end, into: &buffer)
    guard !buffer.sections.isEmpty, buffer.sections[0].lineCount > 0 else { return }
    buffer.sections[0].firstLine += 1
    buffer.sections[0].lineCount -= 1
  }

  func collect(item: Int, inSection section: Int, into buffer: inout ExtentBuffer) {
    right.collect(item: item, inSection: section, into: &buffer)
    buffer.lines[buffer.lines.count - 1].start += 1
  }

  func section(at section: Int) -> ExtentBuffer.Section { right.section(at: section) }

  mutating func appendShape(_ shape: SectionShape) { right.appendShape(shape) }

  mutating func replaceShapes(with newShapes: [SectionShape]) {
    right.replaceShapes(with: newShapes)
  }

  mutating func replaceSections(
    _ range: Range<Int>, count: Int, content: SectionContentSource, extents: ItemExtentsSource
  ) throws(LayoutError) {
    try right.replaceSections(range, count: count, content: content, extents: extents)
  }

  mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent]
  ) {
    right.replaceItems(range, inSection: section, with: newExtents)
  }

  mutating func setShape(_ shape: Int, ofSection section: Int) {
    right.setShape(shape, ofSection: section)
  }

  func itemExtent(_ item: Int, inSection section: Int) -> ItemExtent {
    right.itemExtent(item, inSection: section)
  }

  func checkInvariants() { right.checkInvariants() }
}
