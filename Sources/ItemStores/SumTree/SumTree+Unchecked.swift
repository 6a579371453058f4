extension SumTree {
  /// Adds a reference to each payload of a leaf.
  ///
  /// Their counts are read first, in a loop that the processor overlaps: an atomic addition waits
  /// for its cache line, and most of the sixty are not at hand.
  @inlinable
  static func retainPayloads(_ node: SumTreeNode) {
    for slot in 0..<node.count { unsafe Payload.touch(node.payload(slot)) }
    for slot in 0..<node.count { unsafe Payload.retain(node.payload(slot)) }
  }

  @inlinable
  static func releasePayload(_ node: SumTreeNode, _ slot: Int) {
    unsafe Payload.release(node.payload(slot))
  }

  @inlinable
  static func setChild(_ child: SumTreeNode, _ slot: Int, of node: SumTreeNode) {
    unsafe node.setPointer(slot, to: child.address)
  }

  @inlinable
  static func insertChild(_ child: SumTreeNode, at slot: Int, of node: SumTreeNode) {
    unsafe node.insertEntry(
      size: child.total, entries: child.entryCount, pointer: child.address, at: slot)
  }
}

extension SumTree {
  /// Inserts an entry as number `entry`, taking over the caller's reference to `pointer`.
  @inlinable
  mutating func insertEntry(size: Int, pointer: UnsafeMutableRawPointer?, at entry: Int) {
    SumTreeLimit.check(entryCount + 1)
    makeRootUnique()
    let right = unsafe insertEntry(size, pointer, at: entry, in: root)
    guard let right else { return }
    let left = root
    root = .allocate(level: left.level + 1, hasPointers: true)
    Self.insertChild(left, at: 0, of: root)
    Self.insertChild(right, at: 1, of: root)
  }

  /// Inserts an entry that is only a size.
  @inlinable
  mutating func insertEntry(size: Int, at entry: Int) {
    unsafe insertEntry(size: size, pointer: nil, at: entry)
  }

  /// Inserts into `node`, which is this tree's own; returns what was split off to its right.
  @inlinable
  func insertEntry(
    _ size: Int, _ pointer: UnsafeMutableRawPointer?, at entry: Int, in node: SumTreeNode
  ) -> SumTreeNode? {
    if node.level == 0 {
      guard node.count == fanout else {
        unsafe node.insertEntry(size: size, entries: 1, pointer: pointer, at: entry)
        return nil
      }
      let right = split(node, insertingAt: entry)
      let isLeft = entry <= node.count
      let slot = isLeft ? entry : entry - node.count
      unsafe (isLeft ? node : right).insertEntry(size: size, entries: 1, pointer: pointer, at: slot)
      return right
    }
    let slot = entry == node.entryCount ? node.count - 1 : node.slot(containingEntry: entry)
    let below = entry - node.first(slot)
    let child = Self.uniqueChild(slot, of: node)
    let right = unsafe insertEntry(size, pointer, at: below, in: child)
    node.grow(slot, by: size - (right?.total ?? 0))
    node.growEntries(slot, by: 1 - (right?.entryCount ?? 0))
    guard let right else { return nil }
    guard node.count == fanout else {
      Self.insertChild(right, at: slot + 1, of: node)
      return nil
    }
    let sibling = split(node, insertingAt: slot + 1)
    let isLeft = slot + 1 <= node.count
    Self.insertChild(
      right, at: isLeft ? slot + 1 : slot + 1 - node.count, of: isLeft ? node : sibling)
    return sibling
  }

  /// Splits a full node; at its end a small right part, so that appending leaves full nodes behind.
  @inlinable
  func split(_ node: SumTreeNode, insertingAt slot: Int) -> SumTreeNode {
    let right = SumTreeNode.allocate(level: node.level, hasPointers: Payload.hasPointers)
    let kept = slot == node.count ? node.count - max(1, node.count / 8) : node.count / 2
    node.moveEntries(from: kept, to: right, hasPointers: Payload.hasPointers)
    return right
  }

  /// Takes entry number `entry` out and releases its payload.
  @inlinable
  mutating func removeEntry(_ entry: Int) {
    makeRootUnique()
    _ = removeEntry(entry, from: root)
    while root.level > 0, root.count <= 1 {
      guard root.count == 1 else {
        root.deallocate()
        root = .allocate(level: 0, hasPointers: Payload.hasPointers)
        return
      }
      let child = Self.uniqueChild(0, of: root)
      root.deallocate()
      root = child
    }
  }

  /// Removes from `node`, which is this tree's own; returns the entry's size.
  @inlinable
  func removeEntry(_ entry: Int, from node: SumTreeNode) -> Int {
    if node.level == 0 {
      let size = node.size(entry)
      if Payload.hasPointers { Self.releasePayload(node, entry) }
      node.removeEntry(entry, hasPointers: Payload.hasPointers)
      return size
    }
    let slot = node.slot(containingEntry: entry)
    let child = Self.uniqueChild(slot, of: node)
    let size = removeEntry(entry - node.first(slot), from: child)
    node.grow(slot, by: -size)
    node.growEntries(slot, by: -1)
    if child.count < max(1, fanout / 4) { mend(slot, of: node) }
    return size
  }

  /// Fills the nearly empty child `slot` from a neighbour, or merges the two.
  @inlinable
  func mend(_ slot: Int, of node: SumTreeNode) {
    guard node.count > 1 else {
      if node.child(slot).count == 0 {
        Self.release(node.child(slot))
        node.removeEntry(slot, hasPointers: true)
      }
      return
    }
    let first = slot == 0 ? 0 : slot - 1
    let left = Self.uniqueChild(first, of: node)
    let right = Self.uniqueChild(first + 1, of: node)
    let entries = left.entryCount
    let size = left.total
    if left.count + right.count <= fanout {
      right.moveEntries(from: 0, to: left, hasPointers: Payload.hasPointers)
    } else if left.count < right.count {
      left.takeEntries(
        (right.count - left.count) / 2, from: right, hasPointers: Payload.hasPointers)
    } else {
      let moved = (left.count - right.count) / 2
      let tail = SumTreeNode.allocate(level: left.level, hasPointers: Payload.hasPointers)
      left.moveEntries(from: left.count - moved, to: tail, hasPointers: Payload.hasPointers)
      right.moveEntries(from: 0, to: tail, hasPointers: Payload.hasPointers)
      tail.moveEntries(from: 0, to: right, hasPointers: Payload.hasPointers)
      tail.deallocate()
    }
    node.grow(first, by: left.total - size)
    node.grow(first + 1, by: size - left.total)
    node.growEntries(first, by: left.entryCount - entries)
    node.growEntries(first + 1, by: entries - left.entryCount)
    if right.count == 0 {
      Self.release(right)
      node.removeEntry(first + 1, hasPointers: true)
    }
  }
}

/// Builds a `SumTree` from entries in order, in O(*n*), with room left in every node.
@frozen
@usableFromInline
struct SumTreeBuilder<Payload: SumTreePayload> {
  /// The open node of each level, leaves first.
  @usableFromInline var open: [SumTreeNode] = []
  @usableFromInline let fanout: Int
  @usableFromInline let fill: Int
  /// The entries of the leaves that are closed.
  @usableFromInline var closedCount = 0
  /// The most entries; fewer in tests.
  @usableFromInline var limit = Int(Int32.max)

  @inlinable
  init(fanout: Int) {
    self.fanout = fanout
    fill = max(2, fanout - fanout / 16)
    open.append(.allocate(level: 0, hasPointers: Payload.hasPointers))
  }

  /// Adds an entry at the end, taking over the caller's reference to `pointer`.
  @inlinable
  mutating func append(size: Int, pointer: UnsafeMutableRawPointer?) {
    if open[0].count == fill {
      closedCount += fill
      SumTreeLimit.check(closedCount + 1, most: limit)
      close(level: 0)
    }
    unsafe open[0].appendEntry(size: size, pointer: pointer)
  }

  /// Adds an entry that is only a size at the end.
  @inlinable
  mutating func append(size: Int) { unsafe append(size: size, pointer: nil) }

  /// Hands the full node of `level` to its parent and opens an empty one.
  @inlinable
  mutating func close(level: Int) {
    if level + 1 == open.count {
      open.append(.allocate(level: level + 1, hasPointers: true))
    } else if open[level + 1].count == fill {
      close(level: level + 1)
    }
    let node = open[level]
    node.refreshScales()
    SumTree<Payload>.insertChild(node, at: open[level + 1].count, of: open[level + 1])
    open[level] = .allocate(level: level, hasPointers: Payload.hasPointers)
  }

  /// The tree of everything appended; the builder is empty of nodes afterwards.
  @inlinable
  consuming func finish() -> SumTree<Payload> {
    SumTreeLimit.check(closedCount + open[0].count, most: limit)
    var level = 0
    while level < open.count - 1 {
      let node = open[level]
      node.refreshScales()
      if node.count > 0 {
        if open[level + 1].count == fanout { close(level: level + 1) }
        SumTree<Payload>.insertChild(node, at: open[level + 1].count, of: open[level + 1])
      } else {
        node.deallocate()
      }
      level += 1
    }
    let root = open[open.count - 1]
    root.refreshScales()
    return SumTree(root: root, fanout: fanout)
  }
}
