import Benchmarking
import Foundation
import Gates
import RunRecords
import Statistics
import TestSupport
import Testing

/// The record of a comparison of scripted builds.
struct GateRunTests {
  private struct Comparison {
    let record: RunRecord
    let ending: GateEnding
    let diagnoses: GateDiagnoses
    let sides: BuildPair

    var codes: [String] { record.warnings.map(\.code) }
  }

  private func compare(
    _ plan: GatePlan, _ builds: ScriptedBuilds, isInterrupted: @escaping () -> Bool = { false },
    report: @escaping (GateEvent) -> Void = { _ in }
  ) throws -> Comparison {
    let sides = try BuildPair(
      base: builds.base, head: builds.head, isInterrupted: { false }, start: builds.start)
    let outcome = GateRun.compare(
      plan, base: builds.base, head: builds.head, sides: sides,
      identity: RunIdentity(argv: ["gate"], preset: "gate", seed: 1),
      tool: ToolIdentity(name: "cvbench", version: "1.2.3"), isInterrupted: isInterrupted,
      starter: builds.start, report: report)
    return Comparison(
      record: outcome.record, ending: outcome.ending, diagnoses: outcome.diagnoses, sides: sides)
  }

  /// Builds that say that they hold `code`.
  private func builds(
    _ code: [GatedBuild.Role: String] = [:], twins: Int = 0,
    suites: [GatedBuild.Role: [Suite]] = [:],
    _ script: @escaping ScriptedBuilds.Script = { $0.answer() }
  ) -> ScriptedBuilds {
    ScriptedBuilds(twins: twins) { request in
      let reply = script(request)
      guard case .described(var description)? = reply else { return reply }
      description.build.binary.textSHA256 = code[request.role] ?? request.role.rawValue
      description.suites = suites[request.role] ?? []
      return .described(description)
    }
  }

  @Test func theRecordNamesBothBuilds() throws {
    let cases = [planned("a")]
    let whole = try plan(cases)
    let found = try compare(whole, builds())
    #expect(found.ending == .completed && found.record.run.completed)
    #expect(found.record.summary.exitCode == 0 && found.record.kind == .comparison)
    #expect(found.record.builds.map(\.id) == ["base", "head"])
    #expect(found.record.builds.map(\.binary.textSHA256) == ["base", "head"])
    #expect(found.record.tool.name == "cvbench" && found.record.run.argv == ["gate"])
    #expect(found.record.cases.map(\.id) == cases.map(\.id))
    #expect(found.record.datasets.map(\.name) == ["uniform"])
    #expect(found.record.cases.first?.metric("cpu_time")?.compare?.verdict == .equivalent)
    #expect(found.codes == ["one-layout", "one-layout"])
    #expect(found.record.warnings.last?.message.hasPrefix("the head was measured in one") == true)
    #expect(found.record.run.shard == .whole)
    #expect(found.record.run.planDigest == whole.digestOfWhole)
  }

  @Test func theRecordHasTheMachineOfTheHead() throws {
    let found = try compare(plan([planned("a")]), builds())
    let environment = found.record.environment
    #expect(environment.hostKey == found.sides.head.environment.hostKey)
    #expect((environment.loadAvgEnd == nil) == (MachineContext.loadAverage == nil))
    #expect(environment.instructionCounter == nil, "no instructions were asked for")
  }

  @Test func theRecordHasTheSecondsOfTheComparison() throws {
    // Builds are described before the comparison, which does not count.
    var slept = Duration.zero
    let slow = builds { request in
      let start = ContinuousClock.now
      Thread.sleep(forTimeInterval: 0.01)
      if case .describe = request.body {} else { slept += ContinuousClock.now - start }
      return request.answer()
    }
    let start = ContinuousClock.now
    let seconds = try compare(plan([planned("a")]), slow).record.run.durationSeconds
    #expect(slept > .zero && seconds >= slept / .seconds(1))
    #expect(seconds <= (ContinuousClock.now - start) / .seconds(1))
  }

  @Test func equalCodeIsNotTimedUnlessThePlanSaysSo() throws {
    let builds = builds([.base: "x", .head: "x"])
    var wanted = try plan([planned("a")])
    let found = try compare(wanted, builds)
    #expect(found.codes == ["equal-code"] && builds.measured.isEmpty)
    #expect(found.record.cases.first?.metrics.map(\.name) == ["allocations"])
    wanted.gatesEqualCode = true
    #expect(try compare(wanted, builds).codes == ["one-layout", "one-layout"])
    #expect(!builds.measured.isEmpty)
  }

  @Test func countsAloneNeedNoLayouts() throws {
    let builds = builds()
    var wanted = try plan([planned("a")])
    wanted.isExactOnly = true
    let found = try compare(wanted, builds)
    #expect(found.codes.isEmpty && builds.measured.isEmpty)
    #expect(found.record.cases.first?.metrics.map(\.name) == ["allocations"])
  }

  /// Allocations of builds by two compilers differ anyway.
  @Test(arguments: [true, false])
  func onlyCountsThatCompareAreExplained(areComparable: Bool) throws {
    let folder = try TemporaryFolder()
    let builds = ScriptedBuilds(in: folder.path) { request in
      // The file "base" is the base's executable: a build that changes after it was counted explains
      // nothing, and that is told.
      if case .count = request.body, request.role == .head {
        _ = try? folder.write(Array("x".utf8), to: "base")
      }
      let reply = request.answer(allocations: request.role == .head ? 13 : 12)
      guard case .described(var description) = reply else { return reply }
      if !areComparable { description.environment.exactKey = request.role.rawValue }
      return .described(description)
    }
    var wanted = try plan([planned("a")])
    (wanted.isExactOnly, wanted.explainsCounts) = (true, true)
    let found = try compare(wanted, builds)
    #expect((found.sides.exactDifference == nil) == areComparable)
    #expect((found.diagnoses.obstacle != nil) == areComparable)
    #expect(found.diagnoses.otherCount == (areComparable ? 1 : 0))
    let allocations = try #require(found.record.cases.first?.metric("allocations"))
    #expect(allocations.compare?.verdict == (areComparable ? .regressed : nil))
    #expect((allocations.absent == nil) == areComparable)
  }

  /// A build of the messages' version 1 is profiled by a subcommand of its own.
  @Test(
    .enabled(if: Callgrind.installed != nil, "valgrind is missing"),
    arguments: [GatedBuild.Role.base, .head])
  func anOlderBuildIsProfiledInItsOwnWay(older: GatedBuild.Role) throws {
    let cases = [planned("a")]
    let executables = try ScriptedExecutables(for: cases[0])
    let builds = ScriptedBuilds(in: executables.path) { request in
      let reply = request.answer()
      guard case .described(var description) = reply else { return reply }
      description.protocolVersion = request.role == older ? 1 : WorkerRequest.version
      return .described(description)
    }
    var wanted = try plan(cases)
    (wanted.isExactOnly, wanted.instructionCases) = (true, [cases[0].id])
    let found = try compare(wanted, builds).record
    for role in [GatedBuild.Role.base, .head] {
      let asked = try executables.asked(role)
      #expect(asked.first == (role == older ? "worker" : "pair-worker"), "\(asked)")
    }
    #expect(found.environment.instructionCounter == Callgrind.installed?.name)
    #expect(found.cases.map(\.status) == [.ok], "\(found.cases)")
    let absent = try #require(found.cases[0].metric("instructions")?.absent)
    #expect(absent.contains("cvbench_measured"), "\(absent)")
  }

  @Test func buildsWithTwinsHaveSeveralLayouts() throws {
    #expect(try compare(plan([planned("a")]), builds(twins: 1)).codes.isEmpty)
  }

  @Test func aSpentBudgetIsAWarning() throws {
    var short = try plan([planned("a")])
    short.budgetSeconds = -1
    let found = try compare(short, builds(twins: 1))
    #expect(found.ending == .outOfBudget && !found.record.run.completed)
    #expect(found.codes == ["budget"] && found.record.summary.exitCode == 0)
  }

  /// Cases that were flagged at first and never confirmed are named.
  @Test func anInterruptLeavesWhatIsNotConfirmed() throws {
    var pairs = 0
    let builds = builds(twins: 1) { request in
      request.answer(nanoseconds: request.role == .base || request.scenario == "b" ? 1_000 : 1_200)
    }
    let cases = [planned("a"), planned("b")]
    let found = try compare(
      plan(cases), builds, isInterrupted: { pairs >= 5 },
      report: { if case .paired = $0 { pairs += 1 } })
    #expect(found.ending == .interrupted && found.record.summary.exitCode == 130)
    #expect(found.codes == ["unconfirmed"])
    let message = try #require(found.record.warnings.first?.message)
    #expect(message.hasSuffix("before the end: \(cases[0].id)"))
  }

  @Test func interruptsAreCaught() async {
    await #expect(processExitsWith: .success) {
      let isInterrupted = GateRun.catchInterrupts()
      guard !isInterrupted() else { exit(2) }
      raise(SIGINT)
      exit(isInterrupted() ? 0 : 3)
    }
  }

  // MARK: What builds say of themselves

  @Test func suitesAreThoseOfBothBuilds() throws {
    func scenario(_ name: String, _ summary: String, storage: String = "flat") -> Scenario {
      Scenario(name, summary: summary, storage: storage, payload: "item8") { _ in
        Measurement(operationsPerCall: 1) { 0 }
      }
    }
    let base = [
      Suite(
        "lookup", summary: "old",
        scenarios: [
          scenario("a", "old"), scenario("a", "old", storage: "btree"), scenario("gone", "old"),
        ]),
      Suite("gone", summary: "old", scenarios: [scenario("z", "old")]),
    ]
    let head = [
      Suite("new", summary: "new", scenarios: [scenario("y", "new")]),
      Suite("lookup", summary: "new", scenarios: [scenario("b", "new"), scenario("a", "new")]),
    ]
    let builds = builds(suites: [.base: base, .head: head])
    let sides = try BuildPair(
      base: builds.base, head: builds.head, isInterrupted: { false }, start: builds.start)
    let shown = sides.suites.map { suite in
      ["\(suite.name) \(suite.summary)"]
        + suite.scenarios.map { "\($0.name) \($0.storage) \($0.summary)" }
    }
    #expect(
      shown == [
        ["new new", "y flat new"],
        ["lookup new", "b flat new", "a flat new", "a btree old", "gone flat old"],
        ["gone old", "z flat old"],
      ])
    let cases = [planned("a"), planned("a", storage: "btree"), planned("b")]
    #expect(cases.map { sides.has($0, on: .base) } == [true, true, false])
    #expect(cases.map { sides.has($0, on: .head) } == [true, false, true])
  }

  @Test func buildsHaveEqualCodeIfBothAreKnown() throws {
    func sides(_ code: [GatedBuild.Role: String]) throws -> BuildPair {
      let builds = builds(code)
      return try BuildPair(
        base: builds.base, head: builds.head, isInterrupted: { false }, start: builds.start)
    }
    var pair = try sides([.base: "x", .head: "x"])
    #expect(pair.haveEqualCode && pair.exactDifference == nil && pair.hostDifference == nil)
    pair.base.build.binary.textSHA256 = nil
    #expect(!pair.haveEqualCode)
    pair = try sides([.base: "x", .head: "y"])
    #expect(!pair.haveEqualCode)
  }

  /// A copy of a build lies elsewhere, and is told its commit.
  @Test func aBuildThatIsKeptHasItsCommit() throws {
    let builds = builds()
    let kept = GatedBuild(
      .head, executable: URL(filePath: "/scripted/head"), commit: "0123456789abcdef")
    let description = try BuildPair.description(of: kept, { false }, start: builds.start)
    #expect(description.build.git == Build.Git(sha: "0123456789abcdef", dirty: false))
  }

  @Test func whatDescribesItselfOtherwiseIsNoBuild() throws {
    let other = ScriptedBuilds { _ in .opened(warnings: nil) }
    let error = #expect(throws: GateError.self) {
      try BuildPair(
        base: other.base, head: other.head, isInterrupted: { false }, start: other.start)
    }
    #expect(error?.side == .base && error?.path == "/scripted/base")
    #expect(error?.error == .otherAnswer)
    let newer = ScriptedBuilds { request in
      guard case .described(var description) = request.answer() else { return nil }
      description.protocolVersion = request.role == .head ? WorkerRequest.version + 1 : 1
      return .described(description)
    }
    let late = #expect(throws: GateError.self) {
      try BuildPair(
        base: newer.base, head: newer.head, isInterrupted: { false }, start: newer.start)
    }
    #expect(late?.side == .head && late?.error == .otherProtocol(found: WorkerRequest.version + 1))
  }
}
