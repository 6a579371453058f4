public import Changesets
public import ItemStores

/// What takes an update of a store back.
///
/// Of an update of items these are the items that go and the contents that are replaced; where whole
/// sections come, go or move it is the store before, so that its next edits are those of a copy.
@usableFromInline
struct StoreUndo<Store: ItemStore> {
  @usableFromInline let changeset: Changeset
  /// The store before; nil where only items change.
  @usableFromInline let store: Store?
  /// What stood at `changeset.deletedItems`.
  @usableFromInline var deleted: [Store.Item] = []
  /// The paths before of items whose content is replaced; ascending.
  @usableFromInline var replacedPaths: [ItemPath] = []
  /// What stood there.
  @usableFromInline var replaced: [Store.Item] = []

  /// What takes `changeset` back, which is about to be carried out.
  ///
  /// - Complexity: O(*e*) look-ups for *e* operations; O(1) where one is on a section.
  @inlinable
  init(_ changeset: Changeset, of before: Store) {
    self.changeset = changeset
    guard !changeset.changesSectionsAtAll else {
      store = before
      return
    }
    store = nil
    deleted = changeset.deletedItems.map { before[$0] }
    let changed = changeset.reloadedItems + changeset.reconfiguredItems
    guard !changed.isEmpty else { return }
    replacedPaths = Set(changed).sorted()
    replaced = replacedPaths.map { before[$0] }
  }

  /// Takes the update back.
  @inlinable
  func perform(on edited: inout Store) {
    if let store {
      edited = store
      return
    }
    let map = ChangesetMap(changeset)
    let inverse = Changeset(
      deletedItems: changeset.insertedItems, insertedItems: changeset.deletedItems,
      movedItems: changeset.movedItems.map { .init(from: $0.target, to: $0.source) },
      reloadedItems: replacedPaths.compactMap { map.item($0) })
    edited.apply(inverse) { path in
      if let place = changeset.deletedItems.place(of: path) { return deleted[place] }
      return replaced[replacedPaths.place(of: path) ?? 0]
    } newSection: { _ in
      []
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

extension Changeset {
  /// Whether an operation is on a whole section.
  @usableFromInline
  var changesSectionsAtAll: Bool { changesSections }
}
