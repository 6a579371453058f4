#if SQLITE
  package import GRDB

  /// The SQL that a request becomes on one schema, and what may be done with it.
  ///
  /// Everything is a SELECT on the request as a subquery, which SQLite flattens: its indexes serve as if
  /// the SELECT had been written by hand.
  package struct FetchPlan: Sendable {
    /// The table whose rows these are.
    package let table: String
    /// The database that it is in: main, temp or an attached one.
    let schema: String
    /// The columns of its primary key.
    package let keys: [String]
    package let layout: KeyLayout
    /// The request, as a subquery.
    let base: String
    let baseArguments: StatementArguments
    /// The columns of associated records; nil where there are none.
    let joinedColumns: JoinedColumns?
    /// The columns of the primary key, the section's terms and the sort terms.
    let terms: String
    let termArguments: StatementArguments
    let order: String
    let window: String
    /// The tables whose changes are mapped to rows.
    package internal(set) var mapped: [MappedTable] = []
    /// The tables whose changes cannot be mapped to rows.
    package internal(set) var unmapped: Set<TableName> = []
    /// A Boolean value that indicates whether the database has tables that SQLite does not keep.
    let hasVirtualTables: Bool
    /// A virtual table that the request reads; nil if there is none.
    package internal(set) var virtualTable: String?
    /// Why changes are not followed row by row; nil if they are.
    package internal(set) var refetchReason: RefetchReason?
    /// The versions of the databases that the tables are in, when this was made.
    package internal(set) var schemaVersions: [String: Int] = [:]

    /// A table of one of a connection's databases.
    package struct TableName: Hashable, Sendable {
      package let schema: String
      package let name: String

      /// The name for messages.
      var description: String { schema == "main" ? name : "\(schema).\(name)" }
    }

    /// The columns of a request with associated records.
    struct JoinedColumns: Sendable {
      /// All columns under the names that they have in the request: as a subquery, SQLite numbers those of
      /// equal names.
      let list: String
      /// Shows each record its own columns.
      let adapter: any RowAdapter

      init(_ columns: [String], _ joined: (names: [String], adapter: any RowAdapter)) {
        list = zip(columns, joined.names).map { column, name in
          "fetched.\(column.quotedDatabaseIdentifier) AS \(name.quotedDatabaseIdentifier)"
        }.joined(separator: ", ")
        adapter = joined.adapter
      }
    }

    /// A table on which rows hang by a foreign key.
    package struct MappedTable: Sendable {
      package let table: TableName
      /// SELECT the keys of the rows that refer to a row.
      package let lookUps: [(sql: String, arguments: StatementArguments)]
      /// A Boolean value that indicates whether the section's items are its rows.
      package let isSections: Bool
    }

    /// SELECTs all keys in order.
    package var scan: (sql: String, arguments: StatementArguments) {
      (
        "SELECT \(terms) FROM \(base) ORDER BY \(order)\(window)",
        termArguments + baseArguments
      )
    }

    /// SELECTs the key of the row with a primary key.
    package var lookUp: (sql: String, arguments: StatementArguments) {
      let conditions = keys.map { "fetched.\($0.quotedDatabaseIdentifier) = ?" }
      return (
        "SELECT \(terms) FROM \(base) WHERE \(conditions.joined(separator: " AND "))",
        termArguments + baseArguments
      )
    }

    /// SELECTs rows by primary key, with their keys behind their columns.
    package func rows(count: Int) -> (sql: String, arguments: StatementArguments) {
      let names = keys.map { "fetched.\($0.quotedDatabaseIdentifier)" }.joined(separator: ", ")
      let row = keys.count == 1 ? "?" : "(\(keys.map { _ in "?" }.joined(separator: ", ")))"
      let values = Array(repeating: row, count: count).joined(separator: ", ")
      let condition =
        keys.count == 1 ? "\(names) IN (\(values))" : "(\(names)) IN (VALUES \(values))"
      return (
        "SELECT \(joinedColumns?.list ?? "fetched.*"), \(terms) FROM \(base) WHERE \(condition)",
        termArguments + baseArguments
      )
    }
  }

  /// A reason to fetch all keys and compare, instead of following changes row by row.
  public enum RefetchReason: Hashable, Sendable {
    /// Another connection or process has changed the database.
    case otherConnection
    /// More rows were touched than are worth following, as `FetchedConfiguration.changeLimit` says.
    case manyChanges(Int)
    /// A table changed on which the request hangs in a way that it does not tell.
    case unmappedTable(String)
    /// The request has a limit or an offset.
    case window
    /// A row's place may hang on other rows: the request groups, limits or compares them.
    case wholeRequest(String)
    /// A term sorts by a collation that only the database knows.
    case collation(String)
    /// A function may return another value after each commit, as `date('now')` does.
    case function(String)
    /// The row with a primary key cannot be found without reading others.
    case noKeyLookUp
    /// SQLite has no preupdate hook, or another library has taken it.
    case noHook
    /// The schema has changed.
    case schemaChange
    /// A row has changed once more before its place could be decided.
    case ambiguousKey
    /// A commit could not be read.
    case error
    /// The source was told to.
    case chosen
  }
#endif
