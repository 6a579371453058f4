public import Changesets

extension BTreeStore {
  /// True: an edit copies one path of nodes.
  @inlinable
  public static var copiesOnlyWhatIsEdited: Bool { true }

  /// Applies an update that inserts, deletes, moves or reloads sections: by single edits if they are
  /// few, else in one pass over the chunks, which copies only those that an edit has cut.
  ///
  /// - Complexity: O(*e* log *n* + *k*) for *e* edits and *k* items of new sections; in a pass
  ///   O(*c* + *e* log *n* + *k*) for *c* chunks.
  @inlinable
  public mutating func exchangeSections(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) {
    let edits = SectionEdits(changeset)
    if isSparse(edits) {
      exchangeOneByOne(edits, changeset, newItem: newItem, newSection: newSection)
    } else {
      exchangeInOnePass(edits, newItem: newItem, newSection: newSection)
    }
  }

  /// Returns a Boolean value that indicates whether `edits` cost less one by one than a pass.
  ///
  /// The costs are in twentieths of a microsecond, with 8-byte items. A single edit of a section
  /// costs 160. A pass costs 6 for each chunk and 1 for each section. An edit of an item costs 18
  /// more in a pass than in a run, as long as each edit cuts a different chunk.
  @inlinable
  func isSparse(_ edits: SectionEdits) -> Bool {
    let chunkCount = storage.chunks.entryCount
    return 160 * edits.sectionCount
      < 6 * chunkCount + sectionCount + 18 * min(edits.itemCount, chunkCount)
  }

  /// A run of items out, then sections out and in, each alone, then a run of items in.
  @inlinable
  mutating func exchangeOneByOne(
    _ edits: SectionEdits, _ changeset: Changeset, newItem: (ItemPath) -> Item,
    newSection: (Int) -> [Item]
  ) {
    let moves = changeset.movedItems
    let moving = takeItems(edits.takenItems, moves: moves)
    let moved = takeSections(edits)
    for put in edits.putSections {
      if let source = put.source, let chunks = moved[source] {
        checkSectionInsertion(put.target, "insertSections(_:atSorted:)")
        uniqueStorage().insert(chunks, asSection: put.target)
      } else {
        insertSection(newSection(put.target), at: put.target)
      }
    }
    putItems(moving, moves: moves, inserted: changeset.insertedItemsOfOldSections, newItem)
    checkInvariantsIfWanted()
  }

  /// Takes sections out; returns the chunks of those that move, by section before.
  @inlinable
  mutating func takeSections(_ edits: SectionEdits) -> [Int: [ItemChunk<Item>]] {
    let storage = uniqueStorage()
    let moving = Set(edits.putSections.compactMap(\.source))
    var moved: [Int: [ItemChunk<Item>]] = [:]
    for section in edits.takenSections.reversed() {
      checkSection(section, "removeSections(atSorted:)")
      let range = storage.sections.range(ofEntry: section)
      if moving.contains(section) {
        moved[section] = storage.takeChunks(of: range.start..<range.end)
      } else {
        storage.removeAll(in: range.start..<range.end)
      }
      storage.sections.removeEntry(section)
    }
    return moved
  }

  /// Rebuilds the trees, and reuses chunks of the old one wherever whole chunks stay together.
  @inlinable
  mutating func exchangeInOnePass(
    _ edits: SectionEdits, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) {
    let storage = self.storage
    let (items, counts) = edits.copyRuns(
      sectionCount: sectionCount,
      range: { section in
        checkSection(section, "exchangeSections(_:newItem:newSection:)")
        let range = storage.sections.range(ofEntry: section)
        return range.start..<range.end
      }, newItem: newItem, newSection: newSection)
    storage.checkRoom(for: items.count - itemCount, "apply(_:newItem:newSection:)")
    var builder = BTreeBuilder<Item>(capacity: storage.capacity, fanout: storage.chunks.fanout)
    for run in items.runs {
      if case .new(let number) = run.origin {
        builder.items.append(items.new[number], run.start..<run.end)
      } else {
        builder.items.append(run.start..<run.end, of: storage.chunks)
      }
    }
    let sizes = storage.sections.sizes()
    for run in counts.runs {
      if case .new(let number) = run.origin {
        for count in counts.new[number][run.start..<run.end] {
          builder.sections.append(size: count)
        }
      } else {
        for section in run.start..<run.end { builder.sections.append(size: sizes[section]) }
      }
    }
    self.storage = builder.finish()
    checkInvariantsIfWanted()
  }
}

// MARK: Chunks

extension BTreeStorage {
  /// Takes the items of the global indexes `range` out, and returns them in chunks. If one chunk
  /// has room for all items, they go into a new one. Otherwise they stay in the chunks that hold
  /// them, which are split at both ends of the range.
  @inlinable
  func takeChunks(of range: Range<Int>) -> [ItemChunk<Item>] {
    guard !range.isEmpty else { return [] }
    guard range.count > capacity else { return [takeItems(of: range)] }
    let first = splitChunk(at: range.lowerBound)
    let end = splitChunk(at: range.upperBound)
    var taken: [ItemChunk<Item>] = []
    taken.reserveCapacity(end - first)
    for _ in first..<end {
      let place = chunks.place(of: range.lowerBound)
      let chunk = place.leaf.chunk(place.slot, of: Item.self)
      chunk.retain()
      taken.append(chunk)
      chunks.removeEntry(first)
    }
    mergeIfSmall(at: first - 1)
    return taken
  }

  /// Takes the items of the global indexes `range` out, for which a chunk has room.
  @inlinable
  func takeItems(of range: Range<Int>) -> ItemChunk<Item> {
    let taken = ItemChunk<Item>.allocate(capacity: capacity)
    while taken.count < range.count {
      let place = chunks.place(of: range.lowerBound + taken.count)
      let count = min(place.leaf.size(place.slot) - place.remainder, range.count - taken.count)
      taken.append(place.leaf.chunk(place.slot, of: Item.self), from: place.remainder, count: count)
    }
    removeAll(in: range)
    return taken
  }

  /// Puts chunks that no tree points to in, as the items of a new section.
  @inlinable
  func insert(_ taken: [ItemChunk<Item>], asSection section: Int) {
    let isLast = section == sections.entryCount
    let start = isLast ? chunks.total : sections.range(ofEntry: section).start
    sections.insertEntry(size: taken.reduce(0) { $0 + $1.count }, at: section)
    guard !taken.isEmpty else { return }
    let first = splitChunk(at: start)
    for (index, chunk) in taken.enumerated() { chunks.insertChunk(chunk, at: first + index) }
    // From the back, so that the entry numbers before stay what they were.
    mergeIfSmall(at: first + taken.count - 1)
    mergeIfSmall(at: first - 1)
  }
}

extension BTreeStore {
  /// `exchangeSections(_:newItem:newSection:)` in one pass, or one by one, whichever costs less.
  @inlinable
  package mutating func exchangeSections(
    _ changeset: Changeset, inOnePass: Bool, newItem: (ItemPath) -> Item,
    newSection: (Int) -> [Item]
  ) {
    let edits = SectionEdits(changeset)
    if inOnePass {
      exchangeInOnePass(edits, newItem: newItem, newSection: newSection)
    } else {
      exchangeOneByOne(edits, changeset, newItem: newItem, newSection: newSection)
    }
  }

  /// Returns a Boolean value that indicates whether `changeset` is applied by single edits.
  package func appliesSingleEdits(_ changeset: Changeset) -> Bool {
    isSparse(SectionEdits(changeset))
  }
}
