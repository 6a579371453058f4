import Benchmarking
import RunRecords
import Statistics

extension Gate {
  /// Counts the cases of `group` in both builds.
  func count(_ group: [Int]) {
    for side in [base, head] {
      var process: WorkerProcess?
      for index in group where ![.failed, .timeout].contains(cases[index].status) {
        guard !isInterrupted() else { return }
        let planned = cases[index].planned
        guard planned.scenario.passes.contains(.allocations) else {
          accept(index)
          continue
        }
        do throws(WorkerError) {
          let running: WorkerProcess
          if let process {
            running = process
          } else {
            running = try open(planned, of: side, at: side.executable, for: .allocations)
            process = running
          }
          let reply = try running.ask(
            .count(planned.key, injected: injected(on: side.role)),
            within: plan.answerTimeoutSeconds)
          guard case .counted(let metrics, let operations, let checksum) = reply else {
            throw .otherAnswer
          }
          enter(metrics, operations: operations, checksum: checksum, of: side.role, index)
        } catch {
          fail(index, side.role, error)
          // A failed case leaves its process well; any other error does not.
          if case .failed = error { continue }
          process = nil
        }
      }
    }
    report(.counted(group.map { cases[$0].planned.id }))
  }

  private func enter(
    _ metrics: [MetricRecord], operations: Int, checksum: String, of side: GatedBuild.Role,
    _ index: Int
  ) {
    cases[index].operationsPerCall = operations
    switch side {
    case .base: cases[index].baseCounts = metrics
    case .head: cases[index].headCounts = metrics
    }
    agree(on: checksum, side, index)
    accept(index)
  }

  /// Counts the instructions of the cases that the plan names, in both builds.
  func countInstructions() {
    let wanted = cases.indices.filter { plan.instructionCases.contains(cases[$0].planned.id) }
    for (position, index) in wanted.enumerated() {
      guard !isInterrupted() else { return }
      report(.countingInstructions(done: position, of: wanted.count))
      guard cases[index].status == .ok else { continue }
      do throws(GateProfiler.Failure) {
        try countInstructions(of: index)
      } catch {
        guard case .unable(let reason) = error else { continue }
        let absent = ExactMetric.instructions.absent(reason)
        enter(absent, absent, index)
      }
    }
  }

  private func countInstructions(of index: Int) throws(GateProfiler.Failure) {
    let planned = cases[index].planned
    guard planned.dataset.items <= plan.instructionItemLimit else {
      throw .unable(
        reason: "instructions are counted on up to \(plan.instructionItemLimit) items")
    }
    guard !isOver else { throw .unable(reason: "the time budget was spent before") }
    // The closure around a call of the head is also around one of the base, and spends nothing there:
    // one more object moves all that is allocated after it, which moves instructions by thousandths.
    let wrapping = plan.injectedInstructionShare.map { _ in InjectedRegression.instructions(0) }
    let baseCall = try profile(index, on: .base, injected: wrapping)
    let base = baseCall.instructions
    var injected = injected(on: .head)
    if let share = plan.injectedInstructionShare, let count = base.value {
      // One more than the share: exactly the share passes.
      injected = .instructions(Int((Double(count) * share).rounded(.down)) + 1)
    }
    let headCall = try profile(index, on: .head, injected: injected)
    enter(base, headCall.instructions, index)
    guard let baseProfile = baseCall.profile, let headProfile = headCall.profile,
      plan.explainsCounts,
      cases[index].instructionsDiffer
    else { return }
    diagnoses.functions.append(
      .init(
        caseID: planned.id,
        changes: baseProfile.changes(to: headProfile, limit: GateDiagnoses.mostFunctions)))
  }

  private func enter(_ base: MetricRecord, _ head: MetricRecord, _ index: Int) {
    cases[index].baseCounts.append(base)
    cases[index].headCounts.append(head)
  }

  /// Profiles one case; a case that fails is over.
  private func profile(
    _ index: Int, on side: GatedBuild.Role, injected: InjectedRegression?
  ) throws(GateProfiler.Failure) -> ProfiledCall {
    do throws(GateProfiler.Failure) {
      let found = try profiler.profile(cases[index].planned, on: side, injected: injected)
      agree(on: found.checksum, side, index)
      return found
    } catch {
      if case .failed(let error) = error { fail(index, side, error) }
      throw error
    }
  }

  /// Finds the call stacks of the cases whose allocations differ. The smallest collections come first:
  /// they take least time.
  func explainAllocations() {
    let differing = cases.indices.filter { cases[$0].status == .ok && cases[$0].allocationsDiffer }
      .sorted { cases[$0].planned.dataset.items < cases[$1].planned.dataset.items }
    defer { diagnoses.otherCount = differing.count - diagnoses.stacks.count }
    for index in differing.prefix(GateDiagnoses.mostStackCases) {
      guard !isOver else { return }
      do throws(GateProfiler.Failure) {
        try explainAllocations(of: index)
      } catch {
        // A failed explanation takes nothing from the measurements.
        switch error {
        case .unable(let reason): diagnoses.obstacle = reason
        case .failed(let error): diagnoses.obstacle = "\(cases[index].planned.id): \(error)"
        }
        return
      }
    }
  }

  private func explainAllocations(of index: Int) throws(GateProfiler.Failure) {
    func stacks(_ side: GatedBuild.Role) throws(GateProfiler.Failure) -> AllocationStacks {
      let found = try profiler.profile(
        cases[index].planned, on: side, injected: injected(on: side),
        separatingCallersOf: .functions(AllocationStacks.entryPoints))
      guard let profile = found.profile else {
        throw .unable(reason: "callgrind left no profile that can be read")
      }
      return AllocationStacks(profile)
    }
    let changes = try stacks(.base).changes(to: try stacks(.head))
    let shown = changes.prefix(GateDiagnoses.mostStacks)
    diagnoses.stacks.append(
      .init(
        caseID: cases[index].planned.id, changes: Array(shown),
        omittedCount: changes.count - shown.count))
  }
}

extension GatedCase {
  /// A Boolean value that indicates whether the gate calls one build's instructions more than the other's.
  package var instructionsDiffer: Bool {
    guard let verdict = exactVerdict(of: .instructions) else { return false }
    return verdict != .equivalent
  }

  /// A Boolean value that indicates whether both builds have a count of allocations, and they differ.
  package var allocationsDiffer: Bool {
    guard let verdict = exactVerdict(of: .allocations) else { return false }
    return verdict != .equivalent
  }

  private func exactVerdict(of metric: ExactMetric) -> Verdict? {
    guard let base = baseCounts.first(where: { $0.name == metric.rawValue })?.value,
      let head = headCounts.first(where: { $0.name == metric.rawValue })
    else { return nil }
    return head.value.map { Self.verdict(on: head, $0, against: base) }
  }

  /// Judges the number of an exact metric against the base's.
  static func verdict(
    on metric: MetricRecord, _ head: Int, against base: Int
  ) -> Verdict {
    let allowed = ExactMetric(rawValue: metric.name)?.allowedGrowthThousandths ?? 0
    let difference = Int128(head) - Int128(base)
    guard difference.magnitude * 100_000 > UInt128(base.magnitude) * UInt128(allowed) else {
      return .equivalent
    }
    let isWorse = (metric.better == .lower) == (difference > 0)
    return isWorse ? .regressed : .improved
  }
}
