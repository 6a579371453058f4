#if SQLITE
  public import GRDB

  /// A request for rows of a database, in a total order and in sections.
  ///
  ///     let request = FetchedRequest(
  ///       Player.filter(Column("isActive")), sections: .column("team"),
  ///       sortedBy: [.column("score", .descending)])
  ///
  /// The primary key decides last, so that the order is total: no two fetches differ. An ORDER BY of the
  /// request itself means nothing. Use `limit` and `offset` here for a part of the rows.
  public struct FetchedRequest<Record: FetchableRecord, Section>: Sendable {
    let base: Base
    /// The table whose rows these are.
    let table: String
    let sections: SectionRule<Section>
    let sorts: [SortTerm]
    /// The most rows that are shown; nil for all.
    public var limit: Int?
    /// The number of rows before the first one that is shown.
    public var offset: Int
    /// The tables that rows of the result also hang on, and how their changes reach them.
    public var dependencies: [FetchedDependency] = []

    /// The rows, as SQL or as a request that becomes SQL.
    enum Base: Sendable {
      case sql(String, StatementArguments)
      case request(@Sendable (Database) throws -> (Statement, (any RowAdapter)?))
    }

    /// Creates a request of GRDB's query interface.
    ///
    /// - Parameters:
    ///   - request: The rows, with any filters and joins; also of a to-one association that is included,
    ///     but not of children by `including(all:)`.
    ///   - sections: The rule that divides them.
    ///   - sorts: The order within a section; at least one term.
    ///   - limit: The most rows; nil for all.
    ///   - offset: The number of rows before the first.
    public init(
      _ request: QueryInterfaceRequest<Record>, sections: SectionRule<Section>,
      sortedBy sorts: [SortTerm], limit: Int? = nil, offset: Int = 0
    ) where Record: TableRecord {
      self.init(
        request, table: Record.databaseTableName, sections: sections, sortedBy: sorts,
        limit: limit, offset: offset)
    }

    /// Creates a request of GRDB's query interface whose records are more than a row of a table, as those
    /// of `asRequest(of:)` with an associated record.
    ///
    /// - Parameters:
    ///   - request: The rows, as above.
    ///   - table: The table whose rows these are: each row of the result is one of its rows.
    ///   - sections: The rule that divides them.
    ///   - sorts: The order within a section; at least one term.
    ///   - limit: The most rows; nil for all.
    ///   - offset: The number of rows before the first.
    public init(
      _ request: QueryInterfaceRequest<Record>, table: String, sections: SectionRule<Section>,
      sortedBy sorts: [SortTerm], limit: Int? = nil, offset: Int = 0
    ) {
      let rows = request.asRequest(of: Row.self)
      base = .request { database in
        let prepared = try rows.makePreparedRequest(database, forSingleResult: false)
        // GRDB does not show whether it fetches children of rows by further queries.
        let children = Mirror(reflecting: prepared).descendant("supplementaryFetch")
        if let children, Mirror(reflecting: children).children.first != nil {
          throw FetchedDataError.includesChildren(table: table)
        }
        return (prepared.statement, prepared.adapter)
      }
      self.table = table
      (self.sections, self.sorts, self.limit, self.offset) = (sections, sorts, limit, offset)
    }

    /// Creates a request of SQL.
    ///
    /// - Parameters:
    ///   - sql: A SELECT whose result has the primary key of `table`, and the columns of the terms.
    ///   - arguments: The values of its parameters.
    ///   - table: The table whose rows these are: each row of the result is one of its rows.
    ///   - sections: The rule that divides them.
    ///   - sorts: The order within a section; at least one term.
    ///   - limit: The most rows; nil for all.
    ///   - offset: The number of rows before the first.
    public init(
      sql: String, arguments: StatementArguments = StatementArguments(), table: String,
      sections: SectionRule<Section>, sortedBy sorts: [SortTerm], limit: Int? = nil, offset: Int = 0
    ) {
      base = .sql(sql, arguments)
      self.table = table
      (self.sections, self.sorts, self.limit, self.offset) = (sections, sorts, limit, offset)
    }
  }

  extension FetchedRequest where Section == NoSections {
    /// Creates a request of GRDB's query interface, whose rows are one section.
    public init(
      _ request: QueryInterfaceRequest<Record>, sortedBy sorts: [SortTerm], limit: Int? = nil,
      offset: Int = 0
    ) where Record: TableRecord {
      self.init(request, sections: .none, sortedBy: sorts, limit: limit, offset: offset)
    }

    /// Creates a request of SQL, whose rows are one section.
    public init(
      sql: String, arguments: StatementArguments = StatementArguments(), table: String,
      sortedBy sorts: [SortTerm], limit: Int? = nil, offset: Int = 0
    ) {
      self.init(
        sql: sql, arguments: arguments, table: table, sections: .none, sortedBy: sorts,
        limit: limit, offset: offset)
    }
  }

  /// A table that the rows of a request hang on: a joined one, for instance.
  ///
  /// Without it, each change of such a table has all keys fetched again.
  ///
  ///     request.dependencies = [FetchedDependency(on: "team", referredToBy: "teamID")]
  public struct FetchedDependency: Hashable, Sendable {
    let table: String
    let foreignKey: String

    /// Creates a dependency on `table`, to whose integer primary key the column `foreignKey` of the
    /// request's table refers.
    public init(on table: String, referredToBy foreignKey: String) {
      self.table = table
      self.foreignKey = foreignKey
    }
  }
#endif
