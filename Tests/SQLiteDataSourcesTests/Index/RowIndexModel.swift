#if SQLITE
  import BasicAlgorithms
  import Changesets
  import SQLiteDataSources

  /// A difference between an index and its model.
  struct ModelDifference: Error, CustomStringConvertible {
    let description: String
  }

  /// The rows of a request in plain arrays, sorted again after each transaction.
  struct RowIndexModel {
    struct Row {
      var section: Int
      var key: RowKey
      /// A sort term that the key does not show.
      var tie = 0
    }

    struct Change {
      var id: Int64
      var row: Row?
      var contentChanged: Bool
    }

    let isExact: Bool
    let keptSection: Int?
    var rows: [Int64: Row] = [:]

    /// Returns whether one row comes before another one of its section.
    func isBefore(_ left: Int64, _ right: Int64) -> Bool {
      guard let one = rows[left], let other = rows[right] else { return false }
      if one.key != other.key { return one.key < other.key }
      if !isExact, one.tie != other.tie { return one.tie < other.tie }
      return left < right
    }

    /// The sections in order, with the identifiers of their rows in order.
    var sections: [(key: Int, ids: [Int64])] {
      var byKey: [Int: [Int64]] = [:]
      if let keptSection { byKey[keptSection] = [] }
      for (id, row) in rows { byKey[row.section, default: []].append(id) }
      return byKey.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted(by: isBefore)) }
    }

    mutating func apply(_ changes: [Change]) {
      for change in changes { rows[change.id] = change.row }
    }
  }

  // MARK: The index

  extension RowIndexModel {
    /// Returns an index of the rows.
    func index(
      wordCount: Int, leafCapacity: Int, blockCapacity: Int, segmentBits: Int
    ) throws -> RowIndex<Int> {
      var index = RowIndex<Int>(
        wordCount: wordCount, isExact: isExact, keepsEmptySection: keptSection,
        leafCapacity: leafCapacity, blockCapacity: blockCapacity, segmentBits: segmentBits)
      for (key, ids) in sections {
        index.appendSection(key)
        for id in ids {
          guard let row = rows[id] else { continue }
          index.append(IndexedRow(key: row.key, id: id))
        }
      }
      try index.finishLoading()
      return index
    }

    /// Throws if the index does not have the rows of the model, or contradicts itself.
    func check(_ index: borrowing RowIndex<Int>) throws(ModelDifference) {
      index.checkInvariants()
      let sections = sections
      try require(index.sectionCount == sections.count, "\(index.sectionCount) sections")
      try require(index.rowCount == rows.count, "\(index.rowCount) rows")
      try require(index.rowCounts == sections.map(\.ids.count), "counts \(index.rowCounts)")
      var global = 0
      for (number, section) in sections.enumerated() {
        try require(index.sectionKey(at: number) == section.key, "key of section \(number)")
        try require(index.section(of: section.key) == number, "section of \(section.key)")
        let count = index.rowCount(inSection: number)
        try require(count == section.ids.count, "count of section \(number)")
        let ids = index.ids(inGlobalRange: global..<(global + count))
        try require(ids == section.ids, "section \(number): \(ids), not \(section.ids)")
        for (item, id) in ids.enumerated() {
          let path = ItemPath(section: number, item: item)
          try require(index.path(of: id) == path, "path of \(id)")
          try require(index.id(at: path) == id, "id at \(path)")
          try require(index.key(at: path) == rows[id]?.key, "key at \(path)")
          try require(index.globalIndex(of: path) == global, "index of \(path)")
          try require(index.path(ofGlobalIndex: global) == path, "path of row \(global)")
          global += 1
        }
      }
    }

    func require(
      _ condition: Bool, _ message: @autoclosure () -> String
    ) throws(ModelDifference) {
      if !condition { throw ModelDifference(description: message()) }
    }
  }

  // MARK: Updates

  extension RowIndexModel {
    /// Applies changes to the index and the model, and throws if they differ.
    mutating func apply(_ changes: [Change], to index: inout RowIndex<Int>) throws {
      let before = self
      apply(changes)
      let touched = Set(changes.map(\.id))
      var illegalCall: String?
      let update = index.apply(before.indexChanges(changes)) { [self] new, existing in
        let (row, other) = (rows[new], rows[existing])
        if isExact || !touched.contains(new) || new == existing || row == nil
          || row?.key != other?.key || row?.section != other?.section
        {
          illegalCall = "isBefore(\(new), \(existing))"
        }
        return isBefore(new, existing)
      }
      try require(illegalCall == nil, illegalCall ?? "")
      try check(update, of: changes, from: before)
      try check(index)
    }

    func indexChanges(_ changes: [Change]) -> [RowChange<Int>] {
      changes.map {
        RowChange(
          id: $0.id, place: $0.row.map { ($0.section, $0.key) }, contentChanged: $0.contentChanged)
      }
    }

    /// Throws unless an update is legal, leads from `before` to this state, says what happened to
    /// each row and moves the fewest rows.
    func check(
      _ update: RowIndexUpdate, of changes: [Change], from before: RowIndexModel
    ) throws {
      let (old, new) = (before.sections, sections)
      let (source, target) = (old.map(\.ids), new.map(\.ids))
      let changeset = update.changeset
      try changeset.validate(
        sectionCountsBefore: source.map(\.count), sectionCountsAfter: target.map(\.count))
      let moveTargets = Set(changeset.movedItems.map(\.target))
      let applied = source.applying(
        changeset, newItem: { target[$0.section][$0.item] },
        newSection: { section in
          target[section].indices.filter {
            !moveTargets.contains(ItemPath(section: section, item: $0))
          }.map { target[section][$0] }
        })
      try require(applied == target, "\(changeset) leads to \(applied), not \(target)")
      try require(
        changeset.movedSections.isEmpty && changeset.reloadedSections.isEmpty
          && changeset.reloadedItems.isEmpty, "\(changeset)")
      try checkSections(changeset, old.map(\.key), new.map(\.key))
      try checkItems(update, changes, before, source, target)
      let moves = fewestMoves(changes, from: before)
      try require(
        changeset.movedItems.count == moves, "\(changeset.movedItems.count) moves for \(moves)")
    }

    private func checkSections(
      _ changeset: Changeset, _ old: [Int], _ new: [Int]
    ) throws(ModelDifference) {
      let deleted = old.indices.filter { !new.contains(old[$0]) }
      let inserted = new.indices.filter { !old.contains(new[$0]) }
      try require(changeset.deletedSections == deleted, "deleted \(changeset.deletedSections)")
      try require(changeset.insertedSections == inserted, "inserted \(changeset.insertedSections)")
    }

    private func checkItems(
      _ update: RowIndexUpdate, _ changes: [Change], _ before: RowIndexModel,
      _ source: [[Int64]], _ target: [[Int64]]
    ) throws(ModelDifference) {
      let changeset = update.changeset
      func sources(_ paths: [ItemPath]) -> Set<Int64> {
        Set(paths.map { source[$0.section][$0.item] })
      }
      let inserted = Set(changeset.insertedItems.map { target[$0.section][$0.item] })
      let moved = sources(changeset.movedItems.map(\.source))
      for move in changeset.movedItems {
        let id = source[move.source.section][move.source.item]
        try require(target[move.target.section][move.target.item] == id, "\(move) is not of \(id)")
        try require(changes.contains { $0.id == id }, "\(id) moves and is not touched")
      }
      let keys = (Set(before.sections.map(\.key)), Set(sections.map(\.key)))
      let allInserted = changes.filter { before.rows[$0.id] == nil && $0.row != nil }
      let allDeleted = changes.filter { before.rows[$0.id] != nil && $0.row == nil }
      let expectedInserts = allInserted.filter {
        $0.row.map { keys.0.contains($0.section) } == true
      }
      let expectedDeletes = allDeleted.filter {
        before.rows[$0.id].map { keys.1.contains($0.section) } == true
      }
      let reconfigured = changes.filter {
        guard let old = before.rows[$0.id], let new = $0.row else { return false }
        return $0.contentChanged || old.key != new.key || old.section != new.section
      }
      try require(inserted == Set(expectedInserts.map(\.id)), "inserts \(inserted)")
      try require(
        sources(changeset.deletedItems) == Set(expectedDeletes.map(\.id)), "\(changeset) deletes")
      try require(
        sources(changeset.reconfiguredItems) == Set(reconfigured.map(\.id)),
        "\(changeset.reconfiguredItems) refills")
      try require(
        update.insertedRows == allInserted.count && update.deletedRows == allDeleted.count
          && update.movedRows == moved.count && update.reconfiguredRows == reconfigured.count,
        "counts of \(update)")
    }
  }

  // MARK: Moves

  extension RowIndexModel {
    /// Returns the number of rows that must move if no untouched row does.
    private func fewestMoves(_ changes: [Change], from before: RowIndexModel) -> Int {
      let touched = Set(changes.map(\.id)).filter { id in
        guard let old = before.rows[id], let new = rows[id] else { return true }
        if old.section != new.section || old.key != new.key { return true }
        return !isExact && before.isTied(id, old)
      }
      let oldSections = Dictionary(
        uniqueKeysWithValues: before.sections.map { ($0.key, $0.ids) })
      var moves = touched.count {
        guard let old = before.rows[$0], let new = rows[$0] else { return false }
        return old.section != new.section
      }
      for (key, ids) in sections {
        let old = oldSections[key] ?? []
        let oldGaps = gaps(old, touched)
        let newGaps = gaps(ids, touched)
        let order = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
        let staying = ids.filter { touched.contains($0) && order[$0] != nil }
        let candidates = staying.filter { oldGaps[$0] == newGaps[$0] }
        moves += staying.count - longestRun(candidates.compactMap { order[$0] })
      }
      return moves
    }

    private func isTied(_ id: Int64, _ row: Row) -> Bool {
      rows.contains { $0 != id && $1.section == row.section && $1.key == row.key }
    }

    /// Returns the number of untouched rows before each touched one.
    private func gaps(_ ids: [Int64], _ touched: Set<Int64>) -> [Int64: Int] {
      var gaps: [Int64: Int] = [:]
      var untouched = 0
      for id in ids {
        if touched.contains(id) { gaps[id] = untouched } else { untouched += 1 }
      }
      return gaps
    }

    /// Returns the length of a longest ascending run, by comparing each with all before it.
    private func longestRun(_ numbers: [Int]) -> Int {
      var lengths: [Int] = []
      for (index, number) in numbers.enumerated() {
        let before = (0..<index).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0
        lengths.append(before + 1)
      }
      return lengths.max() ?? 0
    }
  }
#endif
