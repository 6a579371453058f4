import Foundation
import RunRecords
import TestSupport
import Testing

import Benchmarking

struct RunnerTests {
  let folder: TemporaryFolder
  let launcher = FakeLauncher()
  var path: String { folder.path(of: "run.json") }

  init() throws { folder = try TemporaryFolder() }

  func runner(
    _ plan: RunPlan = Planned.plan(), resuming: Bool = false, budgetSeconds: Double? = nil,
    isInterrupted: @escaping () -> Bool = { false },
    now: @escaping () -> ContinuousClock.Instant = { .now }, refusal: String? = nil,
    code: String = "c0de", buildWarnings: [Warning] = []
  ) -> Runner {
    let options = RunOptions(
      recordPath: path, isResuming: resuming, budgetSeconds: budgetSeconds,
      arguments: ["cvbench", "run"], tool: ToolIdentity(name: "cvbench", version: "0.1.0"))
    let clock = MachineContext.Clock(resolutionNs: 20, wallReadNs: 29, cpuReadNs: 378)
    return Runner(
      plan, options: options,
      surroundings: RunSurroundings(
        refusal: refusal, launcher: launcher,
        machine: {
          MachineContext(
            exactKey: "a", hostKey: "b", cpu: .init(logical: 2), allocator: .init(name: "system"),
            clock: clock, hwCounters: .init(available: false, reason: "none here"))
        },
        side: {
          Build(
            id: "run", git: .init(),
            binary: .init(textSHA256: String(repeating: code, count: 16)),
            compiler: .init(swift: "6.3.1", target: "x86_64-unknown-linux-gnu", flags: ["-O"]))
        },
        buildWarnings: { buildWarnings }, catchInterrupts: {}, isInterrupted: isInterrupted,
        now: now)
    )
  }

  @Test func aCompleteRunHasEveryCaseAndNoJournal() throws {
    var events: [String] = []
    let outcome = try runner().run { event in
      switch event {
      case .started(let done, let total): events.append("started \(done)/\(total)")
      case .finished(_, let done, let total, _): events.append("\(done)/\(total)")
      case .warning(let warning): events.append(warning.code)
      case .finishedSuite(let record): events.append("end of \(record.cases.count)")
      }
    }
    #expect(outcome.ending == .completed)
    #expect(outcome.exitCode == 0)
    #expect(events == ["started 0/48"] + (1...48).map { "\($0)/48" })
    #expect(launcher.jobs.count == 24)
    let record = try RunRecord.read(from: path)
    #expect(record == outcome.record)
    #expect(record.run.completed)
    #expect(record.cases.count == 12)
    #expect(record.cases.allSatisfy { $0.status == .ok })
    #expect(record.cases[0].metric("cpu_time")?.launches == [3, 3, 3])
    #expect(record.cases[0].metric("harness_share")?.launches == [0.0005, 0.0005, 0.0005])
    #expect(record.cases[0].metric("allocations")?.value == 12)
    #expect(record.curves.count == 6)
    #expect(try folder.names() == ["run.json"])
  }

  /// Two suites of two cases each.
  private var twoSuites: RunPlan {
    let suites = ["lookup", "layout"].map {
      Planned.suite([Planned.scenario("a"), Planned.scenario("b")], name: $0)
    }
    return RunPlan(
      cases: PlannedCase.all(in: suites, on: [Planned.dataset(10)]), preset: .full, seed: 1)
  }

  /// The records of suites that `runner` says it has finished, with the pieces done by then.
  private func finishedSuites(of runner: Runner) throws -> [(done: Int, ids: [String])] {
    var done = 0
    var suites: [(Int, [String])] = []
    _ = try runner.run { event in
      if case .started(let count, _) = event { done = count }
      if case .finished(_, let count, _, _) = event { done = count }
      if case .finishedSuite(let record) = event { suites.append((done, record.cases.map(\.id))) }
    }
    return suites
  }

  @Test func theEndOfASuiteIsToldWithItsCasesAlone() throws {
    let suites = try finishedSuites(of: runner(twoSuites))
    #expect(suites.map(\.done) == [8])
    #expect(suites.first?.ids == twoSuites.cases.prefix(2).map(\.id))
  }

  @Test func theEndOfASuiteIsToldOnceAndOfAWholeOneAlone() throws {
    let plan = twoSuites
    _ = try runner(plan, isInterrupted: { [launcher] in launcher.begun.count >= 7 }).run { event in
      if case .finishedSuite = event { Issue.record("the suite is not finished") }
    }
    let second = runner(
      plan, resuming: true, isInterrupted: { [launcher] in launcher.begun.count >= 9 })
    #expect(try finishedSuites(of: second).map(\.done) == [8])
    #expect(try finishedSuites(of: runner(plan, resuming: true)).isEmpty)
    // With a budget, the first round of all suites comes first.
    try FileManager.default.removeItem(atPath: path)
    #expect(try finishedSuites(of: runner(plan, budgetSeconds: 1_000)).isEmpty)
  }

  @Test func theRecordIsValidUnderTheSchema() throws {
    launcher.behaviour = { id, _ in id.contains("btree") ? .crashes("signal 11") : .answers }
    let record = try runner().run { _ in }.record
    let violations = try SchemaValidator.validate(record: record.json())
    #expect(violations == [])
  }

  @Test func laterLaunchesUseTheBatchOfTheFirst() throws {
    _ = try runner().run { _ in }
    for job in launcher.jobs {
      let isFirst = job.pass == .time && job.launch == 0
      #expect(job.cases.allSatisfy { job.callsPerBatch[$0.id] == (isFirst ? nil : 64) })
    }
  }

  @Test func aCrashLosesItsCaseAndNoOther() throws {
    let victim = "lookup/read/storage=flat/data=uniform-10/payload=item8/items=1000"
    launcher.behaviour = { id, _ in id == victim ? .crashes("ended by signal 11") : .answers }
    let outcome = try runner().run { _ in }
    #expect(outcome.exitCode == 3)
    #expect(outcome.ending == .completed)
    let failed = outcome.record.cases.filter { $0.status != .ok }
    #expect(failed.map(\.id) == [victim])
    #expect(failed.first?.status == .failed)
    #expect(failed.first?.message?.contains("ended by signal 11") == true)
    // A case that crashed is not tried again, in no launch.
    #expect(launcher.begun.filter { $0.hasPrefix(victim + " ") }.count == 1)
    #expect(launcher.begun.count == 48 - 3)
  }

  @Test func aCrashInALaterPassFailsTheCaseToo() throws {
    launcher.behaviour = { id, job in
      id.contains("/write/storage=flat") && job.pass == .allocations ? .crashes("boom") : .answers
    }
    let cases = try runner().run { _ in }.record.cases
    #expect(cases.filter { $0.status == .failed }.count == 2)
    #expect(cases.filter { $0.status == .ok }.count == 10)
  }

  @Test func whatCrashesBesideAnotherIsCountedAgainAlone() throws {
    var attempts: [Int] = []
    var victim: String?
    launcher.behaviour = { [launcher] id, job in
      guard job.pass == .allocations else { return .answers }
      if launcher.jobsAtATime == 2 { victim = victim ?? id }
      guard id == victim else { return .answers }
      attempts.append(launcher.jobsAtATime)
      return attempts.count == 1 ? .crashes("out of memory") : .answers
    }
    let outcome = try runner().run { _ in }
    #expect(attempts == [2, 1])
    #expect(outcome.record.cases.allSatisfy { $0.status == .ok })
  }

  @Test func aCrashAfterTheLastResultIsTheLastCases() throws {
    var victims: Set<String> = []
    launcher.ending = { job in
      guard job.pass == .allocations, let last = job.cases.last else { return .finished }
      victims.insert(last.id)
      return .crashed(message: "ended by signal 6")
    }
    let outcome = try runner().run { _ in }
    #expect(outcome.ending == .completed)
    #expect(victims.count == 6)
    let failed = outcome.record.cases.filter { $0.status != .ok }
    #expect(Set(failed.map(\.id)) == victims)
    #expect(failed.allSatisfy { $0.message?.contains("ended by signal 6") == true })
  }

  @Test func aResultThatWasNotAskedForFailsTheCaseThatWas() throws {
    let victim = "lookup/read/storage=flat/data=uniform-10/payload=item8/items=1000"
    let neighbour = "lookup/write/storage=flat/data=uniform-10/payload=item8/items=1000"
    for id in ["lookup/read/storage=none", neighbour.replacing("items=1000", with: "items=100000")]
    {
      try? FileManager.default.removeItem(atPath: path)
      launcher.behaviour = { asked, _ in asked == victim ? .answersFor(id) : .answers }
      let outcome = try runner().run { _ in }
      #expect(outcome.ending == .completed)
      #expect(outcome.record.cases.count == 12)
      let failed = outcome.record.cases.filter { $0.status != .ok }
      #expect(failed.map(\.id) == [victim])
      #expect(failed.first?.message?.contains("gave a result of \(id)") == true)
    }
  }

  @Test func aCaseThatHangsIsATimeout() throws {
    launcher.behaviour = { id, _ in id.contains("/write/storage=flat") ? .hangs : .answers }
    let plan = Planned.plan(caseTimeoutSeconds: 7)
    let outcome = try runner(plan).run { _ in }
    let late = outcome.record.cases.filter { $0.status == .timeout }
    #expect(late.count == 2)
    #expect(late.allSatisfy { $0.message?.contains("7.0 s") == true })
    #expect(outcome.exitCode == 3)
  }

  @Test func aWrongAnswerFailsTheCase() throws {
    launcher.behaviour = { id, _ in id.contains("storage=flat") ? .fails("wrong answer") : .answers
    }
    let outcome = try runner().run { _ in }
    #expect(outcome.record.summary.failed == 4)
    #expect(outcome.exitCode == 3)
  }

  @Test(arguments: [0, 1, 5, 12, 13, 30, 47])
  func anInterruptedRunIsSavedAndResumed(interruptedAfter count: Int) throws {
    let whole = try runner().run { _ in }.record
    launcher.begun = []
    let interrupted = try runner(isInterrupted: { [launcher] in launcher.begun.count >= count })
      .run { _ in }
    #expect(interrupted.ending == .interrupted)
    #expect(interrupted.exitCode == 130)
    #expect(!interrupted.record.run.completed)
    #expect(interrupted.record.cases.count == 12)
    #expect(interrupted.record.summary.skipped == max(0, 12 - count))
    #expect(launcher.begun.count == count)
    #expect(try RunRecord.read(from: path) == interrupted.record)
    #expect(try folder.names() == ["run.json", "run.json.partial.jsonl"])

    var started: [Int] = []
    let resumed = try runner(resuming: true).run { event in
      if case .started(let done, let total) = event { started = [done, total] }
    }
    #expect(started == [count, 48])
    #expect(launcher.begun.count == 48)
    #expect(Set(launcher.begun).count == 48)
    #expect(resumed.ending == .completed)
    // Every figure but the time that measuring took.
    func timeless(_ cases: [CaseRecord]) -> [CaseRecord] {
      cases.map { result in
        var result = result
        result.durationSeconds = nil
        return result
      }
    }
    #expect(timeless(resumed.record.cases) == timeless(whole.cases))
    #expect(resumed.record.run.id == interrupted.record.run.id)
    #expect(try folder.names() == ["run.json"])
  }

  @Test func aResumedRunKeepsTheBatchOfTheFirstLaunch() throws {
    _ = try runner(isInterrupted: { [launcher] in launcher.begun.count >= 20 }).run { _ in }
    let before = launcher.jobs.count
    _ = try runner(resuming: true).run { _ in }
    #expect(
      launcher.jobs[before...].allSatisfy { job in
        job.cases.allSatisfy { job.callsPerBatch[$0.id] == 64 }
      })
  }

  @Test func anotherPlanOrOtherCodeCannotResume() throws {
    _ = try runner(isInterrupted: { true }).run { _ in }
    for other in [
      runner(Planned.plan(seed: 9), resuming: true), runner(resuming: true, code: "beef"),
    ] {
      #expect {
        _ = try other.run { _ in }
      } throws: { error in
        guard case RunError.record(.otherPlan) = error else { return false }
        return true
      }
    }
    #expect(launcher.begun == [])
  }

  @Test func aSpentBudgetSkipsTheRest() throws {
    // Ten seconds a case, so that the sixth begins behind the end of the budget.
    let start = ContinuousClock.now
    let now = { [launcher] in start + .seconds(10 * launcher.begun.count) }
    var warnings: [String] = []
    let outcome = try runner(budgetSeconds: 45, now: now).run { event in
      if case .warning(let warning) = event { warnings.append(warning.code) }
    }
    #expect(outcome.ending == .outOfBudget)
    #expect(outcome.exitCode == 0)
    #expect(!outcome.record.run.completed)
    #expect(outcome.record.summary.ok == 5)
    #expect(outcome.record.summary.skipped == 7)
    #expect(
      outcome.record.cases.filter { $0.status == .skipped }
        .allSatisfy { $0.message?.contains("budget") == true })
    #expect(warnings == ["budget"])
    #expect(outcome.record.warnings.map(\.code) == ["budget"])
  }

  @Test func theDurationIsThatOfTheSessions() throws {
    // Ten seconds a case.
    func clock(from start: ContinuousClock.Instant) -> () -> ContinuousClock.Instant {
      { [launcher] in start + .seconds(10 * launcher.begun.count) }
    }
    let start = ContinuousClock.now
    let isInterrupted = { [launcher] in launcher.begun.count >= 20 }
    let first = try runner(isInterrupted: isInterrupted, now: clock(from: start)).run { _ in }
    #expect(first.record.run.durationSeconds == 200)
    // An hour later.
    let second = try runner(resuming: true, now: clock(from: start + .seconds(3_600)))
      .run { _ in }
    #expect(second.record.run.durationSeconds == 480)
    #expect(second.record.run.startedAt == first.record.run.startedAt)
  }

  @Test func anUnfinishedRunIsNotReplaced() throws {
    _ = try runner(isInterrupted: { [launcher] in launcher.begun.count >= 20 }).run { _ in }
    let journal = RunJournal.path(forRecordAt: path)
    let bytes = try Data(contentsOf: URL(filePath: journal))
    #expect(throws: RunError.record(.unfinishedRun(path: journal))) {
      try runner().run { _ in }
    }
    #expect(try Data(contentsOf: URL(filePath: journal)) == bytes)
    #expect(launcher.begun.count == 20)
  }

  @Test func aCompleteRunIsNotResumed() throws {
    _ = try runner().run { _ in }
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(throws: RunError.record(.alreadyComplete(path: path))) {
      try runner(resuming: true).run { _ in }
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    #expect(try folder.names() == ["run.json"])
    #expect(launcher.begun.count == 48)
  }

  @Test func theRecordSaysThatTheBuildIsStale() throws {
    let warning = Warning(code: "stale-build", message: "older than its sources")
    #expect(try runner(buildWarnings: [warning]).run { _ in }.record.warnings == [warning])
  }

  @Test func nothingIsRecordedByABuildThatMustNot() throws {
    #expect(throws: RunError.refusesToRecord(reason: "a debug build")) {
      _ = try runner(refusal: "a debug build").run { _ in }
    }
    #expect(try folder.names() == [])
    #expect(launcher.jobs.isEmpty)
  }

  @Test func anEmptyPlanIsRefused() throws {
    #expect(throws: RunError.nothingPlanned) {
      _ = try runner(RunPlan(cases: [], preset: .smoke, seed: 1)).run { _ in }
    }
  }

  @Test func whatIsNoRecordIsNotOverwritten() throws {
    try Data("precious".utf8).write(to: URL(filePath: path))
    #expect(throws: RunError.self) { _ = try runner().run { _ in } }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("precious".utf8))
    #expect(launcher.jobs.isEmpty)
  }

  @Test func warningsOfAKindAreOne() {
    let drift = Warning(code: "drift", message: "it drifted")
    let other = Warning(code: "address", message: "it moved")
    let entries = ["a", "b", "c", "d", "a"].map { id in
      var entry = JournalEntry(
        suite: "s",
        params: CaseParameters(
          scenario: "x", storage: "y", role: "strategy", data: "d", payload: "p", items: 1),
        pass: .time, launch: 0)
      entry.caseID = id
      entry.warnings = id == "b" ? [drift, other] : [drift]
      return entry
    }
    #expect(
      Warning.collected(from: entries).map(\.message) == [
        "it moved (b)", "it drifted (4 cases, such as a)",
      ])
  }
}
