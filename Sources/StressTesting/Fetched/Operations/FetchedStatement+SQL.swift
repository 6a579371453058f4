#if SQLITE
  /// The statements of a transaction as SQL, with the savepoints that are open.
  struct FetchedStatementWriter {
    let configuration: FetchedStressConfiguration
    /// Whether each statement is a transaction. What FAIL leaves of one is committed without a word by
    /// GRDB, so the source hears of it with the next commit only; ABORT stands in its place.
    private let isAutocommit: Bool
    private var openSavepoints = 0

    init(_ configuration: FetchedStressConfiguration, isAutocommit: Bool) {
      self.configuration = configuration
      self.isAutocommit = isAutocommit
    }

    /// Returns the SQL of a statement: none where a savepoint is ended that has not begun.
    mutating func sql(_ statement: FetchedStatement, hasIndex: Bool) -> [String] {
      switch statement {
      case .insert(let rows, let conflict): return rows.isEmpty ? [] : [insert(rows, conflict)]
      case .update(let keys, let column, let value):
        return ["UPDATE item SET \(column.rawValue) = \(value) WHERE \(condition(keys))"]
      case .rekey(let key, let other): return [rekey(key, other)]
      case .swap(let key, let other):
        return [rekey(key, Self.spareKey), rekey(other, key), rekey(Self.spareKey, other)]
      case .delete(let keys): return ["DELETE FROM item WHERE \(condition(keys))"]
      case .deleteAll: return ["DELETE FROM item"]
      case .insertParent(let id, let title, let weight):
        return ["INSERT OR REPLACE INTO parent VALUES (\(id), \(title), \(weight))"]
      case .updateParent(let id, let column, let value):
        return ["UPDATE parent SET \(column.rawValue) = \(value) WHERE id = \(id)"]
      case .deleteParent(let id): return ["DELETE FROM parent WHERE id = \(id)"]
      case .savepoint:
        openSavepoints += 1
        return ["SAVEPOINT s\(openSavepoints)"]
      case .release, .rollBackTo:
        guard openSavepoints > 0 else { return [] }
        defer { openSavepoints -= 1 }
        let release = "RELEASE s\(openSavepoints)"
        return statement == .release ? [release] : ["ROLLBACK TO s\(openSavepoints)", release]
      case .changeSchema:
        return [hasIndex ? "DROP INDEX item_note" : "CREATE INDEX item_note ON item (note)"]
      }
    }

    /// The number of the key over which two rows exchange theirs.
    static let spareKey = 59

    private func condition(_ keys: [Int]) -> String {
      let columns = configuration.keyColumns.joined(separator: ", ")
      let values = keys.map { "(\(configuration.keyLiterals($0).joined(separator: ", ")))" }
      guard configuration.keyColumns.count > 1 else {
        return "\(columns) IN (\(values.joined(separator: ", ")))"
      }
      return keys.isEmpty ? "0" : "(\(columns)) IN (VALUES \(values.joined(separator: ", ")))"
    }

    private func rekey(_ key: Int, _ other: Int) -> String {
      let terms = zip(configuration.keyColumns, configuration.keyLiterals(other))
        .map { "\($0) = \($1)" }
      return "UPDATE item SET \(terms.joined(separator: ", ")) WHERE \(condition([key]))"
    }

    private func insert(
      _ rows: [FetchedStatement.NewRow], _ conflict: FetchedStatement.Conflict
    ) -> String {
      let columns = FetchedStatement.Column.allCases.map(\.rawValue)
      let names = (configuration.keyColumns + columns).joined(separator: ", ")
      let values = rows.map { row in
        let all = configuration.keyLiterals(row.key) + row.values
        return "(\(all.joined(separator: ", ")))"
      }
      let body = "INTO item (\(names)) VALUES \(values.joined(separator: ", "))"
      guard conflict == .update else {
        let rule = conflict == .fail && isAutocommit ? "ABORT" : conflict.rawValue.uppercased()
        return "INSERT OR \(rule) \(body)"
      }
      let others = columns.filter { $0 != "code" }.map { "\($0) = excluded.\($0)" }
      return "INSERT \(body) ON CONFLICT DO UPDATE SET \(others.joined(separator: ", "))"
    }
  }
#endif
