// Other ways to walk a store, all by way of its chunks.

extension ItemStore {
  /// Calls `body` with all items, in order, in contiguous chunks, none of them empty.
  ///
  /// - Complexity: O(items).
  @inlinable
  public func forEachChunk<Failure: Error>(
    _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachChunk(inGlobalRange: 0..<itemCount, body)
  }

  /// Calls `body` with the items of `section`, in order, in contiguous chunks, none of them empty.
  ///
  /// - Complexity: O(items in `section`), and one `globalRange(ofSection:)`.
  @inlinable
  public func forEachChunk<Failure: Error>(
    inSection section: Int, _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachChunk(inGlobalRange: globalRange(ofSection: section), body)
  }

  /// Calls `body` with each item, in order.
  ///
  /// - Complexity: O(items).
  @inlinable
  public func forEachItem<Failure: Error>(
    _ body: (Item) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachChunk { (chunk) throws(Failure) in
      for index in chunk.indices { try body(chunk[index]) }
    }
  }

  /// A copy of the items of `section`.
  ///
  /// - Complexity: O(items in `section`); one allocation.
  @inlinable
  public func items(inSection section: Int) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(itemCount(inSection: section))
    forEachChunk(inSection: section) { chunk in
      for index in chunk.indices { items.append(chunk[index]) }
    }
    return items
  }

  /// A copy of all items, section by section.
  ///
  /// - Complexity: O(sections + items); one allocation for each section.
  @inlinable
  public func sections() -> [[Item]] {
    var sections: [[Item]] = []
    sections.reserveCapacity(sectionCount)
    for section in 0..<sectionCount { sections.append(items(inSection: section)) }
    return sections
  }
}
