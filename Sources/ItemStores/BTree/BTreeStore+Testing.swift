public import Changesets

extension BTreeStore {
  /// `exchangeSections(_:newItem:newSection:)` in one pass, or one by one, whichever costs less.
  @inlinable
  package mutating func exchangeSections(
    _ changeset: Changeset, inOnePass: Bool, newItem: (ItemPath) -> Item,
    newSection: (Int) -> [Item]
  ) {
    let edits = SectionEdits(changeset)
    if inOnePass {
      exchangeInOnePass(edits, newItem: newItem, newSection: newSection)
    } else {
      exchangeOneByOne(edits, changeset, newItem: newItem, newSection: newSection)
    }
  }

  /// Whether `changeset` is carried out one by one.
  package func carriesOutOneByOne(_ changeset: Changeset) -> Bool {
    isSparse(SectionEdits(changeset))
  }
}
