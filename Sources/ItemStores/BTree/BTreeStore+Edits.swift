public import Changesets

extension BTreeStore {
  /// Puts `item` at `path`. O(log *n*); allocates only where a chunk splits or was shared.
  @inlinable
  public mutating func insert(_ item: Item, at path: ItemPath) {
    insert(item, at: path, "insert(_:at:)")
  }

  /// Inserts in the name of `member`.
  @inlinable
  @inline(__always)
  mutating func insert(_ item: Item, at path: ItemPath, _ member: StaticString) {
    let offset = offset(of: path, member, inserting: true)
    storage.checkRoom(for: 1, member)
    let storage = uniqueStorage()
    storage.sections.grow(entry: path.section, by: 1)
    storage.insert(item, at: offset)
    checkInvariantsIfWanted()
  }

  /// Takes the item at `path` out and returns it. O(log *n*).
  @inlinable
  @discardableResult
  public mutating func remove(at path: ItemPath) -> Item { remove(at: path, "remove(at:)") }

  /// Removes in the name of `member`.
  @inlinable
  @inline(__always)
  mutating func remove(at path: ItemPath, _ member: StaticString) -> Item {
    let offset = offset(of: path, member)
    let storage = uniqueStorage()
    storage.sections.grow(entry: path.section, by: -1)
    defer { checkInvariantsIfWanted() }
    return storage.remove(at: offset)
  }

  /// Puts `item` in the place of the item at `path`, which it returns. O(log *n*).
  @inlinable
  @discardableResult
  public mutating func replace(at path: ItemPath, with item: Item) -> Item {
    let offset = offset(of: path, "replace(at:with:)")
    let storage = uniqueStorage()
    let place = storage.chunks.grow(containing: offset, by: 0)
    let chunk = place.leaf.uniqueChunk(place.slot, capacity: storage.capacity, of: Item.self)
    return chunk.replace(at: place.remainder, with: item)
  }
}

// MARK: Chunks

extension BTreeStorage {
  /// Stops the program unless `added` more items can be counted.
  @inlinable
  @inline(__always)
  func checkRoom(for added: Int, _ member: StaticString) {
    let count = chunks.total + added
    if _slowPath(count > Int32.max) { stopAtItemLimit(BTreeStore<Item>.self, member, count) }
  }

  /// Inserts at a global index that is in range; section counts are the caller's.
  @inlinable
  func insert(_ item: Item, at offset: Int) {
    guard chunks.total > 0 else {
      let chunk = ItemChunk<Item>.allocate(capacity: capacity)
      chunk.insert(item, at: 0)
      return chunks.insertChunk(chunk, at: 0)
    }
    // The chunk of the item before: at a boundary, the end of a chunk rather than the next's front.
    let before = max(offset - 1, 0)
    let place = chunks.grow(containing: before, by: 1)
    let chunk = place.leaf.uniqueChunk(place.slot, capacity: capacity, of: Item.self)
    let position = place.remainder + (offset - before)
    if chunk.count < capacity {
      chunk.insert(item, at: position)
    } else {
      insert(item, at: position, inFull: chunk, place.leaf, place.slot, entry: place.entry)
    }
  }

  /// Inserts where there is no room: shares with a neighbour that has some, else splits the chunk.
  ///
  /// Sharing keeps chunks about three quarters full under random insertions.
  @inlinable
  @inline(never)
  func insert(
    _ item: Item, at position: Int, inFull chunk: ItemChunk<Item>, _ leaf: SumTreeNode,
    _ slot: Int, entry: Int
  ) {
    let roomy = capacity - max(2, capacity / 4)
    if slot > 0, leaf.size(slot - 1) < roomy {
      let left = leaf.uniqueChunk(slot - 1, capacity: capacity, of: Item.self)
      let moved = max(1, (capacity - left.count) / 2)
      left.takeFirst(moved, from: chunk)
      leaf.moveBoundary(after: slot - 1, by: moved)
      if position < moved {
        left.insert(item, at: left.count - moved + position)
        leaf.moveBoundary(after: slot - 1, by: 1)
      } else {
        chunk.insert(item, at: position - moved)
      }
      return
    }
    if slot + 1 < leaf.count, leaf.size(slot + 1) < roomy {
      let right = leaf.uniqueChunk(slot + 1, capacity: capacity, of: Item.self)
      let moved = max(1, (capacity - right.count) / 2)
      chunk.moveLast(moved, to: right)
      leaf.moveBoundary(after: slot, by: -moved)
      if position > chunk.count {
        right.insert(item, at: position - chunk.count)
        leaf.moveBoundary(after: slot, by: -1)
      } else {
        chunk.insert(item, at: position)
      }
      return
    }
    split(chunk, inserting: item, at: position, entry: entry)
  }

  /// Splits a full chunk in two; at its ends unevenly, so that appending leaves full chunks behind.
  @inlinable
  func split(_ chunk: ItemChunk<Item>, inserting item: Item, at position: Int, entry: Int) {
    let right = ItemChunk<Item>.allocate(capacity: capacity)
    let edge = max(1, capacity / 16)
    let moved = position == capacity ? edge : position == 0 ? capacity - edge : capacity / 2
    chunk.moveLast(moved, to: right)
    if position > chunk.count {
      right.insert(item, at: position - chunk.count)
    } else {
      chunk.insert(item, at: position)
    }
    chunks.grow(entry: entry, by: -right.count)
    chunks.insertChunk(right, at: entry + 1)
  }

  /// Removes at a global index that is in range; section counts are the caller's.
  @inlinable
  func remove(at offset: Int) -> Item {
    let place = chunks.grow(containing: offset, by: -1)
    let chunk = place.leaf.uniqueChunk(place.slot, capacity: capacity, of: Item.self)
    let item = chunk.remove(at: place.remainder)
    if chunk.count < capacity / 2 || chunk.count == 0 {
      mend(place.leaf, place.slot, entry: place.entry)
    }
    return item
  }

  /// Merges the chunk in `slot` with a neighbour when both fit in one with room to spare.
  ///
  /// `leaf` is this storage's own. A chunk left empty is taken out.
  @inlinable
  @inline(never)
  func mend(_ leaf: SumTreeNode, _ slot: Int, entry: Int) {
    guard leaf.size(slot) > 0 else { return chunks.removeEntry(entry) }
    let limit = capacity - capacity / 8
    let size = leaf.size(slot)
    let left: Int
    if slot > 0, leaf.size(slot - 1) + size <= limit {
      left = slot - 1
    } else if slot + 1 < leaf.count, size + leaf.size(slot + 1) <= limit {
      left = slot
    } else {
      return
    }
    let kept = leaf.uniqueChunk(left, capacity: capacity, of: Item.self)
    let emptied = leaf.uniqueChunk(left + 1, capacity: capacity, of: Item.self)
    let moved = emptied.count
    kept.takeFirst(moved, from: emptied)
    leaf.moveBoundary(after: left, by: moved)
    chunks.removeEntry(entry - slot + left + 1)
  }
}
