import Changesets
import Geometry
import Layouts

/// Which sizes views prefer: who is asked when, and what the layout is told (IC-8).
extension CollectionView {
  /// Asks a filled view which size it prefers, and invalidates the layout for another.
  func fit(
    _ view: CollectionReusableView, _ attributes: LayoutAttributes
  ) throws(CollectionViewError) {
    let preferred = view.preferredLayoutAttributesFitting(attributes)
    guard preferred != attributes else { return }
    guard preferred.element == attributes.element else {
      throw .layout(.otherElement(asked: attributes.element, answered: preferred.element))
    }
    // A header may have the path of an item.
    let item = attributes.category == .cell ? attributes.itemPath : nil
    guard preferred.size.isUsable else {
      throw .layout(
        item.map { .itemSize($0, preferred.size) }
          ?? .frame(attributes.element, preferred.frame))
    }
    guard
      collectionViewLayout.shouldInvalidateLayout(
        forPreferredAttributes: preferred, originalAttributes: attributes)
    else { return }
    let isFirst =
      item.map { pass.countPreferredSizeRequest($0) }
      ?? pass.countPreferredSizeRequest(of: attributes.element)
    if !isFirst, let error = collectionViewLayout.feedbackLoopError(for: attributes.element) {
      throw .layout(error)
    }
    collectionViewLayout.invalidateLayout(
      with: collectionViewLayout.invalidationContext(
        forPreferredAttributes: preferred, originalAttributes: attributes))
    pass.unpreparedFits += 1
    pass.hasUnshownFits = true
    pass.needsRepeat = true
  }

  /// Asks every shown view which size it prefers; on an error the next pass asks again.
  func fitShownViews(_ moment: Int) throws(CollectionViewError) {
    var place = 0
    while place < window.elements.count, isCurrent(moment) {
      let element = window.elements[place]
      try fit(element.view, element.attributes)
      place += 1
    }
    pass.fitsEveryView = false
  }

  /// Makes the pass ask every shown view for its size again if the layout may have dropped preferred
  /// sizes: another invalidation came between them and what is shown of them.
  func noticeLostFits(_ done: PendingInvalidation) {
    guard pass.hasUnshownFits else { return }
    if done.contexts.count > pass.unpreparedFits { pass.fitsEveryView = true }
    pass.unpreparedFits = 0
  }

  /// Forgets what views preferred under another layout; the next pass asks all of them.
  func fitAgain() {
    pass.fitsEveryView = true
    pass.unpreparedFits = 0
  }
}

/// Cells that ask for another pass.
extension CollectionView {
  /// Updates the configurations that are due, and asks for the sizes of cells that say that they have
  /// changed. What has another size is laid out again, in an animation.
  ///
  /// O(visible). After an error the next pass goes on with the cells that were not asked.
  func updateDueCells() throws(CollectionViewError) {
    let moment = counts.invalidations
    var place = 0
    while place < window.elements.count, isCurrent(moment) {
      (window.elements[place].view as? CollectionViewCell)?.updateConfigurationIfNeeded()
      place += 1
    }
    // Configurations that were set meanwhile have made cells due that are asked now.
    pass.hasDueCells = false
    pass.forgetPreferredSizeRequests()
    do throws(CollectionViewError) {
      try fitDueCells(moment)
    } catch {
      pass.hasDueCells = true
      throw error
    }
    if pass.needsRepeat, isCurrent(moment) { try animateSizes() }
  }

  private func fitDueCells(_ moment: Int) throws(CollectionViewError) {
    var place = 0
    while place < window.elements.count, isCurrent(moment) {
      let element = window.elements[place]
      place += 1
      guard let configurations = (element.view as? CollectionViewCell)?.configurations else {
        continue
      }
      // An update of a later cell may have made an earlier one due.
      if configurations.needsUpdate { pass.hasDueCells = true }
      guard configurations.needsFitting else { continue }
      configurations.needsFitting = false
      try fit(element.view, element.attributes)
    }
  }

  /// Lays out again for the sizes that cells prefer, in an animation.
  private func animateSizes() throws(CollectionViewError) {
    guard animationsEnabled, animationDuration > 0, !isInTransition, pass.hasShownElements else {
      return
    }
    let moment = counts.invalidations
    try prepareLayout()
    pass.settle()
    let outcome = show(.bounds)
    guard !outcome.isOvertaken, isCurrent(moment) else {
      pass.isDue = true
      dropOvertaken(outcome.departures, nil)
      if let failure = outcome.failure { throw failure }
      return
    }
    begin(outcome, completions: [])
    if let failure = outcome.failure { throw failure }
  }
}
