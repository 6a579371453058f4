public import Changesets

/// The starts and ends of sections that are stored apart.
///
/// A `SumTree` of section counts with value semantics: a change of one count or one section writes
/// O(log *s*) nodes of *s* sections, never all starts behind it.
@frozen
@usableFromInline
struct SectionIndex: Sendable {
  @usableFromInline var storage: SectionIndexStorage

  @inlinable
  init<Counts: Sequence<Int>>(_ counts: Counts) {
    var builder = SumTreeBuilder<NoPayload>(fanout: SumTreeNode.lanes)
    var total = 0
    for count in counts {
      total += count
      Self.checkLimit(total)
      builder.append(size: count)
    }
    storage = SectionIndexStorage(tree: builder.finish())
  }

  @inlinable
  @inline(__always)
  var sectionCount: Int { storage.tree.entryCount }

  @inlinable
  @inline(__always)
  var itemCount: Int { storage.tree.total }

  /// The section that holds global index `index`, and the item's position in it.
  @inlinable
  @inline(__always)
  func place(ofGlobalIndex index: Int) -> (section: Int, item: Int) {
    let place = storage.tree.place(of: index)
    return (place.entry, place.remainder)
  }

  /// The global indexes of `section`.
  @inlinable
  @inline(__always)
  func range(ofSection section: Int) -> Range<Int> {
    let range = storage.tree.range(ofEntry: section)
    return range.start..<range.end
  }

  @inlinable
  mutating func grow(_ section: Int, by delta: Int) {
    Self.checkLimit(itemCount + delta)
    makeUnique()
    storage.tree.grow(entry: section, by: delta)
  }

  @inlinable
  mutating func insert(count: Int, at section: Int) {
    Self.checkLimit(itemCount + count)
    makeUnique()
    storage.tree.insertEntry(size: count, at: section)
  }

  @inlinable
  mutating func remove(_ section: Int) {
    makeUnique()
    storage.tree.removeEntry(section)
  }

  /// Stops the program before a sum would no longer fit its 32 bits.
  @inlinable
  static func checkLimit(_ itemCount: Int) {
    require(
      itemCount <= Int32.max,
      "NestedArrayStore: \(itemCount) items; it holds at most \(Int32.max)")
  }

  @inlinable
  @inline(__always)
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) {
      storage = SectionIndexStorage(tree: storage.tree.retained())
    }
  }
}
