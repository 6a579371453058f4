import Benchmarking
import Foundation
import Gates
import RunRecords
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
