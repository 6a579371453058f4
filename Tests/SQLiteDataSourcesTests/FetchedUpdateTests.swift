#if SQLITE
  import BasicAlgorithms
  import Changesets
  import CollectionViews
  import DataSources
  import GRDB
  import SQLiteDataSources
  import Testing

  /// How the view shows commits.
  struct FetchedUpdateTests {
    private let fresh = "SELECT * FROM person ORDER BY age, name, id"

    private func queue() throws -> DatabaseQueue {
      try DatabaseQueue.inMemory(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER, name TEXT, note TEXT)",
        """
        INSERT INTO person VALUES
          (1, 10, 'a', 'x'), (2, 10, 'b', 'x'), (3, 20, 'c', 'x'), (4, 20, 'd', 'x'),
          (5, 30, 'e', 'x')
        """)
    }

    private func rig(
      _ writer: (any DatabaseWriter)? = nil, configuration: FetchedConfiguration = .init()
    ) throws -> FetchedRig<Int> {
      try FetchedRig.shown(
        FetchedRequest(
          sql: "SELECT * FROM person", table: "person", sections: SectionRule<Int>.column("age"),
          sortedBy: [.column("name")]),
        in: try writer ?? queue(), configuration: configuration)
    }

    /// A row whose content alone has changed is refilled, in the cell that it has (NX-6, FR-3).
    @Test func changedContentRefillsTheCell() throws {
      let rig = try rig()
      let cell = rig.view.cellForItem(at: ItemPath(section: 1, item: 0))
      try rig.commit("UPDATE person SET note = 'y' WHERE id = 3")
      #expect(try rig.source.refresh() == 1)
      let (_, fills) = try rig.layOut()
      #expect(fills.isEmpty)
      #expect(rig.cells[2] == "3|20|c|y")
      #expect(rig.view.cellForItem(at: ItemPath(section: 1, item: 0)) === cell)
      try rig.expect(fresh)
    }

    /// NX-7, FR-3.
    @Test func aRowThatMovesIsRefilled() throws {
      let rig = try rig()
      let cell = rig.view.cellForItem(at: ItemPath(section: 0, item: 0))
      try rig.commit("UPDATE person SET name = 'z', note = 'moved' WHERE id = 1")
      try rig.source.refresh()
      #expect(rig.view.cellForItem(at: ItemPath(section: 0, item: 1)) === cell)
      #expect(rig.rows[0] == ["2|10|b|x", "1|10|z|moved"])
      try rig.expect(fresh)
      try rig.commit("UPDATE person SET age = 30, note = 'far' WHERE id = 1")
      try rig.source.refresh()
      #expect(rig.rows[2] == ["5|30|e|x", "1|30|z|far"])
      try rig.expect(fresh)
    }

    /// Rows that merely shift are not filled again (FR-2), and the one that changed is filled with its
    /// new path (FR-4).
    @Test func anInsertionAboveRefillsNothingElse() throws {
      let rig = try rig()
      _ = try rig.layOut()
      try rig.commit(
        "INSERT INTO person VALUES (9, 10, 'A', 'new')",
        "UPDATE person SET note = 'y' WHERE id = 2")
      try rig.source.refresh()
      let cells = rig.cells
      #expect(cells == ["9|10|A|new", "1|10|a|x", "2|10|b|y", "3|20|c|x", "4|20|d|x", "5|30|e|x"])
      #expect(rig.fills.sorted { $0.description < $1.description } == ["2|10|b|y", "9|10|A|new"])
    }

    @Test func contentUpdatesMayBeIgnored() throws {
      var configuration = FetchedConfiguration()
      configuration.contentUpdates = .ignore
      let rig = try rig(configuration: configuration)
      try rig.commit("UPDATE person SET note = 'y'")
      try rig.source.refresh()
      try rig.view.layoutIfNeeded()
      #expect(rig.cells[0] == "1|10|a|x")
      #expect(rig.rows[0][0] == "1|10|a|y")
    }

    /// NX-10.
    @Test func aReloadMayTakeThePlaceOfUpdates() throws {
      var configuration = FetchedConfiguration()
      configuration.reloadsAfterChanges = true
      let rig = try rig(configuration: configuration)
      let before = rig.view.work
      try rig.commit("INSERT INTO person VALUES (9, 5, 'q', 'x')")
      #expect(try rig.source.refresh() == 1)
      #expect(rig.view.work.reloads == before.reloads + 1)
      #expect(rig.updates == 2)
      try rig.expect(fresh)
    }

    /// L-17, NX-11.
    @Test func postUpdateRunsOnceForEachReloadAndEachCommit() throws {
      let rig = try rig()
      #expect(rig.updates == 1)
      try rig.commit("INSERT INTO person VALUES (9, 5, 'q', 'x'), (10, 5, 'r', 'x')")
      var isEnded = true
      rig.source.postUpdate = { [unowned rig] in isEnded = rig.view.work.updates == 0 }
      try rig.source.refresh()
      #expect(!isEnded)
      var calls = 0
      rig.source.postUpdate = { calls += 1 }
      try rig.commit("DELETE FROM person WHERE id = 9")
      try rig.commit("DELETE FROM person WHERE id = 10")
      try rig.source.refresh()
      #expect(calls == 2)
      try rig.source.refresh()
      #expect(calls == 2)
      rig.source.reset()
      #expect(calls == 3)
    }

    /// FR-1, NX-8: a section and its rows come, go and move within one update.
    @Test func sectionsComeGoAndMoveWithinOneUpdate() throws {
      let rig = try rig()
      try rig.follow(
        "DELETE FROM person WHERE age = 10", "UPDATE person SET age = 5 WHERE age = 30",
        "INSERT INTO person VALUES (7, 15, 'n', 'x'), (8, 25, 'o', 'x')",
        "UPDATE person SET age = 15 WHERE id = 3", showing: fresh)
      #expect(rig.sections == [5, 15, 20, 25])
      #expect(rig.view.work.updates == 1)
    }

    /// The row moves out of a section that goes, into one that comes (NX-8, BUG-41).
    @Test func aRowMovesFromASectionThatGoesIntoOneThatComes() throws {
      let rig = try rig()
      try rig.follow("UPDATE person SET age = 99 WHERE id = 5", showing: fresh)
      #expect(rig.sections == [10, 20, 99])
      try rig.follow("UPDATE person SET age = 20 WHERE id = 5", showing: fresh)
      try rig.follow(
        "DELETE FROM person WHERE age = 10", "UPDATE person SET age = 1 WHERE id = 3",
        showing: fresh)
    }

    /// The smallest change set that mixed index spaces break (NX-8, BUG-37).
    @Test func sectionsThatShiftDoNotMixTheirRows() throws {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER, name TEXT)",
        "INSERT INTO person VALUES (1, 4, 'x')")
      let rig = try rig(queue)
      try rig.follow(
        "INSERT INTO person VALUES (2, 1, 'a'), (3, 4, 'd')", "DELETE FROM person WHERE id = 1",
        showing: fresh)
      #expect(rig.rows == [["2|1|a"], ["3|4|d"]])
    }

    /// FR-7: one update for each commit, in their order.
    @Test func severalCommitsAreSeveralUpdatesInOrder() throws {
      let rig = try rig()
      var counts: [Int] = []
      rig.source.postUpdate = { [unowned rig] in
        counts.append(
          (0..<rig.source.sectionCount).map { rig.source.itemCount(inSection: $0) }.reduce(0, +))
      }
      try rig.commit("INSERT INTO person VALUES (6, 1, 'f', 'x')")
      try rig.commit("DELETE FROM person WHERE id < 4")
      try rig.commit("INSERT INTO person VALUES (7, 1, 'g', 'x'), (8, 2, 'h', 'x')")
      #expect(try rig.source.refresh() == 3)
      #expect(counts == [6, 3, 5])
      try rig.expect(fresh)
    }

    /// The rows of the state between exist no more when it is shown.
    @Test func aRowThatALaterCommitTakesOutDoesNotStopTheUpdates() throws {
      let rig = try rig()
      try rig.commit("INSERT INTO person VALUES (6, 1, 'f', 'x')")
      try rig.commit("DELETE FROM person WHERE id = 6")
      try rig.commit("UPDATE person SET name = 'zz' WHERE id = 1")
      #expect(try rig.source.refresh() == 3)
      #expect(rig.source.lastError == nil)
      try rig.expect(fresh)
      #expect(rig.source.statistics.refetches == 0)
    }

    @Test func tiesWithARowThatALaterCommitChangesAreFetchedAgain() throws {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER, name TEXT)",
        "INSERT INTO person VALUES (1, 4, 'A long beginning 5'), (2, 4, 'A long beginning 3')")
      let rig = try rig(queue)
      try rig.commit("INSERT INTO person VALUES (3, 4, 'A long beginning 4')")
      try rig.commit("UPDATE person SET name = 'A long beginning 1' WHERE id = 1")
      try rig.source.refresh()
      #expect(rig.source.statistics.lastRefetchReason == .ambiguousKey)
      #expect(rig.updates == 2)
      try rig.expect(fresh)
      try rig.follow(
        "UPDATE person SET name = 'A long beginning 0' WHERE id = 3", showing: fresh)
    }

    /// FR-6: both strategies show the same.
    @Test(arguments: [UInt64(1), 2]) func refetchingShowsWhatFollowingDoes(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      let queue = try queue()
      var configuration = FetchedConfiguration()
      let followed = try rig(queue, configuration: configuration)
      configuration.strategy = .refetch
      let refetched = try rig(queue, configuration: configuration)
      for commit in 0..<80 {
        let id = Int.random(in: 1...30, using: &random)
        try followed.commit(
          """
          INSERT OR REPLACE INTO person
          VALUES (\(id), \(Int.random(in: 1...5, using: &random)), 'n\(id % 4)', 'c\(commit)')
          """, "DELETE FROM person WHERE id = \(Int.random(in: 1...30, using: &random))")
        try followed.source.refresh()
        try refetched.source.refresh()
        try followed.expect(fresh, "commit \(commit)")
        try refetched.expect(fresh, "commit \(commit)")
        #expect(followed.sections == refetched.sections)
      }
      #expect(followed.source.statistics.refetches == 0)
      #expect(refetched.source.statistics.lastRefetchReason == .chosen)
    }

    /// During an update, counts and items are those of one state (NX-5, FR-8, BUG-42).
    @Test func cellsSeeTheStateAfterTheCommitOnly() throws {
      let rig = try rig()
      var seen: [Bool] = []
      rig.source.register(EntryCell.self) { [unowned rig] (cell: EntryCell, path, _) in
        let entry = rig.source.item(at: path)
        cell.entry = entry
        seen.append(
          rig.rows.flatMap(\.self).count == 6 && rig.rows[path.section][path.item] == entry)
      }
      try rig.commit(
        "DELETE FROM person WHERE age = 10",
        "INSERT INTO person VALUES (7, 15, 'n', 'x'), (8, 25, 'o', 'x'), (9, 25, 'p', 'x')")
      try rig.source.refresh()
      #expect(seen == [true, true, true])
      try rig.expect(fresh)
    }

    @Test func someoneElsesUpdateOfTheViewIsRefused() throws {
      let rig = try rig()
      rig.view.deleteItems(at: [ItemPath(section: 0, item: 0)])
      #expect(throws: CollectionViewError.self) { try rig.view.layoutIfNeeded() }
      try rig.view.layoutIfNeeded()
      try rig.follow("DELETE FROM person WHERE id = 2", showing: fresh)
    }
  }
#endif
