public import Changesets

/// A node of a `SumTree`: the running sums of up to 16 entries, and their pointers.
///
/// One block of raw memory, counted by reference in its first word, so that two trees can share it
/// and a look-up needs neither retain nor release. `start(slot)` is the sum of the sizes before an
/// entry. An inner node's entry is a child with the sums of all below; `first(slot)` then counts
/// the tree's entries before that child. Sums are 32 bits wide: half the memory to search, and
/// 2³¹ − 1 items at most.
///
/// Unchecked because every slot is the result of a search in the same node.
@safe
@frozen
@usableFromInline
struct SumTreeNode {
  @usableFromInline
  let address: UnsafeMutableRawPointer

  @inlinable
  @inline(__always)
  init(address: UnsafeMutableRawPointer) {
    unsafe self.address = unsafe address
  }
}

// MARK: Layout

extension SumTreeNode {
  /// The most entries a node has room for; the lanes that one search step reads.
  ///
  /// An edit of a snapshot retains all neighbours on its path, 60 of them at a million items; 64
  /// entries a node would be one level less to look through and 112 neighbours to retain, twice the
  /// time (`snapshot-edit`).
  @inlinable
  static var lanes: Int { 16 }

  // 0 reference count · 8 count · 12 level · 16 scale · 24 unit scale · 32 changes of sizes
  // 44 start(0) · 48 start(1)…
  @inlinable
  static var startsOffset: Int { 44 }
  @inlinable
  static var firstsOffset: Int { 48 + 4 * lanes + 12 }
  @inlinable
  static var leafPointersOffset: Int { 48 + 4 * lanes }
  @inlinable
  static var innerPointersOffset: Int { firstsOffset + 4 + 4 * lanes }

  /// A node of its own with no entries; `level` 0 is a leaf.
  @inlinable
  static func allocate(level: Int, hasPointers: Bool) -> SumTreeNode {
    let byteCount = Self.byteCount(level: level, hasPointers: hasPointers)
    let node = unsafe SumTreeNode(
      address: UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16))
    node.references.start()
    unsafe node.address.storeBytes(of: 0, toByteOffset: 8, as: Int32.self)
    unsafe node.address.storeBytes(of: Int32(level), toByteOffset: 12, as: Int32.self)
    unsafe node.address.storeBytes(of: 0, toByteOffset: 32, as: UInt32.self)
    unsafe node.starts.initialize(repeating: Int32.max, count: lanes + 1)
    unsafe node.starts[0] = 0
    if level > 0 {
      unsafe node.firsts.initialize(repeating: Int32.max, count: lanes + 1)
      unsafe node.firsts[0] = 0
    }
    node.refreshScales()
    return node
  }

  @inlinable
  static func byteCount(level: Int, hasPointers: Bool) -> Int {
    if level > 0 { return innerPointersOffset + 8 * lanes }
    return leafPointersOffset + (hasPointers ? 8 * lanes : 0)
  }

  /// A node with the same entries, which the caller must retain.
  @inlinable
  func bitwiseCopy(hasPointers: Bool) -> SumTreeNode {
    let byteCount = Self.byteCount(level: level, hasPointers: hasPointers)
    let copy = unsafe SumTreeNode(
      address: UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16))
    // Not the count in front: another owner may be changing it.
    unsafe (copy.address + 8).copyMemory(from: address + 8, byteCount: byteCount - 8)
    copy.references.start()
    return copy
  }

  @inlinable
  func deallocate() {
    unsafe address.deallocate()
  }

  @inlinable
  @inline(__always)
  var starts: UnsafeMutablePointer<Int32> {
    unsafe (address + Self.startsOffset).assumingMemoryBound(to: Int32.self)
  }

  @inlinable
  @inline(__always)
  var firsts: UnsafeMutablePointer<Int32> {
    unsafe (address + Self.firstsOffset).assumingMemoryBound(to: Int32.self)
  }

  @inlinable
  @inline(__always)
  var pointers: UnsafeMutablePointer<UnsafeMutableRawPointer> {
    let offset = level > 0 ? Self.innerPointersOffset : Self.leafPointersOffset
    return unsafe (address + offset).assumingMemoryBound(to: UnsafeMutableRawPointer.self)
  }
}

// MARK: References

extension SumTreeNode {
  @inlinable
  @inline(__always)
  var references: ReferenceCount { unsafe ReferenceCount(of: address) }

  @inlinable
  @inline(__always)
  func retain() { references.retain() }
}

// MARK: Reading

extension SumTreeNode {
  /// The number of entries.
  @inlinable
  @inline(__always)
  var count: Int {
    get { unsafe Int(address.load(fromByteOffset: 8, as: Int32.self)) }
    nonmutating set {
      unsafe address.storeBytes(
        of: Int32(truncatingIfNeeded: newValue), toByteOffset: 8, as: Int32.self)
    }
  }

  /// The distance to the leaves; 0 for a leaf.
  @inlinable
  @inline(__always)
  var level: Int { unsafe Int(address.load(fromByteOffset: 12, as: Int32.self)) }

  /// The sum of the sizes before `slot`; for `slot == count`, of all.
  @inlinable
  @inline(__always)
  func start(_ slot: Int) -> Int { unsafe Int(starts[slot]) }

  @inlinable
  @inline(__always)
  func size(_ slot: Int) -> Int { start(slot + 1) - start(slot) }

  @inlinable
  @inline(__always)
  var total: Int { start(count) }

  /// The number of the tree's entries before child `slot`; in a leaf, the slot itself.
  @inlinable
  @inline(__always)
  func first(_ slot: Int) -> Int { level > 0 ? unsafe Int(firsts[slot]) : slot }

  @inlinable
  @inline(__always)
  var entryCount: Int { first(count) }

  @inlinable
  @inline(__always)
  func child(_ slot: Int) -> SumTreeNode {
    let pointers = unsafe (address + Self.innerPointersOffset).assumingMemoryBound(
      to: UnsafeMutableRawPointer.self)
    return unsafe SumTreeNode(address: pointers[slot])
  }

  @inlinable
  @inline(__always)
  func payload(_ slot: Int) -> UnsafeMutableRawPointer {
    let pointers = unsafe (address + Self.leafPointersOffset).assumingMemoryBound(
      to: UnsafeMutableRawPointer.self)
    return unsafe pointers[slot]
  }
}

// MARK: Checking

extension SumTreeNode {
  /// Stops the program unless the lanes behind the last entry hold what a search passes over.
  @inlinable
  func checkPadding() {
    for slot in (count + 1)..<(Self.lanes + 1) {
      unsafe require(starts[slot] == .max, "SumTreeNode: no padding behind the last entry")
      guard level > 0 else { continue }
      unsafe require(firsts[slot] == .max, "SumTreeNode: no padding behind the last entry")
    }
  }
}
