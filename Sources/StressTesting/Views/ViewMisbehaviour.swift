/// What a script's data source gets wrong with one view that it is asked for.
public enum ViewFault: String, Hashable, Sendable, Codable, CaseIterable {
  /// It throws that it has no view.
  case noView
  /// It dequeues under an identifier that nothing is registered for.
  case unregistered
  /// It returns a view that it has made by itself, and dequeues none.
  case ownView
  /// It dequeues a view and returns another one that it has made by itself.
  case otherView
  /// It returns a view that is shown already.
  case shownView
  /// It dequeues two views and returns the second.
  case twoViews
}

/// A moment at which an app is called, and may call the view back.
public enum ViewMoment: String, Hashable, Sendable, Codable, CaseIterable {
  /// The data source is asked for the number of sections.
  case counts
  /// The data source is asked for a cell, and has filled it.
  case cell
  /// The data source is asked for a supplementary view, and has filled it.
  case supplementaryView
  /// A view begins to be shown.
  case willDisplay
  /// A view ceases to be shown.
  case didEndDisplaying
  /// The content offset has changed.
  case didScroll
  /// Whether a touch may highlight an item.
  case shouldHighlight
  /// An item has been highlighted.
  case didHighlight
  /// An item is no longer highlighted.
  case didUnhighlight
  /// Whether a touch may select an item.
  case shouldSelect
  /// A touch has selected an item.
  case didSelect
  /// Whether a touch may deselect an item.
  case shouldDeselect
  /// A touch has deselected an item.
  case didDeselect
  /// Whether an item has a menu.
  case shouldShowMenu
  /// Whether a menu has an action.
  case canPerform
  /// An action has been chosen.
  case perform
  /// The end of an update, a change of the layout or a transition.
  case completion

  /// In questions for content, in which no update can be begun (BU-24).
  static let requests: [ViewMoment] = [.counts, .cell, .supplementaryView]
  /// In a pass, mostly.
  static let display: [ViewMoment] = [.willDisplay, .didEndDisplaying, .didScroll]
  /// While a finger does something.
  static let touches: [ViewMoment] = [
    .shouldHighlight, .didHighlight, .didUnhighlight, .shouldSelect, .didSelect, .shouldDeselect,
    .didDeselect, .shouldShowMenu, .canPerform, .perform,
  ]
}

/// What an app does with the view in the middle of a call.
public enum ViewMeddling: String, Hashable, Sendable, Codable, CaseIterable {
  /// A layout pass.
  case layOut
  /// The content moves.
  case scroll
  /// Another item at the front, and `reloadData()`.
  case reload
  /// Another item at the front, in an update.
  case update

  /// What does less.
  var simpler: [ViewMeddling] {
    Array(Self.allCases.prefix { $0 != self })
  }
}

/// An action of menus that scripts know.
public enum ViewMenuAction: String, Hashable, Sendable, Codable, CaseIterable {
  /// Cut.
  case cut
  /// Copy.
  case copy
  /// Paste.
  case paste
}
