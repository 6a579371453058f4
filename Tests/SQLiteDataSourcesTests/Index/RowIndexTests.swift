#if SQLITE
  import BasicAlgorithms
  import Changesets
  import SQLiteDataSources
  import TestSupport
  import Testing

  struct RowIndexTests {
    private typealias Row = RowIndexModel.Row
    private typealias Change = RowIndexModel.Change

    /// Rows in no section or in one of four places.
    private let places: [Row?] =
      [nil] + [(0, 0), (0, 1), (1, 0), (1, 1)].map { Row(section: $0.0, key: key($0.1)) }

    private static func key(_ number: Int) -> RowKey { RowKey(high: UInt64(number), low: 0) }

    private func index(of model: RowIndexModel) throws -> RowIndex<Int> {
      try model.index(wordCount: 1, leafCapacity: 4, blockCapacity: 4, segmentBits: 0)
    }

    /// Calls `body` with all lists of `count` numbers below `limit`.
    private func forEachList(
      of count: Int, below limit: Int, _ body: ([Int]) throws -> Void
    ) rethrows {
      var numbers = [Int](repeating: 0, count: count)
      while true {
        try body(numbers)
        var place = 0
        while place < count, numbers[place] == limit - 1 {
          numbers[place] = 0
          place += 1
        }
        guard place < count else { return }
        numbers[place] += 1
      }
    }

    @Test(arguments: [true, false])
    func everyUpdateOfThreeRowsInTwoSectionsIsRight(isExact: Bool) throws {
      try forEachList(of: 3, below: 5) { before in
        var model = RowIndexModel(isExact: isExact, keptSection: isExact ? nil : 0)
        for (id, place) in before.enumerated() { model.rows[Int64(id)] = places[place] }
        let loaded = try index(of: model)
        try forEachList(of: 3, below: 6) { after in
          var changes: [Change] = []
          for (id, place) in after.enumerated() where place < 5 {
            var row = places[place]
            row?.tie = id % 2 == 0 ? 5 - id : -1
            changes.append(
              Change(id: Int64(id), row: row, contentChanged: place != before[id] || id == 1))
          }
          var (model, index) = (model, loaded)
          do {
            try model.apply(changes, to: &index)
          } catch {
            Issue.record("\(before) to \(after): \(error)")
            throw error
          }
        }
      }
    }

    @Test func everyOrderOfFiveRowsMovesTheFewest() throws {
      var model = RowIndexModel(isExact: true, keptSection: nil)
      for id in 0..<5 { model.rows[Int64(id)] = Row(section: 0, key: Self.key(id * 10)) }
      let loaded = try index(of: model)
      try forEachList(of: 5, below: 6) { order in
        // A row with number 5 is not touched.
        let changes = order.enumerated().filter { $0.element < 5 }.map { id, place in
          Change(
            id: Int64(id), row: Row(section: 0, key: Self.key(place * 10 + 1)),
            contentChanged: false)
        }
        var (model, index) = (model, loaded)
        try model.apply(changes, to: &index)
      }
    }

    @Test func generatedUpdatesMatchTheModel() throws {
      var run = try StressRun("row index", filter: "RowIndexTests", usualSeconds: 2)
      var changes = 0
      run.forEachSeed { seed in
        var script = try RowIndexScript(seed: seed)
        for _ in 0..<20 { try script.step() }
        changes += script.changeCount
      }
      run.summarize("\(changes) changes of rows")
    }

    @Test func aRowWhoseNewKeyKeepsItsPlaceDoesNotMove() throws {
      var model = RowIndexModel(isExact: true, keptSection: nil)
      for id in 0..<9 { model.rows[Int64(id)] = Row(section: 0, key: Self.key(id * 10)) }
      var index = try index(of: model)
      let update = index.apply([
        RowChange(id: 4, place: (0, Self.key(43)), contentChanged: false)
      ]) { _, _ in false }
      #expect(
        update.changeset == Changeset(reconfiguredItems: [ItemPath(section: 0, item: 4)]))
      #expect(index.key(at: ItemPath(section: 0, item: 4)) == Self.key(43))
    }

    @Test func aSectionThatComesAndGoesWithItsRowsIsOneOperation() throws {
      var index = RowIndex<Int>(wordCount: 1, isExact: true, keepsEmptySection: nil)
      try index.finishLoading()
      let rows = (0..<3).map { RowChange(id: $0, place: (7, Self.key(0)), contentChanged: true) }
      let coming = index.apply(rows) { _, _ in false }
      #expect(coming.changeset == Changeset(insertedSections: [0]))
      #expect(coming.insertedRows == 3)
      let gone = (0..<3).map { RowChange<Int>(id: $0, place: nil, contentChanged: true) }
      let going = index.apply(gone) { _, _ in false }
      #expect(going.changeset == Changeset(deletedSections: [0]))
      #expect(going.deletedRows == 3)
      #expect(index.sectionCount == 0)
    }

    @Test func aKeptSectionStaysWithoutRows() throws {
      var index = RowIndex<Int>(wordCount: 1, isExact: true, keepsEmptySection: 7)
      try index.finishLoading()
      #expect(index.sectionCount == 1)
      let row = RowChange(id: 1, place: (7, Self.key(0)), contentChanged: true)
      let path = ItemPath(section: 0, item: 0)
      #expect(index.apply([row]) { _, _ in false }.changeset == Changeset(insertedItems: [path]))
      let gone = RowChange<Int>(id: 1, place: nil, contentChanged: true)
      #expect(index.apply([gone]) { _, _ in false }.changeset == Changeset(deletedItems: [path]))
      #expect(index.rowCounts == [0])
    }
  }
#endif
