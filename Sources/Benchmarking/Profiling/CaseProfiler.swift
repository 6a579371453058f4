package import Profiles
import RunRecords

/// Profiles a case of one build: each pass in a fresh process.
///
///     let profiler = CaseProfiler(launcher, of: planned, seed: 42, sampling: sampling,
///       timeoutSeconds: 60, isToStop: { false })
///     let stacks = try profiler.sample(SamplingRequest(engines: [.timer], seconds: 5, rate: 997))
///     let instructions = try profiler.instructions()
package struct CaseProfiler {
  private let launcher: ProcessLauncher
  private let planned: PlannedCase
  private let seed: UInt64
  private let sampling: SamplingPlan
  private let injected: InjectedRegression?
  private let version: Int
  private let timeoutSeconds: Double
  private let isToStop: () -> Bool

  /// Names a case to profile.
  ///
  /// - Parameters:
  ///   - launcher: Starts the processes of the build.
  ///   - planned: The case.
  ///   - seed: The seed of its collection.
  ///   - sampling: The sampling plan of its collection.
  ///   - injected: A regression to make in the measured call, for tests.
  ///   - version: The version of the messages that the build speaks.
  ///   - timeoutSeconds: The time that set-up and a call may take; callgrind gets ten times that.
  ///   - isToStop: Asked several times a second.
  package init(
    _ launcher: ProcessLauncher, of planned: PlannedCase, seed: UInt64, sampling: SamplingPlan,
    injected: InjectedRegression? = nil, version: Int = WorkerRequest.version,
    timeoutSeconds: Double, isToStop: @escaping () -> Bool
  ) {
    self.version = version
    self.launcher = launcher
    self.planned = planned
    self.seed = seed
    self.sampling = sampling
    self.injected = injected
    self.timeoutSeconds = timeoutSeconds
    self.isToStop = isToStop
  }

  /// Samples the call stacks of the repeated case.
  ///
  /// - Throws: `WorkerError`.
  package func sample(_ request: SamplingRequest) throws(WorkerError) -> SampledStacks {
    guard
      case .sampledStacks(let stacks) = try answer(
        to: .sampleStacks(planned.key, request, injected: injected), in: .time,
        within: timeoutSeconds + request.seconds)
    else { throw .otherAnswer }
    return stacks
  }

  /// Counts the instructions of one call, by call stack, under callgrind.
  ///
  /// - Returns: The stacks, whose sum is the metric `instructions` of a record, and the operations.
  /// - Throws: `WorkerError`.
  package func instructions() throws(WorkerError) -> (stacks: StackProfile, operations: Int) {
    let call = try launcher.profile(
      planned, seed: seed, sampling: sampling, injected: injected, separatingCallersOf: .all,
      version: version, timeoutSeconds: timeoutSeconds, isToStop: isToStop)
    guard let profile = call.profile, call.instructions.value != nil else {
      throw .unable(reason: call.instructions.absent ?? "callgrind left no profile")
    }
    return (profile.stacks, call.operationsPerCall)
  }

  /// Records the allocations of one call, by call stack.
  ///
  /// - Throws: `WorkerError`.
  package func allocations() throws(WorkerError) -> (stacks: AllocatedStacks, operations: Int) {
    guard
      case .recordedAllocations(let stacks, let operations) = try answer(
        to: .recordAllocations(planned.key, injected: injected), in: .allocations,
        within: timeoutSeconds)
    else { throw .otherAnswer }
    return (stacks, operations)
  }

  private func answer(
    to request: WorkerRequest, in pass: JournalEntry.Pass, within seconds: Double
  ) throws(WorkerError) -> WorkerReply {
    guard version >= WorkerRequest.profiledVersion else {
      throw .unable(
        reason: "the build is older than the command profile; only its instructions can be counted")
    }
    let worker = try launcher.start(for: pass, isToStop: isToStop)
    guard
      case .opened = try worker.ask(
        .open(planned.dataset, seed: seed, sampling: sampling), within: seconds)
    else { throw .otherAnswer }
    let reply = try worker.ask(request, within: seconds)
    try worker.finish(within: seconds)
    return reply
  }
}
