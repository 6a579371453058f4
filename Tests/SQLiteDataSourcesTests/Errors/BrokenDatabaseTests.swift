#if SQLITE
  import Changesets
  import CollectionViews
  import DataSources
  import Foundation
  import GRDB
  import Geometry
  import SQLiteDataSources
  import TestSupport
  import Testing

  /// Databases that cannot be read or written: missing, locked, broken, full.
  struct BrokenDatabaseTests {
    private let fresh = "SELECT * FROM t ORDER BY place, id"
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "a.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func fill(_ writer: any DatabaseWriter, rows: Int = 5) throws {
      try writer.write { database in
        try database.execute(
          sql: """
            CREATE TABLE t (id INTEGER PRIMARY KEY, place INTEGER, name TEXT);
            CREATE INDEX places ON t (place);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
            INSERT INTO t SELECT i, i, 'n' || i FROM n
            """)
      }
    }

    private func queue(rows: Int = 5) throws -> DatabaseQueue {
      let queue = try DatabaseQueue(path: path)
      try fill(queue, rows: rows)
      return queue
    }

    private func rig(
      _ writer: any DatabaseWriter, strategy: FetchedConfiguration.Strategy = .incremental
    ) throws -> FetchedRig<NoSections> {
      var configuration = FetchedConfiguration()
      configuration.strategy = strategy
      return try FetchedRig(
        FetchedRequest(sql: "SELECT * FROM t", table: "t", sortedBy: [.column("place")]),
        in: writer, configuration: configuration)
    }

    // MARK: Missing and read-only

    @Test func aDatabaseThatHasGoneIsAnErrorWithItsPath() throws {
      let pool = try DatabasePool(path: path)
      try fill(pool)
      for name in try folder.names() {
        try FileManager.default.removeItem(atPath: folder.path(of: name))
      }
      let rig = try rig(pool)
      // The connections that read are opened now.
      #expect(throws: FetchedDataError.missing(path: path)) { try rig.source.reload() }
      #expect(rig.rows.isEmpty)
    }

    @Test func aDatabaseThatIsReadOnlyIsShown() throws {
      try queue().close()
      var configuration = Configuration()
      configuration.readonly = true
      let rig = try rig(try DatabaseQueue(path: path, configuration: configuration))
      try rig.source.reload()
      try rig.expect(fresh)
      let other = try DatabaseQueue(path: path)
      try other.write { try $0.execute(sql: "DELETE FROM t WHERE id = 2") }
      try rig.source.checkOtherConnections()
      #expect(try rig.source.refresh() == 1)
      try rig.expect(fresh)
    }

    // MARK: Locked

    /// Returns the holder of the lock that a call is refused for.
    private func holder(
      of call: () throws(FetchedDataError) -> Void
    ) throws -> FetchedDataError.LockHolder? {
      do throws(FetchedDataError) {
        try call()
      } catch .locked(let found, let holder) {
        #expect(found == path)
        return holder
      }
      throw WriterError(description: "a locked database was read")
    }

    @Test func aLockOfAnotherConnectionIsAnErrorWithThisProcess() throws {
      let rig = try rig(try queue())
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: path, configuration: configuration)
      try other.inDatabase { try $0.beginTransaction(.exclusive) }
      let holder = try holder { () throws(FetchedDataError) in try rig.source.reload() }
      #expect(rig.rows.isEmpty)
      #if os(Linux)
        #expect(holder?.processID == Int(ProcessInfo.processInfo.processIdentifier))
      #else
        #expect(holder == nil)
      #endif
      try other.inDatabase { try $0.commit() }
      try rig.source.reload()
      try rig.expect(fresh)
    }

    @Test func aLockOfAnotherProcessIsAnErrorWithThatProcess() throws {
      let rig = try rig(try queue(), strategy: .refetch)
      try rig.source.reload()
      try rig.view.layoutIfNeeded()
      try rig.commit("UPDATE t SET place = 9 WHERE id = 1")
      let process = try WriterProcess(path: path)
      try process.run("BEGIN EXCLUSIVE", "UPDATE t SET place = 0 WHERE id = 5")
      let (rows, cells) = (rig.rows, rig.cells)
      let holder = try holder { () throws(FetchedDataError) in try rig.source.refresh() }
      #if os(Linux)
        #expect(holder?.processID == process.identifier)
        // The system keeps 15 letters of it.
        #expect(holder.map { "SQLiteTestWriter".hasPrefix($0.name) } == true)
      #else
        #expect(holder == nil)
      #endif
      #expect(rig.rows == rows && rig.cells == cells)
      try process.run("COMMIT")
      // The commit of before is not lost.
      #expect(try rig.source.refresh() >= 1)
      try rig.source.checkOtherConnections()
      try rig.source.refresh()
      try rig.expect(fresh)
    }

    @Test func aLockWhileRowsAreFetchedIsTheErrorOfTheirCells() throws {
      let rig = try rig(try queue(rows: 500))
      try rig.source.reload()
      try rig.view.layoutIfNeeded()
      let process = try WriterProcess(path: path)
      try process.run("BEGIN EXCLUSIVE")
      rig.view.setContentOffset(Point(x: 0, y: 9_000))
      #expect(throws: CollectionViewError.self) { try rig.view.layoutIfNeeded() }
      guard case .locked(path, _) = rig.source.lastError else {
        Issue.record("\(String(describing: rig.source.lastError))")
        return
      }
      try process.run("COMMIT")
      try rig.expect(fresh)
    }

    // MARK: Corrupt

    @Test func aFileThatIsNoDatabaseIsAnError() throws {
      let queue = try queue()
      try folder.write(
        Array("This is a letter, not a database. ".utf8) + Array(repeating: 7, count: 9_000),
        to: "a.sqlite")
      let rig = try rig(queue)
      do throws(FetchedDataError) {
        try rig.source.reload()
        Issue.record("a letter was read")
      } catch {
        guard case .corrupt(path, _) = error else { throw error }
      }
      #expect(rig.rows.isEmpty)
    }

    /// Overwrites the pages of a table with garbage, all but its root.
    private func overwriteRows() throws {
      let (root, count, size) = try DatabaseQueue(path: path).read { database in
        (
          try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_master WHERE name = 't'"),
          try Int.fetchOne(database, sql: "PRAGMA page_count"),
          try Int.fetchOne(database, sql: "PRAGMA page_size")
        )
      }
      var bytes = try folder.bytes(of: "a.sqlite")
      let pageSize = try #require(size)
      // The index and the schema stay as they are: a page of a table's leaf begins with 13.
      for page in 1..<(try #require(count)) where page + 1 != root && bytes[page * pageSize] == 13 {
        for byte in 0..<pageSize { bytes[page * pageSize + byte] = 0xA5 }
      }
      try folder.write(bytes, to: "a.sqlite")
    }

    @Test func pagesThatAreOverwrittenAreTheErrorOfTheirRows() throws {
      try queue(rows: 2_000).close()
      let rig = try rig(try DatabaseQueue(path: path))
      // The keys come from the index alone.
      try rig.source.reload()
      try overwriteRows()
      #expect(throws: CollectionViewError.self) { try rig.view.layoutIfNeeded() }
      guard case .corrupt(path, _) = rig.source.lastError else {
        Issue.record("\(String(describing: rig.source.lastError))")
        return
      }
      #expect(rig.source.itemCount(inSection: 0) == 2_000)
    }

    @Test func aCommitThatCannotBeReadIsAnErrorAndTheViewStays() throws {
      try queue(rows: 2_000).close()
      let rig = try rig(try DatabaseQueue(path: path), strategy: .refetch)
      try rig.source.reload()
      try rig.view.layoutIfNeeded()
      let cells = rig.cells
      let other = try DatabaseQueue(path: path)
      try other.write { try $0.execute(sql: "INSERT INTO t VALUES (9999, 1, 'x')") }
      try other.close()
      // All but the first page, so the index too.
      var bytes = try folder.bytes(of: "a.sqlite")
      for place in 4_096..<bytes.count { bytes[place] = 0xA5 }
      try folder.write(bytes, to: "a.sqlite")
      do throws(FetchedDataError) {
        try rig.source.checkOtherConnections()
        try rig.source.refresh()
        Issue.record("broken pages were read")
      } catch {
        guard case .corrupt(path, _) = error else { throw error }
      }
      #expect(rig.cells == cells)
      #expect(rig.source.itemCount(inSection: 0) == 2_000)
    }

    // MARK: Full and killed

    @Test func aCommitThatFillsTheDatabaseChangesNothing() throws {
      let rig = try rig(try queue(rows: 200))
      try rig.source.reload()
      try rig.view.layoutIfNeeded()
      try rig.writer.writeWithoutTransaction { database in
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        try database.execute(sql: "PRAGMA max_page_count = \(pages + 1)")
      }
      let error = #expect(throws: DatabaseError.self) {
        try rig.commit(
          "UPDATE t SET place = -1 WHERE id = 7",
          "INSERT INTO t SELECT id + 1000, place, hex(zeroblob(5000)) FROM t")
      }
      #expect(error.map { FetchedDataError($0, path: path) } == .full(path: path))
      #expect(try rig.source.refresh() == 0)
      try rig.expect(fresh)
      try rig.writer.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA max_page_count = 1000000")
      }
      try rig.follow("UPDATE t SET place = -1 WHERE id = 7", showing: fresh)
    }

    /// The process dies in the commit of pages that it has begun to write.
    @Test(arguments: ["delete", "wal"]) func aWriterThatIsKilledInACommitChangesNothing(
      journal: String
    ) throws {
      let writer: any DatabaseWriter =
        journal == "wal" ? try DatabasePool(path: path) : try DatabaseQueue(path: path)
      try fill(writer, rows: 3_000)
      let rig = try rig(writer)
      try rig.source.reload()
      try rig.view.layoutIfNeeded()
      let before = try writer.read { try Entry.fetchAll($0, sql: fresh) }
      let process = try WriterProcess(path: path)
      try process.run("PRAGMA cache_size = 2", "stop inside the next commit", "BEGIN IMMEDIATE")
      // More than its memory holds, so that pages are in the file or its log by now.
      try process.run(
        "UPDATE t SET place = -place, name = name || 'killed'", "DELETE FROM t WHERE id < 9")
      #expect(try folder.names().count > 1)
      try process.run("COMMIT", answering: "committing")
      process.kill()
      try rig.source.checkOtherConnections()
      try rig.source.refresh()
      #expect(rig.cells.compactMap(\.self) == Array(before.prefix(rig.cells.count)))
      try rig.expect(fresh)
      #expect(rig.rows[0] == before)
      // The database is as good as before.
      try rig.follow("UPDATE t SET place = -1 WHERE id = 2999", showing: fresh)
    }
  }
#endif
