import Benchmarking
import BenchmarkingTestWorker
import RunRecords
import Testing

/// One side of a paired comparison, without its process.
struct PairSessionTests {
  private let session = PairSession(suites: [.forTests], clock: SystemClock())
  private let sampling = SamplingPlan(budgetSeconds: 0.001, minimumBatchNanoseconds: 1_000)

  private func wanted(_ scenario: String) throws -> PairCase {
    let cases = PlannedCase.all(in: [.forTests], on: [Planned.dataset(10, name: "none")])
    return PairCase(try #require(cases.first { $0.scenario.name == scenario }))
  }

  private func opened() -> PairSession<SystemClock> {
    let dataset = PlannedDataset(spec: "none", name: "none", items: 10)
    #expect(session.answer(.open(dataset, seed: 1, sampling: sampling)) == .opened)
    return session
  }

  @Test func nothingIsMeasuredBeforeItIsPrepared() throws {
    let early = try session.answer(.prepare(wanted("sum"), callsPerBatch: nil, plant: nil))
    #expect(early == .failed("\(PairError.outOfOrder)"))
    #expect(opened().answer(.measure) == .failed("\(PairError.outOfOrder)"))
  }

  @Test func aCaseIsPreparedOnceAndMeasuredOften() throws {
    let session = opened()
    let prepared = try session.answer(.prepare(wanted("sum"), callsPerBatch: 3, plant: nil))
    #expect(
      prepared
        == .prepared(
          callsPerBatch: 3, operationsPerCall: 1_000, checksum: (499_500 as UInt64).checksum))
    for _ in 0..<3 {
      guard case .measured(let wall, let cpu) = session.answer(.measure) else {
        Issue.record("it did not measure")
        return
      }
      #expect(wall > 0 && cpu > 0)
    }
  }

  @Test func whoFindsTheCallsOfABatchTellsThem() throws {
    let answer = try opened().answer(.prepare(wanted("sum"), callsPerBatch: nil, plant: nil))
    guard case .prepared(let calls, _, _) = answer else {
      Issue.record("it was not prepared: \(answer)")
      return
    }
    #expect(calls >= 1)
  }

  @Test func aWrongAnswerAndASetUpThatThrowsAreTheCasesOwn() throws {
    let session = opened()
    for (scenario, message) in [("wrong", "wrong answer"), ("fails", "set-up failed")] {
      let answer = try session.answer(.prepare(wanted(scenario), callsPerBatch: 1, plant: nil))
      guard case .failed(let reason) = answer else {
        Issue.record("\(scenario) was prepared")
        return
      }
      #expect(reason.hasPrefix(message), "\(reason)")
      // What was prepared before is not measured in its place.
      #expect(session.answer(.measure) == .failed("\(PairError.outOfOrder)"))
    }
    var missing = try wanted("sum")
    missing.scenario = "missing"
    #expect(
      session.answer(.count(missing, plant: nil)) == .failed("\(PairError.foreignScenario)"))
  }

  /// Memory requests are counted for the whole process: in a separate one no other test makes any.
  @Test(.enabled(if: ProcessLauncherTests.canCount))
  func oneAllocationThatIsPlantedIsCounted() async {
    await #expect(processExitsWith: .success) {
      let tests = PairSessionTests()
      let base = try #require(try tests.allocations(nil))
      #expect(try tests.allocations(.allocation) == base + 1)
    }
  }

  private func allocations(_ plant: Plant?) throws -> Int? {
    let answer = try opened().answer(.count(wanted("allocates"), plant: plant))
    guard case .counted(let metrics, _, _) = answer else { throw PairError.outOfOrder }
    return metrics.first { $0.name == ExactMetric.allocations.rawValue }?.value
  }
}
