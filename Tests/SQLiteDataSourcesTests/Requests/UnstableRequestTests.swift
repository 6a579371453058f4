#if SQLITE
  import GRDB
  import SQLiteDataSources
  import Testing

  /// Requests that use functions whose values are not the row's alone.
  struct UnstableRequestTests {
    private func queue() throws -> DatabaseQueue {
      try DatabaseQueue.inMemory(
        "CREATE TABLE event (id INTEGER PRIMARY KEY, day TEXT, size INTEGER)",
        "INSERT INTO event VALUES (1, '1999-01-01', 3), (2, '3999-01-01', 2), (3, '4000-01-01', 1)")
    }

    private func request(
      _ sql: String, sortedBy sorts: [SortTerm] = [.column("size")]
    ) -> FetchedRequest<Entry, NoSections> {
      FetchedRequest(sql: sql, table: "event", sortedBy: sorts)
    }

    @Test(arguments: [
      ("SELECT * FROM event", "random()", "random"),
      ("SELECT *, random() AS dice FROM event", "dice", "random"),
      ("SELECT * FROM event WHERE random() % 2", "size", "random"),
      ("SELECT * FROM event", "total_changes() - id", "total_changes"),
    ])
    func anOrderThatDiffersAtEachReadingIsAnError(
      sql: String, term: String, function: String
    ) throws {
      let rig = try FetchedRig(
        request(sql, sortedBy: [.expression(SQL(sql: term))]), in: try queue())
      #expect(throws: FetchedDataError.unstableOrder(table: "event", function: function)) {
        try rig.source.reload()
      }
    }

    @Test func aColumnThatDecidesNothingMayBeRandom() throws {
      let rig = try FetchedRig.shown(
        request("SELECT id, size, typeof(random()) AS dice FROM event"), in: try queue())
      try rig.follow(
        "UPDATE event SET size = 5 WHERE id = 3",
        showing: "SELECT id, size, 'integer' FROM event ORDER BY size")
    }

    @Test(arguments: [
      ("SELECT * FROM event WHERE day > date('now')", "date"),
      ("SELECT * FROM event WHERE day > current_date", "current_date"),
      ("SELECT * FROM event WHERE julianday(day) > julianday()", "julianday"),
    ])
    func aRequestThatReadsTheClockIsFetchedAgain(sql: String, function: String) throws {
      let rig = try FetchedRig.shown(request(sql), in: try queue())
      #expect(rig.rows == [["3|4000-01-01|1", "2|3999-01-01|2"]])
      try rig.refetch(
        "UPDATE event SET size = 5 WHERE id = 3", reason: .function(function),
        showing: "SELECT * FROM event WHERE id > 1 ORDER BY size")
    }

    @Test func aDateOfTheRowIsFollowed() throws {
      let rig = try FetchedRig.shown(
        request(
          "SELECT * FROM event WHERE date(day) > '2000'",
          sortedBy: [.expression("strftime('%Y', day)", .descending)]), in: try queue())
      try rig.follow(
        "UPDATE event SET day = '5000-01-01' WHERE id < 3",
        showing: "SELECT * FROM event ORDER BY day DESC, id")
    }

    @Test func aFunctionOfTheAppIsFetchedAgainUnlessItIsPure() throws {
      let queue = try queue()
      try queue.write { database in
        for (name, isPure) in [("impure", false), ("purest", true)] {
          database.add(
            function: DatabaseFunction(name, argumentCount: 1, pure: isPure) { $0[0] })
        }
      }
      let fresh = "SELECT * FROM event ORDER BY size"
      let impure = try FetchedRig.shown(
        request("SELECT * FROM event", sortedBy: [.expression("impure(size)")]), in: queue)
      try impure.refetch(
        "UPDATE event SET size = 7 WHERE id = 1", reason: .function("impure"), showing: fresh)
      let pure = try FetchedRig.shown(
        request("SELECT * FROM event", sortedBy: [.expression("purest(size)")]), in: queue)
      try pure.follow("UPDATE event SET size = 0 WHERE id = 1", showing: fresh)
    }
  }
#endif
