import BasicAlgorithms
import Allocations
import Foundation
import RunRecords
import Testing

import Benchmarking
import BenchmarkingTestWorker

/// The work of a worker process, without the process.
struct WorkerSessionTests {
  private let sampling = SamplingPlan(budgetSeconds: 0.001, minimumBatchNanoseconds: 1_000)
  private let dataset = PlannedDataset(spec: "none", name: "none", items: 10)

  private func session(
    _ warnings: [Warning] = [], isOpened: Bool = true
  ) -> WorkerSession<SystemClock> {
    let session = WorkerSession(suites: [.forTests], clock: SystemClock(), warnings: warnings)
    guard isOpened else { return session }
    guard case .opened = session.answer(.open(dataset, seed: 1, sampling: sampling)) else {
      Issue.record("the collection was not opened")
      return session
    }
    return session
  }

  private func key(_ scenario: String) -> CaseKey {
    CaseKey(
      suite: "tests", scenario: scenario, storage: "flat", data: "none", payload: "item8", items: 10
    )
  }

  private func failure(_ reply: WorkerReply) -> String? {
    if case .failed(let reason) = reply { reason } else { nil }
  }

  /// The entry of the journal that a run makes of the reply.
  private func entry(_ scenario: String, pass: JournalEntry.Pass) throws -> JournalEntry {
    let planned = PlannedCase(
      suite: "tests", scenario: Planned.scenario(scenario), dataset: dataset)
    let request: WorkerRequest =
      pass == .time
      ? .sample(planned.key, callsPerBatch: nil, countsInstructions: false)
      : .count(planned.key, injected: nil)
    return try #require(
      JournalEntry(planned, pass: pass, launch: 2, session().answer(request)), "\(scenario)")
  }

  @Test func timesAreForOneOperation() throws {
    let entry = try entry("sum", pass: .time)
    #expect(entry.status == .ok)
    #expect(entry.caseID == "tests/sum/storage=flat/data=none/payload=item8/items=10")
    #expect(entry.launch == 2)
    #expect(entry.pass == .time)
    #expect(entry.checksum == (499_500 as UInt64).hexadecimalDigits)
    #expect(entry.operationsPerCall == 1_000)
    let operations = try #require(entry.opsPerBatch)
    #expect(operations.isMultiple(of: 1_000))
    #expect(entry.batches?.count == entry.cpuBatches?.count)
    #expect(entry.info.map(\.name) == ["harness_share", "involuntary_switches", "minor_faults"])
    #expect(entry.exact.isEmpty)
  }

  @Test func oneCaseThatFailsLeavesTheOthers() {
    let session = session()
    let replies = ["fails", "sum", "wrong", "missing"].map {
      session.answer(.sample(key($0), callsPerBatch: nil, countsInstructions: false))
    }
    let failures = replies.map(failure)
    #expect(failures.map { $0 == nil } == [false, true, false, false])
    #expect(failures[0] == "set-up failed: SetUpFailure()")
    #expect(failures[2]?.hasPrefix("wrong answer: a call returned 0000000000000008") == true)
    #expect(failures[3] == "\(WorkerError.foreignScenario)")
  }

  @Test func aMissingConditionOfThePassIsToldWithTheCollection() {
    let warning = Warning(code: "address-randomisation", message: "it is on")
    let reply = session([warning], isOpened: false)
      .answer(.open(dataset, seed: 1, sampling: sampling))
    guard case .opened(let warnings) = reply else {
      Issue.record("\(reply)")
      return
    }
    #expect(warnings == [warning])
  }

  @Test func everyExactMetricHasAValueOrAReason() throws {
    let entry = try entry("allocates", pass: .allocations)
    #expect(entry.status == .ok)
    #expect(entry.operationsPerCall == 7)
    #expect(entry.checksum == (7 as UInt64).hexadecimalDigits)
    #expect(entry.exact.map(\.name) == ExactMetric.counted(in: .allocations).map(\.rawValue))
    #expect(entry.exact.allSatisfy { ($0.value == nil) != ($0.absent == nil) })
    #expect(entry.batches == nil && entry.info.isEmpty)
    let counts = try self.entry("counts", pass: .allocations)
    #expect(
      counts.exact.map(\.name) == ExactMetric.counted(in: .allocations).map(\.rawValue) + [
        "steps", "drift",
      ])
    #expect(try self.entry("counts", pass: .time).exact.isEmpty)
    if case .unavailable(let reason) = AllocationMeter.availability {
      #expect(entry.exact.allSatisfy { $0.absent == reason })
    }
  }

  @Test func nothingIsMeasuredBeforeItIsPrepared() {
    let early = session(isOpened: false)
      .answer(.prepare(key("sum"), callsPerBatch: nil, injected: nil))
    #expect(failure(early) == "\(WorkerError.outOfOrder)")
    #expect(failure(session().answer(.measure)) == "\(WorkerError.outOfOrder)")
  }

  @Test func aCaseIsPreparedOnceAndMeasuredOften() {
    let session = session()
    guard
      case .prepared(let calls, let operations, let checksum) = session.answer(
        .prepare(key("sum"), callsPerBatch: 3, injected: nil))
    else {
      Issue.record("it was not prepared")
      return
    }
    #expect(calls == 3 && operations == 1_000 && checksum == (499_500 as UInt64).hexadecimalDigits)
    for _ in 0..<3 {
      guard case .measured(let wall, let cpu) = session.answer(.measure) else {
        Issue.record("it did not measure")
        return
      }
      #expect(wall > 0 && cpu > 0)
    }
  }

  @Test func theCallsOfABatchAreFoundAndTold() {
    let reply = session().answer(.prepare(key("sum"), callsPerBatch: nil, injected: nil))
    guard case .prepared(let calls, _, _) = reply else {
      Issue.record("it was not prepared: \(reply)")
      return
    }
    #expect(calls >= 1)
  }

  @Test func aWrongAnswerAndASetUpThatThrowsFailTheCase() throws {
    let session = session()
    for (scenario, message) in [("wrong", "wrong answer"), ("fails", "set-up failed")] {
      let reply = session.answer(.prepare(key(scenario), callsPerBatch: 1, injected: nil))
      #expect(try #require(failure(reply)).hasPrefix(message))
      // The case prepared before is not measured in its place.
      #expect(failure(session.answer(.measure)) == "\(WorkerError.outOfOrder)")
    }
    let missing = session.answer(.count(key("missing"), injected: nil))
    #expect(failure(missing) == "\(WorkerError.foreignScenario)")
  }

  /// Memory requests are counted for the whole process: in a separate one no other test makes any.
  @Test(.enabled(if: ProcessLauncherTests.canCount))
  func oneInjectedAllocationIsCounted() async {
    await #expect(processExitsWith: .success) {
      let tests = WorkerSessionTests()
      let base = try #require(try tests.allocations(nil))
      #expect(try tests.allocations(.allocation) == base + 1)
    }
  }

  private func allocations(_ injected: InjectedRegression?) throws -> Int? {
    let reply = session().answer(.count(key("allocates"), injected: injected))
    guard case .counted(let metrics, _, _) = reply else { throw WorkerError.outOfOrder }
    return metrics.first { $0.name == ExactMetric.allocations.rawValue }?.value
  }

  /// Builds of the messages' version 1 read these requests, and write these replies.
  @Test func messagesOfVersionOneAreUnderstood() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func text(_ request: WorkerRequest) throws -> String {
      String(decoding: try encoder.encode(request), as: UTF8.self)
    }
    #expect(try text(.describe) == #"{"describe":{}}"#)
    #expect(try text(.measure) == #"{"measure":{}}"#)
    let names = #""payload":"item8","scenario":"sum","storage":"flat","suite":"tests""#
    #expect(
      try text(.prepare(key("sum"), callsPerBatch: 4, injected: nil))
        == #"{"prepare":{"_0":{"data":"none","items":10,\#(names)},"callsPerBatch":4}}"#)
    #expect(
      try text(.count(key("sum"), injected: nil))
        == #"{"count":{"_0":{"data":"none","items":10,\#(names)}}}"#)
    let replies = [
      #"{"opened":{}}"#, #"{"measured":{"wallNanoseconds":2,"cpuNanoseconds":1}}"#,
      #"{"prepared":{"callsPerBatch":4,"operationsPerCall":1,"checksum":"00"}}"#,
      #"{"counted":{"_0":[],"operationsPerCall":1,"checksum":"00"}}"#, #"{"failed":{"_0":"why"}}"#,
    ]
    for reply in replies {
      #expect(throws: Never.self, "\(reply)") {
        try JSONDecoder().decode(WorkerReply.self, from: Data(reply.utf8))
      }
    }
  }

  @Test func aDescriptionHasEveryScenarioWithoutItsCode() throws {
    guard case .described(let own) = session().answer(.describe) else {
      Issue.record("it does not describe itself")
      return
    }
    let bytes = try JSONEncoder().encode(own)
    let found = try JSONDecoder().decode(BuildDescription.self, from: bytes)
    #expect(found.protocolVersion == WorkerRequest.version)
    #expect(found.suites.map(\.name) == ["tests"])
    let (listed, all) = (found.suites[0].scenarios, Suite.forTests.scenarios)
    #expect(listed.map(\.name) == all.map(\.name))
    #expect(listed.map(\.passes) == all.map(\.passes))
    #expect(throws: WorkerError.foreignScenario) {
      try listed[0].setUp(ScenarioContext(dataset: "none", items: 10, seed: 1))
    }
  }
}
