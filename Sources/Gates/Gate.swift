import BasicAlgorithms
import Benchmarking
import Foundation
import RunRecords
import Statistics

/// A paired comparison of two builds under way.
///
/// Read it in this order: `GatePlan` says what to compare, `PairBuilder` builds both sides, `BuildPair`
/// asks them for their descriptions. Then `Gate` counts the exact metrics (`Gate+Counting`), calibrates
/// each case and measures it in rounds (`Gate+Rounds`), and decides. `GateRun` makes the record.
///
/// The processes of both builds are set up and warm; exactly one measures at a time, in rounds of
/// A B B A or B A A B. A pair of processes gives each of its cases one number. Pairs of all cases take
/// turns until each case's interval is narrow enough. A case that then seems to have changed is
/// measured again with fresh pairs, of other link layouts if there are some, and only those decide.
/// Source of the alternation: A. Bulej et al., "Duet benchmarking: improving measurement accuracy in
/// the cloud", 2020, doi:10.1145/3358960.3379132.
package final class Gate {
  let plan: GatePlan
  let base: GatedBuild
  let head: GatedBuild
  let isInterrupted: () -> Bool
  let report: (GateEvent) -> Void
  private let now: () -> ContinuousClock.Instant
  private let beginning: ContinuousClock.Instant
  var generator: SplitMix64
  package internal(set) var cases: [GatedCase]
  /// The causes of counts that differ, if the plan asks for them.
  package internal(set) var diagnoses = GateDiagnoses()
  /// Runs cases of both builds under callgrind.
  let profiler: GateProfiler
  private let start: GateStart

  /// Prepares to compare.
  ///
  /// - Parameters:
  ///   - plan: The cases and the rules.
  ///   - base: The build to compare with.
  ///   - head: The build to judge.
  ///   - isInterrupted: Asked several times a second.
  ///   - start: Starts the processes of both.
  ///   - profile: Profiles calls of both builds; nil for callgrind.
  ///   - now: The clock of the plan's time budget.
  ///   - report: Called with each event, between measurements.
  package init(
    _ plan: GatePlan, base: GatedBuild, head: GatedBuild, isInterrupted: @escaping () -> Bool,
    start: @escaping GateStart = GatedBuild.start, profile: GateProfile? = nil,
    now: @escaping () -> ContinuousClock.Instant = { .now },
    report: @escaping (GateEvent) -> Void
  ) {
    self.start = start
    self.now = now
    beginning = now()
    self.plan = plan
    self.base = base
    self.head = head
    self.isInterrupted = isInterrupted
    self.report = report
    profiler = GateProfiler(
      base: base, head: head,
      run: profile
        ?? GateProfiler.callgrind(plan, base: base, head: head, isToStop: isInterrupted))
    generator = SplitMix64(seed: plan.orderSeed ?? plan.seed, stream: 0x6761_7465)
    cases = plan.cases.map { GatedCase($0) }
  }

  /// Compares: exact metrics first, then times, and at last the causes of counts that differ.
  ///
  /// - Parameter gatesTime: Whether times are compared at all.
  /// - Returns: How it ended.
  package func compare(gatesTime: Bool) -> GateEnding {
    for group in plan.groups {
      guard !isOver else { return ending }
      count(group)
    }
    countInstructions()
    if gatesTime && !isInterrupted() { measureTimes() }
    // The explanations take none of the time for verdicts.
    let measured = ending
    if plan.explainsCounts && !isInterrupted() { explainAllocations() }
    return isInterrupted() ? .interrupted : measured
  }

  var isOver: Bool { isInterrupted() || isOutOfBudget }

  private var isOutOfBudget: Bool {
    guard let budget = plan.budgetSeconds else { return false }
    return (now() - beginning) / .seconds(1) > budget
  }

  private var ending: GateEnding {
    isInterrupted() ? .interrupted : isOutOfBudget ? .outOfBudget : .completed
  }

  func injected(on side: GatedBuild.Role) -> InjectedRegression? {
    side == .head ? plan.injected : nil
  }

  func isTimed(_ index: Int) -> Bool {
    cases[index].status == .ok && cases[index].planned.scenario.passes.contains(.time)
  }

  // MARK: Parts that counting and timing share

  /// Starts a process of `side`, by the build itself or a twin, and opens the collection of `planned`.
  func open(
    _ planned: PlannedCase, of side: GatedBuild, at executable: URL, for pass: JournalEntry.Pass
  ) throws(WorkerError) -> WorkerProcess {
    try side.check(executable)
    let process = try start(executable, pass, isInterrupted)
    let request = WorkerRequest.open(planned.dataset, seed: plan.seed, sampling: plan.sampling)
    guard case .opened = try process.ask(request, within: plan.answerTimeoutSeconds) else {
      throw .otherAnswer
    }
    return process
  }

  func accept(_ index: Int) {
    guard cases[index].status == .skipped else { return }
    cases[index].status = .ok
    cases[index].message = nil
  }

  /// Fails the case if the builds answer differently: they do not do the same work then.
  func agree(on checksum: String, _ side: GatedBuild.Role, _ index: Int) {
    guard let known = cases[index].checksum else {
      cases[index].checksum = checksum
      return
    }
    guard known != checksum else { return }
    cases[index].status = .failed
    cases[index].answersDiffer = true
    cases[index].message =
      "the sides answer differently: \(side.rawValue) \(checksum), and \(known) before; they do not "
      + "do the same work, or not on the same data"
  }

  func fail(_ index: Int, _ side: GatedBuild.Role, _ error: WorkerError) {
    guard error != .interrupted else { return }
    if case .hung = error { cases[index].status = .timeout } else { cases[index].status = .failed }
    cases[index].message = "the \(side.rawValue): \(error)"
  }
}
