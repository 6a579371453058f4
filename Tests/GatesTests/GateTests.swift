import Benchmarking
import Foundation
import Gates
import RunRecords
import Statistics
import TestSupport
import Testing

/// Comparisons of scripted builds, whose times and counts are known.
struct GateTests {
  /// The result of one case of a gate.
  private func record(_ gate: Gate, _ index: Int = 0) -> CaseRecord {
    gate.cases[index].record(exactDifference: nil, timesAreWanted: true)
  }

  // MARK: Counts

  @Test func countsOfBothBuildsAreCompared() throws {
    let builds = ScriptedBuilds {
      $0.answer(allocations: $0.role == .head && $0.scenario == "more" ? 13 : 12)
    }
    var counted: [[String]] = []
    let cases = [planned("same"), planned("more"), planned("uncounted", countsAllocations: false)]
    let gate = builds.gate(
      try plan(cases),
      report: { event in if case .counted(let ids) = event { counted.append(ids) } })
    #expect(gate.compare(gatesTime: false) == .completed)
    #expect(counted == [cases.map(\.id)])
    #expect(gate.cases.map(\.status) == [.ok, .ok, .ok])
    #expect(gate.cases.map(\.message) == [nil, nil, nil])
    #expect(record(gate, 0).metric("allocations")?.compare?.verdict == .equivalent)
    let more = try #require(record(gate, 1).metric("allocations"))
    #expect(more.value == 13 && more.compare?.base == 12 && more.compare?.verdict == .regressed)
    #expect(record(gate, 2).metric("allocations") == nil)
    #expect(record(gate, 1).checksum == "7" && record(gate, 1).params.operationsPerCall == 10)
    // Cases on one collection share a process, and nothing was timed.
    let opened = builds.requests.filter { if case .open = $0.body { true } else { false } }
    #expect(opened.map(\.role) == [.base, .head])
    #expect(builds.measured.isEmpty)
    #expect(gate.diagnoses == GateDiagnoses() && gate.diagnoses.otherCount == 0)
  }

  @Test func suitesAndCollectionsHaveProcessesOfTheirOwn() throws {
    let builds = ScriptedBuilds { $0.answer() }
    let cases = [
      planned("a"), planned("b", suite: "scroll"), planned("c"), planned("d", items: 20),
    ]
    var counted: [[String]] = []
    let gate = builds.gate(
      try plan(cases),
      report: { event in if case .counted(let ids) = event { counted.append(ids) } })
    _ = gate.compare(gatesTime: false)
    #expect(counted == [[cases[0].id, cases[2].id], [cases[1].id], [cases[3].id]])
  }

  @Test func aBuildThatAnswersDifferentlyFailsItsCase() throws {
    let builds = ScriptedBuilds { $0.answer(checksum: $0.role == .head ? "8" : "7") }
    let gate = builds.gate(try plan([planned("a")]))
    #expect(gate.compare(gatesTime: true) == .completed)
    let found = record(gate)
    #expect(found.status == .failed && found.metrics.isEmpty)
    #expect(found.message?.hasPrefix("the sides answer differently: head 8, and 7 before") == true)
    #expect(builds.measured.isEmpty)
  }

  /// The process of a case that failed goes on; one that ended is started again for the next case.
  @Test(arguments: [nil, WorkerReply.failed("it is broken")])
  func aCaseThatFailsLeavesTheOthersAlone(_ failure: WorkerReply?) throws {
    let builds = ScriptedBuilds { request in
      if case .count = request.body, request.role == .head, request.scenario == "b" {
        return failure
      }
      return request.answer()
    }
    let gate = builds.gate(try plan([planned("a"), planned("b"), planned("c")]))
    #expect(gate.compare(gatesTime: true) == .completed)
    #expect(gate.cases.map(\.status) == [.ok, .failed, .ok])
    let reason =
      failure == nil ? "the head: the worker process " : "the head: it is broken"
    #expect(gate.cases[1].message?.hasPrefix(reason) == true)
    #expect(record(gate, 2).metric("cpu_time")?.compare?.verdict == .equivalent)
    let counting = builds.requests.prefix { if case .prepare = $0.body { false } else { true } }
    let last = counting.lastIndex { if case .count = $0.body { true } else { false } } ?? 0
    let opened = counting[...last].filter { if case .open = $0.body { true } else { false } }
    #expect(opened.count == (failure == nil ? 3 : 2))
  }

  @Test func instructionsOfTooManyItemsAreAbsent() throws {
    let builds = ScriptedBuilds { $0.answer() }
    let cases = [planned("a"), planned("b"), planned("c")]
    var wanted = try plan(cases)
    wanted.instructionCases = [cases[0].id, cases[2].id]
    wanted.instructionItemLimit = 9
    var events: [GateEvent] = []
    let gate = builds.gate(wanted, report: { events.append($0) })
    #expect(gate.compare(gatesTime: false) == .completed)
    for index in [0, 2] {
      let instructions = try #require(record(gate, index).metric("instructions"))
      #expect(instructions.absent == "instructions are counted on up to 9 items")
      #expect(gate.cases[index].status == .ok)
    }
    #expect(record(gate, 1).metric("instructions") == nil)
    #expect(
      events.dropFirst() == [
        .countingInstructions(done: 0, of: 2), .countingInstructions(done: 1, of: 2),
      ])
  }

  /// A build that changes after it was counted explains nothing; the verdicts stay.
  @Test func causesThatCannotBeFoundAreCounted() throws {
    let folder = try TemporaryFolder()
    let builds = ScriptedBuilds(in: folder.path) { request in
      if case .count = request.body, request.role == .head, request.scenario == "b" {
        _ = try? folder.write(Array("x".utf8), to: "base")
      }
      return request.answer(
        allocations: request.role == .head && request.scenario != "same" ? 13 : 12)
    }
    let cases = [
      planned("a"), planned("same"), planned("uncounted", countsAllocations: false), planned("b"),
    ]
    var wanted = try plan(cases)
    wanted.explainsCounts = true
    let gate = builds.gate(wanted)
    #expect(gate.compare(gatesTime: false) == .completed)
    #expect(gate.diagnoses.otherCount == 2 && gate.diagnoses.stacks.isEmpty)
    let obstacle = try #require(gate.diagnoses.obstacle)
    #expect(obstacle.hasPrefix("\(cases[0].id): '\(folder.path(of: "base"))' has changed"))
    #expect(gate.cases[3].allocationsDiffer && gate.cases[3].status == .ok)
  }

  // MARK: Times

  @Test func theHeadAloneRegressesOnPurpose() throws {
    let builds = ScriptedBuilds { $0.answer() }
    var wanted = try plan([planned("a")])
    wanted.injected = .slowdown(0.5)
    #expect(builds.gate(wanted).compare(gatesTime: true) == .completed)
    var asked = 0
    for request in builds.requests {
      switch request.body {
      case .count(_, let injected), .prepare(_, _, let injected):
        #expect(injected == (request.role == .head ? .slowdown(0.5) : nil))
        asked += 1
      default: break
      }
    }
    #expect(asked >= 10, "both builds count once, and are set up for each of four pairs")
  }

  /// Builds may answer alike when they count, and not when they are timed.
  @Test func answersOfPairsMustAgree() throws {
    let builds = ScriptedBuilds { request in
      if case .prepare = request.body { return request.answer(checksum: "9") }
      return request.answer()
    }
    let gate = builds.gate(try plan([planned("a")]))
    #expect(gate.compare(gatesTime: true) == .completed)
    #expect(gate.cases[0].status == .failed && gate.cases[0].answersDiffer)
    #expect(builds.measured.isEmpty, "what answers differently is not timed")
  }

  /// A build that is replaced after it was counted is not timed in the place of the one before.
  @Test func aBuildThatChangesIsNotTimed() throws {
    let folder = try TemporaryFolder()
    let builds = ScriptedBuilds(in: folder.path) { request in
      if case .count = request.body, request.role == .head {
        _ = try? folder.write(Array("x".utf8), to: "head")
      }
      return request.answer()
    }
    let gate = builds.gate(try plan([planned("a")]))
    #expect(gate.compare(gatesTime: true) == .completed)
    #expect(builds.measured.isEmpty && gate.cases[0].status == .failed)
    #expect(
      gate.cases[0].message?.hasPrefix("the head: '\(folder.path(of: "head"))' has changed") == true
    )
  }

  /// The builds tell the operations of a call, whether its allocations are counted or not.
  @Test(arguments: [true, false])
  func timesAreThoseOfOneOperation(isCounted: Bool) throws {
    let builds = ScriptedBuilds { $0.answer(nanoseconds: $0.role == .base ? 1_000 : 1_004) }
    let gate = builds.gate(try plan([planned("a", countsAllocations: isCounted)]))
    #expect(gate.compare(gatesTime: true) == .completed)
    let found = record(gate)
    #expect(found.opsPerBatch == 40 && found.params.operationsPerCall == 10)
    let cpu = try #require(found.metric("cpu_time"))
    let wall = try #require(found.metric("wall_time"))
    #expect(cpu.median == 25.1 && cpu.min == 25.1 && cpu.mad == 0)
    #expect(cpu.launches == [25.1, 25.1, 25.1, 25.1])
    #expect(cpu.compare?.base == 25 && wall.compare?.base == 50 && wall.median == 50.2)
    #expect(cpu.compare?.verdict == .equivalent && cpu.compare?.isConfirmed == nil)
    #expect(cpu.compare?.pairs == 4)
    let ratio = try #require(cpu.compare?.ratio)
    #expect(abs(ratio - 1.004) < 1e-12)
  }

  /// A round is A B B A or B A A B, and both orders come.
  @Test func roundsAreMirrored() throws {
    let builds = ScriptedBuilds { $0.answer() }
    let gate = builds.gate(try plan([planned("a")]))
    _ = gate.compare(gatesTime: true)
    let roles = builds.measured.map(\.role)
    #expect(roles.count == 4 * 3 * 4)  // 4 pairs of 3 rounds.
    var outer: Set<GatedBuild.Role> = []
    for round in 0..<roles.count / 4 {
      let four = roles[4 * round..<4 * round + 4].map { $0 }
      #expect(four[0] == four[3] && four[1] == four[2] && four[0] != four[1])
      outer.insert(four[0])
    }
    #expect(outer == [.base, .head])
  }

  /// Either build is started first, so that being the first favours neither.
  @Test func aPairIsOneProcessOfEachBuild() throws {
    let builds = ScriptedBuilds { $0.answer() }
    let gate = builds.gate(try plan([planned("a", countsAllocations: false)]))
    _ = gate.compare(gatesTime: true)
    let opened = builds.requests.filter { if case .open = $0.body { true } else { false } }
    let roles = opened.map(\.role)
    #expect(roles.count == 4 * 2)
    for pair in 0..<roles.count / 2 { #expect(roles[2 * pair] != roles[2 * pair + 1]) }
    #expect(Set(stride(from: 0, to: roles.count, by: 2).map { roles[$0] }) == [.base, .head])
  }

  /// Each build's two times of a round count, in every order.
  @Test func bothTimesOfARoundCount() throws {
    var measurements: [GatedBuild.Role: Int] = [:]
    let builds = ScriptedBuilds { request in
      guard case .measure = request.body else { return request.answer() }
      measurements[request.role, default: 0] += 1
      let isFirst = measurements[request.role, default: 0] % 2 == 1
      return request.role == .base
        ? request.answer(nanoseconds: isFirst ? 1_000 : 3_000)
        : request.answer(nanoseconds: isFirst ? 2_500 : 1_508)
    }
    let gate = builds.gate(try plan([planned("a")]))
    _ = gate.compare(gatesTime: true)
    for (name, unit) in [("cpu_time", 1.0), ("wall_time", 2.0)] {
      let metric = try #require(record(gate).metric(name))
      #expect(metric.compare?.base == unit * 50, "\(name)")
      #expect(metric.median == unit * 50.1, "\(name)")
    }
  }

  @Test func aCaseThatIsNotTimedHasNoTimes() throws {
    let builds = ScriptedBuilds { $0.answer() }
    let gate = builds.gate(try plan([planned("a", isTimed: false)]))
    #expect(gate.compare(gatesTime: true) == .completed)
    #expect(builds.measured.isEmpty)
    #expect(record(gate).metrics.map(\.name) == ["allocations"])
  }

  @Test func timesWithoutARatioFailTheCase() throws {
    let builds = ScriptedBuilds { $0.answer(nanoseconds: $0.role == .base ? 0 : 1_000) }
    let gate = builds.gate(try plan([planned("a")]))
    _ = gate.compare(gatesTime: true)
    #expect(gate.cases[0].status == .failed)
    #expect(gate.cases[0].message?.hasPrefix("the head: the times have no ratio: ") == true)
  }

  // MARK: Confirming

  /// A flagged case is measured again with twins of both builds, and only those pairs decide.
  @Test func aSlowerHeadIsConfirmedByFreshPairs() throws {
    let builds = ScriptedBuilds(twins: 1) {
      $0.answer(nanoseconds: $0.role == .base ? 1_000 : 1_200)
    }
    var events: [GateEvent] = []
    let cases = [planned("a")]
    let gate = builds.gate(try plan(cases), report: { events.append($0) })
    #expect(gate.compare(gatesTime: true) == .completed)
    let change = try #require(record(gate).metric("cpu_time")?.compare)
    #expect(change.verdict == .regressed && change.isConfirmed == true && change.pairs == 4)
    #expect(events.filter { $0 == .flagged(cases[0].id) }.count == 1)
    let paired: [[Int]] = events.compactMap { event in
      guard case .paired(let done, let all, let confirming) = event else { return nil }
      return [done, all, confirming]
    }
    #expect(
      paired == [
        [0, 1, 0], [0, 1, 0], [0, 1, 0], [0, 1, 1], [0, 1, 1], [0, 1, 1], [0, 1, 1], [1, 1, 0],
      ])
    let screened = Set(builds.measured.prefix(48).map(\.executable))
    #expect(screened == ["/scripted/base", "/scripted/head"])
    let confirmed = Set(builds.measured.dropFirst(48).map(\.executable))
    #expect(
      confirmed == [
        "/scripted/base", "/scripted/base.0", "/scripted/head", "/scripted/head.0",
      ])
  }

  /// A head that is slower in its first process only is no change.
  @Test func whatFreshPairsDoNotShowIsNoChange() throws {
    var batches = 0
    let builds = ScriptedBuilds { request in
      guard case .measure = request.body else { return request.answer() }
      batches += 1
      return request.answer(nanoseconds: request.role == .head && batches <= 48 ? 1_200 : 1_000)
    }
    let gate = builds.gate(try plan([planned("a")]))
    #expect(gate.compare(gatesTime: true) == .completed)
    let change = try #require(record(gate).metric("cpu_time")?.compare)
    #expect(change.verdict == .equivalent && change.isConfirmed == true)
  }

  /// A change that was not measured again before the end is inconclusive, and the first pairs stay.
  @Test func aChangeThatIsNotConfirmedIsInconclusive() throws {
    var pairs = 0
    let builds = ScriptedBuilds { $0.answer(nanoseconds: $0.role == .base ? 1_000 : 1_200) }
    let gate = builds.gate(
      try plan([planned("a")]), isInterrupted: { pairs >= 5 },
      report: { if case .paired = $0 { pairs += 1 } })
    #expect(gate.compare(gatesTime: true) == .interrupted)
    let change = try #require(record(gate).metric("cpu_time")?.compare)
    #expect(change.verdict == .inconclusive && change.isConfirmed == nil && change.pairs == 4)
  }

  // MARK: Ends

  @Test func aSpentBudgetEndsAComparison() throws {
    let builds = ScriptedBuilds { $0.answer() }
    var short = try plan([planned("a"), planned("b", suite: "scroll")])
    short.budgetSeconds = -1
    let gate = builds.gate(short)
    #expect(gate.compare(gatesTime: true) == .outOfBudget)
    #expect(builds.requests.isEmpty)
    #expect(gate.cases.map(\.status) == [.skipped, .skipped])
    #expect(gate.cases[0].message == "nothing of it was measured before the end")
  }

  @Test func anInterruptEndsAComparison() throws {
    let builds = ScriptedBuilds { $0.answer() }
    let gate = builds.gate(try plan([planned("a")]), isInterrupted: { true })
    #expect(gate.compare(gatesTime: true) == .interrupted)
    #expect(builds.requests.isEmpty)
  }

  @Test func anAnswerToAnotherQuestionFailsTheCase() throws {
    let builds = ScriptedBuilds { request in
      if case .count = request.body, request.role == .head { return .opened(warnings: nil) }
      return request.answer()
    }
    let gate = builds.gate(try plan([planned("a")]))
    _ = gate.compare(gatesTime: true)
    #expect(gate.cases[0].status == .failed)
    #expect(gate.cases[0].message == "the head: answered something else than it was asked")
  }
}
