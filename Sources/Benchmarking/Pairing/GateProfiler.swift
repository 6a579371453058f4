import RunRecords

/// Runs single cases of both sides under callgrind, each in a process of its own.
struct GateProfiler {
  private let plan: GatePlan
  private let base: Client
  private let head: Client
  private let isToStop: () -> Bool

  /// A side, and what starts its processes.
  private struct Client {
    let side: GateSide
    let launcher: ProcessLauncher
  }

  /// The reason why there is no profile.
  enum Failure: Error {
    /// Callgrind is missing, cannot run the case, or takes too long.
    case unable(reason: String)
    /// The case failed.
    case failed(PairError)
  }

  init(_ plan: GatePlan, base: GateSide, head: GateSide, isToStop: @escaping () -> Bool) {
    self.plan = plan
    let launcher = ProcessLauncher(executable: base.executable, interposer: nil)
    self.base = Client(side: base, launcher: launcher)
    // Each launcher copies its executable.
    self.head = Client(
      side: head,
      launcher: head.executable == base.executable
        ? launcher : ProcessLauncher(executable: head.executable, interposer: nil))
    self.isToStop = isToStop
  }

  /// Profiles one call of `planned` under callgrind.
  ///
  /// - Parameters:
  ///   - planned: The case.
  ///   - side: Whose.
  ///   - plant: What the call does besides.
  ///   - functions: Those that the profile tells apart by the functions that led to them.
  /// - Returns: The profile, nil where it cannot be read, and the answer.
  /// - Throws: `Failure`.
  func profile(
    _ planned: PlannedCase, on side: GateSide.Name, plant: Plant?,
    separatingCallersOf functions: [String] = []
  ) throws(Failure) -> (profile: CallgrindProfile?, checksum: String?) {
    let client = side == .base ? base : head
    do throws(PairError) {
      try client.side.check(client.side.executable)
    } catch {
      throw .failed(error)
    }
    var job = WorkerJob(
      pass: .instructions, launch: 0, suite: planned.suite, dataset: planned.dataset,
      seed: plan.seed, sampling: plan.sampling,
      cases: [
        WorkerJob.Case(
          id: planned.id, scenario: planned.scenario.name, storage: planned.scenario.storage,
          payload: planned.scenario.payload)
      ])
    job.plant = plant
    var found: (entry: JournalEntry, profile: CallgrindProfile?)?
    let ending: WorkerEnding
    do throws(RunError) {
      ending = try client.launcher.profile(
        job, separatingCallersOf: functions, caseTimeoutSeconds: plan.answerTimeoutSeconds,
        isToStop: isToStop
      ) { entry, profile in found = (entry, profile) }
    } catch {
      throw .unable(reason: "\(error)")
    }
    switch ending {
    case .finished:
      guard let found else { throw .unable(reason: "the process ended without a result") }
      guard found.entry.status == .ok else {
        throw .failed(.failed(found.entry.message ?? "it failed under callgrind"))
      }
      return (found.profile, found.entry.checksum)
    case .crashed(let message), .unable(let message): throw .unable(reason: message)
    case .timedOut:
      throw .unable(
        reason: "it took longer than \(plan.answerTimeoutSeconds) s under callgrind")
    case .stopped: throw .failed(.interrupted)
    }
  }
}
