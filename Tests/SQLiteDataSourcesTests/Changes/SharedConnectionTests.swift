#if SQLITE
  import Changesets
  import CollectionViews
  import DataSources
  import Foundation
  import GRDB
  import Geometry
  import SQLiteDataSources
  import Testing

  /// Several sources on one connection, the end of a source, and refreshes after an error.
  @Suite struct SharedConnectionTests {
    private static let fresh = "SELECT * FROM t ORDER BY place, id"

    private func queue(rows: Int = 9, path: String? = nil) throws -> DatabaseQueue {
      let queue = try path.map { try DatabaseQueue(path: $0) } ?? DatabaseQueue()
      try queue.write { database in
        try database.execute(
          sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, place INTEGER NOT NULL, s INTEGER)")
        for id in 0..<rows {
          try database.execute(sql: "INSERT INTO t VALUES (?, ?, 0)", arguments: [id, id])
        }
      }
      return queue
    }

    private func request(limit: Int? = nil) -> FetchedRequest<Entry, NoSections> {
      FetchedRequest(
        sql: "SELECT * FROM t", table: "t", sortedBy: [.column("place")], limit: limit)
    }

    private var immediate: FetchedConfiguration {
      var configuration = FetchedConfiguration()
      configuration.scheduling = .immediate
      return configuration
    }

    /// One fetches all keys inside of the commit, and so begins to follow again.
    @Test(arguments: [true, false])
    func aSourceThatFetchesAgainHidesNothingFromAnother(limitedFirst: Bool) throws {
      let queue = try queue()
      let limits = limitedFirst ? [4, nil] : [nil, 4]
      let rigs = try limits.map {
        try FetchedRig.shown(request(limit: $0), in: queue, configuration: immediate)
      }
      try rigs[0].commit("INSERT INTO t VALUES (20, -1, 0)", "DELETE FROM t WHERE id = 1")
      for (rig, limit) in zip(rigs, limits) {
        try rig.expect(Self.fresh + (limit.map { " LIMIT \($0)" } ?? ""))
      }
    }

    @Test func aReloadThatFailsLosesNoCommitThatWaits() throws {
      let queue = try queue()
      let request = FetchedRequest<Entry, Int>(
        sql: "SELECT * FROM t", table: "t", sections: .column("s"), sortedBy: [.column("place")])
      let rig = try FetchedRig.shown(request, in: queue)
      try rig.commit("INSERT INTO t VALUES (20, 20, 0)", "INSERT INTO t VALUES (21, 21, NULL)")
      #expect(throws: FetchedDataError.nullSection(row: "21")) { try rig.source.reload() }
      try rig.commit("DELETE FROM t WHERE id = 21")
      try rig.source.refresh()
      try rig.expect(Self.fresh)
    }

    @Test func theConnectionCanBeClosedOnceNothingFollows() throws {
      for isReset in [true, false] {
        let queue = try queue()
        var rig: FetchedRig<NoSections>? = try FetchedRig.shown(request(), in: queue)
        try rig?.commit("DELETE FROM t WHERE id = 1")
        try rig?.source.refresh()
        if isReset { rig?.source.reset() } else { rig = nil }
        try queue.close()
        if isReset {
          #expect(rig?.source.sectionCount == 0)
          rig = nil
        }
      }
    }

    @Test func theFirstCommitMayBeAsLargeAsTheLimitSays() throws {
      let queue = try queue(rows: 100_000)
      let rig = try FetchedRig.shown(request(), in: queue)
      // A thirty-second of the rows is 3,125.
      try rig.commit("UPDATE t SET place = place - 1000000 WHERE id % 33 = 0")
      try rig.source.refresh()
      #expect(rig.source.statistics.followedCommits == 1)
      #expect(rig.source.statistics.refetches == 0)
      #expect(rig.source.item(at: ItemPath(section: 0, item: 1)) == "33|-999967|0")
    }

    @Test func commitsThatNobodyShowsBecomeOneFetch() throws {
      let queue = try queue()
      var configuration = FetchedConfiguration()
      configuration.changeLimit = 10
      let rig = try FetchedRig.shown(request(), in: queue, configuration: configuration)
      for id in 30..<50 { try rig.commit("INSERT INTO t VALUES (\(id), \(id), 0)") }
      #expect(try rig.source.refresh() == 1)
      #expect(rig.source.statistics.lastRefetchReason == .manyChanges(11))
      try rig.expect(Self.fresh)
    }

    /// A statement from before the source empties a table without a call for each row.
    @Test func aCommitThatTheHookMissedIsTheOnlyOneFetched() throws {
      let queue = try queue()
      let statement = try queue.write { try $0.makeStatement(sql: "DELETE FROM t") }
      let rig = try FetchedRig.shown(request(), in: queue)
      try queue.write { _ in try statement.execute() }
      try rig.source.refresh()
      try rig.expect(Self.fresh)
      let refetches = rig.source.statistics.refetches
      try rig.commit("INSERT INTO t VALUES (7, 7, 0)")
      try rig.source.refresh()
      #expect(rig.source.statistics.refetches == refetches)
      try rig.expect(Self.fresh)
    }

    @Test func aReloadOfTheViewsDelegateInTheUpdateIsNotUndone() throws {
      let queue = try queue()
      let rig = try FetchedRig.shown(request(), in: queue)
      let delegate = ReloadingDelegate { [unowned rig] in try rig.source.reload() }
      rig.view.delegate = delegate
      // The pass before the update shows the rows that a jump brought into sight.
      for id in 100..<140 { try rig.commit("INSERT INTO t VALUES (\(id), \(id), 0)") }
      try rig.source.refresh()
      try rig.view.layoutIfNeeded()
      // The reload shows both; the first one alone would put the row back to the end.
      try rig.commit("UPDATE t SET place = 1000 WHERE id = 3")
      try rig.commit("UPDATE t SET place = -5 WHERE id = 3")
      rig.view.setContentOffset(Point(x: 0, y: 800), animated: false)
      delegate.isOn = true
      try rig.source.refresh()
      #expect(delegate.count == 1)
      #expect(delegate.error == nil)
      try rig.expect(Self.fresh)
    }

    @Test func otherConnectionsAreNoticedInTime() throws {
      let path = NSTemporaryDirectory() + "cvbench-\(UUID().uuidString).sqlite"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let queue = try queue(path: path)
      var configuration = FetchedConfiguration()
      configuration.otherConnectionsInterval = .milliseconds(5)
      let shown = DispatchSemaphore(value: 0)
      let main = DispatchQueue(label: "view")
      configuration.scheduling = .queue(main)
      let rig = try main.sync {
        let rig = try FetchedRig.shown(request(), in: queue, configuration: configuration)
        rig.source.postUpdate = { shown.signal() }
        return rig
      }
      try DatabaseQueue(path: path).write { try $0.execute(sql: "DELETE FROM t WHERE id = 2") }
      // It comes by itself; the time is a bound for a test that fails.
      #expect(shown.wait(timeout: .now() + 60) == .success)
      try main.sync {
        #expect(rig.source.statistics.lastRefetchReason == .otherConnection)
        try rig.expect(Self.fresh)
        rig.source.reset()
      }
    }
  }

  /// Reloads the source once when a cell comes into sight.
  private final class ReloadingDelegate: CollectionViewDelegate {
    var isOn = false
    private(set) var count = 0
    private(set) var error: (any Error)?
    private let reload: () throws -> Void

    init(_ reload: @escaping () throws -> Void) { self.reload = reload }

    var implementedMethods: CollectionViewDelegateMethods { .display }

    func collectionView(
      _ collectionView: CollectionView, willDisplay cell: CollectionViewCell,
      forItemAt path: ItemPath
    ) {
      guard isOn else { return }
      isOn = false
      count += 1
      do { try reload() } catch { self.error = error }
    }
  }
#endif
