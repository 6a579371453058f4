#if SQLITE
  import Foundation
  import GRDB

  extension StressWriterProcess {
    /// Has the process close the database that it has open.
    func close() { _ = try? answer(to: "{}") }
  }

  /// The other process's side: it performs the transactions that it is sent, one a line.
  ///
  ///     let service = FetchedWriterService()
  ///     while let line = readLine() { print(service.answer(to: line)) }
  ///
  /// Each line is a JSON object with the path of a database and a transaction. It is answered when the
  /// transaction has been committed or rolled back.
  public final class FetchedWriterService {
    private var connection: (path: String, queue: DatabaseQueue)?

    /// Creates a service without an open database.
    public init() {}

    /// Performs the transaction of a line.
    ///
    /// - Parameter line: A request, as the process that performs a script sends it.
    /// - Returns: `done`, or what went wrong.
    public func answer(to line: String) -> String {
      guard
        let request = try? JSONDecoder().decode(FetchedWriterRequest.self, from: Data(line.utf8))
      else {
        connection = nil
        return line == "{}" ? FetchedWriterRequest.isDone : "the request '\(line)' cannot be read"
      }
      do {
        if connection?.path != request.path {
          connection = nil
          connection = (
            request.path,
            try DatabaseQueue(path: request.path, configuration: FetchedStressDatabase.settings())
          )
        }
        if let connection {
          try FetchedStressDatabase.access(connection.queue) {
            _ = try request.transaction.perform($0) {}
          }
        }
        return FetchedWriterRequest.isDone
      } catch {
        return "\(error)".replacing("\n", with: " ")
      }
    }
  }

  /// A transaction that another process performs.
  struct FetchedWriterRequest: Codable {
    static let isDone = "done"

    let path: String
    let transaction: FetchedTransaction

    /// Sends the request and waits for its end.
    func perform(by process: any StressWriterProcess) throws(FetchedSQLFailure) {
      let line = StressScript.line(self)
      let answer: String
      do {
        answer = try process.answer(to: line)
      } catch {
        throw FetchedSQLFailure(statement: line, message: "the other process: \(error)")
      }
      guard answer == Self.isDone else { throw FetchedSQLFailure(statement: line, message: answer) }
    }
  }
#endif
