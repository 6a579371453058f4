/// Builds a tree of chunks from new items, and from chunks of another tree: one pass, no second copy.
///
/// A chunk all of whose items come next goes over as it is. What is left of others is copied, to chunks
/// that are as full as those of a bulk load; before a whole chunk one may be closed that is not, but
/// with three eighths of its room filled at least.
@frozen
@usableFromInline
struct ChunkGatherer<Item> {
  @usableFromInline var chunks: SumTreeBuilder<ItemChunk<Item>>
  @usableFromInline var open: ItemChunk<Item>
  @usableFromInline var closedCount = 0
  @usableFromInline let capacity: Int
  /// The items of each chunk: some room is left, so that the first insertions do not all split.
  @usableFromInline let fill: Int

  @inlinable
  init(capacity: Int, fanout: Int) {
    self.capacity = capacity
    fill = max(1, capacity - capacity / 16)
    chunks = SumTreeBuilder(fanout: fanout)
    open = .allocate(capacity: capacity)
  }

  /// The number of items appended so far.
  @inlinable
  var itemCount: Int { closedCount + open.count }

  /// Adds new items.
  @inlinable
  mutating func append<Items: Sequence<Item>>(contentsOf items: Items) {
    var iterator = items.makeIterator()
    while open.fill(upTo: fill, from: &iterator) { close() }
  }

  /// Adds the items of `tree` at the global indexes `range`.
  @inlinable
  mutating func append(_ range: Range<Int>, of tree: SumTree<ItemChunk<Item>>) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let place = tree.place(of: offset)
      var (slot, first) = (place.slot, place.remainder)
      while slot < place.leaf.count, offset < range.upperBound {
        let size = place.leaf.size(slot)
        let count = min(size - first, range.upperBound - offset)
        let chunk = place.leaf.chunk(slot, of: Item.self)
        if count == size { append(chunk, count: size) } else { copy(chunk, first, count) }
        offset += count
        slot += 1
        first = 0
      }
    }
  }

  /// Adds a whole chunk of `count` items.
  @inlinable
  mutating func append(_ chunk: ItemChunk<Item>, count: Int) {
    let waiting = open.count
    if waiting > 0, waiting + count <= fill { return copy(chunk, 0, count) }
    if waiting > 0, waiting < capacity * 3 / 8 {
      // Too few for a chunk and too many to go with the next: half of both.
      let moved = (waiting + count) / 2 - waiting
      open.append(chunk, from: 0, count: moved)
      close()
      return copy(chunk, moved, count - moved)
    }
    if waiting > 0 { close() }
    chunk.retain()
    closedCount += count
    chunks.appendChunk(chunk)
  }

  /// Copies some items of a chunk.
  @inlinable
  mutating func copy(_ chunk: ItemChunk<Item>, _ first: Int, _ count: Int) {
    var (first, left) = (first, count)
    while left > 0 {
      let moved = room(for: left)
      open.append(chunk, from: first, count: moved)
      first += moved
      left -= moved
    }
  }

  /// Adds new items.
  @inlinable
  mutating func append(_ items: [Item], _ range: Range<Int>) {
    var first = range.lowerBound
    while first < range.upperBound {
      let moved = room(for: range.upperBound - first)
      open.append(items, first..<first + moved)
      first += moved
    }
  }

  /// Returns how many of `count` items the open chunk takes, after a full one is closed.
  @inlinable
  mutating func room(for count: Int) -> Int {
    if open.count >= fill { close() }
    return min(count, fill - open.count)
  }

  @inlinable
  mutating func close() {
    closedCount += open.count
    chunks.appendChunk(open)
    open = .allocate(capacity: capacity)
  }

  /// The tree of everything appended.
  @inlinable
  consuming func finish() -> SumTree<ItemChunk<Item>> {
    if open.count > 0 { chunks.appendChunk(open) } else { open.free() }
    return chunks.finish()
  }
}
