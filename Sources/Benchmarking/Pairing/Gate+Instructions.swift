import RunRecords
import Statistics

extension Gate {
  /// Counts the instructions of the cases that are asked for, on both sides.
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
    // What wraps a call of the head wraps one of the base, too, and spends nothing there: an object
    // more moves all that is allocated after it, and that moves instructions by some thousandths.
    let wrapping = plan.plantedInstructionShare.map { _ in Plant.instructions(0) }
    let baseProfile = try profile(index, on: .base, plant: wrapping)
    let base = ProcessLauncher.instructions(baseProfile)
    var plant = plant(on: .head)
    if let share = plan.plantedInstructionShare, let count = base.value {
      // More than the share: exactly so much is let pass.
      plant = .instructions(Int((Double(count) * share).rounded(.down)) + 1)
    }
    let headProfile = try profile(index, on: .head, plant: plant)
    enter(base, ProcessLauncher.instructions(headProfile), index)
    guard let baseProfile, let headProfile, plan.explainsCounts,
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

  /// The profile of one case; a case that fails is over.
  private func profile(
    _ index: Int, on side: GateSide.Name, plant: Plant?
  ) throws(GateProfiler.Failure) -> CallgrindProfile? {
    do throws(GateProfiler.Failure) {
      let found = try profiler.profile(
        cases[index].planned, on: side, plant: plant, separatingCallersOf: [])
      if let checksum = found.checksum { agree(on: checksum, side, index) }
      return found.profile
    } catch {
      if case .failed(let error) = error { fail(index, side, error) }
      throw error
    }
  }

  /// Looks for the call stacks of the cases whose allocations differ, the smallest collections first
  /// as they take least.
  func explainAllocations() {
    let differing = cases.indices.filter { cases[$0].status == .ok && cases[$0].allocationsDiffer }
      .sorted { cases[$0].planned.dataset.items < cases[$1].planned.dataset.items }
    for (position, index) in differing.enumerated() {
      diagnoses.otherCount = differing.count - position
      guard position < GateDiagnoses.mostStackCases, !isOver else { return }
      do throws(GateProfiler.Failure) {
        try explainAllocations(of: index)
      } catch {
        // What only explains takes nothing from what was measured.
        switch error {
        case .unable(let reason): diagnoses.obstacle = reason
        case .failed(let error): diagnoses.obstacle = "\(cases[index].planned.id): \(error)"
        }
        return
      }
    }
    diagnoses.otherCount = 0
  }

  private func explainAllocations(of index: Int) throws(GateProfiler.Failure) {
    func stacks(_ side: GateSide.Name) throws(GateProfiler.Failure) -> AllocationStacks {
      let found = try profiler.profile(
        cases[index].planned, on: side, plant: plant(on: side),
        separatingCallersOf: AllocationStacks.entryPoints)
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

extension GateCase {
  /// A Boolean value that indicates whether the sides' instruction counts differ by more than a
  /// gate allows.
  var instructionsDiffer: Bool {
    guard let verdict = exactVerdict(of: .instructions) else { return false }
    return verdict != .equivalent
  }

  /// A Boolean value that indicates whether both sides have a count of allocations, and the counts
  /// differ.
  var allocationsDiffer: Bool {
    guard let verdict = exactVerdict(of: .allocations) else { return false }
    return verdict != .equivalent
  }

  private func exactVerdict(of metric: ExactMetric) -> MetricChange.Verdict? {
    guard let base = baseCounts.first(where: { $0.name == metric.rawValue })?.value,
      let head = headCounts.first(where: { $0.name == metric.rawValue })
    else { return nil }
    return head.value.map { Self.verdict(on: head, $0, against: base) }
  }

  /// Returns the verdict on the head's value of an exact metric, compared with the base's value.
  static func verdict(
    on metric: MetricRecord, _ head: Int, against base: Int
  ) -> MetricChange.Verdict {
    let allowed = ExactMetric(rawValue: metric.name)?.allowedGrowthThousandths ?? 0
    let difference = Int128(head) - Int128(base)
    guard difference.magnitude * 100_000 > UInt128(base.magnitude) * UInt128(allowed) else {
      return .equivalent
    }
    let isWorse = (metric.better == .lower) == (difference > 0)
    return isWorse ? .regressed : .improved
  }
}
