public import Changesets
public import ItemStores

extension Comparison {
  /// Compares two sections that correspond, and records the gaps between their unchanged runs.
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

  /// Records a deleted section with all its items.
  @inlinable
  mutating func recordDeleted(_ section: Int, _ sources: Range<Int>) {
    let firstGap = scratch.gaps.count
    addGap(sources, 0..<0)
    close(section, sources, -1, 0..<0, firstGap: firstGap)
  }

  /// Records an inserted section with all its items.
  @inlinable
  mutating func recordInserted(_ section: Int, _ targets: Range<Int>) {
    let firstGap = scratch.gaps.count
    addGap(0..<0, targets)
    close(-1, 0..<0, section, targets, firstGap: firstGap)
  }

  /// Records the segment of the gaps from `firstGap` on, if there are any.
  @inlinable
  mutating func close(
    _ sourceSection: Int, _ sources: Range<Int>, _ targetSection: Int, _ targets: Range<Int>,
    firstGap: Int
  ) {
    guard firstGap < scratch.gaps.count else { return }
    let firstTarget = Int(scratch.gaps[firstGap].firstTarget)
    scratch.segments.append(
      DiffSegment(
        source: sources, target: targets, sourceSection: sourceSection,
        targetSection: targetSection, gaps: firstGap..<scratch.gaps.count,
        targetOrdinals: firstTarget..<targetCount))
  }

  /// The number of gaps that are allocated at once.
  @inlinable static var firstGaps: Int { 16 }

  /// Records the gap between two runs, unless it is empty.
  @inlinable
  mutating func addGap(_ sources: Range<Int>, _ targets: Range<Int>) {
    guard !(sources.isEmpty && targets.isEmpty) else { return }
    if scratch.gaps.capacity == 0 { scratch.gaps.reserveCapacity(Self.firstGaps) }
    scratch.gaps.append(DiffGap(source: sources, target: targets, firstTarget: targetCount))
    sourceCount += sources.count
    targetCount += targets.count
  }

  /// Skips the unchanged runs of two ranges, and records the gaps between them.
  @inlinable
  mutating func scan(_ sources: Range<Int>, _ targets: Range<Int>) throws(DiffingError) {
    if sources.isEmpty || targets.isEmpty { return addGap(sources, targets) }
    var place = DiffPlace(sources.lowerBound, targets.lowerBound)
    var end = DiffPlace(sources.upperBound, targets.upperBound)
    let ends = source.sameEnds(
      of: sources, in: target, targets, &scratch.changed, Identity.self)
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

  /// Skips equal items on both sides, and records those whose content changed.
  @inlinable
  mutating func pass(_ place: inout DiffPlace, _ end: DiffPlace) throws(DiffingError) {
    while true {
      // In parts, so that a cancelled task ends soon.
      let limit = min(end.source - place.source, end.target - place.target, 1 << 16)
      if limit == 0 { return }
      let count = source.sameCount(
        from: place.source, in: target, from: place.target, limit: limit, &scratch.changed,
        Identity.self)
      place.advance(by: count)
      if count < limit { return }
      try checkCancellation()
    }
  }
}

/// A pair of positions, one on each side.
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
  /// Creates the changes that a comparison of the sections' identifiers found.
  @inlinable
  init(_ names: Changeset) {
    deleted = names.deletedItems.map(\.item)
    inserted = names.insertedItems.map(\.item)
    moved = names.movedItems.map { Changeset.Move(from: $0.source.item, to: $0.target.item) }
  }

  /// A Boolean value that indicates whether every section stays at its index.
  @inlinable var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && moved.isEmpty }

  /// The map from section indexes before to those after.
  @inlinable var map: ChangesetMap {
    ChangesetMap(
      Changeset(deletedSections: deleted, insertedSections: inserted, movedSections: moved))
  }
}

extension Comparison {
  /// Compares each remaining section with its counterpart, and records the deleted and inserted
  /// ones.
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
        recordDeleted(section, sources)
      }
    }
    for section in sections.inserted {
      recordInserted(section, target.store.globalRange(ofSection: section))
    }
  }
}
