#if SQLITE
  import BasicAlgorithms
  import SQLiteDataSources

  /// A random index and its model, and random transactions.
  struct RowIndexScript {
    struct TieError: Error {}

    /// The pattern of the identifiers: the index keeps dense ones in an array, others in a hash table.
    private enum Identifiers: CaseIterable {
      case dense
      case sparse
      /// Dense but for an eighth.
      case mixed

      func identifier(of number: Int64) -> Int64 {
        switch self {
        case .dense: number
        case .sparse: (number - 20) * 1_000_003
        case .mixed: number % 8 == 3 ? number << 40 : number
        }
      }
    }

    private(set) var model: RowIndexModel
    private(set) var index: RowIndex<Int>
    /// The number of changes so far.
    private(set) var changeCount = 0
    private var random: SplitMix64
    private let sectionCount: Int
    private let keyCount: Int
    private let wordCount: Int
    private let changeLimit: Int
    private let identifiers: Identifiers
    /// The weights of inserts, deletes, new keys, new sections and changes of content.
    private var weights: [Int]
    private var nextID: Int64 = 0
    private var ids: [Int64] = []

    init(seed: UInt64) throws {
      random = SplitMix64(seed: seed)
      wordCount = random.next(below: 2) + 1
      let isExact = random.next(below: 2) == 0
      sectionCount = Self.pick([1, 2, 5, 40, 400], &random)
      keyCount = Self.pick([1, 3, 20, 1_000], &random)
      changeLimit = Self.pick([2, 6, 30, 200], &random)
      identifiers = Self.pick(Identifiers.allCases, &random)
      let kept = random.next(below: 3) == 0 ? random.next(below: sectionCount) : nil
      weights = []
      model = RowIndexModel(isExact: isExact, keptSection: kept)
      let leafCapacity = Self.pick([4, 5, 8, 20, 256], &random)
      let blockCapacity = Self.pick([4, 5, 9, 256], &random)
      let segmentBits = Self.pick([0, 2, 10], &random)
      index = RowIndex(wordCount: 1, isExact: true, keepsEmptySection: nil)
      let rowCount = Self.pick([0, 1, 10, 100, 700], &random)
      for _ in 0..<rowCount {
        let change = insertion()
        model.rows[change.id] = change.row
      }
      ids = model.rows.keys.sorted()
      index = try model.index(
        wordCount: wordCount, leafCapacity: leafCapacity, blockCapacity: blockCapacity,
        segmentBits: segmentBits)
      try model.check(index)
      chooseWeights()
    }

    private static func pick<Value>(_ values: [Value], _ random: inout SplitMix64) -> Value {
      values[random.next(below: values.count)]
    }

    /// Switches some operations off.
    private mutating func chooseWeights() {
      weights = (0..<5).map { _ in random.next(below: 3) == 0 ? 0 : random.next(below: 10) + 1 }
      if weights.allSatisfy({ $0 == 0 }) { weights[0] = 1 }
      // Now and then everything goes.
      if random.next(below: 12) == 0 { weights = [0, 1, 0, 0, 0] }
    }

    /// Applies a transaction to both, and throws if they differ.
    mutating func step() throws {
      if random.next(below: 8) == 0 { chooseWeights() }
      let changes = transaction()
      changeCount += changes.count
      if random.next(below: 4) == 0 { try fail(changes) }
      let copy = random.next(below: 16) == 0 ? (index, model) : nil
      try model.apply(changes, to: &index)
      if let copy { try copy.1.check(copy.0) }
      ids = model.rows.keys.sorted()
    }

    /// Applies a transaction whose comparison throws, and checks that nothing has changed.
    private mutating func fail(_ changes: [RowIndexModel.Change]) throws {
      var after = model
      after.apply(changes)
      var callsLeft = random.next(below: 6)
      do {
        var attempt = index
        _ = try attempt.apply(model.indexChanges(changes)) { new, existing throws(TieError) in
          guard callsLeft > 0 else { throw TieError() }
          callsLeft -= 1
          return after.isBefore(new, existing)
        }
        return
      } catch {}
      // Again, without a copy that keeps the memory alive.
      callsLeft = 0
      do {
        _ = try index.apply(model.indexChanges(changes)) { _, _ throws(TieError) in
          throw TieError()
        }
      } catch {}
      try model.check(index)
    }

    private mutating func transaction() -> [RowIndexModel.Change] {
      let count = random.next(below: changeLimit) + 1
      var changes: [RowIndexModel.Change] = []
      var used: Set<Int64> = []
      let total = weights.reduce(0, +)
      for _ in 0..<count {
        var kind = 0
        var choice = random.next(below: total)
        while choice >= weights[kind] {
          choice -= weights[kind]
          kind += 1
        }
        guard let change = change(kind), used.insert(change.id).inserted else { continue }
        changes.append(change)
      }
      return changes
    }

    private mutating func change(_ kind: Int) -> RowIndexModel.Change? {
      if kind == 0 { return insertion() }
      guard !ids.isEmpty else { return nil }
      let id = ids[random.next(below: ids.count)]
      guard var row = model.rows[id] else { return nil }
      let contentChanged = random.next(below: 2) == 0
      switch kind {
      case 1:
        let isUnknown = random.next(below: 20) == 0
        return RowIndexModel.Change(
          id: isUnknown ? -1 : id, row: nil, contentChanged: contentChanged)
      case 2: row.key = key()
      case 3: row.section = random.next(below: sectionCount)
      default: break
      }
      if random.next(below: 3) == 0 { row.tie = random.next(below: 5) }
      return RowIndexModel.Change(id: id, row: row, contentChanged: contentChanged)
    }

    private mutating func insertion() -> RowIndexModel.Change {
      // Now and then a number that an earlier row may have had.
      let isNew = nextID == 0 || random.next(below: 4) > 0
      let number = isNew ? nextID : Int64(random.next(below: Int(nextID)))
      if isNew { nextID += 1 }
      let row = RowIndexModel.Row(
        section: random.next(below: sectionCount), key: key(), tie: random.next(below: 5))
      return RowIndexModel.Change(
        id: identifiers.identifier(of: number), row: row, contentChanged: true)
    }

    private mutating func key() -> RowKey {
      let number = UInt64(random.next(below: keyCount))
      let high = random.next(below: 50) == 0 ? UInt64.max : number / 2
      guard wordCount == 2 else { return RowKey(high: high, low: 0) }
      return RowKey(high: high, low: random.next(below: 50) == 0 ? .max : number % 2)
    }
  }
#endif
