import Changesets
import Geometry
import Layouts

/// Which views are shown, and what comes and goes with them.
extension CollectionView {
  /// Has the views shown that belong into the bounds, and puts back those that do not.
  ///
  /// What leaves is put back before anything is asked for, so that no more views are made than are
  /// seen at once (E-8).
  ///
  /// It ends with a reload from inside of a request or a delegate's method: the rest belongs to what
  /// was before (IC-10).
  func showVisible() throws(CollectionViewError) {
    hasShownElements = true
    let moment = counts.invalidations
    queryVisible()
    work.passes += 1
    window.match(answer, in: bounds, skipsHidden: !showsHiddenElements)
    leaveUnmatched(moment)
    if let repeated = window.repeated {
      throw .layout(.repeated(answer[repeated].element))
    }
    for index in window.changed.indices {
      let change = window.changed[index]
      if !animator.isEmpty, change.element < window.elements.count {
        animator.stop(window.elements[change.element].view)
      }
      try apply(answer[change.answer], at: change.element, fits: !fitsEveryView)
    }
    if fitsEveryView { try fitShownViews(moment) }
    if !unfilledCells.isEmpty { try fillUnfilledCells() }
    for index in window.entering.indices {
      guard isCurrent(moment) else { return }
      try enter(answer[window.entering[index]])
    }
    guard isCurrent(moment) else { return }
    try prefetch()
  }

  /// Whether nobody has reloaded since `moment`, a number of invalidations of the counts: after a
  /// reload the counts may be known again, but what was asked before is of no use.
  @inline(__always)
  func isCurrent(_ moment: Int) -> Bool {
    counts.invalidations == moment && transaction?.isReload != true
  }

  private func leaveUnmatched(_ moment: Int) {
    var leaving = window.takeLeaving()
    guard !leaving.isEmpty else { return }
    for index in leaving.indices { leave(leaving[index], moment) }
    leaving.removeAll(keepingCapacity: true)
    window.giveBack(leaving)
  }

  func queryVisible() {
    answer.removeAll(keepingCapacity: true)
    collectionViewLayout.layoutAttributesForElements(in: bounds, into: &answer)
    work.attributesReturned += answer.count
  }

  /// Gives a shown view other attributes (RU-5); one of another size is asked for its wish (IC-8),
  /// unless all views are asked afterwards.
  func apply(
    _ attributes: LayoutAttributes, at place: Int, fits: Bool = true
  ) throws(CollectionViewError) {
    // Whoever is told of a change may have removed what was to be changed.
    guard place < window.elements.count,
      window.elements[place].attributes.element == attributes.element
    else { return }
    let view = window.elements[place].view
    let isResized = window.elements[place].attributes.size != attributes.size
    window.setAttributes(attributes, at: place)
    apply(attributes, to: view)
    if isResized, fits { try fit(view, attributes) }
  }

  /// Asks every shown view which size it prefers; on an error the next pass asks again.
  func fitShownViews(_ moment: Int) throws(CollectionViewError) {
    var place = 0
    while place < window.elements.count, isCurrent(moment) {
      let element = window.elements[place]
      try fit(element.view, element.attributes)
      place += 1
    }
    fitsEveryView = false
  }

  func apply(_ attributes: LayoutAttributes, to view: CollectionReusableView) {
    guard view.take(attributes) else { return }
    work.applied += 1
    view.apply(attributes)
  }

  /// A shown view leaves: it lingers, or goes back into its queue.
  func leave(_ element: VisibleElement, _ moment: Int) {
    endDisplaying(element, putsBack: false)
    // The delegate may have begun a reload: then the cell is of no use any more.
    let lingers =
      isPrefetchingEnabled && reusePolicy.lingeringLimit > 0 && isCurrent(moment)
      && element.attributes.category == .cell
    if lingers { keepOffscreen(element, moment) } else { putBack(element.view) }
  }

  /// Tells the delegate that a view is no longer shown.
  func endDisplaying(_ element: VisibleElement, putsBack: Bool) {
    work.ended += 1
    if !animator.isEmpty { animator.stop(element.view) }
    let attributes = element.attributes
    if delegateMethods.contains(.display), let delegate {
      switch attributes.category {
      case .cell:
        if let cell = element.view as? CollectionViewCell, let path = attributes.itemPath {
          delegate.collectionView(self, didEndDisplaying: cell, forItemAt: path)
        }
      case .supplementary:
        delegate.collectionView(
          self, didEndDisplayingSupplementaryView: element.view,
          forElementOfKind: attributes.kind, at: attributes.path)
      case .decoration: break
      }
    }
    if putsBack { putBack(element.view) }
  }

  /// Gets a view for an element that comes to be shown, and shows it.
  func enter(_ attributes: LayoutAttributes) throws(CollectionViewError) {
    guard window.place(of: attributes) == nil else {
      throw .layout(.repeated(attributes.element))
    }
    let moment = counts.invalidations
    let view: CollectionReusableView
    if attributes.category == .cell, let path = attributes.itemPath,
      let cell = offscreen.take(path)
    {
      work.returned += 1
      view = cell
    } else {
      view = try dequeueView(for: attributes)
    }
    do {
      if isCurrent(moment) { try fit(view, attributes) }
    } catch {
      putBack(view)
      throw error
    }
    if isCurrent(moment) { settle(view, attributes) }
    // What was asked for is no longer what is shown: data source or view have begun a reload.
    guard isCurrent(moment) else { return putBack(view) }
    show(view, attributes)
  }

  /// Has a view that is filled know its state and its attributes.
  func settle(_ view: CollectionReusableView, _ attributes: LayoutAttributes) {
    if attributes.category == .cell, let path = attributes.itemPath,
      let cell = view as? CollectionViewCell
    {
      synchronizeState(of: cell, at: path)
    }
    apply(attributes, to: view)
  }

  /// Shows a view that is filled and settled.
  private func show(_ view: CollectionReusableView, _ attributes: LayoutAttributes) {
    view.place = .live
    window.insert(attributes, view)
    work.displayed += 1
    guard delegateMethods.contains(.display), let delegate else { return }
    switch attributes.category {
    case .cell:
      if let cell = view as? CollectionViewCell, let path = attributes.itemPath {
        delegate.collectionView(self, willDisplay: cell, forItemAt: path)
      }
    case .supplementary:
      delegate.collectionView(
        self, willDisplaySupplementaryView: view, forElementOfKind: attributes.kind,
        at: attributes.path)
    case .decoration: break
    }
  }

  /// Asks a filled view which size it wishes for, and has the layout prepare again for another.
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
    if let path = item {
      preferredSizeRequests[path, default: 0] += 1
      if preferredSizeRequests[path, default: 0] > Self.maxPreferredSizeRequests {
        throw .layout(.feedbackLoop(path))
      }
    }
    collectionViewLayout.invalidateLayout(
      with: collectionViewLayout.invalidationContext(
        forPreferredAttributes: preferred, originalAttributes: attributes))
    unpreparedFits += 1
    needsAnotherPass = true
  }
}
