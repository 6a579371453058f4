import RunRecords

/// A job under way in its worker process: the collection is opened, one case after the other is
/// measured, and the process ends.
final class RunningJob {
  /// The next request to the process.
  private enum Step {
    case opening
    case measuring(Int)
    case closing
  }

  private let job: WorkerJob
  private var worker: WorkerProcess?
  private var step = Step.opening
  private var warnings: [Warning] = []
  /// The ending of the process; nil while it runs.
  private(set) var ending: WorkerEnding?

  /// A job that `worker` has not been asked to begin.
  init(_ job: WorkerJob, _ worker: WorkerProcess) {
    self.job = job
    self.worker = worker
  }

  /// Ends the job; a process that still runs is killed.
  func end(_ ending: WorkerEnding) {
    self.ending = ending
    worker = nil
  }

  /// Sends the request whose turn it is, and does not wait.
  func ask() throws(WorkerError) {
    switch step {
    case .opening: try worker?.send(job.opening)
    case .measuring(let index): try worker?.send(request(for: job.cases[index]))
    case .closing: break
    }
  }

  private func request(for planned: PlannedCase) -> WorkerRequest {
    job.pass == .allocations
      ? .count(planned.key, injected: nil)
      : .sample(
        planned.key, callsPerBatch: job.callsPerBatch[planned.id],
        countsInstructions: job.instructionCases.contains(planned.id))
  }

  /// Waits for the answer.
  ///
  /// - Parameter seconds: The longest to wait, from this call on.
  /// - Returns: The finished case; nil once the collection is open, and after the end. A case that
  ///   fails has an entry that says so.
  /// - Throws: `WorkerError`, for what is not the case's own failure.
  func answer(within seconds: Double) throws(WorkerError) -> JournalEntry? {
    guard let worker else { return nil }
    switch step {
    case .opening:
      guard case .opened(let warnings) = try worker.reply(within: seconds) else {
        throw .otherAnswer
      }
      self.warnings = warnings ?? []
      step = self.step(to: 0)
      return nil
    case .measuring(let index):
      var entry = try measured(job.cases[index], by: worker, within: seconds)
      entry.warnings = warnings + entry.warnings
      step = self.step(to: index + 1)
      return entry
    case .closing:
      try worker.finish(within: seconds)
      end(.finished)
      return nil
    }
  }

  private func step(to index: Int) -> Step {
    index < job.cases.count ? .measuring(index) : .closing
  }

  private func measured(
    _ planned: PlannedCase, by worker: WorkerProcess, within seconds: Double
  ) throws(WorkerError) -> JournalEntry {
    do throws(WorkerError) {
      let reply = try worker.reply(within: seconds)
      guard let entry = JournalEntry(planned, pass: job.pass, launch: job.launch, reply) else {
        throw .otherAnswer
      }
      return entry
    } catch .failed(let reason) {
      return JournalEntry(
        planned, pass: job.pass, launch: job.launch, status: .failed, message: reason)
    }
  }
}
