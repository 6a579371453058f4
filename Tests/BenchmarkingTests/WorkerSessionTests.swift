import Allocations
import RunRecords
import Testing

import Benchmarking
import BenchmarkingTestWorker

struct WorkerSessionTests {
  func entries(
    _ names: [String], pass: Scenario.Pass, warnings: [Warning] = [], stopAfter: Int = .max
  ) -> [JournalEntry] {
    let job = WorkerJob(
      pass: pass, launch: 2, suite: "tests",
      dataset: PlannedDataset(spec: "none", name: "none", items: 10), seed: 1,
      sampling: SamplingPlan(budgetSeconds: 0.001, minimumBatchNanoseconds: 1_000),
      cases: names.map {
        WorkerJob.Case(id: "id of \($0)", scenario: $0, storage: "flat", payload: "item8")
      })
    var entries: [JournalEntry] = []
    WorkerSession(suites: [.forTests], clock: SystemClock(), warnings: warnings).run(job) {
      entries.append($0)
      return entries.count < stopAfter
    }
    return entries
  }

  @Test func timesAreForOneOperation() throws {
    let entry = try #require(entries(["sum"], pass: .time).first)
    #expect(entry.status == .ok)
    #expect(entry.caseID == "tests/sum/storage=flat/data=none/payload=item8/items=10")
    #expect(entry.launch == 2)
    #expect(entry.pass == .time)
    #expect(entry.checksum == (499_500 as UInt64).checksum)
    #expect(entry.operationsPerCall == 1_000)
    let operations = try #require(entry.opsPerBatch)
    #expect(operations.isMultiple(of: 1_000))
    #expect(entry.batches?.count == entry.cpuBatches?.count)
    #expect(entry.info.map(\.name) == ["harness_share", "involuntary_switches", "minor_faults"])
    #expect(entry.exact.isEmpty)
  }

  @Test func oneCaseThatFailsLeavesTheOthers() {
    let entries = entries(["fails", "sum", "wrong", "missing"], pass: .time)
    #expect(entries.map(\.status) == [.failed, .ok, .failed, .failed])
    #expect(entries[0].message == "set-up failed: SetUpFailure()")
    #expect(entries[2].message?.hasPrefix("wrong answer: a call returned 0000000000000008") == true)
    #expect(entries[3].message == "the worker's executable has no such scenario")
  }

  @Test func theRunnerMayEndIt() {
    #expect(entries(["sum", "wrong", "fails"], pass: .time, stopAfter: 1).count == 1)
  }

  @Test func whatThePassLacksIsTold() {
    let warning = Warning(code: "address-randomisation", message: "it is on")
    #expect(entries(["sum"], pass: .allocations, warnings: [warning])[0].warnings == [warning])
  }

  @Test func everyExactMetricHasAValueOrAReason() throws {
    let entry = try #require(entries(["allocates"], pass: .allocations).first)
    #expect(entry.status == .ok)
    #expect(entry.operationsPerCall == 7)
    #expect(entry.checksum == (7 as UInt64).checksum)
    #expect(entry.exact.map(\.name) == ExactMetric.counted(in: .allocations).map(\.rawValue))
    #expect(entry.exact.allSatisfy { ($0.value == nil) != ($0.absent == nil) })
    #expect(entry.batches == nil && entry.info.isEmpty)
    let counts = try #require(entries(["counts"], pass: .allocations).first)
    #expect(
      counts.exact.map(\.name) == ExactMetric.counted(in: .allocations).map(\.rawValue) + [
        "steps", "drift",
      ])
    #expect(entries(["counts"], pass: .time).allSatisfy { $0.exact.isEmpty })
    if case .unavailable(let reason) = AllocationMeter.availability {
      #expect(entry.exact.allSatisfy { $0.absent == reason })
    }
  }
}
