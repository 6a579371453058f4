package import Profiles

/// Takes all passes of a profile, one after another, and says why one is missing.
package struct ProfileCollector {
  /// The measures to collect, and how.
  package struct Plan: Sendable {
    /// The measures; `bytes` come with `allocations`.
    package var measures: Set<CaseProfile.Measure>
    package var sampling: SamplingRequest
    /// A Boolean value that indicates whether to disassemble the hottest functions.
    package var listsFunctions: Bool

    package init(
      measures: Set<CaseProfile.Measure>, sampling: SamplingRequest, listsFunctions: Bool = true
    ) {
      self.measures = measures
      self.sampling = sampling
      self.listsFunctions = listsFunctions
    }
  }

  private let plan: Plan
  private let isToStop: () -> Bool
  private let report: (String) -> Void

  /// Plans a collection.
  ///
  /// - Parameters:
  ///   - plan: What to collect.
  ///   - isToStop: Asked several times a second; passes that are over by then stay.
  ///   - report: Is told what comes next.
  package init(
    _ plan: Plan, isToStop: @escaping () -> Bool, report: @escaping (String) -> Void = { _ in }
  ) {
    self.plan = plan
    self.isToStop = isToStop
    self.report = report
  }

  /// Profiles a case.
  ///
  /// - Parameters:
  ///   - planned: The case.
  ///   - profiler: Runs the passes.
  ///   - build: The name of the build.
  ///   - names: The names of functions, which two builds share.
  /// - Returns: The passes; those that failed are absent with the reason.
  /// - Throws: `WorkerError` if the case fails, crashes or hangs before anything was measured; later
  ///   the profile has the `failure`.
  package func collect(
    _ planned: PlannedCase, by profiler: CaseProfiler, build: String,
    naming names: inout FunctionNames
  ) throws(WorkerError) -> CaseProfile {
    var profile = CaseProfile(
      caseID: planned.id, scenario: planned.scenario.name, build: build)
    try attempt([.time], "sampling call stacks", into: &profile) { profile throws(WorkerError) in
      let stacks = try profiler.sample(plan.sampling)
      guard stacks.profile.total > 0 else {
        throw .unable(
          reason: "no sample fell into the measured calls; repeat the case for longer (--seconds)")
      }
      profile.passes.append(Self.pass(of: stacks, naming: &names))
      if plan.listsFunctions { profile.listings = Disassembler().listings(of: stacks, &names) }
    }
    try attempt([.instructions], "counting instructions", into: &profile) {
      profile throws(WorkerError) in
      let (stacks, operations) = try profiler.instructions()
      profile.passes.append(
        CaseProfile.Pass(
          .instructions, tree: CallTree(stacks, naming: &names),
          origin: "one call of \(operations) operations under callgrind, exact",
          unitsPerWeight: 1 / Double(operations)))
    }
    try attempt([.allocations, .bytes], "recording allocations", into: &profile) {
      profile throws(WorkerError) in
      let (stacks, operations) = try profiler.allocations()
      profile.passes += Self.passes(of: stacks, operations: operations, naming: &names)
    }
    return profile
  }

  private func attempt(
    _ measures: [CaseProfile.Measure], _ what: String, into profile: inout CaseProfile,
    _ body: (inout CaseProfile) throws(WorkerError) -> Void
  ) throws(WorkerError) {
    guard !plan.measures.isDisjoint(with: measures) else { return }
    guard !isToStop() else {
      profile.absences.append(.init(measures, reason: "interrupted before it"))
      return
    }
    report(what)
    do throws(WorkerError) {
      try body(&profile)
    } catch {
      profile.absences.append(.init(measures, reason: "\(error)"))
      let isFailure =
        switch error {
        case .failed, .ended: true
        // Callgrind takes fifty times as long, which is no fault of the case.
        case .hung: measures != [.instructions]
        default: false
        }
      guard isFailure else { return }
      // What other passes have measured is worth keeping.
      guard !profile.passes.isEmpty else { throw error }
      profile.failure = profile.failure ?? "\(error)"
    }
  }

  /// Returns the pass of what a process has sampled.
  package static func pass(
    of stacks: SampledStacks, naming names: inout FunctionNames
  ) -> CaseProfile.Pass {
    let tree = CallTree(stacks.profile, naming: &names)
    let perWeight =
      Double(stacks.cpuNanoseconds)
      / (Double(max(1, stacks.operationCount)) * Double(max(1, stacks.profile.total)))
    let seconds = Double(stacks.cpuNanoseconds / 10_000_000) / 100
    var remarks: [String] = []
    if !stacks.refusals.isEmpty {
      remarks.append("Other ways to sample: " + stacks.refusals.joined(separator: "; ") + ".")
    }
    if Double(stacks.rootlessWeight) * 20 > Double(stacks.profile.total) {
      remarks.append(
        "\(CaseProfile.percent(Double(stacks.rootlessWeight) / Double(stacks.profile.total))) of the "
          + "samples have unknown callers: a library, or the build itself, keeps no frame pointers."
      )
    }
    if stacks.cutWeight > 0 {
      remarks.append(
        "\(CaseProfile.percent(Double(stacks.cutWeight) / Double(stacks.profile.total))) of the "
          + "samples are too deep to be recorded whole: their outermost functions are missing.")
    }
    if stacks.droppedWeight > 0 {
      remarks.append("\(stacks.droppedWeight) samples were lost for want of room.")
    }
    remarks += Self.remarks(onUnreadable: stacks.unreadableLibraries)
    return CaseProfile.Pass(
      .time, tree: tree,
      origin: "\(stacks.observationCount) samples by \(stacks.engine.title) in \(seconds) s of CPU "
        + "time, \(stacks.operationCount) operations",
      unitsPerWeight: perWeight, observationCount: stacks.observationCount, remarks: remarks)
  }

  /// Returns what to say of libraries whose functions have no names.
  private static func remarks(onUnreadable files: [String]?) -> [String] {
    guard let files, !files.isEmpty else { return [] }
    return [
      "The symbols of \(files.joined(separator: ", ")) cannot be read: their functions have no "
        + "names."
    ]
  }

  /// Returns the passes of what a process has recorded.
  package static func passes(
    of stacks: AllocatedStacks, operations: Int, naming names: inout FunctionNames
  ) -> [CaseProfile.Pass] {
    func pass(
      _ measure: CaseProfile.Measure, _ profile: StackProfile, counted: Int?
    ) -> CaseProfile.Pass {
      var remarks: [String] = []
      if let counted, counted != profile.total {
        remarks.append("The allocator counted \(counted), and the stacks have \(profile.total).")
      }
      if stacks.lostCalls > 0 {
        remarks.append("\(stacks.lostCalls) calls were not recorded for want of room.")
      }
      remarks += Self.remarks(onUnreadable: stacks.unreadableLibraries)
      return CaseProfile.Pass(
        measure, tree: CallTree(profile, naming: &names),
        origin: "one call of \(operations) operations, exact",
        unitsPerWeight: 1 / Double(operations), remarks: remarks)
    }
    return [
      pass(.allocations, stacks.calls, counted: stacks.countedCalls),
      pass(.bytes, stacks.bytes, counted: stacks.countedBytes),
    ]
  }
}
