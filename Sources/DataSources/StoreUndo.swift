public import Changesets
public import ItemStores

/// What takes an update of a store back.
///
/// These are the items and sections that go, and the contents that are replaced. Where sections change
/// in a store whose copies are cheap, it is the store before, so that its next edits are those of a
/// copy.
@usableFromInline
struct StoreUndo<Store: ItemStore> {
  @usableFromInline let changeset: Changeset
  /// The store before; nil where what goes is kept.
  @usableFromInline let store: Store?
  /// What stood at `changeset.deletedItems`.
  @usableFromInline var deleted: [Store.Item] = []
  /// The paths before of items whose content is replaced; ascending.
  @usableFromInline var replacedPaths: [ItemPath] = []
  /// What stood there.
  @usableFromInline var replaced: [Store.Item] = []
  /// The items of sections that are deleted or reloaded, but for those that move, by index before.
  @usableFromInline var sections: [Int: [Store.Item]] = [:]

  /// What takes `changeset` back, which is about to be carried out.
  ///
  /// - Complexity: O(*e* + *k*) look-ups for *e* operations and *k* items of sections that are deleted
  ///   or reloaded; O(1) where an operation is on a section and copies of the store are cheap.
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
      // From the back, so that the places of those in front stay what they were.
      for move in changeset.movedItems.reversed() {
        sections[move.source.section]?.remove(at: move.source.item)
      }
    }
  }

  /// Takes the update back.
  @inlinable
  func perform(on edited: inout Store) {
    if let store {
      edited = store
      return
    }
    let map = ChangesetMap(changeset)
    let inverse = changeset.inverted
    let inverseOfAll = Changeset(
      deletedSections: inverse.deletedSections, insertedSections: inverse.insertedSections,
      movedSections: inverse.movedSections, reloadedSections: inverse.reloadedSections,
      deletedItems: inverse.deletedItems, insertedItems: inverse.insertedItems,
      movedItems: inverse.movedItems,
      // Of what is reconfigured the item before comes back too.
      reloadedItems: replacedPaths.compactMap { map.item($0) })
    edited.apply(inverseOfAll) { path in
      if let place = changeset.deletedItems.place(of: path) { return deleted[place] }
      if let place = replacedPaths.place(of: path) { return replaced[place] }
      stop("StoreUndo.perform(on:): item \(path) comes back and was not kept")
    } newSection: { section in
      if let items = sections[section] { return items }
      stop("StoreUndo.perform(on:): section \(section) comes back and was not kept")
    }
  }
}

extension [ItemPath] {
  /// Where `path` is in these, which ascend; nil if it is not. O(log *n*).
  @usableFromInline
  func place(of path: ItemPath) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < path { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == path ? low : nil
  }
}
