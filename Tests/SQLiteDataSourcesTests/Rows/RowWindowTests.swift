#if SQLITE
  import Changesets
  import CollectionViews
  import DataSources
  import GRDB
  import Geometry
  import SQLiteDataSources
  import TestSupport
  import Testing

  /// Windows of rows, and rows that have gone or changed since the state that is shown.
  struct RowWindowTests {
    private let rowHeight = 44.0
    private let fresh = "SELECT * FROM t ORDER BY place, id"

    private func fill(_ writer: any DatabaseWriter, _ count: Int = 1_000) throws {
      try writer.write { database in
        try database.execute(
          sql: """
            CREATE TABLE t (id INTEGER PRIMARY KEY, place INTEGER, name TEXT);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO t SELECT i, i, 'n' || i FROM n
            """)
      }
    }

    private func rig(
      _ writer: (any DatabaseWriter)? = nil, cachedRows: Int = 1_024, announces: Bool = true
    ) throws -> FetchedRig<NoSections> {
      var configuration = FetchedConfiguration()
      configuration.windowRows = 20
      configuration.cachedRows = cachedRows
      let memory = try DatabaseQueue()
      if writer == nil { try fill(memory) }
      let rig = try FetchedRig<NoSections>(
        FetchedRequest(sql: "SELECT * FROM t", table: "t", sortedBy: [.column("place")]),
        in: writer ?? memory, configuration: configuration)
      if !announces {
        rig.view.prefetchDataSource = nil
        rig.view.reusePolicy.prefetchLimit = 0
      }
      try rig.source.reload()
      try rig.view.layoutIfNeeded()
      return rig
    }

    private func scroll(_ rig: FetchedRig<NoSections>, to row: Int) throws {
      rig.view.setContentOffset(Point(x: 0, y: Double(row) * rowHeight))
      try rig.view.layoutIfNeeded()
    }

    @Test func theFirstScreenIsOneWindow() throws {
      let rig = try rig(announces: false)
      #expect(rig.cells.count == 11)
      #expect(rig.source.statistics.rowQueries == 1)
      #expect(rig.source.statistics.fetchedRows == 20)
    }

    @Test func cachedRowsAreNotQueriedAgain() throws {
      let rig = try rig(announces: false)
      for row in 1...9 { try scroll(rig, to: row) }
      #expect(rig.source.statistics.rowQueries == 1)
      try scroll(rig, to: 10)
      #expect(rig.source.statistics.rowQueries == 2)
      #expect(rig.source.statistics.fetchedRows == 40)
      for row in (0...10).reversed() { try scroll(rig, to: row) }
      #expect(rig.source.statistics.rowQueries == 2)
    }

    @Test func scrollingDownIsOneQueryForEachWindow() throws {
      let rig = try rig(announces: false)
      for row in 0...900 { try scroll(rig, to: row) }
      #expect(rig.source.statistics.rowQueries == 46)
      #expect(rig.source.statistics.fetchedRows == 920)
      try rig.expect(fresh)
    }

    @Test func scrollingUpIsOneQueryForEachWindow() throws {
      let rig = try rig(announces: false)
      try scroll(rig, to: 900)
      let before = rig.source.statistics
      for row in (700...900).reversed() { try scroll(rig, to: row) }
      #expect(rig.source.statistics.rowQueries == before.rowQueries + 10)
      #expect(rig.source.statistics.fetchedRows == before.fetchedRows + 200)
    }

    @Test func aJumpIsOneQuery() throws {
      let rig = try rig(announces: false)
      let before = rig.source.statistics.rowQueries
      try scroll(rig, to: 500)
      #expect(rig.source.statistics.rowQueries == before + 1)
      #expect(rig.cells.first == "501|501|n501")
    }

    @Test func rowsThatTheCacheHasForgottenAreQueriedAgain() throws {
      let rig = try rig(cachedRows: 40, announces: false)
      for row in [100, 200, 300] { try scroll(rig, to: row) }
      let before = rig.source.statistics.rowQueries
      try scroll(rig, to: 100)
      #expect(rig.source.statistics.rowQueries == before + 1)
      try scroll(rig, to: 300)
      #expect(rig.source.statistics.rowQueries == before + 1)
    }

    /// Queries are made for rows that the view announces, or whose cells it fills ahead; none for a row
    /// that is in sight.
    @Test(arguments: [1.0, -1.0]) func rowsAreFetchedAheadOfTheScroll(direction: Double) throws {
      let rig = try rig()
      func move() throws {
        let offset = rig.view.contentOffset.y + direction * 20
        rig.view.setContentOffset(Point(x: 0, y: offset))
        try rig.view.layoutIfNeeded()
      }
      try scroll(rig, to: 400)
      for _ in 0..<4 { try move() }
      var (late, queries) = (0, rig.source.statistics.rowQueries)
      let before = queries
      let announcer = Announcer(rig.source) { queries = rig.source.statistics.rowQueries }
      rig.view.prefetchDataSource = announcer
      rig.source.register(EntryCell.self) { [unowned rig] cell, path, source in
        let (top, offset) = (Double(path.item) * rowHeight, rig.view.contentOffset.y)
        let isInSight = top < offset + rig.view.bounds.size.height && top + rowHeight > offset
        if isInSight, rig.source.statistics.rowQueries > queries { late += 1 }
        queries = rig.source.statistics.rowQueries
        cell.entry = source.item(at: path)
      }
      for _ in 0..<400 { try move() }
      #expect(late == 0)
      #expect(rig.source.statistics.rowQueries - before >= 8)
      #expect(announcer.count > 0)
    }

    /// Hands announcements on to a source.
    private final class Announcer: CollectionViewPrefetchDataSource {
      private let source: FetchedDataSource<Entry, NoSections>
      private let didAnnounce: () -> Void
      private(set) var count = 0

      init(_ source: FetchedDataSource<Entry, NoSections>, _ didAnnounce: @escaping () -> Void) {
        (self.source, self.didAnnounce) = (source, didAnnounce)
      }

      func collectionView(_ collectionView: CollectionView, prefetchItemsAt paths: [ItemPath]) {
        source.collectionView(collectionView, prefetchItemsAt: paths)
        count += 1
        didAnnounce()
      }
    }

    @Test func prefetchingFetchesAWindowAtTheNearestOfItsPaths() throws {
      let rig = try rig(announces: false)
      let before = rig.source.statistics
      let paths = (300..<340).map { ItemPath(section: 0, item: $0) }
      rig.source.collectionView(rig.view, prefetchItemsAt: paths)
      #expect(rig.source.statistics.rowQueries == before.rowQueries + 1)
      #expect(rig.source.statistics.fetchedRows == before.fetchedRows + 20)
      #expect(rig.source.item(at: paths[0]) == "301|301|n301")
      #expect(rig.source.item(at: paths[10]) == "311|311|n311")
      // Rows that are in memory, paths that are not there, and another view fetch nothing.
      rig.source.collectionView(rig.view, prefetchItemsAt: paths)
      for path in [ItemPath(section: 0, item: 5_000), ItemPath(section: 3, item: 0)] {
        rig.source.collectionView(rig.view, prefetchItemsAt: [path])
      }
      rig.source.collectionView(
        FetchedRig<NoSections>.plainView(), prefetchItemsAt: [ItemPath(section: 0, item: 700)])
      #expect(rig.source.statistics.rowQueries == before.rowQueries + 1)
    }

    // MARK: Rows that have gone or changed

    /// The error of a cell whose row is not to be had.
    private func expectUnavailable(
      _ rig: FetchedRig<NoSections>, row: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let path = ItemPath(section: 0, item: row - 1)
      let reason =
        "row \(row) has changed since the state that is shown; refresh, and lay out again"
      #expect(
        throws: CollectionViewError.itemUnavailable(path, reason: reason),
        sourceLocation: sourceLocation
      ) { try rig.source.loadItem(at: path) }
    }

    @Test(arguments: [true, false]) func aRowThatHasGoneIsNoOther(usesPool: Bool) throws {
      let folder = try TemporaryFolder()
      let writer: any DatabaseWriter =
        usesPool ? try DatabasePool(path: folder.path(of: "a")) : try DatabaseQueue()
      try fill(writer)
      let rig = try rig(writer, announces: false)
      try rig.commit("DELETE FROM t WHERE id = 501")
      #expect(throws: CollectionViewError.self) { try scroll(rig, to: 495) }
      expectUnavailable(rig, row: 501)
      #expect(rig.source.item(at: ItemPath(section: 0, item: 499)) == "500|500|n500")
      #expect(try rig.source.refresh() == 1)
      try rig.expect(fresh)
      #expect(rig.source.statistics.refetches == 0)
    }

    @Test func aPrimaryKeyThatWasUsedAgainIsAnotherRow() throws {
      let rig = try rig(announces: false)
      // At the same place, so that its key does not tell.
      try rig.commit("DELETE FROM t WHERE id = 501", "INSERT INTO t VALUES (501, 501, 'other')")
      expectUnavailable(rig, row: 501)
      try rig.commit("UPDATE t SET name = 'again' WHERE id = 501")
      expectUnavailable(rig, row: 501)
      #expect(try rig.source.refresh() == 2)
      #expect(rig.source.item(at: ItemPath(section: 0, item: 500)) == "501|501|again")
      try rig.expect(fresh)
    }

    @Test func aRowWhosePrimaryKeyWasTakenByAnotherIsUnavailable() throws {
      let rig = try rig(announces: false)
      try rig.commit(
        "UPDATE t SET id = 2000 WHERE id = 501", "UPDATE t SET id = 501 WHERE id = 502")
      expectUnavailable(rig, row: 501)
      expectUnavailable(rig, row: 502)
      try rig.source.refresh()
      try rig.expect(fresh)
    }

    @Test func aRowThatHasMovedIsShownInItsOldPlaceUntilTheRefresh() throws {
      let rig = try rig(announces: false)
      try rig.commit("UPDATE t SET place = 1, name = 'first' WHERE id = 501")
      // It is the row of the place; the next refresh moves it.
      #expect(rig.source.item(at: ItemPath(section: 0, item: 500)) == "501|1|first")
      #expect(rig.source.itemPath(forRowID: 501) == ItemPath(section: 0, item: 500))
      try rig.source.refresh()
      #expect(rig.source.itemPath(forRowID: 501) == ItemPath(section: 0, item: 1))
      try rig.expect(fresh)
    }

    @Test func theReasonOfAFetchIsTheCommitsAlsoIfRowsWereMissedBefore() throws {
      let rig = try rig(announces: false)
      try rig.commit("DELETE FROM t WHERE id > 1 AND id < 1000")
      #expect(rig.source.item(at: ItemPath(section: 0, item: 500)) == nil)
      try rig.source.refresh()
      #expect(rig.source.statistics.refetches == 0)
      try rig.commit("ALTER TABLE t ADD COLUMN note", "UPDATE t SET id = 7 WHERE id = 1000")
      rig.source.dropCachedRows()
      #expect(rig.source.item(at: ItemPath(section: 0, item: 1)) == nil)
      try rig.source.refresh()
      #expect(rig.source.statistics.lastRefetchReason == .schemaChange)
      try rig.expect(fresh)
    }

    @Test func whatATransactionHasWrittenIsNotShown() throws {
      struct Cancelled: Error {}
      let rig = try rig(announces: false)
      let path = ItemPath(section: 0, item: 500)
      #expect(throws: Cancelled.self) {
        try rig.writer.write { database in
          try database.execute(sql: "UPDATE t SET name = 'never' WHERE id = 501")
          #expect(rig.source.item(at: path) == nil)
          #expect(rig.source.lastError == .insideTransaction(path: ":memory:"))
          // Rows that are in memory are shown.
          #expect(rig.source.item(at: ItemPath(section: 0, item: 3)) == "4|4|n4")
          #expect(throws: FetchedDataError.insideTransaction(path: ":memory:")) {
            try rig.source.reload()
          }
          throw Cancelled()
        }
      }
      #expect(rig.source.item(at: path) == "501|501|n501")
      try rig.expect(fresh)
    }

    @Test func aReadTransactionShowsRows() throws {
      let rig = try rig(announces: false)
      let found = try rig.writer.read { _ in
        rig.source.item(at: ItemPath(section: 0, item: 500))
      }
      #expect(found == "501|501|n501")
    }
  }
#endif
