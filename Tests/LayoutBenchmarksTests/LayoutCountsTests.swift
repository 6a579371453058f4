import Allocations
import Benchmarking
import LayoutBenchmarks
import Testing

private func scenarios(of storage: String) -> [Scenario] {
  Suite.layout().scenarios.filter { $0.storage == storage }
}

private func counts(_ measurement: Measurement) throws -> [String: Int] {
  let tell = try #require(measurement.counts)
  var values: [String: Int] = [:]
  for count in try tell() { values[count.name] = count.value ?? -1 }
  return values
}

/// The counts of a call must not depend on the case before: the runner fails a case that differs.
@Test func countsAreThoseOfOneCall() throws {
  for scenario in Suite.layout().scenarios where scenario.role == .strategy {
    let context = ScenarioContext(dataset: "uniform-1000", items: 1_500, seed: 3)
    let perCall = try (0..<2).map { _ in
      let measurement = try scenario.setUp(context)
      _ = measurement.body()
      return try counts(measurement)
    }
    #expect(perCall[0] == perCall[1], "\(scenario.name) of \(scenario.storage)")
    #expect(perCall[0].values.allSatisfy { $0 >= 0 }, "\(scenario.name) of \(scenario.storage)")
  }
}

/// A call of many layouts counts what all of them did.
@Test func firstLayoutsCountAllOfThem() throws {
  for scenario in Suite.layout().scenarios
  where scenario.role == .strategy && scenario.name == "first-uniform" {
    let context = ScenarioContext(dataset: "one-section", items: 3_000, seed: 3)
    let measurement = try scenario.setUp(context)
    _ = measurement.body()
    let shown = try counts(measurement)["attributes_returned", default: 0]
    #expect(measurement.operationsPerCall > 1, "\(scenario.storage)")
    #expect((15...30).contains(shown / measurement.operationsPerCall), "\(scenario.storage)")
  }
}

/// A query of the visible elements requests no size, stores no line and returns only elements that
/// overlap.
@Test func queriesChangeNothing() throws {
  for scenario in scenarios(of: "tree") where scenario.name.hasPrefix("visible-") {
    let context = ScenarioContext(dataset: "uniform-1000", items: 3_000, seed: 3)
    let measurement = try scenario.setUp(context)
    _ = measurement.body()
    let counts = try counts(measurement)
    #expect(counts["lines_rebroken"] == 0, "\(scenario.name)")
    #expect(counts["places_moved"] == 0, "\(scenario.name)")
    #expect(counts["sizes_asked"] == 0, "\(scenario.name)")
    let shown = counts["attributes_returned", default: 0] / measurement.operationsPerCall
    #expect((15...30).contains(shown), "\(scenario.name) shows \(shown)")
  }
}

@Test func aResizeRequestsOneSize() throws {
  for name in ["resize-list", "resize-flow", "insert-delete-list", "insert-delete-flow"] {
    for storage in ["nested", "flat", "tree", "linear-scan"] {
      let scenario = try #require(scenarios(of: storage).first { $0.name == name })
      let context = ScenarioContext(dataset: "one-section", items: 600, seed: 3)
      let measurement = try scenario.setUp(context)
      _ = measurement.body()
      // Each operation of a resize asks once, of an insertion and its deletion every other one.
      let asked = try counts(measurement)["sizes_asked"]
      let expected = measurement.operationsPerCall / (name.hasPrefix("resize") ? 1 : 2)
      #expect(asked == expected, "\(name) of \(storage)")
    }
  }
}

@Test func visibleItemsKeepTheirPlace() throws {
  for storage in ["nested", "flat", "tree", "linear-scan"] {
    let scenario = try #require(scenarios(of: storage).first { $0.name == "anchor-drift" })
    for dataset in ["uniform-1000", "one-section", "one-per-section", "zipf-1000"] {
      let context = ScenarioContext(dataset: dataset, items: 2_500, seed: 5)
      let measurement = try scenario.setUp(context)
      _ = measurement.body()
      let drift = try counts(measurement)["anchor_drift"]
      #expect(drift == 0, "\(storage), \(dataset)")
    }
  }
}

/// Counts bytes, which the allocator counts by thread; it counts requests over all tests.
@Test func queriesAllocateNothing() throws {
  for scenario in scenarios(of: "tree")
  where scenario.name.hasPrefix("visible-") || scenario.name.hasPrefix("attributes-") {
    let context = ScenarioContext(dataset: "uniform-1000", items: 1_000, seed: 9)
    let measurement = try scenario.setUp(context)
    // Once round all keys, so that the buffers have room for the largest answer.
    for _ in 0..<8 { _ = measurement.body() }
    guard let counts = AllocationMeter.measure(measurement.body).1 else { return }
    #expect(counts.allocatedBytes == 0, "\(scenario.name)")
  }
}
