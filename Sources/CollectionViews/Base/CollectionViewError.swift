public import Changesets
public import Layouts

/// An error that an app's data source, delegate, layout or calls caused. It says what was found,
/// where, and what to do.
///
/// The view stays usable. An update that is refused applies nothing; an error of a view or a layout
/// may come after it was applied: see `CollectionView.lastUpdateWasApplied` (b.8).
public enum CollectionViewError: Error, Hashable, Sendable {
  /// An update is illegal, or does not lead to the data source's counts (ERR-items to ERR-dup).
  case changeset(ChangesetError)
  /// An audited update has led to another item at a path than the one that should be there: the one
  /// that was at `before`.
  case itemIdentity(ItemPath, before: ItemPath, found: String, expected: String)
  /// A layout or a flow layout's delegate got something wrong (ERR-attr, ERR-size).
  case layout(LayoutError)
  /// A data source has a negative number of sections, or of items of a section, or more than
  /// `ItemPath.countLimit`.
  case count(section: Int?, Int)
  /// A number of an item or section asked for is negative.
  case negativeIndex(Int, section: Int?)
  /// The item at a path does not exist; the count is nil where its section does not (SE-12).
  case noSuchItem(ItemPath, itemsInSection: Int?)

  /// A dequeue of an identifier that nothing is registered under (ERR-dq).
  case notRegistered(ReuseKey, registered: [String])
  /// A cell registration was made inside of the request that it is used for, so that no cell of it
  /// could ever be used again.
  case registrationInsideRequest(ItemPath, String)
  /// A registration of supplementary views was made inside of the request that it is used for, so that
  /// no view of it could ever be used again.
  case supplementaryRegistrationInsideRequest(LayoutElement, String)
  /// A template yields other than one view of the right class (ERR-nib).
  case template(name: String, yielded: [String], expected: String)
  /// A decoration of the layout has no registration of a view on it.
  case noDecoration(ElementKind)
  /// A view was returned that had not been dequeued for the request, or more than one was dequeued
  /// (ERR-dq18, RU-6, RU-7).
  case notDequeued(LayoutElement, dequeued: Int)
  /// The data source has no view for an element that the layout shows (ERR-supp).
  case noView(LayoutElement)
  /// A data source is asked for a view by another collection view than its own (NX-1).
  case otherView(LayoutElement, dataSource: String)
  /// A data source has no item at a path that its counts include.
  case noItem(ItemPath)
  /// A data source could not provide the item at a path, for a reason: half a sentence.
  case itemUnavailable(ItemPath, reason: String)
  /// No registration of a data source is for an element (NX-4).
  case noMatchingRegistration(LayoutElement)
  /// A dequeued view has another reuse identifier than the one that was asked for (NX-4).
  case otherIdentifier(LayoutElement, found: String?, expected: String)
  /// A section's snapshot shows an item that another section has, or one twice; the text says which.
  case itemInOtherSection(String)
  /// A reconfigured item got another cell than the one it has.
  case otherCell(ItemPath)
  /// A data source returned, or a registration made, a view of another class than is needed.
  case viewClass(LayoutElement, found: String, expected: String)

  /// An update, a layout pass or a reload was asked for from inside a request (ERR-reentrant).
  case reentrant(during: Request)
  /// The layout was changed inside of an update (b.5).
  case layoutChangedDuringUpdate
  /// An interactive transition was begun while one runs, or ended while none does (ERR-trans).
  case transition(wanted: TransitionStep, isRunning: Bool)
  /// An interactive transition was started, finished or cancelled while one is on its way to its end.
  case transitionEnding(wanted: TransitionStep)
  /// The layout belongs to another collection view already (TR-4).
  case layoutInUse
  /// A delegate gave a layout for a transition that goes between other layouts (TR-6).
  case transitionOfOtherLayouts
  /// A data source that holds the items was to change them inside of another update.
  case editInsideUpdate
  /// A call inserts, deletes or moves in a view whose data source makes all such changes itself
  /// (L-2).
  case controlled(by: String, call: String)
  /// A view that one data source controls was to get another one (NX-1).
  case secondDataSource(installed: String, new: String)
  /// An update's block threw an error of the app; a block around it that went on throws this.
  case updateBlock(threw: String)
  /// Two scroll positions along one axis (ERR-scroll).
  case scrollPositions(ScrollPosition, ScrollPosition)
  /// The layout pass did not settle: bounds and layout changed each other over and over.
  case unsettled(passes: Int)

  /// A request that a collection view was making of its data source or layout.
  public enum Request: Hashable, Sendable {
    /// The numbers of sections and items.
    case counts
    /// A view.
    case view(LayoutElement)
    /// The layout's preparation.
    case preparation
    /// The work of a layout pass, including the delegate's methods about display.
    case layoutPass
  }

  /// A step of an interactive transition.
  public enum TransitionStep: String, Hashable, Sendable {
    /// `startInteractiveTransition(to:completion:)`.
    case start
    /// `finishInteractiveTransition()`.
    case finish
    /// `cancelInteractiveTransition()`.
    case cancel
  }
}

extension CollectionViewError: CustomStringConvertible {
  /// One sentence: what was found, where, and what to change.
  public var description: String {
    switch self {
    case .changeset(let error): error.description
    case .layout(let error): error.description
    case .itemIdentity(let path, let before, let found, let expected):
      "item \(path) is \(found) after the update, but should be \(expected), which was item \(before) "
        + "before it; tell the view of every item that is inserted, deleted, moved or replaced"
    case .count(let section, let count):
      "the data source has \(count) \(section == nil ? "sections" : "items")"
        + (section.map { " in section \($0)" } ?? "") + "; return "
        + (count < 0 ? "0 or more" : "\(ItemPath.countLimit) or less")
    case .negativeIndex(let index, let section):
      (section.map { "item \(index) of section \($0)" } ?? "section \(index)")
        + " is named; sections and items count from 0"
    case .noSuchItem(let path, let items):
      "there is no item \(path): "
        + (items.map { "section \(path.section) has \($0) items" } ?? "there is no such section")
    case .reentrant(let request):
      "an update, reload or layout pass was begun while the collection view asks for "
        + "\(request); begin it after the request has returned"
    case .layoutChangedDuringUpdate:
      "the layout was changed inside of an update; change it before or after"
    case .layoutInUse:
      "the layout belongs to another collection view; give each view a separate layout"
    case .transitionOfOtherLayouts:
      "the delegate's layout for the transition goes between other layouts; make it of the two that "
        + "it is asked about"
    case .editInsideUpdate:
      "the items were to be changed inside of another update's block, whose paths are those before "
        + "it; change them outside of it, or all by one changeset"
    case .controlled(let source, let call):
      "\(call) was called on a view whose updates \(source) controls; change the items through it, or "
        + "set its controlsUpdates to false"
    case .secondDataSource(let installed, let new):
      "\(new) was made for a view that \(installed) controls; make one for each view, or set the "
        + "view's dataSource to nil first"
    case .updateBlock(let error):
      "an update's block threw \"\(error)\", so nothing was applied; a block around it cannot go on "
        + "without its operations and has to throw it too"
    case .scrollPositions(let first, let second):
      "\(first) and \(second) are positions along one axis; name one of them"
    case .unsettled(let passes):
      "bounds and layout were still changing each other after \(passes) passes; let the layout "
        + "settle for bounds that stay the same"
    case .transition(let step, let isRunning):
      "an interactive transition was to \(step.rawValue) while "
        + (isRunning
          ? "one is running; finish or cancel it first" : "none is running; start one first")
    case .transitionEnding(let step):
      "an interactive transition was to \(step.rawValue) while one that has been finished or "
        + "cancelled still moves; wait for its completion"
    case .notRegistered(let key, let registered):
      "nothing is registered for \(key); register a class or a template first"
        + (registered.isEmpty ? "" : " (registered are \(registered.joined(separator: ", ")))")
    case .registrationInsideRequest(let path, let identifier):
      "registration \(identifier) was made while the view asks for the cell of item \(path), so its "
        + "cells would never be used again; make it once, before the view asks, and keep it"
    case .supplementaryRegistrationInsideRequest(let element, let identifier):
      "registration \(identifier) was made while the view asks for \(element), so its views would never "
        + "be used again; make it once, before the view asks, and keep it"
    case .template(let name, let yielded, let expected):
      "template \(name) yields "
        + (yielded.isEmpty ? "nothing" : yielded.joined(separator: " and "))
        + "; it must yield exactly one \(expected)"
    case .noDecoration(let kind):
      "the layout shows decoration \(kind), for which nothing is registered on it; call "
        + "registerDecoration(_:ofKind:) with a ViewSource"
    case .notDequeued(let element, let count):
      "the view returned for \(element) was not the one dequeued for it (\(count) were dequeued "
        + "meanwhile); dequeue exactly one and return it"
    case .noView(let element):
      "the layout shows \(element), but the data source gives no view for it; return one, or "
        + "have the layout leave the element out"
    case .otherView(let element, let source):
      "\(source) was asked for \(element) by another collection view than its own; make a data source "
        + "for each view"
    case .noItem(let path):
      "the data source has no item at \(path), which its counts include; reload it"
    case .itemUnavailable(let path, let reason):
      "the data source could not provide the item at \(path), because \(reason)"
    case .noMatchingRegistration(let element):
      "no registration of the data source is for \(element); register a class or a template"
        + (element.category == .cell ? " whose predicate accepts the item" : " for its kind")
    case .otherIdentifier(let element, let found, let expected):
      "the view dequeued for \(element) has the reuse identifier "
        + (found.map { "\"\($0)\"" } ?? "nil") + " instead of \"\(expected)\"; leave it as it is"
    case .itemInOtherSection(let text):
      "the snapshot of a section cannot be shown: \(text)"
    case .otherCell(let path):
      "item \(path) was to be reconfigured and got another cell; dequeue it for its own path with "
        + "its identifier, or reload it"
    case .viewClass(let element, let found, let expected):
      "\(element) got a \(found), where a \(expected) is needed; register that class"
    }
  }
}

extension CollectionViewError.Request: CustomStringConvertible {
  /// `its counts`, `a view for cell [0, 1]`, `the layout's preparation`, `what is visible`.
  public var description: String {
    switch self {
    case .counts: "its counts"
    case .view(let element): "a view for \(element)"
    case .preparation: "the layout's preparation"
    case .layoutPass: "what is visible"
    }
  }
}
