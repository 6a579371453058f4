import Changesets
import Geometry

/// The items invalidated before one layout pass, by their paths after the pass's changesets.
struct InvalidatedItems {
  /// The invalidated items and their preferred sizes; nil for a size to request. The last entry for
  /// an item counts.
  private var items: [(path: ItemPath, preferredSize: Size?)] = []

  /// A Boolean value that indicates whether nothing is invalidated.
  var isEmpty: Bool { items.isEmpty }

  /// Moves the paths to where `changeset` takes them.
  ///
  /// Drops deleted elements, and reloaded ones: the changeset requests their sizes.
  mutating func move(by changeset: Changeset) {
    guard !isEmpty else { return }
    let map = ChangesetMap(changeset)
    items = items.compactMap { item in
      guard !map.isReloaded(item.path) else { return nil }
      return map.item(item.path).map { ($0, item.preferredSize) }
    }
  }

  /// Adds the items that `context` names. Its entry for an item replaces earlier ones.
  mutating func add(_ context: LayoutInvalidationContext) {
    for path in context.invalidatedItemPaths { items.append((path, nil)) }
    guard let context = context as? FlowLayoutInvalidationContext else { return }
    for (path, size) in context.preferredSizes { items.append((path, size)) }
  }

  /// Returns the invalidated items, ascending, each once.
  func sorted() -> [(path: ItemPath, preferredSize: Size?)] {
    guard items.count > 1 else { return items }
    // The sort is stable, so the last of equal paths is the one added last.
    let sorted = items.sorted { $0.path < $1.path }
    var lasts: [(path: ItemPath, preferredSize: Size?)] = []
    for item in sorted {
      if lasts.last?.path == item.path { lasts.removeLast() }
      lasts.append(item)
    }
    return lasts
  }
}
