package import Foundation
import Processes

/// A running process of one side, which answers one request at a time.
package final class PairProcess {
  private let worker: ChildProcess
  private let isToStop: () -> Bool

  /// Starts `executable`.
  ///
  /// - Parameters:
  ///   - executable: A build that has the tool in it.
  ///   - pass: What its process is prepared for.
  ///   - isToStop: Asked several times a second while an answer is waited for.
  /// - Throws: `PairError.cannotStart`.
  package init(
    _ executable: URL, for pass: Scenario.Pass, isToStop: @escaping () -> Bool
  ) throws(PairError) {
    self.isToStop = isToStop
    let interposer = executable.resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "libAllocationInterposer.so")
    let launcher = ProcessLauncher(
      executable: executable,
      interposer: FileManager.default.fileExists(atPath: interposer.path) ? interposer : nil)
    do {
      worker = try ChildProcess(
        executable.path, [PairWorker.subcommand], environment: launcher.environment(for: pass))
    } catch {
      throw .cannotStart(reason: "\(error)")
    }
  }

  deinit { worker.kill() }

  /// Has the process do something, and waits for its answer.
  ///
  /// - Parameters:
  ///   - request: What to do.
  ///   - seconds: The longest to wait; of a pause of this process or the machine a second counts.
  /// - Returns: The answer, never `.failed`.
  /// - Throws: `PairError`; the process is gone then, unless it is `.failed`.
  package func ask(_ request: PairRequest, within seconds: Double) throws(PairError) -> PairReply {
    // A process that has died meanwhile is seen when its pipes end.
    try? worker.send(request)
    var timeout = AnswerTimeout(seconds: seconds)
    while worker.isTalking || worker.isRunning {
      if isToStop() {
        worker.kill()
        throw .interrupted
      }
      // What has come, or has ended, is seen before the time is looked at.
      guard let line = worker.readLines(milliseconds: worker.isTalking ? 50 : 1).first else {
        guard worker.isTalking || worker.isRunning else { break }
        timeout.look()
        guard !timeout.isOver else {
          worker.kill()
          throw .hung(seconds: seconds)
        }
        continue
      }
      guard let reply = try? JSONDecoder().decode(PairReply.self, from: line) else {
        worker.kill()
        if let version = PairGreeting.protocolVersion(in: line),
          version != PairRequest.protocolVersion
        {
          throw .otherProtocol(found: version)
        }
        throw .nonsense(byteCount: line.count)
      }
      if case .failed(let reason) = reply { throw .failed(reason) }
      return reply
    }
    if isToStop() { throw .interrupted }
    guard case .crashed(let message) = worker.workerEnding() else {
      throw .ended(how: "the process ended without an answer")
    }
    throw .ended(how: message)
  }
}
