import Changesets
import CollectionViews
import Geometry
import Layouts

/// The mistakes that a script's app makes and its calls into the view; each happens once.
struct FaultPlan {
  /// The next cell, or the next supplementary view, is wrong.
  var fault: (kind: ViewFault, isOfCell: Bool)?
  /// The call that the app makes the next time it is called at a moment.
  var reentrantCall: (moment: CallbackMoment, action: ReentrantCall)?
  /// The number of sections, or of items in a section, to add to the next report.
  private var misreport: (section: Int?, way: Int)?
  /// A Boolean value that indicates whether everything planned has to wait.
  var isHeld = false
  /// A Boolean value that indicates whether the app has a data source; without one it begins
  /// nothing.
  var hasSource = true

  /// The error that is due for the last fault.
  private(set) var dueError: CollectionViewError?
  /// A Boolean value that indicates whether there was a fault in this operation.
  private(set) var hasErred = false
  /// The call that the app made during this operation.
  private(set) var reentrantCallMade: ReentrantCall?
  /// The moment at which it made that call.
  private(set) var reentrantMoment: CallbackMoment?
  /// A Boolean value that indicates whether the data source is still reporting wrong counts.
  private(set) var isMisreporting = false

  /// A Boolean value that indicates whether a fault or a call is still to come.
  var isArmed: Bool { fault != nil || reentrantCall != nil }

  mutating func beginOperation() {
    dueError = nil
    hasErred = false
    reentrantCallMade = nil
    reentrantMoment = nil
    isMisreporting = false
    misreport = nil
  }

  // MARK: Faults

  /// The fault that is due with this view.
  mutating func takeFault(ofCell isOfCell: Bool) -> ViewFault? {
    guard !isHeld, let fault, fault.isOfCell == isOfCell else { return nil }
    self.fault = nil
    hasErred = true
    return fault.kind
  }

  /// Notes the error that the view must throw now.
  @discardableResult
  mutating func commit(_ error: CollectionViewError) -> CollectionViewError {
    dueError = error
    return error
  }

  /// The error that the call must have thrown.
  mutating func takeDueError() -> CollectionViewError? {
    defer { dueError = nil }
    return dueError
  }

  // MARK: Counts

  mutating func prepareMisreport(ofSection section: Int?, by way: Int) {
    misreport = (section, way)
  }

  mutating func sectionCount(_ count: Int) -> Int {
    isMisreporting = misreport != nil
    guard let misreport, misreport.section == nil else { return count }
    self.misreport = nil
    return count + misreport.way
  }

  mutating func itemCount(_ count: Int, ofSection section: Int) -> Int {
    guard let misreport, misreport.section == section else { return count }
    self.misreport = nil
    return count + misreport.way
  }

  // MARK: Meddling

  /// Returns the call that the app makes at `moment`, once.
  mutating func takeReentrantCall(_ moment: CallbackMoment) -> ReentrantCall? {
    guard !isHeld, hasSource, let reentrantCall, reentrantCall.moment == moment else { return nil }
    self.reentrantCall = nil
    reentrantCallMade = reentrantCall.action
    reentrantMoment = moment
    return reentrantCall.action
  }
}

/// The answers of a script's delegate about menus.
struct MenuAnswers {
  var isHighlightable = true
  var hasMenu = false
  var actions: [ViewMenuAction] = []
}

/// The answers of a script's app about an item that a user moves.
struct MovementAnswers {
  var choice = ViewOperation.MoveChoice.proposed
  /// A Boolean value that indicates whether the data source makes the move at the end.
  var isMade = true
  /// The target that the delegate chose in this operation; nil if it was not asked.
  var chosen: ItemPath?
}

extension ViewMenuAction {
  var action: MenuAction {
    switch self {
    case .cut: .cut
    case .copy: .copy
    case .paste: .paste
    }
  }
}

/// A mistake that a script's data source makes with one requested view.
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
public enum CallbackMoment: String, Hashable, Sendable, Codable, CaseIterable {
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
  /// The delegate is asked whether a touch may highlight an item.
  case shouldHighlight
  /// An item has been highlighted.
  case didHighlight
  /// An item is no longer highlighted.
  case didUnhighlight
  /// The delegate is asked whether a touch may select an item.
  case shouldSelect
  /// A touch has selected an item.
  case didSelect
  /// The delegate is asked whether a touch may deselect an item.
  case shouldDeselect
  /// A touch has deselected an item.
  case didDeselect
  /// The delegate is asked whether an item has a menu.
  case shouldShowMenu
  /// The delegate is asked whether a menu has an action.
  case canPerform
  /// An action has been chosen.
  case perform
  /// The end of an update, a change of the layout or a transition.
  case completion
  /// A view is about to be used again.
  case prepareForReuse
  /// A view is given attributes.
  case applyAttributes
  /// A cell is asked which size it prefers.
  case preferredSize
  /// A cell updates its content for its state.
  case updateConfiguration
  /// The last reference to a view goes: its `deinit`.
  case leavesMemory
  /// The data source hears of items that come next.
  case prefetch
  /// The data source is asked which identifier a cell would have.
  case identifier
  /// The data source is asked whether an item may move.
  case canMove
  /// The delegate is asked where a moved item goes.
  case moveTarget
  /// The data source has moved an item.
  case moveItem

  /// In questions for content, in which no update can be begun (BU-24).
  static let requests: [CallbackMoment] = [.counts, .cell, .supplementaryView]
  /// In a pass, mostly.
  static let display: [CallbackMoment] = [.willDisplay, .didEndDisplaying, .didScroll]
  /// While a finger does something.
  static let touches: [CallbackMoment] = [
    .shouldHighlight, .didHighlight, .didUnhighlight, .shouldSelect, .didSelect, .shouldDeselect,
    .didDeselect, .shouldShowMenu, .canPerform, .perform,
  ]
  /// In code of views, and around cells that are made ahead.
  static let views: [CallbackMoment] = [
    .prepareForReuse, .applyAttributes, .preferredSize, .updateConfiguration, .leavesMemory,
    .leavesMemory, .prefetch, .identifier,
  ]
  /// While an item is moved.
  static let movement: [CallbackMoment] = [.canMove, .moveTarget, .moveItem]
}

/// A call that an app makes into the view while the view is calling the app.
public enum ReentrantCall: String, Hashable, Sendable, Codable, CaseIterable {
  /// A layout pass.
  case layOut
  /// The content moves.
  case scroll
  /// Another item at the front, and `reloadData()`.
  case reload
  /// Another item at the front, in an update.
  case update
  /// The layout is invalidated.
  case invalidateLayout
  /// Cells are made ahead.
  case prepareAhead
  /// The item that a user moves stays where it is shown.
  case endMovement
  /// The item that a user moves goes back.
  case cancelMovement
  /// All cells that wait are given up.
  case flushQueues

  /// The calls that do less.
  var simpler: [ReentrantCall] { Array(Self.allCases.prefix { $0 != self }) }
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
