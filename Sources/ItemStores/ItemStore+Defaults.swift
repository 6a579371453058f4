public import Changesets

// What a store gets for nothing. Each default is as plain as it can be and linear where a structure
// of one's own would do better; a store that defines the member itself replaces it everywhere.

extension ItemStore {
  /// Appends the sections one by one.
  @inlinable
  public init<Sections: Sequence>(sections: Sections)
  where Sections.Element: Sequence, Sections.Element.Element == Item {
    self.init()
    for section in sections { insertSection(section, at: sectionCount) }
  }

  /// The sum of the sections' counts. O(sections).
  @inlinable
  public var itemCount: Int {
    var count = 0
    for section in 0..<sectionCount { count += itemCount(inSection: section) }
    return count
  }

  // MARK: Look-ups

  /// The item at the path of `index`.
  ///
  /// - Complexity: As for `path(ofGlobalIndex:)`.
  @inlinable
  public func item(atGlobalIndex index: Int) -> Item {
    checkGlobalIndex(index, "item(atGlobalIndex:)")
    return self[path(ofGlobalIndex: index)]
  }

  /// Counts sections off from the first one. O(sections).
  @inlinable
  public func path(ofGlobalIndex index: Int) -> ItemPath {
    checkGlobalIndex(index, "path(ofGlobalIndex:)")
    var section = 0
    var item = index
    while true {
      let count = itemCount(inSection: section)
      if item < count { return ItemPath(section: section, item: item) }
      item -= count
      section += 1
    }
  }

  /// Adds up the sections in front of the path's own. O(sections).
  @inlinable
  public func globalIndex(of path: ItemPath) -> Int {
    checkSection(of: path, "globalIndex(of:)")
    checkItem(path, count: itemCount(inSection: path.section), "globalIndex(of:)")
    return globalRange(ofSection: path.section).lowerBound + path.item
  }

  /// The section of the path of `index`.
  ///
  /// - Complexity: As for `path(ofGlobalIndex:)`.
  @inlinable
  public func section(ofGlobalIndex index: Int) -> Int {
    checkGlobalIndex(index, "section(ofGlobalIndex:)")
    return path(ofGlobalIndex: index).section
  }

  /// Adds up the sections in front of `section`. O(sections).
  @inlinable
  public func globalRange(ofSection section: Int) -> Range<Int> {
    checkSection(section, "globalRange(ofSection:)")
    var start = 0
    for earlier in 0..<section { start += itemCount(inSection: earlier) }
    return start..<start + itemCount(inSection: section)
  }

  // MARK: Iteration

  /// Copies the items, 64 at most at a time, into an array that `body` sees. O(sections + items in
  /// `range`) look-ups; one allocation.
  @inlinable
  public func forEachChunk<Failure: Error>(
    inGlobalRange range: Range<Int>, _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    checkGlobalRange(range, "forEachChunk(inGlobalRange:_:)")
    if range.isEmpty { return }
    var path = path(ofGlobalIndex: range.lowerBound)
    var chunk: [Item] = []
    chunk.reserveCapacity(Swift.min(range.count, 64))
    for index in range {
      while path.item == itemCount(inSection: path.section) {
        path = ItemPath(section: path.section + 1, item: 0)
      }
      chunk.append(self[path])
      path.item += 1
      if chunk.count == 64 || index + 1 == range.upperBound {
        try body(chunk.span)
        chunk.removeAll(keepingCapacity: true)
      }
    }
  }

  // MARK: Edits of one item

  /// Removes the item at `path` and inserts `item` there.
  @inlinable
  @discardableResult
  public mutating func replace(at path: ItemPath, with item: Item) -> Item {
    let replaced = remove(at: path)
    insert(item, at: path)
    return replaced
  }

  /// Removes the item at `source` and inserts it at `target`.
  @inlinable
  public mutating func move(from source: ItemPath, to target: ItemPath) {
    checkMove(from: source, to: target)
    insert(remove(at: source), at: target)
  }

  // MARK: Edits of one section

  /// Removes the section and inserts one of `items` in its place.
  @inlinable
  public mutating func replaceSection<Items: Sequence>(at section: Int, with items: Items)
  where Items.Element == Item {
    removeSection(at: section)
    insertSection(items, at: section)
  }

  /// Copies the section's items, removes it and inserts it at `target`.
  @inlinable
  public mutating func moveSection(from source: Int, to target: Int) {
    checkSectionMove(from: source, to: target)
    let items = items(inSection: source)
    removeSection(at: source)
    insertSection(items, at: target)
  }

  // MARK: Checks

  /// Checks that counts add up, and that the paths and global indexes of each section's first and
  /// last item agree. A store with further structure checks that structure too.
  @inlinable
  public func checkInvariants() {
    var count = 0
    for section in 0..<sectionCount {
      let range = globalRange(ofSection: section)
      checkInvariant(
        range == count..<count + itemCount(inSection: section),
        "section \(section) has \(itemCount(inSection: section)) items and follows \(count), "
          + "but its global range is \(range)")
      for item in Set([0, range.count - 1]) where !range.isEmpty {
        let path = ItemPath(section: section, item: item)
        let index = globalIndex(of: path)
        checkInvariant(
          index == count + item, "\(path) has global index \(index) instead of \(count + item)")
        let found = self.path(ofGlobalIndex: index)
        checkInvariant(found == path, "global index \(index) of \(path) has path \(found)")
      }
      count = range.upperBound
    }
    checkInvariant(count == itemCount, "itemCount is \(itemCount), but the sections hold \(count)")
  }

  /// Stops the program with the type's name and `message` unless `condition` holds.
  @inlinable
  public func checkInvariant(_ condition: Bool, _ message: @autoclosure () -> String) {
    if _slowPath(!condition) { stopAtInvariant(Self.self, message()) }
  }
}

// Other ways to walk a store, all by way of its chunks.

extension ItemStore {
  /// Calls `body` with all items, in order, in contiguous chunks, none of them empty. O(items).
  @inlinable
  public func forEachChunk<Failure: Error>(
    _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachChunk(inGlobalRange: 0..<itemCount, body)
  }

  /// Calls `body` with the items of `section`, in order, in contiguous chunks, none of them empty.
  /// O(items in `section`), and one `globalRange(ofSection:)`.
  @inlinable
  public func forEachChunk<Failure: Error>(
    inSection section: Int, _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachChunk(inGlobalRange: globalRange(ofSection: section), body)
  }

  /// Calls `body` with each item, in order. O(items).
  @inlinable
  public func forEachItem<Failure: Error>(_ body: (Item) throws(Failure) -> Void) throws(Failure) {
    try forEachChunk { (chunk) throws(Failure) in
      for index in chunk.indices { try body(chunk[index]) }
    }
  }

  /// A copy of the items of `section`. O(items in `section`); one allocation.
  @inlinable
  public func items(inSection section: Int) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(itemCount(inSection: section))
    forEachChunk(inSection: section) { chunk in
      for index in chunk.indices { items.append(chunk[index]) }
    }
    return items
  }

  /// A copy of all items, section by section. O(sections + items); one allocation for each section.
  @inlinable
  public func sections() -> [[Item]] {
    var sections: [[Item]] = []
    sections.reserveCapacity(sectionCount)
    for section in 0..<sectionCount { sections.append(items(inSection: section)) }
    return sections
  }
}

// Sorted runs as single edits. In ascending order each insertion already stands at its final place,
// and in descending order no removal disturbs one still to come, so no position needs translating.

extension ItemStore {
  /// Inserts the items one by one, in ascending order.
  @inlinable
  public mutating func insert(_ items: [Item], atSorted paths: [ItemPath]) {
    checkCounts(items.count, paths.count, "insert(_:atSorted:)")
    checkAscending(paths, "insert(_:atSorted:)")
    for index in paths.indices { insert(items[index], at: paths[index]) }
  }

  /// Removes the items one by one, in descending order.
  @inlinable
  @discardableResult
  public mutating func remove(atSorted paths: [ItemPath]) -> [Item] {
    checkAscending(paths, "remove(atSorted:)")
    return paths.reversed().map { remove(at: $0) }.reversed()
  }

  /// Replaces the items one by one.
  @inlinable
  public mutating func replace(atSorted paths: [ItemPath], with items: [Item]) {
    checkCounts(items.count, paths.count, "replace(atSorted:with:)")
    checkAscending(paths, "replace(atSorted:with:)")
    for index in paths.indices { replace(at: paths[index], with: items[index]) }
  }

  /// Removes one sorted run and inserts another.
  ///
  /// - Complexity: As for both runs, and O(k log k) to sort the sources.
  @inlinable
  public mutating func move(from sources: [ItemPath], toSorted targets: [ItemPath]) {
    checkCounts(sources.count, targets.count, "move(from:toSorted:)")
    checkAscending(targets, "move(from:toSorted:)")
    let order = sources.indices.sorted { sources[$0] < sources[$1] }
    let sorted = order.map { sources[$0] }
    checkAscending(sorted, "move(from:toSorted:)")
    let removed = remove(atSorted: sorted)
    var rank = order
    for index in order.indices { rank[order[index]] = index }
    insert(rank.map { removed[$0] }, atSorted: targets)
  }

  /// Inserts the sections one by one, in ascending order.
  @inlinable
  public mutating func insertSections(_ items: [[Item]], atSorted sections: [Int]) {
    checkCounts(items.count, sections.count, "insertSections(_:atSorted:)")
    checkAscending(sections, "insertSections(_:atSorted:)")
    for index in sections.indices { insertSection(items[index], at: sections[index]) }
  }

  /// Removes the sections one by one, in descending order.
  @inlinable
  public mutating func removeSections(atSorted sections: [Int]) {
    checkAscending(sections, "removeSections(atSorted:)")
    for section in sections.reversed() { removeSection(at: section) }
  }

  /// Replaces the sections' items one by one.
  @inlinable
  public mutating func replaceSections(atSorted sections: [Int], with items: [[Item]]) {
    checkCounts(items.count, sections.count, "replaceSections(atSorted:with:)")
    checkAscending(sections, "replaceSections(atSorted:with:)")
    for index in sections.indices { replaceSection(at: sections[index], with: items[index]) }
  }

  /// Copies the sections' items, removes one sorted run of sections and inserts another.
  ///
  /// - Complexity: As for both runs, and O(k log k) to sort the sources.
  @inlinable
  public mutating func moveSections(from sources: [Int], toSorted targets: [Int]) {
    checkCounts(sources.count, targets.count, "moveSections(from:toSorted:)")
    checkAscending(targets, "moveSections(from:toSorted:)")
    let sorted = sources.sorted()
    checkAscending(sorted, "moveSections(from:toSorted:)")
    let moved = sources.map { items(inSection: $0) }
    removeSections(atSorted: sorted)
    insertSections(moved, atSorted: targets)
  }
}
