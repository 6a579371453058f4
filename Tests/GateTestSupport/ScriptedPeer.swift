package import Foundation
package import Processes

/// A stand-in for a process of a build: a function gives its answers.
///
///     let worker = try WorkerProcess(isToStop: { false }) { () throws(ProcessError) in
///       ScriptedPeer { line in line }
///     }
package final class ScriptedPeer: LinePeer {
  private let answer: (Data) throws -> Data?
  private var answers: [Data] = []
  package private(set) var isRunning = true

  /// Makes a peer that runs until it has no answer.
  ///
  /// - Parameter answer: Returns the answer to a line; nil ends the peer.
  package init(_ answer: @escaping (Data) throws -> Data?) { self.answer = answer }

  package func writeLine(_ line: Data) throws {
    guard let answer = try answer(line) else { return kill() }
    answers.append(answer)
  }

  package func readLines(milliseconds: Int32) -> [Data] {
    defer { answers = [] }
    return answers
  }

  package var isTalking: Bool { isRunning }
  package var isAmidLine: Bool { false }
  package var hasOverlongLine: Bool { false }
  package var lastWords: String { "" }
  package func closeInput() { kill() }
  package func waitForEnding() -> ProcessEnding { .exited(status: 1) }
  package func kill() { isRunning = false }
}
