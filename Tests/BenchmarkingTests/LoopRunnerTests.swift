import Testing

import Benchmarking
import BenchmarkingTestWorker

struct LoopRunnerTests {
  func loop(_ name: String) throws -> LoopRunner {
    let scenario = try #require(Suite.forTests.scenarios.first { $0.name == name })
    let dataset = PlannedDataset(spec: "none", name: "none", items: 10)
    return LoopRunner(
      PlannedCase(suite: "tests", scenario: scenario, dataset: dataset), seed: 1)
  }

  @Test func itRunsUntilTheTimeIsUp() throws {
    var ready = 0
    let totals = try loop("sum").run(seconds: 0.02) { ready += 1 }
    #expect(ready == 1)
    #expect(totals.seconds >= 0.02)
    #expect(totals.calls > 0)
    #expect(totals.operations == totals.calls * 1_000)
  }

  @Test func aSetUpThatFailsIsToldBeforeItIsReady() throws {
    #expect(throws: RunError.self) {
      try loop("fails").run(seconds: 1) { Issue.record("it is not ready") }
    }
  }

  @Test func aWrongAnswerEndsIt() throws {
    #expect {
      try loop("wrong").run(seconds: 10) {}
    } throws: {
      "\($0)".contains("wrong answer")
    }
  }
}
