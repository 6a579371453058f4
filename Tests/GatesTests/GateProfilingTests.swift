import Benchmarking
import Gates
import RunRecords
import Statistics
import Testing

/// Comparisons whose instructions and call stacks a test decides, in the place of callgrind.
struct GateProfilingTests {
  /// A profile that a gate asked for.
  private struct Request {
    let role: GatedBuild.Role
    let scenario: String
    let injected: InjectedRegression?
    /// Whether the callers of the allocator are wanted.
    let separatesAllocators: Bool
  }

  /// The requests of one gate, in order.
  private final class Requests {
    var all: [Request] = []
  }

  /// Compares a base that counts 12 allocations with a head that counts more in some scenarios.
  private func gate(
    _ plan: GatePlan, more allocations: [String: Int] = [:], _ requests: Requests = Requests(),
    isInterrupted: @escaping () -> Bool = { false },
    profile: @escaping (Request) throws(WorkerError) -> ProfiledCall
  ) -> Gate {
    let builds = ScriptedBuilds { request in
      let more = request.role == .head ? allocations[request.scenario ?? "", default: 0] : 0
      return request.answer(allocations: 12 + more)
    }
    let gate = builds.gate(plan, isInterrupted: isInterrupted) {
      build, planned, injected, functions throws(WorkerError) in
      var separates = false
      if case .functions(let names) = functions { separates = names.contains("malloc") }
      let request = Request(
        role: build.role, scenario: planned.scenario.name, injected: injected,
        separatesAllocators: separates)
      requests.all.append(request)
      return try profile(request)
    }
    #expect(gate.compare(gatesTime: false) == (isInterrupted() ? .interrupted : .completed))
    return gate
  }

  private func call(
    _ costs: [String: Int] = ["f": 1_000], calls: [String: Int] = [:], checksum: String = "7"
  ) -> ProfiledCall {
    let costs = costs.map { (CallgrindProfile.Function(name: $0, object: ""), $1) }
    return ProfiledCall(
      operationsPerCall: 10, checksum: checksum,
      profile: CallgrindProfile(
        selfCosts: Dictionary(uniqueKeysWithValues: costs), callCounts: calls))
  }

  private func instructions(_ gate: Gate, _ index: Int = 0) throws -> MetricRecord {
    try #require(
      gate.cases[index].record(exactDifference: nil, timesAreWanted: true).metric("instructions"))
  }

  /// A plan that counts the instructions of all cases.
  private func counting(_ cases: [PlannedCase]) throws -> GatePlan {
    var plan = try plan(cases)
    plan.instructionCases = Set(cases.map(\.id))
    return plan
  }

  // MARK: Instructions

  @Test func instructionsOfBothBuildsAreCompared() throws {
    var wanted = try counting([planned("more"), planned("same"), planned("less")])
    wanted.explainsCounts = true
    wanted.instructionItemLimit = 10
    let gate = gate(wanted) { request in
      let share = request.role == .base ? 0 : ["more": 500, "less": -500][request.scenario] ?? 0
      return call(["f": 4_000 + share, "g": 1_000, "h": 5_000 - share / 5])
    }
    for (index, (value, verdict)) in [
      (10_400, Verdict.regressed), (10_000, .equivalent), (9_600, .improved),
    ]
    .enumerated() {
      let found = try instructions(gate, index)
      #expect(found.value == value && found.compare?.base == 10_000)
      #expect(found.compare?.verdict == verdict)
    }
    #expect(gate.diagnoses.functions.map(\.caseID) == [0, 2].map { gate.cases[$0].planned.id })
    #expect(
      gate.diagnoses.functions.map { $0.changes.map(\.difference) } == [[500, -100], [-500, 100]])
  }

  @Test func theFiveFunctionsThatDifferMostAreShown() throws {
    var wanted = try counting([planned("a")])
    wanted.explainsCounts = true
    let gate = gate(wanted) { request in
      let costs = (1...7).map { ("f\($0)", 100 + (request.role == .head ? $0 : 0)) }
      return call(Dictionary(uniqueKeysWithValues: costs))
    }
    #expect(gate.diagnoses.functions.map { $0.changes.map(\.difference) } == [[7, 6, 5, 4, 3]])
  }

  /// The closure that injects is around both builds' calls; exactly the share passes, so one
  /// instruction more is injected.
  @Test func anInjectedShareIsOneInstructionTooMany() throws {
    var wanted = try counting([planned("a")])
    wanted.injectedInstructionShare = 0.01
    let requests = Requests()
    _ = gate(wanted, requests) { _ in call(["f": 1_050]) }
    #expect(requests.all.map(\.role) == [.base, .head])
    #expect(requests.all.map(\.injected) == [.instructions(0), .instructions(11)])
    let plain = Requests()
    _ = gate(try counting([planned("a")]), plain) { _ in call() }
    #expect(plain.all.map(\.injected) == [nil, nil])
  }

  @Test func answersUnderCallgrindMustAgree() throws {
    for role in [GatedBuild.Role.base, .head] {
      let gate = gate(try counting([planned("a"), planned("b")])) { request in
        call(checksum: request.role == role && request.scenario == "a" ? "8" : "7")
      }
      #expect(gate.cases.map(\.status) == [.failed, .ok])
      #expect(
        gate.cases[0].message?.hasPrefix("the sides answer differently: \(role.rawValue) 8") == true
      )
    }
  }

  /// What callgrind cannot run has no count; a case that fails there fails, and is asked no more.
  @Test func aCaseThatCannotBeProfiledLeavesTheOthersAlone() throws {
    let requests = Requests()
    let gate = gate(try counting([planned("a"), planned("b"), planned("c")]), requests) {
      request throws(WorkerError) in
      switch request.scenario {
      case "a": throw .hung(seconds: 2.5)
      case "b": throw .failed("it is broken")
      default: return call()
      }
    }
    #expect(gate.cases.map(\.status) == [.ok, .failed, .ok])
    #expect(try instructions(gate, 0).absent == "it took longer than 2.5 s under callgrind")
    #expect(gate.cases[1].message == "the base: it is broken")
    #expect(try instructions(gate, 2).compare?.verdict == .equivalent)
    #expect(requests.all.map(\.scenario) == ["a", "b", "c", "c"])
  }

  @Test func anInterruptEndsTheCountingOfInstructions() throws {
    var isInterrupted = false
    let requests = Requests()
    let gate = gate(
      try counting([planned("a"), planned("b")]), requests, isInterrupted: { isInterrupted }
    ) { request in
      isInterrupted = request.role == .head
      return call()
    }
    #expect(requests.all.map(\.scenario) == ["a", "a"])
    #expect(try instructions(gate, 0).value == 1_000)
    #expect(gate.cases.map(\.status) == [.ok, .ok])
    let other = gate.cases[1].record(exactDifference: nil, timesAreWanted: true)
    #expect(other.metric("instructions") == nil, "nothing of it was counted")
  }

  @Test func aCaseThatFailedIsNotProfiled() throws {
    let builds = ScriptedBuilds { request in
      request.scenario == "a" && request.role == .head
        ? request.answer(checksum: "8") : request.answer()
    }
    var profiled: [String] = []
    let gate = builds.gate(
      try counting([planned("a"), planned("b")]),
      profile: { _, planned, _, _ in
        profiled.append(planned.scenario.name)
        return call()
      })
    #expect(gate.compare(gatesTime: false) == .completed)
    #expect(gate.cases.map(\.status) == [.failed, .ok] && profiled == ["b", "b"])
  }

  /// Of 10⁹ instructions, five million more are as many as may come.
  @Test func halfAPercentOfInstructionsMayChange() throws {
    for (more, verdict) in [
      (5_000_000, Verdict.equivalent), (5_000_001, .regressed), (-5_000_000, .equivalent),
      (-5_000_001, .improved),
    ] {
      let gate = gate(try counting([planned("a")])) { request in
        call(["f": 1_000_000_000 + (request.role == .head ? more : 0)])
      }
      #expect(try instructions(gate).compare?.verdict == verdict, "\(more)")
    }
  }

  // MARK: Call stacks

  @Test func anInterruptEndsTheExplanations() throws {
    var wanted = try plan([planned("a", items: 1), planned("b", items: 2)])
    wanted.explainsCounts = true
    var isInterrupted = false
    let requests = Requests()
    let gate = gate(
      wanted, more: ["a": 1, "b": 1], requests, isInterrupted: { isInterrupted }
    ) { request in
      isInterrupted = request.role == .head
      return call(calls: ["malloc'grow'cvbench_measured": request.role == .head ? 2 : 1])
    }
    #expect(requests.all.map(\.scenario) == ["a", "a"])
    #expect(gate.diagnoses.stacks.count == 1 && gate.diagnoses.otherCount == 1)
  }

  /// Of five cases whose allocations differ, the three of fewest items are explained.
  @Test func theSmallestCasesAreExplained() throws {
    let names = ["a", "b", "c", "d", "e", "same"]
    var wanted = try plan(zip(names, [50, 30, 10, 40, 20, 5]).map { planned($0, items: $1) })
    wanted.explainsCounts = true
    let requests = Requests()
    let more = ["a": 1, "b": 2, "c": -3, "d": 1, "e": 1]
    let gate = gate(wanted, more: more, requests) { request in
      let calls = 10 + (request.role == .head ? more[request.scenario, default: 0] : 0)
      return call(calls: ["malloc'grow'cvbench_measured": calls, "malloc'g'cvbench_measured": 4])
    }
    #expect(gate.diagnoses.stacks.map(\.caseID) == [2, 4, 1].map { gate.cases[$0].planned.id })
    #expect(
      gate.diagnoses.stacks.map { $0.changes.map(\.stack) } == [[["grow"]], [["grow"]], [["grow"]]])
    #expect(gate.diagnoses.stacks.map { $0.changes.map(\.difference) } == [[-3], [1], [2]])
    #expect(gate.diagnoses.stacks.map(\.omittedCount) == [0, 0, 0])
    #expect(gate.diagnoses.otherCount == 2 && gate.diagnoses.obstacle == nil)
    #expect(requests.all.map(\.scenario) == ["c", "c", "e", "e", "b", "b"])
    #expect(requests.all.allSatisfy { $0.separatesAllocators && $0.injected == nil })
  }

  @Test func fiveStacksAreShownAndTheOthersCounted() throws {
    var wanted = try plan([planned("a")])
    wanted.explainsCounts = true
    let gate = gate(wanted, more: ["a": 28]) { request in
      let all = (1...7).map { ("malloc'f\($0)'cvbench_measured", request.role == .head ? $0 : 0) }
      return call(calls: Dictionary(uniqueKeysWithValues: all))
    }
    let stacks = try #require(gate.diagnoses.stacks.first)
    #expect(stacks.changes.map(\.difference) == [7, 6, 5, 4, 3] && stacks.omittedCount == 2)
    #expect(gate.diagnoses.otherCount == 0)
  }

  /// The other cases stay unexplained, and all verdicts stand.
  @Test func anExplanationThatFailsIsTold() throws {
    var wanted = try plan([planned("a", items: 10), planned("b", items: 20)])
    wanted.explainsCounts = true
    for (error, told) in [
      (WorkerError.hung(seconds: 2.5), "it took longer than 2.5 s under callgrind"),
      (.failed("it is broken"), "\(wanted.cases[1].id): it is broken"),
    ] {
      let gate = gate(wanted, more: ["a": 1, "b": 1]) { request throws(WorkerError) in
        if request.scenario == "b" { throw error }
        return call(calls: ["malloc'grow'cvbench_measured": request.role == .head ? 2 : 1])
      }
      #expect(gate.diagnoses.obstacle == told)
      #expect(gate.diagnoses.stacks.count == 1 && gate.diagnoses.otherCount == 1)
      #expect(gate.cases.allSatisfy { $0.allocationsDiffer && $0.status == .ok })
    }
  }
}
