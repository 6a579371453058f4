#if SQLITE
  import BasicAlgorithms
  import Changesets
  import CollectionViews
  import DataSources
  import Foundation
  import GRDB
  import Geometry
  import Layouts
  import SQLiteDataSources
  import Testing

  /// A row of the tests.
  struct Person: FetchableRecord, TableRecord, Equatable {
    static let databaseTableName = "person"
    let id: Int64
    let name: String?
    let age: Int?
    let score: Double?

    init(row: Row) {
      (id, name, age, score) = (row["id"], row["name"], row["age"], row["score"])
    }
  }

  /// A cell that shows a person.
  final class PersonCell: CollectionViewCell {
    var person: Person?
  }

  /// Sources over `person`, each compared with a fetch of everything after each commit.
  struct FetchedDataSourceTests {
    private func makeQueue() throws -> DatabaseQueue {
      let queue = try DatabaseQueue()
      try queue.write { database in
        try database.execute(
          sql: """
            CREATE TABLE person (
              id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE UNIQUE, age INTEGER, score REAL)
            """)
      }
      return queue
    }

    private func makeView() -> CollectionView {
      CollectionView(
        frame: Rect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: ListLayout())
    }

    private func makeSource<Section>(
      _ request: FetchedRequest<Person, Section>, _ view: CollectionView, _ queue: DatabaseQueue
    ) throws -> FetchedDataSource<Person, Section> {
      let source = try FetchedDataSource(request, for: view, in: queue)
      source.register(PersonCell.self) { cell, person in cell.person = person }
      return source
    }

    @Test func eachCommitIsOneUpdateAndOnePostUpdate() throws {
      let queue = try makeQueue()
      let view = makeView()
      let source = try makeSource(
        FetchedRequest(Person.all(), sortedBy: [.column("age")]), view, queue)
      var updates = 0
      source.postUpdate = { updates += 1 }
      #expect(source.sectionCount == 0)
      try source.reload()
      #expect(source.sectionCount == 1)
      #expect(source.itemCount(inSection: 0) == 0)
      try queue.write { database in
        for age in [3, 1, 2] {
          try database.execute(sql: "INSERT INTO person (age) VALUES (?)", arguments: [age])
        }
      }
      #expect(try source.refresh() == 1)
      #expect(updates == 2)
      try view.layoutIfNeeded()
      #expect(view.visibleCells.compactMap { ($0 as? PersonCell)?.person?.age } == [1, 2, 3])
      #expect(source.statistics.refetches == 0)
    }

    @Test func requestWithoutOrderIsAnError() throws {
      let view = makeView()
      let source = try makeSource(
        FetchedRequest(Person.all(), sortedBy: []), view, try makeQueue())
      #expect(throws: FetchedDataError.noOrder(table: "person")) { try source.reload() }
      #expect(view.dataSource === source)
    }

    @Test func nullSectionIsAnErrorUnlessAllowed() throws {
      let queue = try makeQueue()
      let view = makeView()
      let request = FetchedRequest<Person, Int>(
        Person.all(), sections: .column("age"), sortedBy: [.column("name")])
      let source = try makeSource(request, view, queue)
      try source.reload()
      try queue.write { try $0.execute(sql: "INSERT INTO person (id, age) VALUES (7, NULL)") }
      #expect(throws: FetchedDataError.nullSection(row: "7")) { try source.refresh() }
      #expect(source.sectionCount == 0)
      try queue.write { try $0.execute(sql: "UPDATE person SET age = 4") }
      try source.refresh()
      #expect(source.item(forSection: 0) == 4)
    }

    @Test func aRefreshThatTheViewRefusesLosesNothing() throws {
      let queue = try makeQueue()
      let view = makeView()
      let source = try makeSource(
        FetchedRequest(Person.all(), sortedBy: [.column("age")]), view, queue)
      try source.reload()
      try view.layoutIfNeeded()
      try queue.write { try $0.execute(sql: "INSERT INTO person (id, age) VALUES (1, 5)") }
      var refusal: FetchedDataError?
      try view.performBatchUpdates {
        do { try source.refresh() } catch { refusal = error as? FetchedDataError }
      }
      #expect(refusal == .view(.editInsideUpdate))
      #expect(source.itemCount(inSection: 0) == 0)
      #expect(try source.refresh() == 1)
      #expect(source.itemPath(forRowID: 1) == ItemPath(section: 0, item: 0))
    }

    /// Random statements, savepoints that are taken back and statements that fail, in one transaction
    /// after another.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func randomCommitsLeadToAFreshFetch(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      let queue = try makeQueue()
      let view = makeView()
      let request = FetchedRequest<Person, Int>(
        Person.filter(sql: "id % 7 <> 0"), sections: .column("age", .descending, allowsNull: true),
        sortedBy: seed % 2 == 0
          ? [.column("name", .descending)] : [.column("score"), .column("name")])
      let source = try makeSource(request, view, queue)
      try source.reload()
      for commit in 0..<400 {
        let statements = Int.random(in: 1...6, using: &random)
        try queue.write { database in
          for _ in 0..<statements {
            let (sql, arguments) = Self.statement(&random)
            let isTakenBack = Int.random(in: 0..<5, using: &random) == 0
            if isTakenBack { try database.execute(sql: "SAVEPOINT s") }
            // Some break a constraint, half way.
            do {
              try database.execute(sql: sql, arguments: arguments)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            }
            if isTakenBack { try database.execute(sql: "ROLLBACK TO s; RELEASE s") }
          }
        }
        try source.refresh()
        let direction = seed % 2 == 0 ? "name DESC" : "score, name"
        let fresh = try queue.read { database in
          try Person.fetchAll(
            database,
            sql: "SELECT * FROM person WHERE id % 7 != 0 ORDER BY age DESC, \(direction), id")
        }
        let shown = source.itemPaths(where: { _ in true }).compactMap { source.item(at: $0) }
        #expect(shown == fresh, "commit \(commit)")
        try view.layoutIfNeeded()
        for path in view.itemPathsForVisibleItems {
          let cell = view.cellForItem(at: path) as? PersonCell
          #expect(cell?.person == source.item(at: path), "commit \(commit), cell \(path)")
        }
        if shown != fresh { return }
      }
      #expect(source.statistics.followedCommits > 200)
    }

    private static func statement(
      _ random: inout SplitMix64
    ) -> (sql: String, arguments: StatementArguments) {
      let id = Int.random(in: 1...60, using: &random)
      let other = Int.random(in: 1...60, using: &random)
      let name = ["a", "B", "Alexander Longname 1", "Alexander Longname 2", "é"]
        .randomElement(using: &random).map { "\($0)\(Int.random(in: 0...9, using: &random))" }
      let age = Bool.random(using: &random) ? Int.random(in: 1...4, using: &random) : nil
      let score = [nil, 1, 2.5, -3].randomElement(using: &random) ?? nil
      return switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        ("INSERT OR REPLACE INTO person VALUES (?, ?, ?, ?)", [id, name, age, score])
      case 2: ("INSERT INTO person (name, age) VALUES (?, ?)", [name, age])
      case 3: ("DELETE FROM person WHERE id BETWEEN ? AND ?", [id, id + 2])
      case 4: ("UPDATE person SET age = ? WHERE id >= ?", [age, other])
      case 5: ("UPDATE person SET id = ? WHERE id = ?", [other, id])
      case 6:
        (
          """
          INSERT INTO person VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET score = excluded.score
          """, [id, name, age, score]
        )
      default: ("UPDATE person SET name = ?, score = ? WHERE id = ?", [name, score, id])
      }
    }
  }
#endif
