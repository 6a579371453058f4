#if SQLITE
  import Changesets
  import GRDB

  /// Fetches the ids, sections and revisions of all rows after each commit, and compares them by the
  /// standard library's `difference(from:)`. Rows come one window at a time, by primary key.
  final class CollectionDifferenceMethod: FetchMethod {
    private let table: FetchTable
    private var list = RowList()
    private var rows: [Int64: FetchRow] = [:]
    private static let window = 32

    init(_ table: FetchTable) { self.table = table }

    private func fetch() throws -> RowList {
      try table.database.unsafeReentrantRead { database in
        var keys: [RowKey] = []
        let rows = try Row.fetchCursor(
          database,
          sql: "SELECT id, section, revision FROM message ORDER BY \(FetchTable.order)")
        while let row = try rows.next() {
          keys.append(RowKey(id: row[0], section: row[1], revision: row[2]))
        }
        return RowList(keys)
      }
    }

    func load() throws { list = try fetch() }

    func changeset() throws -> Changeset {
      let old = list
      list = try fetch()
      rows = [:]
      return list.changeset(from: old)
    }

    var sectionCount: Int { list.sections.count }
    func rowCount(inSection section: Int) -> Int { list.rowCount(inSection: section) }
    func id(at path: ItemPath) -> Int64 { list.keys[list.place(of: path)].id }
    func dropRows() { rows = [:] }

    func row(at path: ItemPath) throws -> FetchRow {
      let place = list.place(of: path)
      if let row = rows[list.keys[place].id] { return row }
      if rows.count > 1_024 { rows = [:] }
      let ids = list.keys[place..<min(list.keys.count, place + Self.window)].map(\.id)
      let fetched = try table.database.unsafeReentrantRead {
        try FetchRow.fetchAll($0, keys: ids)
      }
      for row in fetched { rows[row.id] = row }
      guard let row = rows[ids[0]] else {
        throw FetchSuiteError.wrongRows("row \(ids[0]) has gone")
      }
      return row
    }
  }
#endif
