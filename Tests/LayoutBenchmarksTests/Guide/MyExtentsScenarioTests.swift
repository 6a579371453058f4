import Benchmarking
import LayoutBenchmarks
import Testing

/// The registration that `docs/write-your-own-extent-index.md` shows adds the index to the suite.
@Test func theIndexOfTheGuideIsMeasured() throws {
  let suite = Suite.layout(adding: [LayoutExtents("mine", MyExtents.self)])
  let mine = suite.scenarios.filter { $0.storage == "mine" }
  #expect(mine.count == suite.scenarios.count { $0.storage == "flat" })
  let context = ScenarioContext(dataset: "uniform-1000", items: 100, seed: 1)
  for scenario in mine where scenario.isHeadline {
    let measurement = try scenario.setUp(context)
    let answer = measurement.body()
    #expect(measurement.expectedAnswer.map { $0 == answer } ?? true, "\(scenario.name)")
  }
}
