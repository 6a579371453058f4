import Foundation
import GateTestSupport
import Processes
import Testing

import Benchmarking

@Suite struct AnswerTests {
  private struct Answer: Decodable {}

  /// Stands for what Foundation does where it has no memory.
  private struct StarvedAnswer: Decodable {
    init(from decoder: any Decoder) throws {
      errno = ENOMEM
      throw CocoaError(.coderReadCorrupt)
    }
  }

  private func worker() throws -> WorkerProcess {
    try WorkerProcess(isToStop: { false }) { () throws(ProcessError) in ScriptedPeer { $0 } }
  }

  @Test func aLackOfMemoryIsNoFaultOfTheWorker() throws {
    let error = #expect(throws: WorkerError.noMemory(byteCount: 2)) {
      try worker().read(StarvedAnswer.self, from: Data("{}".utf8))
    }
    #expect(error?.description.contains("Cannot allocate memory") == true)
  }

  /// Whatever failed before.
  @Test func aLineThatIsNoAnswerIsNone() throws {
    errno = ENOMEM
    #expect(try worker().read(Answer.self, from: Data("{".utf8)) == nil)
    errno = ENOMEM
    #expect(try worker().read(Answer.self, from: Data("{}".utf8)) != nil)
  }
}
