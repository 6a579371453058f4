#if SQLITE
  import Changesets

  extension RowIndexState {
    /// The state of a load.
    struct Loading: Sendable {
      var isComplete = false
      /// A Boolean value that indicates whether there is a section, and no mistake so far.
      var canAppend = false
      /// The leaf that rows are appended to; -1 before the first row.
      var leaf = -1
      /// The rows that the leaf has room for.
      var room = 0
      var rowsInSection = 0
      var lastKey = RowKey(high: 0, low: 0)
      var lastID: Int64 = 0
      var smallestID = Int64.max
      var largestID: Int64 = -1
      var error: RowIndexError?
    }

    @inline(__always) var isLoaded: Bool { loading.isComplete }

    mutating func appendSection(_ key: SectionKey) {
      require(!isLoaded, "RowIndex.appendSection(_:): the index is loaded")
      endSection()
      if let last = lastSection, !(last < key) { fail(.sectionOutOfOrder(section: sections.count)) }
      guard loading.error == nil else { return }
      _ = sections.append(key, rows: 0)
      loading.canAppend = true
    }

    private var lastSection: SectionKey? {
      sections.count == 0 ? nil : sections.element(at: sections.place(of: sections.count - 1))
    }

    @inline(__always)
    mutating func append(_ row: IndexedRow) {
      guard loading.canAppend else {
        require(loading.error != nil, "RowIndex.append(_:): no section, or the index is loaded")
        return
      }
      let key = RowKey(high: row.key.high, low: wordCount == 1 ? 0 : row.key.low)
      if loading.rowsInSection > 0, key <= loading.lastKey,
        key < loading.lastKey || (isExact && row.id <= loading.lastID)
      {
        fail(.rowOutOfOrder(id: row.id))
        return
      }
      if loading.room == 0 {
        beginLeaf(key)
        guard loading.canAppend else { return }
      }
      leaves.append(row.id, key, to: loading.leaf)
      loading.room &-= 1
      loading.rowsInSection &+= 1
      loading.lastKey = key
      loading.lastID = row.id
    }

    mutating func append(_ row: IndexedRow, section: SectionKey) {
      if lastSection != section { appendSection(section) }
      if loading.error == nil { append(row) }
    }

    mutating func finishLoading() throws(RowIndexError) {
      guard !isLoaded else { return }
      endSection()
      endLeaf()
      loading.leaf = -1
      loading.canAppend = false
      if let error = loading.error { throw error }
      if let keptSection { addKeptSection(keptSection) }
      table = makeTable()
      for leaf in 0..<leaves.count {
        if let id = table.insertAll(of: leaf, in: leaves) { fail(.duplicateID(id)) }
        if let error = loading.error { throw error }
      }
      loading.isComplete = true
    }

    /// Returns a table for the identifiers, without entries.
    private func makeTable() -> LeafTable {
      func countBelow(_ limit: Int) -> Int {
        loading.smallestID >= 0 && loading.largestID < Int64(limit)
          ? rowCount : (0..<leaves.count).reduce(0) { $0 + leaves.idCount($1, below: limit) }
      }
      let limit = DirectLeaves.limit(
        largest: loading.largestID, rowCount: rowCount, countBelow: countBelow)
      return LeafTable(
        segmentBits: table.segmentBits, rowCount: rowCount, directLimit: limit,
        directCount: limit == 0 ? 0 : countBelow(limit))
    }

    private mutating func addKeptSection(_ key: SectionKey) {
      guard sections.count > 0 else {
        _ = sections.append(key, rows: 0)
        return
      }
      let (place, isFound) = sections.search(key)
      if !isFound { _ = sections.insert(key, rows: 0, at: place) }
    }

    @inline(never)
    private mutating func fail(_ error: RowIndexError) {
      if loading.error == nil { loading.error = error }
      loading.canAppend = false
    }

    private mutating func endSection() {
      guard loading.canAppend else { return }
      let place = sections.place(of: sections.count - 1)
      sections.addRows(loading.rowsInSection, at: place)
      if loading.rowsInSection == 0, sections.element(at: place) != keptSection {
        _ = sections.remove(at: place)
      }
      loading.rowsInSection = 0
    }

    @inline(never)
    private mutating func beginLeaf(_ key: RowKey) {
      endLeaf()
      guard rowCount < Int(Int32.max) - leaves.leafCapacity, leaves.count < LeafTable.leafLimit
      else {
        fail(.tooManyRows)
        return
      }
      let leaf = leaves.allocateLeaf(capacity: leaves.loadedCapacity)
      loading.leaf = leaf
      loading.room = leaves.loadedCount
      let place = leafList.append(LeafEntry(firstHigh: key.high, leaf: Int32(leaf)), rows: 0)
      leaves.setPlace(leaf, block: Int(leafList.blocks[place.block].number), slot: place.slot)
    }

    /// Counts the rows of the leaf that was filled.
    private mutating func endLeaf() {
      guard loading.leaf >= 0 else { return }
      let ids = leaves.idRange(loading.leaf)
      loading.smallestID = min(loading.smallestID, ids.smallest)
      loading.largestID = max(loading.largestID, ids.largest)
      leafList.addRows(leaves.rowCount(loading.leaf), at: leafList.place(of: leafList.count - 1))
    }
  }
#endif
