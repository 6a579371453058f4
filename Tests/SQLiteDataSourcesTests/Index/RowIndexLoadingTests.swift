#if SQLITE
  import BasicAlgorithms
  import Changesets
  import SQLiteDataSources
  import Testing

  struct RowIndexLoadingTests {
    private func emptyIndex(isExact: Bool = true) -> RowIndex<Int> {
      RowIndex(
        wordCount: 2, isExact: isExact, keepsEmptySection: nil, leafCapacity: 8, blockCapacity: 4,
        segmentBits: 0)
    }

    private func row(_ id: Int64, _ high: UInt64, _ low: UInt64 = 0) -> IndexedRow {
      IndexedRow(key: RowKey(high: high, low: low), id: id)
    }

    @Test func everyNumberOfRowsIsLoaded() throws {
      for count in 0..<200 {
        var model = RowIndexModel(isExact: true, keptSection: nil)
        for id in 0..<count {
          model.rows[Int64(id)] = RowIndexModel.Row(
            section: id / 7, key: RowKey(high: UInt64(id % 3), low: 1))
        }
        let index = try model.index(
          wordCount: 2, leafCapacity: 8, blockCapacity: 4, segmentBits: 0)
        try model.check(index)
      }
    }

    @Test func aSectionThatComesBackIsAnError() {
      var index = emptyIndex()
      index.append(row(1, 5), section: 3)
      index.append(row(2, 5), section: 4)
      index.append(row(3, 6), section: 3)
      index.append(row(4, 7), section: 3)
      #expect(throws: RowIndexError.sectionOutOfOrder(section: 2)) { try index.finishLoading() }
    }

    @Test func aRowBeforeTheLastOneIsAnError() {
      var index = emptyIndex()
      index.append(row(1, 5, 2), section: 3)
      index.append(row(2, 5, 1), section: 3)
      index.append(row(3, 4), section: 3)
      #expect(throws: RowIndexError.rowOutOfOrder(id: 2)) { try index.finishLoading() }
    }

    @Test func rowsOfEqualKeysAscendByIDIfTheyAreExact() throws {
      var index = emptyIndex()
      index.append(row(2, 5), section: 3)
      index.append(row(1, 5), section: 3)
      #expect(throws: RowIndexError.rowOutOfOrder(id: 1)) { try index.finishLoading() }
      var tied = emptyIndex(isExact: false)
      tied.append(row(2, 5), section: 3)
      tied.append(row(1, 5), section: 3)
      try tied.finishLoading()
      #expect(tied.path(of: 1) == ItemPath(section: 0, item: 1))
    }

    @Test(arguments: [1, 3, 40], [1, 1_000])
    func anIDThatIsThereTwiceIsAnError(distance: Int, step: Int) {
      var index = emptyIndex()
      for number in 0..<50 {
        index.append(
          row(Int64(number == distance ? 0 : number * step), UInt64(number)), section: 0)
      }
      #expect(throws: RowIndexError.duplicateID(0)) { try index.finishLoading() }
    }

    @Test func aCopyKeepsItsRows() throws {
      var model = RowIndexModel(isExact: true, keptSection: nil)
      for id in 0..<50 {
        model.rows[Int64(id)] = RowIndexModel.Row(
          section: id / 10, key: RowKey(high: UInt64(id), low: 0))
      }
      let index = try model.index(
        wordCount: 2, leafCapacity: 8, blockCapacity: 4, segmentBits: 0)
      var copy = index
      _ = copy.apply((0..<50).map { RowChange(id: $0, place: nil, contentChanged: false) }) {
        _, _ in false
      }
      #expect(copy.rowCount == 0)
      try model.check(index)
    }

    /// Few rows are hashed at first, so that leaves which move to a larger table free little of the old.
    @Test func identifiersFarFromDenseOnesFindRoom() throws {
      var index = RowIndex<Int>(wordCount: 1, isExact: true, keepsEmptySection: 0)
      for id in 0..<20_000 { index.append(row(Int64(id), UInt64(2 * id)), section: 0) }
      try index.finishLoading()
      for first in stride(from: 0, to: 20_000, by: 40) {
        let changes = (first..<(first + 40)).map { number -> RowChange<Int> in
          let key = RowKey(high: UInt64(2 * number + 1), low: 0)
          return RowChange(id: Int64(number + 1) << 20, place: (0, key), contentChanged: true)
        }
        _ = index.apply(changes) { _, _ in false }
        if first % 1_000 == 0 { index.checkInvariants() }
      }
      #expect(index.rowCount == 40_000)
      #expect(index.path(of: 7 << 20) == ItemPath(section: 0, item: 13))
      #expect(index.path(of: 7) == ItemPath(section: 0, item: 14))
    }

    @Test func theTableGrowsAndShrinksLeafByLeaf() throws {
      var index = RowIndex<Int>(wordCount: 1, isExact: true, keepsEmptySection: 0)
      try index.finishLoading()
      for first in stride(from: 0, to: 20_000, by: 40) {
        let changes = (first..<(first + 40)).map {
          RowChange(
            id: Int64($0), place: (0, RowKey(high: UInt64($0 * 7_919 % 20_011), low: 0)),
            contentChanged: true)
        }
        _ = index.apply(changes) { _, _ in false }
        if first % 1_000 == 0 { index.checkInvariants() }
      }
      #expect(index.rowCount == 20_000)
      let largest = index.byteCount
      for first in stride(from: 0, to: 19_960, by: 40) {
        let changes = (first..<(first + 40)).map {
          RowChange<Int>(id: Int64($0), place: nil, contentChanged: true)
        }
        _ = index.apply(changes) { _, _ in false }
        if first % 1_000 == 0 { index.checkInvariants() }
      }
      #expect(index.ids(inGlobalRange: 0..<40).sorted() == Array(19_960..<20_000))
      #expect(index.byteCount < largest / 20)
    }
  }
#endif
