public import Changesets

extension Comparison {
  /// Matches the items in the gaps, and returns the changes: those of `sections` and those of
  /// items.
  @inlinable
  mutating func finish(
    _ sections: SectionChanges, _ contentRule: Differ.ContentRule
  ) throws(DiffingError) -> Changeset {
    try match()
    #if InvariantChecks
      checkHashes()
    #endif
    try order()
    var items = ItemChanges()
    writeSources(&items)
    writeInserts(&items, areSectionsInOrder: sections.moved.isEmpty)
    writeChangedRuns(&items)
    statistics.movedItems = items.moved.count
    if contentRule == .reconfigure {
      items.reconfigured += items.reloaded
      items.reloaded = []
    }
    return Changeset(
      deletedSections: sections.deleted, insertedSections: sections.inserted,
      movedSections: sections.moved, deletedItems: items.deleted, insertedItems: items.inserted,
      movedItems: items.moved, reloadedItems: items.reloaded,
      reconfiguredItems: items.reconfigured)
  }

  /// Appends deletes, moves and content changes.
  @inlinable
  mutating func writeSources(_ items: inout ItemChanges) {
    items.reserve(scratch, sourceCount: sourceCount)
    var ordinal = 0
    for index in scratch.segments.indices {
      let segment = scratch.segments[index]
      var runStart = segment.source.lowerBound
      for gap in segment.gaps {
        let range = scratch.gaps[gap].source
        if scratch.gaps[gap].movesRunBefore {
          let shift = scratch.gaps[gap].target.lowerBound - range.lowerBound
          writeMovedRun(runStart..<range.lowerBound, shift: shift, segment, &items)
        }
        var position = range.lowerBound
        while position < range.upperBound {
          let gone = scratch.unmatchedSources(from: ordinal, limit: range.upperBound - position)
          if gone == 0 {
            writeSource(ordinal, position, segment, &items)
          } else if segment.isMatched {
            items.deleted.append(
              section: segment.sourceSection, from: position - segment.source.lowerBound, gone)
          }
          ordinal += max(gone, 1)
          position += max(gone, 1)
        }
        runStart = range.upperBound
      }
    }
  }

  /// Appends the move or the content change of a matched item outside unchanged runs.
  @inlinable
  @inline(__always)
  func writeSource(
    _ ordinal: Int, _ position: Int, _ segment: DiffSegment, _ items: inout ItemChanges
  ) {
    let path = ItemPath(section: segment.sourceSection, item: position - segment.source.lowerBound)
    let partner = scratch.partners[ordinal]
    let isChanged = !scratch.changedSources.words.isEmpty && scratch.changedSources[ordinal]
    guard !scratch.stayingSources[ordinal] else {
      if isChanged { items.reloaded.append(path) }
      return
    }
    let targetPosition = Int(scratch.positions[Int(partner)])
    let isHere = segment.targetOrdinals.contains(Int(partner))
    let target =
      isHere
      ? ItemPath(section: segment.targetSection, item: targetPosition - segment.target.lowerBound)
      : self.target.path(at: targetPosition)
    items.moved.append(Changeset.Move(from: path, to: target))
    if isChanged { items.reconfigured.append(path) }
  }

  /// Appends the moves of an unchanged run that something heavier crossed.
  @inlinable
  func writeMovedRun(
    _ run: Range<Int>, shift: Int, _ segment: DiffSegment, _ items: inout ItemChanges
  ) {
    guard !run.isEmpty else { return }
    items.movedRuns.append(run)
    for position in run {
      items.moved.append(
        Changeset.Move(
          from: ItemPath(
            section: segment.sourceSection, item: position - segment.source.lowerBound),
          to: ItemPath(
            section: segment.targetSection, item: position + shift - segment.target.lowerBound)))
    }
  }

  /// Appends the inserts, in the order of the target.
  @inlinable
  func writeInserts(_ items: inout ItemChanges, areSectionsInOrder: Bool) {
    if areSectionsInOrder {
      for index in scratch.segments.indices { writeInserts(of: scratch.segments[index], &items) }
    } else {
      let order = scratch.segments.indices.sorted {
        scratch.segments[$0].targetSection < scratch.segments[$1].targetSection
      }
      for index in order { writeInserts(of: scratch.segments[index], &items) }
    }
  }

  /// Appends the inserts of a segment; none if its section is inserted too.
  @inlinable
  @inline(__always)
  func writeInserts(of segment: DiffSegment, _ items: inout ItemChanges) {
    guard segment.isMatched else { return }
    for gap in segment.gaps {
      var ordinal = Int(scratch.gaps[gap].firstTarget)
      let range = scratch.gaps[gap].target
      var position = range.lowerBound
      while position < range.upperBound {
        let new = scratch.matchedTargets.unsetCount(
          from: ordinal, limit: range.upperBound - position)
        if new > 0 {
          items.inserted.append(
            section: segment.targetSection, from: position - segment.target.lowerBound, new)
        }
        ordinal += new + 1
        position += new + 1
      }
    }
  }

  /// Appends the items of unchanged runs whose content changed.
  @inlinable
  func writeChangedRuns(_ items: inout ItemChanges) {
    var run = 0
    for position in scratch.changed {
      let position = Int(position)
      while run < items.movedRuns.count, items.movedRuns[run].upperBound <= position { run += 1 }
      let moves = run < items.movedRuns.count && items.movedRuns[run].contains(position)
      if moves {
        items.reconfigured.append(source.path(at: position))
      } else {
        items.reloaded.append(source.path(at: position))
      }
    }
  }
}

/// The operations on whole sections.
@usableFromInline
struct SectionChanges {
  @usableFromInline var deleted: [Int] = []
  @usableFromInline var inserted: [Int] = []
  @usableFromInline var moved: [Changeset.Move<Int>] = []

  @inlinable
  init() {}
}

/// The operations on items.
@usableFromInline
struct ItemChanges {
  @usableFromInline var deleted: [ItemPath] = []
  @usableFromInline var inserted: [ItemPath] = []
  @usableFromInline var moved: [Changeset.Move<ItemPath>] = []
  @usableFromInline var reloaded: [ItemPath] = []
  @usableFromInline var reconfigured: [ItemPath] = []
  /// The source positions of runs that move, ascending.
  @usableFromInline var movedRuns: [Range<Int>] = []

  @inlinable
  init() {}

  /// Reserves room for all operations, so that each array is allocated once.
  @inlinable
  mutating func reserve(_ scratch: DiffScratch, sourceCount: Int) {
    var (matched, staying) = (0, 0)
    for word in scratch.matchedTargets.words { matched += word.nonzeroBitCount }
    for word in scratch.stayingSources.words { staying += word.nonzeroBitCount }
    var (sources, targets) = (0, 0)
    for segment in scratch.segments where segment.isMatched {
      for gap in segment.gaps {
        sources += scratch.gaps[gap].source.count
        targets += scratch.gaps[gap].target.count
      }
    }
    moved.reserveCapacity(matched - staying)
    deleted.reserveCapacity(min(sources, sourceCount - matched))
    inserted.reserveCapacity(min(targets, scratch.positions.count - matched))
  }
}

extension [ItemPath] {
  /// The number of paths up to which appending each costs less than appending all at once.
  @inlinable static var fewPaths: Int { 4 }

  /// Appends the paths of `count` items in a row of one section. Allocates only if the capacity is
  /// used up.
  @inlinable
  @inline(__always)
  mutating func append(section: Int, from first: Int, _ count: Int) {
    if count > Self.fewPaths {
      append(addingCapacity: count) { paths in
        for item in first..<first &+ count { paths.append(ItemPath(section: section, item: item)) }
      }
    } else {
      for item in first..<first &+ count { append(ItemPath(section: section, item: item)) }
    }
  }
}

#if InvariantChecks
  extension Comparison {
    /// Stops the program if an identifier is on both sides but was not found by its hash.
    @inlinable
    func checkHashes() {
      var ordinal = 0
      for gap in scratch.gaps.indices {
        for position in scratch.gaps[gap].source {
          defer { ordinal += 1 }
          guard scratch.partners[ordinal] == DiffScratch.none else { continue }
          let id = Identity.id(of: source.item(at: position))
          for target in 0..<targetCount where !scratch.matchedTargets[target] {
            require(
              targetID(target) != id,
              "Differ: identifier \(id) is in both collections and was not found by its hash; an "
                + "identifier must keep its hash, and equal identifiers have equal ones")
          }
        }
      }
    }
  }
#endif
