import Benchmarking
import Foundation
import Profiles
import Reports
import RunRecords

extension Readers {
  /// What processes say to one another: a build to compare with may be of any version or origin.
  static let protocols =
    [
      Reader("worker request", .json, requests) { input, _ in
        let request = try JSONDecoder().decode(WorkerRequest.self, from: Data(input))
        // No suite: nothing is measured, and every case is a foreign one.
        let session = WorkerSession(suites: [], clock: SystemClock())
        _ = try JSONEncoder().encode(session.answer(request))
      },
      Reader("worker reply", .json, replies) { input, number in
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
        try showProfile(of: reply, number)
      },
    ] + gate + writer

  /// Shows the call stacks of an answer in one of the ways that there are, which take turns.
  private static func showProfile(of reply: WorkerReply, _ number: Int) throws {
    var names = FunctionNames()
    var profile = CaseProfile(caseID: planned.id, scenario: "item-random", build: "a")
    switch reply {
    case .sampledStacks(let stacks):
      guard stacks.profile.total > 0 else { return }
      profile.passes = [ProfileCollector.pass(of: stacks, naming: &names)]
    case .recordedAllocations(let stacks, let operations):
      profile.passes = ProfileCollector.passes(
        of: stacks, operations: operations, naming: &names)
    default: return
    }
    switch number % 4 {
    case 0: _ = ProfileText(profile, base: profile).render(columns: 80, color: false)
    case 1: _ = (ProfileText(profile).markdown, ProfileDocument.text(of: profile, base: profile))
    case 2: _ = SpeedscopeExport.text(of: profile)
    default: _ = try ProfilePage(profile, base: profile).render()
    }
  }

  private static let key = CaseKey(
    suite: "lookup", scenario: "item-random", storage: "flat", data: "uniform-1000",
    payload: "item8", items: 1_000)

  private static let dataset = PlannedDataset(
    spec: "uniform-1000", name: "uniform-1000", items: 1_000, sections: 10)

  static let planned = PlannedCase(
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

  private static let stacks = """
    {"frames":[{"symbol":"main","object":""},{"symbol":"$s4Main4workyyF","object":""},\
    {"symbol":"swift_retain","object":"libswiftCore.so"}],\
    "rows":[{"stack":[0,1],"weight":6},{"stack":[0,1,2],"weight":3}]}
    """

  private static let sampledStacks = """
    {"sampledStacks":{"_0":{"engine":"timer","refusals":["no perf"],"profile":\(stacks),\
    "observationCount":9,"droppedWeight":1,"rootlessWeight":2,"cutWeight":1,\
    "cpuNanoseconds":900000,"operationCount":40,"unreadableLibraries":["/lib/a.so"],\
    "hotFunctions":[{"frame":{"symbol":"main","object":""},"path":"/a",\
    "start":4096,"end":8192,"weights":[4096,3]}]}}}
    """

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
      encoded(WorkerReply.prepared(callsPerBatch: 3, operationsPerCall: 10, checksum: "07")),
      encoded(WorkerReply.called(operationsPerCall: 10, checksum: "0000000000000007")),
      encoded(WorkerReply.failed("no")), encoded(WorkerReply.unable("no valgrind")),
      bytes(sampledStacks),
      bytes("{\"recordedAllocations\":{\"_0\":{\"calls\":\(stacks),")
        + bytes(
          "\"bytes\":\(stacks),\"countedCalls\":9,\"lostCalls\":1},\"operationsPerCall\":10}}"),
    ]
  }()
}
