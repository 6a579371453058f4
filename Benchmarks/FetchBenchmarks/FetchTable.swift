#if SQLITE
  import Benchmarking
  import Changesets
  import Datasets
  import Foundation
  public import GRDB

  /// A database with one table that holds the rows of a collection, and an index in their order.
  ///
  /// ```sql
  /// CREATE TABLE message (id INTEGER PRIMARY KEY, section INTEGER NOT NULL, rank INTEGER NOT NULL,
  ///   revision INTEGER NOT NULL, title TEXT NOT NULL);
  /// CREATE INDEX message_order ON message (section, rank);
  /// ```
  ///
  /// Ids do not follow the order, as in a mailbox that is sorted by sender.
  public final class FetchTable {
    /// The connection: all work is done on the calling thread, so that its time can be measured.
    public let database: DatabaseQueue
    /// The terms of the order, for an ORDER BY.
    public static let order = "section, rank, id"

    let collection: FetchCollection
    /// The statements that take back what has been committed.
    private var undo: [FetchEdit] = []
    /// The same, once the transaction that has begun is committed.
    private var pendingUndo: [FetchEdit] = []
    private let file: URL?
    /// The folder that was made for the file alone; nil if it is the run's.
    private let ownFolder: ScratchFolder?

    private init(
      _ collection: FetchCollection, _ database: DatabaseQueue, file: URL?,
      ownFolder: ScratchFolder?
    ) {
      self.collection = collection
      self.database = database
      self.file = file
      self.ownFolder = ownFolder
    }

    deinit {
      guard let file else { return }
      try? database.close()
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
    }

    // MARK: Edits

    /// Begins a transaction and performs `edits` in it.
    ///
    /// - Parameters:
    ///   - edits: The statements.
    ///   - undo: Those that take them back, and what was committed before; none if `edits` do so.
    /// - Throws: What SQLite says.
    func begin(_ edits: [FetchEdit], undo: [FetchEdit]) throws {
      pendingUndo = undo
      try database.unsafeReentrantWrite { database in
        try database.beginTransaction(.immediate)
        for edit in edits {
          try database.cachedStatement(sql: edit.sql).execute(arguments: edit.arguments)
        }
      }
    }

    /// Commits what was begun.
    func commit() throws {
      try database.unsafeReentrantWrite { try $0.commit() }
      undo = pendingUndo
    }

    /// A Boolean value that indicates whether something has been committed that was not taken back.
    var isEdited: Bool { !undo.isEmpty }

    /// Notes what takes back all that was committed.
    func noteUndo(_ edits: [FetchEdit]) { undo = edits }

    /// Performs `edits` in a transaction.
    func write(_ edits: [FetchEdit], undo: [FetchEdit]) throws {
      try begin(edits, undo: undo)
      try commit()
    }

    /// The table with what cases have left behind taken back.
    private func restored() throws -> FetchTable {
      try database.unsafeReentrantWrite { database in
        if database.isInsideTransaction { try database.rollback() }
      }
      if !undo.isEmpty { try write(undo, undo: []) }
      return self
    }
  }

  extension FetchTable {
    /// Returns the table on a file, in the state of the collection; one for all cases of a process.
    ///
    /// - Throws: `DatasetError`, and what SQLite and the file system say.
    static func onFile(in context: ScenarioContext) throws -> FetchTable {
      try context.shared("fetch/file") {
        let collection = try FetchCollection.shared(in: context)
        guard let folder = ScenarioContext.scratchFolder else {
          let folder = ScratchFolder()
          return try copy(of: collection, in: folder.url, ownFolder: folder)
        }
        return try copy(of: collection, in: folder, ownFolder: nil)
      }.restored()
    }

    /// Returns the table in memory, in the state of the collection; one for all cases of a process.
    ///
    /// - Throws: `DatasetError`, and what SQLite and the file system say.
    static func inMemory(in context: ScenarioContext) throws -> FetchTable {
      try context.shared("fetch/memory") {
        let file = try onFile(in: context)
        let database = try DatabaseQueue(configuration: configuration)
        try file.database.backup(to: database)
        return FetchTable(file.collection, database, file: nil, ownFolder: nil)
      }.restored()
    }

    private static var configuration: Configuration {
      var configuration = Configuration()
      // A case begins a transaction before it is measured, and ends it then.
      configuration.allowsUnsafeTransactions = true
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      }
      return configuration
    }

    /// Returns the table on a copy of the master in `folder`.
    private static func copy(
      of collection: FetchCollection, in folder: URL, ownFolder: ScratchFolder?
    ) throws -> FetchTable {
      let master = try master(of: collection, in: folder)
      let copy = folder.appending(path: "\(UUID().uuidString).sqlite")
      try FileManager.default.copyItem(at: master, to: copy)
      // A process alone: the copy is all that it needs.
      if ownFolder != nil { try? FileManager.default.removeItem(at: master) }
      return FetchTable(
        collection, try DatabaseQueue(path: copy.path, configuration: configuration), file: copy,
        ownFolder: ownFolder)
    }

    /// Returns the file that all processes of a run copy. It takes seconds to write for a million rows.
    private static func master(of collection: FetchCollection, in folder: URL) throws -> URL {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let master = folder.appending(path: "fetch-\(collection.digits).sqlite")
      guard !FileManager.default.fileExists(atPath: master.path) else { return master }
      // Another process may be writing the same.
      let partial = folder.appending(path: "\(UUID().uuidString).partial")
      let database = try DatabaseQueue(path: partial.path)
      try database.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try database.inTransaction {
          try collection.create(database)
          return .commit
        }
      }
      try database.close()
      do {
        try FileManager.default.moveItem(at: partial, to: master)
      } catch {
        // The other process was first; its file has the same rows.
        try? FileManager.default.removeItem(at: partial)
        guard FileManager.default.fileExists(atPath: master.path) else { throw error }
      }
      return master
    }
  }
#endif
