#if SQLITE
  public import Changesets
  public import CollectionViews
  public import DataSources
  import Dispatch
  public import GRDB
  import Synchronization

  /// A data source that shows the rows of a database request, and stays current with it.
  ///
  ///     let request = FetchedRequest(
  ///       Player.all(), sections: .column("team"), sortedBy: [.column("score", .descending)])
  ///     let source = try FetchedDataSource<Player, String>(request, for: view, in: pool)
  ///     source.register(PlayerCell.self) { cell, player in cell.show(player) }
  ///     try source.reload()
  ///
  /// Only keys are held for all rows, about 32 bytes a row where the primary key is an integer. Rows
  /// come in windows by primary key, through a cache. Each committed transaction of this connection
  /// becomes one update of the view, found from the rows that it touched: O(log *n*) a row. Where that is
  /// not possible, all keys are fetched and compared; `statistics` says how often, and why.
  ///
  /// Use a source in the isolation domain of its view. Commits reach the view as
  /// `FetchedConfiguration.scheduling` says. Those of other connections and processes are noticed by
  /// `checkOtherConnections()`, and in between as `FetchedConfiguration.otherConnectionsInterval` says.
  ///
  /// A source takes the one preupdate hook of its connection. One that the app, or an SQLite session, has
  /// set before gets no calls any more.
  public final class FetchedDataSource<Record: FetchableRecord, Section>:
    ControllingDataSource<Section, Record>, Refreshing
  {
    /// The rows that are shown.
    public private(set) var request: FetchedRequest<Record, Section>
    /// The settings.
    public let configuration: FetchedConfiguration
    /// The work done since the source was created.
    public internal(set) var statistics = FetchStatistics()
    /// The error of the last refresh; nil if that was in order.
    public internal(set) var lastError: FetchedDataError?
    /// A closure that is called with the error of a refresh that nobody called. This object retains it.
    public var onError: ((FetchedDataError) -> Void)?

    /// A closure that is called with each update before the view takes it; with nil if the view reloads.
    package var willApply: ((Changeset?) -> Void)?

    let writer: any DatabaseWriter
    private(set) var feed: ChangeFeed
    var contents: FetchedContents?
    var cache: RowCache<Record>
    var sectionItems: [DatabaseValue: Section] = [:]
    /// A Boolean value that indicates whether the step at hand has changed the contents.
    var hasChangedContents = false
    /// Why the index lacks a change that no step of the feed tells; nil if it lacks none.
    var missing: RefetchReason?
    /// The commit whose update has begun and has not reached the index.
    var commitAtHand: ChangeFeed.Commit?
    /// Counts the times that the contents were replaced, so that an update notices that it comes too late.
    private(set) var contentsNumber = 0
    private var timer: (any DispatchSourceTimer)?

    /// Creates the source of `view`. It has no sections before `reload()`.
    ///
    /// - Parameters:
    ///   - request: The rows.
    ///   - view: The view that shows them, referenced weakly.
    ///   - writer: The database: a `DatabasePool`, or a `DatabaseQueue`, in memory too.
    ///   - configuration: The settings.
    /// - Throws: `FetchedDataError.view` if the view has another controlling data source.
    public init(
      _ request: FetchedRequest<Record, Section>, for view: CollectionView,
      in writer: any DatabaseWriter, configuration: FetchedConfiguration = FetchedConfiguration()
    ) throws {
      self.request = request
      self.writer = writer
      self.configuration = configuration
      cache = RowCache(
        capacity: max(configuration.cachedRows, 2 * max(1, configuration.windowRows)))
      feed = ChangeFeed(path: writer.path, sectionError: { _, _ in nil }, notify: {})
      do {
        try super.init(for: view)
      } catch {
        throw FetchedDataError(error, path: writer.path)
      }
      feed = makeFeed()
      if view.prefetchDataSource == nil { view.prefetchDataSource = self }
      startTimer()
    }

    deinit {
      timer?.cancel()
      end(feed)
    }

    /// Ends a feed, and lets go of the connection: it can be closed when this access to it has ended.
    private func end(_ feed: ChangeFeed) {
      feed.end()
      writer.asyncWriteWithoutTransaction { ChangeHub.dropEnded($0) }
    }

    private func startTimer() {
      guard let interval = configuration.otherConnectionsInterval else { return }
      let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
      timer.schedule(deadline: .now() + interval, repeating: interval)
      timer.setEventHandler { [weak writer] in
        // A database that cannot be read is the error of the next fetch, which has somebody to tell.
        writer?.asyncWriteWithoutTransaction { try? ChangeHub.checkOtherConnections($0) }
      }
      timer.activate()
      self.timer = timer
    }

    private func makeFeed() -> ChangeFeed {
      let target = WeakTarget(source: self)
      let notify: @Sendable () -> Void =
        switch configuration.scheduling {
        case .manual: {}
        case .immediate: { target.refresh() }
        case .queue(let queue): { queue.async { target.refresh() } }
        }
      let rule = request.sections
      return ChangeFeed(
        path: writer.path, sectionError: { rule.error(of: $0, row: $1) }, notify: notify)
    }

    // MARK: Loading

    /// Fetches all keys and shows them; the source follows the database from then on.
    ///
    /// - Throws: `FetchedDataError`; the view then shows what it showed before.
    /// - Complexity: One query for all keys.
    public func reload() throws(FetchedDataError) {
      guard view != nil else { throw ended() }
      let fetched = try noting { () throws(FetchedDataError) in try fetchKeys() }
      reloadControlled { show(fetched) }
      lastError = nil
    }

    /// Shows another request.
    ///
    /// - Throws: As `reload()`; the request is then the one before.
    public func reload(_ other: FetchedRequest<Record, Section>) throws(FetchedDataError) {
      let before = (request, feed, missing)
      request = other
      feed = makeFeed()
      do {
        try reload()
        end(before.1)
      } catch {
        end(feed)
        (request, feed, missing) = before
        throw error
      }
    }

    /// Ends the following of the database, and shows no sections. The connection can then be closed.
    public override func reset() {
      end(feed)
      feed = makeFeed()
      contentsNumber += 1
      contents = nil
      cache.removeAll()
      sectionItems = [:]
      missing = nil
      super.reset()
    }

    func show(_ fetched: FetchedContents) {
      contents = fetched
      contentsNumber += 1
      cache.removeAll()
      sectionItems = [:]
      missing = nil
      commitAtHand = nil
      statistics.keyBytes = fetched.index.byteCount
    }

    /// Ends the feed of a view that no longer exists.
    func ended() -> FetchedDataError {
      end(feed)
      return .viewGone
    }

    /// Remembers the error of `body`.
    func noting<Value>(
      _ body: () throws(FetchedDataError) -> Value
    ) throws(FetchedDataError) -> Value {
      do throws(FetchedDataError) {
        return try body()
      } catch {
        lastError = error
        throw error
      }
    }

    // MARK: Answers

    // They read one part of the contents: all of them together are a dozen references to count.

    /// The places of all rows; nil before the first reload.
    private var index: RowIndex<SectionKey>? { contents?.index }

    /// A Boolean value that indicates whether rows are known by their integer primary keys.
    private var usesRowID: Bool { contents?.plan.layout.usesRowID ?? false }

    /// The number of sections; 0 before the first reload.
    public override var sectionCount: Int { index?.sectionCount ?? 0 }

    /// Returns the number of rows in `section`.
    public override func itemCount(inSection section: Int) -> Int {
      index?.rowCount(inSection: section) ?? 0
    }

    /// Returns the row at `path`, from the cache or with a window of rows around it.
    ///
    /// - Throws: `.itemUnavailable` if the row has changed or gone since the state that is shown.
    public override func loadItem(at path: ItemPath) throws(CollectionViewError) -> Record? {
      guard let index else { return nil }
      let id = index.id(at: path)
      if let record = cache.row(id) { return record }
      do throws(FetchedDataError) {
        try fetchWindow(at: path)
      } catch {
        lastError = error
        throw .itemUnavailable(path, reason: "\(error)")
      }
      if let record = cache.row(id) { return record }
      throw .itemUnavailable(
        path,
        reason: "row \(name(of: id)) has changed since the state that is shown; refresh, and lay "
          + "out again")
    }

    /// Returns the item of a section: the typed value, or the row that its rows refer to; nil for NULL,
    /// and if the row cannot be read, which `lastError` then tells.
    public override func item(forSection section: Int) -> Section? {
      guard let index, (0..<index.sectionCount).contains(section) else { return nil }
      let value = index.sectionKey(at: section).value
      switch request.sections.item {
      case .none: return nil
      case .value(let make): return value.isNull ? nil : make(value)
      case .row(let make):
        if let known = sectionItems[value] { return known }
        guard !value.isNull else { return nil }
        do {
          let item = try read { try make($0, value) }
          sectionItems[value] = item
          return item
        } catch {
          lastError = FetchedDataError(error, path: writer.path)
          return nil
        }
      }
    }

    /// Returns the integer primary key of the row at `path`, which need not be fetched; nil if the primary
    /// key is another one, or there is no such row. O(log *n*).
    public func rowID(at path: ItemPath) -> Int64? {
      guard usesRowID, let index, (0..<index.sectionCount).contains(path.section),
        (0..<index.rowCount(inSection: path.section)).contains(path.item)
      else { return nil }
      return index.id(at: path)
    }

    /// Forgets all rows, not their keys: each is fetched again when it is shown.
    package func dropCachedRows() { cache.removeAll() }

    /// Returns the path of the row with an integer primary key; nil if it is not shown. O(log *n*).
    public func itemPath(forRowID id: Int64) -> ItemPath? {
      usesRowID ? index?.path(of: id) : nil
    }

    /// Returns the path of the row with a primary key, whose values are in the order of its columns; nil
    /// if it is not shown. O(log *n*).
    public func itemPath(forKey values: [any DatabaseValueConvertible]) -> ItemPath? {
      guard let contents else { return nil }
      if contents.plan.layout.usesRowID {
        return values.first.flatMap { Int64.fromDatabaseValue($0.databaseValue) }
          .flatMap { contents.index.path(of: $0) }
      }
      let identity = RowIdentity.values(values.map { SortValue($0.databaseValue) })
      return contents.numbers.knownNumber(of: identity).flatMap { contents.index.path(of: $0) }
    }

    /// Reads what is committed: what a transaction at hand has written may be taken back.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
      try writer.unsafeReentrantRead { database in
        guard !KeyReader.isWriting(database) else {
          throw FetchedDataError.insideTransaction(path: writer.path)
        }
        return try body(database)
      }
    }

    func name(of id: Int64) -> String {
      guard let contents else { return "\(id)" }
      return contents.numbers.identity(of: id, usesRowID: contents.plan.layout.usesRowID).name
    }
  }

  /// A source that a commit may tell to refresh.
  protocol Refreshing: AnyObject {
    func refreshAfterCommit()
  }

  /// The source as the target of a notification, which its scheduling brings to the view's domain; hence
  /// it may be `Sendable`.
  private final class WeakTarget: @unchecked Sendable {
    private weak var source: (any Refreshing)?

    init(source: any Refreshing) { self.source = source }

    func refresh() { source?.refreshAfterCommit() }
  }

  extension FetchedDataSource {
    func refreshAfterCommit() {
      do throws(FetchedDataError) {
        try refresh()
      } catch {
        onError?(error)
      }
    }
  }

  /// The keys of all rows, and how they were fetched.
  package struct FetchedContents: Sendable {
    package var index: RowIndex<SectionKey>
    package var numbers: RowNumbers
    package var plan: FetchPlan
  }

  extension RowIdentity {
    /// The primary key, for messages.
    package var name: String {
      switch self {
      case .rowID(let id): "\(id)"
      case .values(let values):
        values.map { "\($0.databaseValue)" }.joined(separator: ", ")
      }
    }

    /// A Boolean value that indicates whether a value is NULL: such a row has no identity.
    var hasNull: Bool {
      if case .values(let values) = self { values.contains(.null) } else { false }
    }
  }

  extension SectionRule {
    /// Returns what is wrong with the value of the section of a row; nil if it has an item.
    func error(of value: DatabaseValue, row: RowIdentity) -> FetchedDataError? {
      if value.isNull { return allowsNull ? nil : .nullSection(row: row.name) }
      if case .value(let make) = item, make(value) == nil {
        return .sectionType(value: "\(value)", expected: "\(Section.self)")
      }
      return nil
    }
  }
#endif
