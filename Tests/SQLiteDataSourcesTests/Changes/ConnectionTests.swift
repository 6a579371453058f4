#if SQLITE
  import BasicAlgorithms
  import Changesets
  import CollectionViews
  import Dispatch
  import GRDB
  import SQLiteDataSources
  import Synchronization
  import TestSupport
  import Testing

  /// Databases of every kind, and commits of other connections and processes.
  struct ConnectionTests {
    private let fresh = "SELECT * FROM person ORDER BY age, id"
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "people.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private var request: FetchedRequest<Entry, Int> {
      FetchedRequest(
        sql: "SELECT * FROM person", table: "person", sections: .expression("age / 10"),
        sortedBy: [.column("age")])
    }

    private func fill(_ writer: any DatabaseWriter) throws {
      try writer.write { database in
        try database.execute(
          sql: """
            CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
            INSERT INTO person VALUES (1, 'a', 10), (2, 'b', 21), (3, 'c', 12);
            """)
      }
    }

    private func makePool() throws -> DatabasePool {
      let pool = try DatabasePool(path: path)
      try fill(pool)
      return pool
    }

    private func makeQueue() throws -> DatabaseQueue {
      let queue = try DatabaseQueue(path: path)
      try fill(queue)
      return queue
    }

    @Test func aDatabaseInMemoryIsFollowed() throws {
      let queue = try DatabaseQueue()
      try fill(queue)
      let rig = try FetchedRig.shown(request, in: queue)
      try rig.follow("UPDATE person SET age = 30 WHERE id = 1", showing: fresh)
    }

    @Test func aPoolIsFollowed() throws {
      let rig = try FetchedRig.shown(request, in: try makePool())
      try rig.follow("UPDATE person SET age = 30 WHERE id = 1", showing: fresh)
      try rig.follow(
        "INSERT INTO person VALUES (4, 'd', 5)", "DELETE FROM person WHERE id = 2", showing: fresh)
    }

    @Test func randomCommitsOfAPoolLeadToAFreshFetch() throws {
      var random = SplitMix64(seed: 5)
      let rig = try FetchedRig.shown(request, in: try makePool())
      for commit in 0..<60 {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let id = Int.random(in: 1...20, using: &random)
          let age = Int.random(in: 0..<60, using: &random)
          try rig.commit(
            "DELETE FROM person WHERE id = \(id % 7)",
            "INSERT OR REPLACE INTO person VALUES (\(id), 'n\(age)', \(age))")
        }
        try rig.source.refresh()
        try rig.expect(fresh, "commit \(commit)")
      }
      #expect(rig.source.statistics.refetches == 0)
    }

    @Test func anotherConnectionOfThisProcessIsNoticed() throws {
      let rig = try FetchedRig.shown(request, in: try makePool())
      let other = try DatabaseQueue(path: path)
      try other.write { try $0.execute(sql: "UPDATE person SET age = 35 WHERE id = 2") }
      #expect(try rig.source.refresh() == 0)
      try rig.source.checkOtherConnections()
      #expect(try rig.source.refresh() == 1)
      #expect(rig.source.statistics.lastRefetchReason == .otherConnection)
      try rig.expect(fresh)
      // It was noticed once, and the own commits are followed as before.
      try rig.source.checkOtherConnections()
      #expect(try rig.source.refresh() == 0)
      try rig.follow("UPDATE person SET age = 36 WHERE id = 2", showing: fresh)
      try rig.source.checkOtherConnections()
      #expect(try rig.source.refresh() == 0)
    }

    @Test func twoConnectionsInTurnLoseNothing() throws {
      let rig = try FetchedRig.shown(request, in: try makeQueue())
      let other = try DatabaseQueue(path: path)
      for turn in 1...10 {
        try rig.commit("INSERT INTO person VALUES (\(turn * 10), 'own', \(turn * 3))")
        try other.write { database in
          try database.execute(
            sql: "UPDATE person SET age = age + 7 WHERE id % 20 = 0 OR id = ?", arguments: [turn])
        }
        try rig.commit("DELETE FROM person WHERE id = \(turn * 10 - 20)")
        try rig.source.checkOtherConnections()
        try rig.source.refresh()
        try rig.expect(fresh, "turn \(turn)")
      }
    }

    @Test(arguments: [true, false]) func anotherProcessIsNoticed(usesPool: Bool) throws {
      let writer: any DatabaseWriter = usesPool ? try makePool() : try makeQueue()
      let rig = try FetchedRig.shown(request, in: writer)
      let process = try WriterProcess(path: path)
      try process.run(
        "BEGIN", "DELETE FROM person WHERE id = 1", "INSERT INTO person VALUES (9, 'z', 1)")
      try rig.source.checkOtherConnections()
      #expect(try rig.source.refresh() == 0)
      try process.run("COMMIT")
      try rig.source.checkOtherConnections()
      #expect(try rig.source.refresh() == 1)
      #expect(rig.source.statistics.lastRefetchReason == .otherConnection)
      try rig.expect(fresh)
      #expect(rig.rows[0] == ["9|z|1"])
    }

    /// The commit of another process between two of this one.
    @Test(arguments: ["age = 50", "age = 13", "id = 30"])
    func whatAnotherProcessChangesIsNoticedWhenARowIsFetched(change: String) throws {
      let rig = try FetchedRig(request, in: try makePool())
      try rig.source.reload()
      let process = try WriterProcess(path: path)
      try process.run("UPDATE person SET \(change) WHERE id = 1")
      // The place that is shown is no longer the row's.
      #expect(throws: CollectionViewError.self) { try rig.view.layoutIfNeeded() }
      #expect(try rig.source.refresh() == 1)
      try rig.expect(fresh)
    }

    @Test func aTableOfAnAttachedDatabaseIsFollowed() throws {
      let queue = try makeQueue()
      try queue.writeWithoutTransaction { database in
        try database.execute(
          sql: "ATTACH ? AS other", arguments: [folder.path(of: "other.sqlite")])
        try database.execute(
          sql: """
            CREATE TABLE other.pet (id INTEGER PRIMARY KEY, age INTEGER);
            INSERT INTO other.pet VALUES (1, 5), (2, 4)
            """)
      }
      let rig = try FetchedRig.shown(
        FetchedRequest<Entry, NoSections>(
          sql: "SELECT * FROM pet", table: "pet", sortedBy: [.column("age")]), in: queue)
      let fresh = "SELECT * FROM other.pet ORDER BY age"
      try rig.follow("INSERT INTO other.pet VALUES (3, 1)", showing: fresh)
      // A table of the same name in another of its databases means nothing.
      try rig.commit("UPDATE person SET age = 1")
      #expect(try rig.source.refresh() == 0)
      let other = try DatabaseQueue(path: folder.path(of: "other.sqlite"))
      try other.write { try $0.execute(sql: "DELETE FROM pet WHERE id = 1") }
      try rig.source.checkOtherConnections()
      #expect(try rig.source.refresh() == 1)
      try rig.expect(fresh)
    }

    @Test func aRequestThatNamesTheAttachedDatabaseIsFetchedAgain() throws {
      let queue = try makeQueue()
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "ATTACH ':memory:' AS other")
        try database.execute(sql: "CREATE TABLE other.person (id INTEGER PRIMARY KEY, age)")
        try database.execute(sql: "INSERT INTO other.person VALUES (1, 5), (2, 4)")
      }
      let rig = try FetchedRig.shown(
        FetchedRequest<Entry, NoSections>(
          sql: "SELECT * FROM other.person", table: "person", sortedBy: [.column("age")]),
        in: queue)
      let fresh = "SELECT * FROM other.person ORDER BY age"
      try rig.expect(fresh)
      try rig.refetch(
        "INSERT INTO other.person VALUES (3, 1)", reason: .wholeRequest("person"), showing: fresh)
    }

    @Test func aJoinWithAnAttachedDatabaseIsFetchedAgain() throws {
      let queue = try makeQueue()
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "ATTACH ':memory:' AS other")
        try database.execute(sql: "CREATE TABLE other.hidden (id INTEGER PRIMARY KEY)")
      }
      let sql = "SELECT * FROM person WHERE id NOT IN (SELECT id FROM other.hidden)"
      let rig = try FetchedRig.shown(
        FetchedRequest<Entry, NoSections>(
          sql: sql, table: "person", sortedBy: [.column("age")]), in: queue)
      try rig.refetch(
        "INSERT INTO other.hidden VALUES (1)", reason: .unmappedTable("other.hidden"),
        showing: "\(sql) ORDER BY age")
      try rig.follow("UPDATE person SET age = 1 WHERE id = 2", showing: "\(sql) ORDER BY age")
    }

    @Test func aTemporaryTableIsFollowed() throws {
      let queue = try makeQueue()
      try queue.write { database in
        // It hides the table of this name.
        try database.execute(sql: "CREATE TEMP TABLE person (id INTEGER PRIMARY KEY, age)")
      }
      let rig = try FetchedRig.shown(
        FetchedRequest<Entry, NoSections>(
          sql: "SELECT * FROM person", table: "person", sortedBy: [.column("age")]), in: queue)
      #expect(rig.rows == [[]])
      try rig.follow("INSERT INTO person VALUES (1, 5), (2, 4)", showing: fresh)
      // Which of the two is read cannot be told from their name.
      try rig.refetch(
        "DELETE FROM main.person", reason: .unmappedTable("person"), showing: fresh)
      #expect(rig.rows == [["2|4", "1|5"]])
    }

    @Test func aTemporaryTableOfAPoolIsAnError() throws {
      let pool = try makePool()
      try pool.write { try $0.execute(sql: "CREATE TEMP TABLE own (id INTEGER PRIMARY KEY)") }
      let rig = try FetchedRig(
        FetchedRequest<Entry, NoSections>(
          sql: "SELECT * FROM own", table: "own", sortedBy: [.column("id")]), in: pool)
      // Only the connection that writes has it.
      #expect(throws: FetchedDataError.schema(path: path, message: "no such table: own")) {
        try rig.source.reload()
      }
    }

    // MARK: Scheduling

    @Test(arguments: [FetchedConfiguration.Strategy.incremental, .refetch], [true, false])
    func immediateSchedulingShowsACommitInsideOfIt(
      strategy: FetchedConfiguration.Strategy, usesPool: Bool
    ) throws {
      var configuration = FetchedConfiguration()
      configuration.scheduling = .immediate
      configuration.strategy = strategy
      let rig = try FetchedRig.shown(
        request, in: usesPool ? try makePool() : try makeQueue(), configuration: configuration)
      try rig.commit("UPDATE person SET age = 33 WHERE id = 1")
      #expect(rig.source.lastError == nil)
      #expect(rig.updates == 2)
      try rig.expect(fresh)
      try rig.commit("DELETE FROM person", "INSERT INTO person VALUES (8, 'h', 3)")
      try rig.expect(fresh)
      #expect(rig.source.statistics.refetches == (strategy == .refetch ? 2 : 0))
    }

    @Test func aQueueShowsCommitsWhenItIsItsTurn() throws {
      let queue = DispatchQueue(label: "view")
      var configuration = FetchedConfiguration()
      configuration.scheduling = .queue(queue)
      let rig = try FetchedRig(request, in: try makePool(), configuration: configuration)
      try queue.sync { try rig.source.reload() }
      try rig.commit("UPDATE person SET age = 33 WHERE id = 1")
      // The refresh stands in the queue before this.
      try queue.sync {
        #expect(rig.updates == 2)
        try rig.expect(fresh)
      }
    }

    @Test func anErrorThatNobodyCalledForIsTold() throws {
      var configuration = FetchedConfiguration()
      configuration.scheduling = .immediate
      let request = FetchedRequest<Entry, Int>(
        sql: "SELECT * FROM person", table: "person", sections: .column("age"),
        sortedBy: [.column("age")])
      let rig = try FetchedRig.shown(request, in: try makeQueue(), configuration: configuration)
      var errors: [FetchedDataError] = []
      rig.source.onError = { errors.append($0) }
      try rig.commit("UPDATE person SET age = NULL WHERE id = 1")
      #expect(errors == [.nullSection(row: "1")])
      try rig.commit("UPDATE person SET age = 11 WHERE id = 1")
      #expect(errors.count == 1)
      try rig.expect(fresh)
    }
  }
#endif
