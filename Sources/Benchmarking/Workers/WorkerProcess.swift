package import Foundation
package import Processes

/// A running worker process, which answers one request at a time.
///
///     let launcher = ProcessLauncher(executable: executable)
///     let worker = try launcher.start(for: .allocations, isToStop: { false })
///     _ = try worker.ask(.open(dataset, seed: 42, sampling: sampling), within: 60)
///     let reply = try worker.ask(.count(planned.key, injected: nil), within: 60)
package final class WorkerProcess {
  private let process: any LinePeer
  private let isToStop: () -> Bool

  /// Takes the process that `start` starts, or what answers in its place.
  ///
  /// - Throws: `WorkerError.cannotStart`.
  package init(
    isToStop: @escaping () -> Bool, _ start: () throws(ProcessError) -> any LinePeer
  ) throws(WorkerError) {
    self.isToStop = isToStop
    do throws(ProcessError) {
      process = try start()
    } catch {
      throw .cannotStart(reason: "\(error)")
    }
  }

  deinit { process.kill() }

  /// Sends a request, and waits for the answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - seconds: The longest to wait. Of a pause of this process or the machine, one second counts.
  /// - Returns: The answer, never `.failed` or `.unable`.
  /// - Throws: `WorkerError`; the process is gone then, unless it is `.failed` or `.unable`.
  package func ask(
    _ request: WorkerRequest, within seconds: Double
  ) throws(WorkerError) -> WorkerReply {
    try send(request)
    return try reply(within: seconds)
  }

  /// Waits for the answer to what was sent.
  ///
  /// - Parameter seconds: The longest to wait. Of a pause of this process or the machine, one second
  ///   counts.
  /// - Returns: The answer, never `.failed` or `.unable`.
  /// - Throws: `WorkerError`; the process is gone then, unless it is `.failed` or `.unable`.
  func reply(within seconds: Double) throws(WorkerError) -> WorkerReply {
    let line = try answerLine(within: seconds)
    guard let reply = try read(WorkerReply.self, from: line) else {
      process.kill()
      if let version = BuildDescription.protocolVersion(in: line),
        !WorkerRequest.gatedVersions.contains(version)
      {
        throw .otherProtocol(found: version)
      }
      throw .nonsense(byteCount: line.count)
    }
    guard reply.isPlausible else {
      process.kill()
      throw .nonsense(byteCount: line.count)
    }
    if case .failed(let reason) = reply { throw .failed(reason) }
    if case .unable(let reason) = reply { throw .unable(reason: reason) }
    return reply
  }

  /// Writes `message`, and does not wait.
  func send(_ message: some Encodable) throws(WorkerError) {
    let request: Data
    do {
      request = try JSONEncoder().encode(message)
    } catch {
      throw .failed("the request cannot be written as JSON: \(error)")
    }
    // A process that has died meanwhile is seen when its pipes end.
    try? process.writeLine(request)
  }

  /// Waits for one line.
  func answerLine(within seconds: Double) throws(WorkerError) -> Data {
    guard let line = try nextLine(within: seconds) else {
      let ending = process.waitForEnding()
      throw .ended(
        how: ending == .exited(status: 0)
          ? "the process ended without an answer" : Self.text(of: ending, process.lastWords))
    }
    return line
  }

  /// Reads an answer; nil if the line is no such answer.
  ///
  /// - Throws: `.noMemory`; the process is gone then.
  package func read<Answer: Decodable>(
    _: Answer.Type, from line: Data
  ) throws(WorkerError) -> Answer? {
    errno = 0
    let answer = try? JSONDecoder().decode(Answer.self, from: line)
    // Foundation takes a lack of memory for text that is no JSON.
    guard answer == nil, errno == ENOMEM else { return answer }
    process.kill()
    throw .noMemory(byteCount: line.count)
  }

  /// Closes the process's input, and waits until it has ended by itself.
  ///
  /// - Throws: `WorkerError`: `ended` for any status but 0.
  func finish(within seconds: Double) throws(WorkerError) {
    process.closeInput()
    guard try nextLine(within: seconds) == nil else {
      process.kill()
      throw .ended(how: "the worker process wrote more than it was asked for")
    }
    let ending = process.waitForEnding()
    guard ending == .exited(status: 0) else {
      throw .ended(how: Self.text(of: ending, process.lastWords))
    }
  }

  /// Waits for a line; nil once the process has ended.
  private func nextLine(within seconds: Double) throws(WorkerError) -> Data? {
    var timeout = AnswerTimeout(seconds: seconds)
    var hasBegun = false
    // A worker may close its pipes and go on: only its end is the end.
    while process.isTalking || process.isRunning {
      if isToStop() {
        process.kill()
        throw .interrupted
      }
      // A line that has come, or an end, is seen before the time is looked at.
      if let line = process.readLines(milliseconds: process.isTalking ? 50 : 1).first {
        return line
      }
      if process.hasOverlongLine {
        process.kill()
        throw .nonsense(byteCount: ChildProcess.longestLine)
      }
      if process.isAmidLine, !hasBegun {
        // A long answer comes in pieces: it gets as much time again, once.
        hasBegun = true
        timeout = AnswerTimeout(seconds: seconds)
      }
      guard process.isTalking || process.isRunning else { break }
      timeout.look()
      guard !timeout.isOver else {
        process.kill()
        throw .hung(seconds: seconds)
      }
    }
    // The signal that interrupts this process may have ended the worker, too.
    if isToStop() { throw .interrupted }
    return nil
  }

  private static func text(of ending: ProcessEnding, _ lastWords: String) -> String {
    let how = "the worker process \(ending)"
    return lastWords.isEmpty ? how : "\(how); it last wrote: \(lastWords)"
  }
}

/// A limit on the time that another process takes for an answer.
///
/// Between two looks at the clock at most one second counts: a longer gap is a pause of this process
/// or of the machine, in which nobody looked for an answer.
package struct AnswerTimeout {
  private static let mostPerLook = Duration.seconds(1)

  private let limit: Duration
  private var waited = Duration.zero
  private var last: ContinuousClock.Instant

  /// Starts to wait at `start`.
  ///
  /// - Parameters:
  ///   - seconds: The longest to wait, finite.
  ///   - start: The beginning.
  package init(seconds: Double, start: ContinuousClock.Instant = .now) {
    limit = .seconds(seconds)
    last = start
  }

  /// A Boolean value that indicates whether the limit had passed at the last look.
  package var isOver: Bool { waited > limit }

  /// Counts the time since the last look.
  package mutating func look(at now: ContinuousClock.Instant = .now) {
    waited += min(now - last, Self.mostPerLook)
    last = now
  }
}
