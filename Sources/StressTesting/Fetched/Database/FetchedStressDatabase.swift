#if SQLITE
  import Foundation
  import GRDB

  /// The database of a script, with the other connections that write to it.
  final class FetchedStressDatabase {
    let configuration: FetchedStressConfiguration
    /// The connection of the source.
    let writer: any DatabaseWriter
    private let directory: URL?
    private var other: DatabaseQueue?
    private let process: (any StressWriterProcess)?

    /// Creates the database of a configuration: a file is in a directory of its own, which goes away
    /// with this object.
    init(
      _ configuration: FetchedStressConfiguration, process: (any StressWriterProcess)?
    ) throws {
      self.configuration = configuration
      self.process = process
      if configuration.storage == .memory {
        directory = nil
        writer = try DatabaseQueue()
      } else {
        let directory = FileManager.default.temporaryDirectory
          .appending(path: "cvbench-stress-\(UUID().uuidString)")
        self.directory = directory
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        let path = directory.appending(path: "data.sqlite").path()
        writer =
          configuration.storage == .pool
          ? try DatabasePool(path: path, configuration: Self.settings(readers: 1))
          : try DatabaseQueue(path: path, configuration: Self.settings())
      }
      try writer.write { [configuration] database in
        for statement in configuration.schema { try database.execute(sql: statement) }
      }
    }

    /// Closes all connections, and removes the files.
    ///
    /// - Throws: What SQLite says where something still uses a connection.
    func remove() throws {
      if directory != nil { process?.close() }
      defer { if let directory { try? FileManager.default.removeItem(at: directory) } }
      try other?.close()
      other = nil
      try writer.close()
    }

    /// The settings of every connection: nothing has to outlive the machine.
    static func settings(readers: Int = 5) -> Configuration {
      var settings = Configuration()
      settings.maximumReaderCount = readers
      settings.busyMode = .timeout(10)
      settings.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      return settings
    }

    /// The connection that writes in place of another, where the storage has no such one.
    func writer(for writer: FetchedOperation.Writer) -> FetchedOperation.Writer {
      if configuration.storage == .memory { return .own }
      return writer == .process && process == nil ? .connection : writer
    }

    /// Fetches the state of the model.
    func state() throws -> FetchedModelState {
      try writer.writeWithoutTransaction { [configuration] in
        try FetchedModelState(configuration, $0)
      }
    }

    /// Returns the primary keys with these numbers, as the table has them.
    func keys(_ numbers: Range<Int>) throws -> [[DatabaseValue]] {
      try writer.writeWithoutTransaction { [configuration] database in
        try numbers.map { number in
          let literals = configuration.keyLiterals(number)
          let columns = zip(configuration.keyColumns, literals).map { "\($1) AS \($0)" }
          let row = try Row.fetchOne(database, sql: "SELECT \(columns.joined(separator: ", "))")
          return configuration.keyOrder.map { row?[$0] as DatabaseValue? ?? .null }
            .map(\.canonical)
        }
      }
    }

    /// Performs a transaction on the source's connection.
    ///
    /// - Returns: The state after each commit, and whether the transaction ended by COMMIT or ROLLBACK.
    func performOwn(
      _ transaction: FetchedTransaction
    ) throws(FetchedSQLFailure) -> (states: [FetchedModelState], isEnded: Bool) {
      var states: [FetchedModelState] = []
      var isEnded = false
      try Self.access(writer) { [configuration] database in
        isEnded = try transaction.perform(database) {
          states.append(try FetchedModelState(configuration, database))
        }
      }
      return (states, isEnded)
    }

    /// Performs a transaction on another connection or in the other process.
    func performForeign(
      _ transaction: FetchedTransaction, by: FetchedOperation.Writer
    ) throws(FetchedSQLFailure) {
      if by == .process, let process {
        let request = FetchedWriterRequest(path: writer.path, transaction: transaction)
        return try request.perform(by: process)
      }
      let connection: DatabaseQueue
      do {
        connection = try other ?? DatabaseQueue(path: writer.path, configuration: Self.settings())
      } catch {
        throw FetchedSQLFailure(statement: "opening \(writer.path)", message: "\(error)")
      }
      other = connection
      try Self.access(connection) { _ = try transaction.perform($0) {} }
    }

    /// Whether the index that `changeSchema` creates is there.
    var hasIndex: Bool {
      (try? writer.writeWithoutTransaction { database in
        try Bool.fetchOne(
          database, sql: "SELECT count(*) FROM sqlite_master WHERE name = 'item_note'")
      }) ?? false
    }

    static func access(
      _ writer: any DatabaseWriter, _ body: (Database) throws -> Void
    ) throws(FetchedSQLFailure) {
      do {
        try writer.writeWithoutTransaction(body)
      } catch let failure as FetchedSQLFailure {
        throw failure
      } catch {
        throw FetchedSQLFailure(statement: "an access", message: "\(error)")
      }
    }
  }

  /// A statement that SQLite refused for another reason than a constraint.
  struct FetchedSQLFailure: Error, Sendable {
    let statement: String
    let message: String
  }

  /// The SQL of one transaction.
  struct FetchedTransaction: Codable, Sendable {
    let statements: [String]
    let ends: FetchedOperation.Ending

    /// Performs the statements; those that break a constraint are passed over, with what they have done
    /// until then if their rule says so.
    ///
    /// - Parameters:
    ///   - database: The connection.
    ///   - afterCommit: Called after each commit.
    /// - Returns: Whether COMMIT or ROLLBACK ended it.
    /// - Throws: `FetchedSQLFailure`; what `afterCommit` throws.
    @discardableResult
    func perform(_ database: Database, afterCommit: () throws -> Void) throws -> Bool {
      if ends != .none { try Self.execute("BEGIN IMMEDIATE", database) }
      for statement in statements {
        let isDone = try Self.execute(statement, database)
        if ends == .none {
          if isDone { try afterCommit() }
        } else if !database.isInsideTransaction {
          return false
        }
      }
      guard ends != .none else { return false }
      if ends == .commit, try Self.execute("COMMIT", database) {
        try afterCommit()
      } else {
        try Self.execute("ROLLBACK", database)
      }
      return true
    }

    /// Returns whether a statement broke no constraint.
    @discardableResult
    private static func execute(_ statement: String, _ database: Database) throws -> Bool {
      do {
        try database.execute(sql: statement)
        return true
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        return false
      } catch {
        if database.isInsideTransaction { try? database.execute(sql: "ROLLBACK") }
        throw FetchedSQLFailure(statement: statement, message: "\(error)")
      }
    }
  }
#endif
