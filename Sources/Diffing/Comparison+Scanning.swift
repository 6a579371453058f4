public import Changesets
public import ItemStores

extension Comparison {
  /// Compares two sections that correspond, and notes what lies between their unchanged runs.
  @inlinable
  mutating func scan(
    _ sourceSection: Int, _ sources: Range<Int>, _ targetSection: Int, _ targets: Range<Int>
  ) throws(DiffingError) {
    let firstGap = scratch.gaps.count
    let before = sourceCount
    try scan(sources, targets)
    statistics.matchedItems += sources.count - (sourceCount - before)
    close(sourceSection, sources, targetSection, targets, firstGap: firstGap)
  }

  /// Notes a section that goes, with all its items.
  @inlinable
  mutating func noteDeleted(_ section: Int, _ sources: Range<Int>) {
    let firstGap = scratch.gaps.count
    addGap(sources, 0..<0)
    close(section, sources, -1, 0..<0, firstGap: firstGap)
  }

  /// Notes a section that comes, with all its items.
  @inlinable
  mutating func noteInserted(_ section: Int, _ targets: Range<Int>) {
    let firstGap = scratch.gaps.count
    addGap(0..<0, targets)
    close(-1, 0..<0, section, targets, firstGap: firstGap)
  }

  /// Notes the segment of the gaps from `firstGap` on, if there are any.
  @inlinable
  mutating func close(
    _ sourceSection: Int, _ sources: Range<Int>, _ targetSection: Int, _ targets: Range<Int>,
    firstGap: Int
  ) {
    guard firstGap < scratch.gaps.count else { return }
    scratch.segments.append(
      DiffSegment(
        source: sources, target: targets, sourceSection: sourceSection,
        targetSection: targetSection, gaps: firstGap..<scratch.gaps.count))
  }

  /// Notes what lies between two runs, unless it is nothing.
  @inlinable
  mutating func addGap(_ sources: Range<Int>, _ targets: Range<Int>) {
    guard !(sources.isEmpty && targets.isEmpty) else { return }
    scratch.gaps.append(DiffGap(source: sources, target: targets))
    sourceCount += sources.count
    targetCount += targets.count
  }

  /// Passes over the unchanged runs of two ranges, and notes what lies between them.
  @inlinable
  mutating func scan(_ sources: Range<Int>, _ targets: Range<Int>) throws(DiffingError) {
    if sources.isEmpty || targets.isEmpty { return addGap(sources, targets) }
    var place = DiffPlace(sources.lowerBound, targets.lowerBound)
    var end = DiffPlace(sources.upperBound, targets.upperBound)
    let ends = source.unchangedEnds(of: sources, in: target, targets, Identity.self)
    place.advance(by: ends.front)
    if let back = ends.back {
      end.advance(by: -back)
    } else {
      try pass(&place, end)
      let back = source.unchangedCount(
        before: end.source, in: target, before: end.target,
        limit: min(end.source - place.source, end.target - place.target), Identity.self)
      end.advance(by: -back)
    }
    while place.source < end.source, place.target < end.target {
      try checkCancellation()
      let next = try nextRun(place, end)
      addGap(place.source..<next.source, place.target..<next.target)
      place = next
      try pass(&place, end)
    }
    addGap(place.source..<end.source, place.target..<end.target)
  }

  /// Passes over the same items on both sides, and notes those whose content has changed.
  @inlinable
  mutating func pass(_ place: inout DiffPlace, _ end: DiffPlace) throws(DiffingError) {
    while true {
      // In parts, so that a task that is cancelled does not wait.
      let limit = min(end.source - place.source, end.target - place.target, 1 << 16)
      if limit == 0 { return }
      let count = source.unchangedCount(
        from: place.source, in: target, from: place.target, limit: limit, Identity.self)
      place.advance(by: count)
      if count == limit {
        try checkCancellation()
      } else if isSameItem(place.source, place.target) {
        scratch.changed.append(UInt32(truncatingIfNeeded: place.source))
        place.advance(by: 1)
      } else {
        return
      }
    }
  }
}

/// A position on each side.
@usableFromInline
struct DiffPlace {
  @usableFromInline var source: Int
  @usableFromInline var target: Int

  @inlinable
  init(_ source: Int, _ target: Int) {
    self.source = source
    self.target = target
  }

  @inlinable
  @inline(__always)
  mutating func advance(by count: Int) {
    source &+= count
    target &+= count
  }
}

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
}
