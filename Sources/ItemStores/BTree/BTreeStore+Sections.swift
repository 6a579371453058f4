extension BTreeStore {
  /// Puts a section of `items` at position `section`. O(log *n* + *k*) for *k* items.
  @inlinable
  public mutating func insertSection<Items: Sequence>(_ items: Items, at section: Int)
  where Items.Element == Item {
    checkSectionInsertion(section, "insertSection(_:at:)")
    let storage = uniqueStorage()
    let start =
      section == storage.sections.entryCount
      ? storage.chunks.total : storage.sections.range(ofEntry: section).start
    let count = storage.insert(contentsOf: items, at: start, "insertSection(_:at:)")
    storage.sections.insertEntry(size: count, at: section)
    checkInvariantsIfWanted()
  }

  /// Takes `section` and its items out. O(log *n* + *k*).
  @inlinable
  public mutating func removeSection(at section: Int) {
    checkSection(section, "removeSection(at:)")
    let storage = uniqueStorage()
    let range = storage.sections.range(ofEntry: section)
    storage.removeAll(in: range.start..<range.end)
    storage.sections.removeEntry(section)
    checkInvariantsIfWanted()
  }

  /// Puts `items` in the place of those of `section`. O(log *n* + *k*).
  @inlinable
  public mutating func replaceSection<Items: Sequence>(at section: Int, with items: Items)
  where Items.Element == Item {
    checkSection(section, "replaceSection(at:with:)")
    let storage = uniqueStorage()
    let range = storage.sections.range(ofEntry: section)
    storage.removeAll(in: range.start..<range.end)
    let count = storage.insert(contentsOf: items, at: range.start, "replaceSection(at:with:)")
    storage.sections.grow(entry: section, by: count - (range.end - range.start))
    checkInvariantsIfWanted()
  }

  /// Moves section `source` to position `target`, as it is after the removal. O(log *n* + *k*).
  @inlinable
  public mutating func moveSection(from source: Int, to target: Int) {
    checkSectionMove(from: source, to: target)
    var items: [Item] = []
    forEachChunk(inGlobalRange: globalRange(ofSection: source)) { chunk in
      for index in chunk.indices { items.append(chunk[index]) }
    }
    removeSection(at: source)
    insertSection(items, at: target)
  }
}

// MARK: Chunks

extension BTreeStorage {
  /// Inserts `items` at a global index, in new chunks; returns the number of items.
  ///
  /// Stops the program, in the name of `member`, before a sum would no longer fit its 32 bits.
  @inlinable
  func insert<Items: Sequence<Item>>(
    contentsOf items: Items, at offset: Int, _ member: StaticString
  ) -> Int {
    var iterator = items.makeIterator()
    let fill = max(1, capacity - capacity / 16)
    var entry = splitChunk(at: offset)
    let firstEntry = entry
    var added = 0
    var mayHaveMore = true
    while mayHaveMore {
      let chunk = ItemChunk<Item>.allocate(capacity: capacity)
      mayHaveMore = chunk.fill(upTo: fill, from: &iterator)
      if chunk.count == 0 {
        chunk.free()
      } else {
        added += chunk.count
        checkRoom(for: chunk.count, member)
        chunks.insertChunk(chunk, at: entry)
        entry += 1
      }
    }
    // From the back, so that the entry numbers before stay what they were.
    mergeIfSmall(at: entry - 1)
    mergeIfSmall(at: firstEntry - 1)
    return added
  }

  /// Removes the items at the global indexes `range`.
  @inlinable
  func removeAll(in range: Range<Int>) {
    var left = range.count
    while left > 0 {
      // The chunk that holds the first of them, again and again: the rest moves up.
      let place = chunks.place(of: range.lowerBound)
      let size = place.leaf.size(place.slot)
      if place.remainder == 0, left >= size {
        chunks.removeEntry(place.entry)
        left -= size
      } else {
        let removed = min(left, size - place.remainder)
        let own = chunks.grow(containing: range.lowerBound, by: -removed)
        let chunk = own.leaf.uniqueChunk(own.slot, capacity: capacity, of: Item.self)
        chunk.removeAll(in: own.remainder..<(own.remainder + removed))
        left -= removed
      }
    }
    guard !range.isEmpty, range.lowerBound > 0, range.lowerBound < chunks.total else { return }
    mergeIfSmall(at: chunks.place(of: range.lowerBound - 1).entry)
  }

  /// Makes `offset` a boundary between chunks and returns the number of the chunk after it.
  @inlinable
  func splitChunk(at offset: Int) -> Int {
    guard offset < chunks.total else { return chunks.entryCount }
    let place = chunks.place(of: offset)
    guard place.remainder > 0 else { return place.entry }
    let own = chunks.grow(containing: offset, by: 0)
    let chunk = own.leaf.uniqueChunk(own.slot, capacity: capacity, of: Item.self)
    let right = ItemChunk<Item>.allocate(capacity: capacity)
    chunk.moveLast(chunk.count - place.remainder, to: right)
    chunks.grow(entry: place.entry, by: -right.count)
    chunks.insertChunk(right, at: place.entry + 1)
    return place.entry + 1
  }

  /// Merges chunk number `entry` with the next when both fit in one with room to spare.
  @inlinable
  func mergeIfSmall(at entry: Int) {
    guard entry >= 0, entry + 1 < chunks.entryCount else { return }
    let first = chunks.range(ofEntry: entry)
    let next = chunks.range(ofEntry: entry + 1)
    let moved = next.end - next.start
    guard next.end - first.start <= capacity - capacity / 8 else { return }
    let target = chunks.grow(containing: first.start, by: moved)
    let source = chunks.place(of: next.start + moved)
    let kept = target.leaf.uniqueChunk(target.slot, capacity: capacity, of: Item.self)
    kept.append(source.leaf.chunk(source.slot, of: Item.self), from: 0, count: moved)
    chunks.removeEntry(entry + 1)
  }
}
