public import Changesets

/// The fresh items of an update, asked for all at once and taken out as a store wants them.
@usableFromInline
struct NewItems<Item> {
  /// Ascending.
  @usableFromInline var paths: [ItemPath] = []
  /// What comes to each of the paths.
  @usableFromInline var items: [Item] = []
  /// The place behind the one last taken: stores ask in ascending order, or nearly so.
  @usableFromInline var following = 0

  /// None.
  @inlinable
  init() {}

  /// What `newItem` gives for everything that the update of `map` inserts, reloads and reconfigures, new
  /// sections apart, in ascending order.
  ///
  /// - Complexity: O(*e* log *e*) for *e* operations; two arrays.
  @inlinable
  init(_ map: ChangesetMap, _ newItem: (ItemPath) -> Item) {
    let changeset = map.changeset
    let newSections = Set(changeset.insertedSections)
    paths = changeset.insertedItems
    if !newSections.isEmpty { paths.removeAll { newSections.contains($0.section) } }
    let others = changeset.reloadedItems + changeset.reconfiguredItems
    if !others.isEmpty {
      // An item may be both.
      paths = Set(paths).union(others.lazy.compactMap { map.item($0) }).sorted()
    }
    items = paths.map(newItem)
  }

  /// What comes to `path`, which is one of the update's.
  @inlinable
  mutating func next(at path: ItemPath) -> Item {
    var place = following
    if place >= paths.count || paths[place] != path {
      var end = paths.count
      place = 0
      while place < end {
        let middle = place + (end - place) / 2
        if paths[middle] < path { place = middle + 1 } else { end = middle }
      }
    }
    require(
      place < paths.count && paths[place] == path,
      "StoreDataSource.apply(_:newItem:newSection:): the store asks for an item at \(path), which "
        + "the update does not bring")
    following = place + 1
    return items[place]
  }
}
