public import Changesets

extension BTreeStore {
  /// Inserts `items[k]` so that it ends up at `paths[k]`: one by one where they are few, else each
  /// chunk concerned is written once.
  ///
  /// - Parameters:
  ///   - items: As many items as there are paths.
  ///   - paths: Strictly ascending, as they are after all insertions.
  /// - Complexity: O(*c* · log *n* + *k*) for *c* chunks concerned, at most *k* of them.
  @inlinable
  public mutating func insert(_ items: [Item], atSorted paths: [ItemPath]) {
    checkCounts(items.count, paths.count, "insert(_:atSorted:)")
    checkAscending(paths, "insert(_:atSorted:)")
    if isSparse(paths.count) {
      // In ascending order each already stands at its final place.
      for index in paths.indices { insert(items[index], at: paths[index], "insert(_:atSorted:)") }
      return
    }
    storage.checkRoom(for: items.count, "insert(_:atSorted:)")
    let offsets = offsetsAfterInsertion(of: paths)
    let storage = uniqueStorage()
    var next = 0
    while next < offsets.count { next = storage.insert(items, from: next, at: offsets) }
    storage.growSections(of: paths, by: 1)
    checkInvariantsIfWanted()
  }

  /// Takes out the items at `paths` and returns them: one by one where they are few, else each chunk
  /// concerned is written once.
  ///
  /// - Parameter paths: Strictly ascending, as they are before all removals.
  /// - Returns: The items that stood at the paths.
  /// - Complexity: O(*c* · log *n* + *k*) for *c* chunks concerned, at most *k* of them.
  @inlinable
  @discardableResult
  public mutating func remove(atSorted paths: [ItemPath]) -> [Item] {
    checkAscending(paths, "remove(atSorted:)")
    var removed: [Item] = []
    removed.reserveCapacity(paths.count)
    if isSparse(paths.count) {
      for path in paths.reversed() { removed.append(remove(at: path, "remove(atSorted:)")) }
      removed.reverse()
      return removed
    }
    let offsets = offsetsBeforeRemoval(of: paths)
    let storage = uniqueStorage()
    while removed.count < offsets.count { storage.remove(from: offsets, into: &removed) }
    storage.growSections(of: paths, by: -1)
    checkInvariantsIfWanted()
    return removed
  }

  /// Returns a Boolean value that indicates whether `paths` are fewer than chunks; as in a run.
  @inlinable
  public func prefersSingleEdits(atSorted paths: [ItemPath]) -> Bool { isSparse(paths.count) }

  /// Returns a Boolean value that indicates whether `count` edits are fewer than chunks: there is
  /// little to share then, and a pass, with two descents for each chunk concerned, costs up to half
  /// as much again as single edits.
  @inlinable
  func isSparse(_ count: Int) -> Bool { count < 2 || count < storage.chunks.entryCount }

  /// The global indexes at which items end up that are inserted at `paths`.
  @inlinable
  func offsetsAfterInsertion(of paths: [ItemPath]) -> [Int] {
    var offsets: [Int] = []
    offsets.reserveCapacity(paths.count)
    var section = (number: Int?.none, start: 0, count: 0)
    for path in paths {
      if path.section != section.number {
        checkSection(of: path, "insert(_:atSorted:)")
        let range = storage.sections.range(ofEntry: path.section)
        // All that went in before lies in earlier sections.
        section = (path.section, range.start + offsets.count, range.end - range.start)
      }
      check(path, count: section.count, "insert(_:atSorted:)", inserting: true)
      offsets.append(section.start + path.item)
      section.count += 1
    }
    return offsets
  }

  /// The global indexes of the items at `paths`.
  @inlinable
  func offsetsBeforeRemoval(of paths: [ItemPath]) -> [Int] {
    var offsets: [Int] = []
    offsets.reserveCapacity(paths.count)
    var section = (number: Int?.none, start: 0, count: 0)
    for path in paths {
      if path.section != section.number {
        checkSection(of: path, "remove(atSorted:)")
        let range = storage.sections.range(ofEntry: path.section)
        section = (path.section, range.start, range.end - range.start)
      }
      check(path, count: section.count, "remove(atSorted:)", inserting: false)
      offsets.append(section.start + path.item)
    }
    return offsets
  }
}

// MARK: Chunks

extension BTreeStorage {
  /// Adds `delta` to its section's count for each of `paths`, which ascend.
  @inlinable
  func growSections(of paths: [ItemPath], by delta: Int) {
    var first = 0
    while first < paths.count {
      var end = first + 1
      while end < paths.count, paths[end].section == paths[first].section { end += 1 }
      sections.grow(entry: paths[first].section, by: delta * (end - first))
      first = end
    }
  }

  /// Inserts what falls into one chunk of `items[first...]`, at global indexes after the insertion.
  ///
  /// Returns how many of `items` are in by now.
  @inlinable
  func insert(_ items: [Item], from first: Int, at offsets: [Int]) -> Int {
    guard chunks.total > 0 else {
      return first + insert(contentsOf: items[first...], at: 0, "insert(_:atSorted:)")
    }
    let before = max(offsets[first] - 1, 0)
    let found = chunks.place(of: before)
    let start = before - found.remainder
    let count = found.leaf.size(found.slot)
    var end = first + 1
    while end < offsets.count, offsets[end] - start <= count + end - first { end += 1 }
    if count + end - first <= capacity {
      let place = chunks.grow(containing: before, by: end - first)
      let chunk = place.leaf.uniqueChunk(place.slot, capacity: capacity, of: Item.self)
      chunk.insert(items, first..<end, at: offsets, from: start)
    } else {
      let chunk = found.leaf.chunk(found.slot, of: Item.self)
      rewrite(chunk, entry: found.entry, inserting: items, first..<end, at: offsets, from: start)
    }
    return end
  }

  /// Replaces a chunk by as many as hold its items and the new ones among them.
  @inlinable
  func rewrite(
    _ chunk: ItemChunk<Item>, entry: Int, inserting items: [Item], _ run: Range<Int>,
    at offsets: [Int], from start: Int
  ) {
    let total = chunk.count + run.count
    let fill = max(1, capacity - capacity / 16)
    let chunkCount = (total + fill - 1) / fill
    var written: [ItemChunk<Item>] = []
    var taken = 0
    var next = run.lowerBound
    for number in 0..<chunkCount {
      let target = ItemChunk<Item>.allocate(capacity: capacity)
      let end = total * (number + 1) / chunkCount
      while taken + next - run.lowerBound < end {
        let position = taken + next - run.lowerBound
        if next < run.upperBound, offsets[next] - start == position {
          target.insert(items[next], at: target.count)
          next += 1
        } else {
          let gap = next < run.upperBound ? min(offsets[next] - start, end) : end
          target.append(chunk, from: taken, count: gap - position)
          taken += gap - position
        }
      }
      written.append(target)
    }
    for (index, target) in written.enumerated() {
      chunks.insertChunk(target, at: entry + 1 + index)
    }
    chunks.removeEntry(entry)
  }

  /// Moves what one chunk holds of the items at `offsets`, the first `removed.count` of which are out.
  @inlinable
  func remove(from offsets: [Int], into removed: inout [Item]) {
    let first = removed.count
    let offset = offsets[first] - first
    let found = chunks.place(of: offset)
    let start = offset - found.remainder
    let count = found.leaf.size(found.slot)
    var end = first + 1
    while end < offsets.count, offsets[end] - first - start < count { end += 1 }
    let place = chunks.grow(containing: offset, by: first - end)
    let chunk = place.leaf.uniqueChunk(place.slot, capacity: capacity, of: Item.self)
    chunk.remove(first..<end, at: offsets, from: start + first, into: &removed)
    if chunk.count < capacity / 2 || chunk.count == 0 {
      mend(place.leaf, place.slot, entry: place.entry)
    }
  }
}
