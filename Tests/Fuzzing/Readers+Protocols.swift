import Benchmarking
import Foundation
import RunRecords

extension Readers {
  /// What processes say to one another: a build to compare with may be of any version or origin.
  static let protocols = [
    Reader("worker request", .json, requests) { input, _ in
      let request = try JSONDecoder().decode(WorkerRequest.self, from: Data(input))
      // No suite: nothing is measured, and every case is a foreign one.
      let session = WorkerSession(suites: [], clock: SystemClock())
      _ = try JSONEncoder().encode(session.answer(request))
    },
    Reader("worker reply", .json, replies) { input, _ in
      let reply = try JSONDecoder().decode(WorkerReply.self, from: Data(input))
      guard reply.isPlausible else { throw WorkerError.nonsense(byteCount: input.count) }
      if case .described(let build) = reply {
        _ = build.suites.flatMap { $0.scenarios.map(\.name) }
        _ = (build.environment.exactKey, build.environment.hostKey)
      }
      for pass in JournalEntry.Pass.allCases {
        guard let entry = JournalEntry(planned, pass: pass, launch: 0, reply) else { continue }
        let cases = RunRecord.cases(from: [entry, entry], includingSamples: true)
        _ = try JSONEncoder().encode(cases)
      }
    },
  ]

  private static let key = CaseKey(
    suite: "lookup", scenario: "item-random", storage: "flat", data: "uniform-1000",
    payload: "item8", items: 1_000)

  private static let dataset = PlannedDataset(
    spec: "uniform-1000", name: "uniform-1000", items: 1_000, sections: 10)

  private static let planned = PlannedCase(
    suite: "lookup",
    scenario: Scenario("item-random", summary: "Read.", storage: "flat", payload: "item8") { _ in
      Measurement(operationsPerCall: 1) { 1 }
    }, dataset: dataset)

  private static func encoded(_ value: some Encodable) -> [UInt8] {
    (try? Array(JSONEncoder().encode(value))) ?? []
  }

  private static let requests = [
    encoded(
      WorkerRequest.open(dataset, seed: 42, sampling: SamplingPlan(budgetSeconds: 0.1))),
    encoded(WorkerRequest.prepare(key, callsPerBatch: 10, injected: nil)),
    encoded(WorkerRequest.sample(key, callsPerBatch: nil, countsInstructions: true)),
    encoded(WorkerRequest.measure), encoded(WorkerRequest.count(key, injected: nil)),
    encoded(WorkerRequest.call(key, injected: nil)),
    encoded(WorkerRequest.recordAllocations(key, injected: nil)),
  ]

  /// As a worker writes it; only this module's own code makes samples.
  private static let sampled = bytes(
    """
    {"sampled":{"_0":{"answer":7,"callsPerBatch":100,"harnessShare":0.01,"drift":{"none":{}},\
    "batches":[{"wallNanoseconds":1000,"cpuNanoseconds":990,"involuntarySwitches":0,\
    "minorFaults":0},{"wallNanoseconds":1004,"cpuNanoseconds":991,"involuntarySwitches":1,\
    "minorFaults":2},{"wallNanoseconds":1009,"cpuNanoseconds":993,"involuntarySwitches":0,\
    "minorFaults":0}]},"operationsPerCall":10,"observations":[]}}
    """)

  private static let replies: [[UInt8]] = {
    let session = WorkerSession(suites: [], clock: SystemClock())
    return [
      encoded(session.answer(.describe)), encoded(WorkerReply.opened(warnings: [])),
      sampled,
      encoded(
        WorkerReply.counted(
          [ExactMetric.allocations.record(12)], operationsPerCall: 10, checksum: "0000000000000007")
      ),
      encoded(WorkerReply.measured(wallNanoseconds: 5, cpuNanoseconds: 5)),
      encoded(WorkerReply.failed("no")),
    ]
  }()
}
