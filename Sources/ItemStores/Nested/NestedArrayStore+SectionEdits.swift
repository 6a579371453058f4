public import Changesets

extension NestedArrayStore {
  /// Carries out an update in which sections come, go, move or are reloaded: items that go and move,
  /// then the sections, whose items stay where they are, then items that come. The sections' arrays go
  /// and come one by one where they are few, else in one pass over all.
  ///
  /// O(*s* + *e* log *e*) for *e* edits, and what runs of the items cost.
  @inlinable
  public mutating func exchangeSections(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) {
    let edits = SectionEdits(changeset)
    guard edits.sectionCount >= Self.leastForASectionPass else {
      return exchangeSectionsInRuns(edits, changeset, newItem: newItem, newSection: newSection)
    }
    let moves = changeset.movedItems
    let moving = takeItems(edits.takenItems, moves: moves)
    let target = edits.sections(of: sectionCount, newSection: newSection)
    sections.apply(target)
    counts.apply(target.map(\.count))
    index.exchange(edits, counts: counts)
    putItems(moving, moves: moves, inserted: changeset.insertedItemsOfOldSections, newItem)
    checkInvariantsIfWanted()
  }

  /// The edits of sections from which a pass costs less than single ones: with a thousand sections 80,
  /// with ten thousand 40.
  @inlinable
  static var leastForASectionPass: Int { 48 }
}

extension SectionIndex {
  /// Makes this the index of `counts`, to which `edits` have led.
  ///
  /// - Complexity: O(*k* log *s*) for *k* edits of *s* sections, or O(*s*) where that is less.
  @inlinable
  mutating func exchange(_ edits: SectionEdits, counts: ContiguousArray<Int>) {
    guard edits.sectionCount < counts.count / 16 else { return self = SectionIndex(counts) }
    for section in edits.takenSections.reversed() { remove(section) }
    for put in edits.putSections { insert(count: counts[put.target], at: put.target) }
  }
}
