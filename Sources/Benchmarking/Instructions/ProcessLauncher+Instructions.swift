import CProcess
import Foundation
import Processes
package import RunRecords

extension ProcessLauncher {
  /// Has callgrind count the instructions of each case of `job`, in a process of its own.
  func count(
    _ job: WorkerJob, caseTimeoutSeconds: Double, isToStop: () -> Bool,
    receive: (JournalEntry) throws(RunError) -> Void
  ) throws(RunError) -> WorkerEnding {
    for wanted in job.cases {
      var single = job
      single.cases = [wanted]
      var counted: JournalEntry?
      let ending = try profile(
        single, caseTimeoutSeconds: caseTimeoutSeconds, isToStop: isToStop
      ) { entry, profile in
        counted = entry
        if entry.status == .ok { counted?.exact = [Self.instructions(profile)] }
      }
      guard ending == .finished, let counted else { return ending }
      try receive(counted)
    }
    return .finished
  }

  /// Runs the only case of `job` under callgrind.
  ///
  /// The count is of one call, after a rehearsal that is not counted, with fixed hash seeds,
  /// addresses that are the same in every run where the system allows it, and an allocator that
  /// never gives memory back by the clock.
  ///
  /// - Parameters:
  ///   - job: A job of the instructions pass.
  ///   - functions: Those that the profile tells apart by the functions that led to them.
  ///   - caseTimeoutSeconds: The time after which the process is killed.
  ///   - isToStop: Asked several times a second; the process is killed once it is true.
  ///   - receive: Is given the worker's entry, without the count, and the profile of the call, in
  ///     which the executable's own functions have no object; nil for one that cannot be read.
  /// - Returns: How the process ended; `unable` where callgrind is missing or cannot run it.
  /// - Throws: `RunError.workerCannotStart`.
  package func profile(
    _ job: WorkerJob, separatingCallersOf functions: [String] = [], caseTimeoutSeconds: Double,
    isToStop: () -> Bool, receive: (JournalEntry, CallgrindProfile?) -> Void
  ) throws(RunError) -> WorkerEnding {
    guard let callgrind = Callgrind.installed else { return .unable(reason: Callgrind.absence) }
    let worker: ChildProcess
    let file: URL
    let program: String
    do {
      let client = try client.made(for: executable)
      file = client.newProfile()
      program = client.executable.lastPathComponent
      let command = callgrind.command(
        writingTo: file, running: [client.executable.path, Worker.subcommand],
        separatingCallersOf: functions)
      worker = try Self.withoutAddressRandomisation {
        try ChildProcess(
          "/usr/bin/env", command,
          environment: Self.padded(
            environment(for: job.pass, libraries: client.libraries), beside: client.executable.path)
        )
      }
      try worker.send(job)
    } catch {
      throw .workerCannotStart(reason: "\(error)")
    }
    defer { worker.kill() }
    var entry: JournalEntry?
    let ending = try talk(
      to: worker, caseTimeoutSeconds: caseTimeoutSeconds, isToStop: isToStop,
      receive: { received throws(RunError) in entry = received })
    // Whoever is counted has run without callgrind before: what ends it now is callgrind.
    if case .crashed(let message) = ending {
      return .unable(reason: "\(callgrind.name) cannot run it: \(message)")
    }
    if ending == .finished, let entry {
      let profile = try? CallgrindProfile(text: String(contentsOf: file, encoding: .utf8))
      receive(entry, profile?.withoutObject(named: program))
    }
    return ending
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

  /// The metric that `profile` gives; absent with the reason where it gives none.
  static func instructions(_ profile: CallgrindProfile?) -> MetricRecord {
    guard let profile else {
      return ExactMetric.instructions.absent("callgrind left no profile that can be read")
    }
    // Not even a call that does nothing takes no instruction.
    guard profile.total > 0 else {
      return ExactMetric.instructions.absent(
        "callgrind has not seen the symbol cvbench_measured; do not strip the executable")
    }
    return ExactMetric.instructions.record(profile.total)
  }

  /// Starts a process in `start` whose addresses are the same in every run, where that is allowed.
  private static func withoutAddressRandomisation<Started>(
    _ start: () throws -> Started
  ) rethrows -> Started {
    let personality = cprocess_turn_aslr_off_for_children()
    defer { if personality >= 0 { cprocess_restore_personality(personality) } }
    return try start()
  }
}

/// The copy of an executable, made by whoever asks first.
final class CallgrindClientCache {
  private var client: CallgrindClient?

  func made(for executable: URL) throws -> CallgrindClient {
    if let client { return client }
    let made = try CallgrindClient(of: executable)
    client = made
    return made
  }
}
