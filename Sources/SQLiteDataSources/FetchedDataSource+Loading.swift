#if SQLITE
  import Dispatch
  package import GRDB
  import Synchronization

  extension FetchedDataSource {
    /// Fetches all keys, and follows the commits after the state in which they were read.
    func fetchKeys() throws(FetchedDataError) -> FetchedContents {
      statistics.keyFetches += 1
      let fetched = KeyFetch()
      let numbers = contents?.numbers ?? RowNumbers()
      let rule = request.sections
      let path = writer.path
      var hasForgotten = false
      do {
        try writer.unsafeReentrantWrite { database in
          guard !database.isInsideTransaction else {
            throw FetchedDataError.insideTransaction(path: path)
          }
          try requireUTF8(database)
          let plan = try FetchPlan(request, database)
          try ChangeHub.follow(plan, feed, database)
          // The read sees all that these say.
          feed.clear()
          hasForgotten = true
          writer.spawnConcurrentRead { access in
            fetched.finish(
              Result {
                try FetchedContents(plan, numbers, access.get()) { rule.error(of: $0, row: $1) }
              })
          }
        }
        let contents = try fetched.wait()
        feed.changeLimit =
          configuration.strategy == .refetch
          ? 0 : configuration.changeLimit ?? max(1_000, contents.index.rowCount / 32)
        writer.asyncWriteWithoutTransaction { ChangeHub.limitHasChanged($0) }
        return contents
      } catch {
        // The contents stay, and the commits that waited for them are forgotten: all keys come next.
        if hasForgotten, self.contents != nil { missing = missing ?? .error }
        throw FetchedDataError(error, path: path)
      }
    }

    /// Throws if the bytes of a text are not in the order in which SQLite sorts it.
    private func requireUTF8(_ database: Database) throws {
      let encoding = try String.fetchOne(database, sql: "PRAGMA encoding") ?? "UTF-8"
      guard encoding == "UTF-8" else {
        throw FetchedDataError.encoding(path: writer.path, found: encoding)
      }
    }
  }

  /// A read of keys on another thread, which is waited for.
  private final class KeyFetch: Sendable {
    private let result = Mutex<Result<FetchedContents, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    func finish(_ result: Result<FetchedContents, any Error>) {
      self.result.withLock { $0 = result }
      isDone.signal()
    }

    func wait() throws -> FetchedContents {
      isDone.wait()
      guard let result = result.withLock({ $0 }) else {
        throw DatabaseError(resultCode: .SQLITE_ABORT)
      }
      return try result.get()
    }
  }

  extension FetchedContents {
    /// Reads all keys of a plan, in order.
    ///
    /// - Parameters:
    ///   - plan: The request.
    ///   - numbers: The numbers that rows have had so far.
    ///   - database: An access to a connection, with one state for all reads.
    ///   - sectionError: Returns what is wrong with the value of the section of a row.
    /// - Throws: What SQLite says; the error of a section; `RowIndexError`.
    package init(
      _ plan: FetchPlan, _ numbers: RowNumbers, _ database: Database,
      sectionError: (DatabaseValue, RowIdentity) -> FetchedDataError?
    ) throws {
      var numbers = numbers
      let reader = try KeyReader(plan.scan.sql, plan.scan.arguments, plan.layout, database)
      var hasRow = try reader.step()
      var index = RowIndex<SectionKey>(
        wordCount: 2, isExact: false,
        keepsEmptySection: plan.layout.sections.isEmpty ? .only : nil)
      var section: SectionKey?
      var sectionNumber: Int64?
      let usesRowID = plan.layout.usesRowID
      while hasRow {
        let isSame =
          sectionNumber.map { reader.isFirstSectionTerm($0) } ?? false
          || section.map { reader.isSection($0) } ?? false
        if !isSame {
          let next = reader.section
          if let error = sectionError(next.value, reader.identity) { throw error }
          section = next
          sectionNumber = next.number
          index.appendSection(next)
        }
        let id: Int64
        if usesRowID {
          id = reader.rowID
        } else {
          let identity = reader.identity
          guard !identity.hasNull else {
            throw FetchedDataError.nullKey(table: plan.table, row: identity.name)
          }
          id = numbers.number(of: identity)
        }
        index.append(IndexedRow(key: reader.key, id: id))
        hasRow = try reader.step()
      }
      reader.rewind()
      do throws(RowIndexError) {
        try index.finishLoading()
      } catch {
        guard case .duplicateID(let id) = error else { throw error }
        let identity = numbers.identity(of: id, usesRowID: usesRowID)
        throw FetchedDataError.duplicateRow(table: plan.table, row: identity.name)
      }
      if !usesRowID { numbers.release(unless: { index.path(of: $0) != nil }) }
      self.init(index: index, numbers: numbers, plan: plan)
    }
  }
#endif
