import Changesets

/// What is selected, highlighted and shown a menu of: paths, not cells (SE-9).
struct SelectionState {
  var selected: Set<ItemPath> = []
  /// The item under a finger.
  var highlighted: ItemPath?
  var menu: ItemMenu?

  /// The items that delegates are still to be told of in this touch; updates move them, and what is
  /// gone is nil.
  var told: [ItemPath?] = []

  mutating func clear() {
    selected.removeAll()
    highlighted = nil
    menu = nil
    told = told.map { _ in nil }
  }
}
