#if SQLITE
  import Changesets
  import GRDB
  import SQLiteDataSources
  import Testing

  /// Sections by a row of another table.
  struct FetchedRelationshipTests {
    /// A row that is a section's item.
    private struct Team: FetchableRecord, Equatable {
      let id: Int64
      let name: String

      init(id: Int64, name: String) { (self.id, self.name) = (id, name) }

      init(row: Row) { (id, name) = (row["id"], row["name"]) }
    }

    private let fresh = """
      SELECT person.* FROM person LEFT JOIN team ON team.id = teamID
      ORDER BY team.name, teamID, person.name
      """

    private func queue() throws -> DatabaseQueue {
      try DatabaseQueue.inMemory(
        "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        """
        CREATE TABLE person (
          id INTEGER PRIMARY KEY, name TEXT,
          teamID INTEGER REFERENCES team (id) ON DELETE SET NULL)
        """,
        "INSERT INTO team VALUES (1, 'B'), (2, 'A')",
        """
        INSERT INTO person VALUES
          (1, 'e', 1), (2, 'd', 2), (3, 'c', NULL), (4, 'b', 1), (5, 'a', NULL), (6, 'f', 2)
        """)
    }

    private func rig(_ queue: DatabaseQueue) throws -> FetchedRig<Team> {
      try FetchedRig.shown(
        FetchedRequest(
          sql: "SELECT * FROM person", table: "person",
          sections: SectionRule<Team>.relationship(
            "teamID", to: "team", orderedBy: [.column("name")], allowsNull: true),
          sortedBy: [.column("name")]),
        in: queue)
    }

    @Test func rowsWithoutARelatedRowComeFirst() throws {
      let rig = try rig(try queue())
      #expect(rig.sections == [nil, Team(id: 2, name: "A"), Team(id: 1, name: "B")])
      try rig.expect(fresh)
    }

    @Test func twoRelatedRowsOfOneNameAreTwoSections() throws {
      let rig = try rig(try queue())
      try rig.follow("UPDATE team SET name = 'A'", showing: fresh)
      #expect(rig.sections == [nil, Team(id: 1, name: "A"), Team(id: 2, name: "A")])
      #expect(rig.rows.map(\.count) == [2, 2, 2])
    }

    @Test func renamingTheSectionsRowMovesTheSectionAndItsItemIsFresh() throws {
      let rig = try rig(try queue())
      try rig.follow("UPDATE team SET name = 'Z' WHERE id = 2", showing: fresh)
      #expect(rig.sections == [nil, Team(id: 1, name: "B"), Team(id: 2, name: "Z")])
    }

    /// The order of two long texts cannot be told once one of them has changed again, so all keys are
    /// fetched in the middle of a commit.
    @Test func aSectionsRowThatChangedIsFreshAlsoAfterAFetchInItsPlace() throws {
      let queue = try queue()
      let long = "a text of which the index keeps a part"
      try queue.write {
        try $0.execute(sql: "UPDATE person SET name = ? WHERE id = 1", arguments: [long + " 2"])
      }
      let rig = try FetchedRig.shown(
        FetchedRequest(
          sql: "SELECT * FROM person", table: "person",
          sections: SectionRule<Team>.relationship("teamID", to: "team", allowsNull: true),
          sortedBy: [.column("name")]),
        in: queue)
      #expect(rig.sections == [nil, Team(id: 1, name: "B"), Team(id: 2, name: "A")])
      try rig.commit(
        "INSERT INTO person VALUES (7, '\(long) 1', 1)", "UPDATE team SET name = 'Z' WHERE id = 2")
      try rig.commit("UPDATE person SET name = '\(long) 0' WHERE id = 1")
      var reloaded: [Int] = []
      rig.source.willApply = { reloaded += $0?.reloadedSections ?? [] }
      try rig.source.refresh()
      #expect(rig.source.statistics.lastRefetchReason == .ambiguousKey)
      #expect(reloaded.contains(2))
      #expect(rig.sections == [nil, Team(id: 1, name: "B"), Team(id: 2, name: "Z")])
      try rig.expect("SELECT * FROM person ORDER BY teamID, name")
    }

    @Test func deletingTheSectionsRowMovesItsRows() throws {
      let rig = try rig(try queue())
      try rig.follow("DELETE FROM team WHERE id = 1", showing: fresh)
      #expect(rig.sections == [nil, Team(id: 2, name: "A")])
      #expect(rig.rows.map(\.count) == [4, 2])
    }

    @Test func aRowThatChangesItsRelationMoves() throws {
      let rig = try rig(try queue())
      try rig.follow("UPDATE person SET teamID = 2 WHERE id IN (1, 5)", showing: fresh)
      #expect(rig.rows.map(\.count) == [1, 4, 1])
    }

    @Test func aNewRelatedRowAndItsRowsAreOneUpdate() throws {
      let rig = try rig(try queue())
      try rig.follow(
        "INSERT INTO team VALUES (3, 'AA')", "INSERT INTO person VALUES (7, 'g', 3)",
        showing: fresh)
      #expect(rig.sections[2] == Team(id: 3, name: "AA"))
    }

    @Test func aRelatedRowWithoutRowsIsNoSection() throws {
      let rig = try rig(try queue())
      try rig.commit("INSERT INTO team VALUES (3, 'AA')")
      #expect(try rig.source.refresh() == 0)
      #expect(rig.sections.count == 3)
      #expect(rig.updates == 1)
      #expect(rig.source.statistics.refetches == 0)
    }

    @Test func aRelatedRowThatIsRenamedWithoutRowsIsFreshWhenTheyAreBack() throws {
      let rig = try rig(try queue())
      #expect(rig.sections[1] == Team(id: 2, name: "A"))
      try rig.follow("UPDATE person SET teamID = 1 WHERE teamID = 2", showing: fresh)
      try rig.commit("UPDATE team SET name = 'AAA' WHERE id = 2")
      #expect(try rig.source.refresh() == 0)
      try rig.follow("UPDATE person SET teamID = 2 WHERE id = 2", showing: fresh)
      #expect(rig.sections[1] == Team(id: 2, name: "AAA"))
    }

    @Test func aRelationToSeveralRowsIsRefused() throws {
      let queue = try queue()
      let rig = try FetchedRig(
        FetchedRequest<Entry, Team>(
          sql: "SELECT * FROM person", table: "person",
          sections: .relationship("teamID", to: "team", key: "name"), sortedBy: [.column("name")]),
        in: queue)
      #expect(throws: FetchedDataError.notToOne(table: "team", key: "name")) {
        try rig.source.reload()
      }
    }

    @Test func aUniqueColumnIsFollowedByAFetchOfAllKeys() throws {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, code TEXT UNIQUE)",
        "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, code TEXT)",
        "INSERT INTO team VALUES (1, 'B', 'x'), (2, 'A', 'y')",
        "INSERT INTO person VALUES (1, 'e', 'x'), (2, 'd', 'y')")
      let rig = try FetchedRig.shown(
        FetchedRequest<Entry, Team>(
          sql: "SELECT * FROM person", table: "person",
          sections: .relationship("code", to: "team", key: "code", orderedBy: [.column("name")]),
          sortedBy: [.column("name")]),
        in: queue)
      #expect(rig.sections.map(\.?.name) == ["A", "B"])
      try rig.refetch(
        "UPDATE team SET name = 'C' WHERE code = 'y'", reason: .unmappedTable("team"),
        showing: "SELECT person.* FROM person JOIN team USING (code) ORDER BY team.name")
      #expect(rig.sections.map(\.?.name) == ["B", "C"])
    }

    @Test func nullIsAnErrorUnlessTheRelationMayBeMissing() throws {
      let rig = try FetchedRig(
        FetchedRequest<Entry, Team>(
          sql: "SELECT * FROM person", table: "person",
          sections: .relationship("teamID", to: "team"), sortedBy: [.column("id")]),
        in: try queue())
      #expect(throws: FetchedDataError.nullSection(row: "3")) { try rig.source.reload() }
    }
  }
#endif
