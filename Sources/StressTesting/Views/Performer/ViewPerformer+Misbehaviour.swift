import Changesets
import CollectionViews
import Geometry
import Layouts

/// Apps that get something wrong, or call the view back: what the view must make of it.
extension ViewPerformer {
  // MARK: In the middle of a call

  /// A Boolean value that indicates whether completions that begin now may come in any order.
  var isLoose: Bool { view.clock.now < looseUntil || pending.contains(where: \.isLoose) }

  /// Accepts a call into the view during the operation: what was asked and told meanwhile is
  /// left open, but a pass later everything must be as the data has it.
  func recover() throws(Mismatch) {
    isOpen = true
    keepsCells = false
    app.checksEnds = false
    app.faults.isHeld = true
    defer { app.faults.isHeld = false }
    try loosen()
    model.adopt(app.sections)
    let movement = try movementAfterCall()
    if app.faults.reentrantCallMade == .reload {
      model.reload()
      if let selectedAfterCounts { model.select(selectedAfterCounts) }
    }
    model.movement = movement
    forgetMenuIfGone()
    _ = view.numberOfSections
    model.isCold = false
    model.isSettled = false
    try layOut()
    try loosen()
    interrupts = false
  }

  /// Each completion is still called once, before long.
  private func loosen() throws(Mismatch) {
    let latest = max(lastDue, view.clock.now + view.animationDuration)
    for number in app.takeBegunUpdates() {
      pending.append(PendingCompletion(number: number, due: latest, isLoose: true))
    }
    for called in app.takeCompletions() {
      guard let index = pending.firstIndex(where: { $0.number == called.number }) else {
        throw Mismatch(
          "completion \(called.number)", expected: "not called again or at all", found: "called")
      }
      pending.remove(at: index)
    }
    for index in pending.indices {
      pending[index].isLoose = true
      pending[index].due = max(pending[index].due, latest)
    }
    lastDue = latest
    looseUntil = latest
  }

  /// Items that move while a delegate is asked get no menu, and what is scrolled loses it.
  private func forgetMenuIfGone() {
    guard model.menu != nil, view.menu == nil else { return }
    if app.faults.reentrantCallMade == .scroll { _ = model.dismissMenu() } else { model.menu = nil }
  }

  // MARK: Menus

  func useMenu(_ operation: ViewOperation) {
    switch operation {
    case .longPress(let path, let isHighlightable, let hasMenu, let actions):
      guard let point = view.cellForItem(at: path)?.frame.center else { return }
      holdIfHighlighted()
      defer { app.faults.isHeld = false }
      app.answers = MenuAnswers(
        isHighlightable: isHighlightable, hasMenu: hasMenu, actions: actions)
      expectedTouches = model.longPress(
        view.itemPathForItem(at: point), isHighlightable: isHighlightable, hasMenu: hasMenu,
        actions: actions)
      view.longPress(at: point)
      app.answers = MenuAnswers()
    case .chooseMenuAction(let action):
      expectedTouches = model.choose(action)
      view.chooseMenuAction(action.action)
    case .dismissMenu:
      expectedTouches = model.dismissMenu()
      view.dismissMenu()
    default: break
    }
  }

  /// A finger lets go of one item and comes down on another: what is done in between would change
  /// what lies under it.
  func holdIfHighlighted() { app.faults.isHeld = model.highlighted != nil }

  /// Scrolling dismisses a menu (ME-4); a return to where there is content does not.
  func expectMenu(after operation: ViewOperation, from offset: Point, wasSettled: Bool) {
    guard model.menu != nil else { return }
    let isCertain: Bool
    switch operation {
    case .scroll, .drag: isCertain = true
    // The end of a transition, and items that are measured, move the content too.
    case .tick: isCertain = transition == nil
    case .scrollToItem: isCertain = wasSettled && transition == nil
    default: return
    }
    let hasMoved = view.contentOffset != offset
    let isOver = isCertain && app.faults.reentrantCallMade == nil ? hasMoved : view.menu == nil
    if isOver, mutation != .menusStay { _ = model.dismissMenu() }
  }

  // MARK: Wrong counts

  /// Runs an empty update after which the data source reports wrong counts, once (b.8).
  func misreport(ofSection section: Int?, by way: Int) throws(Mismatch) {
    if model.hasShown {
      for _ in 0..<2 where !model.isSettled { try layOut() }
    }
    if app.faults.reentrantCallMade != nil { try recover() }
    app.faults.isHeld = true
    defer { app.faults.isHeld = false }
    var counts = model.counts
    let wrong = (section.map { counts[$0] } ?? counts.count) + way
    if let section {
      counts[section] = wrong
      expectedAsks.append(wrong < 0 ? Array(counts[...section]) : counts)
    } else {
      counts = Array(counts.prefix(max(0, wrong)))
      while counts.count < wrong { counts.append(0) }
      expectedAsks.append(counts)
    }
    // A reload ends a movement first: what leaves has the path at which it was shown.
    if model.movement != nil { app.checksEnds = false }
    let observed = ObservedState(self)
    let number = newNumber()
    app.faults.prepareMisreport(ofSection: section, by: way)
    var found: CollectionViewError?
    do throws(CollectionViewError) {
      try view.performBatchUpdates({}, completion: { [app] in app.complete(number, $0) })
    } catch {
      found = error
    }
    var expected: CollectionViewError?
    if wrong < 0 {
      expected = .count(section: section, wrong)
    } else {
      do throws(ChangesetError) {
        try Changeset().validate(sectionCountsBefore: model.counts, sectionCountsAfter: counts)
      } catch {
        expected = configuration.isLenient ? nil : .changeset(error)
      }
    }
    try Mismatch.check(
      "what wrong counts threw", "\(expected, or: "nothing")", "\(found, or: "nothing")")
    if expected == nil { return expectReload(model, number, 1) }
    try observed.check(ObservedState(self), "after wrong counts")
  }

  // MARK: Changes that nobody tells

  /// Changes the data without a word; the view goes on with what it has (b.8).
  func changeSilently(_ counts: [Int], isTakenBack: Bool) throws(Mismatch) {
    app.faults.isHeld = true
    defer { app.faults.isHeld = false }
    if !model.isSettled { try layOut() }
    isOpen = true
    app.checksEnds = false
    let before = model.counts
    var changed = model
    changed.replaceData(counts: counts)
    let asked = app.countCalls
    app.isOutOfStep = true
    show(changed)
    let observed = ObservedState(self)
    try call(view.layoutIfNeeded)
    try observed.check(ObservedState(self), "after a change that was not reported")
    // Rows that are seen next may not exist any more.
    view.setContentOffset(Point(x: 0, y: view.contentOffset.y + 35))
    try call(view.layoutIfNeeded)
    try checkUnaware(model.shownCounts, asked)
    try updateUnaware(before, counts)
    app.isOutOfStep = false
    if isTakenBack { show(model) } else { model = changed }
    reloadExpected()
    view.reloadData()
    try loosen()
    try layOut()
    try loosen()
    interrupts = false
  }

  /// The view has the counts that it was told, and is in order.
  private func checkUnaware(_ counts: [Int], _ asked: [String]) throws(Mismatch) {
    try Mismatch.check("the questions after a silent change", asked, app.countCalls)
    let found = (0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) }
    try Mismatch.check("the counts after a silent change", counts, found)
    if let violation = view.firstViolation() {
      throw Mismatch(
        "the view's own state after a silent change", expected: "no violation", found: violation)
    }
  }

  /// An update finds the change out, unless there are as many items as before.
  private func updateUnaware(_ before: [Int], _ after: [Int]) throws(Mismatch) {
    var expected: CollectionViewError?
    do throws(ChangesetError) {
      try Changeset().validate(sectionCountsBefore: before, sectionCountsAfter: after)
    } catch {
      expected = configuration.isLenient ? nil : .changeset(error)
    }
    let number = newNumber()
    var found: CollectionViewError?
    do throws(CollectionViewError) {
      try view.performBatchUpdates({}, completion: { [app] in app.complete(number, $0) })
    } catch {
      found = error
    }
    // A pass that has failed is made again before the update.
    if let missing = app.faults.takeDueError() { expected = missing }
    try Mismatch.check(
      "what an update after a silent change threw", "\(expected, or: "nothing")",
      "\(found, or: "nothing")")
    if found == nil { pending.append(PendingCompletion(number: number, due: 0, isLoose: true)) }
    if let violation = view.firstViolation() {
      throw Mismatch(
        "the view's own state after an update that comes too late", expected: "no violation",
        found: violation)
    }
  }

  // MARK: No data source

  /// The view shows nothing until there is another data source (BUG-44).
  func loseSource(isSilent: Bool) throws(Mismatch) {
    model.replaceData(counts: [])
    model.hasSource = false
    app.faults.hasSource = false
    reloadExpected()
    show(model)
    source = nil
    if isSilent { return try layOut() }
    view.dataSource = nil
    view.prefetchDataSource = nil
  }
}

extension DefaultStringInterpolation {
  /// A value, or what stands for none.
  fileprivate mutating func appendInterpolation<Value>(_ value: Value?, or none: String) {
    if let value { appendInterpolation(value) } else { appendInterpolation(none) }
  }
}
