#if SQLITE
  import Foundation
  import Processes

  /// A process that writes to a database; killed with its last reference.
  final class WriterProcess {
    private let process: ChildProcess
    private var answers: [String] = []

    init(path: String) throws {
      let folder = Bundle.main.executableURL?.deletingLastPathComponent()
      process = try ChildProcess(
        folder?.appending(path: "SQLiteTestWriter").path ?? "", [path],
        environment: ProcessInfo.processInfo.environment)
      try expectAnswer("ready")
    }

    deinit { process.kill() }

    var identifier: Int { Int(process.identifier) }

    /// Runs statements, and waits for each.
    func run(_ statements: String..., answering answer: String = "ok") throws {
      for statement in statements {
        try process.writeLine(Data(statement.utf8))
        try expectAnswer(answer)
      }
    }

    /// Kills the process, and waits for its end.
    func kill() {
      process.kill()
      _ = process.waitForEnding()
    }

    private func expectAnswer(_ expected: String) throws {
      // The process answers or ends.
      while answers.isEmpty {
        answers += process.readLines(milliseconds: 1_000)
          .map { String(decoding: $0, as: UTF8.self) }
        guard process.isTalking || !answers.isEmpty else {
          throw WriterError(description: "the writer ended: \(process.lastWords)")
        }
      }
      let answer = answers.removeFirst()
      guard answer == expected else {
        throw WriterError(description: "the writer answered \(answer), not \(expected)")
      }
    }
  }

  struct WriterError: Error, CustomStringConvertible {
    let description: String
  }
#endif
