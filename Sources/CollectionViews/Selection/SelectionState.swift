import Changesets

/// What is selected, highlighted and shown a menu of: paths, not cells (SE-9).
struct SelectionState {
  var selected: Set<ItemPath> = []
  /// The item under a finger.
  var highlighted: ItemPath?
  var menu: ItemMenu?

  mutating func clear() {
    selected.removeAll()
    highlighted = nil
  }
}
