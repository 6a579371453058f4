#if SQLITE
  import BasicAlgorithms
  import Changesets
  import Foundation
  import GRDB
  import SQLiteDataSources
  import Testing

  /// Primary keys of every kind, and orders with every collation.
  struct FetchedKeyTests {
    private typealias Rig = FetchedRig<NoSections>

    private func rig(
      _ queue: DatabaseQueue, sortedBy sorts: [SortTerm], columns: String = "*"
    ) throws -> Rig {
      try Rig.shown(
        FetchedRequest(sql: "SELECT \(columns) FROM t", table: "t", sortedBy: sorts), in: queue)
    }

    /// Deletes, inserts, changes and renames rows at random, and compares after each commit.
    private func change(
      _ rig: Rig, keys: [[any DatabaseValueConvertible]], seed: UInt64, fresh: String
    ) throws {
      var random = SplitMix64(seed: seed)
      let queue = rig.writer
      let names = try queue.read { try $0.primaryKey("t").columns }
      let marks = names.map { _ in "?" }.joined(separator: ", ")
      let condition = names.map { "\"\($0)\" = ?" }.joined(separator: " AND ")
      let assignments = names.map { "\"\($0)\" = ?" }.joined(separator: ", ")
      for commit in 0..<60 {
        try queue.write { database in
          for _ in 0..<Int.random(in: 1...4, using: &random) {
            let key = StatementArguments(keys[random.next(below: keys.count)].map(\.databaseValue))
            let other = StatementArguments(
              keys[random.next(below: keys.count)].map(\.databaseValue))
            let value: StatementArguments = [Int.random(in: 0..<6, using: &random)]
            let columns = (names.map { "\"\($0)\"" } + ["value"]).joined(separator: ", ")
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try database.execute(sql: "DELETE FROM t WHERE \(condition)", arguments: key)
            case 1:
              try database.execute(
                sql: "UPDATE OR REPLACE t SET \(assignments) WHERE \(condition)",
                arguments: key + other)
            default:
              try database.execute(
                sql: "INSERT OR REPLACE INTO t (\(columns)) VALUES (\(marks), ?)",
                arguments: key + value)
            }
          }
        }
        try rig.source.refresh()
        try rig.expect(fresh, "commit \(commit)")
      }
      #expect(rig.source.statistics.refetches == 0)
      #expect(rig.source.statistics.followedCommits > 30)
    }

    @Test func aTableWithoutRowidsIsFollowed() throws {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE t (a INTEGER, b TEXT, value, PRIMARY KEY (b, a)) WITHOUT ROWID")
      var keys: [[any DatabaseValueConvertible]] = []
      for b in ["x", "y", "Alexander the", "Alexander"] {
        for a in 1...4 { keys.append([b, a]) }
      }
      try change(
        try rig(queue, sortedBy: [.column("value")]), keys: keys, seed: 1,
        fresh: "SELECT * FROM t ORDER BY value, b, a")
    }

    @Test func textKeysAreFollowedWhateverIsInThem() throws {
      let queue = try DatabaseQueue.inMemory("CREATE TABLE t (name TEXT PRIMARY KEY, value)")
      let names = ["", "a", "A", "a ", "it's", "\"q\"", "é", "e\u{301}", "💡", "%_", "abcdefg"]
      try change(
        try rig(queue, sortedBy: [.column("value", .descending)]), keys: names.map { [$0] },
        seed: 2, fresh: "SELECT * FROM t ORDER BY value DESC, name")
    }

    @Test func aKeyThatCollatesKeepsItsSpelling() throws {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE t (name TEXT COLLATE NOCASE PRIMARY KEY, value)")
      try change(
        try rig(queue, sortedBy: [.column("value")]),
        keys: ["anna", "Anna", "ANNA", "bob", "BOB"].map { [$0] }, seed: 3,
        fresh: "SELECT * FROM t ORDER BY value, name")
    }

    @Test func keysOfNumbersAndBlobsAreFollowed() throws {
      let queue = try DatabaseQueue.inMemory("CREATE TABLE t (k BLOB PRIMARY KEY, value)")
      let keys: [any DatabaseValueConvertible] = [
        1, 1.5, 0x20_0000_0000_0001, 0x20_0000_0000_0000, Data(), Data([1, 0, 2]), Data([1]), "1",
        -1e300, Int64.max, Int64.min,
      ]
      try change(
        try rig(queue, sortedBy: [.column("value")]), keys: keys.map { [$0] }, seed: 4,
        fresh: "SELECT * FROM t ORDER BY value, k")
    }

    @Test func aTableWithoutAPrimaryKeyIsKnownByItsRowid() throws {
      let queue = try DatabaseQueue.inMemory("CREATE TABLE t (value)")
      let rig = try rig(queue, sortedBy: [.column("value")], columns: "rowid, value")
      let fresh = "SELECT rowid, value FROM t ORDER BY value, rowid"
      try rig.follow("INSERT INTO t VALUES (3), (1), (1)", showing: fresh)
      try rig.follow("DELETE FROM t WHERE value = 3", "UPDATE t SET value = 0", showing: fresh)
    }

    @Test func textsThatAreNoUTF8AreShown() throws {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE t (name TEXT PRIMARY KEY, value) WITHOUT ROWID",
        "INSERT INTO t VALUES (CAST(x'ff41' AS TEXT), 2), (CAST(x'610062' AS TEXT), 1)",
        "INSERT INTO t VALUES ('a', 1), (CAST(x'6100' AS TEXT), CAST(x'620063' AS TEXT))")
      let rig = try rig(
        queue, sortedBy: [.column("value"), .column("name")], columns: "hex(name) AS h, *")
      let fresh = "SELECT hex(name) AS h, * FROM t ORDER BY value, name"
      try rig.expect(fresh)
      try rig.follow("UPDATE t SET value = 7 WHERE hex(name) = '610062'", showing: fresh)
      try rig.follow("DELETE FROM t WHERE hex(name) = 'FF41'", showing: fresh)
    }

    @Test func nullInAPrimaryKeyIsAnError() throws {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE t (a TEXT, b INTEGER, value, PRIMARY KEY (a, b))",
        "INSERT INTO t VALUES ('x', 1, 1)")
      let rig = try rig(queue, sortedBy: [.column("value")])
      try rig.commit("INSERT INTO t VALUES ('x', NULL, 0)")
      try rig.expectError(.nullKey(table: "t", row: "\"x\", NULL"))
      try rig.commit("UPDATE t SET b = 9 WHERE b IS NULL")
      try rig.source.refresh()
      try rig.expect("SELECT * FROM t ORDER BY value")
      let other = try Rig(
        FetchedRequest(sql: "SELECT * FROM t", table: "t", sortedBy: [.column("value")]),
        in: queue)
      try rig.commit("INSERT INTO t VALUES (NULL, 1, 0)")
      #expect(throws: FetchedDataError.nullKey(table: "t", row: "NULL, 1")) {
        try other.source.reload()
      }
    }

    // MARK: Orders

    private func names() throws -> DatabaseQueue {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, value)")
      try queue.write { database in
        let names = [
          "Alexander b", "alexander a", "Alexander  ", "Alexander", "b", "B", "é", "", " ",
          "Alexander Maximilian 2", "Alexander Maximilian 1", "alexander maximilian 3",
        ]
        for (id, name) in names.enumerated() {
          try database.execute(
            sql: "INSERT INTO t VALUES (?, ?, ?)", arguments: [id, name, (id * 5) % 7])
        }
        try database.execute(sql: "INSERT INTO t VALUES (100, NULL, 1), (101, NULL, 0)")
      }
      return queue
    }

    @Test(arguments: ["BINARY", "NOCASE", "RTRIM"], [SortTerm.Order.ascending, .descending])
    func ordersFollowTheirCollation(collation: String, order: SortTerm.Order) throws {
      let rig = try rig(
        try names(),
        sortedBy: [
          .expression(SQL(sql: "name COLLATE \(collation)"), order), .column("value", .descending),
        ])
      let direction = order == .descending ? "DESC" : ""
      let fresh =
        "SELECT * FROM t ORDER BY name COLLATE \(collation) \(direction), value DESC, id"
      try rig.expect(fresh)
      try rig.follow("UPDATE t SET name = 'ALEXANDER' WHERE id IN (4, 10)", showing: fresh)
      try rig.follow("INSERT INTO t VALUES (50, 'alexander maximilian 1', 3)", showing: fresh)
      try rig.follow("UPDATE t SET value = 9 - value", showing: fresh)
    }

    @Test func aCollationThatOnlyTheDatabaseKnowsIsFetchedAgain() throws {
      let queue = try names()
      try queue.write { database in
        // Backwards.
        database.add(
          collation: DatabaseCollation("backwards") {
            String($1) < String($0)
              ? .orderedAscending : $0 == $1 ? .orderedSame : .orderedDescending
          })
      }
      let rig = try rig(
        queue, sortedBy: [.expression("name COLLATE backwards"), .column("value")])
      let fresh = "SELECT * FROM t ORDER BY name COLLATE backwards, value, id"
      try rig.expect(fresh)
      try rig.refetch(
        "UPDATE t SET name = 'c' WHERE id < 3", reason: .collation("BACKWARDS"), showing: fresh)
      let sections = try FetchedRig<String>(
        FetchedRequest(
          sql: "SELECT * FROM t WHERE name NOT NULL", table: "t",
          sections: .expression("name COLLATE backwards"), sortedBy: [.column("value")]),
        in: queue)
      #expect(throws: FetchedDataError.sectionCollation("BACKWARDS")) {
        try sections.source.reload()
      }
    }

    @Test func theCollationIsTheOrdersNotOneInsideOfTheRequest() throws {
      let queue = try names()
      let rig = try Rig.shown(
        FetchedRequest(
          sql: "SELECT DISTINCT id, name COLLATE NOCASE AS n, value FROM t", table: "t",
          sortedBy: [.expression("n COLLATE BINARY")]), in: queue)
      let fresh = "SELECT id, name, value FROM t ORDER BY name, id"
      try rig.expect(fresh)
      try rig.refetch(
        "UPDATE t SET name = 'Zoe' WHERE id = 3", reason: .wholeRequest("DISTINCT"), showing: fresh)
    }

    @Test func theCollationIsTheOrdersNotOneOfAnOrderInside() throws {
      let rig = try Rig.shown(
        FetchedRequest(
          sql: "SELECT * FROM (SELECT * FROM t ORDER BY name COLLATE NOCASE DESC LIMIT 100)",
          table: "t", sortedBy: [.column("name")]), in: try names())
      let fresh = "SELECT * FROM t ORDER BY name, id"
      try rig.expect(fresh)
      try rig.refetch(
        "UPDATE t SET name = 'Zoe' WHERE id = 3", reason: .wholeRequest("LIMIT"), showing: fresh)
    }

    @Test func numbersBeyondTheExactOnesKeepTheirOrder() throws {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)",
        """
        INSERT INTO t VALUES
          (1, 9007199254740993, 1), (2, 9007199254740992, 2), (3, 9007199254740994.0, 0),
          (4, -9007199254740993, 3), (5, -9007199254740992, 4), (6, 9223372036854775807, 1),
          (7, 9223372036854775806, 2), (8, 1e300, 0), (9, NULL, 0), (10, x'00', 5), (11, x'01', 4)
        """)
      let rig = try rig(queue, sortedBy: [.column("a"), .column("b")])
      let fresh = "SELECT * FROM t ORDER BY a, b, id"
      try rig.expect(fresh)
      try rig.follow("UPDATE t SET a = 9007199254740993 WHERE id IN (3, 7)", showing: fresh)
      try rig.follow("UPDATE t SET b = 10 - b", showing: fresh)
      try rig.follow("UPDATE t SET a = x'0001' WHERE id IN (1, 11)", showing: fresh)
    }

    @Test func aDatabaseThatIsNotUTF8IsAnError() throws {
      let queue = try DatabaseQueue()
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a PRIMARY KEY)")
      }
      let rig = try Rig(
        FetchedRequest(sql: "SELECT * FROM t", table: "t", sortedBy: [.column("a")]), in: queue)
      #expect(throws: FetchedDataError.encoding(path: ":memory:", found: "UTF-16le")) {
        try rig.source.reload()
      }
    }
  }
#endif
