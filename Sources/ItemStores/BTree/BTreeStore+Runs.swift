public import Changesets

extension BTreeStore {
  /// Inserts `items[k]` so that it ends up at `paths[k]`, one by one or in one pass over everything.
  ///
  /// O(*k* · log *n*) or O(*n* + *k*), whichever is less.
  @inlinable
  public mutating func insert(_ items: [Item], atSorted paths: [ItemPath]) {
    checkCounts(items.count, paths.count, "insert(_:atSorted:)")
    checkAscending(paths, "insert(_:atSorted:)")
    checkGrowth(by: items.count, "insert(_:atSorted:)")
    guard isPassCheaper(edits: paths.count) else {
      for index in paths.indices { insert(items[index], at: paths[index]) }
      return
    }
    insertInOnePass(items, atSorted: paths)
  }

  /// Takes out the items at `paths` and returns them, one by one or in one pass over everything.
  ///
  /// O(*k* · log *n*) or O(*n*), whichever is less.
  @inlinable
  @discardableResult
  public mutating func remove(atSorted paths: [ItemPath]) -> [Item] {
    checkAscending(paths, "remove(atSorted:)")
    guard isPassCheaper(edits: paths.count) else {
      // From the back, so that the paths still to come stay what they are.
      var removed: [Item] = []
      removed.reserveCapacity(paths.count)
      for path in paths.reversed() { removed.append(remove(at: path)) }
      removed.reverse()
      return removed
    }
    return removeInOnePass(atSorted: paths)
  }

  /// Whether copying every item is faster than finding `edits` places in the tree.
  ///
  /// One edit costs about as much as copying 200 items of 8 bytes: the chunk's items move, and
  /// the path to it is read from memory. See the `edit-run` scenarios of the lookup suite.
  @inlinable
  func isPassCheaper(edits: Int) -> Bool {
    edits > 16 && edits > itemCount / Self.itemsCopiedPerEdit
  }

  @inlinable
  static var itemsCopiedPerEdit: Int { 200 }

  @inlinable
  mutating func insertInOnePass(_ items: [Item], atSorted paths: [ItemPath]) {
    var counts = storage.sections.sizes()
    var builder = BTreeBuilder<Item>(capacity: storage.capacity, fanout: storage.chunks.fanout)
    var section = 0
    var sectionStart = 0
    var source = 0
    for index in paths.indices {
      let path = paths[index]
      checkSection(of: path, "insert(_:atSorted:)")
      while section < path.section {
        sectionStart += counts[section]
        section += 1
      }
      checkInsertion(path, count: counts[section], "insert(_:atSorted:)")
      // The builder holds all that precedes the gap, earlier insertions included.
      let gap = sectionStart + path.item - builder.itemCount
      append(source..<(source + gap), to: &builder)
      source += gap
      builder.append(items[index])
      counts[section] += 1
    }
    append(source..<itemCount, to: &builder)
    finish(builder, counts)
  }

  @inlinable
  mutating func removeInOnePass(atSorted paths: [ItemPath]) -> [Item] {
    let counts = storage.sections.sizes()
    var countsLeft = counts
    var builder = BTreeBuilder<Item>(capacity: storage.capacity, fanout: storage.chunks.fanout)
    var removed: [Item] = []
    removed.reserveCapacity(paths.count)
    var section = 0
    var sectionStart = 0
    var source = 0
    for path in paths {
      checkSection(of: path, "remove(atSorted:)")
      while section < path.section {
        sectionStart += counts[section]
        section += 1
      }
      checkItem(path, count: counts[section], "remove(atSorted:)")
      let offset = sectionStart + path.item
      append(source..<offset, to: &builder)
      removed.append(item(atOffset: offset))
      source = offset + 1
      countsLeft[section] -= 1
    }
    append(source..<itemCount, to: &builder)
    finish(builder, countsLeft)
    return removed
  }

  /// Copies the items at `range` to the end of what `builder` has.
  @inlinable
  func append(_ range: Range<Int>, to builder: inout BTreeBuilder<Item>) {
    forEachChunk(inGlobalRange: range) { chunk in
      builder.append(chunk, from: 0, count: chunk.count)
    }
  }

  /// Makes what `builder` holds, in sections of `counts`, this store's content.
  @inlinable
  mutating func finish(_ builder: consuming BTreeBuilder<Item>, _ counts: [Int]) {
    for count in counts { builder.endSection(count: count) }
    storage = builder.finish()
    checkInvariantsIfWanted()
  }
}
