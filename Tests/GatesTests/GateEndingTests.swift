import Benchmarking
import Gates
import RunRecords
import Statistics
import Testing

/// Comparisons that end early, as their time is spent or the user interrupts.
struct GateEndingTests {
  /// The pair under way is finished, and no other one is begun.
  @Test func noPairIsBegunOnceTheBudgetIsSpent() throws {
    var now = ContinuousClock.now
    let builds = ScriptedBuilds { request in
      if case .measure = request.body { now += .seconds(3) }
      return request.answer()
    }
    var wanted = try plan([
      planned("a", countsAllocations: false),
      planned("b", suite: "scroll", countsAllocations: false),
      planned("c", suite: "update", countsAllocations: false),
    ])
    wanted.budgetSeconds = 60
    let gate = builds.gate(wanted, now: { now })
    #expect(gate.compare(gatesTime: true) == .outOfBudget)
    // A first pair measures a case twelve times.
    #expect(builds.measured.count == 2 * 12 && Set(builds.measured.map(\.scenario)).count == 2)
    let reasons = gate.cases.map {
      $0.record(exactDifference: nil, timesAreWanted: true).metric("cpu_time")?.absent
    }
    #expect(
      Set(reasons) == [
        "0 pairs were measured before the end, too few to decide on",
        "1 pairs were measured before the end, too few to decide on",
      ])
  }

  /// What was counted has its verdict; instructions, times and causes are left.
  @Test func nothingIsProfiledOnceTheBudgetIsSpent() throws {
    var now = ContinuousClock.now
    let builds = ScriptedBuilds { request in
      guard case .count = request.body, request.role == .head else { return request.answer() }
      now += .seconds(61)
      return request.answer(allocations: 13)
    }
    var wanted = try plan([planned("a")])
    wanted.instructionCases = [wanted.cases[0].id]
    wanted.explainsCounts = true
    wanted.budgetSeconds = 60
    let gate = builds.gate(
      wanted,
      profile: { _, planned, _, _ in
        Issue.record("\(planned.id) is profiled")
        return ProfiledCall(operationsPerCall: 10, checksum: "7")
      }, now: { now })
    #expect(gate.compare(gatesTime: true) == .outOfBudget)
    let found = gate.cases[0].record(exactDifference: nil, timesAreWanted: false)
    #expect(found.status == .ok && builds.measured.isEmpty)
    #expect(found.metric("allocations")?.compare?.verdict == .regressed)
    #expect(found.metric("instructions")?.absent == "the time budget was spent before")
    #expect(gate.diagnoses.stacks.isEmpty && gate.diagnoses.otherCount == 1)
  }

  /// The case under way has not failed: nothing of it is known.
  @Test func anInterruptFailsNoCase() throws {
    var isInterrupted = false
    let builds = ScriptedBuilds { request in
      isInterrupted = request.scenario == "b"
      return request.answer()
    }
    let gate = builds.gate(
      try plan([planned("a"), planned("b"), planned("c")]), isInterrupted: { isInterrupted })
    #expect(gate.compare(gatesTime: true) == .interrupted)
    #expect(builds.requests.map(\.scenario) == [nil, "a", "b"])
    #expect(gate.cases.map(\.status) == [.ok, .skipped, .skipped])
    let nothing = "nothing of it was measured before the end"
    #expect(gate.cases.map(\.message) == [nil, nothing, nothing])
  }
}
