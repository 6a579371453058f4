public import Changesets
public import ItemStores

// What two states of one store share in memory is passed over. That some memory is in both says
// nothing about sections: a section is passed over where its memory corresponds, begins and ends with
// the section that it has become, and has nothing in it that has changed.

extension Comparison {
  /// Compares only what two states of one store do not share in memory.
  /// Returns false, and has noted nothing, where that was not possible.
  @inlinable
  mutating func scanChangedMemory<Store: ItemStore>(
    _ sections: SectionChanges
  ) throws(DiffingError) -> Bool where Side == StoreSide<Store> {
    guard let changes = source.store.memoryChanges(to: target.store) else { return false }
    statistics.visitedNodes = changes.visitedNodes
    scratch.gaps.reserveCapacity(changes.items.count)
    scratch.segments.reserveCapacity(changes.items.count)
    var blocks = SectionBlocks(
      sections, sourceCount: source.store.sectionCount, targetCount: target.store.sectionCount)
    var walk = MemoryWalk(changes)
    var taken = 0
    while let block = blocks.next() {
      try scanTaken(blocks.taken, from: &taken, before: block.source.lowerBound, &walk)
      try scan(block, &walk)
    }
    try scanTaken(blocks.taken, from: &taken, before: source.store.sectionCount, &walk)
    for section in sections.inserted {
      noteInserted(section, target.store.globalRange(ofSection: section))
    }
    statistics.matchedItems += source.store.itemCount - sourceCount
    statistics.sharedItems = source.store.itemCount - walk.compared
    return true
  }

  /// Compares the sections before `section` that move, from number `next` of them on, and notes those
  /// that go.
  @inlinable
  mutating func scanTaken<Store: ItemStore>(
    _ taken: [SectionBlocks.Taken], from next: inout Int, before section: Int,
    _ walk: inout MemoryWalk
  ) throws(DiffingError) where Side == StoreSide<Store> {
    while next < taken.count, taken[next].source < section {
      let sources = source.store.globalRange(ofSection: taken[next].source)
      if let goal = taken[next].target {
        let targets = target.store.globalRange(ofSection: goal)
        // It is out of the order of the others, and what has changed in it is looked for anew.
        let change = walk.change
        walk.search(DiffPlace(sources.lowerBound, targets.lowerBound))
        if walk.replacesAll(of: sources, targets) {
          try scanItems(taken[next].source, sources, goal, targets, &walk)
        } else {
          try scan(taken[next].source, sources, goal, targets, &walk)
        }
        walk.change = change
      } else {
        noteDeleted(taken[next].source, sources)
        walk.compared += sources.count
      }
      next += 1
    }
  }

  /// Compares those sections of a block that memory does not show to be the same.
  @inlinable
  mutating func scan<Store: ItemStore>(
    _ block: SectionBlocks.Block, _ walk: inout MemoryWalk
  ) throws(DiffingError) where Side == StoreSide<Store> {
    var section = block.source.lowerBound
    var place = DiffPlace(
      source.store.globalRange(ofSection: section).lowerBound,
      target.store.globalRange(ofSection: section + block.shift).lowerBound)
    while true {
      walk.pass(place)
      // Both sides have come here in step: so does what follows, up to what has changed.
      if walk.isInStep(place) { section = nextTouched(section, place, block, &walk) }
      guard section < block.source.upperBound else { return }
      let sources = source.store.globalRange(ofSection: section)
      let targets = target.store.globalRange(ofSection: section + block.shift)
      walk.pass(DiffPlace(sources.lowerBound, targets.lowerBound))
      try scan(section, sources, section + block.shift, targets, &walk)
      place = DiffPlace(sources.upperBound, targets.upperBound)
      section += 1
    }
  }

  /// The first section of a block, from `section` on, which begins at `place`, that may have another
  /// number of items or holds memory that has changed; the block's end if there is none.
  @inlinable
  func nextTouched<Store: ItemStore>(
    _ section: Int, _ place: DiffPlace, _ block: SectionBlocks.Block, _ walk: inout MemoryWalk
  ) -> Int where Side == StoreSide<Store> {
    let resized = walk.nextResized(from: section, in: block)
    guard resized > section, walk.change < walk.items.count else { return resized }
    let change = walk.items[walk.change]
    var touched = resized
    let start = max(change.source.lowerBound, place.source)
    if start < change.source.upperBound {
      touched = min(touched, source.store.section(ofGlobalIndex: start))
    }
    let targetStart = max(change.target.lowerBound, place.target)
    if touched > section, targetStart < change.target.upperBound {
      let found = target.store.section(ofGlobalIndex: targetStart)
      touched = min(touched, found - block.shift)
    }
    return touched
  }

  /// Compares what has changed of two sections that correspond, and passes over what both states
  /// share.
  @inlinable
  mutating func scan(
    _ section: Int, _ sources: Range<Int>, _ goal: Int, _ targets: Range<Int>,
    _ walk: inout MemoryWalk
  ) throws(DiffingError) {
    try checkCancellation()
    let firstGap = scratch.gaps.count
    var place = DiffPlace(sources.lowerBound, targets.lowerBound)
    while walk.change < walk.items.count {
      let change = walk.items[walk.change]
      if change.isOutside(sources, targets) { break }
      let changed = change.clamped(to: sources, targets)
      let start = DiffPlace(changed.source.lowerBound, changed.target.lowerBound)
      try passShared(&place, start, &walk)
      try scan(place.source..<changed.source.upperBound, place.target..<changed.target.upperBound)
      walk.compared += changed.source.upperBound - place.source
      place = DiffPlace(changed.source.upperBound, changed.target.upperBound)
      let goesOn =
        change.source.upperBound > sources.upperBound
        || change.target.upperBound > targets.upperBound
      if goesOn { break }
      walk.change += 1
    }
    try passShared(&place, DiffPlace(sources.upperBound, targets.upperBound), &walk)
    close(section, sources, goal, targets, firstGap: firstGap)
  }

  /// Compares the items of two sections that correspond and share no memory where they stand.
  @inlinable
  mutating func scanItems(
    _ section: Int, _ sources: Range<Int>, _ goal: Int, _ targets: Range<Int>,
    _ walk: inout MemoryWalk
  ) throws(DiffingError) {
    let firstGap = scratch.gaps.count
    try scan(sources, targets)
    walk.compared += sources.count
    close(section, sources, goal, targets, firstGap: firstGap)
  }

  /// Passes over shared memory up to `end`, or compares where that does not correspond: the distance
  /// between the two sides tells, and sections may have begun or ended between.
  @inlinable
  mutating func passShared(
    _ place: inout DiffPlace, _ end: DiffPlace, _ walk: inout MemoryWalk
  ) throws(DiffingError) {
    defer { place = end }
    if walk.isInStep(place), walk.isInStep(end) { return }
    try scan(place.source..<end.source, place.target..<end.target)
    walk.compared += end.source - place.source
  }
}

/// How far a comparison of two states of one store has come in what they do not share.
@usableFromInline
struct MemoryWalk {
  /// The items that have changed.
  @usableFromInline let items: [MemoryChanges.Change]
  /// The sections whose numbers of items have.
  @usableFromInline let sections: [MemoryChanges.Change]
  /// The first of `items` that is not passed.
  @usableFromInline var change = 0
  /// The first of `sections` that is not passed.
  @usableFromInline var resized = 0
  /// How many sources have been compared.
  @usableFromInline var compared = 0

  @inlinable
  init(_ changes: MemoryChanges) {
    items = changes.items
    sections = changes.sections
  }

  /// Passes what has changed before `place`.
  @inlinable
  mutating func pass(_ place: DiffPlace) {
    while change < items.count, items[change].ends(before: place) { change += 1 }
  }

  /// Goes to the first change that does not end before `place`, wherever that is.
  @inlinable
  mutating func search(_ place: DiffPlace) {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].ends(before: place) { low = middle + 1 } else { high = middle }
    }
    change = low
  }

  /// Whether both sides are as far apart at `place` as the shared memory in front of the next change.
  @inlinable
  func isInStep(_ place: DiffPlace) -> Bool {
    place.target - place.source == (change > 0 ? items[change - 1].shiftBehind : 0)
  }

  /// Whether the next change takes all of one of two sections: then what they share, if anything,
  /// stands elsewhere in the order of both, as where a section has moved past others.
  @inlinable
  func replacesAll(of sources: Range<Int>, _ targets: Range<Int>) -> Bool {
    guard change < items.count else { return false }
    let clamped = items[change].clamped(to: sources, targets)
    return clamped.source == sources || clamped.target == targets
  }

  /// The first section of a block, from `section` on, that is not known to have as many items as
  /// before; the block's end if there is none. Sections asked for must not descend.
  @inlinable
  mutating func nextResized(from section: Int, in block: SectionBlocks.Block) -> Int {
    while resized < sections.count, sections[resized].source.upperBound <= section { resized += 1 }
    let shift = resized > 0 ? sections[resized - 1].shiftBehind : 0
    // Not the section that it was among the sizes.
    if shift != block.shift { return section }
    guard resized < sections.count else { return block.source.upperBound }
    return min(max(section, sections[resized].source.lowerBound), block.source.upperBound)
  }
}

extension MemoryChanges.Change {
  /// How far what stands behind it has moved.
  @inlinable var shiftBehind: Int { target.upperBound - source.upperBound }

  /// Whether it ends before `place`, or there, on both sides.
  @inlinable
  func ends(before place: DiffPlace) -> Bool {
    source.upperBound <= place.source && target.upperBound <= place.target
  }

  /// Whether it lies behind two sections; or before the one and behind the other, as then all that
  /// follows does not lie in both either.
  @inlinable
  func isOutside(_ sources: Range<Int>, _ targets: Range<Int>) -> Bool {
    let isBehindSource = source.lowerBound >= sources.upperBound
    let isBehindTarget = target.lowerBound >= targets.upperBound
    return isBehindSource && (isBehindTarget || target.upperBound <= targets.lowerBound)
      || isBehindTarget && source.upperBound <= sources.lowerBound
  }

  /// The part of it that lies in a section.
  @inlinable
  func clamped(to sources: Range<Int>, _ targets: Range<Int>) -> Self {
    Self(source: source.clamped(to: sources), target: target.clamped(to: targets))
  }
}

/// Runs of neighbouring sections that stay neighbours, in order.
@usableFromInline
struct SectionBlocks {
  /// The sections that go or move, ascending.
  @usableFromInline var taken: [Taken]
  /// The sections that come or are moved to, ascending.
  @usableFromInline var put: [Int]
  @usableFromInline let sourceCount: Int
  @usableFromInline let targetCount: Int
  /// The first section behind the last block.
  @usableFromInline var source = 0
  /// What that block's end has become.
  @usableFromInline var target = 0
  @usableFromInline var nextTaken = 0
  @usableFromInline var nextPut = 0

  /// A section that leaves its place.
  @usableFromInline
  struct Taken {
    @usableFromInline let source: Int
    /// Where it goes; nil for nowhere.
    @usableFromInline let target: Int?

    @inlinable
    init(source: Int, target: Int?) {
      self.source = source
      self.target = target
    }
  }

  /// Sections that stay side by side.
  @usableFromInline
  struct Block {
    @usableFromInline let source: Range<Int>
    /// By how much their indexes grow.
    @usableFromInline let shift: Int

    @inlinable
    init(source: Range<Int>, shift: Int) {
      self.source = source
      self.shift = shift
    }
  }

  @inlinable
  init(_ changes: SectionChanges, sourceCount: Int, targetCount: Int) {
    self.sourceCount = sourceCount
    self.targetCount = targetCount
    taken = changes.deleted.map { Taken(source: $0, target: nil) }
    put = changes.inserted
    guard !changes.moved.isEmpty else { return }
    taken += changes.moved.map { Taken(source: $0.source, target: $0.target) }
    taken.sort { $0.source < $1.source }
    put += changes.moved.map(\.target)
    put.sort()
  }

  /// The next block, which is not empty; nil at the end.
  @inlinable
  mutating func next() -> Block? {
    while nextTaken < taken.count, taken[nextTaken].source == source {
      nextTaken += 1
      source += 1
    }
    while nextPut < put.count, put[nextPut] == target {
      nextPut += 1
      target += 1
    }
    let end = nextTaken < taken.count ? taken[nextTaken].source : sourceCount
    let targetEnd = nextPut < put.count ? put[nextPut] : targetCount
    let count = min(end - source, targetEnd - target)
    guard count > 0 else { return nil }
    defer {
      source += count
      target += count
    }
    return Block(source: source..<(source + count), shift: target - source)
  }
}
