#if SQLITE
  extension FetchedStressConfiguration {
    // MARK: Schema

    /// The columns of the primary key, as the table has them.
    var keyColumns: [String] { table == .composite ? ["a", "b"] : ["id"] }

    /// The columns of the primary key, in its own order.
    var keyOrder: [String] { table == .composite ? ["b", "a"] : ["id"] }

    /// The statements that create the tables.
    var schema: [String] {
      let key =
        switch table {
        case .rowID: "id INTEGER PRIMARY KEY"
        case .withoutRowID: "id NOT NULL PRIMARY KEY"
        case .text: "id TEXT NOT NULL PRIMARY KEY"
        case .nocase: "id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY"
        case .composite: "a INTEGER NOT NULL, b TEXT NOT NULL"
        }
      let end = table == .composite ? ", PRIMARY KEY (b, a)" : ""
      let isPlain = table != .withoutRowID && table != .composite
      return [
        "CREATE TABLE parent (id INTEGER PRIMARY KEY, title TEXT, weight)",
        """
        CREATE TABLE item (
          \(key), code INTEGER UNIQUE, grp, rank, name TEXT, note TEXT CHECK (note IS NOT 'bad'),
          parent INTEGER REFERENCES parent (id)
            ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED\(end)
        )\(isPlain ? "" : " WITHOUT ROWID")
        """,
        "CREATE INDEX item_parent ON item (parent)",
      ]
    }

    /// The literals of the primary key with a number, as the table has its columns.
    ///
    /// Some numbers have keys that are equal under the table's rules: 3 and 33 in many.
    func keyLiterals(_ number: Int) -> [String] {
      let low = number % 30
      switch table {
      case .rowID:
        return [number < 40 ? "\(number)" : number < 50 ? "-\(number)" : "90071992547409\(number)"]
      case .withoutRowID:
        switch low % 4 {
        case 0: return ["\(low)\(number < 30 ? "" : ".0")"]
        case 1: return ["'k\(number)'"]
        case 2: return ["\(number).5"]
        default: return ["x'\(number < 30 ? "00" : "")\(number % 10)\(number % 7)'"]
        }
      case .text: return ["'\(number % 2 == 0 ? "a rather long key " : "")\(number)'"]
      case .nocase: return ["'\(number < 30 ? "key" : "KEY")\(low)'"]
      case .composite: return ["\(number / 4)", "'\(["x", "y", "X", ""][number % 4])'"]
      }
    }

    // MARK: The request

    /// The SELECT that the source gets.
    var request: String {
      switch rows {
      case .all, .limited: "SELECT * FROM item"
      case .filtered: "SELECT * FROM item WHERE \(filter)"
      case .joined, .joinedBlindly:
        "SELECT item.*, parent.title AS title FROM item LEFT JOIN parent ON parent.id = item.parent"
      }
    }

    private var filter: String { "code IS NULL OR code % 3 <> 1" }

    /// The number of rows that are shown, and of those before the first; nil for all.
    var window: (limit: Int, offset: Int)? { rows == .limited ? (7, 2) : nil }

    // MARK: The model's question

    /// The SELECT of the model: the rows with the terms of their sections and of their order behind
    /// their columns, in order.
    ///
    /// It is written by hand for each configuration, and shares nothing with the source.
    var modelQuery: String {
      let isJoined = rows == .joined || rows == .joinedBlindly
      let sectionTerms =
        switch sections {
        case .none: ["0"]
        case .column: ["item.grp"]
        case .expression: ["lower(substr(item.name, 1, 1))"]
        case .relationship:
          ["(SELECT p.weight FROM parent p WHERE p.id = item.parent)", "item.parent"]
        }
      let sortTerms: [(sql: String, direction: String)] =
        switch order {
        case .rank: [("item.rank", "")]
        case .rankDescending: [("item.rank", " DESC"), ("item.name", "")]
        case .nocase: [("lower(item.name)", "")]
        case .nameDescending: [("item.name", " DESC")]
        case .three: [("item.code % 2", ""), ("item.rank", " DESC"), ("item.name", "")]
        }
      let columns =
        ["item.*"] + (isJoined ? ["title"] : [])
        + sectionTerms + sortTerms.map(\.sql)
      let order =
        (sections == .none ? [] : sectionTerms).map { sections == .column ? $0 + " DESC" : $0 }
        + sortTerms.map { $0.sql + $0.direction } + keyOrder.map { "item." + $0 }
      return "SELECT \(columns.joined(separator: ", ")) FROM item"
        + (isJoined ? " LEFT JOIN parent ON parent.id = item.parent" : "")
        + (rows == .filtered ? " WHERE \(filter)" : "")
        + " ORDER BY \(order.joined(separator: ", "))"
        + (window.map { " LIMIT \($0.limit) OFFSET \($0.offset)" } ?? "")
    }

    /// The number of terms that name a section, and of those that order rows.
    var termCounts: (sections: Int, sorts: Int) {
      let sorts =
        switch order {
        case .rank, .nocase, .nameDescending: 1
        case .rankDescending: 2
        case .three: 3
        }
      return (sections == .relationship ? 2 : 1, sorts)
    }
  }
#endif
