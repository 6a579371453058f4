import Benchmarking
import Processes
package import RunRecords

/// A whole comparison, from the descriptions of both builds to the record.
package enum GateRun {
  /// Catches interrupts from now on, and returns a function that says whether any has come.
  package static func catchInterrupts() -> () -> Bool {
    Interrupts.catchThem()
    return { Interrupts.isInterrupted }
  }

  /// Compares two builds.
  ///
  /// - Parameters:
  ///   - plan: The cases and the rules.
  ///   - base: The build to compare with.
  ///   - head: The build to judge.
  ///   - sides: The descriptions of both.
  ///   - identity: The time and the command line of the beginning.
  ///   - tool: The tool that compares.
  ///   - isInterrupted: Asked several times a second.
  ///   - starter: Starts the processes of both.
  ///   - report: Called with each event.
  /// - Returns: The record, with the exit status 0 or 130, which the caller may change; the causes
  ///   of counts that differ; and how the comparison ended.
  package static func compare(
    _ plan: GatePlan, base: GatedBuild, head: GatedBuild, sides: BuildPair, identity: RunIdentity,
    tool: ToolIdentity, isInterrupted: @escaping () -> Bool,
    starter: @escaping GateStart = GatedBuild.start, report: @escaping (GateEvent) -> Void
  ) -> (record: RunRecord, diagnoses: GateDiagnoses, ending: GateEnding) {
    let start = ContinuousClock.now
    var (plan, base, head) = (plan, base, head)
    base.protocolVersion = sides.base.protocolVersion
    head.protocolVersion = sides.head.protocolVersion
    // Counts that do not compare have nothing to explain.
    if sides.exactDifference != nil { plan.explainsCounts = false }
    var warnings: [Warning] = []
    let isCalibration = sides.haveEqualCode && !plan.gatesEqualCode
    if isCalibration {
      warnings.append(
        Warning(
          code: "equal-code", severity: "info",
          message: "both sides hold the same machine code; their times are not gated"))
    }
    for side in [base, head] where side.relinked.isEmpty && !isCalibration && !plan.isExactOnly {
      warnings.append(
        Warning(
          code: "one-layout", severity: "info",
          message:
            "the \(side.role.rawValue) was measured in one link layout, which alone can move a "
            + "time by some percent"))
    }
    let gate = Gate(
      plan, base: base, head: head, isInterrupted: isInterrupted, start: starter, report: report)
    let comparesTimes = !plan.isExactOnly && !isCalibration
    let ending = gate.compare(gatesTime: comparesTimes)
    var identity = identity
    identity.durationSeconds = (ContinuousClock.now - start) / .seconds(1)
    identity.completed = ending == .completed
    (identity.shard, identity.planDigest) = (plan.shard, plan.digestOfWhole)
    if ending == .outOfBudget {
      warnings.append(
        Warning(
          code: "budget",
          message: "the time budget was spent before every interval was narrow enough; what is not "
            + "decided is inconclusive"))
    }
    let unconfirmed = gate.cases.filter { !$0.isConfirming && !$0.screenedPairs.isEmpty }
    if !unconfirmed.isEmpty {
      warnings.append(
        Warning(
          code: "unconfirmed",
          message: "seemed to have changed, and were not measured again before the end: "
            + unconfirmed.map(\.planned.id).joined(separator: ", ")))
    }
    var environment = sides.head.environment
    environment.loadAvgEnd = MachineContext.loadAverage
    if !plan.instructionCases.isEmpty { environment.instructionCounter = Callgrind.installed?.name }
    let cases = gate.cases.map {
      $0.record(
        exactDifference: sides.exactDifference, hostDifference: sides.hostDifference,
        timesAreWanted: comparesTimes)
    }
    var record = RunRecord(
      tool: tool, run: identity,
      builds: [sides.base.build.named("base"), sides.head.build.named("head")],
      environment: environment, cases: cases, exitCode: ending == .interrupted ? 130 : 0)
    record.kind = .comparison
    record.datasets = plan.cases.measuredDatasets
    record.warnings = warnings
    return (record, gate.diagnoses, ending)
  }
}

extension Build {
  fileprivate func named(_ id: String) -> Build {
    var side = self
    side.id = id
    return side
  }
}
