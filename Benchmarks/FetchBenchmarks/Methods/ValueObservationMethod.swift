#if SQLITE
  import Changesets
  import Dispatch
  import GRDB
  import Synchronization

  /// GRDB's `ValueObservation` as its users write it: all rows are fetched after each commit, kept in
  /// memory, and compared by the standard library's `difference(from:)`.
  final class ValueObservationMethod: FetchMethod {
    private let table: FetchTable
    private let inbox = ObservedRows()
    private var observation: AnyDatabaseCancellable?
    private var rows: [FetchRow] = []
    private var list = RowList()

    init(_ table: FetchTable) { self.table = table }

    deinit { observation?.cancel() }

    func load() throws {
      observation?.cancel()
      inbox.clear()
      let inbox = inbox
      observation = ValueObservation.tracking { database in
        try FetchRow.order(sql: FetchTable.order).fetchAll(database)
      }.start(
        in: table.database, scheduling: inbox, onError: { inbox.put(.failure($0)) },
        onChange: { inbox.put(.success($0)) })
      rows = try inbox.take()
      list = Self.list(of: rows)
    }

    private static func list(of rows: [FetchRow]) -> RowList {
      RowList(rows.map { RowKey(id: $0.id, section: $0.section, revision: $0.revision) })
    }

    func changeset() throws -> Changeset {
      let old = list
      rows = try inbox.take()
      list = Self.list(of: rows)
      return list.changeset(from: old)
    }

    var sectionCount: Int { list.sections.count }
    func rowCount(inSection section: Int) -> Int { list.rowCount(inSection: section) }
    func id(at path: ItemPath) -> Int64 { list.keys[list.place(of: path)].id }
    func row(at path: ItemPath) -> FetchRow { rows[list.place(of: path)] }
  }

  /// The rows that an observation has told last. It takes them on whatever thread they come.
  private final class ObservedRows: ValueObservationScheduler {
    private let value = Mutex<Result<[FetchRow], any Error>?>(nil)
    private let arrivals = DispatchSemaphore(value: 0)

    func immediateInitialValue() -> Bool { true }

    func schedule(_ action: @escaping @Sendable () -> Void) { action() }

    func put(_ result: Result<[FetchRow], any Error>) {
      value.withLock { $0 = result }
      arrivals.signal()
    }

    /// Waits for rows that have not been taken yet.
    func take() throws -> [FetchRow] {
      arrivals.wait()
      guard let result = value.withLock({ $0 }) else { throw FetchSuiteError.noUpdate }
      return try result.get()
    }

    /// Forgets what has come and was not taken.
    func clear() { while arrivals.wait(timeout: .now()) == .success {} }
  }
#endif
