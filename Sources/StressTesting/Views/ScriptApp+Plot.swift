import Changesets
import CollectionViews
import Geometry
import Layouts

/// What a script's app does wrong, or in the middle of a call; each of them once.
struct AppPlot {
  /// The next cell, or the next supplementary view, is wrong.
  var fault: (kind: ViewFault, isOfCell: Bool)?
  /// What the app does the next time it is called at a moment.
  var meddling: (moment: ViewMoment, action: ViewMeddling)?
  /// How many more sections, or items of a section, are reported the next time.
  private var misreport: (section: Int?, way: Int)?
  /// Whether all of it has to wait.
  var isHeld = false
  /// Whether the app has a data source; without one it begins nothing.
  var hasSource = true

  /// The error that is due for the last fault.
  private(set) var dueError: CollectionViewError?
  /// Whether there was a fault in this operation.
  private(set) var hasErred = false
  /// What was done in the middle of this operation.
  private(set) var meddled: ViewMeddling?
  /// Whether the last misreport is still being made.
  private(set) var isMisreporting = false

  /// Whether something is to come.
  var isArmed: Bool { fault != nil || meddling != nil }

  mutating func beginOperation() {
    dueError = nil
    hasErred = false
    meddled = nil
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

  /// What the app is to do at `moment`.
  mutating func takeMeddling(_ moment: ViewMoment) -> ViewMeddling? {
    guard !isHeld, hasSource, let meddling, meddling.moment == moment else { return nil }
    self.meddling = nil
    meddled = meddling.action
    return meddling.action
  }
}

/// What a script's delegate answers.
struct MenuAnswers {
  var isHighlightable = true
  var hasMenu = false
  var actions: [ViewMenuAction] = []
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

extension ScriptApp {
  /// The error for an element that the data does not have; where the view cannot know, it is due.
  func missing(_ element: LayoutElement) -> CollectionViewError {
    let error = CollectionViewError.noView(element)
    return isOutOfStep ? plot.commit(error) : error
  }

  /// Updates that the app begins by itself have numbers from here on, as have the items it adds.
  static let firstOwnNumber = 1_000_000

  /// The view has called the app, for `request` or for nothing: what is due at this moment is done.
  func reach(
    _ moment: ViewMoment, _ view: CollectionView, during request: CollectionViewError.Request? = nil
  ) {
    guard let action = plot.takeMeddling(moment) else { return }
    checksEnds = false
    plot.isHeld = true
    defer { plot.isHeld = false }
    var error: CollectionViewError?
    switch action {
    case .layOut: do { try view.layoutIfNeeded() } catch let thrown { error = thrown }
    case .scroll: view.setContentOffset(Point(x: 0, y: 40))
    case .reload:
      // Half of the counts have been asked for.
      if moment != .counts { addItem() }
      view.reloadData()
    case .update:
      error = update(view)
      check(error, moment, request)
      return
    }
    if let error {
      fail("\(action) at \(moment)", expected: "no error", found: "\(error)")
    }
  }

  /// Adds an item at the front, in an update whose completion is awaited.
  private func update(_ view: CollectionView) -> CollectionViewError? {
    let number = newOwnNumber()
    do throws(CollectionViewError) {
      try view.performBatchUpdates(
        {
          if addItem() {
            view.insertItems(at: [ItemPath(section: 0, item: 0)])
          } else {
            view.insertSections([0])
          }
        }, completion: { [weak self] in self?.complete(number, $0) })
    } catch {
      return error
    }
    begin(number)
    return nil
  }

  /// In requests and as a view begins to be shown no update can be begun; of touches and from
  /// completions it can; else it depends on who called.
  private func check(
    _ error: CollectionViewError?, _ moment: ViewMoment, _ request: CollectionViewError.Request?
  ) {
    let pass = CollectionViewError.reentrant(during: .layoutPass)
    let allowed: [CollectionViewError?] =
      if let request, flaw != .updatesEverywhere {
        [.reentrant(during: request)]
      } else if moment == .willDisplay {
        [pass]
      } else if ViewMoment.display.contains(moment) {
        [pass, nil]
      } else {
        [nil]
      }
    if !allowed.contains(error) {
      fail(
        "an update begun at \(moment)",
        expected: allowed.map { $0.map { "\($0)" } ?? "no error" }.joined(separator: ", or "),
        found: error.map { "\($0)" } ?? "no error")
    }
  }
}
