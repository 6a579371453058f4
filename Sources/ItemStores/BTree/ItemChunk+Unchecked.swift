/// Some consecutive items of a `BTreeStore`, in one block of raw memory.
///
/// The reference count comes first, then the number of items, then the items. Shared by the trees
/// that point to it; only an owner that finds itself alone writes to it.
///
/// Unchecked because its positions come from the sums of the tree above it.
@safe
@frozen
@usableFromInline
struct ItemChunk<Item>: SumTreePayload {
  @usableFromInline let address: UnsafeMutableRawPointer

  @inlinable
  @inline(__always)
  init(address: UnsafeMutableRawPointer) { unsafe self.address = unsafe address }

  @inlinable
  static var itemsOffset: Int { max(16, MemoryLayout<Item>.alignment) }

  /// The items that fill a block of 4 KiB, an allocator's size class, header included.
  @inlinable
  static var defaultCapacity: Int {
    max(16, (4096 - itemsOffset) / MemoryLayout<Item>.stride)
  }

  @inlinable
  static func allocate(capacity: Int) -> ItemChunk {
    let byteCount = itemsOffset + capacity * MemoryLayout<Item>.stride
    let chunk = unsafe ItemChunk(
      address: UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: itemsOffset))
    unsafe ReferenceCount(of: chunk.address).start()
    chunk.count = 0
    return chunk
  }
}

// MARK: References

extension ItemChunk {
  @inlinable
  static var hasPointers: Bool { true }

  @inlinable
  @inline(__always)
  static func touch(_ pointer: UnsafeMutableRawPointer) {
    unsafe ReferenceCount(of: pointer).touch()
  }

  @inlinable
  @inline(__always)
  static func retain(_ pointer: UnsafeMutableRawPointer) {
    unsafe ReferenceCount(of: pointer).retain()
  }

  @inlinable
  static func release(_ pointer: UnsafeMutableRawPointer) {
    guard unsafe ReferenceCount(of: pointer).releaseIsLast() else { return }
    let chunk = unsafe ItemChunk(address: pointer)
    unsafe chunk.items.deinitialize(count: chunk.count)
    unsafe pointer.deallocate()
  }

  @inlinable
  @inline(__always)
  var isUnique: Bool { unsafe ReferenceCount(of: address).isUnique }
}

// MARK: Items

extension ItemChunk {
  @inlinable
  @inline(__always)
  var count: Int {
    get { unsafe address.load(fromByteOffset: 8, as: Int.self) }
    nonmutating set { unsafe address.storeBytes(of: newValue, toByteOffset: 8, as: Int.self) }
  }

  @inlinable
  @inline(__always)
  var items: UnsafeMutablePointer<Item> {
    unsafe (address + Self.itemsOffset).assumingMemoryBound(to: Item.self)
  }

  @inlinable
  @inline(__always)
  subscript(position: Int) -> Item { unsafe items[position] }

  /// A chunk with the same items, for the reference that the caller gives up.
  @inlinable
  func replaced(capacity: Int) -> ItemChunk {
    let copy = Self.allocate(capacity: capacity)
    unsafe copy.items.initialize(from: items, count: count)
    copy.count = count
    unsafe Self.release(address)
    return copy
  }

  /// Puts `item` at `position`; there is room.
  @inlinable
  @inline(__always)
  func insert(_ item: consuming Item, at position: Int) {
    let count = self.count
    let place = unsafe items + position
    unsafe (place + 1).moveInitialize(from: place, count: count - position)
    unsafe place.initialize(to: item)
    self.count = count + 1
  }

  @inlinable
  @inline(__always)
  func remove(at position: Int) -> Item {
    let count = self.count
    let place = unsafe items + position
    let item = unsafe place.move()
    unsafe place.moveInitialize(from: place + 1, count: count - position - 1)
    self.count = count - 1
    return item
  }

  @inlinable
  @inline(__always)
  func replace(at position: Int, with item: consuming Item) -> Item {
    let place = unsafe items + position
    let old = unsafe place.move()
    unsafe place.initialize(to: item)
    return old
  }

  /// Destroys the items of `range` and closes the gap.
  @inlinable
  func removeAll(in range: Range<Int>) {
    let count = self.count
    unsafe (items + range.lowerBound).deinitialize(count: range.count)
    unsafe (items + range.lowerBound).moveInitialize(
      from: items + range.upperBound, count: count - range.upperBound)
    self.count = count - range.count
  }

  /// Moves the last `moved` items to the front of `next`, which has room.
  @inlinable
  func moveLast(_ moved: Int, to next: ItemChunk) {
    let count = self.count
    let waiting = next.count
    unsafe (next.items + moved).moveInitialize(from: next.items, count: waiting)
    unsafe next.items.moveInitialize(from: items + (count - moved), count: moved)
    self.count = count - moved
    next.count = waiting + moved
  }

  /// Moves the first `moved` items of `next` to the end of this chunk, which has room.
  @inlinable
  func takeFirst(_ moved: Int, from next: ItemChunk) {
    let count = self.count
    let waiting = next.count
    unsafe (items + count).moveInitialize(from: next.items, count: moved)
    unsafe next.items.moveInitialize(from: next.items + moved, count: waiting - moved)
    self.count = count + moved
    next.count = waiting - moved
  }

  /// Adds a reference to the chunk.
  @inlinable
  func retain() { unsafe Self.retain(address) }

  /// Gives up a chunk that no tree points to.
  @inlinable
  func free() { unsafe Self.release(address) }

  /// Inserts `items[run]`, which end up at `offsets[run]` less `start`; there is room.
  ///
  /// From the back, so that each item already here moves once.
  @inlinable
  func insert(_ items: [Item], _ run: Range<Int>, at offsets: [Int], from start: Int) {
    var end = count
    count = end + run.count
    var left = run.count
    while left > 0 {
      let index = run.lowerBound + left - 1
      let place = offsets[index] - start
      let gap = place - (left - 1)
      unsafe (self.items + place + 1).moveInitialize(from: self.items + gap, count: end - gap)
      unsafe (self.items + place).initialize(to: items[index])
      end = gap
      left -= 1
    }
  }

  /// Moves the items at `offsets[run]` less `start` to the end of `removed` and closes the gaps.
  @inlinable
  func remove(_ run: Range<Int>, at offsets: [Int], from start: Int, into removed: inout [Item]) {
    let count = self.count
    var target = offsets[run.lowerBound] - start
    for index in run {
      let place = offsets[index] - start
      unsafe removed.append((items + place).move())
      let end = index + 1 < run.upperBound ? offsets[index + 1] - start : count
      unsafe (items + target).moveInitialize(from: items + place + 1, count: end - place - 1)
      target += end - place - 1
    }
    self.count = count - run.count
  }

  /// Copies some items of another chunk to the end, which has room for them.
  @inlinable
  func append(_ source: ItemChunk, from first: Int, count added: Int) {
    let count = self.count
    unsafe (items + count).initialize(from: source.items + first, count: added)
    self.count = count + added
  }

  /// Copies `items[range]` to the end, which has room for them.
  @inlinable
  func append(_ items: [Item], _ range: Range<Int>) {
    let count = self.count
    unsafe items.withUnsafeBufferPointer { items in
      guard let items = items.baseAddress else { return }
      unsafe (self.items + count).initialize(from: items + range.lowerBound, count: range.count)
    }
    self.count = count + range.count
  }

  /// Fills up to `limit` items from `iterator`; returns whether the iterator may have more.
  @inlinable
  func fill<Iterator: IteratorProtocol<Item>>(upTo limit: Int, from iterator: inout Iterator)
    -> Bool
  {
    var count = self.count
    defer { self.count = count }
    while count < limit {
      guard let item = iterator.next() else { return false }
      unsafe (items + count).initialize(to: item)
      count += 1
    }
    return true
  }

  /// Calls `body` with the items of `range`.
  @inlinable
  @inline(__always)
  func withSpan<Failure: Error>(
    of range: Range<Int>, _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    let buffer = unsafe UnsafeBufferPointer(start: items + range.lowerBound, count: range.count)
    try unsafe body(buffer.span)
  }
}

// MARK: Chunks in leaves

extension SumTreeNode {
  /// The chunk of leaf entry `slot`.
  @inlinable
  @inline(__always)
  func chunk<Item>(_ slot: Int, of type: Item.Type) -> ItemChunk<Item> {
    unsafe ItemChunk(address: payload(slot))
  }

  /// The chunk of leaf entry `slot`, made this leaf's own.
  @inlinable
  @inline(__always)
  func uniqueChunk<Item>(_ slot: Int, capacity: Int, of type: Item.Type) -> ItemChunk<Item> {
    let chunk = chunk(slot, of: type)
    if chunk.isUnique { return chunk }
    let copy = chunk.replaced(capacity: capacity)
    unsafe setPointer(slot, to: copy.address)
    return copy
  }
}

extension SumTree {
  /// Inserts `chunk` as entry number `entry`.
  @inlinable
  mutating func insertChunk<Item>(_ chunk: ItemChunk<Item>, at entry: Int)
  where Payload == ItemChunk<Item> {
    unsafe insertEntry(size: chunk.count, pointer: chunk.address, at: entry)
  }
}

extension SumTreeBuilder {
  /// Adds `chunk` at the end.
  @inlinable
  mutating func appendChunk<Item>(_ chunk: ItemChunk<Item>) where Payload == ItemChunk<Item> {
    unsafe append(size: chunk.count, pointer: chunk.address)
  }
}
