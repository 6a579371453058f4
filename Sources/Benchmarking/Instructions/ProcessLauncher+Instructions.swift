import CProcess
import Foundation
import Processes
package import RunRecords

extension ProcessLauncher {
  /// Counts the instructions of each case of `job`, one after the other.
  func count(
    _ job: WorkerJob, timeoutSeconds: Double, isToStop: @escaping () -> Bool,
    receive: (JournalEntry) throws(RunError) -> WorkerEnding?
  ) throws(RunError) -> WorkerEnding {
    for planned in job.cases {
      let entry: JournalEntry
      do throws(WorkerError) {
        entry = try counted(planned, in: job, timeoutSeconds: timeoutSeconds, isToStop: isToStop)
      } catch {
        return try ending(after: error)
      }
      if let ending = try receive(entry) { return ending }
    }
    return .finished
  }

  /// Counts the instructions of one case of `job`; a case that fails has an entry that says so.
  private func counted(
    _ planned: PlannedCase, in job: WorkerJob, timeoutSeconds: Double,
    isToStop: @escaping () -> Bool
  ) throws(WorkerError) -> JournalEntry {
    do throws(WorkerError) {
      let call = try profile(
        planned, seed: job.seed, sampling: job.sampling, timeoutSeconds: timeoutSeconds,
        isToStop: isToStop)
      var entry = JournalEntry(planned, pass: job.pass, launch: job.launch, status: .ok)
      entry.checksum = call.checksum
      entry.operationsPerCall = call.operationsPerCall
      entry.exact = [call.instructions]
      entry.warnings = call.warnings
      return entry
    } catch .failed(let reason) {
      return JournalEntry(
        planned, pass: job.pass, launch: job.launch, status: .failed, message: reason)
    }
  }

  /// The factor by which a case may take longer under callgrind.
  private static let callgrindAllowance = 10.0

  /// Runs one case under callgrind, in a separate process.
  ///
  /// The count is of one call, after a warm-up call that is not counted, with fixed hash seeds,
  /// addresses that are the same in every run if the system allows it, and an allocator that never
  /// gives memory back by the clock.
  ///
  /// - Parameters:
  ///   - planned: The case.
  ///   - seed: The seed of its collection.
  ///   - sampling: The sampling plan of its collection.
  ///   - injected: The regression to make in the counted call.
  ///   - functions: The functions that the profile separates by their callers.
  ///   - version: The version of the messages that the executable speaks.
  ///   - timeoutSeconds: The time that the case may take without callgrind, which gets ten times
  ///     that before the process is killed.
  ///   - isToStop: Asked several times a second; the process is killed once it is true.
  /// - Returns: The call and its profile.
  /// - Throws: `WorkerError`; `unable` if callgrind is missing or cannot run the case.
  package func profile(
    _ planned: PlannedCase, seed: UInt64, sampling: SamplingPlan,
    injected: InjectedRegression? = nil,
    separatingCallersOf functions: Callgrind.Separated = .functions([]),
    version: Int = WorkerRequest.version, timeoutSeconds: Double,
    isToStop: @escaping () -> Bool
  ) throws(WorkerError) -> ProfiledCall {
    guard let callgrind = Callgrind.installed else { throw .unable(reason: Callgrind.absence) }
    let client: CallgrindClient
    do {
      client = try self.client.made(for: executable)
    } catch {
      throw .cannotStart(reason: SystemError.message(of: error))
    }
    let timeoutSeconds = timeoutSeconds * Self.callgrindAllowance
    let file = client.newProfile()
    let job = VersionOneJob(planned, seed: seed, sampling: sampling)
    let command = callgrind.command(
      writingTo: file,
      running: [
        client.executable.path, version == 1 ? VersionOneJob.subcommand : Worker.subcommand,
      ],
      separatingCallersOf: functions)
    let environment = Self.padded(
      environment(for: .instructions, libraries: client.libraries), beside: client.executable.path)
    let worker = try WorkerProcess(isToStop: isToStop) { () throws(ProcessError) in
      // The addresses of the process are the same in every run, where the system allows that.
      let personality = cprocess_turn_aslr_off_for_children()
      defer { if personality >= 0 { cprocess_restore_personality(personality) } }
      return try ChildProcess("/usr/bin/env", command, environment: environment)
    }
    do throws(WorkerError) {
      var call =
        version == 1
        ? try job.run(by: worker, within: timeoutSeconds)
        : try Self.call(
          planned.key, opening: .open(planned.dataset, seed: seed, sampling: sampling),
          injected: injected, by: worker, within: timeoutSeconds)
      try worker.finish(within: timeoutSeconds)
      let text = try? SystemFile.text(of: file.path, atMost: InputLimit.data)
      call.profile = text.flatMap { try? CallgrindProfile(text: $0) }?
        .withoutObject(named: client.executable.lastPathComponent)
      return call
    } catch .ended(let how) {
      // The case has run without callgrind before: what ends it now is callgrind.
      throw .unable(reason: "\(callgrind.name) cannot run it: \(how)")
    }
  }

  /// Asks `worker` for the call of `key`.
  private static func call(
    _ key: CaseKey, opening: WorkerRequest, injected: InjectedRegression?, by worker: WorkerProcess,
    within seconds: Double
  ) throws(WorkerError) -> ProfiledCall {
    guard case .opened(let warnings) = try worker.ask(opening, within: seconds),
      case .called(let operations, let checksum) = try worker.ask(
        .call(key, injected: injected), within: seconds)
    else { throw .otherAnswer }
    return ProfiledCall(
      operationsPerCall: operations, checksum: checksum, warnings: warnings ?? [])
  }

  /// `environment` with a variable more, so that it takes as much of the stack as any other.
  ///
  /// The stack begins below the environment: how a program's variables are aligned, and with that
  /// which of its branches copying takes, hangs on what else the user's shell has set.
  ///
  /// - Parameters:
  ///   - environment: All other variables.
  ///   - path: The executable's, which lies there too: as an argument, and for the linker.
  /// - Returns: As many bytes as every other environment of less than 64 KiB.
  package static func padded(
    _ environment: [String: String], beside path: String
  ) -> [String: String] {
    let (name, room, pointer) = ("CVBENCH_PADDING", 1 << 16, 8)
    var environment = environment
    environment[name] = ""
    let taken = environment.reduce(2 * path.utf8.count) { taken, variable in
      taken + variable.key.utf8.count + variable.value.utf8.count + "=\0".utf8.count + pointer
    }
    environment[name] = String(repeating: "-", count: (room - taken % room) % room)
    return environment
  }
}

/// One call that callgrind has counted.
package struct ProfiledCall {
  package var operationsPerCall: Int
  /// The answer of the call.
  package var checksum: String
  /// The counts, in which the executable's own functions have no object; nil if they are unreadable.
  package var profile: CallgrindProfile?
  /// The conditions of the pass that the process could not arrange.
  package var warnings: [Warning] = []

  package init(
    operationsPerCall: Int, checksum: String, profile: CallgrindProfile? = nil,
    warnings: [Warning] = []
  ) {
    (self.operationsPerCall, self.checksum) = (operationsPerCall, checksum)
    (self.profile, self.warnings) = (profile, warnings)
  }

  /// The metric of a record; absent, with the reason, without a count.
  package var instructions: MetricRecord {
    guard let profile else {
      return ExactMetric.instructions.absent("callgrind left no profile that can be read")
    }
    // Even a call that does nothing takes instructions.
    guard profile.total > 0 else {
      return ExactMetric.instructions.absent(
        "callgrind has not seen the symbol cvbench_measured; do not strip the executable")
    }
    return ExactMetric.instructions.record(profile.total)
  }
}

/// The job with which a build of the messages' version 1 counts instructions.
///
/// Such a build has another subcommand for it, which reads this line and answers with one entry of a
/// journal. It remains so that a gate can compare with those builds.
private struct VersionOneJob: Encodable {
  static let subcommand = "worker"

  let pass = JournalEntry.Pass.instructions
  let launch = 0
  let suite: String
  let dataset: PlannedDataset
  let seed: UInt64
  let sampling: SamplingPlan
  let cases: [[String: String]]

  init(_ planned: PlannedCase, seed: UInt64, sampling: SamplingPlan) {
    let scenario = planned.scenario
    suite = planned.suite
    dataset = planned.dataset
    self.seed = seed
    self.sampling = sampling
    cases = [
      [
        "id": planned.id, "scenario": scenario.name, "storage": scenario.storage,
        "payload": scenario.payload,
      ]
    ]
  }

  /// Runs the job in `worker`.
  func run(
    by worker: WorkerProcess, within seconds: Double
  ) throws(WorkerError) -> ProfiledCall {
    try worker.send(self)
    let line = try worker.answerLine(within: seconds)
    guard let entry = try worker.read(JournalEntry.self, from: line) else {
      throw .nonsense(byteCount: line.count)
    }
    guard entry.status == .ok, let checksum = entry.checksum else {
      throw .failed(entry.message ?? "it failed under callgrind")
    }
    return ProfiledCall(
      operationsPerCall: entry.operationsPerCall ?? 1, checksum: checksum,
      warnings: entry.warnings)
  }
}

/// The copy of an executable, made on first use.
final class CallgrindClientCache {
  private var client: CallgrindClient?

  func made(for executable: URL) throws -> CallgrindClient {
    if let client { return client }
    let made = try CallgrindClient(of: executable)
    client = made
    return made
  }
}
