import Changesets
import CollectionViews
import Geometry
import Layouts

/// The app of a script: its data and everything that it is told, shared by its data sources.
final class FakeApp {
  var sections: [ViewModel.Section] = []
  /// The extents that items prefer, by id.
  var preferredExtents: [Int: Double] = [:]
  let mutation: Mutation?

  /// The first thing that was wrong with what the app was asked or told.
  private(set) var mismatch: Mismatch?
  /// The questions about counts so far: `sections`, `items 0`.
  private(set) var countCalls: [String] = []
  /// The calls about touches that the delegate got.
  private(set) var touches: [String] = []
  /// The views that are shown, as far as a delegate knows.
  private(set) var displayed: Set<ObjectIdentifier> = []
  /// The completions that have been called: their numbers, and what they were told.
  private(set) var completions: [(number: Int, isFinished: Bool)] = []
  /// The ends of interactive transitions.
  private(set) var transitionEnds: [(number: Int, completed: Bool, finished: Bool)] = []
  /// A Boolean value that indicates whether paths fit the data: not while the view has yet to hear
  /// of a change.
  var checksEnds = false
  /// A Boolean value that indicates whether the data has changed without a word to the view.
  var isOutOfStep = false
  /// The mistakes and calls into the view that are still to come.
  var faults = FaultPlan()
  /// The answers about menus.
  var answers = MenuAnswers()
  /// The view, which views call back from inside.
  weak var view: CollectionView?
  /// The clock by which cells take time to fill.
  let clock = FakeWorkClock()
  /// The answer about where a moved item goes, and the target that was last chosen.
  var movement = MovementAnswers()
  private var ended = 0
  private var lastOwnNumber = firstOwnNumber
  private var begunUpdates: [Int] = []

  init(_ mutation: Mutation?) { self.mutation = mutation }

  /// Forgets the callbacks of the operation before.
  func beginOperation() {
    countCalls.removeAll()
    touches.removeAll()
    completions.removeAll()
    transitionEnds.removeAll()
    movement.chosen = nil
    faults.beginOperation()
  }

  /// The completions that have been called, which are then forgotten.
  func takeCompletions() -> [(number: Int, isFinished: Bool)] {
    defer { completions.removeAll() }
    return completions
  }

  /// Adds an item in front of the others; where there is no section, a section with it.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func addItem() -> Bool {
    let item = ViewModel.Item(id: newOwnNumber())
    guard sections.isEmpty else {
      sections[0].items.insert(item, at: 0)
      return true
    }
    sections = [ViewModel.Section(id: newOwnNumber(), items: [item])]
    return false
  }

  /// A number that no item and no update of a script has.
  func newOwnNumber() -> Int {
    lastOwnNumber += 1
    return lastOwnNumber
  }

  /// An update that the app has begun by itself.
  func begin(_ number: Int) { begunUpdates.append(number) }

  /// The updates that the app has begun by itself, which are then forgotten.
  func takeBegunUpdates() -> [Int] {
    defer { begunUpdates.removeAll() }
    return begunUpdates
  }

  func add(countCall: String) { countCalls.append(countCall) }

  func add(touch: String) { touches.append(touch) }

  func complete(_ number: Int, _ isFinished: Bool) { completions.append((number, isFinished)) }

  func endTransition(_ number: Int, _ completed: Bool, _ finished: Bool) {
    transitionEnds.append((number, completed, finished))
  }

  /// Moves an item as a user has moved it on the screen, unless the script has it left where it is.
  func move(_ source: ItemPath, to target: ItemPath) {
    guard item(source) != nil, sections.indices.contains(target.section) else {
      return fail("moveItemAt", expected: "items that exist", found: "\(source) to \(target)")
    }
    guard movement.isMade else { return }
    let moved = sections[source.section].items.remove(at: source.item)
    guard target.item <= sections[target.section].items.count else {
      return fail("moveItemAt", expected: "a place that exists", found: "\(target)")
    }
    sections[target.section].items.insert(moved, at: target.item)
  }

  func item(_ path: ItemPath) -> ViewModel.Item? {
    guard sections.indices.contains(path.section),
      sections[path.section].items.indices.contains(path.item)
    else { return nil }
    return sections[path.section].items[path.item]
  }

  /// Returns the text of the supplementary view at `path`: its section's id, and the rest of the
  /// path.
  static func text(_ path: ElementPath, _ sections: [ViewModel.Section]) -> String? {
    guard sections.indices.contains(path.section) else { return nil }
    return "\(path.replacingSection(with: sections[path.section].id))"
  }

  func fail(_ observation: String, expected: String, found: String) {
    if mismatch == nil {
      mismatch = Mismatch(observation, expected: expected, found: found)
    }
  }

  /// A view begins to be shown, which must not be shown.
  func show(_ view: CollectionReusableView, _ what: String) {
    if !displayed.insert(ObjectIdentifier(view)).inserted {
      fail("willDisplay of \(what)", expected: "a view not shown", found: "one shown already")
    }
  }

  /// A view ceases to be shown, which must be shown.
  func end(_ view: CollectionReusableView, _ what: String) {
    ended += 1
    if mutation == .endsUnheard, ended.isMultiple(of: 5) { return }
    if displayed.remove(ObjectIdentifier(view)) == nil {
      fail("didEndDisplaying of \(what)", expected: "a view shown", found: "one not shown")
    }
  }
}

extension FakeApp {
  /// The error for an element that the data does not have; where the view cannot know, it is due.
  func missing(_ element: LayoutElement) -> CollectionViewError {
    let error = CollectionViewError.noView(element)
    return isOutOfStep ? faults.commit(error) : error
  }

  /// Updates that the app begins by itself have numbers from here on, as have the items it adds.
  static let firstOwnNumber = 1_000_000

  /// Makes the call that is due at `moment`, while the view calls the app for `request` or for nothing.
  func reach(
    _ moment: CallbackMoment, _ view: CollectionView,
    during request: CollectionViewError.Request? = nil
  ) {
    guard let action = faults.takeReentrantCall(moment) else { return }
    checksEnds = false
    faults.isHeld = true
    defer { faults.isHeld = false }
    var error: CollectionViewError?
    switch action {
    case .layOut: do { try view.layoutIfNeeded() } catch let thrown { error = thrown }
    case .scroll: view.setContentOffset(Point(x: 0, y: 40))
    case .prepareAhead:
      do { _ = try view.prepareCellsAhead(until: .max) } catch let thrown { error = thrown }
    case .endMovement:
      do { try view.endInteractiveMovement() } catch let thrown { error = thrown }
      if case .reentrant = error { return }
    case .cancelMovement:
      do { try view.cancelInteractiveMovement() } catch let thrown { error = thrown }
      if case .reentrant = error { return }
    case .flushQueues: flushQueues(of: view)
    case .invalidateLayout: view.collectionViewLayout.invalidateLayout()
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

  /// Makes the reentrant call of a script, if it is due at a moment in which a view's own code runs.
  func reachFromView(_ moment: CallbackMoment) {
    guard faults.reentrantCall?.moment == moment, let view else { return }
    reach(moment, view)
  }

  /// Gives up all cells that wait.
  func flushQueues(of view: CollectionView) {
    for identifier in FakeCell.identifiers {
      view.register(FakeCell.self, forCellWithReuseIdentifier: identifier, flushesQueue: true)
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
    _ error: CollectionViewError?, _ moment: CallbackMoment, _ request: CollectionViewError.Request?
  ) {
    if CallbackMoment.views.contains(moment) || CallbackMoment.movement.contains(moment) {
      // The call is refused as a whole or made as a whole, whichever method led to it.
      if let error, case .reentrant = error { return }
      if error == nil { return }
    }
    let pass = CollectionViewError.reentrant(during: .layoutPass)
    let allowed: [CollectionViewError?] =
      if let request, mutation != .updatesEverywhere {
        [.reentrant(during: request)]
      } else if moment == .willDisplay {
        [pass]
      } else if CallbackMoment.display.contains(moment) {
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
