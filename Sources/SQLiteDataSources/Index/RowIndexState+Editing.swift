#if SQLITE
  import BasicAlgorithms
  import Changesets

  extension RowIndexState {
    /// Carries the plan out: keys of rows that stay, rows out, sections, rows in.
    mutating func edit(_ operations: inout Operations, added: Int, removed: Int) {
      let hashed = scratch.placed.reduce(0) {
        $0 + ($1.removed < 0 && table.isHashed($1.id) ? 1 : 0)
      }
      makeRoomInTable(added: hashed, changed: added + removed)
      changeKeys()
      removeRows()
      changeSections(&operations)
      insertRows()
      for leaf in scratch.smallLeaves { mergeLeaf(leaf) }
    }

    private mutating func changeKeys() {
      for row in scratch.placed where row.removed >= 0 {
        let touched = scratch.removed[Int(row.removed)]
        guard touched.stays else { continue }
        leaves.setKey(row.key, Int(touched.leaf), Int(touched.offset))
        if touched.offset == 0 { writeFirstKey(ofLeaf: Int(touched.leaf)) }
      }
    }

    /// Takes rows out, the last one first, so that the offsets of those before it stay true.
    private mutating func removeRows() {
      // A row that moves keeps its entry in the table, for its new leaf.
      for row in scratch.placed where row.removed >= 0 {
        scratch.removed[Int(row.removed)].change = -1
      }
      for row in scratch.removed.reversed() where !row.stays {
        let (leaf, offset) = (Int(row.leaf), Int(row.offset))
        if row.change >= 0 { table.remove(leaves.id(leaf, offset), leaf: leaf) }
        leaves.remove(offset..<(offset + 1), from: leaf)
        leafList.addRows(-1, at: listPlace(ofLeaf: leaf))
        if leaves.rowCount(leaf) < leaves.leafCapacity / 4 || leaves.rowCount(leaf) == 0 {
          scratch.smallLeaves.append(leaf)
        }
        if offset == 0, leaves.rowCount(leaf) > 0 { writeFirstKey(ofLeaf: leaf) }
      }
    }

    private mutating func writeFirstKey(ofLeaf leaf: Int) {
      leafList.setElement(
        LeafEntry(firstHigh: leaves.high(leaf, 0), leaf: Int32(leaf)), at: listPlace(ofLeaf: leaf))
    }
  }

  // MARK: Sections

  extension RowIndexState {
    /// Changes the counts of sections, deletes and inserts some.
    private mutating func changeSections(_ operations: inout Operations) {
      for growth in scratch.growths where growth.rows != 0 {
        sections.addRows(Int(growth.rows), at: sections.place(of: Int(growth.section)))
      }
      let deleted = scratch.deletedSections
      guard !deleted.isEmpty || !scratch.newSections.isEmpty else { return }
      // From the last to the first, so that the places of those before stay true.
      var next = deleted.count - 1
      for section in scratch.newSections.reversed() {
        while next >= 0, deleted[next] >= section.next {
          _ = sections.remove(at: sections.place(of: deleted[next]))
          next -= 1
        }
        let place =
          sections.count == 0
          ? CountedList<SectionKey>.Place(block: 0, slot: 0) : sections.place(of: section.next)
        _ = sections.insert(section.key, rows: section.rows, at: place)
      }
      while next >= 0 {
        _ = sections.remove(at: sections.place(of: deleted[next]))
        next -= 1
      }
      operations.deletedSections = deleted
      operations.insertedSections.reserveCapacity(scratch.newSections.count)
      for (number, section) in scratch.newSections.enumerated() {
        let deletedBefore = deleted.partitioningIndex { $0 >= section.next }
        operations.insertedSections.append(section.next - deletedBefore + number)
      }
    }
  }

  // MARK: Rows in

  extension RowIndexState {
    private mutating func insertRows() {
      for index in scratch.placed.indices {
        let row = scratch.placed[index]
        if row.removed >= 0, scratch.removed[Int(row.removed)].stays { continue }
        let leaf = insert(row.id, row.key, at: Int(row.gap) + index)
        if row.removed < 0 {
          table.insert(row.id, leaf: leaf)
        } else {
          let oldLeaf = Int(scratch.removed[Int(row.removed)].leaf)
          if oldLeaf != leaf { table.replace(row.id, leaf: oldLeaf, by: leaf) }
        }
      }
    }

    /// Inserts a row behind `row` others, and returns its leaf.
    private mutating func insert(_ id: Int64, _ key: RowKey, at row: Int) -> Int {
      guard leafList.count > 0 else {
        let leaf = leaves.allocateLeaf(capacity: leaves.roundedCapacity(1))
        let entry = LeafEntry(firstHigh: key.high, leaf: Int32(leaf))
        let blocks = leafList.insert(entry, rows: 1, at: CountedList.Place(block: 0, slot: 0))
        noteLeaves(blocks)
        leaves.insert(id, key, into: leaf, at: 0)
        return leaf
      }
      let place = leafList.place(ofRow: max(0, row - 1))
      var leaf = Int(leafList.element(at: place).leaf)
      var offset = row - leafList.start(of: place)
      if leaves.rowCount(leaf) == leaves.leafCapacity {
        let kept = split(leaf, insertingAt: offset)
        if offset > kept.count || offset == leaves.leafCapacity {
          offset -= kept.count
          leaf = kept.newLeaf
        }
      }
      leaves.insert(id, key, into: leaf, at: offset)
      leafList.addRows(1, at: listPlace(ofLeaf: leaf))
      if offset == 0 { writeFirstKey(ofLeaf: leaf) }
      return leaf
    }

    /// Splits a full leaf in two; at its end a small second part, so that appending fills leaves.
    private mutating func split(
      _ leaf: Int, insertingAt offset: Int
    ) -> (count: Int, newLeaf: Int) {
      require(
        leaves.count < LeafTable.leafLimit, "RowIndex: more leaves than \(LeafTable.leafLimit)")
      let count = leaves.rowCount(leaf)
      var kept = count / 2
      if offset == count { kept = isLast(leaf) ? count : count - count / 8 }
      let newLeaf = leaves.allocateLeaf(capacity: leaves.roundedCapacity(count - kept + 1))
      leaves.move(kept..<count, of: leaf, to: newLeaf, at: 0)
      for offset in 0..<(count - kept) {
        table.replace(leaves.id(newLeaf, offset), leaf: leaf, by: newLeaf)
      }
      var place = listPlace(ofLeaf: leaf)
      leafList.addRows(kept - count, at: place)
      place.slot += 1
      let first = kept < count ? leaves.high(newLeaf, 0) : 0
      let entry = LeafEntry(firstHigh: first, leaf: Int32(newLeaf))
      let blocks = leafList.insert(entry, rows: count - kept, at: place)
      noteLeaves(blocks)
      return (kept, newLeaf)
    }

    private func isLast(_ leaf: Int) -> Bool {
      leafList.index(of: listPlace(ofLeaf: leaf)) == leafList.count - 1
    }

    /// Tells the leaves of some blocks where they are.
    private func noteLeaves(_ blocks: Range<Int>) {
      for block in blocks {
        let number = Int(leafList.blocks[block].number)
        for (slot, entry) in leafList.blocks[block].elements.enumerated() {
          leaves.setPlace(Int(entry.leaf), block: number, slot: slot)
        }
      }
    }

    /// Frees a leaf without rows, and merges one with few rows with a neighbour in its block.
    private mutating func mergeLeaf(_ leaf: Int) {
      guard leaves.isAllocated(leaf) else { return }
      let place = listPlace(ofLeaf: leaf)
      let count = leaves.rowCount(leaf)
      if count == 0 {
        removeLeaf(leaf, at: place)
        return
      }
      guard count < leaves.leafCapacity / 4 else { return }
      let block = leafList.blocks[place.block].elements
      for slot in [place.slot - 1, place.slot + 1] where block.indices.contains(slot) {
        let other = Int(block[slot].leaf)
        let otherCount = leaves.rowCount(other)
        guard count + otherCount <= leaves.leafCapacity * 3 / 4 else { continue }
        let offset = slot < place.slot ? otherCount : 0
        for offset in 0..<count {
          table.replace(leaves.id(leaf, offset), leaf: leaf, by: other)
        }
        leaves.move(0..<count, of: leaf, to: other, at: offset)
        leafList.addRows(count, at: listPlace(ofLeaf: other))
        if offset == 0 { writeFirstKey(ofLeaf: other) }
        removeLeaf(leaf, at: place)
        return
      }
    }

    private mutating func removeLeaf(_ leaf: Int, at place: CountedList<LeafEntry>.Place) {
      let blocks = leafList.remove(at: place)
      noteLeaves(blocks)
      leaves.freeLeaf(leaf)
    }
  }

  // MARK: The table of identifiers

  extension RowIndexState {
    /// Makes room for new rows in the table, and moves some rows on if it is being replaced.
    ///
    /// With each new row, splits of leaves may bring two others back into the table that is replaced.
    private func makeRoomInTable(added: Int, changed: Int) {
      if table.isMigrating { migrate(rows: 8 * changed) }
      if table.mayOverflow(adding: 3 * added) { migrate(rows: .max) }
      guard table.needsReplacement(adding: added) else { return }
      if table.isMigrating { migrate(rows: .max) }
      guard table.needsReplacement(adding: added) else { return }
      table.beginReplacement(adding: added)
      migrate(rows: 8 * changed)
      if table.mayOverflow(adding: 3 * added) { migrate(rows: .max) }
    }

    /// Moves at least `limit` rows to the new table, and all of the last leaf.
    private func migrate(rows limit: Int) {
      var moved = 0
      while table.isMigrating, moved < limit {
        let leaf = table.nextLeaf
        if leaf < leaves.count, leaves.isAllocated(leaf) {
          moved += leaves.rowCount(leaf)
          for offset in 0..<leaves.rowCount(leaf) { table.migrate(leaves.id(leaf, offset)) }
        }
        table.finishLeaf(of: leaves.count)
      }
    }
  }
#endif
