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

  /// Whether the counts have changed since the selected paths were last known to exist.
  private(set) var isUnchecked = false

  var touchOrder = TouchOrder.uiKit
  var ofReloadedItems = SelectionRule.keep
  var ofReloads = SelectionRule.clear

  /// Nothing is highlighted after a reload, and nothing selected unless that is kept (SE-13).
  mutating func reload() {
    switch ofReloads {
    case .keep: isUnchecked = !selected.isEmpty
    case .clear: selected.removeAll()
    }
    highlighted = nil
    menu = nil
    told = told.map { _ in nil }
  }

  /// Deselects what does not exist by counts that have been asked after a reload.
  mutating func check(against counts: CountCache) {
    isUnchecked = false
    selected = selected.filter { counts.has($0) }
  }
}
