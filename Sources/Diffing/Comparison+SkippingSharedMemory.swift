public import BasicAlgorithms
public import Changesets
public import ItemStores

// Skips what two states of one store share in memory. Shared memory alone says nothing about
// sections: a section is skipped only if its memory corresponds, begins and ends with the section
// that it became, and contains no change.

extension Comparison {
  /// Compares only what two states of one store do not share in memory. Returns false, without
  /// recording anything, if the store cannot tell.
  @inlinable
  mutating func scanChangedMemory<Store: ItemStore>(
    _ sections: SectionChanges
  ) throws(DiffingError) -> Bool where Side == StoreSide<Store> {
    guard let changes = target.store.unsharedRanges(from: source.store) else { return false }
    statistics.visitedNodes = changes.visitedNodes
    scratch.gaps.reserveCapacity(changes.items.count)
    scratch.segments.reserveCapacity(changes.items.count)
    var blocks = SectionBlocks(
      sections, sourceCount: source.store.sectionCount, targetCount: target.store.sectionCount)
    var walk = MemoryWalk(changes)
    var removed = 0
    while let block = blocks.next() {
      try scanRemoved(blocks.removed, from: &removed, before: block.source.lowerBound, &walk)
      try scan(block, &walk)
    }
    try scanRemoved(blocks.removed, from: &removed, before: source.store.sectionCount, &walk)
    for section in sections.inserted {
      recordInserted(section, target.store.globalRange(ofSection: section))
    }
    statistics.matchedItems += source.store.itemCount - sourceCount
    statistics.sharedItems = source.store.itemCount - walk.compared
    return true
  }

  /// Compares the moved sections before `section`, starting at index `next` of `removed`, and records
  /// the deleted ones.
  @inlinable
  mutating func scanRemoved<Store: ItemStore>(
    _ removed: [SectionBlocks.Removed], from next: inout Int, before section: Int,
    _ walk: inout MemoryWalk
  ) throws(DiffingError) where Side == StoreSide<Store> {
    while next < removed.count, removed[next].source < section {
      let sources = source.store.globalRange(ofSection: removed[next].source)
      if let goal = removed[next].target {
        let targets = target.store.globalRange(ofSection: goal)
        // A moved section is out of order, so its changes are searched for separately.
        let change = walk.change
        walk.search(DiffPlace(sources.lowerBound, targets.lowerBound))
        if walk.replacesAll(of: sources, targets) {
          try scanItems(removed[next].source, sources, goal, targets, &walk)
        } else {
          try scan(removed[next].source, sources, goal, targets, &walk)
        }
        walk.change = change
      } else {
        recordDeleted(removed[next].source, sources)
        walk.compared += sources.count
      }
      next += 1
    }
  }

  /// Compares the sections of a block that shared memory does not prove equal.
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
      // Both sides are in step here, and stay in step up to the next change.
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

  /// Returns the first section of a block, from `section` at `place` on, that may have another
  /// number of items or contains changed memory; the block's end if there is none.
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

  /// Compares the changed parts of two sections that correspond, and skips the parts that both
  /// states share.
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

  /// Compares the items of two sections that correspond and share no memory at their places.
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

  /// Skips shared memory up to `end`. If the two sides are not in step there, sections began or
  /// ended in between, and the items are compared instead.
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

/// A cursor over the changes between two states of one store.
@usableFromInline
struct MemoryWalk {
  /// The changed ranges of items.
  @usableFromInline let items: [UnsharedRanges.Change]
  /// The ranges of sections whose item counts changed.
  @usableFromInline let sections: [UnsharedRanges.Change]
  /// The index of the first change in `items` that is not passed.
  @usableFromInline var change = 0
  /// The index of the first change in `sections` that is not passed.
  @usableFromInline var resized = 0
  /// The number of sources compared so far.
  @usableFromInline var compared = 0

  @inlinable
  init(_ changes: UnsharedRanges) {
    items = changes.items
    sections = changes.sections
  }

  /// Passes the changes that end before `place`.
  @inlinable
  mutating func pass(_ place: DiffPlace) {
    while change < items.count, items[change].ends(before: place) { change += 1 }
  }

  /// Moves to the first change that does not end before `place`, forwards or backwards.
  @inlinable
  mutating func search(_ place: DiffPlace) {
    change = items.partitioningIndex { !$0.ends(before: place) }
  }

  /// Returns whether the two sides are as far apart at `place` as in the shared memory in front of
  /// the next change.
  @inlinable
  func isInStep(_ place: DiffPlace) -> Bool {
    place.target - place.source == (change > 0 ? items[change - 1].shiftBehind : 0)
  }

  /// Returns whether the next change covers all of one of two sections. Memory that they share then
  /// lies elsewhere in the order of both, as for a section that moved past others.
  @inlinable
  func replacesAll(of sources: Range<Int>, _ targets: Range<Int>) -> Bool {
    guard change < items.count else { return false }
    let clamped = items[change].clamped(to: sources, targets)
    return clamped.source == sources || clamped.target == targets
  }

  /// Returns the first section of a block, from `section` on, whose item count may have changed;
  /// the block's end if there is none. Successive calls must not go backwards.
  @inlinable
  mutating func nextResized(from section: Int, in block: SectionBlocks.Block) -> Int {
    while resized < sections.count, sections[resized].source.upperBound <= section { resized += 1 }
    let shift = resized > 0 ? sections[resized - 1].shiftBehind : 0
    // The sizes pair this section with another one.
    if shift != block.shift { return section }
    guard resized < sections.count else { return block.source.upperBound }
    return min(max(section, sections[resized].source.lowerBound), block.source.upperBound)
  }
}

extension UnsharedRanges.Change {
  /// The distance by which the elements behind the change have moved.
  @inlinable var shiftBehind: Int { target.upperBound - source.upperBound }

  /// Returns whether the change ends at or before `place` on both sides.
  @inlinable
  func ends(before place: DiffPlace) -> Bool {
    source.upperBound <= place.source && target.upperBound <= place.target
  }

  /// Returns the part of the change that lies in a pair of sections. A side outside of its section
  /// becomes an empty range at the nearer edge.
  @inlinable
  func clamped(to sources: Range<Int>, _ targets: Range<Int>) -> Self {
    Self(source: source.clamped(to: sources), target: target.clamped(to: targets))
  }
}

/// An iterator over runs of neighbouring sections that stay neighbours, in order.
@usableFromInline
struct SectionBlocks {
  /// The sections that are deleted or move, ascending.
  @usableFromInline var removed: [Removed]
  /// The target indexes of inserted and moved sections, ascending.
  @usableFromInline var inserted: [Int]
  @usableFromInline let sourceCount: Int
  @usableFromInline let targetCount: Int
  /// The first source section behind the last block.
  @usableFromInline var source = 0
  /// The first target section behind the last block.
  @usableFromInline var target = 0
  @usableFromInline var nextRemoved = 0
  @usableFromInline var nextInserted = 0

  /// A section that leaves its place.
  @usableFromInline
  struct Removed {
    @usableFromInline let source: Int
    /// The index after the move; nil for a deleted section.
    @usableFromInline let target: Int?

    @inlinable
    init(source: Int, target: Int?) {
      self.source = source
      self.target = target
    }
  }

  /// A run of sections that stay side by side.
  @usableFromInline
  struct Block {
    @usableFromInline let source: Range<Int>
    /// The distance by which their indexes grow.
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
    removed = changes.deleted.map { Removed(source: $0, target: nil) }
    inserted = changes.inserted
    guard !changes.moved.isEmpty else { return }
    removed += changes.moved.map { Removed(source: $0.source, target: $0.target) }
    removed.sort { $0.source < $1.source }
    inserted += changes.moved.map(\.target)
    inserted.sort()
  }

  /// Returns the next block, which is not empty; nil at the end.
  @inlinable
  mutating func next() -> Block? {
    while nextRemoved < removed.count, removed[nextRemoved].source == source {
      nextRemoved += 1
      source += 1
    }
    while nextInserted < inserted.count, inserted[nextInserted] == target {
      nextInserted += 1
      target += 1
    }
    let end = nextRemoved < removed.count ? removed[nextRemoved].source : sourceCount
    let targetEnd = nextInserted < inserted.count ? inserted[nextInserted] : targetCount
    let count = min(end - source, targetEnd - target)
    guard count > 0 else { return nil }
    defer {
      source += count
      target += count
    }
    return Block(source: source..<(source + count), shift: target - source)
  }
}
