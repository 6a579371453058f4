#if SQLITE
  import BasicAlgorithms

  /// A generator of operations for a data source on a database: small tables, and few values, so that
  /// rows tie, sections empty and keys collide.
  struct FetchedOperationGenerator {
    /// The kinds of statements and operations; a run leaves some of them out.
    private enum Kind: CaseIterable {
      case insert, replace, upsert, failingInsert, updateOrder, updateSection, updateContent
      case updateCode, rekey, swap, delete, deleteMany, parents, savepoints, rollBack, autocommit
      case manyStatements, others, checkLate, severalCommits, reload, reset, scroll, layOut, schema
    }

    /// The number of operations in a run.
    static let operationCount = 50

    private var numbers: SplitMix64
    private let kinds: Set<Kind>
    private let statementKinds: [Kind]
    private let keyLimit: Int
    private var isReset = false
    private var waiting: [FetchedOperation] = []

    /// A generator with about two thirds of all kinds of operations (swarm testing).
    init(seed: UInt64) {
      numbers = SplitMix64(seed: seed)
      var all = Kind.allCases.shuffled(using: &numbers)
      all.removeLast(numbers.number(in: 0...all.count * 2 / 3))
      kinds = Set(all)
      let statements: [Kind] = [
        .insert, .replace, .upsert, .failingInsert, .updateOrder, .updateSection, .updateContent,
        .updateCode, .rekey, .swap, .delete, .deleteMany, .parents,
      ]
      let kept = statements.filter { all.contains($0) }
      statementKinds = kept + [.insert]
      keyLimit = [4, 8, 20, 50][numbers.number(in: 0...3)]
    }

    /// The rows that a run starts with.
    mutating func load() -> FetchedOperation {
      let keys = (0..<keyLimit).filter { _ in chance(50) }
      var statements = (1...3).map { id in
        FetchedStatement.insertParent(id: id, title: title(), weight: weight())
      }
      statements += keys.map { .insert(rows: [row($0)], conflict: .replace) }
      return .transaction(statements: statements, ends: .commit, by: .own)
    }

    /// The next operation.
    mutating func next() -> FetchedOperation {
      if !waiting.isEmpty { return waiting.removeFirst() }
      if isReset, chance(50) {
        isReset = false
        return .reload
      }
      switch numbers.number(in: 0...19) {
      case 0 where has(.reload): return .reload
      case 1 where has(.reset) && chance(30):
        isReset = true
        return .reset
      case 2, 3:
        if has(.scroll) { return .scroll(y: pick([0, 30, 90, 200, 400, 5_000])) }
      case 4 where has(.layOut): return .layOut
      default: break
      }
      let by: FetchedOperation.Writer =
        has(.others) && chance(25) ? pick([.connection, .connection, .process]) : .own
      let commits = has(.severalCommits) && chance(30) ? numbers.number(in: 2...4) : 1
      for _ in 0..<commits {
        waiting.append(transaction(by: chance(70) ? by : .own))
        if has(.layOut), chance(10) { waiting.append(.layOut) }
      }
      if by != .own, has(.checkLate), chance(30) { waiting.append(.refresh) }
      waiting.append(by != .own || chance(5) ? .checkOthers : .refresh)
      return waiting.removeFirst()
    }

    private func has(_ kind: Kind) -> Bool { kinds.contains(kind) }

    // MARK: Transactions

    private mutating func transaction(by: FetchedOperation.Writer) -> FetchedOperation {
      let isMany = has(.manyStatements) && chance(60)
      var statements: [FetchedStatement] = []
      for _ in 0..<(isMany ? numbers.number(in: 2...7) : 1) { statements.append(statement()) }
      if has(.savepoints), chance(40) { statements = withSavepoints(statements) }
      if has(.schema), chance(4) { statements.append(.changeSchema) }
      let ends: FetchedOperation.Ending =
        has(.rollBack) && chance(10) ? .rollBack : has(.autocommit) && chance(15) ? .none : .commit
      return .transaction(statements: statements, ends: ends, by: by)
    }

    private mutating func withSavepoints(_ statements: [FetchedStatement]) -> [FetchedStatement] {
      var all: [FetchedStatement] = []
      var open = 0
      for statement in statements {
        while chance(40), open < 3 {
          all.append(.savepoint)
          open += 1
        }
        all.append(statement)
        while open > 0, chance(60) {
          all.append(chance(50) ? .release : .rollBackTo)
          open -= 1
        }
      }
      return all
    }

    private mutating func statement() -> FetchedStatement {
      switch pick(statementKinds) {
      case .replace: return .insert(rows: rows(1...3), conflict: .replace)
      case .upsert: return .insert(rows: rows(1...3), conflict: .update)
      case .failingInsert: return failingInsert()
      case .updateOrder:
        return chance(60)
          ? .update(keys: keys(), column: .rank, value: rank())
          : .update(keys: keys(), column: .name, value: name())
      case .updateSection:
        return chance(60)
          ? .update(keys: keys(), column: .grp, value: group())
          : .update(keys: keys(), column: .parent, value: parent())
      case .updateContent: return .update(keys: keys(), column: .note, value: note())
      case .updateCode: return .update(keys: [key()], column: .code, value: code())
      case .rekey: return .rekey(key: key(), to: key())
      case .swap: return .swap(key: key(), with: key())
      case .delete: return .delete(keys: [key()])
      case .deleteMany: return chance(12) ? .deleteAll : .delete(keys: keys())
      case .parents: return parentStatement()
      default: return .insert(rows: rows(1...2), conflict: pick([.abort, .ignore, .replace]))
      }
    }

    /// Inserts of which a later one may break a constraint.
    private mutating func failingInsert() -> FetchedStatement {
      var all = rows(2...5)
      let place = numbers.number(in: 0...all.count - 1)
      if chance(60) { all[place].values[4] = "'bad'" } else { all[place].key = all[0].key }
      return .insert(rows: all, conflict: pick([.abort, .fail, .fail, .rollback, .ignore]))
    }

    private mutating func parentStatement() -> FetchedStatement {
      let id = numbers.number(in: 1...5)
      switch numbers.number(in: 0...7) {
      case 0, 1: return .insertParent(id: id, title: title(), weight: weight())
      case 2: return .deleteParent(id: id)
      case 3: return .updateParent(id: id, column: .id, value: "\(numbers.number(in: 1...5))")
      case 4, 5: return .updateParent(id: id, column: .weight, value: weight())
      default: return .updateParent(id: id, column: .title, value: title())
      }
    }

    // MARK: Values

    private mutating func rows(_ counts: ClosedRange<Int>) -> [FetchedStatement.NewRow] {
      (0..<numbers.number(in: counts)).map { _ in row(key()) }
    }

    private mutating func row(_ key: Int) -> FetchedStatement.NewRow {
      FetchedStatement.NewRow(
        key: key, values: [code(), group(), rank(), name(), note(), parent()])
    }

    /// Often a low number; now and then one whose key equals another's under the table's rules.
    private mutating func key() -> Int {
      let key = numbers.number(in: 0...keyLimit - 1)
      return chance(10) ? (key + 30) % 60 : key
    }

    private mutating func keys() -> [Int] {
      if chance(40) { return [key()] }
      if chance(15) { return Array(0..<60) }
      let first = key()
      return Array(first...min(59, first + numbers.number(in: 1...6)))
    }

    private mutating func code() -> String { chance(50) ? "NULL" : "\(numbers.number(in: 1...12))" }

    private mutating func group() -> String {
      pick(["NULL", "1", "1.0", "2", "2", "3.5", "'a'", "'A'", "''", "x'61'", "9007199254740993"])
    }

    private mutating func rank() -> String {
      let common = ["NULL", "1", "2", "2.0", "3", "-1", "1.5", "'a'", "'B'", "'b'"]
      guard chance(35) else { return pick(common) }
      return pick([
        "9007199254740992", "9007199254740993", "9007199254740992.0", "-9007199254740993",
        "9223372036854775807", "9223372036854775808.0", "-9223372036854775808", "9e999", "-9e999",
        "0.0", "-0.0", "5e-324", "''", "x''", "x'00'", "x'0001'", "x'ff'", "'a long text 1'",
        "'a long text 2'", "'a long text that differs late: 1'",
        "'a long text that differs late: 2'",
        "'abcdef'", "'abcdefg'", "CAST(x'610062' AS TEXT)", "CAST(x'6100' AS TEXT)",
      ])
    }

    private mutating func name() -> String {
      pick([
        "NULL", "''", "'a'", "'A'", "'b'", "'é'", "'z'", "'alexander'", "'Alexander'",
        "'alexander longname one'", "'alexander longname two'", "'Alexander Longname One'",
        "'alexander longname two and more'",
      ])
    }

    private mutating func note() -> String {
      pick(["NULL", "'one'", "'two'", "'three'", "x'0102'", chance(20) ? "'bad'" : "'four'"])
    }

    private mutating func parent() -> String {
      pick(["NULL", "NULL", "1", "1", "2", "3", chance(20) ? "5" : "2"])
    }

    private mutating func title() -> String { pick(["NULL", "'red'", "'green'", "'Green'", "''"]) }

    private mutating func weight() -> String { pick(["NULL", "1", "1", "2", "'w'", "-3.5"]) }

    private mutating func chance(_ percent: Int) -> Bool { numbers.number(in: 0...99) < percent }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
      values[numbers.number(in: 0...values.count - 1)]
    }
  }
#endif
