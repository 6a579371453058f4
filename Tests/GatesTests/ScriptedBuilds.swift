import Benchmarking
import Foundation
import GateTestSupport
import Gates
import Processes
import RunRecords
import Statistics

/// Two builds whose answers a test decides, in the place of processes.
final class ScriptedBuilds {
  /// The answers to requests; nil ends the process.
  typealias Script = (Request) -> WorkerReply?

  /// A request to one of the builds.
  struct Request {
    let role: GatedBuild.Role
    /// The executable that was started: the build itself, or a twin of it.
    let executable: String
    let body: WorkerRequest
    /// The scenario that was asked for last.
    let scenario: String?
  }

  let base: GatedBuild
  let head: GatedBuild
  private let script: Script
  /// All requests so far, in order.
  private(set) var requests: [Request] = []

  /// The folder of the builds.
  private let folder: String

  /// Builds with so many twins each, of which no file exists.
  init(in folder: String = "/scripted", twins: Int = 0, _ script: @escaping Script) {
    func build(_ role: GatedBuild.Role) -> GatedBuild {
      let path = "\(folder)/\(role.rawValue)"
      let twins = (0..<twins).map { URL(filePath: "\(path).\($0)") }
      return GatedBuild(role, executable: URL(filePath: path), relinked: twins)
    }
    (base, head) = (build(.base), build(.head))
    (self.folder, self.script) = (folder, script)
  }

  var start: GateStart {
    { executable, _, isToStop throws(WorkerError) in
      try WorkerProcess(isToStop: isToStop) { () throws(ProcessError) in
        self.peer(of: executable.path)
      }
    }
  }

  /// The requests to measure batches, in order.
  var measured: [Request] {
    requests.filter { if case .measure = $0.body { true } else { false } }
  }

  /// A gate of `plan` on these builds.
  func gate(
    _ plan: GatePlan, isInterrupted: @escaping () -> Bool = { false }, profile: GateProfile? = nil,
    now: @escaping () -> ContinuousClock.Instant = { .now },
    report: @escaping (GateEvent) -> Void = { _ in }
  ) -> Gate {
    Gate(
      plan, base: base, head: head, isInterrupted: isInterrupted, start: start, profile: profile,
      now: now, report: report)
  }

  /// A stand-in for a process of `executable`.
  private func peer(of executable: String) -> ScriptedPeer {
    let role: GatedBuild.Role = executable.hasPrefix("\(folder)/base") ? .base : .head
    var scenario: String?
    return ScriptedPeer { line in
      let body = try JSONDecoder().decode(WorkerRequest.self, from: line)
      switch body {
      case .prepare(let key, _, _), .count(let key, _): scenario = key.scenario
      default: break
      }
      let request = Request(role: role, executable: executable, body: body, scenario: scenario)
      self.requests.append(request)
      return try self.script(request).map { try JSONEncoder().encode($0) }
    }
  }
}

extension ScriptedBuilds.Request {
  /// The answer of a build that is well: 12 allocations, 10 operations a call, 4 calls a batch, and
  /// batches of `nanoseconds` by the processor's clock, of twice as many by the wall's.
  func answer(
    allocations: Int = 12, nanoseconds: Int = 1_000, checksum: String = "7"
  ) -> WorkerReply {
    switch body {
    case .describe: WorkerSession(suites: [], clock: SystemClock()).answer(.describe)
    case .open: .opened(warnings: nil)
    case .count:
      .counted(
        [ExactMetric.allocations.record(allocations)], operationsPerCall: 10, checksum: checksum)
    case .prepare: .prepared(callsPerBatch: 4, operationsPerCall: 10, checksum: checksum)
    case .measure: .measured(wallNanoseconds: 2 * nanoseconds, cpuNanoseconds: nanoseconds)
    default: .unable("it was not asked for")
    }
  }
}

/// A case of one scenario, on a collection that is never made.
func planned(
  _ name: String, suite: String = "lookup", storage: String = "flat", items: Int = 10,
  isTimed: Bool = true, countsAllocations: Bool = true
) -> PlannedCase {
  let scenario = Scenario(
    name, summary: name, storage: storage, payload: "item8", isTimed: isTimed,
    countsAllocations: countsAllocations
  ) { _ in Measurement(operationsPerCall: 1) { 0 } }
  return PlannedCase(
    suite: suite, scenario: scenario,
    dataset: PlannedDataset(
      spec: "uniform-\(items)", name: "uniform", items: items, sections: 2, checksum: 3))
}

/// A plan that decides on 4 pairs, and stops at 6.
func plan(_ cases: [PlannedCase], seed: UInt64 = 1) throws -> GatePlan {
  let rule = try PairedRule(trimming: 0, leastPairs: 4, mostPairs: 6)
  var plan = GatePlan(
    cases: cases, seed: seed, sampling: SamplingPlan(budgetSeconds: 0.1), rule: rule,
    screen: rule)
  plan.roundsPerPair = 3
  return plan
}
