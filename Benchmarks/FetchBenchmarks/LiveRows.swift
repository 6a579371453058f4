#if SQLITE
  import Benchmarking
  import Changesets
  import CollectionViews
  import DataSources
  import GRDB
  import SQLiteDataSources

  /// Rows that are shown in a view and follow a table: what scenarios ask of every strategy.
  protocol LiveRows: AnyObject {
    /// Reads all rows, or what is needed of them, and reloads the view.
    func load() throws
    /// Shows what was committed.
    func refresh() throws
    /// Goes on to what was committed without the view, which is not laid out again.
    func changeset() throws -> Changeset
    /// Forgets the rows that were fetched for cells.
    func dropRows()
    var sectionCount: Int { get }
    func rowCount(inSection section: Int) -> Int
    func id(at path: ItemPath) -> Int64?
    /// What it has counted so far.
    var counts: [OperationCount] { get }
    /// The commits so far; nil if it does not follow them row by row.
    var commits: FollowedCommits? { get }
    /// Whether a changeset names each row that stays and has other content, shown or not.
    var tellsContents: Bool { get }
  }

  /// The commits that a source has shown, by how it did so.
  struct FollowedCommits {
    /// The commits whose rows were looked up.
    let followed: Int
    /// The commits after which all keys were fetched.
    let refetched: Int
    /// The reason of the last of those.
    let reason: String?
  }

  /// The view that a strategy serves, how its cells are filled, and how large commits are.
  struct FetchViewParts {
    let view: CollectionView
    let fill: (FetchCell, FetchRow) -> Void
    /// The most rows of a commit that are to be followed one by one; nil for the source's default.
    let changeLimit: Int?
  }

  /// The project's own live data source.
  final class FetchedRows: LiveRows {
    private let source: FetchedDataSource<FetchRow, Int64>
    private weak var view: CollectionView?
    private var last: Changeset?

    init(
      _ table: FetchTable, _ parts: FetchViewParts, _ strategy: FetchedConfiguration.Strategy,
      changeLimit: Int?
    ) throws {
      var configuration = FetchedConfiguration()
      configuration.strategy = strategy
      configuration.changeLimit = changeLimit
      let request = FetchedRequest<FetchRow, Int64>(
        FetchRow.all(), sections: .column("section"), sortedBy: [.column("rank")])
      source = try FetchedDataSource(
        request, for: parts.view, in: table.database, configuration: configuration)
      source.register(FetchCell.self, prepare: parts.fill)
      view = parts.view
      source.willApply = { [weak self] in self?.last = $0 }
    }

    func load() throws { try source.reload() }

    func refresh() throws { try source.refresh() }

    func changeset() throws -> Changeset {
      // Only the installed source updates the view.
      if view?.dataSource === source { view?.dataSource = nil }
      last = nil
      try source.refresh()
      guard let last else { throw FetchSuiteError.noUpdate }
      return last
    }

    func dropRows() { source.dropCachedRows() }

    var sectionCount: Int { source.sectionCount }
    func rowCount(inSection section: Int) -> Int { source.itemCount(inSection: section) }
    func id(at path: ItemPath) -> Int64? { source.rowID(at: path) }

    var counts: [OperationCount] {
      let statistics = source.statistics
      return [
        OperationCount(name: "row_queries", value: statistics.rowQueries),
        OperationCount(name: "rows_fetched", value: statistics.fetchedRows),
        OperationCount(name: "key_fetches", value: statistics.keyFetches),
      ]
    }

    var commits: FollowedCommits? {
      guard source.configuration.strategy == .incremental else { return nil }
      let statistics = source.statistics
      return FollowedCommits(
        followed: statistics.followedCommits, refetched: statistics.refetches,
        reason: statistics.lastRefetchReason.map { "\($0)" })
    }

    /// One that compares keys does not know the contents: it has the rows that were fetched filled again.
    var tellsContents: Bool { source.configuration.strategy == .incremental }

    /// The bytes of the keys of all rows.
    var keyBytes: Int { source.statistics.keyBytes }
  }

  /// A method's rows.
  final class MethodRows<Method: FetchMethod>: LiveRows {
    private let method: Method
    private let source: MethodSource<Method>

    init(_ table: FetchTable, _ parts: FetchViewParts) throws {
      method = try Method(table)
      source = try MethodSource(method, for: parts.view)
      source.register(FetchCell.self, prepare: parts.fill)
    }

    func load() throws {
      try method.load()
      source.reload()
    }

    func refresh() throws { try source.apply(try method.changeset()) }

    func changeset() throws -> Changeset { try method.changeset() }

    func dropRows() { method.dropRows() }

    var sectionCount: Int { method.sectionCount }
    func rowCount(inSection section: Int) -> Int { method.rowCount(inSection: section) }
    func id(at path: ItemPath) -> Int64? { method.id(at: path) }
    var counts: [OperationCount] { [] }
    var commits: FollowedCommits? { nil }
    var tellsContents: Bool { true }
  }

  /// The data source over a method.
  private final class MethodSource<Method: FetchMethod>: ControllingDataSource<Int64, FetchRow> {
    private let method: Method
    /// The numbers of rows that the view has been told: the method is ahead of it before an update.
    private var counts: [Int] = []

    init(_ method: Method, for view: CollectionView) throws(CollectionViewError) {
      self.method = method
      try super.init(for: view)
    }

    private func readCounts() {
      counts = (0..<method.sectionCount).map { method.rowCount(inSection: $0) }
    }

    func reload() { reloadControlled { readCounts() } }

    func apply(_ changeset: Changeset) throws(CollectionViewError) {
      try performControlledUpdate(changeset) { readCounts() }
    }

    override var sectionCount: Int { counts.count }

    override func itemCount(inSection section: Int) -> Int { counts[section] }

    override func loadItem(at path: ItemPath) throws(CollectionViewError) -> FetchRow? {
      do {
        return try method.row(at: path)
      } catch {
        throw .itemUnavailable(path, reason: "\(error)")
      }
    }
  }

  /// A reason that a strategy cannot be measured.
  enum FetchSuiteError: Error, CustomStringConvertible {
    case noUpdate
    case wrongRows(String)
    case wrongChangeset(String)
    case notFollowed(String)

    var description: String {
      switch self {
      case .noUpdate: "a commit gave no update"
      case .wrongRows(let what): "the rows differ from a fresh fetch: \(what)"
      case .wrongChangeset(let what):
        "the changes do not lead to the rows after the commit: \(what)"
      case .notFollowed(let reason): "a commit was not followed row by row: \(reason)"
      }
    }
  }
#endif
