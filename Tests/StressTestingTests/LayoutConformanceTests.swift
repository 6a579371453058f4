import Layouts
import StressTesting
import TestSupport
import Testing

@Suite struct LayoutConformanceTests {
  @Test func theExtentIndexesAgree() throws {
    var run = try StressRun(
      "extent indexes through scripts", filter: "theExtentIndexesAgree", usualSeconds: 1,
      share: 0.25)
    var performed = 0
    while let seed = run.next() {
      do {
        performed += try LayoutConformance.check(operations: 300, seed: seed)
      } catch {
        Issue.record("\(error)\n\(run.replay(seed))")
        return
      }
    }
    run.summarize("\(performed) operations on three layouts each")
  }

  @Test func anotherIndexThatErrsIsFound() throws {
    let strategies = [ExtentStrategy.nested, ExtentStrategy("hasty", HastyExtents.self)]
    let failure = try #require(throws: LayoutConformanceFailure.self) {
      _ = try LayoutConformance.check(operations: 3_000, seed: 5, strategies: strategies)
    }
    #expect(failure.seed == 5 && failure.operationNumber > 0)
    #expect(failure.description.contains("hasty") && failure.description.contains("seed 5"))
    #expect(failure.expected != failure.found)
    // A reload with six items is all that it takes.
    #expect(failure.script.operations == [.reload(counts: [6])], "\(failure)")
    // The script fails again, and not without the mistake.
    let text = try StressScript(text: failure.script.text)
    #expect(text == .extents(failure.script))
    #expect(throws: LayoutConformanceFailure.self) {
      _ = try failure.script.check(strategies: strategies)
    }
    #expect(try text.check() == 1)
  }
}

/// An index that is wrong about single items far behind.
private struct HastyExtents: ExtentIndex {
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
  }

  func collect(item: Int, inSection section: Int, into buffer: inout ExtentBuffer) {
    right.collect(item: item, inSection: section, into: &buffer)
    // Only where there are many.
    if item > 4 { buffer.lines[buffer.lines.count - 1].start += 1 }
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
