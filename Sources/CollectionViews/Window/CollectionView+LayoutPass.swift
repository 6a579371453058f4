import Changesets
import Geometry
import Layouts

extension CollectionView {
  /// The maximum number of passes in a row; bounds or sizes that change in a pass cause another.
  static let maxPasses = 16

  /// Asks for counts, prepares the layout and shows the views in the bounds, where that is due; a run
  /// loop would call it for each frame.
  ///
  /// It does nothing if nothing has changed, while the bounds are empty, and inside of a request or of
  /// a delegate's method; what is due then stays due.
  ///
  /// - Complexity: O(1) if nothing enters or leaves; else O(visible), and the layout's query where its
  ///   last answer does not hold.
  /// - Throws: The error of an operation outside of an update block, once. What the data source and the
  ///   layout got wrong: views that have been handed out by then are shown; the rest is due in the
  ///   next call. `.noSuchItem` for the delegate's target of an item that the content has scrolled under
  ///   while it is held.
  public func layoutIfNeeded() throws(CollectionViewError) {
    guard !pass.isRunning, updates.open == nil, request.kind == .none else { return }
    noticeLostDataSource()
    if updates.isHeld { try throwHeldUpdateError() }
    guard pass.isDue else { return }
    guard !bounds.isEmpty else {
      guard bounds.size.isUsable else { throw .layout(.bounds(bounds)) }
      // Nothing is seen any more; what there is to do is done when something is again.
      removeAllViews()
      return
    }
    if pass.hasScrolledHeldItem {
      try retargetHeldItem()
      guard pass.isDue else { return }
    }
    pass.isRunning = true
    defer { pass.isRunning = false }
    if pass.hasDueCells { try updateDueCells() }
    if isStill { try passStillFrame() } else { try layOut() }
    if updates.isHeld { try throwHeldUpdateError() }
  }

  /// Passes until nothing is due any more.
  func layOut() throws(CollectionViewError) {
    try checkGeometry()
    pass.forgetPreferredSizeRequests()
    for _ in 0..<Self.maxPasses {
      do {
        try prepareLayout()
        // Invalidations until here have been prepared.
        pass.settle()
        try showVisible()
        // Last, so that an item that fails each time keeps no other from being shown.
        if !pass.needsRepeat, !pass.unfilledCells.isEmpty { try fillUnfilledCells() }
      } catch {
        setNeedsLayout()
        throw error
      }
      guard pass.needsRepeat else { return }
      pass.needsRepeat = false
    }
    setNeedsLayout()
    throw .unsettled(passes: Self.maxPasses)
  }

  // MARK: Preparation

  /// Asks for counts if that is due, prepares the layout, and moves the offset as the layout asks and
  /// the content allows.
  func prepareLayout() throws(CollectionViewError) {
    if needsNoPreparation { return }
    // Offsets may be adjusted and clamped, which may invalidate the layout again, and delegates are
    // told of that.
    for _ in 0..<Self.maxPasses {
      if !counts.isValid { try askCounts() }
      try prepareInvalidated()
      // A callback that learns of a clamped offset may move it again.
      let isClamped = clampOffset()
      if counts.isValid, isLayoutSettled, !isClamped { return }
    }
    throw .unsettled(passes: Self.maxPasses)
  }

  /// A Boolean value that indicates whether no layout needs preparation. The two ends of a
  /// transition are included.
  var isLayoutSettled: Bool {
    guard collectionViewLayout.isUpToDate else { return false }
    guard isInTransition else { return true }
    return transition.map { $0.source.isUpToDate && $0.target.isUpToDate } ?? true
  }

  private func prepareInvalidated() throws(CollectionViewError) {
    if isInTransition { try prepareEnds() }
    let layout = collectionViewLayout
    guard !layout.isUpToDate else { return }
    try checkGeometry()
    // Another host may have left it unprepared, and nobody has said so.
    query.drop()
    let startBefore = layout.mirroredStart ?? -contentInset.left
    let done = try prepare(layout)
    if transition != nil { followTransition() }
    var adjustment = done.contentOffsetAdjustment
    if let start = layout.mirroredStart { adjustment.x = start - startBefore - adjustment.x }
    try adjustOffset(by: adjustment)
  }

  private func adjustOffset(by adjustment: Point) throws(CollectionViewError) {
    guard adjustment != .zero else { return }
    let offset = Point(x: bounds.origin.x + adjustment.x, y: bounds.origin.y + adjustment.y)
    guard offset.isFinite else {
      throw .layout(.bounds(Rect(origin: offset, size: bounds.size)))
    }
    moveBounds(to: offset, isAdjustment: true)
  }

  private func checkGeometry() throws(CollectionViewError) {
    guard bounds.origin.isFinite, bounds.size.isUsable else {
      throw .layout(.bounds(bounds))
    }
    guard contentInset.isFinite else {
      throw .layout(.insets(property: "contentInset", section: nil, contentInset))
    }
  }

  /// Prepares one layout, in which no update may be begun (BU-24).
  func prepare(_ layout: CollectionViewLayout) throws(CollectionViewError) -> PendingInvalidation {
    // The layout is about to read them.
    if !counts.isValid { try askCounts() }
    request.begin(.preparation)
    defer { endRequest() }
    work.preparations += 1
    let done: PendingInvalidation
    do {
      done = try layout.prepareIfNeeded()
    } catch {
      throw .layout(error)
    }
    if layout === collectionViewLayout { noticeLostFits(done) }
    // An update that nothing was shown of; others end when they have been animated.
    if !done.changes.isEmpty, updates.open == nil { layout.finalizeUpdates() }
    guard layout.contentSize.isUsable else {
      invalidateAgain(layout, after: done)
      throw .layout(.contentSize(layout.contentSize))
    }
    return done
  }

  /// Invalidates a layout whose content size is invalid, so that the next pass prepares it again.
  private func invalidateAgain(_ layout: CollectionViewLayout, after done: PendingInvalidation) {
    let context = type(of: layout).invalidationContextClass.init()
    context.invalidateEverything = true
    context.contentOffsetAdjustment = done.contentOffsetAdjustment
    layout.invalidateLayout(with: context)
  }

  /// A Boolean value that indicates whether the offset is where there is content, or a gesture or a
  /// transition holds it elsewhere.
  ///
  /// A callback that learns of an update's offset may have moved it again.
  var isOffsetAllowed: Bool {
    scroll.isBeyondAllowed || transition != nil || clamped(bounds.origin) == bounds.origin
  }

  /// Moves the offset to where there is content, unless a finger, a bounce or a transition holds it
  /// elsewhere.
  ///
  /// - Returns: Whether it was elsewhere.
  private func clampOffset() -> Bool {
    guard !scroll.isBeyondAllowed, !isInTransition, !query.allows(bounds) else { return false }
    let clamped = clamped(bounds.origin)
    guard clamped != bounds.origin else { return false }
    moveBounds(to: clamped, isAdjustment: true, movesGoals: false)
    return true
  }
}

/// Which views are shown, and what comes and goes with them.
extension CollectionView {
  /// Shows the views that belong into the bounds, and queues those that do not.
  ///
  /// Views are queued before others are asked for, so that no more are made than are seen at once. A
  /// reload from inside of a request or a delegate's method ends it (IC-10).
  func showVisible() throws(CollectionViewError) {
    pass.hasShownElements = true
    let (moment, objects) = (counts.invalidations, PassObjects(of: self))
    matchVisible()
    work.passes += 1
    leaveUnmatched(moment, objects)
    if let repeated = window.repeated {
      throw .layout(.repeated(answer[repeated].element))
    }
    try applyChanges(in: answer)
    if pass.fitsEveryView { try fitShownViews(moment) }
    for index in window.entering.indices {
      guard isCurrent(moment) else { return query.drop() }
      try enter(answer[window.entering[index]], objects)
    }
    guard isCurrent(moment) else { return query.drop() }
    try prefetch()
  }

  /// Returns a Boolean value that indicates whether no reload has happened since `moment`, a number
  /// of invalidations.
  ///
  /// After a reload the counts may be valid again, but earlier answers are of no use.
  @inline(__always)
  func isCurrent(_ moment: Int) -> Bool {
    counts.invalidations == moment && updates.open?.isReload != true
  }

  /// Gives shown views what they have in `answer`, the layout's, where that has changed.
  ///
  /// The answer is an argument, so that its elements are handed on in place.
  private func applyChanges(in answer: [LayoutAttributes]) throws(CollectionViewError) {
    let answer = answer.span
    for index in 0..<window.changedCount {
      let change = window.change(at: index)
      if hasAnimations, change.element < window.elements.count {
        animator.stop(window.elements[change.element].view)
      }
      if answer[change.answer].isInline {
        try apply(inline: answer[change.answer], at: change.element)
      } else {
        try apply(answer[change.answer], at: change.element, fits: !pass.fitsEveryView)
      }
    }
  }

  private func leaveUnmatched(_ moment: Int, _ objects: PassObjects) {
    var leaving = window.takeLeaving()
    guard !leaving.isEmpty else { return }
    for index in leaving.indices { leave(leaving[index], moment, objects) }
    leaving.removeAll(keepingCapacity: true)
    window.giveBack(leaving)
  }

  /// Gives a shown view other attributes (RU-5). If its size changes, it is asked which one it prefers
  /// (IC-8), unless all views are asked afterwards.
  func apply(
    _ attributes: LayoutAttributes, at place: Int, fits: Bool
  ) throws(CollectionViewError) {
    // A callback may have removed what was to be changed.
    guard let changed = window.setAttributes(attributes, at: place) else { return }
    apply(attributes, to: changed.view)
    if changed.isResized, fits { try fit(changed.view, attributes) }
  }

  /// Gives a shown view other attributes that have no field in an object: borrowed, and kept as bytes,
  /// where a copy of the whole value would be counted.
  private func apply(
    inline attributes: borrowing LayoutAttributes, at place: Int
  ) throws(CollectionViewError) {
    let bytes = attributes.inline
    guard let changed = window.setAttributes(bytes, at: place) else { return }
    if changed.view.take(bytes) {
      work.applied += 1
      changed.view.apply(attributes)
    }
    guard changed.isResized, !pass.fitsEveryView else { return }
    try fit(changed.view, attributes)
  }

  func apply(_ attributes: LayoutAttributes, to view: CollectionReusableView) {
    guard view.take(attributes) else { return }
    work.applied += 1
    view.apply(attributes)
  }

  /// A shown view leaves: it lingers, or goes back into its queue.
  func leave(_ element: VisibleElement, _ moment: Int, _ objects: PassObjects) {
    endDisplaying(element, objects)
    // The delegate may have begun a reload: then the cell is of no use any more.
    let lingers =
      isPrefetchingEnabled && reusePolicy.lingeringLimit > 0 && isCurrent(moment)
      && element.attributes.category == .cell
    if lingers { keepOffscreen(element, moment) } else { putBack(element.view) }
  }

  /// Tells the delegate that a view is no longer shown, and puts it back into its queue.
  func endDisplayingAndPutBack(_ element: VisibleElement) {
    endDisplaying(element, PassObjects(of: self))
    putBack(element.view)
  }

  /// Tells the delegate that a view is no longer shown.
  private func endDisplaying(_ element: VisibleElement, _ objects: PassObjects) {
    work.ended += 1
    if hasAnimations { animator.stop(element.view) }
    guard delegateMethods.contains(.display) else { return }
    if objects.delegateChanges == delegateChanges {
      tell(objects.delegate, ofEndOf: element)
    } else if let delegate {
      tell(delegate, ofEndOf: element)
    }
  }

  private func tell(_ delegate: any CollectionViewDelegate, ofEndOf element: VisibleElement) {
    let attributes = element.attributes
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

  /// Gets a view for an element that is newly shown, and shows it.
  func enter(
    _ attributes: LayoutAttributes, _ objects: PassObjects
  ) throws(CollectionViewError) {
    guard window.place(of: attributes) == nil else {
      throw .layout(.repeated(attributes.element))
    }
    let moment = counts.invalidations
    let view: CollectionReusableView
    if attributes.category == .cell, let path = attributes.itemPath, let cell = offscreen.take(path)
    {
      work.returned += 1
      view = cell
    } else {
      view = try dequeueView(for: attributes, from: objects.dataSource)
    }
    // The size may depend on the content for the state.
    if view.hasConfigurations, isCurrent(moment) { configure(view, at: attributes.itemPath) }
    do {
      if isCurrent(moment) { try fit(view, attributes) }
    } catch {
      putBack(view)
      throw error
    }
    if isCurrent(moment) { settle(view, attributes) }
    // The data source or the view has begun a reload: the answer is out of date.
    guard isCurrent(moment) else { return putBack(view) }
    show(view, attributes, objects)
  }

  /// Gives a filled view its state and its attributes.
  func settle(_ view: CollectionReusableView, _ attributes: LayoutAttributes) {
    if attributes.category == .cell, let path = attributes.itemPath,
      let cell = view as? CollectionViewCell
    {
      synchronizeState(of: cell, at: path)
    }
    apply(attributes, to: view)
  }

  /// Shows a view that is filled and settled.
  private func show(
    _ view: CollectionReusableView, _ attributes: LayoutAttributes, _ objects: PassObjects
  ) {
    view.place = .live
    window.insert(attributes, view)
    // It may have asked for an update since it was filled, as from `apply(_:)`.
    if view.hasConfigurations, let cell = view as? CollectionViewCell,
      cell.configurations?.needsUpdate == true
    {
      noteDueCell()
    }
    work.displayed += 1
    guard delegateMethods.contains(.display) else { return }
    if objects.delegateChanges == delegateChanges {
      tell(objects.delegate, ofDisplayOf: view, attributes)
    } else if let delegate {
      tell(delegate, ofDisplayOf: view, attributes)
    }
  }

  private func tell(
    _ delegate: any CollectionViewDelegate, ofDisplayOf view: CollectionReusableView,
    _ attributes: LayoutAttributes
  ) {
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
}
