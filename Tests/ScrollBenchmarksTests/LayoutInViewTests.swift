import Allocations
import BenchmarkTestSupport
import Benchmarking
import ScrollBenchmarks
import Testing

/// The scenarios that compare layout classes, and how far ahead a view asks them.
private let scenarios = Suite.scroll().scenarios.filter { scenario in
  ["self-size", "orthogonal-", "lookahead-"].contains { scenario.name.hasPrefix($0) }
}

private var countsAllocations: Bool {
  if case .available = AllocationMeter.availability { true } else { false }
}

private func counts(_ measurement: Measurement) throws -> [String: Int] {
  _ = measurement.body()
  let tell = try #require(measurement.counts)
  return Dictionary(uniqueKeysWithValues: try tell().map { ($0.name, $0.value ?? -1) })
}

@Suite struct LayoutInViewTests {
  /// The small collections of the other tests are too small for rows that measure themselves.
  @Test(arguments: [1_000, 3_001])
  func classesShowTheSame(items: Int) throws {
    let context = ScenarioContext(dataset: "zipf-1000", items: items, seed: 42)
    var answers = SuiteAnswers()
    for scenario in scenarios { try answers.check(scenario, in: context, calls: 3) }
    #expect(Set(scenarios.map(\.name)).count == 10)
  }

  /// A frame in which a section scrolls by itself allocates nothing, whatever there is on the screen.
  @Test(.enabled(if: countsAllocations, "allocations are not counted"))
  func framesOfSectionsThatScrollByThemselvesAllocateNothing() throws {
    for scenario in scenarios where scenario.name.hasPrefix("orthogonal-") {
      let context = ScenarioContext(dataset: "uniform-1000", items: 2_000, seed: 9)
      let measurement = try scenario.setUp(context)
      _ = measurement.body()
      let counts = try #require(AllocationMeter.measure(measurement.body).1)
      // Bytes alone are this thread's; other tests run beside this one.
      #expect(counts.allocatedBytes == 0, "\(scenario.name) of \(scenario.storage)")
    }
  }

  /// Nor does it prepare anything, and the layout is asked about the section that moves alone.
  @Test func framesOfSectionsThatScrollByThemselvesAskAboutThem() throws {
    for scenario in scenarios where scenario.name.hasPrefix("orthogonal-") {
      guard scenario.storage == "compositional" else { continue }
      let context = ScenarioContext(dataset: "uniform-1000", items: 2_000, seed: 9)
      let measurement = try scenario.setUp(context)
      let counts = try counts(measurement)
      #expect(counts["layout_preparations"] == 0, "\(scenario.name)")
      let returned = try #require(counts["attributes_returned"])
      #expect(returned <= 5 * measurement.operationsPerCall, "\(scenario.name)")
    }
  }

  /// Elements come in with at least 40 of 100 frames, and each makes the layout prepare again.
  @Test func elementsMeasureThemselvesInFrames() throws {
    for scenario in scenarios where scenario.name.hasPrefix("self-size") {
      let context = ScenarioContext(dataset: "uniform-1000", items: 2_000, seed: 9)
      let counts = try counts(try scenario.setUp(context))
      #expect(
        counts["layout_preparations", default: 0] >= 40, "\(scenario.name) of \(scenario.storage)")
      #expect(counts["view_calls", default: 0] >= 100, "\(scenario.name) of \(scenario.storage)")
      #expect(counts["views_created"] == 0, "\(scenario.name) of \(scenario.storage)")
    }
  }

  /// A view that asks about the bounds alone asks in every frame; with a screen ahead, a few times.
  @Test func asksFewerTimesAhead() throws {
    for name in ["lookahead-flow", "lookahead-list", "lookahead-waterfall"] {
      var returned: [String: Int] = [:]
      for scenario in scenarios where scenario.name == name {
        let context = ScenarioContext(dataset: "uniform-1000", items: 5_000, seed: 9)
        let counts = try counts(try scenario.setUp(context))
        returned[scenario.storage] = counts["attributes_returned"]
      }
      let exact = try #require(returned["exact"])
      let ahead = try #require(returned["one-screen"])
      #expect(exact > 5 * ahead && ahead > 0, "\(name): \(returned)")
      let tenFrames = try #require(returned["one-screen-10-frames"])
      let eachFrame = try #require(returned["one-screen-each-frame"])
      #expect(ahead < tenFrames && tenFrames < exact && exact < eachFrame, "\(name): \(returned)")
    }
  }
}
