#if SQLITE
  import Foundation
  import GRDB

  /// A process of its own that writes to a database: it runs each line of its input as SQL, and answers
  /// `ok` or `error` with SQLite's number and message.
  ///
  /// The line `stop inside the next commit` makes the next commit answer `committing` from SQLite's commit
  /// hook, and then wait for ever, so that a test can kill the process there.
  @main
  enum Writer {
    static func main() throws {
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let queue = try DatabaseQueue(path: CommandLine.arguments[1], configuration: configuration)
      answer("ready")
      while let line = readLine() {
        try queue.writeWithoutTransaction { database in
          if line == "stop inside the next commit" {
            database.add(transactionObserver: StoppingObserver(), extent: .databaseLifetime)
            return answer("ok")
          }
          do {
            try database.execute(sql: line)
            answer("ok")
          } catch let error as DatabaseError {
            answer("error \(error.resultCode.rawValue) \(error.message ?? "")")
          }
        }
      }
    }

    static func answer(_ line: String) {
      FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
  }

  /// Waits for ever in the first commit.
  private final class StoppingObserver: TransactionObserver {
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

    func databaseDidChange(with event: DatabaseEvent) {}

    func databaseWillCommit() throws {
      Writer.answer("committing")
      while true { Thread.sleep(forTimeInterval: 60) }
    }

    func databaseDidCommit(_ database: Database) {}

    func databaseDidRollback(_ database: Database) {}
  }
#else
  /// Without SQLite there is nothing to write.
  @main
  enum Writer {
    static func main() {}
  }
#endif
