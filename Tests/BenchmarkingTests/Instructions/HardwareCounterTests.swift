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
    let session = WorkerSession(suites: [suite], clock: SystemClock())
    var entries: [JournalEntry] = []
    session.run(job(countsInstructions: true)) { entry in
      entries.append(entry)
      return true
    }
    let metric = try #require(entries.first?.info.first { $0.name == "hw_instructions" })
    let counters = MachineContext.HardwareCounters.current
    #expect(metric.absent == counters.reason)
    #expect((metric.median != nil) == counters.available)
    #expect(metric.role == .info)
  }

  @Test func onlyCasesThatAreAskedForHaveThem() {
    let session = WorkerSession(suites: [suite], clock: SystemClock())
    session.run(job(countsInstructions: nil)) { entry in
      #expect(!entry.info.contains { $0.name == "hw_instructions" })
      #expect(entry.status == .ok)
      return true
    }
  }

  private var suite: Suite { Planned.suite([Planned.scenario("zero")]) }

  private func job(countsInstructions: Bool?) -> WorkerJob {
    WorkerJob(
      pass: .time, launch: 0, suite: "lookup", dataset: Planned.dataset(10), seed: 1,
      sampling: SamplingPlan(budgetSeconds: 0.001),
      cases: [
        WorkerJob.Case(
          id: "zero", scenario: "zero", storage: "flat", payload: "item8",
          countsInstructions: countsInstructions)
      ])
  }
}
