#if SQLITE
  import GRDB

  /// The rows that a transaction may touch, changed or not, by what its statements name.
  ///
  /// A row that a statement names and leaves as it is, or that a savepoint gives back, may be filled
  /// again: the source cannot know. All others must stay.
  struct TouchedRows {
    private var keys: Set<[DatabaseValue]> = []
    private var codes: Set<DatabaseValue> = []
    private var parents: Set<DatabaseValue> = []
    private var isEverything = false

    /// Collects what the statements name.
    ///
    /// - Parameters:
    ///   - statements: The statements of a transaction.
    ///   - allKeys: The primary keys by their numbers.
    init(_ statements: [FetchedStatement], allKeys: [[DatabaseValue]]) {
      for statement in statements {
        switch statement {
        case .insert(let rows, _):
          add(rows.map(\.key), allKeys)
          codes.formUnion(rows.compactMap { $0.values.first }.compactMap(Self.number))
        case .update(let keys, let column, let value):
          add(keys, allKeys)
          if column == .code, let code = Self.number(value) { codes.insert(code) }
        case .rekey(let key, let other): add([key, other], allKeys)
        case .swap(let key, let other):
          add([key, other, FetchedStatementWriter.spareKey], allKeys)
        case .delete(let keys): add(keys, allKeys)
        case .deleteAll: isEverything = true
        case .insertParent(let id, _, _), .deleteParent(let id): parents.insert(id.databaseValue)
        case .updateParent(let id, _, let value):
          parents.insert(id.databaseValue)
          if let other = Self.number(value) { parents.insert(other) }
        case .savepoint, .release, .rollBackTo, .changeSchema: break
        }
      }
    }

    private mutating func add(_ numbers: [Int], _ allKeys: [[DatabaseValue]]) {
      for number in numbers {
        // Some keys are equal to another one's under the table's rules.
        keys.insert(allKeys[number])
        keys.insert(allKeys[(number + 30) % 60])
      }
    }

    private static func number(_ literal: String) -> DatabaseValue? {
      Int(literal).map(\.databaseValue)
    }

    /// A Boolean value that indicates whether rows of the other table are named.
    var hasParents: Bool { !parents.isEmpty }

    /// Returns whether a row may be touched; `keyCount` columns are its key.
    func mayHave(_ row: FetchedModelState.ModelRow) -> Bool {
      let keyCount = row.key.count
      return isEverything || keys.contains(row.key) || codes.contains(row.values[keyCount])
        || parents.contains(row.values[keyCount + 5])
    }
  }
#endif
