#if SQLITE
  import BasicAlgorithms
  import Changesets

  extension RowIndexState {
    /// Stops the program if the index contradicts itself.
    ///
    /// - Complexity: O(*n* log *n*).
    func checkInvariants() {
      leafList.checkInvariants("leaves")
      sections.checkInvariants("sections")
      require(
        leafList.rowCount == sections.rowCount,
        "RowIndex: leaves have \(leafList.rowCount) rows, sections \(sections.rowCount)")
      checkSections()
      checkLeaves()
      checkOrder()
      require(
        table.count == rowCount, "RowIndex: \(table.count) entries in the table, \(rowCount) rows")
      var row = 0
      forEachRow { section, indexed in
        let found = globalIndex(ofID: indexed.id)
        require(found == row, "RowIndex: row \(indexed.id) is at \(row), found at \(found ?? -1)")
        require(
          path(ofGlobalIndex: row).section == section, "RowIndex: row \(row) is in \(section)")
        row += 1
      }
      require(row == rowCount, "RowIndex: \(row) rows passed of \(rowCount)")
    }

    private func checkSections() {
      var last: SectionKey?
      for section in 0..<sectionCount {
        let key = sectionKey(at: section)
        if let last { require(last < key, "RowIndex: section \(section) is out of order") }
        require(
          rowCount(inSection: section) > 0 || key == keptSection,
          "RowIndex: section \(section) has no rows")
        last = key
      }
      if let keptSection {
        require(self.section(of: keptSection) != nil, "RowIndex: the kept section is gone")
      }
    }

    private func checkLeaves() {
      var allocated = 0
      for (block, entries) in leafList.blocks.enumerated() {
        for (slot, entry) in entries.elements.enumerated() {
          let leaf = Int(entry.leaf)
          let count = leaves.rowCount(leaf)
          require(
            listPlace(ofLeaf: leaf) == CountedList.Place(block: block, slot: slot),
            "RowIndex: leaf \(leaf) does not know its place")
          require(
            leaves.isAllocated(leaf) && count > 0 && count <= leaves.capacity(leaf)
              && leaves.capacity(leaf) <= leaves.leafCapacity,
            "RowIndex: leaf \(leaf) has \(count) rows")
          require(
            entries.starts[slot + 1] - entries.starts[slot] == Int32(count),
            "RowIndex: the count of leaf \(leaf) is not \(count)")
          require(
            entry.firstHigh == leaves.high(leaf, 0), "RowIndex: the first key of leaf \(leaf)")
          allocated += 1
        }
      }
      let all = (0..<leaves.count).count { leaves.isAllocated($0) }
      require(all == allocated, "RowIndex: \(all) leaves allocated, \(allocated) in the list")
    }

    private func checkOrder() {
      var last: (section: Int, row: IndexedRow)?
      forEachRow { section, row in
        if let last, last.section == section {
          let isInOrder =
            last.row.key < row.key
            || (last.row.key == row.key && (!isExact || last.row.id < row.id))
          require(isInOrder, "RowIndex: row \(row.id) does not come behind row \(last.row.id)")
        }
        last = (section, row)
      }
    }
  }

  extension CountedList {
    /// Stops the program if running sums are not those of the elements.
    func checkInvariants(_ name: String) {
      var (rows, count) = (Int32(0), Int32(0))
      for (place, block) in blocks.enumerated() {
        require(
          rowStarts[place] == rows && elementStarts[place] == count,
          "CountedList: block \(place) of \(name) starts elsewhere")
        require(
          !block.elements.isEmpty && block.elements.count <= blockCapacity
            && block.starts.count == block.elements.count + 1 && block.starts[0] == 0,
          "CountedList: block \(place) of \(name) has \(block.elements.count) elements")
        for slot in block.elements.indices {
          require(
            block.starts[slot] <= block.starts[slot + 1],
            "CountedList: element \(slot) of block \(place) of \(name) has a negative count")
        }
        require(
          self.block(numbered: Int(block.number)) == place,
          "CountedList: block \(place) of \(name) does not know its place")
        rows += block.starts[block.elements.count]
        count += Int32(block.elements.count)
      }
      require(
        rowStarts.count == blocks.count + 1 && rowStarts[blocks.count] == rows
          && elementStarts.count == blocks.count + 1 && elementStarts[blocks.count] == count,
        "CountedList: the sums of \(name)")
    }
  }
#endif
