/// A sequence of sizes, summed: which entry holds an offset, and where an entry starts.
///
/// A B+tree whose nodes hold running sums, so that a look-up reads one cache line or two a level,
/// and whose nodes are shared between copies: an edit copies the path from the root to one leaf.
/// *n* entries take about 5·*n* bytes, 14·*n* with payload pointers. The order statistic tree of
/// Cormen et al. (Introduction to Algorithms, ch. 14), as a B-tree (Bayer & McCreight 1972).
///
/// This struct is the unmanaged part: whoever owns it calls `retained()` for a copy and
/// `release()` at the end. Queries need valid positions; owners check them.
@frozen
@usableFromInline
struct SumTree<Payload: SumTreePayload> {
  @usableFromInline
  var root: SumTreeNode
  /// The most entries of a node; small in tests, so that five entries split.
  @usableFromInline
  let fanout: Int

  @inlinable
  init(fanout: Int) {
    self.fanout = fanout
    root = .allocate(level: 0, hasPointers: Payload.hasPointers)
  }

  @inlinable
  init(root: SumTreeNode, fanout: Int) {
    self.root = root
    self.fanout = fanout
  }

  /// A second owner of the same nodes.
  @inlinable
  func retained() -> SumTree {
    root.retain()
    return self
  }

  /// Gives up this owner's reference.
  @inlinable
  func release() { Self.release(root) }

  @inlinable
  static func release(_ node: SumTreeNode) {
    guard node.releaseIsLast() else { return }
    if node.level > 0 {
      for slot in 0..<node.count { release(node.child(slot)) }
    } else if Payload.hasPointers {
      for slot in 0..<node.count { releasePayload(node, slot) }
    }
    node.deallocate()
  }
}

// MARK: Queries

extension SumTree {
  /// The sum of all sizes.
  @inlinable
  @inline(__always)
  var total: Int { root.total }

  /// The number of entries.
  @inlinable
  @inline(__always)
  var entryCount: Int { root.entryCount }

  /// The leaf and slot that hold `offset`, and the distance from the entry's start.
  @inlinable
  @inline(__always)
  func locate(offset: Int) -> (leaf: SumTreeNode, slot: Int, remainder: Int) {
    var node = root
    var offset = offset
    while node.level > 0 {
      let slot = node.slot(containing: offset)
      offset -= node.start(slot)
      node = node.child(slot)
    }
    let slot = node.slot(containing: offset)
    return (node, slot, offset - node.start(slot))
  }

  /// The entry that holds `offset`, and the distance from its start. O(log *n*), no allocation.
  @inlinable
  @inline(__always)
  func entry(containing offset: Int) -> (entry: Int, remainder: Int) {
    var node = root
    var offset = offset
    var entry = 0
    while node.level > 0 {
      let slot = node.slot(containing: offset)
      offset -= node.start(slot)
      entry += node.first(slot)
      node = node.child(slot)
    }
    let slot = node.slot(containing: offset)
    return (entry + slot, offset - node.start(slot))
  }

  /// The offsets of entry number `entry`. O(log *n*), no allocation.
  @inlinable
  @inline(__always)
  func range(ofEntry entry: Int) -> (start: Int, end: Int) {
    var node = root
    var slot = entry
    var start = 0
    while node.level > 0 {
      let child = node.slot(containingEntry: slot)
      slot -= node.first(child)
      start += node.start(child)
      node = node.child(child)
    }
    return (start + node.start(slot), start + node.start(slot + 1))
  }
}

extension SumTree {
  /// The sizes of all entries, in order. O(*n*); one array.
  @inlinable
  func sizes() -> [Int] {
    var sizes: [Int] = []
    sizes.reserveCapacity(entryCount)
    Self.appendSizes(of: root, to: &sizes)
    return sizes
  }

  @inlinable
  static func appendSizes(of node: SumTreeNode, to sizes: inout [Int]) {
    for slot in 0..<node.count {
      if node.level > 0 {
        appendSizes(of: node.child(slot), to: &sizes)
      } else {
        sizes.append(node.size(slot))
      }
    }
  }
}

// MARK: Sizes

extension SumTree {
  /// Adds `delta` to the size of `entry`, on nodes of this tree's own. O(log *n*).
  @inlinable
  mutating func grow(entry: Int, by delta: Int) {
    makeRootUnique()
    var node = root
    var entry = entry
    while node.level > 0 {
      let slot = node.slot(containingEntry: entry)
      entry -= node.first(slot)
      node.grow(slot, by: delta)
      node = Self.uniqueChild(slot, of: node)
    }
    node.grow(entry, by: delta)
  }

  /// Adds `delta` to the size of the entry that holds `offset`, and says where that is.
  ///
  /// The leaf returned is this tree's own, its payload is not.
  @inlinable
  mutating func grow(
    containing offset: Int, by delta: Int
  ) -> (leaf: SumTreeNode, slot: Int, entry: Int, remainder: Int) {
    makeRootUnique()
    var node = root
    var offset = offset
    var entry = 0
    while node.level > 0 {
      let slot = node.slot(containing: offset)
      offset -= node.start(slot)
      entry += node.first(slot)
      node.grow(slot, by: delta)
      node = Self.uniqueChild(slot, of: node)
    }
    let slot = node.slot(containing: offset)
    let remainder = offset - node.start(slot)
    node.grow(slot, by: delta)
    return (node, slot, entry + slot, remainder)
  }

  @inlinable
  mutating func makeRootUnique() {
    if !root.isUnique { root = Self.replaced(root) }
  }

  /// Child `slot` of `node`, made `node`'s own.
  @inlinable
  static func uniqueChild(_ slot: Int, of node: SumTreeNode) -> SumTreeNode {
    let child = node.child(slot)
    if child.isUnique { return child }
    let copy = replaced(child)
    setChild(copy, slot, of: node)
    return copy
  }

  /// A copy of a shared node, for the reference to `node` that its owner gives up.
  @inlinable
  static func replaced(_ node: SumTreeNode) -> SumTreeNode {
    let copy = node.bitwiseCopy(hasPointers: Payload.hasPointers)
    if node.level > 0 {
      for slot in 0..<node.count { node.child(slot).retain() }
    } else if Payload.hasPointers {
      retainPayloads(node)
    }
    release(node)
    return copy
  }
}
