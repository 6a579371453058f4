package import Foundation
import Processes
package import RunRecords

/// The cases that one worker process measures: those of a group that are still pending.
package struct WorkerJob {
  /// The cases, in the order in which to measure them.
  package let cases: [PlannedCase]
  package let pass: JournalEntry.Pass
  /// The number of the launch in its pass, from 0.
  package let launch: Int
  package let seed: UInt64
  package let sampling: SamplingPlan
  /// The calls of a batch, by case id, where an earlier launch found them.
  package var callsPerBatch: [String: Int] = [:]
  /// The ids of the cases whose time pass also asks the processor for the instructions.
  package var instructionCases: Set<String> = []
  /// The request that opens the collection of all cases.
  let opening: WorkerRequest

  package init(
    _ cases: [PlannedCase], on dataset: PlannedDataset, pass: JournalEntry.Pass, launch: Int,
    seed: UInt64, sampling: SamplingPlan
  ) {
    self.cases = cases
    self.pass = pass
    self.launch = launch
    self.seed = seed
    self.sampling = sampling
    opening = .open(dataset, seed: seed, sampling: sampling)
  }
}

/// Starts worker processes; tests put another one in its place.
package protocol WorkerLauncher {
  /// Runs `job` in a new process, and returns once that process is gone.
  ///
  /// - Parameters:
  ///   - job: The cases to measure.
  ///   - caseTimeoutSeconds: The time after which a case is given up and the process killed.
  ///   - isToStop: Asked several times a second; the process is killed once it is true.
  ///   - receive: Called with each finished case, while the worker waits. The process is killed if
  ///     it throws.
  /// - Returns: How the process ended.
  /// - Throws: `RunError.workerCannotStart`, and the errors of `receive`.
  func run(
    _ job: WorkerJob, caseTimeoutSeconds: Double, isToStop: @escaping () -> Bool,
    receive: (JournalEntry) throws(RunError) -> Void
  ) throws(RunError) -> WorkerEnding
}

/// The ending of a worker process.
package enum WorkerEnding: Hashable {
  /// By itself, with status 0.
  case finished
  /// By a signal or with another status, during the case after the last one it reported.
  case crashed(message: String)
  /// Killed, as the case after the last one it reported took too long.
  case timedOut(seconds: Double)
  /// Killed, as it was asked to stop.
  case stopped
  /// The tool that counts is missing, or cannot run the case after the last one reported.
  case unable(reason: String)
}

/// Starts worker processes of an executable.
package struct ProcessLauncher: WorkerLauncher {
  /// The executable; by default the running one, even if its file has been replaced since.
  var executable: URL
  /// The library that counts exact peaks, preloaded in the allocations pass; nil if there is none.
  let interposer: URL?
  /// The executable as callgrind runs it, once something has asked for it.
  let client = CallgrindClientCache()
  /// The folder for files that workers share.
  private let scratch = ScratchFolder()

  /// Launches `executable`; without an `interposer`, the one beside the executable serves, if any.
  package init(executable: URL = URL(filePath: "/proc/self/exe"), interposer: URL? = nil) {
    self.executable = executable
    let library = executable.resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: PeakCounter.fileName)
    self.interposer =
      interposer ?? (FileManager.default.fileExists(atPath: library.path) ? library : nil)
  }

  /// Starts a worker process for requests of one pass.
  ///
  /// - Parameters:
  ///   - pass: The pass to prepare the process for.
  ///   - isToStop: Asked several times a second while an answer is awaited.
  /// - Returns: The process.
  /// - Throws: `WorkerError.cannotStart`.
  package func start(
    for pass: JournalEntry.Pass, isToStop: @escaping () -> Bool
  ) throws(WorkerError) -> WorkerProcess {
    try WorkerProcess(isToStop: isToStop) { () throws(ProcessError) in
      try ChildProcess(executable.path, [Worker.subcommand], environment: environment(for: pass))
    }
  }

  package func run(
    _ job: WorkerJob, caseTimeoutSeconds: Double, isToStop: @escaping () -> Bool,
    receive: (JournalEntry) throws(RunError) -> Void
  ) throws(RunError) -> WorkerEnding {
    do {
      if job.pass == .instructions {
        for planned in job.cases {
          try receive(
            counted(planned, in: job, timeoutSeconds: caseTimeoutSeconds, isToStop: isToStop))
        }
        return .finished
      }
      let worker = try start(for: job.pass, isToStop: isToStop)
      guard case .opened(let warnings) = try worker.ask(job.opening, within: caseTimeoutSeconds)
      else { throw WorkerError.otherAnswer }
      for planned in job.cases {
        var entry = try measured(planned, in: job, by: worker, within: caseTimeoutSeconds)
        entry.warnings = (warnings ?? []) + entry.warnings
        try receive(entry)
      }
      try worker.finish(within: caseTimeoutSeconds)
      return .finished
    } catch let error as WorkerError {
      return try ending(after: error)
    } catch let error as RunError {
      throw error
    } catch {
      throw .workerCannotStart(reason: "\(error)")
    }
  }

  /// Measures one case in `worker`; a case that fails has an entry that says so.
  private func measured(
    _ planned: PlannedCase, in job: WorkerJob, by worker: WorkerProcess, within seconds: Double
  ) throws(WorkerError) -> JournalEntry {
    let request: WorkerRequest =
      job.pass == .allocations
      ? .count(planned.key, injected: nil)
      : .sample(
        planned.key, callsPerBatch: job.callsPerBatch[planned.id],
        countsInstructions: job.instructionCases.contains(planned.id))
    do throws(WorkerError) {
      let reply = try worker.ask(request, within: seconds)
      guard let entry = JournalEntry(planned, pass: job.pass, launch: job.launch, reply) else {
        throw .otherAnswer
      }
      return entry
    } catch .failed(let reason) {
      return JournalEntry(
        planned, pass: job.pass, launch: job.launch, status: .failed, message: reason)
    }
  }

  /// Returns how the worker process ended, after an error that is not a case's own.
  private func ending(after error: WorkerError) throws(RunError) -> WorkerEnding {
    switch error {
    case .cannotStart(let reason): throw .workerCannotStart(reason: reason)
    case .interrupted: .stopped
    case .hung(let seconds): .timedOut(seconds: seconds)
    case .unable(let reason): .unable(reason: reason)
    case .ended(let how): .crashed(message: how)
    case .nonsense(let count):
      .crashed(message: "the worker wrote a line that is no result: \(count) bytes")
    case .otherAnswer, .otherProtocol, .changed, .failed, .outOfOrder, .foreignScenario:
      .crashed(message: "\(error)")
    }
  }

  /// Returns the environment of a worker: this process's own, with the variables of its pass.
  ///
  /// - Parameters:
  ///   - pass: The pass.
  ///   - libraries: A directory to look for libraries in; nil if they are beside the executable.
  /// - Returns: All variables.
  package func environment(
    for pass: JournalEntry.Pass, libraries: String? = nil
  ) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    func add(_ text: String, to name: String, separator: String) {
      environment[name] = [environment[name], text].compactMap(\.self).joined(separator: separator)
    }
    environment[Worker.passVariable] = pass.rawValue
    environment[ScratchFolder.variable] = scratch.url.path
    environment["SWIFT_DETERMINISTIC_HASHING"] = pass == .time ? nil : "1"
    // A backtrace of a crash takes seconds and says little of a release build.
    environment["SWIFT_BACKTRACE"] = environment["SWIFT_BACKTRACE"] ?? "enable=no"
    switch pass {
    case .time: break
    case .allocations:
      if let interposer {
        environment["LD_PRELOAD"] =
          [interposer.path, environment["LD_PRELOAD"]].compactMap { $0 }.joined(separator: ":")
      }
    case .instructions:
      // Jemalloc gives pages back after some time, wherever the program is then.
      add("dirty_decay_ms:-1,muzzy_decay_ms:-1", to: "MALLOC_CONF", separator: ",")
    }
    if let libraries { add(libraries, to: "LD_LIBRARY_PATH", separator: ":") }
    return environment
  }
}
