#if SQLITE
  import Changesets
  import CollectionViews
  import DataSources
  import GRDB
  import SQLiteDataSources
  import Testing

  /// Schemas that change under a source, views that are gone, and the words of errors.
  struct SchemaErrorTests {
    private let fresh = "SELECT * FROM person ORDER BY team, name"

    private func queue() throws -> DatabaseQueue {
      try DatabaseQueue.inMemory(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, team TEXT NOT NULL)",
        "INSERT INTO person VALUES (1, 'a', 'x'), (2, 'b', 'y'), (3, 'c', 'x')")
    }

    private var request: FetchedRequest<Entry, String> {
      FetchedRequest(
        sql: "SELECT * FROM person", table: "person", sections: .column("team"),
        sortedBy: [.column("name")])
    }

    private func missing(_ column: String) -> FetchedDataError {
      .schema(path: ":memory:", message: "no such column: \(column)")
    }

    @Test func aNewColumnIsShown() throws {
      let rig = try FetchedRig.shown(request, in: try queue())
      try rig.refetch(
        "ALTER TABLE person ADD COLUMN note TEXT DEFAULT 'new'", reason: .schemaChange,
        showing: fresh)
      #expect(rig.rows[0][0] == "1|a|x|new")
      // From then on, row by row again.
      try rig.follow("UPDATE person SET note = 'old' WHERE id = 1", showing: fresh)
    }

    @Test func anIndexThatComesAndGoesChangesNothing() throws {
      let rig = try FetchedRig.shown(request, in: try queue())
      try rig.refetch(
        "CREATE INDEX i ON person (team, name)", reason: .schemaChange, showing: fresh)
      try rig.follow("UPDATE person SET team = 'z' WHERE id = 1", showing: fresh)
      try rig.refetch("DROP INDEX i", reason: .schemaChange, showing: fresh)
      try rig.follow("UPDATE person SET team = 'w' WHERE id = 2", showing: fresh)
    }

    @Test func aSectionColumnThatIsDroppedIsAnErrorUntilItIsBack() throws {
      let rig = try FetchedRig.shown(request, in: try queue())
      try rig.commit("ALTER TABLE person DROP COLUMN team")
      #expect(throws: FetchedDataError.self) { try rig.source.refresh() }
      guard case .schema(":memory:", let message) = rig.source.lastError else {
        Issue.record("\(String(describing: rig.source.lastError))")
        return
      }
      #expect(message.contains("team"))
      #expect(rig.cells == ["1|a|x", "3|c|x", "2|b|y"])
      #expect(rig.sections == ["x", "y"])
      try rig.commit("UPDATE person SET name = 'q' WHERE id = 1")
      #expect(throws: FetchedDataError.self) { try rig.source.refresh() }
      try rig.commit("ALTER TABLE person ADD COLUMN team TEXT NOT NULL DEFAULT 'back'")
      try rig.source.refresh()
      try rig.expect(fresh)
      #expect(rig.sections == ["back"])
    }

    @Test func aTableThatIsDroppedIsAnErrorUntilItIsBack() throws {
      let rig = try FetchedRig.shown(request, in: try queue())
      try rig.commit("DROP TABLE person")
      try rig.expectError(.schema(path: ":memory:", message: "no such table: person"))
      try rig.expectError(.schema(path: ":memory:", message: "no such table: person"))
      try rig.commit(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, team TEXT)",
        "INSERT INTO person VALUES (5, 'e', 'z')")
      try rig.source.refresh()
      try rig.expect(fresh)
      try rig.follow("UPDATE person SET team = 'a'", showing: fresh)
    }

    @Test func aTableThatIsDroppedDoesNotStopOtherSources() throws {
      let queue = try queue()
      try queue.write {
        try $0.execute(sql: "CREATE TABLE pet (name TEXT PRIMARY KEY) WITHOUT ROWID")
      }
      let pets = try FetchedRig<NoSections>.shown(
        FetchedRequest(sql: "SELECT * FROM pet", table: "pet", sortedBy: [.column("name")]),
        in: queue)
      try pets.commit("DROP TABLE pet")
      let rig = try FetchedRig.shown(request, in: queue)
      try rig.follow("DELETE FROM person WHERE id = 1", showing: fresh)
    }

    @Test func aTableThatIsMadeAnewIsFollowed() throws {
      let rig = try FetchedRig.shown(request, in: try queue())
      try rig.refetch(
        "CREATE TABLE other (id INTEGER PRIMARY KEY, team TEXT, name TEXT)",
        "INSERT INTO other SELECT id, team, name || '!' FROM person", "DROP TABLE person",
        "ALTER TABLE other RENAME TO person", reason: .schemaChange, showing: fresh)
      #expect(rig.rows[0][0] == "1|x|a!")
      try rig.follow("UPDATE person SET team = 'z' WHERE id = 1", showing: fresh)
    }

    @Test func aTableThatDoesNotExistIsAnError() throws {
      let rig = try FetchedRig<NoSections>(
        FetchedRequest(sql: "SELECT * FROM ghost", table: "ghost", sortedBy: [.column("a")]),
        in: try queue())
      #expect(
        throws: FetchedDataError.schema(path: ":memory:", message: "no such table: ghost")
      ) { try rig.source.reload() }
    }

    @Test func aTermThatDoesNotExistIsAnError() throws {
      let rig = try FetchedRig<NoSections>(
        FetchedRequest(
          sql: "SELECT * FROM person", table: "person", sortedBy: [.expression("ghost + 1")]),
        in: try queue())
      #expect(throws: missing("ghost")) { try rig.source.reload() }
    }

    // MARK: Views

    @Test func aSecondSourceForOneViewIsAnError() throws {
      let queue = try queue()
      let rig = try FetchedRig.shown(request, in: queue)
      let name = "\(type(of: rig.source))"
      #expect(
        throws: FetchedDataError.view(.secondDataSource(installed: name, new: name))
      ) { _ = try FetchedDataSource(request, for: rig.view, in: queue) }
      #expect(rig.view.dataSource === rig.source)
      try rig.follow("DELETE FROM person WHERE id = 1", showing: fresh)
    }

    @Test func aViewThatIsGoneIsAnErrorAndEndsTheFeed() throws {
      let queue = try queue()
      var view: CollectionView? = FetchedRig<String>.plainView()
      let source = try FetchedDataSource(request, for: try #require(view), in: queue)
      try source.reload()
      view = nil
      try queue.write { try $0.execute(sql: "DELETE FROM person WHERE id = 1") }
      #expect(throws: FetchedDataError.viewGone) { try source.refresh() }
      #expect(throws: FetchedDataError.viewGone) { try source.reload() }
    }

    @Test func aSourceThatIsGoneLeavesItsViewAndItsConnection() throws {
      let queue = try queue()
      let view = FetchedRig<String>.plainView()
      weak var ended: FetchedDataSource<Entry, String>?
      do {
        let source = try FetchedDataSource(request, for: view, in: queue)
        source.register(EntryCell.self) { cell, entry in cell.entry = entry }
        try source.reload()
        ended = source
      }
      #expect(ended == nil && view.dataSource == nil)
      try queue.write { try $0.execute(sql: "DELETE FROM person WHERE id = 1") }
      let rig = try FetchedRig.shown(request, in: queue)
      try rig.follow("DELETE FROM person WHERE id = 2", showing: fresh)
    }

    // MARK: Words

    private static let view = CollectionViewError.editInsideUpdate

    /// Each error, what was found, and what to do.
    @Test(
      arguments: [
        (.missing(path: "/a"), ["/a", "check that"]),
        (
          .locked(path: "/a", holder: .init(processID: 12, name: "app")),
          ["/a", "12", "app", "end its transaction"]
        ),
        (.locked(path: "/a", holder: nil), ["/a", "raise the busy timeout"]),
        (.corrupt(path: "/a", message: "bad page"), ["/a", "bad page", "restore"]),
        (.readOnly(path: "/a"), ["/a", "open it for writing"]),
        (.full(path: "/a"), ["/a", "free some"]),
        (.schema(path: "/a", message: "no such"), ["/a", "no such", "change it"]),
        (.database(path: "/a", message: "odd"), ["/a", "odd"]),
        (.noOrder(table: "t"), ["t", "sortedBy"]),
        (.noPrimaryKey(table: "t", columns: ["i", "j"]), ["i, j", "t", "select"]),
        (.nullKey(table: "t", row: "1, NULL"), ["t", "1, NULL", "NOT NULL"]),
        (.unstableOrder(table: "t", function: "random"), ["t", "random()", "store"]),
        (.sectionCollation("ODD"), ["ODD", "NOCASE"]),
        (.encoding(path: "/a", found: "UTF-16le"), ["/a", "UTF-16le", "PRAGMA encoding"]),
        (.notToOne(table: "t", key: "k"), ["t.k", "unique column"]),
        (.nullSection(row: "7"), ["7", "allowsNull"]),
        (.duplicateRow(table: "t", row: "7"), ["t", "row 7", "more than once", "join"]),
        (.includesChildren(table: "t"), ["t", "including(all:)"]),
        (.sectionType(value: "\"x\"", expected: "Int"), ["\"x\"", "Int", "another type"]),
        (.negativeLimit(limit: -3, offset: 4), ["-3", "4", "0 or more"]),
        (.negativeLimit(limit: nil, offset: -1), ["nil", "-1"]),
        (.insideTransaction(path: "/a"), ["/a", "after it has ended"]),
        (.viewGone, ["view", "create a source"]),
        (.view(view), [view.description]),
      ] as [(FetchedDataError, [String])])
    func errorsSayWhatWasFoundAndWhatToDo(error: FetchedDataError, words: [String]) {
      for word in words { #expect(error.description.contains(word), "\(error)") }
    }

    @Test func errorsOfSQLiteAreTyped() {
      let errors: [(ResultCode, FetchedDataError)] = [
        (.SQLITE_READONLY, .readOnly(path: "/a")), (.SQLITE_FULL, .full(path: "/a")),
        (.SQLITE_CANTOPEN, .missing(path: "/a")), (.SQLITE_BUSY, .locked(path: "/a", holder: nil)),
        (.SQLITE_LOCKED, .locked(path: "/a", holder: nil)),
        (.SQLITE_NOTADB, .corrupt(path: "/a", message: "m")),
        (.SQLITE_CORRUPT, .corrupt(path: "/a", message: "m")),
        (.SQLITE_ERROR, .schema(path: "/a", message: "m")),
        (.SQLITE_IOERR, .database(path: "/a", message: "m")),
      ]
      for (code, expected) in errors {
        let error = DatabaseError(resultCode: code, message: "m")
        #expect(FetchedDataError(error, path: "/a") == expected)
        // Twice is once.
        #expect(FetchedDataError(expected, path: "/b") == expected)
      }
      #expect(
        FetchedDataError(CollectionViewError.editInsideUpdate, path: "/a") == .view(Self.view))
    }
  }
#endif
