import BasicAlgorithms
public import Changesets

/// An array of section arrays: the model that Apple's collection view guide draws.
///
///     var albums = NestedArrayStore(sections: [["beach"], ["snow", "lake"]])
///     albums.remove(at: ItemPath(section: 1, item: 0))
///     albums.itemCount(inSection: 1)  // 1
///
/// An edit moves the items behind it in one section, whatever the other sections hold, so it is the
/// store for many sections of moderate size. Beside the arrays stands a summed tree of the section
/// counts, which makes global indexes O(log *s*) for *s* sections, before and after edits alike.
/// A section costs one allocation, about 25 bytes here and 32 in front of its items. A store holds at
/// most 2³¹ − 1 items and as many sections.
@frozen
public struct NestedArrayStore<Item>: ItemStore {
  @usableFromInline var sections: ContiguousArray<[Item]>
  /// The counts of `sections`, side by side: a bounds check against an array's own count would read
  /// a cache line more in each look-up, twice the time at a million items.
  @usableFromInline var counts: ContiguousArray<Int>
  @usableFromInline var index: SectionIndex

  /// A store with no sections. O(1).
  @inlinable
  public init() {
    sections = []
    counts = []
    index = SectionIndex(EmptyCollection())
  }

  /// A store with one section for each element of `sections`, in order. O(*n*); an array a section.
  @inlinable
  public init<Sections: Sequence>(sections: Sections)
  where Sections.Element: Sequence, Sections.Element.Element == Item {
    self.sections = []
    self.sections.reserveCapacity(sections.underestimatedCount)
    for section in sections { self.sections.append(Array(section)) }
    counts = ContiguousArray(self.sections.lazy.map(\.count))
    index = SectionIndex(counts)
  }
}

// MARK: Counts

extension NestedArrayStore {
  /// The number of sections, empty ones included. O(1).
  @inlinable
  public var sectionCount: Int { counts.count }

  /// The number of items in all sections. O(1).
  @inlinable
  public var itemCount: Int { index.itemCount }

  /// The number of items in `section`. O(1).
  @inlinable
  public func itemCount(inSection section: Int) -> Int {
    checkSection(section, "itemCount(inSection:)")
    return count(of: section)
  }

  /// The items of `section`: its own array, which is copied when one of the two is edited. O(1).
  @inlinable
  public func items(inSection section: Int) -> [Item] {
    checkSection(section, "items(inSection:)")
    return sections[section]
  }
}

// MARK: Look-ups

extension NestedArrayStore {
  /// The item at `path`. O(1); no allocation.
  @inlinable
  @inline(__always)
  public subscript(path: ItemPath) -> Item {
    checkItem(path, "subscript(path:)")
    return item(inSection: path.section, at: path.item)
  }

  /// The item at global index `index`. O(log *s*); no allocation.
  @inlinable
  @inline(__always)
  public func item(atGlobalIndex index: Int) -> Item {
    let place = place(ofGlobalIndex: index, "item(atGlobalIndex:)")
    return item(inSection: place.section, at: place.item)
  }

  /// The path of the item at global index `index`. O(log *s*); no allocation.
  @inlinable
  @inline(__always)
  public func path(ofGlobalIndex index: Int) -> ItemPath {
    let place = place(ofGlobalIndex: index, "path(ofGlobalIndex:)")
    return ItemPath(section: place.section, item: place.item)
  }

  @inlinable
  @inline(__always)
  func place(
    ofGlobalIndex index: Int, _ member: StaticString
  ) -> (section: Int, item: Int) {
    checkGlobalIndex(index, member)
    return self.index.place(ofGlobalIndex: index)
  }

  /// Checks the section and the item of `path`, which `member` was given.
  @inlinable
  @inline(__always)
  func checkItem(_ path: ItemPath, _ member: StaticString) {
    checkSection(of: path, member)
    checkItem(path, count: count(of: path.section), member)
  }

  /// The global index of the item at `path`. O(log *s*); no allocation.
  @inlinable
  public func globalIndex(of path: ItemPath) -> Int {
    checkItem(path, "globalIndex(of:)")
    return index.range(ofSection: path.section).lowerBound + path.item
  }

  /// The section that holds global index `index`. O(log *s*); no allocation.
  @inlinable
  @inline(__always)
  public func section(ofGlobalIndex index: Int) -> Int {
    place(ofGlobalIndex: index, "section(ofGlobalIndex:)").section
  }

  /// The global indexes of the items in `section`. O(log *s*); no allocation.
  @inlinable
  public func globalRange(ofSection section: Int) -> Range<Int> {
    checkSection(section, "globalRange(ofSection:)")
    return index.range(ofSection: section)
  }
}

// MARK: Iteration

extension NestedArrayStore {
  /// Calls `body` with the items at global indexes `range`, section by section. O(log *s* + *k*).
  @inlinable
  public func forEachChunk<Failure: Error>(
    inGlobalRange range: Range<Int>, _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    checkGlobalRange(range, "forEachChunk(inGlobalRange:)")
    guard !range.isEmpty else { return }
    var place = index.place(ofGlobalIndex: range.lowerBound)
    var left = range.count
    while left > 0 {
      let items = sections[place.section]
      let count = min(left, items.count - place.item)
      if count > 0 { try body(items.span.extracting(place.item..<(place.item + count))) }
      left -= count
      place = (place.section + 1, 0)
    }
  }
}

// MARK: Checks

extension NestedArrayStore: Sendable where Item: Sendable {}

extension NestedArrayStore {
  /// Stops the program unless the index agrees with the arrays. O(*s*).
  @inlinable
  public func checkInvariants() {
    index.storage.tree.checkInvariants()
    require(
      counts.elementsEqual(sections.lazy.map(\.count)),
      "NestedArrayStore: the counts \(counts) are not those of the arrays")
    let sizes = index.storage.tree.sizes()
    require(
      counts.elementsEqual(sizes),
      "NestedArrayStore: the index has \(sizes.count) sections of \(index.itemCount) items, "
        + "the arrays \(sections.count) of \(sections.lazy.map(\.count).reduce(0, +))")
  }
}
