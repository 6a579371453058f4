import Changesets
import CollectionViews
import Geometry
import Layouts

/// The expected outcome of one update.
struct ViewUpdatePlan {
  /// The data that the app has in the end, if the update is committed or becomes a reload.
  var after: ViewModel
  /// The changeset that the view commits, where it is legal.
  var legal: Changeset?
  /// A Boolean value that indicates whether the view asked for counts only after the data changed.
  var isLate = false
  /// The counts that the view is told, one entry for each time that it asks.
  var asks: [[Int]] = []
}

extension ViewPerformer {
  /// Returns the expected outcome of `update`; nil where it makes no sense now.
  func plan(_ update: ViewUpdate) -> ViewUpdatePlan? {
    // A call that names no item that there is would not be made.
    guard depth(of: update) > 0 || !calls(update).isEmpty else { return nil }
    let read = configuration.isLenient ? update.told.repaired() : update.told
    let done = update.done ?? read
    var plan = ViewUpdatePlan(after: model)
    let isDone = model.counts(after: done, newCounts: update.newCounts) != nil
    if isDone {
      plan.after.apply(done, newCounts: update.newCounts)
    } else if update.done != nil {
      return nil
    }
    let changed = plan.after.counts
    // With counts unknown the view asks before the update, when the data may have changed already.
    let isLate = model.isCold && isDataFirst(update)
    var isLegal =
      isLate ? plan.after.isLegal(read, after: changed) : model.isLegal(read, after: changed)
    if isLate, !configuration.isLenient {
      // Reconfigured items are looked up among those that exist already.
      let existing = update.reconfigured.filter { model.item($0) != nil }
      if existing.contains(where: { plan.after.item($0) == nil }) { isLegal = false }
    }
    plan.isLate = isLate
    if isLegal {
      // Data that went another way than the view was told is nothing that a view can see.
      guard isDone, isLate || done == read else { return nil }
      plan.legal = read
    }
    if model.isCold { plan.asks.append(isLate ? changed : model.counts) }
    if !update.isReload { plan.asks.append(changed) }
    if mutation == .selectionStays { plan.after.keepSelectedPaths(of: model) }
    return plan
  }

  private func isDataFirst(_ update: ViewUpdate) -> Bool {
    update.isDataFirst || depth(of: update) == 0
  }

  /// Operations on their own are one call; a reload stands in a block.
  private func depth(of update: ViewUpdate) -> Int {
    update.depth <= 0 && (update.callCount != 1 || update.isReload) ? 1 : max(0, update.depth)
  }

  func run(_ update: ViewUpdate) throws(Mismatch) {
    if !model.isCold { try settleIfArmed() }
    guard var plan = plan(update) else { return }
    if !model.isCold, !model.isSettled {
      // Where the data changes first, the view has to have shown what was due; else it does so itself.
      if isDataFirst(update) || plan.legal == nil {
        try layOut()
      } else if model.hasShown {
        expectPass()
      }
      keepsCells = false
    }
    // Cells whose state has changed are shown before the data change.
    if !model.isCold, model.isSettled, isDataFirst(update), depth(of: update) > 0 { try layOut() }
    expectedAsks += plan.asks
    let touched = Set(update.reconfigured.compactMap { model.item($0)?.id })
    plan.after.bump(touched)
    let observed = ObservedState(self)
    let (depth, number) = (depth(of: update), newNumber())
    app.checksEnds = false
    // A cell whose reconfiguration fails keeps its content. A displaced item that is reloaded is
    // reconfigured, too (N-12).
    let refills = plan.legal.map { legal in
      !legal.reconfiguredItems.isEmpty
        || legal.reloadedItems.contains { path in
          model.item(path).map { $0.id == model.displacedItem } == true
        }
    }
    app.faults.isHeld = refills == true || !update.reconfigured.isEmpty
    defer { app.faults.isHeld = false }
    var error: CollectionViewError?
    do throws(CollectionViewError) {
      if isDataFirst(update) { show(plan.after) }
      if depth == 0 {
        for call in calls(update) {
          call()
          try view.throwHeldUpdateError()
        }
      } else {
        try perform(update, plan.after, depth, number)
      }
    } catch let thrown {
      error = thrown
    }
    if !update.isReload, plan.legal == nil, !configuration.isLenient {
      return try expectRejection(error, observed, plan)
    }
    let due = app.faults.takeDueError()
    try expect(error, due)
    if let legal = plan.legal, !update.isReload {
      expectUpdate(plan.after, legal, number, depth)
    } else {
      expectReload(plan.after, number, depth)
    }
    if due != nil { model.isSettled = false }
  }

  private func expect(
    _ found: CollectionViewError?, _ expected: CollectionViewError?
  ) throws(Mismatch) {
    try Mismatch.require(
      found == expected, "what the update threw", expected: expected.map { "\($0)" } ?? "nothing",
      found: found.map { "\($0)" } ?? "nothing")
  }

  /// The blocks, one in the other, with the calls shared out between them.
  private func perform(
    _ update: ViewUpdate, _ after: ViewModel, _ depth: Int, _ number: Int
  ) throws(CollectionViewError) {
    var waiting = calls(update)[...]
    let share = (waiting.count + depth - 1) / depth
    func open(_ level: Int) throws(CollectionViewError) {
      func operations() throws(CollectionViewError) {
        if level == 0, !update.isDataFirst { show(after) }
        for call in waiting.prefix(share) { call() }
        waiting = waiting.dropFirst(share)
        if level + 1 < depth { try open(level + 1) }
        if level == 0, update.isReload { view.reloadData() }
      }
      try view.performBatchUpdates(
        operations,
        completion: { [app, mutation, weak view] isFinished in
          if mutation == .completionLost, level > 0 { return }
          // The innermost has the lowest number: it is called first.
          app.complete(number + depth - 1 - level, isFinished)
          if let view { app.reach(.completion, view) }
        })
    }
    for _ in 1..<depth { _ = newNumber() }
    try open(0)
  }

  private typealias Call = () -> Void

  /// The view's methods, each with all its paths.
  private func calls(_ update: ViewUpdate) -> [Call] {
    let (view, told) = (view, update.told)
    let existing = update.reconfigured.filter { model.item($0) != nil }
    var calls: [Call] = []
    func add(_ isAsked: Bool, _ call: @escaping Call) { if isAsked { calls.append(call) } }
    add(!told.deletedSections.isEmpty) { view.deleteSections(told.deletedSections) }
    add(!told.insertedSections.isEmpty) { view.insertSections(told.insertedSections) }
    add(!told.reloadedSections.isEmpty) { view.reloadSections(told.reloadedSections) }
    for move in told.movedSections {
      add(true) { view.moveSection(move.source, toSection: move.target) }
    }
    add(!told.deletedItems.isEmpty) { view.deleteItems(at: told.deletedItems) }
    add(!told.insertedItems.isEmpty) { view.insertItems(at: told.insertedItems) }
    add(!told.reloadedItems.isEmpty) { view.reloadItems(at: told.reloadedItems) }
    for move in told.movedItems {
      add(true) { view.moveItem(at: move.source, to: move.target) }
    }
    add(!existing.isEmpty) { view.reconfigureItems(at: existing) }
    return update.isReversed ? calls.reversed() : calls
  }

  // MARK: Outcomes

  private func expectUpdate(_ after: ViewModel, _ legal: Changeset, _ number: Int, _ depth: Int) {
    for path in legal.reloadedItems {
      if let item = model.item(path), item.id != model.displacedItem {
        reloadedItems.insert(item.id)
      }
    }
    let (wasSettled, hasShown) = (model.isSettled, model.hasShown)
    model = after
    model.hasShown = hasShown
    model.isCold = false
    let isSeen = model.hasShown && isLayoutPrepared && !view.bounds.isEmpty
    // Items that size themselves may have another pass to come.
    let measures = view.collectionViewLayout.measuresItems
    model.isSettled = isSeen && wasSettled && transition == nil && !measures
    expectCompletions(number, depth, isSeen && view.animationsEnabled ? view.animationDuration : 0)
  }

  /// Completions of `depth` blocks are due once `duration` has passed.
  ///
  /// They wait for those of earlier updates, unless the operation ends these early.
  func expectCompletions(_ number: Int, _ depth: Int, _ duration: Double) {
    let due = max(view.clock.now + duration, interrupts ? 0 : lastDue)
    lastDue = due
    let isLoose = self.isLoose
    for place in 0..<depth {
      pending.append(PendingCompletion(number: number + place, due: due, isLoose: isLoose))
    }
  }

  func expectReload(_ after: ViewModel, _ number: Int, _ depth: Int) {
    let hasShown = model.hasShown
    model = after
    model.hasShown = hasShown
    reloadExpected()
    if model.hasShown { expectPass() }
    expectCompletions(number, depth, 0)
  }

  private func expectRejection(
    _ error: CollectionViewError?, _ before: ObservedState, _ plan: ViewUpdatePlan
  ) throws(Mismatch) {
    guard case .changeset = error else {
      throw Mismatch(
        "what an illegal update threw", expected: "a changeset error",
        found: error.map { "\($0)" } ?? "nothing")
    }
    // An app takes its change back, unless that is all that the view has ever heard of (BU-6).
    if plan.isLate { model = plan.after }
    show(model)
    model.isCold = false
    if app.faults.reentrantCallMade == nil {
      try before.check(ObservedState(self), "after an update that was rejected")
    }
  }
}

extension ViewModel {
  /// A planted mistake: what is selected stays where it was.
  mutating func keepSelectedPaths(of other: ViewModel) {
    deselectAll()
    for path in other.selectedPaths { if let id = item(path)?.id { select(id) } }
  }
}
