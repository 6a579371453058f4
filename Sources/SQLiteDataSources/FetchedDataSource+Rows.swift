#if SQLITE
  public import Changesets
  public import CollectionViews
  import DataSources
  import GRDB

  extension FetchedDataSource: CollectionViewPrefetchDataSource {
    /// Fetches the windows of rows that will be shown soon.
    public func collectionView(
      _ collectionView: CollectionView, prefetchItemsAt paths: [ItemPath]
    ) {
      guard collectionView === view, let index = contents?.index else { return }
      for path in paths where path.section < index.sectionCount {
        guard path.item < index.rowCount(inSection: path.section),
          !cache.contains(index.id(at: path))
        else { continue }
        // A row that cannot be fetched is an error when it is shown.
        guard (try? fetchWindow(at: path)) != nil else { return }
      }
    }

    /// Fetches the rows around a path that the cache lacks, in one query.
    ///
    /// The window lies behind the path, and before it where the row behind it is known: there one scrolls
    /// up.
    func fetchWindow(at path: ItemPath) throws(FetchedDataError) {
      guard let contents else { return }
      let index = contents.index
      let place = index.globalIndex(of: path)
      let size = max(1, configuration.windowRows)
      let isUpwards =
        place + 1 < index.rowCount
        && index.ids(inGlobalRange: (place + 1)..<(place + 2)).contains { cache.contains($0) }
      let range =
        isUpwards
        ? max(0, place + 1 - size)..<(place + 1) : place..<min(index.rowCount, place + size)
      let missing = index.ids(inGlobalRange: range).filter { !cache.contains($0) }
      statistics.rowQueries += 1
      do {
        for row in try fetch(missing, size, contents) {
          statistics.fetchedRows += 1
          if isShown(row, contents) { cache.keep(row.record, id: row.id) }
        }
      } catch {
        throw FetchedDataError(error, path: writer.path)
      }
    }

    /// Returns whether a fetched row is the one that the index means: the connection may be ahead of what
    /// is shown, and a primary key may have been used again.
    private func isShown(_ row: FetchedRow<Record>, _ contents: FetchedContents) -> Bool {
      if feed.count > 0, let comesOrGoes = feed.waitingChange(of: row.identity) {
        return !comesOrGoes
      }
      guard let path = contents.index.path(of: row.id),
        contents.index.key(at: path) == row.key,
        contents.index.sectionKey(at: path.section).terms == row.sectionTerms
      else {
        // Nobody here has changed it.
        feed.add(.refetch(.otherConnection))
        return false
      }
      return true
    }

    private func fetch(
      _ ids: [Int64], _ size: Int, _ contents: FetchedContents
    ) throws -> [FetchedRow<Record>] {
      let plan = contents.plan
      let layout = plan.layout
      // Always as many parameters, so that one statement serves.
      let padded = ids + Array(repeating: ids.last ?? 0, count: max(0, size - ids.count))
      let (sql, arguments) = plan.rows(count: padded.count)
      var all = arguments
      for id in padded {
        switch contents.numbers.identity(of: id, usesRowID: layout.usesRowID) {
        case .rowID(let id): all += [id]
        case .values(let values): all += StatementArguments(values.map(\.databaseValue))
        }
      }
      return try writer.unsafeReentrantRead { database in
        let statement = try database.cachedStatement(sql: sql)
        let columns = statement.columnCount - layout.columnCount
        let rows = try Row.fetchCursor(statement, arguments: all)
        var fetched: [FetchedRow<Record>] = []
        fetched.reserveCapacity(ids.count)
        while let row = try rows.next() {
          let keys = KeyColumns(row, first: columns, layout)
          guard let id = contents.numbers.knownNumber(of: keys.identity) else { continue }
          fetched.append(
            FetchedRow(
              id: id, identity: keys.identity, key: keys.key, sectionTerms: keys.sectionTerms,
              record: try Record(row: row)))
        }
        return fetched
      }
    }
  }

  /// A row as it was fetched, with what says whether it is still the one that is shown.
  private struct FetchedRow<Record> {
    let id: Int64
    let identity: RowIdentity
    let key: RowKey
    let sectionTerms: [SortValue]
    let record: Record
  }

  /// The columns of keys behind those of a record.
  private struct KeyColumns {
    private let row: Row
    private let first: Int
    private let layout: KeyLayout

    init(_ row: Row, first: Int, _ layout: KeyLayout) {
      (self.row, self.first, self.layout) = (row, first, layout)
    }

    private func value(_ column: Int, _ collation: Collation = .binary) -> SortValue {
      SortValue(row[first + column] as DatabaseValue, collation)
    }

    var identity: RowIdentity {
      let values = (0..<layout.keyCount).map { value($0) }
      if layout.usesRowID, case .integer(let id) = values[0] { return .rowID(id) }
      return .values(values)
    }

    var sectionTerms: [SortValue] {
      layout.sections.indices.map {
        value(layout.keyCount + $0, layout.sections[$0].collation)
      }
    }

    var key: RowKey {
      layout.key(
        of: layout.sorts.indices.map {
          value(layout.keyCount + layout.sections.count + $0, layout.sorts[$0].collation)
        })
    }
  }
#endif
