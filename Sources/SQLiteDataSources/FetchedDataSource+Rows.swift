#if SQLITE
  public import Changesets
  public import CollectionViews
  import DataSources
  import GRDB

  extension FetchedDataSource: CollectionViewPrefetchDataSource {
    /// Fetches a window of rows where the nearest of those that will be shown soon is missing.
    ///
    /// The others come with later windows: a jump should not fetch two screens at once.
    public func collectionView(
      _ collectionView: CollectionView, prefetchItemsAt paths: [ItemPath]
    ) {
      guard collectionView === view, let index = contents?.index, let path = paths.first,
        path.section < index.sectionCount, path.item < index.rowCount(inSection: path.section),
        !cache.contains(index.id(at: path))
      else { return }
      // A row that cannot be fetched is an error when it is shown.
      try? fetchWindow(at: path)
    }

    /// Fetches the rows around a path that the cache lacks, in one query.
    ///
    /// The window lies behind the path, and before it where the row behind it is known: there one scrolls
    /// up. It begins with rows before the path that are missing too, up to half of it where one scrolls on,
    /// and an eighth where nothing near is known.
    func fetchWindow(at path: ItemPath) throws(FetchedDataError) {
      guard let contents else { return }
      let index = contents.index
      let place = index.globalIndex(of: path)
      let size = max(1, configuration.windowRows)
      let isUpwards =
        place + 1 < index.rowCount
        && index.ids(inGlobalRange: (place + 1)..<(place + 2)).contains { cache.contains($0) }
      var range =
        isUpwards
        ? max(0, place + 1 - size)..<(place + 1) : place..<min(index.rowCount, place + size)
      if !isUpwards {
        let before = index.ids(inGlobalRange: max(0, place - size / 2)..<place)
        let known = before.lastIndex { cache.contains($0) }
        let start = place - (known.map { before.count - 1 - $0 } ?? min(before.count, size / 8))
        range = start..<min(index.rowCount, start + size)
      }
      let unknown = index.ids(inGlobalRange: range).filter { !cache.contains($0) }
      statistics.rowQueries += 1
      do {
        let rows = try fetch(unknown, size, contents)
        feed.awaitCommit()
        statistics.fetchedRows += rows.count
        for row in rows where isShown(row, contents) { cache.keep(row.record, id: row.id) }
        if rows.count < unknown.count { noteRowsThatAreGone(unknown, rows, contents) }
      } catch {
        throw FetchedDataError(error, path: writer.path)
      }
    }

    /// Returns whether a fetched row is the one that the index means: the connection may be ahead of what
    /// is shown, and a primary key may have been used again.
    private func isShown(_ row: FetchedRow<Record>, _ contents: FetchedContents) -> Bool {
      if let comesOrGoes = waitingChange(of: row.identity) { return !comesOrGoes }
      guard let path = contents.index.path(of: row.id),
        contents.index.key(at: path) == row.key,
        contents.index.sectionKey(at: path.section).terms == row.sectionTerms
      else {
        noteOtherConnection()
        return false
      }
      return true
    }

    /// Looks whether rows that a query did not return are gone by commits of this connection.
    private func noteRowsThatAreGone(
      _ ids: [Int64], _ rows: [FetchedRow<Record>], _ contents: FetchedContents
    ) {
      let found = Set(rows.map(\.id))
      let usesRowID = contents.plan.layout.usesRowID
      let isUnexplained = ids.contains {
        !found.contains($0)
          && waitingChange(of: contents.numbers.identity(of: $0, usesRowID: usesRowID)) == nil
      }
      if isUnexplained { noteOtherConnection() }
    }

    /// Has all keys fetched by the next refresh, unless a step that waits does: nobody here has made the
    /// change that was found.
    private func noteOtherConnection() {
      guard !feed.hasUnknownChanges else { return }
      missing = missing ?? .otherConnection
      // Inside of a question of the view nothing can be shown: only a queue calls later.
      if case .queue = configuration.scheduling { feed.wake() }
    }

    /// Returns what commits that are not in the index have done to a row, as `Commit.change(of:)`.
    private func waitingChange(of identity: RowIdentity) -> Bool? {
      guard let commitAtHand, let change = commitAtHand.change(of: identity) else {
        return feed.waitingChange(of: identity)
      }
      return change || feed.waitingChange(of: identity) ?? false
    }

    private func fetch(
      _ ids: [Int64], _ size: Int, _ contents: FetchedContents
    ) throws -> [FetchedRow<Record>] {
      let plan = contents.plan
      let layout = plan.layout
      // Always as many parameters, so that one statement serves.
      let padded = ids + Array(repeating: ids.last ?? 0, count: max(0, size - ids.count))
      let (sql, arguments) = plan.rows(count: padded.count)
      let identities = padded.map {
        contents.numbers.identity(of: $0, usesRowID: layout.usesRowID)
      }
      return try read { database in
        let statement = try database.cachedStatement(sql: sql)
        let keys = KeyReader(
          statement, arguments, layout,
          firstColumn: statement.columnCount - layout.columnCount)
        keys.bind(identities)
        let rows = try Row.fetchCursor(statement, adapter: plan.joinedColumns?.adapter)
        var fetched: [FetchedRow<Record>] = []
        fetched.reserveCapacity(ids.count)
        while let row = try rows.next() {
          let identity = keys.identity
          guard let id = contents.numbers.knownNumber(of: identity) else { continue }
          fetched.append(
            FetchedRow(
              id: id, identity: identity, key: keys.key, sectionTerms: keys.sectionTerms,
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
#endif
