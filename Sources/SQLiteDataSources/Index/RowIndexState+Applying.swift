#if SQLITE
  import BasicAlgorithms
  import Changesets

  extension RowIndexState {
    /// Carries `RowIndex.apply` out: everything that can throw first, then the changes.
    mutating func apply<E>(
      _ changes: [RowChange<SectionKey>],
      isBefore: (_ new: Int64, _ existing: Int64) throws(E) -> Bool
    ) throws(E) -> RowIndexUpdate {
      require(isLoaded, "RowIndex.apply(_:isBefore:): call finishLoading() first")
      guard !changes.isEmpty else { return RowIndexUpdate() }
      scratch.clear()
      var update = RowIndexUpdate()
      locate(changes)
      placeNewSections(changes)
      try placeInGaps(isBefore)
      try orderTies(isBefore)
      findStayingRows()
      countSections()
      var operations = Operations()
      writeSources(changes, &operations, &update)
      edit(&operations, added: update.insertedRows, removed: update.deletedRows)
      writeTargets(&operations)
      update.changeset = operations.changeset
      scratch.shrink()
      #if InvariantChecks
        checkInvariants()
      #endif
      return update
    }

    /// The operations of a changeset.
    struct Operations {
      var deletedSections: [Int] = []
      var insertedSections: [Int] = []
      var deletedItems: [ItemPath] = []
      var insertedItems: [ItemPath] = []
      var movedItems: [Changeset.Move<ItemPath>] = []
      var reconfiguredItems: [ItemPath] = []

      var changeset: Changeset {
        Changeset(
          deletedSections: deletedSections, insertedSections: insertedSections,
          deletedItems: deletedItems, insertedItems: insertedItems, movedItems: movedItems,
          reconfiguredItems: reconfiguredItems)
      }
    }
  }

  // MARK: The changes by place

  extension RowIndexState {
    /// Finds the rows of the changes, and sorts them into those that are refilled, those that leave
    /// their places and those that get one.
    private func locate(_ changes: [RowChange<SectionKey>]) {
      findRows(of: changes)
      for number in changes.indices {
        let touched = touchedRow(number)
        guard let place = changes[number].place else {
          if let touched { scratch.removed.append(touched) }
          continue
        }
        let key = RowKey(high: place.key.high, low: wordCount == 1 ? 0 : place.key.low)
        let section = section(place.section, near: touched, number)
        if let touched, touched.section == section.index,
          leaves.key(Int(touched.leaf), Int(touched.offset)) == key,
          isExact || !isTied(touched, key)
        {
          if changes[number].contentChanged { scratch.refilled.append(touched.path) }
          continue
        }
        if let touched { scratch.removed.append(touched) }
        scratch.placed.append(
          PlacedRow(
            id: changes[number].id, key: key, sectionOrder: section.order, gap: 0,
            section: section.index, removed: touched == nil ? -1 : 0, change: Int32(number)))
        if section.index < 0 {
          scratch.newSections.append(
            NewSection(
              key: place.section, next: Int(section.order), placed: scratch.placed.count - 1))
        }
      }
      scratch.removed.sort { $0.row < $1.row }
    }

    /// Finds the leaf of each row.
    ///
    /// Memory is what a look-up waits for. So all buckets are read first, then all leaves that they
    /// name: reads that do not wait for each other overlap.
    private func findRows(of changes: [RowChange<SectionKey>]) {
      var words: UInt32 = 0
      for change in changes { words &+= table.touch(change.id) }
      table.touchedWords &+= words
      var ids: UInt64 = 0
      for change in changes {
        let leaf = table.likelyLeaf(of: change.id)
        if leaf >= 0 { ids &+= leaves.touchIDs(leaf) }
        scratch.found.append((Int32(leaf), -1))
      }
      for (number, change) in changes.enumerated() {
        let leaf = Int(scratch.found[number].leaf)
        var found = (leaf: leaf, offset: leaf < 0 ? -1 : leaves.offset(of: change.id, in: leaf))
        if found.offset < 0 { found = table.find(change.id, in: leaves) }
        scratch.found[number] = (Int32(found.leaf), Int32(found.offset))
        if found.leaf >= 0 { ids &+= leaves.touchRow(found.leaf, found.offset) }
      }
      leaves.touchedWords &+= ids
    }

    private func touchedRow(_ change: Int) -> TouchedRow? {
      let (leaf, offset) = scratch.found[change]
      guard leaf >= 0 else { return nil }
      let row = firstRow(ofLeaf: Int(leaf)) + Int(offset)
      let place = sections.place(ofRow: row)
      return TouchedRow(
        row: Int32(row), leaf: leaf, offset: offset, section: Int32(sections.index(of: place)),
        item: Int32(row - sections.start(of: place)), change: Int32(change))
    }

    /// Returns whether a neighbour of a row, in its section, has the same key.
    private func isTied(_ row: TouchedRow, _ key: RowKey) -> Bool {
      let number = Int(row.row)
      let rows = sections.rows(of: sections.place(of: Int(row.section)))
      for neighbour in stride(from: number - 1, through: number + 1, by: 2)
      where rows.contains(neighbour) {
        let place = leafPlace(ofRow: neighbour)
        if leaves.key(place.leaf, place.offset) == key { return true }
      }
      return false
    }

    /// Returns the section with a key and its order; for a new section -1 and the section before the
    /// update that it comes before.
    private func section(
      _ key: SectionKey, near touched: TouchedRow?, _ number: Int
    ) -> (index: Int32, order: Int64) {
      if let touched {
        let section = Int(touched.section)
        if sections.element(at: sections.place(of: section)) == key {
          return (touched.section, PlacedRow.order(ofSection: section))
        }
      }
      guard sections.count > 0 else { return (-1, 0) }
      let (place, isFound) = sections.search(key)
      let section = sections.index(of: place)
      return isFound
        ? (Int32(section), PlacedRow.order(ofSection: section)) : (-1, Int64(section))
    }

    /// Gives the new sections, and the rows that they come for, their order.
    private func placeNewSections(_ changes: [RowChange<SectionKey>]) {
      guard !scratch.newSections.isEmpty else { return }
      if scratch.newSections.count > 1 { scratch.newSections.sort { $0.key < $1.key } }
      var count = 0
      for index in scratch.newSections.indices {
        let section = scratch.newSections[index]
        if count == 0 || scratch.newSections[count - 1].key != section.key {
          scratch.newSections[count] = section
          count += 1
        }
        scratch.placed[section.placed].sectionOrder = PlacedRow.order(
          ofNewSection: count - 1, before: section.next)
      }
      scratch.newSections.removeSubrange(count...)
    }
  }

  // MARK: The rows that stay

  extension RowIndexState {
    /// Marks as staying a longest run of rows that have one gap, one section and one order before and
    /// after.
    private func findStayingRows() {
      linkPlacedRows()
      var isAscending = true
      var last: Int32 = -1
      for (index, row) in scratch.placed.enumerated() where row.removed >= 0 {
        let touched = scratch.removed[Int(row.removed)]
        guard touched.section == row.section, touched.row - row.removed == row.gap else { continue }
        isAscending = isAscending && touched.row > last
        last = touched.row
        scratch.candidates.append(index)
      }
      if isAscending {
        for index in scratch.candidates { keep(index) }
        return
      }
      let rows = scratch.candidates.map { scratch.removed[Int(scratch.placed[$0].removed)].row }
      for index in rows.longestIncreasingSubsequence() { keep(scratch.candidates[index]) }
    }

    @inline(__always)
    private func keep(_ index: Int) {
      scratch.removed[Int(scratch.placed[index].removed)].stays = true
    }

    /// Lets each placed row know which of the removed ones it was.
    private func linkPlacedRows() {
      // By the number of the change, whose leaf is no longer needed.
      for (index, row) in scratch.removed.enumerated() {
        scratch.found[Int(row.change)].leaf = Int32(index)
      }
      for index in scratch.placed.indices where scratch.placed[index].removed >= 0 {
        scratch.placed[index].removed = scratch.found[Int(scratch.placed[index].change)].leaf
      }
    }
  }
#endif
