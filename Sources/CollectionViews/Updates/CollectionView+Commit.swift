import Changesets
import Geometry
import Layouts

extension CollectionView {
  /// Carries out what the outermost block has asked for (b.3).
  ///
  /// Animations begin, and completions of what is not animated are called, when the update is over:
  /// a completion may begin another.
  func commitUpdate() throws(CollectionViewError) {
    guard var open = transaction else { return }
    if let failure = open.failure {
      abandonUpdate()
      updateErrors.note(failure)
      throw failure
    }
    guard !open.isReload else { return try reloadInstead(open) }
    open.isCommitting = true
    transaction = open
    let outcome: UpdateOutcome?
    do {
      outcome = try validateAndCommit(open)
    } catch {
      abandonUpdate()
      updateErrors.note(error)
      throw error
    }
    guard let outcome else { return try reloadInstead(open) }
    let isReloaded = transaction?.isReload ?? false
    transaction = nil
    updateErrors.isApplied = true
    if isReloaded {
      // Asked for while the update was carried out: it ends the animations, and then come completions.
      animator.add(outcome.departures, open.completions, endTime: clock.now)
      reloadData()
    } else {
      begin(
        outcome.animations, departures: outcome.departures, duration: outcome.duration,
        completions: open.completions)
    }
    let failure = installLayouts(of: open)
    if let failure = outcome.failure ?? failure { throw applied(failure) }
  }

  /// Ends an update that is not carried out; a reload that it asked for is due all the same. The
  /// layouts that were to come after it do not come.
  func abandonUpdate() {
    guard let open = transaction else { return }
    transaction = nil
    if open.isReload { reloadData() }
    for (_, _, completion) in open.laterLayouts { completion?(false) }
  }

  /// Changes the layout as a lenient rule does after an update that wanted it (b.5).
  ///
  /// - Returns: The first error; the layouts after it come all the same.
  private func installLayouts(of open: UpdateTransaction) -> CollectionViewError? {
    var failure: CollectionViewError?
    for (layout, animated, completion) in open.laterLayouts {
      do {
        try setCollectionViewLayout(layout, animated: animated, completion: completion)
      } catch {
        failure = failure ?? error
      }
    }
    return failure
  }

  /// The outcome of an update: its animations, the views that go away, and an error.
  struct UpdateOutcome {
    /// None where a reload has come between.
    var animations: [ViewAnimation] = []
    var departures: [VisibleElement] = []
    var duration = 0.0
    /// A Boolean value that indicates whether a reload has intervened: what is shown is of no use
    /// any more.
    var isOvertaken = false
    /// The error that a newly shown view has caused.
    var failure: CollectionViewError?
  }

  /// - Returns: Nil where a lenient rule makes a reload of it.
  private func validateAndCommit(
    _ open: UpdateTransaction
  ) throws(CollectionViewError) -> UpdateOutcome? {
    let map: ChangesetMap
    do {
      map = if let exact = open.exact { try acceptCounts(exact) } else { try check(open.changeset) }
    } catch {
      guard updateValidation == .lenient, error.isOfUpdate else { throw error }
      updateErrors.note(error)
      return nil
    }
    // With what a lenient rule moves in place of reloading it (b.5).
    return try commit(map, map.changeset.reconfiguredItems)
  }

  /// Asks all counts, and holds the update against them.
  ///
  /// - Returns: The map of the update as it is carried out: itself, or repaired by a lenient rule,
  ///   which leaves out items to reconfigure that did not exist before.
  /// - Throws: What is wrong with the update, and the counts are then as before; what `askCounts()`
  ///   throws.
  func check(_ asked: Changeset) throws(CollectionViewError) -> ChangesetMap {
    try askCounts()
    var changeset = asked
    if updateValidation == .lenient {
      changeset = repaired(asked)
      if changeset != asked { noteRepaired(asked) }
    }
    do {
      try changeset.validate(
        sectionCountsBefore: counts.countsBefore, sectionCountsAfter: counts.counts)
    } catch {
      rollBackCounts()
      throw .changeset(error)
    }
    if let error = identityError(of: changeset) {
      rollBackCounts()
      throw error
    }
    return ChangesetMap(changeset)
  }

  /// Remembers the error of an update that is repaired.
  private func noteRepaired(_ asked: Changeset) {
    do {
      try asked.validate(
        sectionCountsBefore: counts.countsBefore, sectionCountsAfter: counts.counts)
    } catch {
      updateErrors.note(.changeset(error))
    }
  }

  /// An update as a lenient rule reads it, without items to reconfigure that did not exist before.
  private func repaired(_ asked: Changeset) -> Changeset {
    let before = counts.countsBefore
    return asked.repaired().reconfiguring { path in
      before.indices.contains(path.section) && path.item >= 0 && path.item < before[path.section]
    }
  }

  /// Reloads everything in place of an update, and calls its completions all the same (b.5).
  ///
  /// The error that the reload repairs stays readable.
  private func reloadInstead(_ open: UpdateTransaction) throws(CollectionViewError) {
    transaction = nil
    let hadShown = pass.hasShownElements
    let repaired = updateErrors.last
    reloadData()
    if let repaired { updateErrors.note(repaired) }
    defer { for completion in open.completions { completion(true) } }
    var failure: CollectionViewError?
    do {
      if hadShown { try layoutIfNeeded() }
    } catch {
      failure = error
    }
    let other = installLayouts(of: open)
    if let failure = failure ?? other { throw applied(failure) }
  }

  /// Remembers the error of an update that has been applied, whatever its completions have done since.
  private func applied(_ failure: CollectionViewError) -> CollectionViewError {
    updateErrors.note(failure)
    updateErrors.isApplied = true
    return failure
  }

  private func commit(
    _ map: ChangesetMap, _ reconfigured: [ItemPath]
  ) throws(CollectionViewError) -> UpdateOutcome {
    // Right after the start of a transition what is shown is its source's.
    let wasPrepared = transition?.source.isPrepared ?? collectionViewLayout.isPrepared
    let contexts = invalidateLayouts(by: map)
    guard pass.hasShownElements, wasPrepared, !bounds.isEmpty else {
      // Nothing is seen that could move; what was shown is asked for again when it is.
      work.updates += 1
      moveSelection(by: map)
      removeAllViews()
      return UpdateOutcome()
    }
    do {
      try prepareLayout()
    } catch {
      rollBack(contexts)
      throw error
    }
    work.updates += 1
    pass.isRunning = true
    defer { pass.isRunning = false }
    let updateItems = map.changeset.updateItems
    for layout in layouts { layout.prepare(forUpdates: updateItems) }
    chooseOffset()
    var failure: CollectionViewError?
    do {
      // What the new offset invalidates.
      if !isLayoutSettled { try prepareLayout() }
    } catch {
      // The update has been carried out by now.
      failure = error
    }
    moveSelection(by: map)
    for gone in offscreen.move(by: map) { putBack(gone.view) }
    if !animator.isEmpty { animator.moveDepartures(by: map) }
    moveUnfilledCells(by: map)
    scroll.announced = Set(scroll.announced.compactMap { map.item($0) })
    scroll.candidates.removeAll()
    pass.isDue = false
    var outcome = showChange(by: map, reconfigured, isUpdate: true)
    outcome.failure = failure ?? outcome.failure
    return outcome
  }

  private typealias LayoutContext = (
    layout: CollectionViewLayout, context: LayoutInvalidationContext
  )

  private func invalidateLayouts(by map: ChangesetMap) -> [LayoutContext] {
    layouts.map { layout in
      let context = type(of: layout).invalidationContextClass.init()
      context.changes = [map.changeset]
      context.checkedMap = map
      context.invalidateDataSourceCounts = true
      layout.invalidateLayout(with: context)
      return (layout, context)
    }
  }

  /// Returns to the counts and layouts before an update that cannot be carried out.
  ///
  /// A layout that has carried it out by then computes everything again for the counts before.
  private func rollBack(_ contexts: [LayoutContext]) {
    rollBackCounts()
    for (layout, context) in contexts {
      if layout.pendingInvalidation.contexts.contains(where: { $0 === context }) {
        layout.withdrawInvalidation(context)
      } else {
        layout.finalizeUpdates()
        let everything = type(of: layout).invalidationContextClass.init()
        everything.invalidateEverything = true
        everything.invalidateDataSourceCounts = true
        layout.invalidateLayout(with: everything)
      }
    }
    pass.isDue = true
  }

  /// Moves the content after an update or with another layout. The layout proposes the offset once,
  /// and the delegate may change it (AN-7).
  func chooseOffset() {
    var offset = collectionViewLayout.targetContentOffset(forProposedContentOffset: bounds.origin)
    if delegateMethods.contains(.layoutChanges), let delegate {
      offset = delegate.collectionView(self, targetContentOffsetForProposedContentOffset: offset)
    }
    guard offset != bounds.origin, offset.x.isFinite, offset.y.isFinite else { return }
    moveBounds(to: scroll.isBeyondAllowed ? offset : clamped(offset), isAdjustment: true)
  }

  // MARK: Views

  /// Shows what the layout has now, asks the layout's hooks, and plans the animations (AN-1 to AN-5).
  ///
  /// Passes go on until the sizes that views prefer are known, so that every animation leads to where
  /// its view stays.
  func showChange(
    by map: ChangesetMap, _ reconfigured: [ItemPath], isUpdate: Bool
  ) -> UpdateOutcome {
    let moment = counts.invalidations
    pass.forgetPreferredSizeRequests()
    queryVisible()
    work.passes += 1
    let shown = answer.filter {
      $0.frame.overlaps(bounds) && (showsHiddenElements || !$0.isHidden)
    }
    var plan = UpdatePlan(map: map, layout: collectionViewLayout)
    let before = window.elements
    plan.ask(before: before, after: shown)
    plan.sort(before)
    window.replaceAll(with: plan.survivors)
    plan.rememberSources(presented: { self.animator.presentation(of: $0, at: self.clock.now) })
    var failure = matchSurvivors(&plan)
    let entering = failure == nil ? window.entering.map { answer[$0] } : []
    // Offscreen cells before they are shown; a cell that is asked for now is filled in any case.
    let refilling = reconfigure(reconfigured, map)
    let appearing = enter(entering, &plan, moment)
    failure = failure ?? refilling ?? appearing
    if failure == nil { failure = settleChange(&plan, moment) }
    if isUpdate {
      for layout in layouts { layout.finalizeUpdates() }
      // The layout may have adjusted the offset in its last step.
      if failure == nil, !isLayoutSettled { failure = settleChange(&plan, moment) }
    }
    let duration = animationsEnabled ? animationDuration : 0
    let isOvertaken = !isCurrent(moment)
    if failure != nil || pass.needsRepeat || isOvertaken || !isLayoutSettled || !isOffsetAllowed
      || pass.fitsEveryView || !pass.unfilledCells.isEmpty
    {
      pass.isDue = true
    }
    pass.needsRepeat = false
    let animates = duration > 0 && !isOvertaken
    return UpdateOutcome(
      animations: animates ? plan.animations(start: clock.now, duration: duration) : [],
      departures: plan.departures, duration: duration, isOvertaken: isOvertaken, failure: failure)
  }

  /// Shows the elements that come into the bounds, until an error or a reload.
  private func enter(
    _ entering: [LayoutAttributes], _ plan: inout UpdatePlan, _ moment: Int
  ) -> CollectionViewError? {
    do {
      for attributes in entering where isCurrent(moment) {
        try enter(attributes)
        if let view = view(for: attributes.element) { plan.addEntered(attributes, view) }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Repeats the pass while views prefer other sizes or the layout has been invalidated, and corrects
  /// the plan.
  private func settleChange(_ plan: inout UpdatePlan, _ moment: Int) -> CollectionViewError? {
    var passes = 0
    while !isSettled, isCurrent(moment), passes < Self.maxPasses {
      passes += 1
      pass.needsRepeat = false
      do {
        try prepareLayout()
        pass.isDue = false
        try showAgain(&plan, moment)
      } catch {
        return error
      }
    }
    if passes > 0 { plan.retargetDepartures() }
    return isSettled || !isCurrent(moment) ? nil : .unsettled(passes: passes)
  }

  /// A Boolean value that indicates whether no view's size and no invalidation calls for another pass.
  private var isSettled: Bool { !pass.needsRepeat && !pass.fitsEveryView && isLayoutSettled }

  private func showAgain(
    _ plan: inout UpdatePlan, _ moment: Int
  ) throws(CollectionViewError) {
    queryVisible()
    work.passes += 1
    window.match(answer, in: bounds, skipsHidden: !showsHiddenElements)
    for element in window.takeLeaving() where !plan.remove(element) { leave(element, moment) }
    if let repeated = window.repeated { throw .layout(.repeated(answer[repeated].element)) }
    for change in window.changed where change.element < window.elements.count {
      let (view, attributes) = (window.elements[change.element].view, answer[change.answer])
      plan.retarget(view, from: window.elements[change.element].attributes, to: attributes)
      try apply(attributes, at: change.element, fits: !pass.fitsEveryView)
    }
    if pass.fitsEveryView { try fitShownViews(moment) }
    let entering = window.entering.map { answer[$0] }
    if let failure = enter(entering, &plan, moment) { throw failure }
  }

  /// Holds the views that go on against the layout's answer.
  ///
  /// - Returns: What is wrong with the answer, or with a view's wish.
  private func matchSurvivors(_ plan: inout UpdatePlan) -> CollectionViewError? {
    window.match(answer, in: bounds, skipsHidden: !showsHiddenElements)
    for element in window.takeLeaving() { plan.addScrolledOut(element) }
    var failure = window.repeated.map {
      CollectionViewError.layout(.repeated(answer[$0].element))
    }
    for change in window.changed {
      do {
        try apply(answer[change.answer], at: change.element)
      } catch {
        failure = failure ?? error
      }
    }
    for element in window.elements {
      // One that is where it was may have another path.
      apply(element.attributes, to: element.view)
      plan.addSurvivor(element)
    }
    return failure
  }
}

extension CollectionViewError {
  /// A Boolean value that indicates whether the operations of an update are wrong. A lenient rule
  /// then reloads.
  fileprivate var isOfUpdate: Bool {
    switch self {
    case .changeset, .itemIdentity: true
    default: false
    }
  }
}

extension CollectionView {
  /// Has the data source fill again the cells of items that are shown or parked.
  ///
  /// - Returns: The first error; the others are filled all the same, and the next pass asks again for
  ///   those that failed.
  func reconfigure(_ paths: [ItemPath], _ map: ChangesetMap) -> CollectionViewError? {
    var failure: CollectionViewError?
    var done: Set<ItemPath> = []
    for source in paths where !map.isReloaded(source) && transaction?.isReload != true {
      guard done.insert(source).inserted else { continue }
      guard let path = map.item(source) else { continue }
      pass.unfilledCells[path] = nil
      if let error = fill(path) { failure = failure ?? error }
    }
    return failure
  }

  /// Has the cells filled again for which the data source threw.
  ///
  /// A cell that is no longer bound to its item has been filled again, or will be.
  ///
  /// - Returns: The first error; the others are filled all the same.
  func fillUnfilledCells() -> CollectionViewError? {
    var failure: CollectionViewError?
    for path in pass.unfilledCells.keys.sorted() {
      guard let cell = pass.unfilledCells.removeValue(forKey: path) else { continue }
      if let bound = cellForItem(at: path), ObjectIdentifier(bound) == cell, let error = fill(path)
      {
        failure = failure ?? error
      }
    }
    return failure
  }

  /// Fills the cell of the item at `path` again.
  ///
  /// - Returns: The error. The next pass tries again, unless it would get another cell again.
  private func fill(_ path: ItemPath) -> CollectionViewError? {
    do {
      try reconfigure(path)
      return nil
    } catch {
      if case .otherCell = error { return error }
      if let cell = cellForItem(at: path) { pass.unfilledCells[path] = ObjectIdentifier(cell) }
      return error
    }
  }

  /// Gives the cells that are due to be filled again the paths after an update.
  func moveUnfilledCells(by map: ChangesetMap) {
    guard !pass.unfilledCells.isEmpty else { return }
    var moved: [ItemPath: ObjectIdentifier] = [:]
    for (path, cell) in pass.unfilledCells where !map.isReloaded(path) {
      if let target = map.item(path) { moved[target] = cell }
    }
    pass.unfilledCells = moved
  }

  private func reconfigure(_ path: ItemPath) throws(CollectionViewError) {
    guard let cell = cellForItem(at: path),
      let attributes = collectionViewLayout.layoutAttributesForItem(at: path)
    else { return }
    request.reconfigured = cell
    defer { request.reconfigured = nil }
    let returned = try dequeueView(for: attributes)
    guard returned === cell else {
      putBack(returned)
      throw .otherCell(path)
    }
    if cell.place == .live { try fit(cell, attributes) }
  }
}
