public import Changesets
public import ItemStores

extension SectionChanges {
  /// What a comparison of the sections' names has found.
  @inlinable
  init(_ names: Changeset) {
    deleted = names.deletedItems.map(\.item)
    inserted = names.insertedItems.map(\.item)
    moved = names.movedItems.map { Changeset.Move(from: $0.source.item, to: $0.target.item) }
  }

  /// Whether each section is where it was.
  @inlinable var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && moved.isEmpty }

  /// Where sections go.
  @inlinable var map: ChangesetMap {
    ChangesetMap(
      Changeset(deletedSections: deleted, insertedSections: inserted, movedSections: moved))
  }
}

extension Comparison {
  /// Compares each section that stays with what it becomes, and notes those that come and go.
  @inlinable
  mutating func scanSections<Store: ItemStore>(
    _ sections: SectionChanges
  ) throws(DiffingError) where Side == StoreSide<Store> {
    let map = sections.map
    let isInPlace = sections.isEmpty
    for section in 0..<source.store.sectionCount {
      let sources = source.store.globalRange(ofSection: section)
      if let goal = isInPlace ? section : map.section(section) {
        try scan(section, sources, goal, target.store.globalRange(ofSection: goal))
      } else {
        noteDeleted(section, sources)
      }
    }
    for section in sections.inserted {
      noteInserted(section, target.store.globalRange(ofSection: section))
    }
  }

  // MARK: States of one store

  /// Compares only what two states of one store do not share in memory.
  /// Returns false, and has noted nothing, where that was not possible.
  @inlinable
  mutating func scanChangedMemory<Store: ItemStore>(
    _ sections: SectionChanges
  ) throws(DiffingError) -> Bool where Side == StoreSide<Store> {
    guard sections.isEmpty, let changes = source.store.memoryChanges(to: target.store),
      let touched = touchedSections(changes)
    else { return false }
    statistics.visitedNodes = changes.visitedNodes
    var next = 0
    var compared = 0
    for section in touched {
      let sources = source.store.globalRange(ofSection: section)
      let targets = target.store.globalRange(ofSection: section)
      let firstGap = scratch.gaps.count
      let before = sourceCount
      compared += try scan(sources, targets, changes.items, from: &next)
      statistics.matchedItems -= sourceCount - before
      close(section, sources, section, targets, firstGap: firstGap)
    }
    statistics.matchedItems += source.store.itemCount
    statistics.sharedItems = source.store.itemCount - compared
    return true
  }

  /// The sections that hold changed memory, or may have another number of items; nil where all others are not
  /// known to be the same.
  @inlinable
  func touchedSections<Store: ItemStore>(
    _ changes: MemoryChanges
  ) -> [Int]? where Side == StoreSide<Store> {
    var touched: [Int] = []
    for change in changes.items {
      touched.addSections(of: change.source, in: source.store)
      touched.addSections(of: change.target, in: target.store)
    }
    for change in changes.sections {
      guard change.source == change.target else { return nil }
      touched += change.source
    }
    touched.sort()
    var kept = 0
    for section in touched where kept == 0 || touched[kept - 1] != section {
      touched[kept] = section
      kept += 1
    }
    touched.removeLast(touched.count - kept)
    return othersAreInStep(touched, changes.items) ? touched : nil
  }

  /// Whether the sections between those that are touched begin in the target where their memory does.
  ///
  /// They have as many items as before, and all of these are shared; so it is enough to look at the
  /// first behind each that is touched.
  @inlinable
  func othersAreInStep<Store: ItemStore>(
    _ touched: [Int], _ changes: [MemoryChanges.Change]
  ) -> Bool where Side == StoreSide<Store> {
    var change = 0
    var shift = 0
    for index in -1..<touched.count {
      let section = index < 0 ? 0 : touched[index] + 1
      let isTouched = index + 1 < touched.count && touched[index + 1] == section
      guard section < source.store.sectionCount, !isTouched else { continue }
      let start = source.store.globalRange(ofSection: section).lowerBound
      let targetStart = target.store.globalRange(ofSection: section).lowerBound
      while change < changes.count, changes[change].source.upperBound <= start,
        changes[change].target.upperBound <= targetStart
      {
        shift += changes[change].target.count - changes[change].source.count
        change += 1
      }
      if targetStart - start != shift { return false }
    }
    return true
  }

  /// Compares what has changed of one section, and passes over what both states share; returns how
  /// many sources were compared. Change `next` is the first that may lie in the section, and then in the
  /// following one.
  @inlinable
  mutating func scan(
    _ sources: Range<Int>, _ targets: Range<Int>, _ changes: [MemoryChanges.Change],
    from next: inout Int
  ) throws(DiffingError) -> Int {
    var place = DiffPlace(sources.lowerBound, targets.lowerBound)
    var compared = 0
    while next < changes.count {
      let change = changes[next]
      let isBehind =
        change.source.lowerBound >= sources.upperBound
        && change.target.lowerBound >= targets.upperBound
      if isBehind { break }
      let changed = change.clamped(to: sources, targets)
      let start = DiffPlace(changed.source.lowerBound, changed.target.lowerBound)
      compared += try passShared(&place, start, before: next, in: changes)
      try scan(place.source..<changed.source.upperBound, place.target..<changed.target.upperBound)
      compared += changed.source.upperBound - place.source
      place = DiffPlace(changed.source.upperBound, changed.target.upperBound)
      let goesOn =
        change.source.upperBound > sources.upperBound
        || change.target.upperBound > targets.upperBound
      if goesOn { break }
      next += 1
    }
    let end = DiffPlace(sources.upperBound, targets.upperBound)
    return try compared + passShared(&place, end, before: next, in: changes)
  }

  /// Passes over shared memory up to `end`, or compares where that does not correspond: the distance
  /// between the two sides tells, and sections may have begun or ended between.
  /// Returns how many sources were compared.
  @inlinable
  mutating func passShared(
    _ place: inout DiffPlace, _ end: DiffPlace, before next: Int, in changes: [MemoryChanges.Change]
  ) throws(DiffingError) -> Int {
    defer { place = end }
    let shift = next > 0 ? changes[next - 1].shiftBehind : 0
    if place.target - place.source == shift, end.target - end.source == shift { return 0 }
    try scan(place.source..<end.source, place.target..<end.target)
    return end.source - place.source
  }
}

extension MemoryChanges.Change {
  /// How far what stands behind it has moved.
  @inlinable var shiftBehind: Int { target.upperBound - source.upperBound }

  /// The part of it that lies in a section.
  @inlinable
  func clamped(to sources: Range<Int>, _ targets: Range<Int>) -> Self {
    Self(source: source.clamped(to: sources), target: target.clamped(to: targets))
  }
}

extension [Int] {
  /// Adds the sections that hold the global indexes `range`.
  @inlinable
  mutating func addSections<Store: ItemStore>(of range: Range<Int>, in store: Store) {
    guard !range.isEmpty else { return }
    let first = store.section(ofGlobalIndex: range.lowerBound)
    let last = store.section(ofGlobalIndex: range.upperBound - 1)
    for section in first...last { append(section) }
  }
}
