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

/// When a finger that goes up lets its item's highlight go (clause SE-1).
public enum TouchOrder: String, Hashable, Sendable {
  /// As UIKit: after the item has been selected and the delegate has been told.
  case uiKit
  /// As PSTCollectionView: before the delegate is asked whether the item may be selected.
  case pst
}

/// What becomes of the selection of items whose content is asked for anew.
public enum SelectionRule: String, Hashable, Sendable {
  /// What is selected stays so.
  case keep
  /// Nothing is selected any more; the delegate is not told.
  case clear
}

extension CollectionView {
  /// When a finger that goes up lets its item's highlight go; the default is UIKit's order (SE-1).
  ///
  /// Only the order differs: in both, an item that may not be selected leaves the selection as it was
  /// (SE-4).
  public var touchOrder: TouchOrder {
    get { selection.touchOrder }
    set { selection.touchOrder = newValue }
  }

  /// Whether items that an update reloads stay selected; the default is that they do (SE-10).
  ///
  /// What was selected in a section that is reloaded never stays so: its items are others.
  public var reloadedItemSelection: SelectionRule {
    get { selection.ofReloadedItems }
    set { selection.ofReloadedItems = newValue }
  }

  /// Whether `reloadData()`, another data source too, leaves paths selected that exist afterwards;
  /// the default is that nothing is selected any more (SE-13).
  ///
  /// It is paths that are kept, whatever items they lead to then. Which of them exist is seen when the
  /// counts are next asked.
  public var reloadDataSelection: SelectionRule {
    get { selection.ofReloads }
    set { selection.ofReloads = newValue }
  }
}
