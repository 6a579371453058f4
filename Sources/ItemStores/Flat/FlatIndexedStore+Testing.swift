public import Changesets

extension FlatIndexedStore {
  /// `exchangeSections(_:newItem:newSection:)` in place, or by a pass, whichever costs less.
  @inlinable
  package mutating func exchangeSections(
    _ changeset: Changeset, inPlace: Bool, newItem: (ItemPath) -> Item,
    newSection: (Int) -> [Item]
  ) {
    let edits = SectionEdits(changeset)
    let (items, counts) = copyRuns(edits, newItem, newSection)
    self.items.apply(items, inPlace: inPlace)
    starts.apply(counts, edits: edits.sectionCount + edits.itemCount)
  }
}
