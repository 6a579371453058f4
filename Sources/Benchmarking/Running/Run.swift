import Analysis
import Foundation
import RunRecords

/// One run under way.
final class Run {
  private let plan: RunPlan
  private let options: RunOptions
  private let surroundings: RunSurroundings
  private let report: (RunEvent) -> Void
  private let start: ContinuousClock.Instant
  private let processorTime = ProcessorTime.current
  private let side: Build
  private var machine: MachineContext
  private var identity: RunIdentity
  private var journal: RunJournal?
  private var ledger: RunLedger
  private var warnings: [Warning] = []
  /// The estimated seconds of the pieces that were done when this process began.
  private var resumedSeconds = 0.0
  /// The seconds of the sessions before this one.
  private var earlierSeconds = 0.0

  init(
    _ plan: RunPlan, options: RunOptions, surroundings: RunSurroundings,
    report: @escaping (RunEvent) -> Void
  ) {
    self.plan = plan
    self.options = options
    self.surroundings = surroundings
    self.report = report
    start = surroundings.now()
    ledger = RunLedger(plan)
    machine = surroundings.machine()
    if !plan.instructionCases.isEmpty { machine.instructionCounter = Callgrind.installed?.name }
    side = surroundings.side()
    identity = RunIdentity(
      argv: options.arguments, preset: plan.preset.rawValue, seed: plan.seed)
    (identity.shard, identity.planDigest) = (plan.shard, plan.digestOfWhole)
  }

  /// Does everything, from opening the journal to writing the record.
  func carryOut() throws(RunError) -> RunOutcome {
    surroundings.catchInterrupts()
    try openJournal()
    for warning in options.warnings { warn(warning) }
    if let refusal = surroundings.refusal { warn("debug-build", refusal) }
    for warning in surroundings.buildWarnings() { warn(warning) }
    resumedSeconds = ledger.estimatedSeconds.done
    report(.started(done: ledger.doneCount, total: ledger.pieceCount))
    try measureAll()
    let ending: RunOutcome.Ending =
      if ledger.doneCount == ledger.pieceCount { .completed } else if surroundings.isInterrupted() {
        .interrupted
      } else { .outOfBudget }
    if ending == .outOfBudget {
      let left = ledger.pieceCount - ledger.doneCount
      warn(
        "budget",
        "the time budget was spent with \(left) of \(ledger.pieceCount) pieces not measured; "
          + "resume the run to measure them")
    }
    let record = record(after: ending)
    try save(record, isComplete: ending == .completed)
    return RunOutcome(record: record, ending: ending)
  }

  private var isToStop: Bool {
    if surroundings.isInterrupted() { return true }
    guard let budget = options.budgetSeconds else { return false }
    return sessionSeconds > budget
  }

  /// The seconds of this session so far.
  private var sessionSeconds: Double { (surroundings.now() - start) / .seconds(1) }

  // MARK: Measuring

  /// Measures what is left, and says after each suite but the last what it found.
  private func measureAll() throws(RunError) {
    guard options.budgetSeconds == nil else { return try measure(plan.groupsInRounds) }
    let groups = plan.groups
    for suite in plan.suites where !isToStop {
      let own = groups.filter { $0.suite == suite }
      let isNew = own.contains(where: isPending)
      try measure(own)
      if isNew, !isToStop, suite != plan.suites.last { reportEnd(of: suite) }
    }
  }

  /// Measures what is left of `groups`. Allocations are counted by two processes at the same time where
  /// the machine has two processors, as that does not change what a process counts. After a crash of
  /// one, the rest is counted without another process beside it.
  private func measure(_ groups: [PlannedGroup]) throws(RunError) {
    var rest = groups[...]
    while !isToStop, let group = rest.popFirst() {
      guard isPending(group), machine.cpu.logical > 1,
        let place = rest.firstIndex(where: { group.canRunBeside($0) && isPending($0) })
      else {
        try measure(group)
        continue
      }
      let next = rest.remove(at: place)
      try measureOnce([group, next])
      try measure(group)
      try measure(next)
    }
  }

  private func isPending(_ group: PlannedGroup) -> Bool { !ledger.pending(in: group).isEmpty }

  /// Tells the answers of `suite`, with the times of its cases as the whole record will have them.
  private func reportEnd(of suite: String) {
    let record = RunRecord(
      tool: options.tool, run: identity, builds: [side], environment: machine,
      cases: RunRecord.cases(from: ledger.entries).filter { $0.suite == suite }, exitCode: 0)
    report(.finishedSuite(record.withCurves()))
  }

  /// Measures what is left of `group`, in as many processes as it takes: a case that crashes or
  /// takes too long loses its own, and the cases after it get another one.
  private func measure(_ group: PlannedGroup) throws(RunError) {
    while !isToStop, isPending(group) {
      if group.pass == .instructions, let reason = plan.whyUncounted(group.dataset) {
        for planned in ledger.pending(in: group) { try enter(planned, of: group, .skipped, reason) }
        return
      }
      try measureOnce([group])
    }
  }

  /// Measures what is left of each of `groups`, in one process each, up to the first case that
  /// crashes or takes too long.
  private func measureOnce(_ groups: [PlannedGroup]) throws(RunError) {
    let left = groups.map { (group: $0, pending: ledger.pending(in: $0)) }
      .filter { !$0.pending.isEmpty }
    let jobs = left.map { job(of: $0.group, $0.pending) }
    let endings = try surroundings.launcher.run(
      jobs, caseTimeoutSeconds: plan.caseTimeoutSeconds, isToStop: { self.isToStop },
      receive: { place, entry throws(RunError) in
        let expected = self.ledger.pending(in: left[place].group).first?.id
        guard entry.caseID == expected, entry.pass == jobs[place].pass,
          entry.launch == jobs[place].launch
        else {
          // A worker that answers another request counts as crashed.
          return .crashed(
            message: "the worker process gave a result of \(entry.caseID), and that of "
              + "\(expected ?? "no case") was to come")
        }
        try self.enter(entry)
        return nil
      })
    for ((group, pending), ending) in zip(left, endings) {
      // A case may have failed because of the other process: it is tried again without one.
      if jobs.count > 1, isPending(group) { continue }
      // Where all have reported, the end of the process belongs to the last of them.
      guard let victim = ledger.pending(in: group).first ?? pending.last else { continue }
      try settle(ending, of: group, victim)
    }
  }

  private func job(of group: PlannedGroup, _ pending: [PlannedCase]) -> WorkerJob {
    var job = WorkerJob(
      pending, on: group.dataset, pass: group.pass, launch: group.launch, seed: plan.seed,
      sampling: plan.sampling)
    job.callsPerBatch = ledger.callsPerBatch
    job.instructionCases = plan.instructionCases
    return job
  }

  /// Enters what the ending of a group's process says of the case that it was busy with.
  private func settle(
    _ ending: WorkerEnding, of group: PlannedGroup, _ victim: PlannedCase
  ) throws(RunError) {
    switch ending {
    case .stopped: break
    case .finished where !isPending(group): break
    case .finished:
      try enter(victim, of: group, .failed, "the worker process ended without a result")
    case .crashed(let message): try enter(victim, of: group, .failed, message)
    case .unable(let reason): try enter(victim, of: group, .skipped, reason)
    case .timedOut(let seconds):
      try enter(victim, of: group, .timeout, "given up after \(seconds) s, set-up counted")
    }
  }

  private func enter(
    _ planned: PlannedCase, of group: PlannedGroup, _ status: CaseRecord.Status, _ message: String
  ) throws(RunError) {
    try enter(
      JournalEntry(
        planned, pass: group.pass, launch: group.launch, status: status, message: message))
  }

  /// Puts a finished piece into the journal.
  private func enter(_ result: JournalEntry) throws(RunError) {
    var entry = result
    let elapsed = sessionSeconds
    entry.elapsedSeconds = earlierSeconds + elapsed
    do {
      try journal?.append(entry)
    } catch {
      throw .record(error)
    }
    ledger.add(entry)
    report(
      .finished(
        entry, done: ledger.doneCount, total: ledger.pieceCount,
        secondsLeft: secondsLeft(after: elapsed)))
  }

  /// The seconds that are left after `elapsed` of this session, if the estimates of all pieces are as
  /// wrong as those of the pieces it has measured; nil before any.
  private func secondsLeft(after elapsed: Double) -> Double? {
    let (done, all) = ledger.estimatedSeconds
    guard done > resumedSeconds else { return nil }
    return max(0, all - done) * elapsed / (done - resumedSeconds)
  }

  // MARK: Files

  private func openJournal() throws(RunError) {
    guard let recordPath = options.recordPath else { return }
    let path = RunJournal.path(forRecordAt: recordPath)
    // Code that differs must not be joined in one record either.
    let code = side.binary.textSHA256 ?? "unknown"
    let header = JournalHeader(
      tool: options.tool, run: identity, planDigest: "\(plan.digest)-\(code.prefix(16))",
      options: plan.options.merging(["code": code]) { $1 })
    do {
      try RunRecord.requireReplaceable(recordPath)
      guard options.isResuming else {
        journal = try RunJournal.start(at: path, header: header)
        return
      }
      let (journal, contents) = try RunJournal.resume(
        at: path, header: header, recordPath: recordPath)
      self.journal = journal
      earlierSeconds = contents.entries.last?.elapsedSeconds ?? 0
      identity.id = contents.header.run.id
      identity.startedAt = contents.header.run.startedAt
      contents.entries.forEach { ledger.add($0) }
      for warning in contents.warnings { warn(warning) }
    } catch {
      throw .record(error)
    }
  }

  private func save(_ record: RunRecord, isComplete: Bool) throws(RunError) {
    guard let path = options.recordPath else { return }
    do {
      try record.write(to: path)
      if isComplete { try journal?.remove() }
    } catch {
      throw .record(error)
    }
  }

  // MARK: The record

  private func record(after ending: RunOutcome.Ending) -> RunRecord {
    let why =
      ending == .interrupted
      ? "the run was interrupted before it was measured"
      : "the time budget was spent before it was measured"
    let skipped = ledger.untouched(in: plan).map { planned in
      JournalEntry(
        planned, pass: planned.scenario.passes.contains(.time) ? .time : .allocations, launch: 0,
        status: .skipped, message: why)
    }
    let uncounted = ledger.uncounted(in: plan).map { planned in
      JournalEntry(
        planned, pass: .instructions, launch: 0, status: .skipped,
        message: ledger.givenUp.contains(planned.id) ? "the case was given up before" : why)
    }
    let cases = RunRecord.cases(
      from: ledger.entries + skipped + uncounted, includingSamples: options.includesSamples)
    let hasFailures = cases.contains { $0.status == .failed || $0.status == .timeout }
    let exitCode = ending == .interrupted ? 130 : hasFailures ? 3 : 0
    identity.completed = ending == .completed
    identity.durationSeconds = earlierSeconds + sessionSeconds
    machine.loadAvgEnd = MachineContext.loadAverage
    machine.stealRatio = processorTime.flatMap { $0.stealRatio(until: .current) }
    var record = RunRecord(
      tool: options.tool, run: identity, builds: [side], environment: machine, cases: cases,
      exitCode: exitCode)
    record.datasets = plan.cases.measuredDatasets
    record.warnings = warnings + Warning.collected(from: ledger.entries)
    return record.withCurves()
  }

  private func warn(_ code: String, _ message: String) {
    warn(Warning(code: code, message: message))
  }

  private func warn(_ warning: Warning) {
    warnings.append(warning)
    report(.warning(warning))
  }
}
