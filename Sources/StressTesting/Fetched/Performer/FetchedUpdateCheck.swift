#if SQLITE
  import BasicAlgorithms
  import Changesets
  import GRDB

  /// One update that a source gave its view, compared with the states before and after it.
  struct FetchedUpdateCheck {
    typealias Key = [DatabaseValue]

    let before: FetchedModelState
    let after: FetchedModelState
    let changeset: Changeset
    /// The rows that the transaction may have touched without a change.
    let mayBeTouched: (FetchedModelState.ModelRow) -> Bool
    /// Whether the update was found row by row, so that it must be the least.
    let isIncremental: Bool
    /// Whether cells get other content.
    let refills: Bool
    /// Whether sections may be reloaded: their items may have changed.
    let mayReload: Bool

    /// Throws the first reason why the update is wrong, or more than is needed.
    func check() throws(Mismatch) {
      try checkLegality()
      try checkRows()
      if isIncremental {
        try checkMoves()
        try checkContents()
      }
    }

    // MARK: From before to after

    private func checkLegality() throws(Mismatch) {
      do throws(ChangesetError) {
        try changeset.validate(
          sectionCountsBefore: before.counts, sectionCountsAfter: after.counts)
      } catch {
        throw Mismatch("the update \(text)", expected: "a legal one", found: "\(error)")
      }
      let structure = changeset.with(reconfiguredItems: [])
      let keysAfter = after.keys
      let targets = Set(changeset.movedItems.map(\.target))
      let isReloaded = reloadedAfter.subtracting(changeset.insertedSections)
      let found = before.keys.applying(
        structure, newItem: { keysAfter[$0.section][$0.item] },
        newSection: { section in
          // What moves into a new section is not new.
          keysAfter[section].enumerated().compactMap { item, key in
            isReloaded.contains(section)
              || !targets.contains(ItemPath(section: section, item: item))
              ? key : nil
          }
        })
      try Mismatch.check("the rows after the update \(text)", keysAfter, found)
      try Mismatch.check("the moved sections of \(text)", [], changeset.movedSections)
      try checkSections()
    }

    /// Only sections that come or go are inserted or deleted, besides those whose items have changed:
    /// where a row also moves out of one, that takes the place of a reload.
    private func checkSections() throws(Mismatch) {
      let (gone, new) = (sections(of: before, notIn: after), sections(of: after, notIn: before))
      let deleted = changeset.deletedSections.filter { !mayReload || gone.contains($0) }
      let inserted = changeset.insertedSections.filter { !mayReload || new.contains($0) }
      try Mismatch.check("the deleted sections of \(text)", gone, deleted)
      try Mismatch.check("the inserted sections of \(text)", new, inserted)
      try Mismatch.require(
        mayReload || changeset.reloadedSections.isEmpty, "the reloaded sections of \(text)",
        expected: "none", found: "\(changeset.reloadedSections)")
    }

    private func sections(of state: FetchedModelState, notIn other: FetchedModelState) -> [Int] {
      state.sections.indices.filter { section in
        !other.sections.contains { $0.terms == state.sections[section].terms }
      }
    }

    /// The sections that stay and whose items are all asked for again, by their places before.
    private var reloadedBefore: Set<Int> {
      Set(changeset.reloadedSections + changeset.deletedSections)
        .subtracting(sections(of: before, notIn: after))
    }

    /// The same, by their places after.
    private var reloadedAfter: Set<Int> {
      Set(
        reloadedBefore.compactMap { section in
          after.sections.firstIndex { $0.terms == before.sections[section].terms }
        })
    }

    /// Rows that come, go and stay are what they say.
    private func checkRows() throws(Mismatch) {
      let (old, new) = (before.rowsByKey, after.rowsByKey)
      let (reloadedBefore, reloadedAfter) = (reloadedBefore, reloadedAfter)
      for path in changeset.deletedItems where !reloadedBefore.contains(path.section) {
        let key = before.sections[path.section].rows[path.item].key
        try Mismatch.require(
          new[key].map { reloadedAfter.contains($0.section) } ?? true, "the update \(text)",
          expected: "row \(key) stays or moves",
          found: "it is deleted")
      }
      for path in changeset.insertedItems where !reloadedAfter.contains(path.section) {
        let key = after.sections[path.section].rows[path.item].key
        try Mismatch.require(
          old[key].map { reloadedBefore.contains($0.section) } ?? true, "the update \(text)",
          expected: "row \(key) stays or moves",
          found: "it is inserted")
      }
      let moved = Dictionary(
        uniqueKeysWithValues: changeset.movedItems.map { ($0.source, $0.target) })
      for (key, place) in old {
        guard let target = new[key] else { continue }
        let source = ItemPath(section: place.section, item: place.item)
        let isOtherSection =
          before.sections[place.section].terms != after.sections[target.section].terms
        if isOtherSection, !reloadedAfter.contains(target.section),
          !reloadedBefore.contains(place.section)
        {
          try Mismatch.check(
            "the target of row \(key), whose section is another, in \(text)",
            Optional(ItemPath(section: target.section, item: target.item)), moved[source])
        }
      }
    }

    // MARK: No more than is needed

    /// Only rows that have changed move, and the fewest of them.
    private func checkMoves() throws(Mismatch) {
      let (old, new) = (before.rowsByKey, after.rowsByKey)
      for move in changeset.movedItems {
        let row = before.sections[move.source.section].rows[move.source.item]
        try Mismatch.require(
          new[row.key]?.row != row || mayBeTouched(row) || isOtherSection(row.key, old, new),
          "the update \(text)", expected: "row \(row.key), which nothing has touched, stays",
          found: "it moves")
      }
      var fewest = 0
      for section in after.sections {
        let kept = section.rows.compactMap { row -> (place: Int, isFixed: Bool)? in
          guard let place = old[row.key], before.sections[place.section].terms == section.terms
          else {
            if old[row.key] != nil { fewest += 1 }
            return nil
          }
          return (place.item, zip(place.row.sorts, row.sorts).allSatisfy { $0.looksLike($1) })
        }
        fewest += kept.count - Self.longestRun(kept)
      }
      guard reloadedBefore.isEmpty else { return }
      try Mismatch.require(
        changeset.movedItems.count <= fewest, "the update \(text)",
        expected: "at most \(fewest) moves", found: "\(changeset.movedItems.count)")
    }

    private func isOtherSection(
      _ key: Key, _ old: [Key: (section: Int, item: Int, row: FetchedModelState.ModelRow)],
      _ new: [Key: (section: Int, item: Int, row: FetchedModelState.ModelRow)]
    ) -> Bool {
      guard let source = old[key], let target = new[key] else { return false }
      return before.sections[source.section].terms != after.sections[target.section].terms
    }

    /// The most rows that may stay: those which are fixed, and the most of the others between them.
    private static func longestRun(_ kept: [(place: Int, isFixed: Bool)]) -> Int {
      // The longest ascending run of those that fit between all fixed ones: quadratic and plain.
      var best: [Int] = []
      for (index, row) in kept.enumerated() {
        let fits = kept.enumerated().allSatisfy { other in
          !other.element.isFixed || other.offset == index
            || (other.offset < index) == (other.element.place < row.place)
        }
        let before = (0..<index).filter { kept[$0].place < row.place }.map { best[$0] }
        best.append(fits ? (before.max() ?? 0) + 1 : 0)
      }
      return best.max() ?? 0
    }

    /// Cells are filled again for rows that have changed, and for no others.
    private func checkContents() throws(Mismatch) {
      let new = after.rowsByKey
      let reconfigured = Set(changeset.reconfiguredItems)
      let (reloadedBefore, reloadedAfter) = (reloadedBefore, reloadedAfter)
      if !refills {
        return try Mismatch.check("the rows to fill again of \(text)", [], reconfigured)
      }
      for (section, content) in before.sections.enumerated()
      where !reloadedBefore.contains(section) {
        for (item, row) in content.rows.enumerated() {
          // A reloaded section asks for all of its rows, also for those that move there.
          guard let target = new[row.key], !reloadedAfter.contains(target.section) else { continue }
          let path = ItemPath(section: section, item: item)
          let isRefilled = reconfigured.contains(path)
          let hasChanged = target.row.values != row.values
          let isOther = content.terms != after.sections[target.section].terms
          try Mismatch.require(
            isRefilled || !hasChanged, "the update \(text)",
            expected: "row \(row.key), which has changed, is filled again", found: "it is not")
          try Mismatch.require(
            hasChanged || isOther || !isRefilled || mayBeTouched(row), "the update \(text)",
            expected: "row \(row.key), which nothing has touched, stays as it is",
            found: "it is filled again")
        }
      }
    }

    private var text: String { Self.text(changeset) }

    /// Returns the operations of an update, for messages.
    static func text(_ changeset: Changeset) -> String {
      var parts: [String] = []
      func add<Value>(_ name: String, _ values: [Value]) {
        if !values.isEmpty { parts.append("\(name) \(values)") }
      }
      add("deleted sections", changeset.deletedSections)
      add("inserted sections", changeset.insertedSections)
      add("moved sections", changeset.movedSections)
      add("reloaded sections", changeset.reloadedSections)
      add("deletes", changeset.deletedItems)
      add("inserts", changeset.insertedItems)
      add("moves", changeset.movedItems)
      add("reloads", changeset.reloadedItems)
      add("reconfigures", changeset.reconfiguredItems)
      return parts.isEmpty ? "(of nothing)" : "(\(parts.joined(separator: "; ")))"
    }
  }

  extension DatabaseValue {
    /// Returns whether the source may take both for one value in the words that it keeps of them: a row
    /// whose words are the same keeps its place, and others move around it.
    fileprivate func looksLike(_ other: DatabaseValue) -> Bool {
      switch (storage, other.storage) {
      case (.blob, .blob): true
      case (.string(let text), .string(let other)):
        text == other
          || text.lowercased().utf8.prefix(6).elementsEqual(
            other.lowercased().utf8.prefix(6))
      case (.int64(let number), .int64(let other)): Double(number) == Double(other)
      case (.int64(let number), .double(let other)), (.double(let other), .int64(let number)):
        Double(number) == other
      default: self == other
      }
    }
  }
#endif
