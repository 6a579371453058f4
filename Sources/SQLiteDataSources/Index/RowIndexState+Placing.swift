#if SQLITE
  import BasicAlgorithms

  extension RowIndexState {
    /// Finds the gap between untouched rows that each placed row belongs into, and sorts the rows.
    func placeInGaps<E>(_ isBefore: (Int64, Int64) throws(E) -> Bool) throws(E) {
      findLeaves()
      var words: UInt64 = 0
      for index in scratch.placed.indices {
        let row = scratch.placed[index]
        let range = scratch.ranges[index]
        let first = self.row(ofFirst: row.key, isExact ? row.id : .min, in: range)
        if range.lower < range.upper {
          words &+= leaves.touchRow(Int(range.leaf), first - Int(range.leafStart))
        }
        let gap = scratch.untouchedRows(before: first)
        scratch.placed[index].gap = Int32(gap)
        if !isExact, row.section >= 0 {
          scratch.placed[index].gap = Int32(try tiedGap(of: row, first: first, gap, isBefore))
        }
      }
      leaves.touchedWords &+= words
      scratch.placed.sort(by: PlacedRow.isInOrder)
    }

    /// Finds the leaf that each placed row belongs into, and reads what the search in it reads first.
    private func findLeaves() {
      var words: UInt64 = 0
      for row in scratch.placed {
        if row.section >= 0 {
          let rows = sections.rows(of: sections.place(of: Int(row.section)))
          let range = range(of: row.key, isExact ? row.id : .min, in: rows)
          scratch.ranges.append(range)
          if range.lower < range.upper { words &+= leaves.touchKeys(Int(range.leaf)) }
        } else {
          let next = Int(row.sectionOrder >> 32)
          let first =
            next < sections.count ? sections.start(of: sections.place(of: next)) : rowCount
          scratch.ranges.append(SearchRange(leaf: 0, leafStart: Int32(first), lower: 0, upper: 0))
        }
      }
      leaves.touchedWords &+= words
    }

    /// Returns the gap of a row among untouched rows of its section, with ties broken by `isBefore`.
    private func tiedGap<E>(
      of row: PlacedRow, first: Int, _ gap: Int, _ isBefore: (Int64, Int64) throws(E) -> Bool
    ) throws(E) -> Int {
      let rows = sections.rows(of: sections.place(of: Int(row.section)))
      guard first < rows.upperBound else { return gap }
      let place = leafPlace(ofRow: first)
      guard leaves.key(place.leaf, place.offset) == row.key else { return gap }
      let end =
        row.key.successor.map {
          self.row(ofFirst: $0, .min, in: range(of: $0, .min, in: first..<rows.upperBound))
        } ?? rows.upperBound
      var (low, high) = (gap, scratch.untouchedRows(before: end))
      while low < high {
        let middle = (low + high) / 2
        let place = leafPlace(ofRow: scratch.untouchedRow(after: middle))
        if try isBefore(row.id, leaves.id(place.leaf, place.offset)) {
          high = middle
        } else {
          low = middle + 1
        }
      }
      return low
    }

    /// Returns the first row of a range that has at least a key, and with this key at least an
    /// identifier; or the end of the range.
    @inline(__always)
    private func row(ofFirst key: RowKey, _ id: Int64, in range: SearchRange) -> Int {
      guard range.lower < range.upper else { return Int(range.leafStart) }
      return Int(range.leafStart)
        + leaves.offset(
          ofFirst: key, id, in: Int(range.leaf), Int(range.lower)..<Int(range.upper))
    }

    /// Returns the rows of a leaf among which is the first of `rows` that has at least a key and an
    /// identifier, or behind which it is.
    ///
    /// - Precondition: The rows are of one section.
    private func range(of key: RowKey, _ id: Int64, in rows: Range<Int>) -> SearchRange {
      guard !rows.isEmpty else {
        return SearchRange(leaf: 0, leafStart: Int32(rows.lowerBound), lower: 0, upper: 0)
      }
      let (leaves, leafList) = (leaves, leafList)
      let start = leafList.place(ofRow: rows.lowerBound)
      let end = leafList.place(ofRow: rows.upperBound - 1)
      // The last block whose first row is of the range and before the key; then the last such leaf.
      let block =
        leaves.index(ofFirst: key, id, in: start.block + 1..<end.block + 1) {
          leafList.element(at: CountedList.Place(block: $0, slot: 0))
        } - 1
      let firstSlot = block == start.block ? start.slot : 0
      let endSlot =
        block == end.block ? end.slot + 1 : leafList.blocks[block].elements.count
      let slot =
        leaves.index(ofFirst: key, id, in: firstSlot + 1..<endSlot) {
          leafList.element(at: CountedList.Place(block: block, slot: $0))
        } - 1
      let place = CountedList<LeafEntry>.Place(block: block, slot: slot)
      let leaf = leafList.element(at: place).leaf
      let leafStart = leafList.start(of: place)
      return SearchRange(
        leaf: leaf, leafStart: Int32(leafStart), lower: Int32(max(0, rows.lowerBound - leafStart)),
        upper: Int32(min(leaves.rowCount(Int(leaf)), rows.upperBound - leafStart)))
    }
  }

  // MARK: Ties

  extension RowIndexState {
    /// Orders placed rows that have one gap, one section and one key.
    func orderTies<E>(_ isBefore: (Int64, Int64) throws(E) -> Bool) throws(E) {
      guard !isExact else { return }
      var start = 0
      while start < scratch.placed.count {
        var end = start + 1
        while end < scratch.placed.count, scratch.placed[start].isTied(with: scratch.placed[end]) {
          end += 1
        }
        if end - start > 1 {
          let rows = try Self.merged(scratch.placed[start..<end], isBefore)
          scratch.placed.replaceSubrange(start..<end, with: rows)
        }
        start = end
      }
    }

    /// Returns the rows in order: a merge sort, because the standard one has no typed errors.
    private static func merged<E>(
      _ rows: ArraySlice<PlacedRow>, _ isBefore: (Int64, Int64) throws(E) -> Bool
    ) throws(E) -> [PlacedRow] {
      guard rows.count > 1 else { return Array(rows) }
      let middle = rows.startIndex + rows.count / 2
      let left = try merged(rows[..<middle], isBefore)
      let right = try merged(rows[middle...], isBefore)
      var merged: [PlacedRow] = []
      merged.reserveCapacity(rows.count)
      var next = 0
      for row in right {
        while next < left.count, try !isBefore(row.id, left[next].id) {
          merged.append(left[next])
          next += 1
        }
        merged.append(row)
      }
      merged.append(contentsOf: left[next...])
      return merged
    }
  }
#endif
