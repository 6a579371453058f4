// Matches the items outside unchanged runs.

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

  /// The number of pairs up to which comparing each pair costs less than hashing.
  @inlinable static var fewPairs: Int { 64 }

  /// Assigns ordinals to the targets, segment by segment.
  @inlinable
  mutating func numberTargets() {
    scratch.positions.reserveCapacity(targetCount)
    for index in scratch.segments.indices {
      let first = scratch.positions.count
      for gap in scratch.segments[index].gaps {
        scratch.gaps[gap].firstTarget = UInt32(truncatingIfNeeded: scratch.positions.count)
        let (start, end) = (scratch.gaps[gap].targetStart, scratch.gaps[gap].targetEnd)
        scratch.positions.append(contentsOf: start..<end)
      }
      scratch.segments[index].targetOrdinals = first..<scratch.positions.count
    }
  }

  @inlinable
  @inline(__always)
  func targetID(_ ordinal: Int) -> Identity.ID {
    Identity.id(of: target.item(at: scratch.position(ordinal)))
  }

  /// Records that source `ordinal`, which is `item`, matches target `partner`.
  @inlinable
  @inline(__always)
  mutating func pair(_ ordinal: Int, _ item: Identity.Item, with partner: Int) {
    scratch.partners[ordinal] = UInt32(truncatingIfNeeded: partner)
    scratch.matchedTargets[partner] = true
    let isUnchanged = Identity.isUnchanged(item, target.item(at: Int(scratch.positions[partner])))
    if !isUnchanged { scratch.changedSources[ordinal] = true }
    statistics.matchedItems += 1
  }

  /// Matches by comparing every source with every target, for a handful of items.
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
  /// Enters all targets into the table, last first, so that a look-up of a repeated identifier
  /// finds its first target.
  @inlinable
  mutating func fillTable() throws(DiffingError) {
    scratch.table.clear(count: targetCount)
    statistics.hashes += targetCount
    var block = LookUpBlock()
    for gap in scratch.gaps.indices.reversed() {
      let range = scratch.gaps[gap].target
      var end = Int(scratch.gaps[gap].firstTarget) + range.count
      var positions = range
      while !positions.isEmpty {
        if end & 0xffff < LookUpBlock.length { try checkCancellation() }
        let part = positions.suffix(LookUpBlock.length)
        for position in part {
          let id = Identity.id(of: target.item(at: position))
          block.hashes[position - part.lowerBound] = hash(id)
        }
        scratch.table.fetch(&block, count: part.count)
        enter(part, block, before: end)
        end -= part.count
        positions = positions.lowerBound..<part.lowerBound
      }
    }
  }

  /// Enters the targets at `positions`; the last of them has the ordinal `end - 1`.
  @inlinable
  @inline(__always)
  mutating func enter(_ positions: Range<Int>, _ block: LookUpBlock, before end: Int) {
    for index in (0..<positions.count).reversed() {
      let ordinal = end - positions.count + index
      let bits = block.hashes[index]
      let following = scratch.table.find(bits) {
        targetID($0) == Identity.id(of: target.item(at: positions.lowerBound + index))
      }
      scratch.table.enter(ordinal, bits, in: following.slot)
      if following.ordinal >= 0 { chain(ordinal, before: following.ordinal) }
    }
  }

  /// Records that `following` is the next target with the identifier of `ordinal`.
  @inlinable
  @inline(never)
  mutating func chain(_ ordinal: Int, before following: Int) {
    if scratch.next.isEmpty {
      scratch.next.append(contentsOf: repeatElement(DiffScratch.none, count: targetCount))
    }
    scratch.next[ordinal] = UInt32(truncatingIfNeeded: following)
  }

  /// Looks up all sources in order.
  @inlinable
  mutating func matchByHash() throws(DiffingError) {
    var guess = PartnerGuess()
    // If identifiers repeat, each look-up depends on the one before.
    let areUnique = scratch.next.isEmpty
    var block = LookUpBlock()
    var ordinal = 0
    for gap in scratch.gaps.indices {
      var positions = scratch.gaps[gap].source
      while !positions.isEmpty {
        if ordinal & 0xffff < LookUpBlock.length { try checkCancellation() }
        var count = 1
        if areUnique, guess.isHopeless, positions.count >= LookUpBlock.length {
          count = LookUpBlock.length
          matchBlock(positions.lowerBound, ordinal, &block, &guess)
        } else {
          matchOne(positions.lowerBound, ordinal, &guess, mayGuess: areUnique)
        }
        ordinal += count
        positions.removeFirst(count)
      }
    }
  }

  /// Looks up the source at `position`, unless the guessed target already matches it.
  @inlinable
  @inline(__always)
  mutating func matchOne(
    _ position: Int, _ ordinal: Int, _ guess: inout PartnerGuess, mayGuess: Bool
  ) {
    let item = source.item(at: position)
    let id = Identity.id(of: item)
    let guessed = guess.next
    var partner = -1
    if mayGuess, guessed >= 0, guessed < targetCount, targetID(guessed) == id {
      partner = scratch.matchedTargets[guessed] ? -1 : guessed
      guess.confirm(partner)
    } else {
      partner = take(id)
      guess.miss(partner)
    }
    if partner >= 0 { pair(ordinal, item, with: partner) }
  }

  /// Looks up a whole block of sources at once, from `start` on.
  @inlinable
  @inline(__always)
  mutating func matchBlock(
    _ start: Int, _ ordinal: Int, _ block: inout LookUpBlock, _ guess: inout PartnerGuess
  ) {
    for index in 0..<LookUpBlock.length {
      block.hashes[index] = hash(Identity.id(of: source.item(at: start + index)))
    }
    scratch.table.fetch(&block, count: LookUpBlock.length)
    scratch.table.findCandidates(&block)
    for index in 0..<LookUpBlock.length {
      let candidate = block.entries[index]
      block.positions[index] =
        candidate == DiffScratch.none ? 0 : UInt32(scratch.position(Int(candidate)))
    }
    for index in 0..<LookUpBlock.length {
      var partner = -1
      if block.entries[index] != DiffScratch.none {
        let item = source.item(at: start + index)
        let id = Identity.id(of: item)
        if Identity.id(of: target.item(at: Int(block.positions[index]))) == id {
          let candidate = Int(block.entries[index])
          partner = scratch.matchedTargets[candidate] ? -1 : candidate
        } else {
          partner = take(id)
        }
        if partner >= 0 { pair(ordinal + index, item, with: partner) }
      }
      if partner >= 0, partner == guess.next { guess.confirm(partner) } else { guess.miss(partner) }
    }
    statistics.hashes += LookUpBlock.length
  }

  /// Returns the first unmatched target with identifier `id`; -1 if there is none.
  @inlinable
  @inline(__always)
  mutating func take(_ id: Identity.ID) -> Int {
    statistics.hashes += 1
    let (partner, slot) = scratch.table.find(hash(id)) { targetID($0) == id }
    guard partner >= 0, !scratch.matchedTargets[partner] else { return -1 }
    if !isLast(partner) { scratch.table.replace(slot, Int(scratch.next[partner])) }
    return partner
  }

  /// Returns whether `ordinal` is the last target with its identifier.
  @inlinable
  @inline(__always)
  func isLast(_ ordinal: Int) -> Bool {
    scratch.next.isEmpty || scratch.next[ordinal] == DiffScratch.none
  }
}

/// A block of identifiers that are looked up together.
@usableFromInline
struct LookUpBlock {
  /// The number of identifiers: slightly more than a processor fetches from memory at once.
  @inlinable static var length: Int { 32 }

  /// The hashes of the identifiers.
  @usableFromInline var hashes = InlineArray<32, UInt64>(repeating: 0)
  /// The table entry of each identifier.
  @usableFromInline var entries = InlineArray<32, UInt32>(repeating: 0)
  /// The position in the target of each entry.
  @usableFromInline var positions = InlineArray<32, UInt32>(repeating: 0)

  @inlinable
  init() {}
}

/// A guess at the target that the next source matches.
///
/// Neighbours in the source are often neighbours in the target, in the same or the reverse order:
/// blocks that moved, or a reversed list. A correct guess saves the look-up, provided that no
/// identifier repeats.
@usableFromInline
struct PartnerGuess {
  /// The last partner; -1 for none.
  @usableFromInline var last = -1
  /// The distance from one partner to the next.
  @usableFromInline var step = 1
  /// The number of wrong guesses in a row.
  @usableFromInline var misses = 0

  @inlinable
  init() {}

  /// The guessed target; negative for none.
  @inlinable var next: Int { last < 0 ? -1 : last + step }

  /// A Boolean value that indicates whether guesses were wrong so often that looking up a block at
  /// once costs less.
  @inlinable var isHopeless: Bool { misses >= 16 }

  /// Records a correct guess; `partner` is -1 if the target is already matched.
  @inlinable
  mutating func confirm(_ partner: Int) {
    last = partner
    misses = 0
  }

  /// Records a wrong guess; `partner` is -1 for none.
  @inlinable
  mutating func miss(_ partner: Int) {
    step = partner == last - 1 ? -1 : 1
    last = partner
    misses += 1
  }
}
