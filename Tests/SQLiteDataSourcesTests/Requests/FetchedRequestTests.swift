#if SQLITE
  import BasicAlgorithms
  import Changesets
  import CollectionViews
  import DataSources
  import GRDB
  import SQLiteDataSources
  import Testing

  /// Filters, joins, limits, and requests that cannot be shown.
  struct FetchedRequestTests {
    private func queue() throws -> DatabaseQueue {
      try DatabaseQueue.inMemory(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, teamID INTEGER)",
        "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, isOpen INTEGER)",
        "INSERT INTO team VALUES (1, 'x', 1), (2, 'y', 0)",
        """
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
        INSERT INTO person SELECT i + 1, 'p' || i, 10 + i, i % 2 + 1 FROM n
        """)
    }

    private func request(
      _ sql: String, _ arguments: StatementArguments = [], sortedBy sorts: [SortTerm],
      limit: Int? = nil, offset: Int = 0
    ) -> FetchedRequest<Entry, NoSections> {
      FetchedRequest(
        sql: sql, arguments: arguments, table: "person", sortedBy: sorts, limit: limit,
        offset: offset)
    }

    @Test func aLimitHoldsAfterEachCommit() throws {
      let rig = try FetchedRig.shown(
        request("SELECT * FROM person", sortedBy: [.column("age")], limit: 10), in: try queue())
      let fresh = "SELECT * FROM person ORDER BY age, id LIMIT 10"
      try rig.expect(fresh)
      #expect(rig.rows == [rig.rows[0]] && rig.rows[0].count == 10)
      #expect(rig.rows[0].contains("10|p9|19|2"))
      try rig.refetch(
        "INSERT INTO person VALUES (500, 'new', 4, 1)", reason: .window, showing: fresh)
      #expect(rig.rows[0].count == 10 && rig.rows[0][0] == "500|new|4|1")
      #expect(!rig.rows[0].contains("10|p9|19|2"))
      #expect(rig.updates == 2)
    }

    @Test func anOffsetLeavesTheFirstRowsOut() throws {
      let rig = try FetchedRig.shown(
        request("SELECT * FROM person", sortedBy: [.column("age")], limit: 5, offset: 3),
        in: try queue())
      let fresh = "SELECT * FROM person ORDER BY age, id LIMIT 5 OFFSET 3"
      try rig.expect(fresh)
      try rig.refetch("DELETE FROM person WHERE id < 3", reason: .window, showing: fresh)
      try rig.refetch("DELETE FROM person WHERE id > 4", reason: .window, showing: fresh)
      #expect(rig.rows == [[]])
    }

    @Test func randomCommitsNeverShowMoreThanTheLimit() throws {
      var random = SplitMix64(seed: 9)
      let rig = try FetchedRig.shown(
        request("SELECT * FROM person", sortedBy: [.column("age")], limit: 7, offset: 2),
        in: try queue())
      for _ in 0..<40 {
        let id = Int.random(in: 1...120, using: &random)
        try rig.commit(
          "INSERT OR REPLACE INTO person VALUES (\(id), 'r', \(id % 30), 1)",
          "DELETE FROM person WHERE id = \(Int.random(in: 1...120, using: &random))")
        try rig.source.refresh()
        try rig.expect("SELECT * FROM person ORDER BY age, id LIMIT 7 OFFSET 2")
        #expect(rig.rows[0].count <= 7)
      }
    }

    @Test(arguments: [(-1, 0), (4, -2)]) func aNegativeLimitIsAnError(limit: Int, offset: Int)
      throws
    {
      let rig = try FetchedRig(
        request(
          "SELECT * FROM person", sortedBy: [.column("age")], limit: limit, offset: offset),
        in: try queue())
      #expect(throws: FetchedDataError.negativeLimit(limit: limit, offset: offset)) {
        try rig.source.reload()
      }
    }

    /// A row that enters the filter is inserted, and one that leaves it deleted (FR-9).
    @Test func rowsThatEnterAndLeaveTheFilterComeAndGo() throws {
      let rig = try FetchedRig.shown(
        request(
          "SELECT * FROM person WHERE age >= :age;  ", ["age": 105],
          sortedBy: [.column("age", .descending)]),
        in: try queue())
      let fresh = "SELECT * FROM person WHERE age >= 105 ORDER BY age DESC, id"
      #expect(rig.rows[0].count == 5)
      try rig.follow("UPDATE person SET age = 200 WHERE id = 3", showing: fresh)
      #expect(rig.rows[0].count == 6)
      try rig.follow("UPDATE person SET age = 1 WHERE id > 98", showing: fresh)
      #expect(rig.rows[0].count == 4)
    }

    @Test func aJoinWithoutADependencyIsFetchedAgain() throws {
      let rig = try FetchedRig.shown(
        request(
          """
          SELECT person.*, team.name AS team FROM person JOIN team ON team.id = teamID
          WHERE isOpen AND age < 20
          """, sortedBy: [.column("team"), .column("age")]), in: try queue())
      let fresh = """
        SELECT person.*, team.name FROM person JOIN team ON team.id = teamID
        WHERE isOpen AND age < 20 ORDER BY team.name, age, person.id
        """
      try rig.expect(fresh)
      try rig.refetch(
        "UPDATE team SET isOpen = 1 - isOpen", reason: .unmappedTable("team"), showing: fresh)
      try rig.follow("UPDATE person SET teamID = 2 WHERE age < 13", showing: fresh)
    }

    @Test func aJoinWithADependencyIsFollowed() throws {
      var request = request(
        """
        SELECT person.*, team.name AS team FROM person JOIN team ON team.id = teamID
        WHERE isOpen AND age < 20
        """, sortedBy: [.column("team"), .column("age")])
      request.dependencies = [FetchedDependency(on: "team", referredToBy: "teamID")]
      let rig = try FetchedRig.shown(request, in: try queue())
      let fresh = """
        SELECT person.*, team.name FROM person JOIN team ON team.id = teamID
        WHERE isOpen AND age < 20 ORDER BY team.name, age, person.id
        """
      // Rows come into the join by a change of the other table, and go out of it.
      try rig.follow("UPDATE team SET isOpen = 1 WHERE id = 2", showing: fresh)
      try rig.follow("UPDATE team SET name = 'a' WHERE id = 2", showing: fresh)
      try rig.follow("DELETE FROM team WHERE id = 1", showing: fresh)
      try rig.follow("UPDATE person SET teamID = 2 WHERE id = 1", showing: fresh)
    }

    /// A row of one table with the one of another that it refers to.
    private struct Member: Decodable, FetchableRecord, Equatable {
      struct Person: Codable, TableRecord, Equatable {
        static let team = belongsTo(Team.self, using: ForeignKey(["teamID"]))
        static let scores = hasMany(Team.self, using: ForeignKey(["id"]))
        var id: Int64
        var name: String
      }
      struct Team: Codable, TableRecord, Equatable {
        var id: Int64
        var name: String
      }
      var person: Person
      var team: Team
    }

    @Test func anAssociatedRecordIsDecoded() throws {
      let queue = try queue()
      let request = Member.Person.including(required: Member.Person.team).asRequest(of: Member.self)
      let view = FetchedRig<NoSections>.plainView()
      let source = try FetchedDataSource(
        FetchedRequest<Member, NoSections>(
          request, table: "person", sections: .none, sortedBy: [.column("age")]),
        for: view, in: queue)
      try source.reload()
      let right = try queue.read { try request.order(Column("age")).fetchAll($0) }
      let found = (0..<source.itemCount(inSection: 0)).map {
        source.item(at: ItemPath(section: 0, item: $0))
      }
      #expect(found == right, "\(String(describing: source.lastError))")
      #expect(!right.isEmpty)
    }

    @Test func childrenOfRowsAreRefused() throws {
      let request = Member.Person.including(all: Member.Person.scores).asRequest(of: Member.self)
      let view = FetchedRig<NoSections>.plainView()
      let source = try FetchedDataSource(
        FetchedRequest<Member, NoSections>(
          request, table: "person", sections: .none, sortedBy: [.column("age")]),
        for: view, in: try queue())
      #expect(throws: FetchedDataError.includesChildren(table: "person")) { try source.reload() }
    }

    /// SQLite calls no hook for a virtual table.
    @Test func aRequestThatReadsAVirtualTableIsFetchedAgain() throws {
      let queue = try queue()
      try queue.write {
        try $0.execute(sql: "CREATE VIRTUAL TABLE words USING fts5(word)")
        try $0.execute(sql: "INSERT INTO words (rowid, word) VALUES (1, 'x'), (3, 'y')")
      }
      let sql = "SELECT * FROM person WHERE id IN (SELECT rowid FROM words WHERE words MATCH 'y')"
      let rig = try FetchedRig.shown(request(sql, sortedBy: [.column("age")]), in: queue)
      try rig.refetch(
        "INSERT INTO words (rowid, word) VALUES (7, 'y')", reason: .unmappedTable("words"),
        showing: sql + " ORDER BY age")
    }

    @Test func aRowThatAJoinRepeatsIsAnErrorThatNamesIt() throws {
      let request = request(
        "SELECT person.* FROM person JOIN team ON team.id <> person.id + 100",
        sortedBy: [.column("age")])
      let rig = try FetchedRig(request, in: try queue())
      #expect(throws: FetchedDataError.duplicateRow(table: "person", row: "1")) {
        try rig.source.reload()
      }
    }

    /// A row that leaves the result by it cannot be found any more.
    @Test func aDependencyByAColumnOfAnotherTableIsFetchedAgain() throws {
      var request = request(
        """
        SELECT person.*, team.id AS owner FROM person JOIN team ON team.id = teamID WHERE isOpen
        """, sortedBy: [.column("age")])
      request.dependencies = [FetchedDependency(on: "team", referredToBy: "owner")]
      let rig = try FetchedRig.shown(request, in: try queue())
      let fresh = """
        SELECT person.*, team.id FROM person JOIN team ON team.id = teamID WHERE isOpen
        ORDER BY age, person.id
        """
      try rig.refetch(
        "UPDATE team SET isOpen = 1 - isOpen", reason: .unmappedTable("team"), showing: fresh)
    }

    @Test func aRequestOfTheQueryInterfaceIsFollowed() throws {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, score REAL)",
        "INSERT INTO person VALUES (1, 'a', 30, 1), (2, 'b', 20, 2), (3, 'c', 10, 3)")
      let request = FetchedRequest(
        Person.filter([20, 30, 40].contains(Column("age"))).filter(Column("name") != nil),
        sortedBy: [.column("age")])
      let view = FetchedRig<NoSections>.plainView()
      let source = try FetchedDataSource(request, for: view, in: queue)
      source.register(PersonCell.self) { cell, person in cell.person = person }
      try source.reload()
      try queue.write { try $0.execute(sql: "UPDATE person SET age = 40 WHERE id IN (2, 3)") }
      #expect(try source.refresh() == 1)
      #expect(source.statistics.refetches == 0)
      #expect(source.itemPaths { _ in true }.compactMap { source.item(at: $0)?.id } == [1, 2, 3])
      #expect(source.itemPath(forRowID: 3) == ItemPath(section: 0, item: 2))
      #expect(source.itemPath(forKey: [2]) == ItemPath(section: 0, item: 1))
      #expect(source.itemPath(forRowID: 9) == nil)
    }

    @Test(
      arguments: [
        ("SELECT DISTINCT * FROM person", "DISTINCT"),
        ("SELECT * FROM person UNION SELECT * FROM person", "UNION"),
        ("SELECT * FROM (SELECT * FROM person ORDER BY age, id LIMIT 50)", "LIMIT"),
        ("SELECT * FROM person WHERE age > (SELECT avg(age) FROM person)", "person"),
        ("SELECT *, rank() OVER (ORDER BY age) AS place FROM person", "OVER"),
        ("SELECT * FROM person GROUP BY age % 10", "GROUP"),
        ("SELECT * FROM \"old\"", "old"),
        ("SELECT person.* FROM person JOIN sizes USING (teamID) WHERE size > 1", "sizes"),
      ])
    func aRequestWhoseRowsHangOnOthersIsFetchedAgain(sql: String, word: String) throws {
      let rig = try FetchedRig<NoSections>(
        request(sql, sortedBy: [.column("name", .descending)]), in: try queue())
      try rig.commit(
        "CREATE VIEW old AS SELECT * FROM person WHERE age > 70",
        "CREATE VIEW sizes AS SELECT teamID, count(*) AS size FROM person GROUP BY teamID")
      try rig.source.reload()
      let fresh = "SELECT * FROM (\(sql)) ORDER BY name DESC, id"
      try rig.expect(fresh)
      try rig.refetch(
        "UPDATE person SET age = 200, teamID = 1 WHERE id BETWEEN 3 AND 97",
        reason: .wholeRequest(word), showing: fresh)
    }

    @Test func aTextThatLooksLikeAKeywordChangesNothing() throws {
      let rig = try FetchedRig.shown(
        request(
          "SELECT *, 'LIMIT it''s UNION' AS \"a\" FROM person -- GROUP BY",
          sortedBy: [.column("age")]),
        in: try queue())
      try rig.follow(
        "DELETE FROM person WHERE id > 4",
        showing: "SELECT *, 'LIMIT it''s UNION' FROM person ORDER BY age")
    }

    @Test func aRequestWithoutAnOrderIsAnError() throws {
      let rig = try FetchedRig(request("SELECT * FROM person", sortedBy: []), in: try queue())
      #expect(throws: FetchedDataError.noOrder(table: "person")) { try rig.source.reload() }
      #expect(rig.rows.isEmpty)
    }

    @Test func aRequestWithoutThePrimaryKeyIsAnError() throws {
      let rig = try FetchedRig(
        request("SELECT name FROM person", sortedBy: [.column("name")]), in: try queue())
      #expect(throws: FetchedDataError.noPrimaryKey(table: "person", columns: ["id"])) {
        try rig.source.reload()
      }
    }

    @Test func anotherRequestReplacesTheRowsOrLeavesThemAsTheyAre() throws {
      let rig = try FetchedRig.shown(
        request("SELECT * FROM person WHERE age < 12", sortedBy: [.column("age")]),
        in: try queue())
      try rig.source.reload(
        request("SELECT * FROM person WHERE age > 107", sortedBy: [.column("age")]))
      try rig.follow(
        "DELETE FROM person WHERE age = 108",
        showing: "SELECT * FROM person WHERE age > 107 ORDER BY age")
      #expect(throws: FetchedDataError.noOrder(table: "person")) {
        try rig.source.reload(request("SELECT * FROM person", sortedBy: []))
      }
      try rig.follow(
        "UPDATE person SET age = 300 WHERE id = 1",
        showing: "SELECT * FROM person WHERE age > 107 ORDER BY age")
    }

    @Test func thereAreNoSectionsAfterAReset() throws {
      let rig = try FetchedRig.shown(
        request("SELECT * FROM person", sortedBy: [.column("age")]), in: try queue())
      rig.source.reset()
      try rig.view.layoutIfNeeded()
      #expect(rig.rows.isEmpty && rig.cells.isEmpty)
      try rig.commit("DELETE FROM person WHERE id = 1")
      #expect(try rig.source.refresh() == 0)
      #expect(rig.rows.isEmpty)
      try rig.source.reload()
      try rig.follow(
        "DELETE FROM person WHERE id = 2", showing: "SELECT * FROM person ORDER BY age")
    }
  }
#endif
