#if SQLITE
  import GRDB
  import Synchronization

  /// Follows the transactions of one connection for all sources on it.
  ///
  /// A connection has one preupdate hook, so its sources share it. All that is here is used in accesses
  /// of that connection only, which GRDB makes one after another; hence it may be `Sendable`.
  final class ChangeHub: TransactionObserver, @unchecked Sendable {
    private weak var database: Database?
    private let recorder: ChangeRecorder?
    private var followers: [ChangeFollower] = []
    private var totalChanges = 0
    /// A Boolean value that indicates whether the hook was called for the last changes: another library,
    /// as the session extension, may have taken its place.
    private var hearsChanges = true

    private init(_ database: Database) {
      self.database = database
      recorder = ChangeRecorder(of: database)
    }

    /// The hubs by the address of their connection.
    private static let hubs = Mutex<[UInt: ChangeHub]>([:])

    /// Returns the hub of a connection; nil if nothing follows it, or if it is closed.
    private static func hub(of database: Database) -> ChangeHub? {
      let hub = hubs.withLock { $0[ChangeRecorder.address(of: database)] }
      // A connection that has been closed may have had the same address.
      return hub?.database === database ? hub : nil
    }

    /// Begins to tell a feed of the changes that the connection makes.
    ///
    /// - Parameters:
    ///   - plan: The request of the feed's source.
    ///   - feed: Receives a step for each commit that touches the request.
    ///   - database: An access to the connection that writes, outside of a transaction.
    /// - Throws: What SQLite says of the request.
    static func follow(_ plan: FetchPlan, _ feed: ChangeFeed, _ database: Database) throws {
      let hub = hub(of: database) ?? ChangeHub(database)
      hubs.withLock { $0[ChangeRecorder.address(of: database)] = hub }
      // If this throws, the feed is followed by its plan before.
      let follower = try ChangeFollower(plan, feed, database)
      hub.dropEnded()
      if hub.followers.isEmpty {
        database.remove(transactionObserver: hub)
        database.add(transactionObserver: hub)
        hub.hearsChanges = true
        hub.recorder?.install()
      }
      hub.followers.removeAll { $0.feed === feed }
      hub.followers.append(follower)
      hub.recorder?.reset()
      hub.totalChanges = database.totalChangesCount
      if let recorder = hub.recorder {
        for follower in hub.followers { follower.addTables(to: recorder) }
      }
      hub.setLimit()
    }

    /// Lets go of the sources that have ended, and of the connection if there is no other.
    ///
    /// - Parameter database: An access to the connection that writes.
    static func dropEnded(_ database: Database) {
      guard let hub = hub(of: database) else { return }
      hub.dropEnded()
      hub.endIfUnused(database)
    }

    /// Lets a feed's limit apply to the next commit.
    static func limitHasChanged(_ database: Database) {
      hub(of: database)?.setLimit()
    }

    /// Tells feeds of commits that other connections have made.
    ///
    /// - Parameter database: An access to the connection that writes.
    /// - Throws: What SQLite says.
    static func checkOtherConnections(_ database: Database) throws {
      guard let hub = hub(of: database) else { return }
      for follower in hub.followers { try follower.checkOtherConnections(database) }
    }

    private func dropEnded() { followers.removeAll { !$0.feed.isActive } }

    private func endIfUnused(_ database: Database) {
      guard followers.isEmpty else { return }
      // A hook of another library in this place stays.
      if hearsChanges { recorder?.remove() }
      recorder?.reset()
      database.remove(transactionObserver: self)
      Self.hubs.withLock { hubs in
        let address = ChangeRecorder.address(of: database)
        if hubs[address] === self { hubs[address] = nil }
      }
    }

    private func setLimit() {
      recorder?.setLimit(followers.map { 2 * $0.feed.changeLimit }.max() ?? 0)
    }

    // MARK: Transactions

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

    func databaseDidChange(with event: DatabaseEvent) {}

    func databaseWillCommit() {
      for follower in followers { follower.feed.beginCommit() }
    }

    func databaseDidCommit(_ database: Database) {
      let changes = database.totalChangesCount - totalChanges
      totalChanges += changes
      let hasChanged = changes != 0
      dropEnded()
      // The hook is called for every row that is counted, except of virtual tables, and of a whole table
      // that a statement from before the hook empties.
      let calls = recorder?.calls ?? 0
      if hasChanged { hearsChanges = calls > 0 }
      let hasMissed = calls < changes && !followers.contains { $0.plan.hasVirtualTables }
      let known = !hearsChanges || hasMissed ? nil : recorder
      // All of them before any feed calls its source: that may fetch, and begin to follow again.
      let steps = followers.map {
        (feed: $0.feed, step: $0.step(after: known, hasChanged: hasChanged))
      }
      recorder?.clear()
      for (feed, step) in steps {
        if let step { feed.add(step) } else { feed.endCommit() }
      }
      dropEnded()
      setLimit()
      endIfUnused(database)
    }

    func databaseDidRollback(_ database: Database) {
      totalChanges = database.totalChangesCount
      recorder?.clear()
      for follower in followers { follower.feed.endCommit() }
    }
  }

  /// Reads for one source what a commit has changed, on the connection that makes it.
  private final class ChangeFollower {
    let feed: ChangeFeed
    let plan: FetchPlan
    private let lookUp: KeyReader
    /// The statements of each mapped table.
    private var mapping: [[KeyReader]] = []
    private var schemaVersions: [(reader: KeyReader, version: Int64)] = []
    private var dataVersions: [String: Int]
    private let keyColumns: [Int]
    /// A Boolean value that indicates whether the schema is another one than the plan's.
    private var hasOtherSchema = false
    private var tableNumber = -1
    private var mappedNumbers: [Int] = []
    private var unmappedNumbers: [Int: String] = [:]

    init(_ plan: FetchPlan, _ feed: ChangeFeed, _ database: Database) throws {
      self.plan = plan
      self.feed = feed
      lookUp = try KeyReader(plan.lookUp.sql, plan.lookUp.arguments, plan.layout, database)
      var keys = plan.layout
      keys.sections = []
      keys.sorts = []
      for table in plan.mapped {
        mapping.append(
          try table.lookUps.map { try KeyReader($0.sql, $0.arguments, keys, database) })
      }
      keys.usesRowID = true
      for (schema, version) in plan.schemaVersions {
        let pragma = "PRAGMA \(schema.quotedDatabaseIdentifier).schema_version"
        let reader = try KeyReader(pragma, StatementArguments(), keys, database)
        schemaVersions.append((reader, Int64(version)))
      }
      dataVersions = try Self.dataVersions(plan, database)
      let names =
        plan.layout.usesRowID
        ? [] : try database.columns(in: plan.table, in: plan.schema).map { $0.name.lowercased() }
      keyColumns =
        plan.layout.usesRowID
        ? [] : plan.keys.compactMap { names.firstIndex(of: $0.lowercased()) }
    }

    /// The numbers that change when another connection commits, one for each database.
    private static func dataVersions(
      _ plan: FetchPlan, _ database: Database
    ) throws -> [String: Int] {
      var versions: [String: Int] = [:]
      for schema in plan.schemaVersions.keys {
        versions[schema] = try Int.fetchOne(
          database, sql: "PRAGMA \(schema.quotedDatabaseIdentifier).data_version")
      }
      return versions
    }

    func addTables(to recorder: ChangeRecorder) {
      tableNumber = recorder.add(
        FetchPlan.TableName(schema: plan.schema, name: plan.table), keyColumns: keyColumns)
      mappedNumbers = plan.mapped.map { recorder.add($0.table, keyColumns: []) }
      unmappedNumbers = [:]
      for table in plan.unmapped {
        unmappedNumbers[recorder.add(table, keyColumns: [])] = table.description
      }
    }

    func checkOtherConnections(_ database: Database) throws {
      let versions = try Self.dataVersions(plan, database)
      guard versions != dataVersions else { return }
      dataVersions = versions
      feed.add(.refetch(.otherConnection))
    }

    /// Reads what a commit has done to the rows of the request.
    ///
    /// - Parameters:
    ///   - recorder: The rows that were touched; nil if some are not known.
    ///   - hasChanged: Whether any row was changed.
    /// - Returns: What the source does about it; nil for nothing.
    func step(after recorder: ChangeRecorder?, hasChanged: Bool) -> ChangeFeed.Step? {
      // Until then their locks are held, which each look-up would otherwise take and release.
      defer { for (reader, _) in schemaVersions { reader.rewind() } }
      do {
        if try isOtherSchema() { return .refetch(.schemaChange) }
        if hasChanged, let table = plan.virtualTable { return .refetch(.unmappedTable(table)) }
        guard let recorder else { return hasChanged ? .refetch(.noHook) : nil }
        return try step(after: recorder)
      } catch {
        return .failure(FetchedDataError(error, path: feed.path))
      }
    }

    /// Returns whether the schema has changed; it has then once. The statements stay begun.
    private func isOtherSchema() throws -> Bool {
      for (reader, version) in schemaVersions where !hasOtherSchema {
        reader.rewind()
        if try reader.step() { hasOtherSchema = reader.rowID != version }
      }
      return hasOtherSchema
    }

    private func step(after recorder: ChangeRecorder) throws -> ChangeFeed.Step? {
      guard recorder.count > 0 else { return nil }
      var touched = TouchedIdentities()
      var others: [(mapping: Int, id: Int64)] = []
      var unmapped: String?
      recorder.forEachChange { table, identity, comesOrGoes in
        if table == tableNumber { touched.add(identity, comesOrGoes) }
        if case .rowID(let id) = identity {
          for (place, number) in mappedNumbers.enumerated() where number == table {
            others.append((place, id))
          }
        }
        if let name = unmappedNumbers[table] { unmapped = name }
      }
      // Of what was not kept, nobody knows whether it was this request's.
      if recorder.isIncomplete { return .refetch(.manyChanges(recorder.count)) }
      if touched.isEmpty, others.isEmpty, unmapped == nil { return nil }
      if let reason = plan.refetchReason { return .refetch(reason) }
      if let unmapped { return .refetch(.unmappedTable(unmapped)) }
      var commit = ChangeFeed.Commit()
      for (place, id) in others {
        if plan.mapped[place].isSections { commit.changedSections.append(id.databaseValue) }
        for reader in mapping[place] { try addReferences(to: id, by: reader, &touched) }
      }
      let limit = feed.changeLimit
      guard touched.count <= limit else { return .refetch(.manyChanges(touched.count)) }
      return try read(touched, &commit)
    }

    private func addReferences(
      to id: Int64, by reader: KeyReader, _ touched: inout TouchedIdentities
    ) throws {
      let limit = feed.changeLimit
      reader.seek(.rowID(id))
      while touched.count <= limit, try reader.step() { touched.add(reader.identity, false) }
      reader.rewind()
    }

    /// Reads where the touched rows are now.
    private func read(
      _ touched: TouchedIdentities, _ commit: inout ChangeFeed.Commit
    ) throws -> ChangeFeed.Step {
      commit.rows.reserveCapacity(touched.count)
      for (identity, comesOrGoes) in touched.all {
        // NULL equals nothing; if the row is in the result, the fetch says so.
        guard !identity.hasNull else { return .refetch(.noKeyLookUp) }
        lookUp.seek(identity)
        // A key that a collation finds under another spelling is not this row's.
        var place: RowPlace?
        if try lookUp.step(), plan.layout.usesRowID || lookUp.identity == identity {
          place = lookUp.place
        }
        lookUp.rewind()
        if let place, let error = feed.sectionError(place.section.value, identity) {
          return .failure(error)
        }
        commit.rows.append(
          ChangeFeed.TouchedRow(identity: identity, place: place, comesOrGoes: comesOrGoes))
      }
      return .commit(commit)
    }
  }

  /// The rows that a transaction has touched, each once, in the order in which it touched them.
  private struct TouchedIdentities {
    private(set) var all: [(identity: RowIdentity, comesOrGoes: Bool)] = []
    private var places: [RowIdentity: Int] = [:]

    var isEmpty: Bool { all.isEmpty }
    var count: Int { all.count }

    mutating func add(_ identity: RowIdentity, _ comesOrGoes: Bool) {
      if let place = places[identity] {
        all[place].comesOrGoes = all[place].comesOrGoes || comesOrGoes
      } else {
        places[identity] = all.count
        all.append((identity, comesOrGoes))
      }
    }
  }
#endif
