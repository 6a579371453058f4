public import Changesets

extension FlatIndexedStore {
  /// Carries out an update in which sections come, go, move or are reloaded, all in one go: what
  /// stays in order moves at most once within the array, or everything is copied to a new one, as
  /// costs less.
  ///
  /// - Complexity: O(*e* log *e*) for *e* edits, and the items and sections behind the first of them.
  @inlinable
  public mutating func exchangeSections(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) {
    let edits = SectionEdits(changeset)
    let (items, counts) = copyRuns(edits, newItem, newSection)
    self.items.apply(items)
    starts.apply(counts, edits: edits.sectionCount + edits.itemCount)
    checkInvariantsIfWanted()
  }

  /// What `edits` make of the items and of the sections' counts.
  @inlinable
  func copyRuns(
    _ edits: SectionEdits, _ newItem: (ItemPath) -> Item, _ newSection: (Int) -> [Item]
  ) -> (items: CopyRuns<Item>, counts: CopyRuns<Int>) {
    edits.copyRuns(
      sectionCount: starts.sectionCount,
      range: { section in
        checkSection(section, "exchangeSections(_:newItem:newSection:)")
        return starts.range(of: section)
      }, newItem: newItem, newSection: newSection)
  }
}
