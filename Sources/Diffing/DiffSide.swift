public import Changesets

/// One of two collections that are compared: its items by position, all sections laid end to end.
///
/// Positions are the comparison's own, so they are in range.
@usableFromInline
protocol DiffSide {
  associatedtype Item

  /// The item at `position`.
  func item(at position: Int) -> Item

  /// The path of the item at `position`.
  func path(at position: Int) -> ItemPath

  /// How many items at both ends of `range` are those of `targets`, with equal content; those at the
  /// front first. With no answer for the back, those at the front may be more.
  func unchangedEnds<Identity: ItemIdentity>(
    of range: Range<Int>, in target: Self, _ targets: Range<Int>, _ identity: Identity.Type
  ) -> (front: Int, back: Int?) where Identity.Item == Item

  /// How many items from `start` on are those of `target` from `targetStart` on, with equal content.
  /// At most `limit`, which both have, are looked at.
  func unchangedCount<Identity: ItemIdentity>(
    from start: Int, in target: Self, from targetStart: Int, limit: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Item

  /// How many items before `end` are those of `target` before `targetEnd`, with equal content. At most
  /// `limit`, which both have, are looked at.
  func unchangedCount<Identity: ItemIdentity>(
    before end: Int, in target: Self, before targetEnd: Int, limit: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Item
}

extension DiffSide {
  /// Knows nothing yet.
  @inlinable
  @inline(__always)
  func unchangedEnds<Identity: ItemIdentity>(
    of range: Range<Int>, in target: Self, _ targets: Range<Int>, _ identity: Identity.Type
  ) -> (front: Int, back: Int?) where Identity.Item == Item { (0, nil) }
}

// MARK: Two stretches of memory

extension Span {
  /// How many of the first items are those of `other`, and of the others how many of the last, with
  /// equal content; nil for these where the one that ends the first has only its content changed.
  @inlinable
  @inline(__always)
  func unchangedEnds<Identity: ItemIdentity>(
    of other: Span<Element>, _ identity: Identity.Type
  ) -> (front: Int, back: Int?) where Identity.Item == Element {
    let limit = Swift.min(count, other.count)
    let front = unchangedPrefix(of: other, limit: limit, identity)
    if front == limit { return (front, 0) }
    let (mine, others) = (uncheckedItem(front), other.uncheckedItem(front))
    if Identity.id(of: mine) == Identity.id(of: others) { return (front, nil) }
    return (front, unchangedSuffix(of: other, limit: limit - front, identity))
  }

  /// How many of the first `limit` items are those of `other`, with equal content.
  @inlinable
  @inline(__always)
  func unchangedPrefix<Identity: ItemIdentity>(
    of other: Span<Element>, limit: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Element {
    if isSameMemory(as: other) { return limit }
    var passed = sameBytesPrefix(of: other, limit: limit)
    // Without a branch between them, so that the processor compares several at once.
    while passed &+ 8 <= limit {
      var isSame = true
      for place in passed..<(passed &+ 8) {
        let same = Identity.isSame(uncheckedItem(place), other.uncheckedItem(place))
        isSame = isSame && same
      }
      if !isSame { break }
      passed &+= 8
    }
    while passed < limit {
      if !Identity.isSame(uncheckedItem(passed), other.uncheckedItem(passed)) { break }
      passed &+= 1
    }
    return passed
  }

  /// How many of the last `limit` items are those of `other`, with equal content.
  @inlinable
  @inline(__always)
  func unchangedSuffix<Identity: ItemIdentity>(
    of other: Span<Element>, limit: Int, _ identity: Identity.Type
  ) -> Int where Identity.Item == Element {
    if count == other.count, isSameMemory(as: other) { return limit }
    var passed = sameBytesSuffix(of: other, limit: limit)
    while passed &+ 8 <= limit {
      var isSame = true
      for place in passed..<(passed &+ 8) {
        let same = Identity.isSame(
          uncheckedItem(count &- 1 &- place), other.uncheckedItem(other.count &- 1 &- place))
        isSame = isSame && same
      }
      if !isSame { break }
      passed &+= 8
    }
    while passed < limit {
      let isSame = Identity.isSame(
        uncheckedItem(count &- 1 &- passed), other.uncheckedItem(other.count &- 1 &- passed))
      if !isSame { break }
      passed &+= 1
    }
    return passed
  }
}

extension ItemIdentity {
  /// Whether two values are of one item, in one state.
  @inlinable
  @inline(__always)
  static func isSame(_ source: Item, _ target: Item) -> Bool {
    id(of: source) == id(of: target) && isUnchanged(source, target)
  }
}
