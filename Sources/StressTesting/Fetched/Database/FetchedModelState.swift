#if SQLITE
  import GRDB

  /// The rows of a request as one fetch has them: nested arrays.
  struct FetchedModelState: Equatable {
    /// A row of the request.
    struct ModelRow: Hashable {
      /// The primary key, in its own order of columns.
      let key: [DatabaseValue]
      /// All columns.
      let values: [DatabaseValue]
      /// What decides its place among the rows of its section, besides the key.
      let sorts: [DatabaseValue]
    }

    /// A section, told by the terms that name it.
    struct Section: Hashable {
      let terms: [DatabaseValue]
      /// The values that its rows have for the last term, which need not be of one type.
      var names: Set<DatabaseValue> = []
      var rows: [ModelRow] = []
    }

    /// The sections, in order.
    var sections: [Section] = []
    /// The rows of the other table by their keys.
    var parents: [DatabaseValue: [DatabaseValue]] = [:]

    /// No sections: before the first fetch.
    init() {}

    /// Fetches the present state.
    init(_ configuration: FetchedStressConfiguration, _ database: Database) throws {
      for row in try Row.fetchAll(database, sql: "SELECT * FROM parent") {
        let values = Array(row.databaseValues)
        parents[values[0]] = values
      }
      if configuration.sections == .none { sections = [Section(terms: [0.databaseValue])] }
      let (sectionCount, sortCount) = configuration.termCounts
      for row in try Row.fetchAll(database, sql: configuration.modelQuery) {
        let values = Array(row.databaseValues)
        let first = values.count - sectionCount - sortCount
        let names = Array(values[first..<(first + sectionCount)])
        let terms = names.map(\.canonical)
        if sections.last?.terms != terms { sections.append(Section(terms: terms)) }
        if let name = names.last { sections[sections.count - 1].names.insert(name) }
        sections[sections.count - 1].rows.append(
          ModelRow(
            key: configuration.keyOrder.map { (row[$0] as DatabaseValue).canonical },
            values: Array(values[..<first]),
            sorts: values[(first + sectionCount)...].map(\.canonical)))
      }
    }
  }

  extension FetchedModelState {
    /// The number of rows in each section.
    var counts: [Int] { sections.map(\.rows.count) }

    /// The keys of the rows in each section.
    var keys: [[[DatabaseValue]]] { sections.map { $0.rows.map(\.key) } }

    /// All rows by their keys, with the number of their section.
    var rowsByKey: [[DatabaseValue]: (section: Int, item: Int, row: ModelRow)] {
      var rows: [[DatabaseValue]: (section: Int, item: Int, row: ModelRow)] = [:]
      for (section, content) in sections.enumerated() {
        for (item, row) in content.rows.enumerated() { rows[row.key] = (section, item, row) }
      }
      return rows
    }
  }

  extension DatabaseValue {
    /// The value in the one form that stands for all that are equal to SQLite: 1 for 1.0.
    var canonical: DatabaseValue {
      guard case .double(let number) = storage, let whole = Int64(exactly: number) else {
        return self
      }
      return whole.databaseValue
    }
  }
#endif
