package import RunRecords

/// Starts worker processes; tests put another one in its place.
package protocol WorkerLauncher {
  /// Has a new process do `job`, and returns once that process is gone.
  ///
  /// - Parameters:
  ///   - job: What to measure.
  ///   - caseTimeoutSeconds: The time after which a case is given up and the process killed.
  ///   - isToStop: Asked several times a second; the process is killed once it is true.
  ///   - receive: Is given each finished case, while the worker waits. The process is killed when
  ///     it throws.
  /// - Returns: How the process ended.
  /// - Throws: `RunError.workerCannotStart`, and what `receive` throws.
  func run(
    _ job: WorkerJob, caseTimeoutSeconds: Double, isToStop: () -> Bool,
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
  case timedOut
  /// Killed, as it was asked to stop.
  case stopped
  /// Early, as the pass's tool is missing or cannot run the case after the last one reported.
  case unable(reason: String)
}
