import BenchmarkTestSupport
import Benchmarking
import Datasets
import ScrollBenchmarks
import Testing

/// The scenario of an item that a user moves, position by position.
@Suite struct MovingTests {
  private let scenarios = Suite.scroll().scenarios.filter { $0.name == "move-item" }

  /// The small collections of the other tests have too few rows. The set-up checks every row at every
  /// position, and that the store has made the moves.
  @Test(arguments: ["uniform-1000", "zipf-1000", "one-section"])
  func everyPairShowsTheSame(dataset: String) throws {
    #expect(Set(scenarios.map(\.storage)) == ["nested-nested", "flat-flat", "btree-tree"])
    for items in [1_000, 3_001] {
      let context = ScenarioContext(dataset: dataset, items: items, seed: 42)
      var answers = SuiteAnswers()
      for scenario in scenarios { try answers.check(scenario, in: context, calls: 3) }
    }
  }

  /// A movement asks for counts once at its end, and for the few cells that come in.
  @Test func aMovementAsksForLittle() throws {
    for scenario in scenarios {
      let context = ScenarioContext(dataset: "uniform-1000", items: 2_000, seed: 9)
      let measurement = try scenario.setUp(context)
      _ = measurement.body()
      let tell = try #require(measurement.counts)
      let counts = Dictionary(uniqueKeysWithValues: try tell().map { ($0.name, $0.value ?? -1) })
      #expect(counts["views_created"] == 0, "\(scenario.storage)")
      // Two movements, of one section: the number of sections, and that of its items.
      #expect(counts["count_calls"] == 4, "\(scenario.storage)")
      #expect(
        counts["view_calls", default: .max] <= measurement.operationsPerCall, "\(scenario.storage)")
    }
  }
}
