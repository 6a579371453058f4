import Changesets
import Geometry

/// The items that invalidations before one pass have named, by their paths after it.
struct NamedItems {
  /// The size that an item wishes for; nil where it is to be asked for.
  private var wishes: [ItemPath: Size?] = [:]

  /// Carries the paths over to the collection after `changeset`.
  ///
  /// What it deletes is gone, and what it reloads has been asked for by then.
  mutating func move(by changeset: Changeset) {
    guard !wishes.isEmpty else { return }
    let map = ChangesetMap(changeset)
    for path in changeset.reloadedItems { wishes[path] = nil }
    let sections = Set(changeset.reloadedSections)
    var moved: [ItemPath: Size?] = [:]
    for (path, wish) in wishes where !sections.contains(path.section) {
      if let target = map.item(path) { moved[target] = wish }
    }
    wishes = moved
  }

  /// Adds what `context` names; what it says of an item replaces what was said before.
  ///
  /// - Throws: `LayoutError.itemSize` for a wish that is no size.
  mutating func add(_ context: LayoutInvalidationContext) throws(LayoutError) {
    for path in context.invalidatedItems { wishes[path] = .some(nil) }
    guard let context = context as? FlowLayoutInvalidationContext else { return }
    for (path, size) in context.preferredSizes {
      guard size.isUsable else { throw .itemSize(path, size) }
      wishes[path] = size
    }
  }

  /// The items with or without a wish, ascending.
  func paths(wished: Bool) -> [ItemPath] {
    wishes.filter { ($0.value != nil) == wished }.keys.sorted()
  }

  /// The size that the item at `path` wishes for; nil if it has no wish.
  func wish(of path: ItemPath) -> Size? { wishes[path] ?? nil }
}
