// Unchecked because every slot is the result of a search in the same node, and whoever writes owns it.

extension SumTreeNode {
  /// Adds `delta` to the size of entry `slot`.
  @inlinable
  @inline(__always)
  func grow(_ slot: Int, by delta: Int) {
    let count = self.count
    let starts = unsafe self.starts
    let change = Int32(truncatingIfNeeded: delta)
    var next = slot + 1
    while next <= count {
      unsafe starts[next] &+= change
      next += 1
    }
    refreshScale()
  }

  /// Adds `delta` to the number of entries below child `slot`.
  @inlinable
  func growEntries(_ slot: Int, by delta: Int) {
    let change = Int32(truncatingIfNeeded: delta)
    for next in stride(from: slot + 1, through: count, by: 1) {
      unsafe firsts[next] &+= change
    }
    refreshScales()
  }

  /// Moves the boundary between `slot` and the next entry up by `delta`; the total stays.
  @inlinable
  @inline(__always)
  func moveBoundary(after slot: Int, by delta: Int) {
    unsafe starts[slot + 1] &+= Int32(truncatingIfNeeded: delta)
  }

  /// Puts another payload into the place of `slot`'s.
  @inlinable
  @inline(__always)
  func setPointer(_ slot: Int, to pointer: UnsafeMutableRawPointer) {
    unsafe pointers[slot] = unsafe pointer
  }

  /// Makes room at `slot` and puts an entry there; the node has room for one more.
  @inlinable
  func insertEntry(size: Int, entries: Int, pointer: UnsafeMutableRawPointer?, at slot: Int) {
    let count = self.count
    unsafe Self.insertSum(size, into: starts, at: slot, of: count)
    if level > 0 { unsafe Self.insertSum(entries, into: firsts, at: slot, of: count) }
    if let pointer = unsafe pointer {
      let pointers = unsafe self.pointers
      unsafe (pointers + slot + 1).update(from: pointers + slot, count: count - slot)
      unsafe pointers[slot] = unsafe pointer
    }
    self.count = count + 1
    refreshScales()
  }

  /// Puts a leaf entry at the end; its scales are refreshed when the node is done.
  @inlinable
  @inline(__always)
  func appendEntry(size: Int, pointer: UnsafeMutableRawPointer?) {
    let count = self.count
    unsafe starts[count + 1] = starts[count] &+ Int32(truncatingIfNeeded: size)
    if let pointer = unsafe pointer { unsafe pointers[count] = pointer }
    self.count = count + 1
  }

  @inlinable
  static func insertSum(
    _ size: Int, into sums: UnsafeMutablePointer<Int32>, at slot: Int, of count: Int
  ) {
    let size = Int32(truncatingIfNeeded: size)
    for next in stride(from: count, through: slot, by: -1) {
      unsafe sums[next + 1] = unsafe sums[next] &+ size
    }
  }

  /// Takes entry `slot` out without releasing its pointer.
  @inlinable
  func removeEntry(_ slot: Int, hasPointers: Bool) {
    let count = self.count
    unsafe Self.removeSum(from: starts, at: slot, of: count)
    if level > 0 { unsafe Self.removeSum(from: firsts, at: slot, of: count) }
    if hasPointers || level > 0 {
      let pointers = unsafe self.pointers
      unsafe (pointers + slot).update(from: pointers + slot + 1, count: count - slot - 1)
    }
    self.count = count - 1
    refreshScales()
  }

  @inlinable
  static func removeSum(from sums: UnsafeMutablePointer<Int32>, at slot: Int, of count: Int) {
    let size = unsafe sums[slot + 1] &- sums[slot]
    for next in stride(from: slot + 1, to: count, by: 1) {
      unsafe sums[next] = unsafe sums[next + 1] &- size
    }
    unsafe sums[count] = Int32.max
  }

  /// Moves the entries from `slot` on to the end of `other`, a node of the same level.
  @inlinable
  func moveEntries(from slot: Int, to other: SumTreeNode, hasPointers: Bool) {
    let moved = count - slot
    let kept = other.count
    unsafe Self.appendSums(starts, from: slot, to: other.starts, kept, moved)
    if level > 0 { unsafe Self.appendSums(firsts, from: slot, to: other.firsts, kept, moved) }
    if hasPointers || level > 0 {
      unsafe (other.pointers + kept).update(from: pointers + slot, count: moved)
    }
    other.count = kept + moved
    count = slot
    refreshScales()
    other.refreshScales()
  }

  @inlinable
  static func appendSums(
    _ source: UnsafeMutablePointer<Int32>, from slot: Int,
    to target: UnsafeMutablePointer<Int32>, _ kept: Int, _ moved: Int
  ) {
    let shift = unsafe target[kept] &- source[slot]
    for offset in stride(from: 1, through: moved, by: 1) {
      unsafe target[kept + offset] = unsafe source[slot + offset] &+ shift
      unsafe source[slot + offset] = Int32.max
    }
  }

  /// Moves the first `moved` entries of `other` to the end of this node.
  @inlinable
  func takeEntries(_ moved: Int, from other: SumTreeNode, hasPointers: Bool) {
    for slot in 0..<moved {
      append(slot, of: other, hasPointers: hasPointers)
    }
    for _ in 0..<moved { other.removeEntry(0, hasPointers: hasPointers) }
  }

  @inlinable
  func append(_ slot: Int, of other: SumTreeNode, hasPointers: Bool) {
    unsafe insertEntry(
      size: other.size(slot), entries: other.first(slot + 1) - other.first(slot),
      pointer: hasPointers || level > 0 ? other.pointers[slot] : nil, at: count)
  }
}
