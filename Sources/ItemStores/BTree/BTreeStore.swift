public import Changesets

/// Items in a counted B-tree: every look-up and every edit of one item costs O(log *n*).
///
///     var photos = BTreeStore(sections: [["a", "b"], ["c"]])
///     let before = photos  // A snapshot: it shares all nodes.
///     photos.insert("d", at: ItemPath(section: 1, item: 0))
///     photos[ItemPath(section: 1, item: 0)]  // "d"; `before` is as it was.
///
/// A copy shares all nodes with the original; an edit of either copies one path of nodes, a few
/// kilobytes, whatever the store's size. It is the store for large collections that change, and
/// for those of which snapshots are kept. Source: Bayer & McCreight 1972, doi:10.1007/BF00288683,
/// with running sums in the nodes.
///
/// *n* items of 8 bytes take at most 9·*n* bytes after a bulk load and about 12·*n* after many
/// edits. A store holds at most 2³¹ − 1 items and as many sections.
@frozen
public struct BTreeStore<Item>: ItemStore {
  @usableFromInline var storage: BTreeStorage<Item>

  /// A store with no sections. O(1); three allocations.
  @inlinable
  public init() {
    self.init(chunkCapacity: ItemChunk<Item>.defaultCapacity, nodeCapacity: SumTreeNode.lanes)
  }

  /// A store with no sections, whose nodes have other sizes than the usual ones.
  ///
  /// - Parameters:
  ///   - chunkCapacity: The most items stored contiguously, at least 2; by default as many as fill
  ///     4 KiB, and at least 16.
  ///   - nodeCapacity: The most children of a node, in `2...16`; by default 16. With 2, sections or
  ///     chunks that come in order make a tree of as many levels as they are: that is for tests with
  ///     few of them.
  @inlinable
  public init(chunkCapacity: Int, nodeCapacity: Int) {
    require(
      chunkCapacity >= 2,
      "BTreeStore.init(chunkCapacity: \(chunkCapacity)): a chunk needs room for at least 2 items")
    require(
      nodeCapacity >= 2 && nodeCapacity <= SumTreeNode.lanes,
      "BTreeStore.init(nodeCapacity: \(nodeCapacity)): must be in 2...\(SumTreeNode.lanes)")
    storage = BTreeStorage(
      chunks: SumTree(fanout: nodeCapacity), sections: SumTree(fanout: nodeCapacity),
      capacity: chunkCapacity)
  }

  /// A store with one section for each element of `sections`, in order. O(*n*).
  @inlinable
  public init<Sections: Sequence>(sections: Sections)
  where Sections.Element: Sequence, Sections.Element.Element == Item {
    self.init()
    load(sections)
  }

  /// The storage, made this store's own.
  @inlinable
  @inline(__always)
  mutating func uniqueStorage() -> BTreeStorage<Item> {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    return storage
  }
}

extension BTreeStore: Sendable where Item: Sendable {}

// MARK: Counts

extension BTreeStore {
  /// The number of sections, empty ones included. O(1).
  @inlinable
  public var sectionCount: Int { storage.sections.entryCount }

  /// The number of items in all sections. O(1).
  @inlinable
  public var itemCount: Int { storage.chunks.total }

  /// The number of items in `section`. O(log *s*) for *s* sections; no allocation.
  @inlinable
  public func itemCount(inSection section: Int) -> Int {
    checkSection(section, "itemCount(inSection:)")
    let range = storage.sections.range(ofEntry: section)
    return range.end - range.start
  }
}

// MARK: Look-ups

extension BTreeStore {
  /// The item at `path`. O(log *n*); no allocation.
  @inlinable
  @inline(__always)
  public subscript(path: ItemPath) -> Item { item(atOffset: offset(of: path, "subscript(path:)")) }

  /// The item at global index `index`. O(log *n*); no allocation.
  @inlinable
  @inline(__always)
  public func item(atGlobalIndex index: Int) -> Item {
    checkGlobalIndex(index, "item(atGlobalIndex:)")
    return item(atOffset: index)
  }

  /// The path of the item at global index `index`. O(log *s*); no allocation.
  @inlinable
  @inline(__always)
  public func path(ofGlobalIndex index: Int) -> ItemPath {
    checkGlobalIndex(index, "path(ofGlobalIndex:)")
    let place = storage.sections.place(of: index)
    return ItemPath(section: place.entry, item: place.remainder)
  }

  /// The global index of the item at `path`. O(log *s*); no allocation.
  @inlinable
  public func globalIndex(of path: ItemPath) -> Int { offset(of: path, "globalIndex(of:)") }

  /// The section that holds global index `index`. O(log *s*); no allocation.
  @inlinable
  @inline(__always)
  public func section(ofGlobalIndex index: Int) -> Int {
    checkGlobalIndex(index, "section(ofGlobalIndex:)")
    return storage.sections.place(of: index).entry
  }

  /// The global indexes of the items in `section`. O(log *s*); no allocation.
  @inlinable
  public func globalRange(ofSection section: Int) -> Range<Int> {
    checkSection(section, "globalRange(ofSection:)")
    let range = storage.sections.range(ofEntry: section)
    return range.start..<range.end
  }

  @inlinable
  @inline(__always)
  func item(atOffset offset: Int) -> Item {
    let place = storage.chunks.place(of: offset)
    return place.leaf.chunk(place.slot, of: Item.self)[place.remainder]
  }

  /// The global index of a path that is checked on the way; that of an insertion may lie at the
  /// section's end.
  @inlinable
  @inline(__always)
  func offset(of path: ItemPath, _ member: StaticString, inserting: Bool = false) -> Int {
    checkSection(of: path, member)
    let range = storage.sections.range(ofEntry: path.section)
    check(path, count: range.end - range.start, member, inserting: inserting)
    return range.start + path.item
  }

  /// Checks the item of `path`, or the place of an insertion, against its section's `count` items.
  @inlinable
  @inline(__always)
  func check(_ path: ItemPath, count: Int, _ member: StaticString, inserting: Bool) {
    if inserting {
      checkInsertion(path, count: count, member)
    } else {
      checkItem(path, count: count, member)
    }
  }
}

// MARK: Iteration

extension BTreeStore {
  /// Calls `body` with the items at global indexes `range`, chunk by chunk. O(log *n* + *k*).
  @inlinable
  public func forEachChunk<Failure: Error>(
    inGlobalRange range: Range<Int>, _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    checkGlobalRange(range, "forEachChunk(inGlobalRange:)")
    var offset = range.lowerBound
    while offset < range.upperBound {
      let place = storage.chunks.place(of: offset)
      let chunk = place.leaf.chunk(place.slot, of: Item.self)
      let end = min(chunk.count, place.remainder + (range.upperBound - offset))
      try chunk.withSpan(of: place.remainder..<end, body)
      offset += end - place.remainder
    }
  }
}

extension BTreeStore {
  /// Fills an empty store, items as they come.
  @inlinable
  mutating func load<Sections: Sequence>(_ sections: Sections, sectionLimit: Int = Int(Int32.max))
  where Sections.Element: Sequence, Sections.Element.Element == Item {
    var builder = BTreeBuilder<Item>(capacity: storage.capacity, fanout: storage.chunks.fanout)
    builder.sections.limit = sectionLimit
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
  @usableFromInline var items: ChunkGatherer<Item>
  @usableFromInline var sections: SumTreeBuilder<NoPayload>

  @inlinable
  init(capacity: Int, fanout: Int) {
    items = ChunkGatherer(capacity: capacity, fanout: fanout)
    sections = SumTreeBuilder(fanout: fanout)
  }

  /// The storage of everything appended.
  @inlinable
  consuming func finish() -> BTreeStorage<Item> {
    let itemCount = items.itemCount
    require(itemCount <= Int32.max, "BTreeStore: \(itemCount) items; it holds at most \(Int32.max)")
    let capacity = items.capacity
    return BTreeStorage(chunks: items.finish(), sections: sections.finish(), capacity: capacity)
  }
}

extension BTreeStore {
  /// Returns the ranges that do not share memory with `source`, found by the nodes that both have.
  ///
  /// - Parameter source: A state of this store before or after. Any other store shares nothing, and
  ///   all of it counts as changed.
  /// - Returns: The ranges; never nil.
  /// - Complexity: O(*k* log *n*) for states that are *k* edits apart, of items or of sections.
  @inlinable
  public func unsharedRanges(from source: BTreeStore) -> UnsharedRanges? {
    var difference = SumTreeDifference()
    let items = difference.changes(from: source.storage.chunks, to: storage.chunks)
    let sections = difference.changes(from: source.storage.sections, to: storage.sections)
    return UnsharedRanges(items: items, sections: sections, visitedNodes: difference.visitedNodes)
  }
}
