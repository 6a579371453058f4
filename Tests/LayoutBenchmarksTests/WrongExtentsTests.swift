import BenchmarkTestSupport
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
  try checkEmptyCollectionIsRefused(.layout())
}

private struct WrongExtents: ForwardingExtents {
  var right = TreeExtents()

  init() {}

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
}
