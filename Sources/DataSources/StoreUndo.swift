public import BasicAlgorithms
public import Changesets
public import ItemStores

/// The state that is needed to undo an update of a store.
///
/// It keeps deleted items and sections, and replaced contents. If sections change in a store with
/// cheap copies, it keeps the store before instead, so that its next edits are those of a copy.
@usableFromInline
struct StoreUndo<Store: ItemStore> {
  @usableFromInline let changeset: Changeset
  /// The store before; nil if deleted and replaced items are kept.
  @usableFromInline let store: Store?
  /// The items at `changeset.deletedItems`.
  @usableFromInline var deleted: [Store.Item] = []
  /// The paths before of items whose content is replaced, ascending.
  @usableFromInline var replacedPaths: [ItemPath] = []
  /// The items at `replacedPaths`.
  @usableFromInline var replaced: [Store.Item] = []
  /// The items of deleted and reloaded sections, without those that move away, by index before.
  @usableFromInline var sections: [Int: [Store.Item]] = [:]

  /// Records the state before `changeset`, which is about to be applied.
  ///
  /// - Complexity: O(*e* + *k*) look-ups for *e* operations and *k* items of deleted or reloaded
  ///   sections; O(1) if an operation is on a section and copies of the store are cheap.
  @inlinable
  init(_ changeset: Changeset, of before: Store) {
    self.changeset = changeset
    guard !(changeset.changesSections && Store.copiesOnlyWhatIsEdited) else {
      store = before
      return
    }
    store = nil
    deleted = changeset.deletedItems.map { before[$0] }
    let changed = changeset.reloadedItems + changeset.reconfiguredItems
    if !changed.isEmpty {
      replacedPaths = Set(changed).sorted()
      replaced = replacedPaths.map { before[$0] }
    }
    for section in changeset.deletedSections + changeset.reloadedSections {
      sections[section] = before.items(inSection: section)
    }
    if !sections.isEmpty {
      // From the back, so that earlier places stay valid.
      for move in changeset.movedItems.reversed() {
        sections[move.source.section]?.remove(at: move.source.item)
      }
    }
  }

  /// Undoes the update.
  @inlinable
  func restore(_ edited: inout Store) {
    if let store {
      edited = store
      return
    }
    let map = ChangesetMap(changeset)
    // A reconfigured item is restored too.
    let inverseOfAll = changeset.inverted.with(
      reloadedItems: replacedPaths.compactMap { map.item($0) }, reconfiguredItems: [])
    edited.apply(inverseOfAll) { path in
      if let place = changeset.deletedItems.sortedIndex(of: path) { return deleted[place] }
      if let place = replacedPaths.sortedIndex(of: path) { return replaced[place] }
      stop("StoreUndo.restore(_:): item \(path) comes back and was not kept")
    } newSection: { section in
      if let items = sections[section] { return items }
      stop("StoreUndo.restore(_:): section \(section) comes back and was not kept")
    }
  }
}
