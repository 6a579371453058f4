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

  /// The child whose entries include the tree's entry number `unit`.
  @inlinable
  @inline(__always)
  func slot(containingEntry unit: Int) -> Int {
    if level == 0 { return unit }
    let guess = guess(unit, scaleOffset: 24)
    if unsafe Int(firsts[guess]) <= unit, unsafe unit < Int(firsts[guess &+ 1]) { return guess }
    return unsafe Self.countNotAbove(Int32(truncatingIfNeeded: unit), in: firsts + 1)
  }

  /// Where `value` would be if all entries but the last were of one size, as a bulk load leaves them.
  @inlinable
  @inline(__always)
  func guess(_ value: Int, scaleOffset: Int) -> Int {
    let scale = unsafe address.load(fromByteOffset: scaleOffset, as: UInt64.self)
    let product = (UInt64(truncatingIfNeeded: value) &<< 8).multipliedFullWidth(by: scale)
    return Int(truncatingIfNeeded: product.high)
  }

  /// How many of a node's ascending values are not above `value`; the padding is `Int32.max`.
  ///
  /// Neither is negative, so the sign of their difference says which is greater. Sixteen such signs
  /// are summed in four vector operations of four; of a comparison, even that of two `SIMD16`, the
  /// compiler makes a loop with a branch, ten times as slow.
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

  /// Whether guesses are worth their while.
  @inlinable
  @inline(__always)
  var isEven: Bool {
    unsafe address.load(fromByteOffset: 16, as: UInt64.self) != Self.unevenScale
  }

  /// Computes anew what `slot(containing:)` multiplies by after a change of one size, and after
  /// every 256th whether the node is even at all.
  @inlinable
  @inline(__always)
  func refreshScale() {
    let changes = unsafe address.load(fromByteOffset: 32, as: UInt32.self) &+ 1
    unsafe address.storeBytes(of: changes, toByteOffset: 32, as: UInt32.self)
    if changes & 255 == 0 { return refreshScales() }
    guard isEven else { return }
    unsafe address.storeBytes(of: Self.scale(starts, count), toByteOffset: 16, as: UInt64.self)
  }

  /// Computes the scales anew after a change of entries.
  @inlinable
  func refreshScales() {
    let scale = unsafe Self.isEven(starts, count) ? Self.scale(starts, count) : Self.unevenScale
    unsafe address.storeBytes(of: scale, toByteOffset: 16, as: UInt64.self)
    guard level > 0 else { return }
    let unitScale = unsafe Self.isEven(firsts, count) ? Self.scale(firsts, count) : 0
    unsafe address.storeBytes(of: unitScale, toByteOffset: 24, as: UInt64.self)
  }

  /// Whether three quarters of all offsets lie in the entry where equal sizes would put them.
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
