#if SQLITE
  import Changesets
  import GRDB
  import SQLiteDataSources
  import TestSupport
  import Testing

  /// What statements do to rows, and how their commits reach the view.
  struct FollowedCommitTests {
    private let fresh = "SELECT * FROM person ORDER BY age, id"

    private func rig() throws -> FetchedRig<Int> {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE parent (id INTEGER PRIMARY KEY)",
        """
        CREATE TABLE person (
          id INTEGER PRIMARY KEY, name TEXT UNIQUE, age INTEGER NOT NULL CHECK (age < 1000),
          parentID INTEGER REFERENCES parent (id) ON DELETE CASCADE ON UPDATE CASCADE)
        """,
        "INSERT INTO parent VALUES (1), (2)",
        """
        INSERT INTO person VALUES
          (1, 'a', 10, 1), (2, 'b', 20, 2), (3, 'c', 10, 1), (4, 'd', 30, 2), (5, 'e', 20, 1)
        """)
      return try FetchedRig.shown(
        FetchedRequest(
          sql: "SELECT * FROM person", table: "person", sections: SectionRule<Int>.column("age"),
          sortedBy: [.column("age")]), in: queue)
    }

    @Test func replacingARowByItsPrimaryKeyIsFollowed() throws {
      try rig().follow("INSERT OR REPLACE INTO person VALUES (2, 'z', 5, 1)", showing: fresh)
    }

    @Test func replacingARowByAnotherUniqueKeyTakesThatRowOut() throws {
      let rig = try rig()
      try rig.follow("INSERT OR REPLACE INTO person VALUES (9, 'b', 20, 1)", showing: fresh)
      #expect(rig.source.itemPath(forRowID: 2) == nil)
      try rig.follow("UPDATE OR REPLACE person SET name = 'a' WHERE id = 9", showing: fresh)
      #expect(rig.source.itemPath(forRowID: 1) == nil)
    }

    @Test func anUpsertIsFollowed() throws {
      try rig().follow(
        """
        INSERT INTO person VALUES (1, 'q', 25, 1), (8, 'w', 25, 1)
        ON CONFLICT (id) DO UPDATE SET age = excluded.age
        """, showing: fresh)
    }

    @Test func aDeletionThatCascadesIsFollowed() throws {
      let rig = try rig()
      try rig.follow("DELETE FROM parent WHERE id = 1", showing: fresh)
      #expect(rig.rows.map(\.count) == [1, 1])
    }

    @Test func anUpdateThatCascadesRefillsTheRows() throws {
      let rig = try rig()
      try rig.follow("UPDATE parent SET id = 7 WHERE id = 1", showing: fresh)
      #expect(rig.rows[0] == ["1|a|10|7", "3|c|10|7"])
    }

    @Test func changesOfATriggerAreFollowed() throws {
      let rig = try rig()
      try rig.commit(
        "CREATE TRIGGER t AFTER DELETE ON parent BEGIN UPDATE person SET age = age + 1; END")
      try rig.source.refresh()
      try rig.follow("DELETE FROM parent WHERE id = 2", showing: fresh)
    }

    @Test func aChangedPrimaryKeyIsAnotherRow() throws {
      let rig = try rig()
      try rig.follow("UPDATE person SET id = 40 WHERE id = 4", showing: fresh)
      #expect(rig.source.itemPath(forRowID: 4) == nil)
      try rig.follow("UPDATE person SET id = id + 100", showing: fresh)
    }

    @Test func keysThatChangePlacesAreFollowed() throws {
      try rig().follow(
        "UPDATE person SET id = 99 WHERE id = 1", "UPDATE person SET id = 1 WHERE id = 2",
        "UPDATE person SET id = 2 WHERE id = 99", showing: fresh)
    }

    @Test func aSavepointThatIsRolledBackChangesNothing() throws {
      let rig = try rig()
      let updates = rig.updates
      try rig.commit(
        "SAVEPOINT s", "DELETE FROM person", "INSERT INTO person VALUES (1, 'x', 1, 1)",
        "ROLLBACK TO s", "RELEASE s")
      try rig.source.refresh()
      try rig.expect(fresh)
      #expect(rig.source.statistics.refetches == 0)
      #expect(rig.updates <= updates + 1)
    }

    @Test func whatASavepointKeepsIsFollowed() throws {
      try rig().follow(
        "UPDATE person SET age = 1 WHERE id = 5", "SAVEPOINT s", "UPDATE person SET age = 2",
        "ROLLBACK TO s", "UPDATE person SET age = 3 WHERE id = 4", "RELEASE s", showing: fresh)
    }

    @Test func aStatementThatFailsHalfWayChangesNothing() throws {
      let rig = try rig()
      try rig.writer.write { database in
        try database.execute(sql: "UPDATE person SET age = 50 WHERE id = 3")
        // The third row breaks the check, so the first two are taken back.
        #expect(throws: DatabaseError.self) {
          try database.execute(
            sql: "UPDATE person SET age = CASE id WHEN 3 THEN 5000 ELSE 1 END")
        }
      }
      #expect(try rig.source.refresh() == 1)
      #expect(rig.source.statistics.refetches == 0)
      try rig.expect(fresh)
      #expect(rig.rows.last == ["3|c|50|1"])
    }

    @Test func whatAFailingStatementKeepsIsFollowed() throws {
      let rig = try rig()
      try rig.writer.write { (database) -> Void in
        #expect(throws: DatabaseError.self) {
          try database.execute(
            sql: "UPDATE OR FAIL person SET age = CASE id WHEN 3 THEN 5000 ELSE 1 END")
        }
      }
      #expect(try rig.source.refresh() == 1)
      try rig.expect(fresh)
      #expect(rig.rows[0].count == 2)
    }

    @Test func aTransactionThatIsRolledBackChangesNothing() throws {
      struct Cancelled: Error {}
      let rig = try rig()
      #expect(throws: Cancelled.self) {
        try rig.writer.write { database in
          try database.execute(sql: "DELETE FROM person WHERE id > 2")
          throw Cancelled()
        }
      }
      #expect(try rig.source.refresh() == 0)
      try rig.expect(fresh)
      #expect(rig.updates == 1)
      // Nothing of it is left for the next commit.
      try rig.follow("UPDATE person SET age = 11 WHERE id = 1", showing: fresh)
    }

    @Test func emptyingATableIsFollowed() throws {
      let rig = try rig()
      try rig.follow("DELETE FROM person", showing: fresh)
      #expect(rig.rows.isEmpty)
      try rig.follow("INSERT INTO person VALUES (1, 'a', 1, 1)", showing: fresh)
    }

    /// Such a statement empties the table as a whole: SQLite calls the hook for no row.
    @Test func emptyingATableByAStatementFromBeforeTheSourceIsFetchedAgain() throws {
      let folder = try TemporaryFolder()
      let pool = try DatabasePool(path: folder.path(of: "a.sqlite"))
      let emptying = try pool.write { database in
        try database.execute(
          sql: """
            CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, parentID INTEGER);
            INSERT INTO person VALUES (1, 'a', 10, 1), (2, 'b', 20, 2)
            """)
        return try database.makeStatement(sql: "DELETE FROM person")
      }
      let rig = try FetchedRig.shown(
        FetchedRequest<Entry, NoSections>(
          sql: "SELECT * FROM person", table: "person", sortedBy: [.column("age")]), in: pool)
      try pool.write { database in
        try emptying.execute()
        try database.execute(sql: "INSERT INTO person VALUES (3, 'c', 5, 1)")
      }
      try rig.source.refresh()
      #expect(rig.source.statistics.lastRefetchReason == .noHook)
      try rig.expect(fresh)
      try rig.follow("INSERT INTO person VALUES (4, 'd', 1, 1)", showing: fresh)
    }

    @Test func aRowThatIsDeletedAndInsertedAgainIsFilledAgain() throws {
      let rig = try rig()
      try rig.follow(
        "DELETE FROM person WHERE id = 2", "INSERT INTO person VALUES (2, 'new', 20, 1)",
        showing: fresh)
      #expect(rig.rows[1] == ["2|new|20|1", "5|e|20|1"])
    }

    @Test func aCommitThatTouchesNoRowOfTheRequestIsNoUpdate() throws {
      let rig = try rig()
      try rig.commit("INSERT INTO parent VALUES (3)")
      #expect(try rig.source.refresh() == 0)
      #expect(rig.updates == 1)
    }

    @Test func aLargeTransactionIsFetchedAgain() throws {
      var configuration = FetchedConfiguration()
      configuration.changeLimit = 3
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER)",
        "INSERT INTO person VALUES (1, 1), (2, 2), (3, 3), (4, 4)")
      let rig = try FetchedRig.shown(
        FetchedRequest<Entry, NoSections>(
          sql: "SELECT * FROM person", table: "person", sortedBy: [.column("age")]),
        in: queue, configuration: configuration)
      let fresh = "SELECT * FROM person ORDER BY age"
      try rig.follow("UPDATE person SET age = -age WHERE id < 4", showing: fresh)
      try rig.refetch("UPDATE person SET age = -age", reason: .manyChanges(4), showing: fresh)
      try rig.refetch(
        "UPDATE person SET age = 9 + id", "UPDATE person SET age = 9 - id",
        reason: .manyChanges(8), showing: fresh)
    }

    @Test func twoSourcesOnOneTableFollowTheSameCommit() throws {
      let rig = try rig()
      let other = try FetchedRig<NoSections>.shown(
        FetchedRequest(
          sql: "SELECT * FROM person", table: "person", sortedBy: [.column("name", .descending)]),
        in: rig.writer)
      try rig.commit("UPDATE person SET age = 31, name = 'aa' WHERE id = 2")
      #expect(try rig.source.refresh() == 1)
      #expect(try other.source.refresh() == 1)
      try rig.expect(fresh)
      try other.expect("SELECT * FROM person ORDER BY name DESC")
      other.source.reset()
      try rig.follow("DELETE FROM person WHERE id = 1", showing: fresh)
    }
  }
#endif
