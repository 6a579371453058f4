public import Changesets

extension BTreeStore {
  /// Fills an empty store, items as they come.
  @inlinable
  mutating func load<Sections: Sequence>(_ sections: Sections)
  where Sections.Element: Sequence, Sections.Element.Element == Item {
    var builder = BTreeBuilder<Item>(capacity: storage.capacity, fanout: storage.chunks.fanout)
    for section in sections {
      let before = builder.itemCount
      builder.append(contentsOf: section)
      builder.endSection(count: builder.itemCount - before)
    }
    storage = builder.finish()
  }
}

/// Builds the storage of a `BTreeStore` from items in order: one pass, no second copy.
@frozen
@usableFromInline
struct BTreeBuilder<Item> {
  @usableFromInline
  var chunks: SumTreeBuilder<ItemChunk<Item>>
  @usableFromInline
  var sections: SumTreeBuilder<NoPayload>
  @usableFromInline
  var open: ItemChunk<Item>
  @usableFromInline
  var closedCount = 0
  @usableFromInline
  let capacity: Int
  /// The items of each chunk: some room is left, so that the first insertions do not all split.
  @usableFromInline
  let fill: Int

  @inlinable
  init(capacity: Int, fanout: Int) {
    self.capacity = capacity
    fill = max(1, capacity - capacity / 16)
    chunks = SumTreeBuilder(fanout: fanout)
    sections = SumTreeBuilder(fanout: fanout)
    open = .allocate(capacity: capacity)
  }

  /// The number of items appended so far.
  @inlinable
  var itemCount: Int { closedCount + open.count }

  @inlinable
  mutating func append<Items: Sequence<Item>>(contentsOf items: Items) {
    var iterator = items.makeIterator()
    while open.fill(upTo: fill, from: &iterator) { close() }
  }

  @inlinable
  mutating func close() {
    guard open.count == fill else { return }
    closedCount += open.count
    chunks.appendChunk(open)
    open = .allocate(capacity: capacity)
  }

  @inlinable
  mutating func endSection(count: Int) {
    sections.append(size: count)
  }

  /// The storage of everything appended.
  @inlinable
  consuming func finish() -> BTreeStorage<Item> {
    require(
      itemCount <= Int32.max, "BTreeStore: \(itemCount) items; it holds at most \(Int32.max)")
    if open.count > 0 { chunks.appendChunk(open) } else { open.free() }
    return BTreeStorage(chunks: chunks.finish(), sections: sections.finish(), capacity: capacity)
  }
}
