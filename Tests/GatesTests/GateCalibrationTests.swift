import Benchmarking
import Foundation
import Gates
import RunRecords
import Statistics
import TestSupport
import Testing

/// Experiments on scripted builds, and on executables that cannot be started.
struct GateCalibrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func build(_ role: GatedBuild.Role) -> GatedBuild {
    GatedBuild(role, executable: URL(filePath: folder.path(of: role.rawValue)))
  }

  /// The cases take turns, and none of the experiments is left out.
  @Test func experimentsAreSpreadOverTheSuites() throws {
    let cases = [planned("a"), planned("b", suite: "scroll"), planned("c")]
    var experiments: [GateCalibration.Experiment] = []
    let calibration = GateCalibration(
      .same, count: 5, plan: try plan(cases), base: build(.base), head: build(.head),
      isInterrupted: { false }, report: { experiments.append($0) })
    #expect(experiments.map(\.number) == [1, 2, 3, 4, 5])
    #expect(experiments.map(\.id) == [0, 1, 2, 0, 1].map { cases[$0].id })
    #expect(experiments.allSatisfy { $0.verdict == nil && $0.ratio == nil && $0.pairs == nil })
    #expect(experiments.allSatisfy { $0.failure?.hasPrefix("the base: cannot be started") == true })
    #expect(calibration.outcomes.map(\.suite) == ["lookup", "scroll"])
    #expect(calibration.outcomes.map(\.failed) == [3, 2])
    #expect(calibration.total.count == 5 && calibration.total.failed == 5)
    #expect(calibration.detectable.isEmpty && calibration.changedSide == nil)
  }

  /// The head is slower, or allocates more, as the request of its case says.
  @Test func injectedRegressionsAreFound() throws {
    var factors: [GatedBuild.Role: Double] = [:]
    let builds = ScriptedBuilds { request in
      switch request.body {
      case .prepare(_, _, .slowdown(let share)): factors[request.role] = 1 + share
      case .prepare: factors[request.role] = 1
      case .count(_, .allocation): return request.answer(allocations: 13)
      default: break
      }
      return request.answer(nanoseconds: Int(1_000 * factors[request.role, default: 1]))
    }
    func calibration(_ kind: GateCalibration.Kind) throws -> (
      GateCalibration, [GateCalibration.Experiment]
    ) {
      var experiments: [GateCalibration.Experiment] = []
      let calibration = GateCalibration(
        kind, count: 2, plan: try plan([planned("a")]), base: builds.base, head: builds.head,
        isInterrupted: { false }, starter: builds.start, report: { experiments.append($0) })
      return (calibration, experiments)
    }
    let (found, counts) = try calibration(.allocation)
    #expect(found.total.regressed == 2 && found.total.count == 2 && found.detectable.isEmpty)
    #expect(counts.map(\.pairs) == [nil, nil] && builds.measured.isEmpty)
    let (slower, times) = try calibration(.slowdown(0.25))
    #expect(slower.total.regressed == 2 && slower.total.count == 2 && slower.detectable.count == 2)
    #expect(times.map(\.pairs) == [4, 4])
    #expect(times.allSatisfy { abs(($0.ratio ?? 0) - 1.25) < 1e-9 })
    let (same, _) = try calibration(.same)
    #expect(same.total.equivalent == 2 && same.total.count == 2)
  }

  /// Every experiment counts, by its suite and among all, and one without a verdict has a reason.
  @Test func verdictsAreCountedBySuite() throws {
    var pairs = 0
    let builds = ScriptedBuilds { request in
      guard request.role == .head else { return request.answer() }
      switch (request.body, request.scenario) {
      case (.prepare, "broken"): return nil
      case (.prepare, _): pairs += 1
      default: break
      }
      let nanoseconds = ["slower": 1_200, "faster": 800, "unsteady": pairs % 2 == 0 ? 800 : 1_200]
      return request.answer(nanoseconds: nanoseconds[request.scenario ?? "", default: 1_000])
    }
    let cases = [
      planned("slower"), planned("faster"), planned("steady", suite: "scroll"),
      planned("unsteady"), planned("broken", suite: "scroll"),
    ]
    var experiments: [GateCalibration.Experiment] = []
    let calibration = GateCalibration(
      .same, count: 12, plan: try plan(cases), base: builds.base, head: builds.head,
      isInterrupted: { false }, starter: builds.start, report: { experiments.append($0) })
    let verdicts: [Verdict?] = [.regressed, .improved, .equivalent, .inconclusive, nil]
    #expect(experiments.map(\.verdict) == (0..<12).map { verdicts[$0 % 5] })
    #expect(experiments.map(\.number) == Array(1...12))
    for experiment in experiments {
      let isBroken = experiment.verdict == nil
      #expect(
        isBroken
          ? experiment.failure?.hasPrefix("the head: the worker process ") == true
          : experiment.failure == nil)
      #expect((experiment.pairs == nil) == isBroken && (experiment.ratio == nil) == isBroken)
    }
    var (lookup, scroll) = (
      GateCalibration.Outcome(suite: "lookup"), GateCalibration.Outcome(suite: "scroll")
    )
    (lookup.regressed, lookup.improved, lookup.inconclusive) = (3, 3, 2)
    (scroll.equivalent, scroll.failed) = (2, 2)
    #expect(calibration.outcomes == [lookup, scroll])
    #expect(calibration.outcomes.map(\.count) == [8, 4])
    var all = lookup
    (all.suite, all.equivalent, all.failed) = (nil, 2, 2)
    #expect(calibration.total == all && calibration.total.count == 12)
    #expect(calibration.detectable.count == 10)
  }

  /// The orders of an experiment follow from the plan's seed and its number.
  @Test func eachExperimentHasItsOwnOrders() throws {
    func orders(seed: UInt64) throws -> [[GatedBuild.Role]] {
      let builds = ScriptedBuilds { $0.answer() }
      var orders: [[GatedBuild.Role]] = []
      _ = GateCalibration(
        .same, count: 3, plan: try plan([planned("a")], seed: seed), base: builds.base,
        head: builds.head, isInterrupted: { false }, starter: builds.start,
        report: { _ in
          orders.append(Array(builds.measured.map(\.role).dropFirst(orders.joined().count)))
        })
      return orders
    }
    let first = try orders(seed: 1)
    #expect(Set(first).count == 3 && first.allSatisfy { $0.count == 4 * 3 * 4 })
    #expect(try orders(seed: 1) == first)
    #expect(try orders(seed: 2) != first)
  }

  @Test func theSecondsAreThoseOfAllExperiments() throws {
    var slept = Duration.zero
    let builds = ScriptedBuilds { request in
      let start = ContinuousClock.now
      Thread.sleep(forTimeInterval: 0.01)
      slept += ContinuousClock.now - start
      return request.answer()
    }
    let start = ContinuousClock.now
    let calibration = GateCalibration(
      .allocation, count: 5, plan: try plan([planned("a")]), base: builds.base,
      head: builds.head, isInterrupted: { false }, starter: builds.start, report: { _ in })
    #expect(slept > .zero && calibration.seconds >= slept / .seconds(1))
    #expect(calibration.seconds <= (ContinuousClock.now - start) / .seconds(1))
  }

  /// A regression that no metric of the case shows is no verdict.
  @Test func anExperimentWithoutItsMetricHasFailed() throws {
    let builds = ScriptedBuilds { $0.answer() }
    func failure(_ kind: GateCalibration.Kind, _ planned: PlannedCase) throws -> String? {
      var (reason, wanted) = (nil as String?, try plan([planned]))
      wanted.instructionItemLimit = 9
      let calibration = GateCalibration(
        kind, count: 1, plan: wanted, base: builds.base, head: builds.head,
        isInterrupted: { false }, starter: builds.start, report: { reason = $0.failure })
      #expect(calibration.total.failed == 1 && calibration.total.count == 1)
      return reason
    }
    #expect(try failure(.allocation, planned("a", countsAllocations: false)) == "no allocations")
    #expect(try failure(.slowdown(0.05), planned("a", isTimed: false)) == "no cpu_time")
    #expect(
      try failure(.instructions(0.01), planned("a"))
        == "instructions are counted on up to 9 items")
  }

  /// The base makes the call through the same closure as the head, and spends nothing there.
  @Test(.enabled(if: Callgrind.installed != nil, "valgrind is missing"))
  func instructionsAreInjectedIntoACallLikeTheBases() throws {
    let executables = try ScriptedExecutables(for: planned("a"))
    let builds = ScriptedBuilds(in: executables.path) { $0.answer() }
    var failure: String?
    _ = GateCalibration(
      .instructions(0.01), count: 1, plan: try plan([planned("a")]), base: builds.base,
      head: builds.head, isInterrupted: { false }, starter: builds.start,
      report: { failure = $0.failure })
    let asked = try executables.asked(.base)
    let call = try JSONDecoder().decode(WorkerRequest.self, from: Data(asked[2].utf8))
    guard case .call(_, .instructions(0)?) = call else {
      Issue.record("\(asked)")
      return
    }
    #expect(failure?.contains("cvbench_measured") == true)
  }

  @Test func anInterruptedExperimentDoesNotCount() throws {
    var (experiments, isInterrupted) = (0, false)
    let builds = ScriptedBuilds { request in
      isInterrupted = experiments == 2
      if case .count(_, .allocation) = request.body { return request.answer(allocations: 13) }
      return request.answer(nanoseconds: 1_000)
    }
    let calibration = GateCalibration(
      .allocation, count: 5, plan: try plan([planned("a")]), base: builds.base,
      head: builds.head, isInterrupted: { isInterrupted }, starter: builds.start,
      report: { _ in experiments += 1 })
    #expect(isInterrupted && experiments == 2 && calibration.total.count == 2)
  }

  /// A build that another one has replaced ends the experiments.
  @Test func aBuildThatChangesEndsTheExperiments() throws {
    let head = build(.head)
    var experiments = 0
    let calibration = GateCalibration(
      .slowdown(0.05), count: 5, plan: try plan([planned("a")]), base: build(.base), head: head,
      isInterrupted: { false },
      report: { _ in
        experiments += 1
        if experiments == 2 { _ = try? folder.write(Array("x".utf8), to: "head") }
      })
    #expect(experiments == 2 && calibration.total.count == 2)
    let changed = try #require(calibration.changedSide)
    #expect(changed.hasPrefix("the head: '\(head.executable.path)' has changed"))
  }

  @Test func aPlanWithoutCasesHasNoExperiments() throws {
    let calibration = GateCalibration(
      .same, count: 5, plan: try plan([]), base: build(.base), head: build(.head),
      isInterrupted: { false }, report: { _ in })
    #expect(calibration.outcomes.isEmpty && calibration.total.count == 0)
  }
}
