#if SQLITE
  /// One statement of a transaction, for any schema: keys are numbers, other values are literals of SQL.
  public enum FetchedStatement: Hashable, Sendable, Codable {
    /// Inserts rows in one statement.
    case insert(rows: [NewRow], conflict: Conflict)
    /// Sets a column of the rows with these keys, in one statement.
    case update(keys: [Int], column: Column, value: String)
    /// Gives a row another key.
    case rekey(key: Int, to: Int)
    /// Exchanges the keys of two rows, over a third one.
    case swap(key: Int, with: Int)
    /// Deletes the rows with these keys.
    case delete(keys: [Int])
    /// Deletes all rows.
    case deleteAll
    /// Inserts a row of the other table, or replaces it, with what hangs on it.
    case insertParent(id: Int, title: String, weight: String)
    /// Sets a column of a row of the other table.
    case updateParent(id: Int, column: ParentColumn, value: String)
    /// Deletes a row of the other table, with the rows that refer to it.
    case deleteParent(id: Int)
    /// Begins a savepoint.
    case savepoint
    /// Ends the last savepoint and keeps what it has done.
    case release
    /// Ends the last savepoint and takes back what it has done.
    case rollBackTo
    /// Creates an index, or drops it.
    case changeSchema

    /// The names of the statements, as scripts have them.
    enum CodingKeys: String, CodingKey, CaseIterable {
      case insert, update, rekey, swap, delete, deleteAll, insertParent, updateParent, deleteParent
      case savepoint, release, rollBackTo, changeSchema
    }

    /// A row to insert, with literals of SQL for its columns.
    public struct NewRow: Hashable, Sendable, Codable {
      /// The number of its key.
      public var key: Int
      /// The literals, in the order of `Column.allCases`.
      public var values: [String]

      /// Creates a row.
      public init(key: Int, values: [String]) {
        self.key = key
        self.values = values
      }
    }

    /// The rule for a row that breaks a constraint.
    public enum Conflict: String, Hashable, Sendable, Codable, CaseIterable {
      /// The statement is taken back.
      case abort
      /// The rows before it stay.
      case fail
      /// It is left out.
      case ignore
      /// The rows in its way are deleted.
      case replace
      /// The transaction is rolled back.
      case rollback
      /// The row in its way gets its values.
      case update
    }

    /// A column besides the key.
    public enum Column: String, Hashable, Sendable, Codable, CaseIterable {
      /// A unique number, or NULL.
      case code
      /// The section of some configurations; of any type.
      case grp
      /// The order of some; of any type.
      case rank
      /// A text.
      case name
      /// Content alone.
      case note
      /// The row of the other table.
      case parent
    }

    /// A column of the other table.
    public enum ParentColumn: String, Hashable, Sendable, Codable, CaseIterable {
      /// The key.
      case id
      /// A text.
      case title
      /// The order of sections.
      case weight
    }
  }

  extension FetchedStatement {
    /// A Boolean value that indicates whether it begins or ends a savepoint.
    var isSavepoint: Bool { [.savepoint, .release, .rollBackTo].contains(self) }

    /// A Boolean value that indicates whether its keys are numbers that have one, and its values
    /// literals; a file may hold others.
    var isWithinLimits: Bool {
      let keys = { (keys: [Int]) in keys.count <= 100 && keys.allSatisfy { (0..<60).contains($0) } }
      switch self {
      case .insert(let rows, _):
        return rows.count <= 100 && keys(rows.map(\.key))
          && rows.allSatisfy {
            $0.values.count == Column.allCases.count && $0.values.allSatisfy(Self.isLiteral)
          }
      case .update(let numbers, _, let value): return keys(numbers) && Self.isLiteral(value)
      case .rekey(let key, let other), .swap(let key, let other): return keys([key, other])
      case .delete(let numbers): return keys(numbers)
      case .insertParent(_, let title, let weight):
        return Self.isLiteral(title) && Self.isLiteral(weight)
      case .updateParent(_, _, let value): return Self.isLiteral(value)
      default: return true
      }
    }

    /// Returns whether a text is one value in SQL.
    private static func isLiteral(_ text: String) -> Bool {
      let pattern = /NULL|-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?|'([^']|'')*'|x'([0-9a-fA-F]{2})*'/
      let cast = /CAST\(x'([0-9a-fA-F]{2})*' AS TEXT\)/
      return text.wholeMatch(of: pattern) != nil || text.wholeMatch(of: cast) != nil
    }
  }

  extension FetchedStatement {
    /// Statements with less in them, which may fail in the same way.
    var simpler: [FetchedStatement] {
      switch self {
      case .insert(let rows, let conflict):
        var all: [FetchedStatement] = []
        for index in rows.indices where rows.count > 1 {
          var fewer = rows
          fewer.remove(at: index)
          all.append(.insert(rows: fewer, conflict: conflict))
        }
        for index in rows.indices {
          for place in rows[index].values.indices where rows[index].values[place] != "NULL" {
            var plainer = rows
            plainer[index].values[place] = "NULL"
            all.append(.insert(rows: plainer, conflict: conflict))
          }
        }
        return all
      case .update(let keys, let column, let value) where keys.count > 1:
        return Self.fewer(keys).map { .update(keys: $0, column: column, value: value) }
      case .delete(let keys) where keys.count > 1: return Self.fewer(keys).map { .delete(keys: $0) }
      case .swap(let key, let other): return [.rekey(key: key, to: other)]
      default: return []
      }
    }

    private static func fewer(_ keys: [Int]) -> [[Int]] {
      var all = [
        Array(keys.prefix(keys.count / 2)), Array(keys.suffix(keys.count - keys.count / 2)),
      ]
      if keys.count > 2 {
        all += keys.indices.map { index in
          var fewer = keys
          fewer.remove(at: index)
          return fewer
        }
      }
      return all
    }
  }
#endif
