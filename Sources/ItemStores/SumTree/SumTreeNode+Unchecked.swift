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
  @usableFromInline let address: UnsafeMutableRawPointer

  @inlinable
  @inline(__always)
  init(address: UnsafeMutableRawPointer) { unsafe self.address = unsafe address }
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

  /// Allocates a node with no entries; `level` 0 is a leaf.
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
  func deallocate() { unsafe address.deallocate() }

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

// Unchecked because a guess never leaves the sixteen lanes, and a comparison reads just those.

// MARK: Searching

extension SumTreeNode {
  /// The entry that holds `offset`: `start(slot) <= offset < start(slot + 1)`.
  ///
  /// Entries of about equal size, the rule after a bulk load, are found by one multiplication that
  /// the processor speculates past; any others by comparing every running sum, 16 at a time.
  @inlinable
  @inline(__always)
  func slot(containing offset: Int) -> Int {
    let guess = guess(offset, scaleOffset: 16)
    if start(guess) <= offset, offset < start(guess &+ 1) { return guess }
    return slot(comparing: offset)
  }

  /// The entry that holds `offset`, found without a guess, and so without a branch.
  @inlinable
  @inline(__always)
  func slot(comparing offset: Int) -> Int {
    unsafe Self.countNotAbove(Int32(truncatingIfNeeded: offset), in: starts + 1)
  }

  /// The child whose entries include the tree's entry number `unit`; for a node above the leaves.
  @inlinable
  @inline(__always)
  func slot(containingEntry unit: Int) -> Int {
    let guess = guess(unit, scaleOffset: 24)
    if unsafe Int(firsts[guess]) <= unit, unsafe unit < Int(firsts[guess &+ 1]) { return guess }
    return unsafe Self.countNotAbove(Int32(truncatingIfNeeded: unit), in: firsts + 1)
  }

  /// Returns the slot of `value` if all entries but the last were of one size, as a bulk load
  /// leaves them.
  @inlinable
  @inline(__always)
  func guess(_ value: Int, scaleOffset: Int) -> Int {
    let scale = unsafe address.load(fromByteOffset: scaleOffset, as: UInt64.self)
    let product = (UInt64(truncatingIfNeeded: value) &<< 8).multipliedFullWidth(by: scale)
    return Int(truncatingIfNeeded: product.high)
  }

  /// Returns how many of a node's ascending values are not above `value`; the padding is
  /// `Int32.max`.
  ///
  /// Neither is negative, so the sign of their difference says which is greater. Four vector
  /// operations sum sixteen such signs. The compiler turns a comparison, even of two `SIMD16`, into a
  /// loop with a branch, which is ten times as slow.
  @inlinable
  @inline(__always)
  static func countNotAbove(_ value: Int32, in values: UnsafeMutablePointer<Int32>) -> Int {
    var above: Int32 = 0
    for lane in 0..<lanes { above &+= unsafe (value &- values[lane]) &>> 31 }
    return lanes &+ Int(above)
  }
}

// MARK: Guessing

extension SumTreeNode {
  /// The scale of a node of such uneven entries that most guesses would fail.
  @inlinable
  static var unevenScale: UInt64 { 1 }

  /// A Boolean value that indicates whether guessing a slot is faster than searching for it.
  @inlinable
  @inline(__always)
  var isEven: Bool { unsafe address.load(fromByteOffset: 16, as: UInt64.self) != Self.unevenScale }

  /// Updates the scale that `slot(containing:)` multiplies by, after a change of one size. After
  /// every 256th change, also decides again whether the node is even.
  @inlinable
  @inline(__always)
  func refreshScale() {
    let changes = unsafe address.load(fromByteOffset: 32, as: UInt32.self) &+ 1
    unsafe address.storeBytes(of: changes, toByteOffset: 32, as: UInt32.self)
    if changes & 255 == 0 { return refreshScales() }
    guard isEven else { return }
    unsafe address.storeBytes(of: Self.scale(starts, count), toByteOffset: 16, as: UInt64.self)
  }

  /// Recomputes the scales after a change of entries.
  @inlinable
  func refreshScales() {
    let scale = unsafe Self.isEven(starts, count) ? Self.scale(starts, count) : Self.unevenScale
    unsafe address.storeBytes(of: scale, toByteOffset: 16, as: UInt64.self)
    guard level > 0 else { return }
    let unitScale = unsafe Self.isEven(firsts, count) ? Self.scale(firsts, count) : 0
    unsafe address.storeBytes(of: unitScale, toByteOffset: 24, as: UInt64.self)
  }

  /// Returns a Boolean value that indicates whether three quarters of all offsets lie in the entry
  /// where equal sizes would put them.
  @inlinable
  static func isEven(_ sums: UnsafeMutablePointer<Int32>, _ count: Int) -> Bool {
    guard count > 1 else { return true }
    let last = count - 1
    let total = unsafe Int(sums[count])
    guard unsafe sums[last] > 0 else { return false }
    var hits = 0
    for slot in 0..<count {
      let first = unsafe max(Int(sums[slot]), slot * Int(sums[last]) / last)
      let end = unsafe min(
        Int(sums[slot + 1]), slot == last ? total : (slot + 1) * Int(sums[last]) / last)
      hits += max(0, end - first)
    }
    return 4 * hits >= 3 * total
  }

  /// Entries for each unit of the sums, in units of 2⁻⁵⁶, the last entry left out.
  ///
  /// Rounded up so that an entry's own start falls into it; but never so much that a guess for the
  /// total leaves the node: a last entry larger than the others would lead there.
  @inlinable
  @inline(__always)
  static func scale(_ sums: UnsafeMutablePointer<Int32>, _ count: Int) -> UInt64 {
    let last = max(count - 1, 0)
    let sum = unsafe Int(sums[last])
    let total = unsafe Int(sums[count])
    guard sum > 0 else { return 0 }
    let scale = (UInt64(truncatingIfNeeded: last) &<< 56) / UInt64(truncatingIfNeeded: sum) &+ 1
    guard total &* last > sum &* (lanes - 1) else { return scale }
    return (UInt64(truncatingIfNeeded: lanes - 1) &<< 56) / UInt64(truncatingIfNeeded: total)
  }
}

// Unchecked because every slot is the result of a search in the same node, and the writer owns it.

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
