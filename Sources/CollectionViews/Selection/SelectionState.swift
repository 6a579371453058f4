import Changesets

/// The items that are selected, highlighted or show a menu: paths, not cells (SE-9).
struct SelectionState {
  var selected: Set<ItemPath> = []
  /// The item under a finger.
  var highlighted: ItemPath?
  var menu: ItemMenu?

  /// The items that delegates are still to be told of in this touch; updates move them, and what is
  /// gone is nil.
  var told: [ItemPath?] = []

  /// A Boolean value that indicates whether a reload kept selected paths that have not been checked
  /// against new counts.
  private(set) var isUnchecked = false

  /// Nothing is highlighted after a reload, and nothing selected unless that is kept (SE-13).
  mutating func reload(_ rule: SelectionRule) {
    switch rule {
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

/// A rule for the selection of items whose content is requested again.
public enum SelectionRule: String, Hashable, Sendable {
  /// The selected items stay selected.
  case keep
  /// The selection is cleared; the delegate is not told.
  case clear
}
