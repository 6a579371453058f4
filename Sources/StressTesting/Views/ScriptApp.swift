import Changesets
import CollectionViews
import Layouts

/// The data of a script's app and everything that it is told, as its data sources share it.
final class ScriptApp {
  var sections: [ViewModel.Section] = []
  /// The extents that items wish for, by id.
  var wishes: [Int: Double] = [:]
  let flaw: ViewFlaw?

  /// The first thing that was wrong with what the app was asked or told.
  private(set) var mismatch: ViewMismatch?
  /// What has been asked about counts: `sections`, `items 0`.
  private(set) var countCalls: [String] = []
  /// What a delegate has been told of touches.
  private(set) var touches: [String] = []
  /// The views that are shown, as far as a delegate knows.
  private(set) var displayed: Set<ObjectIdentifier> = []
  /// The completions that have been called: their numbers, and what they were told.
  private(set) var completions: [(number: Int, isFinished: Bool)] = []
  /// The ends of interactive transitions.
  private(set) var transitionEnds: [(number: Int, completed: Bool, finished: Bool)] = []
  /// Whether paths are the data's: not while data has changed and the view has not heard of it.
  var checksEnds = false
  /// Whether the data has changed and nobody has told the view.
  var isOutOfStep = false
  /// What it does wrong, or in the middle of a call, once.
  var plot = AppPlot()
  /// What it answers about menus.
  var answers = MenuAnswers()
  private var ended = 0
  private var lastOwnNumber = firstOwnNumber
  private var begunUpdates: [Int] = []

  init(_ flaw: ViewFlaw?) { self.flaw = flaw }

  /// Forgets what was told of the operation before.
  func beginOperation() {
    countCalls.removeAll()
    touches.removeAll()
    completions.removeAll()
    transitionEnds.removeAll()
    plot.beginOperation()
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

  func item(_ path: ItemPath) -> ViewModel.Item? {
    guard sections.indices.contains(path.section),
      sections[path.section].items.indices.contains(path.item)
    else { return nil }
    return sections[path.section].items[path.item]
  }

  /// What a supplementary view of `path` shows: its section's id, and the rest of the path.
  static func text(_ path: ElementPath, _ sections: [ViewModel.Section]) -> String? {
    guard sections.indices.contains(path.section) else { return nil }
    return "\(path.replacingSection(with: sections[path.section].id))"
  }

  func fail(_ observation: String, expected: String, found: String) {
    if mismatch == nil {
      mismatch = ViewMismatch(observation, expected: expected, found: found)
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
    if flaw == .endsUnheard, ended.isMultiple(of: 5) { return }
    if displayed.remove(ObjectIdentifier(view)) == nil {
      fail("didEndDisplaying of \(what)", expected: "a view shown", found: "one not shown")
    }
  }
}
