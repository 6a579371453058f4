public import Changesets

/// A sequence of sizes, summed: which entry holds an offset, and where an entry starts.
///
/// A B+tree whose nodes hold running sums, so that a look-up reads one cache line or two a level,
/// and whose nodes are shared between copies: an edit copies the path from the root to one leaf.
/// *n* entries take about 8·*n* bytes, 18·*n* with payload pointers. The order statistic tree of
/// Cormen et al. (Introduction to Algorithms, ch. 14), as a B-tree (Bayer & McCreight 1972).
///
/// This struct is the unmanaged part: its owner calls `retained()` for a copy and `release()` at
/// the end. Queries need valid positions; owners check them.
@frozen
@usableFromInline
struct SumTree<Payload: SumTreePayload> {
  @usableFromInline var root: SumTreeNode
  /// The most entries of a node; small in tests, so that five entries split.
  @usableFromInline let fanout: Int

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
    guard node.references.releaseIsLast() else { return }
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

  /// Returns the place of `offset`. O(log *n*), no allocation; a part that the caller does not read
  /// is not computed.
  @inlinable
  @inline(__always)
  func place(of offset: Int) -> SumTreePlace {
    guard root.isEven else { return place(comparing: offset) }
    return place(of: offset) { node, offset in node.slot(containing: offset) }
  }

  /// Returns the place of `offset` in a tree of uneven sizes, without branches that depend on it.
  @inlinable
  @inline(never)
  func place(comparing offset: Int) -> SumTreePlace {
    place(of: offset) { node, offset in node.slot(comparing: offset) }
  }

  /// Returns the place of `offset`; `slot` finds the child of a node that contains an offset.
  @inlinable
  @inline(__always)
  func place(of offset: Int, slot: (SumTreeNode, Int) -> Int) -> SumTreePlace {
    var place = SumTreePlace(leaf: root, slot: 0, entry: 0, remainder: offset)
    while place.leaf.level > 0 {
      let child = slot(place.leaf, place.remainder)
      place.pass(child)
      place.leaf = place.leaf.child(child)
    }
    place.slot = slot(place.leaf, place.remainder)
    place.pass(place.slot)
    return place
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
  mutating func grow(containing offset: Int, by delta: Int) -> SumTreePlace {
    makeRootUnique()
    var place = SumTreePlace(leaf: root, slot: 0, entry: 0, remainder: offset)
    while place.leaf.level > 0 {
      let slot = place.leaf.slot(containing: place.remainder)
      place.pass(slot)
      place.leaf.grow(slot, by: delta)
      place.leaf = Self.uniqueChild(slot, of: place.leaf)
    }
    place.slot = place.leaf.slot(containing: place.remainder)
    place.pass(place.slot)
    place.leaf.grow(place.slot, by: delta)
    return place
  }

  @inlinable
  mutating func makeRootUnique() {
    if !root.references.isUnique { root = Self.replaced(root) }
  }

  /// Child `slot` of `node`, made `node`'s own.
  @inlinable
  static func uniqueChild(_ slot: Int, of node: SumTreeNode) -> SumTreeNode {
    let child = node.child(slot)
    if child.references.isUnique { return child }
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

// MARK: Places

/// The place of an offset in a `SumTree`.
@frozen
@usableFromInline
struct SumTreePlace {
  /// The leaf that holds it.
  @usableFromInline var leaf: SumTreeNode
  /// The entry that holds it, in its leaf.
  @usableFromInline var slot: Int
  /// The entry that holds it, in the tree.
  @usableFromInline var entry: Int
  /// The distance from the entry's start.
  @usableFromInline var remainder: Int

  @inlinable
  @inline(__always)
  init(leaf: SumTreeNode, slot: Int, entry: Int, remainder: Int) {
    self.leaf = leaf
    self.slot = slot
    self.entry = entry
    self.remainder = remainder
  }

  /// Passes over the entries of `leaf`, still any node on the way, before `slot`.
  @inlinable
  @inline(__always)
  mutating func pass(_ slot: Int) {
    remainder &-= leaf.start(slot)
    entry &+= leaf.first(slot)
  }
}

/// The most entries of a `SumTree`, whose nodes count them in 32 bits without checks.
@usableFromInline
enum SumTreeLimit {
  /// Stops the program before a tree would have more than `most` entries, which are the sections or
  /// the chunks of a store.
  @inlinable
  static func check(_ count: Int, most: Int = Int(Int32.max)) {
    require(count <= most, "ItemStore: \(count) sections; it holds at most \(most)")
  }
}
