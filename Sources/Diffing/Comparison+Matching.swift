// Matches the items outside unchanged runs.

extension Comparison {
  /// Matches sources with targets of the same identifier, in order where one occurs several times.
  @inlinable
  mutating func match() throws(DiffingError) {
    listTargets()
    scratch.partners.append(contentsOf: repeatElement(DiffScratch.none, count: sourceCount))
    scratch.matchedTargets.clear(count: targetCount)
    guard sourceCount > 0, targetCount > 0 else { return }
    if sourceCount * targetCount <= Self.fewPairs {
      matchOneByOne()
    } else if areSamplesDisjoint {
      try matchFew()
    } else {
      try fillTable()
      try matchByHash()
    }
  }

  /// The number of pairs up to which comparing each pair costs less than hashing.
  @inlinable static var fewPairs: Int { 64 }

  /// Lists the positions of the targets by ordinal.
  @inlinable
  mutating func listTargets() {
    scratch.positions.reserveCapacity(targetCount)
    for gap in scratch.gaps.indices {
      let (start, end) = (scratch.gaps[gap].targetStart, scratch.gaps[gap].targetEnd)
      if end &- start > Self.fewTargets {
        scratch.positions.append(addingCapacity: Int(end &- start)) { positions in
          for position in start..<end { positions.append(position) }
        }
      } else {
        for position in start..<end { scratch.positions.append(position) }
      }
    }
  }

  /// The number of targets up to which appending each costs less than appending all at once.
  @inlinable static var fewTargets: Int { 8 }

  @inlinable
  @inline(__always)
  func targetID(_ ordinal: Int) -> Identity.ID {
    Identity.id(of: target.item(at: scratch.position(ordinal)))
  }

  /// Records that source `ordinal`, which is `item`, matches target `partner`.
  @inlinable
  @inline(__always)
  mutating func pair(_ ordinal: Int, _ item: Identity.Item, with partner: Int) {
    let isUnchanged = Identity.isUnchanged(item, target.item(at: Int(scratch.positions[partner])))
    pair(ordinal, with: partner, isUnchanged: isUnchanged)
  }

  /// Records that source `ordinal` matches target `partner`.
  @inlinable
  @inline(__always)
  mutating func pair(_ ordinal: Int, with partner: Int, isUnchanged: Bool) {
    scratch.partners[ordinal] = UInt32(truncatingIfNeeded: partner)
    scratch.matchedTargets[partner] = true
    if !isUnchanged { recordChanged(ordinal) }
    statistics.matchedItems += 1
  }

  /// Records that the content of source `ordinal` changed.
  @inlinable
  @inline(never)
  mutating func recordChanged(_ ordinal: Int) {
    if scratch.changedSources.words.isEmpty { scratch.changedSources.clear(count: sourceCount) }
    scratch.changedSources[ordinal] = true
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
          guard Identity.isSameID(id, targetID(partner)) else { continue }
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
    scratch.table.clear(count: targetCount, below: targetCount)
    statistics.hashes += targetCount
    var block = LookUpBlock()
    var end = targetCount
    while end > 0 {
      if end & 0xffff < LookUpBlock.length { try checkCancellation() }
      let start = max(end - LookUpBlock.length, 0)
      hashTargets(start..<end, &block)
      scratch.table.fetch(&block, count: end - start)
      for ordinal in (start..<end).reversed() { enter(ordinal, block.hashes[ordinal &- start]) }
      end = start
    }
  }

  /// Hashes the targets of a block.
  @inlinable
  @inline(__always)
  func hashTargets(_ ordinals: Range<Int>, _ block: inout LookUpBlock) {
    let first = ordinals.lowerBound
    if Self.hashesHeap {
      for ordinal in ordinals {
        block.entries[ordinal &- first] = firstByte(of: targetID(ordinal))
      }
    }
    for ordinal in ordinals { block.hashes[ordinal &- first] = hash(targetID(ordinal)) }
  }

  /// Hashes the first `count` sources of a block.
  @inlinable
  @inline(__always)
  func hashSources(_ block: inout LookUpBlock, count: Int) {
    if Self.hashesHeap {
      for index in 0..<count {
        let item = source.item(at: Int(block.sources[index]))
        block.entries[index] = firstByte(of: Identity.id(of: item))
      }
    }
    for index in 0..<count {
      block.hashes[index] = hash(Identity.id(of: source.item(at: Int(block.sources[index]))))
    }
  }

  /// Enters target `ordinal`, whose identifier has the hash `bits`.
  @inlinable
  @inline(__always)
  mutating func enter(_ ordinal: Int, _ bits: UInt64) {
    let following = scratch.table.find(bits) {
      Identity.isSameID(targetID($0), targetID(ordinal))
    }
    scratch.table.enter(ordinal, bits, in: following.slot)
    if following.ordinal >= 0 { chain(ordinal, before: following.ordinal) }
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
    var cursor = GapCursor()
    var ordinal = 0
    while ordinal < sourceCount {
      if ordinal & 0xffff < LookUpBlock.length { try checkCancellation() }
      if areUnique, guess.isHopeless, sourceCount - ordinal >= LookUpBlock.length {
        cursor.read(&block.sources, count: LookUpBlock.length, scratch.gaps.span)
        matchBlock(ordinal, &block, &guess)
        ordinal += LookUpBlock.length
      } else {
        matchOne(cursor.next(scratch.gaps.span), ordinal, &guess, mayGuess: areUnique)
        ordinal += 1
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
    if mayGuess, guessed >= 0, guessed < targetCount, Identity.isSameID(targetID(guessed), id) {
      partner = scratch.matchedTargets[guessed] ? -1 : guessed
      guess.confirm(partner)
    } else {
      statistics.hashes += 1
      partner = take(id, hash(id))
      guess.miss(partner)
    }
    if partner >= 0 { pair(ordinal, item, with: partner) }
  }

  /// Looks up a whole block of sources at once; the first has the ordinal `first`.
  @inlinable
  @inline(__always)
  mutating func matchBlock(_ first: Int, _ block: inout LookUpBlock, _ guess: inout PartnerGuess) {
    hashSources(&block, count: LookUpBlock.length)
    statistics.hashes += LookUpBlock.length
    scratch.table.fetch(&block, count: LookUpBlock.length)
    scratch.table.findCandidates(&block)
    for index in 0..<LookUpBlock.length {
      let candidate = block.entries[index]
      block.positions[index] =
        candidate == DiffScratch.none ? 0 : UInt32(scratch.position(Int(candidate)))
    }
    if Self.hashesHeap { fetchCandidates(&block) }
    for index in 0..<LookUpBlock.length {
      var partner = -1
      if block.entries[index] != DiffScratch.none {
        let position = Int(block.sources[index])
        let comparison = Identity.compare(
          source.item(at: position), target.item(at: Int(block.positions[index])))
        if comparison != .different {
          partner = Int(block.entries[index])
          if scratch.matchedTargets[partner] { partner = -1 }
          if partner >= 0 {
            pair(first + index, with: partner, isUnchanged: comparison == .unchanged)
          }
        } else {
          let item = source.item(at: position)
          partner = take(Identity.id(of: item), block.hashes[index])
          if partner >= 0 { pair(first + index, item, with: partner) }
        }
      }
      if partner >= 0, partner == guess.next { guess.confirm(partner) } else { guess.miss(partner) }
    }
  }

  /// Reads the first byte of each candidate of a block, so that the processor fetches the memory of
  /// many at once before they are compared.
  @inlinable
  @inline(never)
  func fetchCandidates(_ block: inout LookUpBlock) {
    for index in 0..<LookUpBlock.length {
      block.bytes[index] = firstByte(
        of: Identity.id(of: target.item(at: Int(block.positions[index]))))
    }
  }

  /// Returns the first unmatched target with identifier `id`, whose hash is `bits`; -1 if there is
  /// none.
  @inlinable
  @inline(__always)
  mutating func take(_ id: Identity.ID, _ bits: UInt64) -> Int {
    let (partner, slot) = scratch.table.find(bits) { Identity.isSameID(targetID($0), id) }
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

  /// The positions of the sources that are looked up.
  @usableFromInline var sources = InlineArray<32, UInt32>(repeating: 0)
  /// The hashes of the identifiers.
  @usableFromInline var hashes = InlineArray<32, UInt64>(repeating: 0)
  /// The table entry of each identifier.
  @usableFromInline var entries = InlineArray<32, UInt32>(repeating: 0)
  /// The position in the target of each entry.
  @usableFromInline var positions = InlineArray<32, UInt32>(repeating: 0)
  /// The first byte of each target at these positions.
  @usableFromInline var bytes = InlineArray<32, UInt32>(repeating: 0)

  @inlinable
  init() {}
}

/// A cursor over the sources in the gaps, in the order of their ordinals.
@usableFromInline
struct GapCursor {
  /// The gap behind the one that is read.
  @usableFromInline var gap = 0
  /// The next source.
  @usableFromInline var position: UInt32 = 0
  /// The end of the sources of the gap that is read.
  @usableFromInline var end: UInt32 = 0

  @inlinable
  init() {}

  /// Returns the position of the next source, which must exist.
  @inlinable
  @inline(__always)
  mutating func next(_ gaps: Span<DiffGap>) -> Int {
    while position == end {
      (position, end) = (gaps[gap].sourceStart, gaps[gap].sourceEnd)
      gap &+= 1
    }
    position &+= 1
    return Int(position &- 1)
  }

  /// Reads the next `total` sources, which must exist.
  @inlinable
  @inline(__always)
  mutating func read(
    _ positions: inout InlineArray<32, UInt32>, count total: Int, _ gaps: Span<DiffGap>
  ) {
    var count = 0
    while count < total {
      if position == end {
        (position, end) = (gaps[gap].sourceStart, gaps[gap].sourceEnd)
        gap &+= 1
      }
      let part = min(Int(end &- position), total &- count)
      for index in 0..<part {
        positions[count &+ index] = position &+ UInt32(truncatingIfNeeded: index)
      }
      count &+= part
      position &+= UInt32(truncatingIfNeeded: part)
    }
  }
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
