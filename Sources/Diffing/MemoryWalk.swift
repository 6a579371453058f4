public import ItemStores

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
