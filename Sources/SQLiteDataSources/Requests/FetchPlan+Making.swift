#if SQLITE
  package import GRDB

  extension FetchPlan {
    /// Makes the plan of a request on the schema of a database.
    ///
    /// - Throws: `FetchedDataError`, or what SQLite says about the request.
    package init<Record, Section>(
      _ request: FetchedRequest<Record, Section>, _ database: Database
    ) throws {
      guard !request.sorts.isEmpty else { throw FetchedDataError.noOrder(table: request.table) }
      guard request.limit ?? 0 >= 0, request.offset >= 0 else {
        throw FetchedDataError.negativeLimit(limit: request.limit, offset: request.offset)
      }
      let (sql, arguments, joined) = try request.base.build(database)
      baseArguments = arguments
      // The SQL may end with a comment.
      base = "(\(sql)\n) AS fetched"
      let name = try database.tableName(request.table)
      (schema, table) = (name.schema, name.name)
      hasVirtualTables = try database.hasVirtualTables()
      let primaryKey = try database.primaryKey(table, in: schema)
      keys = primaryKey.columns
      let columns = try Self.columns(of: base, arguments, database)
      joinedColumns = joined.map { JoinedColumns(columns, $0) }
      guard keys.allSatisfy({ key in columns.contains { $0.lowercased() == key.lowercased() } })
      else { throw FetchedDataError.noPrimaryKey(table: table, columns: keys) }
      try Self.requireToOne(request.sections.relation, database)
      let usesRowID = primaryKey.rowIDColumn != nil || keys == ["rowid"]
      let keyTerms = keys.map { SortTerm.column($0) }
      let sorts = request.sorts + (usesRowID ? [] : keyTerms)
      var list = TermList()
      for (place, key) in keyTerms.enumerated() { try list.add(key, "k\(place)", database) }
      for (place, term) in request.sections.terms.enumerated() {
        try list.add(term, "s\(place)", database, isOrder: true)
      }
      for (place, term) in sorts.enumerated() {
        try list.add(term, "t\(place)", database, isOrder: true)
      }
      if usesRowID { list.order.append("\"fetched.k0\"") }
      terms = list.columns.joined(separator: ", ")
      termArguments = list.arguments
      order = list.order.joined(separator: ", ")
      window = Self.windowClause(request.limit, request.offset)

      var unknown: String?
      let rules = try (request.sections.terms + sorts).map { [base] term in
        let name = try Self.collation(of: term, base, arguments, database)
        // Without a sorter there are no texts to compare.
        let collation = name.map { Collation(rawValue: $0) ?? .unknown } ?? .binary
        if collation == .unknown { unknown = name }
        return TermRule(isDescending: term.order == .descending, collation: collation)
      }
      if let unknown, rules.prefix(request.sections.terms.count).contains(where: \.isUnknown) {
        throw FetchedDataError.sectionCollation(unknown)
      }
      layout = KeyLayout(
        keyCount: keys.count, usesRowID: usesRowID,
        sections: Array(rules.prefix(request.sections.terms.count)),
        sectionValue: request.sections.value,
        sorts: Array(rules.dropFirst(request.sections.terms.count)))

      let function = try unstableFunction(sql, list.texts, database)
      refetchReason =
        if !window.isEmpty { .window } else if let unknown {
          .collation(unknown)
        } else if let function { .function(function) } else {
          try reason(against: list.words(sql), database)
        }
      try mapTables(request, database)
      for schema in Set([schema, "main"] + mapped.map(\.table.schema) + unmapped.map(\.schema)) {
        schemaVersions[schema] = try database.version(ofSchema: schema)
      }
    }

    private static func windowClause(_ limit: Int?, _ offset: Int) -> String {
      guard limit != nil || offset > 0 else { return "" }
      return " LIMIT \(limit ?? -1) OFFSET \(offset)"
    }

    private static func columns(
      of base: String, _ arguments: StatementArguments, _ database: Database
    ) throws -> [String] {
      try database.makeStatement(sql: "SELECT * FROM \(base) LIMIT 0").columnNames
    }

    /// Returns the collation by which SQLite would sort a term: its sorter's, in its own words.
    ///
    /// The plus keeps SQLite from an index, which would need no sorter. The direction tells the sorter
    /// from those of the request itself; it comes last of them.
    private static func collation(
      of term: SortTerm, _ base: String, _ arguments: StatementArguments, _ database: Database
    ) throws -> String? {
      let (sql, termArguments) = try term.sql.build(database)
      let rows = try Row.fetchAll(
        database, sql: "EXPLAIN SELECT 1 FROM \(base) ORDER BY +(\(sql)) DESC",
        arguments: arguments + termArguments)
      let sorters = rows.compactMap { row -> String? in
        guard ["SorterOpen", "OpenEphemeral"].contains(row["opcode"] as String?) else { return nil }
        return row["p4"]
      }
      // "k(1,-NOCASE)", where B is short for BINARY, and N. says where NULL comes.
      guard let key = sorters.last(where: { $0.hasPrefix("k(1,-") }) else { return nil }
      let name = key.dropFirst(5).dropLast()
      let plain = name.hasPrefix("N.") ? name.dropFirst(2) : name
      return plain == "B" ? "BINARY" : plain.uppercased()
    }

    // MARK: What may change rows

    /// Returns why the changes of a row cannot be followed by its primary key alone; nil if they can.
    private func reason(
      against words: [String], _ database: Database
    ) throws -> RefetchReason? {
      let whole: Set = [
        "OVER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "GROUP", "DISTINCT", "HAVING", "RECURSIVE",
      ]
      if let word = words.first(where: { whole.contains($0.uppercased()) }) {
        return .wholeRequest(word.uppercased())
      }
      let views = Set(try database.names(of: "view").map { $0.name.lowercased() })
      if let view = words.first(where: { views.contains($0.lowercased()) }) {
        return .wholeRequest(view)
      }
      // Named twice, the table may be compared with itself; not at all, it hides in a view.
      let name = table.lowercased()
      guard words.count(where: { $0.lowercased() == name }) == 1 else {
        return .wholeRequest(table)
      }
      let (sql, arguments) = lookUp
      var all = arguments
      for _ in keys { all += [nil] }
      let steps = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: all)
      let scans = steps.contains { ($0["detail"] as String).hasPrefix("SCAN ") }
      return scans ? .noKeyLookUp : nil
    }

    private static func requireToOne<Section>(
      _ relation: SectionRule<Section>.Relation?, _ database: Database
    ) throws {
      guard let relation, try !database.table(relation.table, hasUniqueKey: [relation.key])
      else { return }
      throw FetchedDataError.notToOne(table: relation.table, key: relation.key)
    }

    private mutating func mapTables<Record, Section>(
      _ request: FetchedRequest<Record, Section>, _ database: Database
    ) throws {
      let source = "\(schema.quotedDatabaseIdentifier).\(self.table.quotedDatabaseIdentifier)"
      let columns = try database.columns(in: self.table, in: schema).map { $0.name.lowercased() }
      let relation = request.sections.relation
      var dependencies = request.dependencies.map { ($0.table, $0.foreignKey, false) }
      if let relation { dependencies.append((relation.table, relation.foreignKey, true)) }
      for (name, foreignKey, isSections) in dependencies {
        let table = try database.tableName(name)
        let key = try database.primaryKey(table.name, in: table.schema)
        // The hook tells rowids.
        guard let rowID = key.rowIDColumn,
          !isSections || relation?.key.lowercased() == rowID.lowercased()
        else { continue }
        let list = keys.map { "fetched.\($0.quotedDatabaseIdentifier)" }.joined(separator: ", ")
        let rows = "WHERE fetched.\(foreignKey.quotedDatabaseIdentifier) = ?"
        var lookUps: [(sql: String, arguments: StatementArguments)] = []
        // A row that has left the result is in its table only: where the column is another table's, nobody
        // can tell which rows have left.
        let isOwn = columns.contains(foreignKey.lowercased())
        guard isOwn || isSections else { continue }
        if isOwn { lookUps.append(("SELECT \(list) FROM \(source) AS fetched \(rows)", [])) }
        if isSections {
          lookUps.append(("SELECT \(list) FROM \(base) \(rows)", baseArguments))
        }
        mapped.append(MappedTable(table: table, lookUps: lookUps, isSections: isSections))
      }
      let known = Set(mapped.map(\.table) + [TableName(schema: schema, name: self.table)])
      let names = try database.names(of: "table").filter { !known.contains($0) }
      for sql in [scan.sql, rows(count: 1).sql] {
        // It does not tell tables of one name in two databases apart, so both are followed.
        let region = try database.makeStatement(sql: sql).databaseRegion
        for table in names
        where region.isModified(byEventsOfKind: .delete(tableName: table.name)) {
          unmapped.insert(table)
        }
      }
      guard hasVirtualTables else { return }
      let read = unmapped.union([TableName(schema: schema, name: self.table)])
      virtualTable = try read.first { try database.isVirtual($0) }?.description
    }
  }

  /// The columns that are SELECTed for keys, while a plan is made.
  private struct TermList {
    var columns: [String] = []
    var arguments = StatementArguments()
    var order: [String] = []
    private(set) var texts: [String] = []

    mutating func add(
      _ term: SortTerm, _ name: String, _ database: Database, isOrder: Bool = false
    ) throws {
      let (sql, arguments) = try term.sql.build(database)
      columns.append("\(sql) AS \"fetched.\(name)\"")
      self.arguments += arguments
      if isOrder {
        texts.append(sql)
        order.append("\"fetched.\(name)\"" + (term.order == .descending ? " DESC" : ""))
      }
    }

    /// Returns the words of a request and of its terms that may be names of tables or keywords: not
    /// texts, nor names before or behind a dot.
    func words(_ sql: String) -> [String] {
      ([sql] + texts).flatMap(\.sqlWords)
    }
  }

  extension Database {
    /// The databases of the connection, in the order in which SQLite looks for a name.
    private func schemas() throws -> [String] {
      let names = try Row.fetchAll(self, sql: "PRAGMA database_list").map { $0["name"] as String }
      return ["temp", "main"] + names.filter { !["temp", "main"].contains($0) }
    }

    /// Returns the tables or the views of all databases, in the order in which SQLite looks for a name.
    fileprivate func names(of type: String) throws -> [FetchPlan.TableName] {
      try schemas().flatMap { schema in
        try String.fetchAll(
          self,
          sql: "SELECT name FROM \(schema.quotedDatabaseIdentifier).sqlite_master WHERE type = ?",
          arguments: [type]
        ).map { FetchPlan.TableName(schema: schema, name: $0) }
      }
    }

    /// Returns the table that a name means, spelt as the schema does, which is how the hook does.
    fileprivate func tableName(_ name: String) throws -> FetchPlan.TableName {
      try names(of: "table").first { $0.name.lowercased() == name.lowercased() }
        ?? FetchPlan.TableName(schema: "main", name: name)
    }

    /// Returns the version of the schema of one of the connection's databases.
    fileprivate func version(ofSchema schema: String) throws -> Int {
      try Int.fetchOne(self, sql: "PRAGMA \(schema.quotedDatabaseIdentifier).schema_version") ?? 0
    }

    /// Returns whether a table is one that SQLite does not keep.
    fileprivate func isVirtual(_ table: FetchPlan.TableName) throws -> Bool {
      try Bool.fetchOne(
        self,
        sql: """
          SELECT count(*) FROM \(table.schema.quotedDatabaseIdentifier).sqlite_master
          WHERE type = 'table' AND rootpage = 0 AND name = ?
          """, arguments: [table.name]) ?? false
    }

    fileprivate func hasVirtualTables() throws -> Bool {
      try schemas().contains { schema in
        try Bool.fetchOne(
          self,
          sql: """
            SELECT count(*) FROM \(schema.quotedDatabaseIdentifier).sqlite_master
            WHERE type = 'table' AND rootpage = 0
            """) ?? false
      }
    }
  }

  extension FetchedRequest.Base {
    /// Returns the SELECT, without a semicolon at its end.
    func build(
      _ database: Database
    ) throws -> (
      sql: String, arguments: StatementArguments,
      joined: (names: [String], adapter: any RowAdapter)?
    ) {
      var (sql, arguments, joined):
        (String, StatementArguments, (names: [String], adapter: any RowAdapter)?)
      switch self {
      case .sql(let text, let values): (sql, arguments, joined) = (text, values, nil)
      case .request(let build):
        let (statement, adapter) = try build(database)
        joined = adapter.map { (statement.columnNames, $0) }
        (sql, arguments) = (statement.sql, statement.arguments)
      }
      while let last = sql.last, last == ";" || last.isWhitespace { sql.removeLast() }
      return (sql, arguments, joined)
    }
  }

  extension String {
    /// The words of an SQL text outside of quoted texts and comments, quoted names included; not those
    /// before or behind a dot, which are columns.
    var sqlWords: [String] {
      var words: [String] = []
      var rest = self[...]
      var isBehindDot = false
      while let first = rest.first {
        if first == "'" {
          rest = rest.dropFirst().drop { $0 != "'" }.dropFirst()
        } else if rest.hasPrefix("--") {
          rest = rest.drop { !$0.isNewline }
        } else if first == "\"" || first == "`" || first == "[" {
          let end: Character = first == "[" ? "]" : first
          let word = rest.dropFirst().prefix { $0 != end }
          rest = rest.dropFirst().drop { $0 != end }.dropFirst()
          if !isBehindDot, rest.first != "." { words.append(String(word)) }
        } else if first.isLetter || first == "_" {
          let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
          rest = rest.dropFirst(word.count)
          if !isBehindDot, rest.first != "." { words.append(String(word)) }
        } else {
          rest = rest.dropFirst()
        }
        isBehindDot = first == "."
      }
      return words
    }
  }
#endif
