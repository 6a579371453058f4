import RunRecords
import Testing

import Benchmarking

struct HardwareCounterTests {
  /// Of what every kernel counts, by the same calls as instructions.
  @Test func aCounterCountsWhatItsRegionDoes() throws {
    let counter: HardwareCounter
    do throws(HardwareCounter.Refusal) {
      counter = try HardwareCounter(.minorFaults)
    } catch {
      #expect(!error.description.isEmpty)
      return
    }
    // Pages that nobody has touched: larger than what an allocator keeps.
    let (sum, count) = counter.count { [UInt8](repeating: 1, count: 64 << 20).count }
    #expect(sum == 64 << 20)
    #expect(try #require(count) > 0)
    #expect(try #require(counter.count {}.count) == 0)
  }

  @Test func theMachineSaysWhyItHasNone() {
    let counters = MachineContext.HardwareCounters.current
    #expect(counters.available == (counters.reason == nil))
    #expect(counters.reason != "")
  }

  @Test func instructionsAreCountedOrAbsentWithTheReason() throws {
    let observations = try observations(countingInstructions: true)
    let metric = try #require(observations.first { $0.name == "hw_instructions" })
    let counters = MachineContext.HardwareCounters.current
    #expect(metric.absent == counters.reason)
    #expect((metric.median != nil) == counters.available)
    #expect(metric.role == .info)
  }

  @Test func onlyCasesThatAreAskedForHaveInstructions() throws {
    #expect(try observations(countingInstructions: false).isEmpty)
  }

  /// The observations of a time pass beside its batches.
  private func observations(countingInstructions: Bool) throws -> [MetricRecord] {
    let planned = PlannedCase(
      suite: "lookup", scenario: Planned.scenario("zero"), dataset: Planned.dataset(10))
    let session = WorkerSession(
      suites: [Planned.suite([planned.scenario])], clock: SystemClock())
    let sampling = SamplingPlan(budgetSeconds: 0.001)
    _ = session.answer(.open(planned.dataset, seed: 1, sampling: sampling))
    let reply = session.answer(
      .sample(planned.key, callsPerBatch: nil, countsInstructions: countingInstructions))
    guard case .sampled(_, _, let observations) = reply else { throw WorkerError.outOfOrder }
    return observations
  }
}
