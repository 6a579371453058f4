#if SQLITE
  import BasicAlgorithms
  import Changesets

  extension RowIndexState {
    var rowCount: Int { leafList.rowCount }

    var sectionCount: Int { sections.count }

    func rowCount(inSection section: Int) -> Int { rows(ofSection: section).count }

    func rows(ofSection section: Int) -> Range<Int> {
      require(
        section >= 0 && section < sectionCount,
        "RowIndex.rows(ofSection: \(section)): there are \(sectionCount) sections")
      return sections.rows(of: sections.place(of: section))
    }

    var rowCounts: [Int] {
      var counts: [Int] = []
      counts.reserveCapacity(sectionCount)
      for block in sections.blocks {
        for slot in block.elements.indices {
          counts.append(Int(block.starts[slot + 1] - block.starts[slot]))
        }
      }
      return counts
    }

    func sectionKey(at section: Int) -> SectionKey {
      require(
        section >= 0 && section < sectionCount,
        "RowIndex.sectionKey(at: \(section)): there are \(sectionCount) sections")
      return sections.element(at: sections.place(of: section))
    }

    func section(of key: SectionKey) -> Int? {
      guard sectionCount > 0 else { return nil }
      let (place, isFound) = sections.search(key)
      return isFound ? sections.index(of: place) : nil
    }

    func id(at path: ItemPath) -> Int64 {
      let place = leafPlace(ofRow: globalIndex(of: path))
      return leaves.id(place.leaf, place.offset)
    }

    func key(at path: ItemPath) -> RowKey {
      let place = leafPlace(ofRow: globalIndex(of: path))
      return leaves.key(place.leaf, place.offset)
    }

    func path(of id: Int64) -> ItemPath? {
      globalIndex(ofID: id).map { path(ofGlobalIndex: $0) }
    }

    func globalIndex(ofID id: Int64) -> Int? {
      require(isLoaded, "RowIndex.globalIndex(ofID: \(id)): call finishLoading() first")
      let (leaf, offset) = table.find(id, in: leaves)
      return leaf < 0 ? nil : firstRow(ofLeaf: leaf) + offset
    }

    func globalIndex(of path: ItemPath) -> Int {
      let rows = rows(ofSection: path.section)
      require(
        path.item >= 0 && path.item < rows.count,
        "RowIndex.globalIndex(of: \(path)): the section has \(rows.count) rows")
      return rows.lowerBound + path.item
    }

    func path(ofGlobalIndex row: Int) -> ItemPath {
      require(
        row >= 0 && row < sections.rowCount,
        "RowIndex.path(ofGlobalIndex: \(row)): there are \(rowCount) rows")
      let place = sections.place(ofRow: row)
      return ItemPath(section: sections.index(of: place), item: row - sections.start(of: place))
    }

    func ids(inGlobalRange range: Range<Int>) -> [Int64] {
      require(
        range.lowerBound >= 0 && range.upperBound <= rowCount,
        "RowIndex.ids(inGlobalRange: \(range)): there are \(rowCount) rows")
      var ids: [Int64] = []
      ids.reserveCapacity(range.count)
      var row = range.lowerBound
      while row < range.upperBound {
        let (leaf, offset) = leafPlace(ofRow: row)
        let count = min(leaves.rowCount(leaf) - offset, range.upperBound - row)
        leaves.appendIDs(leaf, offset..<(offset + count), to: &ids)
        row += count
      }
      return ids
    }

    func forEachRow<E>(
      _ body: (_ section: Int, _ row: IndexedRow) throws(E) -> Void
    ) throws(E) {
      var section = 0
      var row = 0
      var end = sectionCount > 0 ? rowCount(inSection: 0) : 0
      for block in leafList.blocks {
        for entry in block.elements {
          let leaf = Int(entry.leaf)
          for offset in 0..<leaves.rowCount(leaf) {
            while row == end {
              section += 1
              end += rowCount(inSection: section)
            }
            try body(
              section, IndexedRow(key: leaves.key(leaf, offset), id: leaves.id(leaf, offset)))
            row += 1
          }
        }
      }
    }

    var byteCount: Int {
      leaves.byteCount + table.byteCount + leafList.byteCount + sections.byteCount
        + scratch.byteCount
    }
  }

  // MARK: Places in leaves

  extension RowIndexState {
    @inline(__always)
    func leafPlace(ofRow row: Int) -> (leaf: Int, offset: Int) {
      let place = leafList.place(ofRow: row)
      return (Int(leafList.element(at: place).leaf), row - leafList.start(of: place))
    }

    @inline(__always)
    func listPlace(ofLeaf leaf: Int) -> CountedList<LeafEntry>.Place {
      let (block, slot) = leaves.place(leaf)
      return CountedList.Place(block: leafList.block(numbered: block), slot: slot)
    }

    @inline(__always)
    func firstRow(ofLeaf leaf: Int) -> Int { leafList.start(of: listPlace(ofLeaf: leaf)) }
  }
#endif
