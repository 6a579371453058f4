// Which of the items outside of unchanged runs are in both.

extension Comparison {
  /// Matches sources with targets of the same identifier, in order where one occurs several times.
  @inlinable
  mutating func match() throws(DiffingError) {
    numberTargets()
    scratch.partners.append(contentsOf: repeatElement(DiffScratch.none, count: sourceCount))
    scratch.matchedTargets.clear(count: targetCount)
    scratch.changedSources.clear(count: sourceCount)
    guard sourceCount > 0, targetCount > 0 else { return }
    if sourceCount * targetCount <= Self.fewPairs {
      matchOneByOne()
    } else {
      try fillTable()
      try matchByHash()
    }
  }

  /// As many comparisons as it takes to hash a few items.
  @inlinable static var fewPairs: Int { 64 }

  /// Gives ordinals to the targets, segment by segment.
  @inlinable
  mutating func numberTargets() {
    scratch.positions.reserveCapacity(targetCount)
    for index in scratch.segments.indices {
      let first = scratch.positions.count
      for gap in scratch.segments[index].gaps {
        scratch.gaps[gap].firstTarget = UInt32(truncatingIfNeeded: scratch.positions.count)
        let (start, end) = (scratch.gaps[gap].targetStart, scratch.gaps[gap].targetEnd)
        for position in start..<end { scratch.positions.append(position) }
      }
      scratch.segments[index].targetOrdinals = first..<scratch.positions.count
    }
  }

  @inlinable
  @inline(__always)
  func targetID(_ ordinal: Int) -> Identity.ID {
    Identity.id(of: target.item(at: scratch.position(ordinal)))
  }

  /// Notes that source `ordinal`, which is `item`, is target `partner`.
  @inlinable
  @inline(__always)
  mutating func pair(_ ordinal: Int, _ item: Identity.Item, with partner: Int) {
    scratch.partners[ordinal] = UInt32(truncatingIfNeeded: partner)
    scratch.matchedTargets[partner] = true
    let isUnchanged = Identity.isUnchanged(
      item, target.item(at: Int(scratch.positions[partner])))
    if !isUnchanged { scratch.changedSources[ordinal] = true }
    statistics.matchedItems += 1
  }

  /// For a handful of items.
  @inlinable
  mutating func matchOneByOne() {
    var ordinal = 0
    for gap in scratch.gaps.indices {
      for position in scratch.gaps[gap].source {
        let item = source.item(at: position)
        let id = Identity.id(of: item)
        for partner in 0..<targetCount where !scratch.matchedTargets[partner] {
          guard id == targetID(partner) else { continue }
          pair(ordinal, item, with: partner)
          break
        }
        ordinal += 1
      }
    }
  }
}

// MARK: By hash

extension Comparison {
  /// Enters all targets, the last first, so that of several with one identifier the first is found.
  @inlinable
  mutating func fillTable() throws(DiffingError) {
    scratch.table.clear(count: targetCount)
    statistics.hashes += targetCount
    for gap in scratch.gaps.indices.reversed() {
      let first = Int(scratch.gaps[gap].firstTarget)
      let range = scratch.gaps[gap].target
      for position in range.reversed() {
        let ordinal = first + position - range.lowerBound
        if ordinal & 0xffff == 0 { try checkCancellation() }
        let id = Identity.id(of: target.item(at: position))
        let bits = hash(id)
        let following = scratch.table.find(bits) { targetID($0) == id }
        scratch.table.enter(ordinal, bits, in: following.slot)
        if following.ordinal >= 0 { chain(ordinal, before: following.ordinal) }
      }
    }
  }

  /// Notes that `following` is the next target with the identifier of `ordinal`.
  @inlinable
  @inline(never)
  mutating func chain(_ ordinal: Int, before following: Int) {
    if scratch.next.isEmpty {
      scratch.next.append(contentsOf: repeatElement(DiffScratch.none, count: targetCount))
    }
    scratch.next[ordinal] = UInt32(truncatingIfNeeded: following)
  }

  /// Looks up all sources, in order.
  @inlinable
  mutating func matchByHash() throws(DiffingError) {
    // What comes next in the source often comes next in the target, or right before: items that
    // moved as a block, or a list turned round. Where nothing occurs twice that needs no look-up.
    let mayGuess = scratch.next.isEmpty
    var (last, step) = (-1, 1)
    var ordinal = 0
    for gap in scratch.gaps.indices {
      for position in scratch.gaps[gap].source {
        if ordinal & 0xffff == 0 { try checkCancellation() }
        let item = source.item(at: position)
        let id = Identity.id(of: item)
        let guess = last + step
        var partner = -1
        if mayGuess, last >= 0, guess >= 0, guess < targetCount, targetID(guess) == id {
          partner = scratch.matchedTargets[guess] ? -1 : guess
        } else {
          partner = take(id)
          step = partner == last - 1 ? -1 : 1
        }
        if partner >= 0 { pair(ordinal, item, with: partner) }
        last = partner
        ordinal += 1
      }
    }
  }

  /// The first target with identifier `id` that is not matched yet; -1 if there is none.
  @inlinable
  @inline(__always)
  mutating func take(_ id: Identity.ID) -> Int {
    statistics.hashes += 1
    let (partner, slot) = scratch.table.find(hash(id)) { targetID($0) == id }
    guard partner >= 0, !scratch.matchedTargets[partner] else { return -1 }
    if !isLast(partner) { scratch.table.replace(slot, Int(scratch.next[partner])) }
    return partner
  }

  /// Whether no other target with the identifier of `ordinal` follows it.
  @inlinable
  @inline(__always)
  func isLast(_ ordinal: Int) -> Bool {
    scratch.next.isEmpty || scratch.next[ordinal] == DiffScratch.none
  }
}
