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

  var isAllowed = true
  var allowsMultiple = false
  var customMenuActions: [MenuAction] = []
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

/// A rule for the selection of items whose content is requested again.
public enum SelectionRule: String, Hashable, Sendable {
  /// The selected items stay selected.
  case keep
  /// The selection is cleared; the delegate is not told.
  case clear
}

extension CollectionView {
  /// A Boolean value that indicates whether touches and programs can select items (SE-5).
  public var allowsSelection: Bool {
    get { selection.isAllowed }
    set { selection.isAllowed = newValue }
  }

  /// A Boolean value that indicates whether several items can be selected at once. If it is turned
  /// off, the first selected item stays selected (SE-7).
  public var allowsMultipleSelection: Bool {
    get { selection.allowsMultiple }
    set {
      selection.allowsMultiple = newValue
      if !newValue { keepFirstSelection() }
    }
  }

  /// The app's own menu actions, asked about after the standard ones (ME-3).
  public var customMenuActions: [MenuAction] {
    get { selection.customMenuActions }
    set { selection.customMenuActions = newValue }
  }

  /// When a finger that goes up lets its item's highlight go; the default is UIKit's order (SE-1).
  ///
  /// Only the order differs: in both, an item that may not be selected leaves the selection as it was
  /// (SE-4).
  public var touchOrder: TouchOrder {
    get { selection.touchOrder }
    set { selection.touchOrder = newValue }
  }

  /// The rule for the selection of items that an update reloads. By default they stay selected
  /// (SE-10).
  ///
  /// Items of a section that is reloaded never stay selected: they are other items.
  public var reloadedItemSelection: SelectionRule {
    get { selection.ofReloadedItems }
    set { selection.ofReloadedItems = newValue }
  }

  /// The rule for the selection after `reloadData()`, or with another data source. By default
  /// nothing stays selected (SE-13).
  ///
  /// `.keep` keeps paths, whatever items they lead to then. Paths that no longer exist are
  /// deselected when the counts are next asked.
  public var reloadDataSelection: SelectionRule {
    get { selection.ofReloads }
    set { selection.ofReloads = newValue }
  }
}
