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
  /// Runs each of `jobs` in a new process, all at the same time, and returns once those are gone.
  ///
  /// Cases that run at the same time disturb one another's times; counts do not depend on others.
  ///
  /// - Parameters:
  ///   - jobs: The cases to measure, all in one pass.
  ///   - caseTimeoutSeconds: The time after which a case is given up and its process killed. Answers
  ///     are awaited one after the other, so the second of two cases may take longer.
  ///   - isToStop: Asked several times a second; the processes are killed once it is true.
  ///   - receive: Called with the place of a job and each finished case, while its worker waits. That
  ///     worker is killed with the ending that is returned, and all if it throws.
  /// - Returns: How each process ended; `.stopped` for one that could not be started beside another.
  /// - Throws: `RunError.workerCannotStart`, and the errors of `receive`.
  func run(
    _ jobs: [WorkerJob], caseTimeoutSeconds: Double, isToStop: @escaping () -> Bool,
    receive: (Int, JournalEntry) throws(RunError) -> WorkerEnding?
  ) throws(RunError) -> [WorkerEnding]
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
  /// The running executable, even if its file has been replaced since.
  package static let ownExecutable = URL(filePath: ExternalProgram.current.path)

  /// The executable.
  var executable: URL
  /// The library that counts exact peaks, preloaded in the allocations pass; nil if there is none.
  let interposer: URL?
  /// The executable as callgrind runs it, once something has asked for it.
  let client = CallgrindClientCache()
  /// The folder for files that workers share.
  private let scratch = ScratchFolder()

  /// Launches `executable`; without an `interposer`, the one beside the executable serves, if any.
  package init(executable: URL = ownExecutable, interposer: URL? = nil) {
    self.executable = executable
    self.interposer = interposer ?? PeakCounter.library(beside: executable)
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
    _ jobs: [WorkerJob], caseTimeoutSeconds: Double, isToStop: @escaping () -> Bool,
    receive: (Int, JournalEntry) throws(RunError) -> WorkerEnding?
  ) throws(RunError) -> [WorkerEnding] {
    if jobs.first?.pass == .instructions {
      var endings: [WorkerEnding] = []
      for (place, job) in jobs.enumerated() {
        endings.append(
          try count(job, timeoutSeconds: caseTimeoutSeconds, isToStop: isToStop) {
            entry throws(RunError) in try receive(place, entry)
          })
      }
      return endings
    }
    var running: [RunningJob] = []
    for job in jobs {
      do throws(WorkerError) {
        running.append(RunningJob(job, try start(for: job.pass, isToStop: isToStop)))
      } catch {
        // The jobs that have started go on; the caller starts the others later.
        guard running.isEmpty, case .cannotStart(let reason) = error else { break }
        throw .workerCannotStart(reason: reason)
      }
    }
    func attempt(
      _ job: RunningJob, _ body: () throws(WorkerError) -> Void
    ) throws(RunError) {
      do throws(WorkerError) { try body() } catch { job.end(try ending(after: error)) }
    }
    // In step: each process works while the answers of the others are awaited.
    while running.contains(where: { $0.ending == nil }) {
      for job in running where job.ending == nil {
        try attempt(job) { () throws(WorkerError) in try job.ask() }
      }
      for (place, job) in running.enumerated() where job.ending == nil {
        var entry: JournalEntry?
        try attempt(job) { () throws(WorkerError) in
          entry = try job.answer(within: caseTimeoutSeconds)
        }
        if let entry, let ending = try receive(place, entry) { job.end(ending) }
      }
    }
    return jobs.indices.map { $0 < running.count ? running[$0].ending ?? .stopped : .stopped }
  }

  /// Returns how the worker process ended, after an error that is not a case's own.
  func ending(after error: WorkerError) throws(RunError) -> WorkerEnding {
    switch error {
    case .cannotStart(let reason): throw .workerCannotStart(reason: reason)
    case .interrupted: .stopped
    case .hung(let seconds): .timedOut(seconds: seconds)
    case .unable(let reason): .unable(reason: reason)
    case .ended(let how): .crashed(message: how)
    case .nonsense(let count):
      .crashed(message: "the worker wrote a line that is no result: \(count) bytes")
    case .noMemory(let count):
      .crashed(
        message: "\(SystemError(code: ENOMEM).text): the worker's answer of \(count) bytes cannot "
          + "be read")
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
