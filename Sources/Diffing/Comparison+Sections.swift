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
}
