import Changesets
import Geometry
import Layouts

extension CollectionView {
  /// Carries out what the outermost block has asked for (b.3).
  ///
  /// Animations begin, and completions of what is not animated are called, when the update is over:
  /// a completion may begin another.
  func commitUpdate() throws(CollectionViewError) {
    guard var open = transaction.take() else { return }
    if let failure = open.failure { throw failure }
    guard !open.isReload else { return try reloadInstead(open) }
    open.isCommitting = true
    transaction = open
    let outcome: UpdateOutcome?
    do {
      outcome = try carryOut(open)
    } catch {
      transaction = nil
      throw error
    }
    transaction = nil
    guard let outcome else { return try reloadInstead(open) }
    begin(
      outcome.animations, departures: outcome.departures, duration: outcome.duration,
      completions: open.completions)
    if let failure = outcome.failure { throw failure }
  }

  /// What an update has come to.
  private struct UpdateOutcome {
    var animations: [ViewAnimation] = []
    var departures: [LiveElement] = []
    var duration = 0.0
    /// What was wrong with a view that came to be shown.
    var failure: CollectionViewError?
  }

  /// - Returns: Nil where a lenient rule makes a reload of it.
  private func carryOut(_ open: UpdateTransaction) throws(CollectionViewError) -> UpdateOutcome? {
    try askCounts()
    let changeset: Changeset
    do {
      changeset = try checked(open.changeset)
    } catch {
      if updateRule == .lenient { return nil }
      counts.takeBack()
      throw .changeset(error)
    }
    work.updates += 1
    return try carryOut(changeset, open.reconfiguredItems)
  }

  /// The update as it is carried out: itself, or repaired by a lenient rule.
  private func checked(_ changeset: Changeset) throws(ChangesetError) -> Changeset {
    let before = counts.countsBefore
    let after = counts.counts
    let read =
      updateRule == .lenient
      ? changeset.repaired() : changeset
    try read.validate(sectionCountsBefore: before, sectionCountsAfter: after)
    return read
  }

  /// A full reload in the place of an update: completions are called all the same (b.5).
  private func reloadInstead(_ open: UpdateTransaction) throws(CollectionViewError) {
    transaction = nil
    let hadShown = hasShownElements
    reloadData()
    defer { for completion in open.completions { completion(true) } }
    if hadShown { try layoutIfNeeded() }
  }

  private func carryOut(
    _ changeset: Changeset, _ reconfigured: [ItemPath]
  ) throws(CollectionViewError) -> UpdateOutcome {
    let wasPrepared = collectionViewLayout.isPrepared
    let map = ChangesetMap(changeset)
    var contexts: [(layout: CollectionViewLayout, context: LayoutInvalidationContext)] = []
    for layout in layouts {
      let context = type(of: layout).invalidationContextClass.init()
      context.changes = [changeset]
      context.invalidatesDataSourceCounts = true
      layout.invalidateLayout(with: context)
      contexts.append((layout, context))
    }
    guard hasShownElements, wasPrepared, !bounds.isEmpty else {
      // Nothing has been seen that could move.
      moveSelection(by: map)
      return UpdateOutcome()
    }
    do {
      try prepareLayout()
    } catch {
      for (layout, context) in contexts { layout.withdrawInvalidation(context) }
      counts.takeBack()
      needsLayout = true
      throw error
    }
    chooseOffset()
    moveSelection(by: map)
    for gone in parked.move(by: map) { putBack(gone.view) }
    scroll.announced = Set(scroll.announced.compactMap { map.item($0) })
    scroll.lastPrefetchRect = nil
    return try animate(changeset, map, reconfigured)
  }

  /// Where the content stands after an update or with another layout: asked once of the layout, then
  /// of the delegate (AN-7).
  func chooseOffset() {
    var offset = collectionViewLayout.targetContentOffset(forProposedContentOffset: bounds.origin)
    if delegateMethods.contains(.layoutChanges), let delegate {
      offset = delegate.collectionView(self, targetContentOffsetForProposedContentOffset: offset)
    }
    guard offset != bounds.origin, offset.x.isFinite, offset.y.isFinite else { return }
    moveBounds(to: scroll.isBeyondAllowed ? offset : clamped(offset), isAdjustment: true)
  }

  // MARK: Views

  /// Moves what is shown to where it is afterwards, and begins the animations (AN-1 to AN-5).
  private func animate(
    _ changeset: Changeset, _ map: ChangesetMap, _ reconfigured: [ItemPath]
  ) throws(CollectionViewError) -> UpdateOutcome {
    isInPass = true
    defer { isInPass = false }
    let layout = collectionViewLayout
    // The hooks may say that the layout has to be prepared for the offset they were told of.
    needsLayout = !layout.pendingInvalidation.isEmpty
    let before = window.elements
    layout.prepare(forUpdates: changeset.updateItems)
    defer { layout.finalizeUpdates() }
    var plan = UpdatePlan(map: map, layout: layout)
    plan.sort(before)
    window.replaceAll(with: plan.survivors)
    plan.rememberSources(presented: { self.animator.presentation(of: $0, at: self.clock.now) })

    answer.removeAll(keepingCapacity: true)
    layout.layoutAttributesForElements(in: bounds, into: &answer)
    work.passes += 1
    work.attributesReturned += answer.count
    window.match(answer, in: bounds, skipsHidden: !showsHiddenElements)
    if let repeated = window.repeated {
      throw .layout(.repeated(answer[repeated].element))
    }
    for element in window.leaving { plan.addScrolledOut(element) }
    for change in window.changed {
      let attributes = answer[change.answer]
      window.setAttributes(attributes, at: change.element)
      apply(attributes, to: window.elements[change.element].view)
    }
    for element in window.elements { plan.addSurvivor(element) }
    let entering = window.entering.map { answer[$0] }
    var failure: CollectionViewError?
    do {
      for attributes in entering {
        try enter(attributes)
        if let view = view(for: attributes.element) { plan.addEntered(attributes, view) }
      }
      try reconfigure(reconfigured, map)
    } catch {
      failure = error
      needsLayout = true
    }
    let duration = animationsEnabled ? animationDuration : 0
    if needsAnotherPass {
      needsAnotherPass = false
      needsLayout = true
    }
    return UpdateOutcome(
      animations: duration > 0 ? plan.animations(start: clock.now, duration: duration) : [],
      departures: plan.departures, duration: duration, failure: failure)
  }

  /// Has the data source fill again the cells of items that are shown or parked (N-3).
  private func reconfigure(
    _ paths: [ItemPath], _ map: ChangesetMap
  ) throws(CollectionViewError) {
    for source in paths {
      guard let path = map.item(source), let cell = boundCell(path),
        let attributes = collectionViewLayout.layoutAttributesForItem(at: path)
      else { continue }
      request.reconfigured = cell
      let returned = try obtainView(for: attributes)
      guard returned === cell else {
        putBack(returned)
        throw .otherCell(path)
      }
      if cell.place == .live { try fit(cell, attributes) }
    }
  }
}
