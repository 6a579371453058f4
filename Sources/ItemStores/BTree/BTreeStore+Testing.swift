// Stores of about as many items or sections as one can hold, in little memory.

extension BTreeStore {
  /// A store of sections of `item` alone, whose chunks are one block of memory.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - sectionCounts: The number of items in each section.
  package init(repeating item: Item, sectionCounts: [Int]) {
    let (capacity, itemCount) = (1 << 20, sectionCounts.reduce(0, +))
    var builder = BTreeBuilder<Item>(capacity: capacity, fanout: SumTreeNode.lanes)
    for count in sectionCounts { builder.sections.append(size: count) }
    let chunk = ItemChunk<Item>.allocate(capacity: capacity)
    var items = repeatElement(item, count: capacity).makeIterator()
    _ = chunk.fill(upTo: capacity, from: &items)
    for _ in 0..<itemCount / capacity { builder.items.append(chunk, count: capacity) }
    builder.items.append(contentsOf: repeatElement(item, count: itemCount % capacity))
    chunk.free()
    storage = builder.finish()
  }

  /// A store of `count` empty sections, in whose index all full nodes of a level are one. The last
  /// leaf has none if `count` is a multiple of 16.
  package init(emptySections count: Int) {
    storage = BTreeStorage(
      chunks: SumTree(fanout: SumTreeNode.lanes), sections: SumTree(emptyEntries: count),
      capacity: ItemChunk<Item>.defaultCapacity)
  }

  /// The store of `init(sections:)`, which stops the program at more sections than `sectionLimit`.
  package init(sections: [[Item]], sectionLimit: Int) {
    self.init()
    load(sections, sectionLimit: sectionLimit)
  }
}

extension SumTree where Payload == NoPayload {
  /// A tree of `count` entries of size 0, in which all full nodes of a level are one.
  fileprivate init(emptyEntries count: Int) {
    let lanes = SumTreeNode.lanes
    var fullCount = count / lanes
    var full: SumTreeNode? = Self.leaf(of: lanes)
    var last = Self.leaf(of: count % lanes)
    while let node = full {
      let above = fullCount / lanes
      last = Self.parent(of: node, times: fullCount % lanes, and: last)
      full = above > 0 ? Self.parent(of: node, times: lanes, and: nil) : nil
      Self.release(node)
      fullCount = above
    }
    self.init(root: last, fanout: lanes)
  }

  private static func leaf(of count: Int) -> SumTreeNode {
    var tree = SumTree(fanout: SumTreeNode.lanes)
    for _ in 0..<count { tree.insertEntry(size: 0, at: 0) }
    return tree.root
  }

  /// A node above `count` times `node` and `last`, which it takes over.
  private static func parent(
    of node: SumTreeNode, times count: Int, and last: SumTreeNode?
  ) -> SumTreeNode {
    let parent = SumTreeNode.allocate(level: node.level + 1, hasPointers: true)
    for slot in 0..<count {
      node.retain()
      insertChild(node, at: slot, of: parent)
    }
    if let last { insertChild(last, at: count, of: parent) }
    return parent
  }
}
