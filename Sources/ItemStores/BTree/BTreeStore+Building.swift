public import Changesets

extension BTreeStore {
  /// Fills an empty store, items as they come.
  @inlinable
  mutating func load<Sections: Sequence>(_ sections: Sections)
  where Sections.Element: Sequence, Sections.Element.Element == Item {
    var builder = BTreeBuilder<Item>(capacity: storage.capacity, fanout: storage.chunks.fanout)
    for section in sections {
      let before = builder.items.itemCount
      builder.items.append(contentsOf: section)
      builder.sections.append(size: builder.items.itemCount - before)
    }
    storage = builder.finish()
  }
}

/// Builds the storage of a `BTreeStore` from items and the sizes of sections, each in order.
@frozen
@usableFromInline
struct BTreeBuilder<Item> {
  @usableFromInline
  var items: ChunkGatherer<Item>
  @usableFromInline
  var sections: SumTreeBuilder<NoPayload>

  @inlinable
  init(capacity: Int, fanout: Int) {
    items = ChunkGatherer(capacity: capacity, fanout: fanout)
    sections = SumTreeBuilder(fanout: fanout)
  }

  /// The storage of everything appended.
  @inlinable
  consuming func finish() -> BTreeStorage<Item> {
    let itemCount = items.itemCount
    require(
      itemCount <= Int32.max, "BTreeStore: \(itemCount) items; it holds at most \(Int32.max)")
    let capacity = items.capacity
    return BTreeStorage(
      chunks: items.finish(), sections: sections.finish(), capacity: capacity)
  }
}
